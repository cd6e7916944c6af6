//! Counters of whatever kind (CR 122): more of each kind, as many as something has, removed, moved.

use super::damage::total;
use super::step::{
    InstructionFlow, acting, acting_one, acting_recipients, amount, board, is_in, place, read_objects, seat,
};
use crate::cards::def::{CounterKind, Obj, Objects, Quantity, Recipients, Var, Who};
use crate::model::agenda::Returned;
use crate::model::bindings::{Frame, Value};
use crate::model::decision::{Choice, Prompt, Shape};
use crate::model::event::Event;
use crate::model::ids::{ObjectRef, Referent, Seat};
use crate::model::object::Counters;
use crate::model::player::Players;
use crate::model::zone::Zone;
use crate::rules::events;
use crate::rules::reading::{self, Board, Live};
use crate::rules::state::{EditGame, ReadGame};

/// The counters on an object or a player, by kind.
fn on(world: &impl ReadGame, of: Referent) -> Vec<(CounterKind, u32)> {
    let board = Live::new(world);
    let list =
        |counters: &Counters| counters.0.iter().map(|(kind, n, _)| (*kind, *n)).filter(|(_, n)| *n > 0).collect();
    match of {
        Referent::Object(object) => list(board.counters(object.id)),
        Referent::Player(seat) => list(&world.part::<Players>().get(seat).counters),
    }
}

/// CR 614.17b: whether a player can choose to put counters of one of these kinds on it, or on it as it enters.
pub(super) fn can_put(world: &impl ReadGame, on: Referent, kind: CounterKind, and: &[(CounterKind, Quantity)]) -> bool {
    let board = Live::new(world);
    let enters = on.object().filter(|object| events::is_entering(world, *object));
    let can = |kind: &CounterKind| match enters {
        Some(object) => reading::takes_counters_there(&board, object, *kind),
        None => reading::takes_counters(&board, on, *kind),
    };
    can(&kind) || and.iter().any(|(kind, _)| can(kind))
}

/// CR 122.5: whether a counter of that kind, or of any, could be moved from one permanent to another one.
pub(super) fn can_move(
    world: &mut impl EditGame,
    frame: &Frame,
    from: Obj,
    to: Obj,
    kind: Option<CounterKind>,
) -> bool {
    let [from, to] = [from, to].map(|obj| acting_one(world, frame, obj));
    match (from, to) {
        (Some(from), Some(to)) => {
            let there = [from, to].iter().all(|o| is_in(world, *o, Zone::Battlefield));
            there && from != to && has(world, from, kind)
        }
        _ => false,
    }
}

/// Whether there is a counter on it.
pub(super) fn has_any(world: &impl ReadGame, of: Referent) -> bool {
    !on(world, of).is_empty()
}

/// Whether there is a counter of that kind, or of any, on it.
pub(super) fn has(world: &impl ReadGame, of: ObjectRef, only: Option<CounterKind>) -> bool {
    on(world, Referent::Object(of)).iter().any(|(kind, _)| only.is_none_or(|only| only == *kind))
}

/// CR 701.10e: as many more counters of each kind as there are, or one more of each kind.
pub(super) fn more_of_each(
    world: &mut impl EditGame,
    frame: &mut Frame,
    whose: &Recipients,
    double: bool,
) -> InstructionFlow {
    if frame.phase > 0 {
        return InstructionFlow::Next;
    }
    let mut all = Vec::new();
    for target in acting_recipients(world, frame, whose) {
        for (kind, there) in on(world, target) {
            let count = if double { there } else { 1 };
            all.push(Event::PutCounters { target, kind, count, by: frame.bindings.you });
        }
    }
    if all.is_empty() { InstructionFlow::Next } else { frame.propose(1, all) }
}

/// CR 122.8-122.9: as many counters of each kind as an object has, or had.
pub(super) fn put_as_many(
    world: &mut impl EditGame,
    frame: &mut Frame,
    (of, only): (Obj, Option<CounterKind>),
    what: &Objects,
) -> InstructionFlow {
    if frame.phase > 0 {
        return InstructionFlow::Next;
    }
    let by = frame.bindings.you;
    let source = read_objects(world, frame, &Objects::The(of)).first().copied();
    let counters = source.and_then(|object| board(world).view(object).map(|view| view.counters.clone()));
    let kinds: Vec<(CounterKind, u32)> = counters
        .iter()
        .flat_map(|all| all.0.iter().map(|(kind, n, _)| (*kind, *n)))
        .filter(|(kind, n)| *n > 0 && only.is_none_or(|only| only == *kind))
        .collect();
    let mut all = Vec::new();
    for object in acting(world, frame, what) {
        let target = Referent::Object(object);
        all.extend(kinds.iter().map(|(kind, count)| Event::PutCounters { target, kind: *kind, count: *count, by }));
    }
    if all.is_empty() { InstructionFlow::Next } else { frame.propose(1, all) }
}

/// How many counters are chosen, of which kind, and from what.
struct Wanted {
    from: Vec<Referent>,
    kind: Option<CounterKind>,
    min: usize,
    max: usize,
}

/// A counter that can be chosen: what it is on, and its kind.
type Pick = (Referent, CounterKind);

impl Wanted {
    /// All that can be chosen, each kind of each as often as it is there.
    fn all(&self, world: &impl ReadGame) -> Vec<(Pick, u32)> {
        let of = |from: &Referent| {
            let from = *from;
            let fits = |(kind, _): &(CounterKind, u32)| self.kind.is_none_or(|only| only == *kind);
            on(world, from).into_iter().filter(fits).map(move |(kind, n)| ((from, kind), n))
        };
        self.from.iter().flat_map(of).collect()
    }
}

/// Chooses counters one after the other. What was chosen is in the scratch; `None` as long as a player is asked.
fn choose(
    world: &mut impl EditGame,
    frame: &mut Frame,
    player: Seat,
    wanted: &Wanted,
) -> Result<Vec<(Pick, u32)>, InstructionFlow> {
    let all = wanted.all(world);
    let there = all.iter().fold(0_usize, |sum, (_, n)| sum.saturating_add(*n as usize));
    // What there is nothing to choose about.
    if wanted.min >= there {
        return Ok(all);
    }
    if let ([(pick, _)], true) = (all.as_slice(), wanted.min == wanted.max) {
        return Ok(vec![(*pick, u32::try_from(wanted.max).unwrap_or(u32::MAX))]);
    }
    if frame.phase > 0 {
        let offered = open(&all, frame);
        let passes = frame.scratch.len() >= wanted.min;
        match place(&Returned::answer(world)) {
            0 if passes => return Ok(picked(&all, frame)),
            at => {
                let pick = offered[at - usize::from(passes)];
                frame.scratch.push(Value::Number(i32::try_from(pick).unwrap_or(i32::MAX)));
            }
        }
    }
    let offered = open(&all, frame);
    if frame.scratch.len() >= wanted.max || offered.is_empty() {
        return Ok(picked(&all, frame));
    }
    let pass = (frame.scratch.len() >= wanted.min).then_some(Choice::Pass);
    let counter = |at: &usize| Choice::Counter { of: all[*at].0.0, kind: all[*at].0.1 };
    let options = pass.into_iter().chain(offered.iter().map(counter)).collect();
    Err(frame.ask(1, player, Prompt::ChooseObjects(frame.subject()), Shape::ChooseOne(options)))
}

/// Of which there are some left.
fn open(all: &[(Pick, u32)], frame: &Frame) -> Vec<usize> {
    let taken = picked(all, frame);
    let left = |at: &usize| {
        let (pick, n) = all[*at];
        taken.iter().find(|(other, _)| *other == pick).is_none_or(|(_, taken)| *taken < n)
    };
    (0..all.len()).filter(left).collect()
}

fn picked(all: &[(Pick, u32)], frame: &Frame) -> Vec<(Pick, u32)> {
    let mut sums: Vec<(Pick, u32)> = Vec::new();
    for value in &frame.scratch {
        let Value::Number(at) = value else { continue };
        let Some((pick, _)) = usize::try_from(*at).ok().and_then(|at| all.get(at)) else { continue };
        match sums.iter_mut().find(|(other, _)| other == pick) {
            Some((_, n)) => *n += 1,
            None => sums.push((*pick, 1)),
        }
    }
    sums
}

/// The phase of an instruction once its counters have been removed.
const DONE: u8 = 2;

/// CR 122.1: a player removes counters from among objects and players.
pub(super) fn remove_any(
    world: &mut impl EditGame,
    frame: &mut Frame,
    (who, from): (Who, &Recipients),
    (min, max): (&Quantity, &Quantity),
    into: Option<Var>,
) -> InstructionFlow {
    if frame.phase == DONE {
        frame.store_number(into, total(world));
        return InstructionFlow::Next;
    }
    let Some(player) = seat(world, frame, who) else { return frame.nothing(into) };
    let (min, max) = (amount(world, frame, min).max(0) as usize, amount(world, frame, max).max(0) as usize);
    let from = acting_recipients(world, frame, from);
    let chosen = match choose(world, frame, player, &Wanted { from, kind: None, min: min.min(max), max }) {
        Ok(chosen) => chosen,
        Err(asked) => return asked,
    };
    take(frame, chosen, into)
}

/// All counters are removed.
pub(super) fn remove_all(
    world: &mut impl EditGame,
    frame: &mut Frame,
    from: &Recipients,
    into: Option<Var>,
) -> InstructionFlow {
    if frame.phase == DONE {
        frame.store_number(into, total(world));
        return InstructionFlow::Next;
    }
    let from = acting_recipients(world, frame, from);
    let all = Wanted { from, kind: None, min: 0, max: 0 }.all(world);
    take(frame, all, into)
}

fn take(frame: &mut Frame, chosen: Vec<(Pick, u32)>, into: Option<Var>) -> InstructionFlow {
    let remove = |((target, kind), count)| Event::RemoveCounters { target, kind, count };
    let events: Vec<Event> = chosen.into_iter().map(remove).collect();
    if events.is_empty() { frame.nothing(into) } else { frame.propose(DONE, events) }
}

/// What is moved, and where.
pub(super) struct Moved<'a> {
    /// What has the counters.
    pub from: Obj,
    /// What gets them.
    pub to: Obj,
    /// Of which kind, if that is said.
    pub kind: Option<CounterKind>,
    /// The fewest.
    pub min: &'a Quantity,
    /// The most; all without a number.
    pub max: Option<&'a Quantity>,
}

/// CR 122.5: counters are removed from one permanent and put on another one; if one of both can't be done, neither is.
pub(super) fn move_counters(
    world: &mut impl EditGame,
    frame: &mut Frame,
    how: &Moved<'_>,
    into: Option<Var>,
) -> InstructionFlow {
    if frame.phase == DONE {
        // Half of what happened was that they were put.
        frame.store_number(into, total(world) / 2);
        return InstructionFlow::Next;
    }
    let (from, to) = (acting_one(world, frame, how.from), acting_one(world, frame, how.to));
    let (Some(from), Some(to)) = (from, to) else { return frame.nothing(into) };
    if from == to || !is_in(world, from, Zone::Battlefield) || !is_in(world, to, Zone::Battlefield) {
        return frame.nothing(into);
    }
    let least = amount(world, frame, how.min).max(0) as usize;
    let most = how.max.map(|max| amount(world, frame, max).max(0) as usize);
    let (min, max) = most.map_or((usize::MAX, usize::MAX), |max| (least.min(max), max));
    let wanted = Wanted { from: vec![Referent::Object(from)], kind: how.kind, min, max };
    let player = frame.bindings.you;
    let chosen = match choose(world, frame, player, &wanted) {
        Ok(chosen) => chosen,
        Err(asked) => return asked,
    };
    let (by, target) = (player, Referent::Object(to));
    let mut all = Vec::new();
    for ((from, kind), count) in chosen {
        let put = Event::PutCounters { target, kind, count, by };
        if events::can_happen(world, &put) {
            all.extend([Event::RemoveCounters { target: from, kind, count }, put]);
        }
    }
    if all.is_empty() { frame.nothing(into) } else { frame.propose(DONE, all) }
}
