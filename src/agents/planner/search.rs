//! Which lines are tried, how often, and which is the best.

use super::Planner;
use super::line::{Exchange, Exchanges, Moment, Pilot};
use crate::agents::lookahead::{Table, ask_less};
use crate::game::Game;
use crate::game::view::{InformationSet, SeatView};
use crate::model::decision::Answer;
use crate::model::rng::Stream;

/// How many answers a line exchanges after the first, at most.
const MOST_EXCHANGES: usize = 2;
/// How many of the best lines get a further answer exchanged.
const PARENTS: usize = 2;
/// How many lines with a further answer exchanged are tried, at most.
const CHILDREN: usize = 16;

/// A board with this many permanents gets the whole budget.
const CROWD: u32 = 40;

/// A line and how it went.
#[derive(Debug)]
struct Trial {
    /// The place of its first answer.
    place: usize,
    exchanges: Exchanges,
    /// What it was worth in each deal, from the first on.
    worth: Vec<f64>,
    /// What could be exchanged further, as the first deal has shown.
    moments: Vec<Moment>,
}

impl Trial {
    fn new(place: usize) -> Self {
        Self { place, exchanges: Exchanges::new(), worth: Vec::new(), moments: Vec::new() }
    }

    /// How much better it was than another line, in the deals that both have been tried in.
    fn lead(&self, other: &[f64]) -> f64 {
        let count = self.worth.len().min(other.len());
        let sum: f64 = self.worth.iter().zip(other).map(|(a, b)| a - b).sum();
        sum / count.max(1) as f64
    }

    /// Whether it is what the greedy agent would do.
    fn is_greedy(&self) -> bool {
        self.place == 0 && self.exchanges.is_empty()
    }

    fn mean(&self) -> f64 {
        self.worth.iter().sum::<f64>() / self.worth.len().max(1) as f64
    }

    /// The lines with one more answer exchanged.
    fn children(&self) -> Vec<Self> {
        if self.exchanges.len() >= MOST_EXCHANGES {
            return Vec::new();
        }
        let child = |at: u16, kind: u64| {
            let mut exchanges = self.exchanges.clone();
            exchanges.push(Exchange { at, kind });
            Self { exchanges, ..Self::new(self.place) }
        };
        self.moments.iter().flat_map(|m| m.others.iter().map(move |kind| child(m.at, *kind))).collect()
    }
}

/// The tries of one search.
struct Tries<'a> {
    pilot: Pilot,
    known: &'a InformationSet,
    answers: &'a [Answer],
    seed: (u64, u64),
    games: [Game; 2],
    /// How many playouts are left.
    left: u32,
    /// How much worse than the best a line is, after its first deal, that isn't tried again.
    drop: f64,
    /// What greedy play was worth in each deal, if it was dropped.
    greedy: Option<Vec<f64>>,
}

impl Tries<'_> {
    /// Tries lines in the deals before `deals` in which they haven't been, as far as the budget goes.
    fn run(&mut self, trials: &mut [Trial], deals: usize) {
        let from = trials.iter().map(|t| t.worth.len()).min().unwrap_or(deals);
        let [dealt, game] = &mut self.games;
        for deal in from..deals {
            let number = deal as u64;
            let mut is_dealt = false;
            for trial in trials.iter_mut().filter(|t| t.worth.len() == deal) {
                if self.left == 0 {
                    return;
                }
                if !is_dealt {
                    self.known.deal_into(dealt, &mut Stream::new(self.seed.0, self.seed.1.wrapping_add(number)));
                    ask_less(dealt);
                    is_dealt = true;
                }
                self.left -= 1;
                dealt.fork_into(game);
                let mut rng = Stream::new(self.seed.0 ^ 0x5EED, self.seed.1.wrapping_add(number));
                let moments = (deal == 0).then_some(&mut trial.moments);
                let worth = self.pilot.play(game, &self.answers[trial.place], &trial.exchanges, moments, &mut rng);
                trial.worth.push(worth);
            }
        }
    }

    /// Tries the lines in a few deals. Whether one of them is better than the first, the greedy one, by some margin: if none is, it is
    /// hardly worth a closer look.
    fn glance(&mut self, trials: &mut [Trial], deals: usize, margin: f64) -> bool {
        self.run(trials, deals);
        let [greedy, others @ ..] = trials else { return false };
        others.iter().any(|other| !other.worth.is_empty() && other.lead(&greedy.worth) >= margin)
    }

    /// Drops the worse half of lines again and again until at most `leave` are left, within a number of playouts.
    fn halve(&mut self, trials: &mut Vec<Trial>, leave: usize, playouts: u32) {
        let floor = self.left.saturating_sub(playouts);
        while self.left > floor {
            let rounds = (trials.len().div_ceil(leave)).next_power_of_two().trailing_zeros().max(1);
            let each = ((self.left - floor) / rounds / trials.len() as u32).max(1) as usize;
            let had = trials.iter().map(|t| t.worth.len()).min().unwrap_or(0);
            for deals in had..had + each {
                self.run(trials, deals + 1);
                self.drop_hopeless(trials, leave);
                if trials.len() == 1 || self.left <= floor {
                    break;
                }
            }
            // What greedy play comes to is what others are measured by, to the end.
            let worse = trials.split_off(trials.len().div_ceil(2).max(leave).min(trials.len()));
            trials.extend(worse.into_iter().filter(Trial::is_greedy));
            if trials.len() <= leave {
                break;
            }
        }
        rank(trials);
    }

    /// Drops lines that are far behind the best but for the first `leave`, and those that were the same in every deal: that isn't
    /// a choice.
    fn drop_hopeless(&mut self, trials: &mut Vec<Trial>, leave: usize) {
        rank(trials);
        let best = trials[0].worth.clone();
        let floor = trials[0].mean() - self.drop / (best.len().max(1) as f64).sqrt();
        let mut place = 0;
        let stays = |t: &Trial| {
            place += 1;
            place == 1 || t.worth.len() < best.len() || (t.worth != best && (place <= leave || t.mean() > floor))
        };
        let (stay, dropped): (Vec<Trial>, Vec<Trial>) = std::mem::take(trials).into_iter().partition(stays);
        *trials = stay;
        if let Some(greedy) = dropped.into_iter().find(Trial::is_greedy) {
            self.greedy = Some(greedy.worth);
        }
    }
}

/// The number of playouts on a board with that many permanents: they take longer on a crowded one, in about that proportion.
fn budget_on(playouts: u32, permanents: usize) -> u32 {
    let permanents = u32::try_from(permanents).unwrap_or(u32::MAX);
    let part = u64::from(playouts) * u64::from(CROWD) / u64::from(permanents.max(CROWD));
    u32::try_from(part).unwrap_or(u32::MAX).max(1)
}

/// Puts the best first, the earlier one of equal ones.
fn rank(trials: &mut [Trial]) {
    trials.sort_by(|a, b| b.mean().total_cmp(&a.mean()).then(a.place.cmp(&b.place)));
}

impl Planner {
    /// The place of the best of several answers to the decision of a view, the greedy one first.
    pub(super) fn search(
        &mut self,
        view: &SeatView<'_>,
        known: &InformationSet,
        answers: &[Answer],
        rng: &mut Stream,
    ) -> usize {
        let seat = view.seat();
        let seats = view.seats().map(|s| s.index() + 1).max().unwrap_or(1);
        let turn = view.turn().number;
        let until = turn + if view.turn().active == seat { self.params.own } else { self.params.other };
        let learned = f64::from(self.params.learned) / 100.0;
        let pilot = Pilot { seat, seats, turn, until, learned, table: Table::new(seats, seat, &self.greedy) };
        let games = self.games.take().unwrap_or_else(|| [known.deal(rng), known.deal(rng)]);
        let budget = budget_on(self.params.playouts, view.battlefield().count());
        let seed = (rng.bits(), rng.bits());
        let drop = f64::from(self.params.drop) / 1000.0;
        let mut tries = Tries { pilot, known, answers, seed, games, left: budget, drop, greedy: None };
        let mut trials: Vec<Trial> = (0..answers.len()).map(Trial::new).collect();
        let margin = f64::from(self.params.margin) / 1000.0;
        let glance = self.params.glance as usize;
        if glance > 0 && !tries.glance(&mut trials, glance, margin) {
            self.games = Some(tries.games);
            return 0;
        }
        let deeper = budget * self.params.deeper / 100;
        tries.halve(&mut trials, if deeper > 0 { PARENTS } else { 1 }, budget - deeper);
        let greedy = tries.greedy.take().or_else(|| trials.iter().find(|t| t.is_greedy()).map(|t| t.worth.clone()));
        for level in 0..MOST_EXCHANGES {
            if tries.left == 0 {
                break;
            }
            let mut children: Vec<Trial> = trials.iter().take(PARENTS).flat_map(Trial::children).collect();
            if children.is_empty() {
                break;
            }
            rng.shuffle(&mut children);
            children.truncate(CHILDREN.min(tries.left as usize));
            let share = if level + 1 == MOST_EXCHANGES { tries.left } else { tries.left * 2 / 3 };
            tries.halve(&mut children, 1, share);
            trials.extend(children.into_iter().filter(|c| !c.worth.is_empty()));
            // All in the running have been in the first deals of the one with the fewest.
            let fewest = trials.iter().map(|t| t.worth.len()).min().unwrap_or(0);
            let mean = |t: &Trial| t.worth[..fewest].iter().sum::<f64>();
            trials.sort_by(|a, b| mean(b).total_cmp(&mean(a)).then(a.place.cmp(&b.place)));
            trials.truncate(PARENTS);
        }
        self.games = Some(tries.games);
        let best = trials.swap_remove(0);
        if greedy.is_some_and(|worth| !best.is_greedy() && best.lead(&worth) < margin) { 0 } else { best.place }
    }
}
