//! One game.

use super::hash::GameHash;
use super::plan::Plan;
use super::row::{Row, hex, hex_bytes};
use crate::agents::stream;
use crate::game::Game;
use crate::game::view::{Opening, SeatView};
use crate::model::decision::{Answer, Decision};
use crate::model::ids::Seat;
use crate::model::outcome::Outcome;
use crate::model::player::{LossReason, Players};
use crate::model::turn::Turn;
use crate::rules::state::ReadGame;
use crate::tools::replay::{Given, Record};
use std::cell::Cell;

/// How a game ended, and what led there.
#[derive(Clone, Debug)]
pub struct Played {
    /// The number of the game, from 0.
    pub index: u64,
    /// The player who took the first turn.
    pub first: Seat,
    /// How it ended; [`Outcome::Running`] if something went wrong.
    pub outcome: Outcome,
    /// How each seat lost, if it did.
    pub lost: Vec<Option<LossReason>>,
    /// How many turns were begun.
    pub turns: u32,
    /// How many decisions were answered.
    pub decisions: u32,
    /// The life totals at the end.
    pub life: Vec<i32>,
    /// How many mulligans were taken.
    pub mulligans: Vec<u8>,
    /// What proves that two runs are the same.
    pub hash: GameHash,
    /// What went wrong, if something did.
    pub failure: Option<Failure>,
    /// The answers, if the plan wants them.
    pub record: Option<Record>,
}

/// A game that couldn't be played to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The number of the game.
    pub index: u64,
    /// How many decisions had been answered.
    pub decision: u32,
    /// What went wrong, as a sentence.
    pub message: String,
}

/// What sees each decision with its answer before the answer is given.
pub type Spectator<'a> = &'a mut dyn FnMut(&mut Game, &Decision, &Answer);

/// Plays a game of a plan to its end. `answered` counts along, for a caller that catches a panic.
pub fn play(
    game: &mut Game,
    plan: &Plan,
    index: u64,
    answered: &Cell<u32>,
    spectator: Option<Spectator<'_>>,
) -> Played {
    play_unless(game, plan, index, answered, &|| false, spectator).expect("nobody stops it")
}

/// Like [`play`], but asks before each decision whether to stop; `None` if the game was stopped.
pub(crate) fn play_unless(
    game: &mut Game,
    plan: &Plan,
    index: u64,
    answered: &Cell<u32>,
    stopped: &dyn Fn() -> bool,
    mut spectator: Option<Spectator<'_>>,
) -> Option<Played> {
    let mut agents: Vec<_> =
        (0..plan.seats()).map(|seat| (plan.agents[seat].make(), stream(plan.seed, index, Seat(seat as u8)))).collect();
    let mut hash = GameHash::default();
    let mut failure = None;
    answered.set(0);
    plan.begin(game, index);
    let mut given = plan.record.then(Vec::new);
    let start = if plan.record { game.sync_hash() } else { 0 };
    for (agent, _) in &mut agents {
        agent.begin(&Opening::new(game));
    }
    while let Some(decision) = game.decision() {
        if stopped() {
            return None;
        }
        let (agent, random) = &mut agents[decision.decider.index()];
        let answer = agent.answer(&SeatView::new(game.world(), decision.decider), decision, random);
        hash.answer(decision, &answer);
        if let Some(see) = &mut spectator {
            let decision = decision.clone();
            see(game, &decision, &answer);
        }
        if let Some(given) = &mut given {
            given.push(Given::Answer(answer.clone()));
        }
        if let Err(error) = game.submit(answer) {
            failure = Some(Failure {
                index,
                decision: answered.get(),
                message: format!("the agent `{}` answered illegally: {error}", agent.name()),
            });
            break;
        }
        answered.set(answered.get() + 1);
        if hash.is_due() {
            hash.state(game.sync_hash());
        }
    }
    hash.state(game.sync_hash());
    let record =
        given.map(|given| Record { header: plan.header().hash(), start: hex(start), given: Given::text(&given) });
    Some(Played { record, ..Played::of(game, plan, index, hash, answered.get(), failure) })
}

impl Played {
    /// What became of a game.
    pub(crate) fn of(
        game: &Game,
        plan: &Plan,
        index: u64,
        hash: GameHash,
        decisions: u32,
        failure: Option<Failure>,
    ) -> Self {
        let players = &game.world().part::<Players>().0;
        Self {
            index,
            first: plan.first_of(index),
            outcome: if failure.is_some() { Outcome::Running } else { game.outcome() },
            lost: players.iter().map(|p| p.lost).collect(),
            turns: game.world().part::<Turn>().number,
            decisions,
            life: players.iter().map(|p| p.life).collect(),
            mulligans: players.iter().map(|p| p.mulligans).collect(),
            hash,
            failure,
            record: None,
        }
    }

    /// A game that ended by a panic.
    pub fn failed(plan: &Plan, failure: Failure) -> Self {
        Self {
            index: failure.index,
            first: plan.first_of(failure.index),
            outcome: Outcome::Running,
            lost: vec![None; plan.seats()],
            turns: 0,
            decisions: failure.decision,
            life: vec![0; plan.seats()],
            mulligans: vec![0; plan.seats()],
            hash: GameHash::default(),
            failure: Some(failure),
            record: None,
        }
    }

    /// Its row.
    pub fn row(&self, plan: &Plan) -> Row {
        let (winner, end) = match self.outcome {
            Outcome::Win(seat) => (Some(seat.to_string()), "win"),
            Outcome::Draw => (None, "draw"),
            Outcome::Inconclusive(_) => (None, "inconclusive"),
            Outcome::Running if self.failure.is_none() => (None, "running"),
            Outcome::Running => (None, "error"),
        };
        Row {
            index: self.index,
            seed: plan.seed,
            seats: plan.names.clone(),
            first: self.first.to_string(),
            winner,
            end: end.to_owned(),
            why: self.why(),
            turns: self.turns,
            decisions: self.decisions,
            life: self.life.clone(),
            mulligans: self.mulligans.clone(),
            hashes: self.hash.rolling.iter().map(|h| hex(*h)).collect(),
            answers: hex_bytes(&self.hash.answers),
            hash: hex(self.hash.value()),
            record: self.record.clone(),
        }
    }

    /// Why it ended in this way.
    pub fn why(&self) -> String {
        if let Some(failure) = &self.failure {
            return failure.message.clone();
        }
        if let Outcome::Inconclusive(reason) = self.outcome {
            return reason.to_string();
        }
        let lost = self.lost.iter().enumerate().filter_map(|(seat, reason)| Some((Seat(seat as u8), (*reason)?)));
        let words: Vec<String> = lost.map(|(seat, reason)| format!("{seat} {reason}")).collect();
        words.join(", ")
    }
}
