//! Monte Carlo tree search over what a seat may know, that asks for the values of many positions at once.
//!
//! Each simulation deals a game that the seat may be in ([`InformationSet`]), follows the tree by upper confidence bounds
//! with priors, and stops at a position that isn't in it yet. A batch of such positions is shown to who made the tree; its
//! values and priors then go up the paths. As long as a path waits, its positions count as lost, so that others are tried.
//!
//! Clicks in two deals are one edge if they do one thing with cards of one name: names are all that two deals have in
//! common.

use super::observe::{Buffers, Scratch};
use super::play::{End, Play};
use super::vector::{Arrays, Sizes};
use crate::errors::{EngineError, EnvError, detached, raise};
use dracones::game::view::{InformationSet, Opening, SeatView};
use dracones::model::decision::{Choice, Shape};
use dracones::model::ids::{ObjectRef, Seat};
use dracones::model::rng::Stream;
use pyo3::buffer::PyBuffer;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::Mutex;
use xxhash_rust::xxh3::xxh3_64;

/// An edge: a click, whatever the deal.
#[derive(Clone, Debug)]
struct Edge {
    key: u64,
    prior: f32,
    visits: u32,
    /// How often it was available where its node was visited.
    available: u32,
    /// The sum of values for the one who clicks.
    value: f64,
    node: Option<usize>,
    /// The last id that stood for it.
    id: usize,
}

#[derive(Clone, Debug, Default)]
struct Node {
    edges: Vec<Edge>,
}

/// A simulation that waits for the value of its last position.
#[derive(Debug)]
struct Waiting {
    /// Nodes, edges, and who clicked.
    path: Vec<(usize, usize, Seat)>,
    /// The node to expand, and who is asked there.
    leaf: usize,
    decider: Seat,
    /// The edges of the leaf with the ids that stand for them there.
    keys: Vec<(u64, usize)>,
}

/// What :class:`dracones.search.Mcts` searches with.
#[pyclass(module = "dracones._core")]
pub(crate) struct Tree {
    known: InformationSet,
    root: Mutex<(Play, Play)>,
    arrays: Option<Arrays>,
    sizes: Sizes,
    batch: usize,
    seat: Seat,
    explore: f64,
    depth: u32,
    random: Stream,
    scratch: Scratch,
    nodes: Vec<Node>,
    waiting: Vec<Waiting>,
    /// How many simulations have come to a value.
    done: u32,
}

impl Tree {
    pub(crate) fn new(
        play: &mut Play,
        sizes: Sizes,
        batch: usize,
        seed: u64,
        explore: f64,
        depth: u32,
    ) -> PyResult<Self> {
        if batch == 0 || depth == 0 || !(explore.is_finite() && explore >= 0.0) {
            return Err(raise!(
                EnvError,
                "expected a batch and a depth of at least 1, and an exploration of at least 0"
            ));
        }
        let Some(seat) = play.decider() else { return Err(raise!(EnvError, "the game is over")) };
        let view = SeatView::new(play.game.world(), seat);
        let known = InformationSet::new(&view, &Opening::new(&play.game).pool());
        let known = known.map_err(|error| raise!(EnvError, error))?;
        let (mut root, mut used) = (Play::of(play.game.fork(), sizes.ids), Play::of(play.game.fork(), sizes.ids));
        root.copy_from(play);
        used.copy_from(play);
        Ok(Self {
            known,
            root: Mutex::new((root, used)),
            arrays: None,
            sizes,
            batch,
            seat,
            explore,
            depth,
            random: Stream::new(seed, 0x7EE),
            scratch: Scratch::default(),
            nodes: vec![Node::default()],
            waiting: Vec::new(),
            done: 0,
        })
    }

    /// Runs one simulation down to a position without a value. `None` if it came to the end of a game.
    fn simulate(&mut self, mut out: Buffers<'_>) -> Result<Option<Waiting>, String> {
        let (root, play) = self.root.get_mut().unwrap_or_else(std::sync::PoisonError::into_inner);
        play.copy_from(root);
        self.known.deal_into(&mut play.game, &mut self.random);
        play.draft.clone_from(&root.draft);
        play.settle()?;
        let (mut at, mut path) = (0, Vec::new());
        loop {
            if let Some(end) = play.end {
                let worth = |seat: Seat| f64::from(end.reward(seat));
                self.done += 1;
                Self::back_up(&mut self.nodes, &path, &worth);
                return Ok(None);
            }
            let Some(decider) = play.decider() else { return Err("nobody is asked".to_owned()) };
            let keys = keys(play, decider);
            let is_new = self.nodes[at].edges.is_empty();
            if is_new || path.len() as u32 >= self.depth {
                play.observe(decider, &mut self.scratch, out.again());
                if play.end == Some(End::Truncated) {
                    continue;
                }
                for (node, edge, _) in &path {
                    // A path that waits counts as lost.
                    let edge: &mut Edge = &mut self.nodes[*node].edges[*edge];
                    edge.visits += 1;
                    edge.value -= 1.0;
                }
                return Ok(Some(Waiting { path, leaf: at, decider, keys }));
            }
            let node = &mut self.nodes[at];
            for (key, id) in &keys {
                match node.edges.iter_mut().find(|edge| edge.key == *key) {
                    Some(edge) => {
                        edge.available += 1;
                        edge.id = *id;
                    }
                    None => node.edges.push(Edge {
                        key: *key,
                        // What no value has been asked for counts as much as the others do on average.
                        prior: 1.0 / keys.len() as f32,
                        visits: 0,
                        available: 1,
                        value: 0.0,
                        node: None,
                        id: *id,
                    }),
                }
            }
            let explore = self.explore;
            let score = |edge: &Edge| {
                let mean = if edge.visits == 0 { 0.0 } else { edge.value / f64::from(edge.visits) };
                mean + explore * f64::from(edge.prior) * f64::from(edge.available).sqrt() / f64::from(1 + edge.visits)
            };
            let here = (0..node.edges.len()).filter(|edge| keys.iter().any(|(key, _)| *key == node.edges[*edge].key));
            let best = here.max_by(|a, b| {
                let (one, two) = (score(&node.edges[*a]), score(&node.edges[*b]));
                one.total_cmp(&two).then(b.cmp(a))
            });
            let Some(best) = best else { return Err("a position without clicks".to_owned()) };
            let id = node.edges[best].id;
            path.push((at, best, decider));
            let next = node.edges[best].node;
            at = next.unwrap_or(self.nodes.len());
            if next.is_none() {
                let (node, edge, _) = path[path.len() - 1];
                self.nodes[node].edges[edge].node = Some(at);
                self.nodes.push(Node::default());
            }
            play.click(id)?;
        }
    }

    fn back_up(nodes: &mut [Node], path: &[(usize, usize, Seat)], worth: &dyn Fn(Seat) -> f64) {
        for (node, edge, seat) in path {
            let edge = &mut nodes[*node].edges[*edge];
            edge.visits += 1;
            edge.value += worth(*seat);
        }
    }
}

/// What each click is about, whatever the deal: the clicks with different meanings, each with the first id for it.
fn keys(play: &Play, decider: Seat) -> Vec<(u64, usize)> {
    let Some(decision) = play.game.decision() else { return Vec::new() };
    let view = SeatView::new(play.game.world(), decider);
    let slots = play.mask.len() - 1;
    let mut all: Vec<(u64, usize)> = Vec::new();
    let name = |object: ObjectRef| {
        view.object(object).map_or((0, 0, false), |seen| {
            let number = if seen.known { seen.chars.name.0 } else { 1 };
            (number, seen.chars.controller.0, seen.status.tapped)
        })
    };
    for id in (0..play.mask.len()).filter(|id| play.mask[*id] != 0) {
        let place = if id == 0 { None } else { play.draft.place(decision, id, slots) };
        let option = match (&decision.shape, place) {
            (Shape::ChooseOne(options) | Shape::ChooseSome { options, .. } | Shape::Order(options), Some(place)) => {
                options.get(place as usize).copied()
            }
            _ => None,
        };
        let about = match option {
            Some(Choice::PlayLand { object, face, .. }) => format!("{:?} {face}", name(object)),
            Some(Choice::Cast { object, way }) => format!("{:?} {} {:?}", name(object), way.face, way.alternative),
            Some(Choice::Object(object)) => format!("{:?}", name(object)),
            Some(Choice::Activate { key }) => format!("{:?} {}", name(key.object), key.handle.index),
            Some(Choice::Attack { attacker, target }) => {
                format!("{:?} {:?} {:?}", name(attacker), target.player(), target.object().map(name))
            }
            Some(Choice::Block { blocker, attacker }) => format!("{:?} {:?}", name(blocker), name(attacker)),
            Some(Choice::HandAction { object, action, by }) => format!("{:?} {action:?} {by}", name(object)),
            Some(Choice::Door { object, door }) => format!("{:?} {door:?}", name(object)),
            Some(Choice::TurnFaceUp { object, by }) => format!("{:?} up {by:?}", name(object)),
            Some(other) => format!("{other:?}"),
            None => format!("{id} {place:?}"),
        };
        let kind = option.map(|option| std::mem::discriminant(&option));
        let text = format!("{decider} {:?} {kind:?} {about}", decision.prompt.kind());
        let key = xxh3_64(text.as_bytes());
        if !all.iter().any(|(other, _)| *other == key) {
            all.push((key, id));
        }
    }
    all
}

#[pymethods]
impl Tree {
    /// Which arrays positions are written to: `batch` observations.
    fn attach(&mut self, arrays: &Bound<'_, PyDict>) -> PyResult<()> {
        self.arrays = Some(Arrays::of(arrays, self.batch, self.sizes)?);
        Ok(())
    }

    #[getter]
    fn seat(&self) -> u8 {
        self.seat.0
    }

    #[getter]
    fn simulations(&self) -> u32 {
        self.done
    }

    /// Writes up to a batch of positions that wait for values, at most `most`. Answers how many.
    fn select(&mut self, py: Python<'_>, most: usize) -> PyResult<usize> {
        if !self.waiting.is_empty() {
            return Err(raise!(EnvError, "positions wait for their values: call update"));
        }
        let Some(mut arrays) = self.arrays.take() else { return Err(raise!(EnvError, "no arrays are attached")) };
        let result = detached(py, || {
            let mut buffers: Vec<Buffers<'_>> = arrays.split().collect();
            let before = self.done;
            loop {
                // Simulations that end with a game need no value.
                let ended = (self.done - before) as usize;
                let row = self.waiting.len();
                if row >= self.batch.min(most.saturating_sub(ended)) {
                    break;
                }
                if let Some(waiting) = self.simulate(buffers[row].again())? {
                    let root = waiting.path.is_empty();
                    self.waiting.push(waiting);
                    if root {
                        // Nothing is known of the root yet: all simulations would end there.
                        break;
                    }
                }
            }
            Ok(self.waiting.len())
        });
        self.arrays = Some(arrays);
        result?.map_err(|message: String| raise!(EngineError, message))
    }

    /// Takes the values of the positions for those who are asked there, from -1 to 1, and for each id how likely it is.
    fn update(&mut self, py: Python<'_>, values: PyBuffer<f32>, priors: PyBuffer<f32>) -> PyResult<()> {
        let (count, ids) = (self.waiting.len(), self.sizes.ids);
        let (values, priors) = (values.to_vec(py)?, priors.to_vec(py)?);
        if values.len() != count || priors.len() != count * ids {
            let reason = format!(
                "{} values and {} priors for {count} positions (expected {count} and {})",
                values.len(),
                priors.len(),
                count * ids
            );
            return Err(raise!(EnvError, reason));
        }
        if let Some(value) = values.iter().find(|value| !(-1.0..=1.0).contains(*value)) {
            return Err(raise!(EnvError, format_args!("{value} (expected -1 to 1)"), "values"));
        }
        let others = (self.sizes.seats - 1).max(1) as f64;
        for ((waiting, value), priors) in
            std::mem::take(&mut self.waiting).into_iter().zip(values).zip(priors.chunks_exact(ids))
        {
            let value = f64::from(value);
            for (node, edge, _) in &waiting.path {
                let edge = &mut self.nodes[*node].edges[*edge];
                edge.visits -= 1;
                edge.value += 1.0;
            }
            let worth = |seat: Seat| if seat == waiting.decider { value } else { -value / others };
            Self::back_up(&mut self.nodes, &waiting.path, &worth);
            self.done += 1;
            let leaf = &mut self.nodes[waiting.leaf];
            if !leaf.edges.is_empty() {
                continue;
            }
            let likely = |id: usize| priors[id].max(0.0);
            let sum: f32 = waiting.keys.iter().map(|(_, id)| likely(*id)).sum();
            let uniform = 1.0 / waiting.keys.len().max(1) as f32;
            leaf.edges = waiting
                .keys
                .iter()
                .map(|(key, id)| Edge {
                    key: *key,
                    prior: if sum > 0.0 { likely(*id) / sum } else { uniform },
                    visits: 0,
                    available: 0,
                    value: 0.0,
                    node: None,
                    id: *id,
                })
                .collect();
        }
        Ok(())
    }

    /// Of each click at the root: its id, how often it was tried, and its mean value.
    fn visits(&mut self) -> Vec<(usize, u32, f64)> {
        let (root, _) = self.root.get_mut().unwrap_or_else(std::sync::PoisonError::into_inner);
        let here = keys(root, self.seat);
        let edge = |key: u64| self.nodes[0].edges.iter().find(|edge| edge.key == key);
        here.into_iter()
            .map(|(key, id)| {
                let (visits, value) = edge(key).map_or((0, 0.0), |edge| (edge.visits, edge.value));
                (id, visits, if visits == 0 { 0.0 } else { value / f64::from(visits) })
            })
            .collect()
    }
}
