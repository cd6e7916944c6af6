//! Taking back: a game goes back to an earlier decision, its randomness with it.

use super::answers::Given;
use super::recording::Recording;
use crate::game::client::Viewer;
use crate::game::{Game, UnknownSeat};
use crate::model::decision::{Answer, AnswerError, Choice, Decision, Pending, Prompt};
use crate::model::ids::{ObjectId, Seat, SeatSet};
use crate::model::object::{Object, ObjectKind};
use crate::model::rng::GameRng;
use crate::model::turn::Turn;
use crate::rules::slots::Slots;
use crate::rules::state::ReadGame;
use crate::tools::simulate::{GameHash, Plan};
use bevy_ecs::prelude::*;
use thiserror::Error;

/// What may be taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Undo {
    /// Everything: for analysis, for games without hidden information, and if all agree.
    Anything,
    /// What this seat did last, as long as nobody learnt anything by it: no card became known to anybody, nothing was
    /// random, nobody else was asked or let an opportunity to act go by.
    OwnWithoutNews(Seat),
    /// What this seat did since it last learnt something, even if others have learnt something by it. For games against
    /// agents and other opponents who don't mind: a land that was played can be taken back.
    OwnWithoutGain(Seat),
}

/// Why an answer can't be taken back.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum UndoError {
    /// The game has fewer answers.
    #[error("there have been {given} answers: the game can't go back to {to}")]
    Future {
        /// The number of answers that was asked for.
        to: usize,
        /// How many there are.
        given: usize,
    },
    /// The policy doesn't let that be taken back.
    #[error("not before answer {earliest}: what was done until then is another player's, or somebody learnt of it")]
    Policy {
        /// How far the game may go back.
        earliest: usize,
    },
}

/// The number of answers after which a copy of the game is kept to go back to.
const EVERY: usize = 32;

/// A game with all that has been answered, and how to go back. A caller hands each answer to it.
///
/// # Examples
/// ```
/// use dracones::tools::replay::{Timeline, Undo, anybody};
/// use dracones::prelude::*;
/// use dracones::tools::simulate::Plan;
///
/// let db = CardDb::embedded();
/// let setup = GameSetup::from_names(&db, &[vec![("Forest", 60)], vec![("Mountain", 60)]]).unwrap();
/// let (mut game, mut timeline) = Timeline::begin(&Plan::new(setup, &anybody("a person")), 0);
/// let before = game.sync_hash();
/// let answer = game.decision().unwrap().sample(&mut Stream::new(1, 1));
/// timeline.submit(&mut game, answer).unwrap();
/// assert_ne!(game.sync_hash(), before);
///
/// timeline.undo(&mut game, 0, Undo::Anything).unwrap();
/// assert_eq!(game.sync_hash(), before);
/// ```
#[derive(Debug)]
pub struct Timeline {
    recording: Recording,
    /// Of each answer who gave it and who learnt something by it; nothing of those that let an opportunity go by.
    quiet: Vec<Option<(Seat, SeatSet)>>,
    /// Copies on the way, each with the number of answers and their hash.
    kept: Vec<(usize, Game, GameHash)>,
}

/// What tells whether somebody learnt something.
struct Known {
    rows: Vec<(ObjectKind, u32, SeatSet)>,
    drawn: u128,
    turn: Turn,
}

impl Known {
    fn of(game: &Game) -> Self {
        let world = game.world();
        let slots = world.part::<Slots>();
        let row = |i: u32| {
            let object = world.get::<Object>(slots.entity(ObjectId(i))).expect("every slot is an object");
            (object.kind, object.incarnation, object.known_to)
        };
        Self {
            rows: (0..slots.len() as u32).map(row).collect(),
            drawn: world.part::<GameRng>().position(),
            turn: world.part::<Turn>().clone(),
        }
    }

    /// Who knows more than before.
    fn news(&self, before: &Self) -> SeatSet {
        let all = SeatSet::ALL;
        let turn = |known: &Self| (known.turn.number, known.turn.step, known.turn.passed);
        if self.drawn != before.drawn || turn(self) != turn(before) {
            return all;
        }
        let unused = (ObjectKind::Unused, 0, SeatSet::NONE);
        let were = before.rows.iter().chain(std::iter::repeat(&unused));
        let learnt = self.rows.iter().zip(were).map(|(now, was)| match (was.0, now.0) {
            // What came and went has been on the stack, where everybody could have answered it.
            (_, ObjectKind::Unused) if now.1 != was.1 => all.0,
            (ObjectKind::Card, _) => now.2.0 & !was.2.0,
            _ => 0,
        });
        SeatSet(learnt.fold(0, |sum, seats| sum | seats))
    }
}

/// Whether an answer lets an opportunity to act go by, so that others get theirs.
fn passes(decision: &Decision, answer: &Answer) -> bool {
    match answer {
        Answer::One(i) => {
            decision.prompt == Prompt::Priority && decision.options().get(usize::from(*i)) == Some(&Choice::Pass)
        }
        _ => false,
    }
}

impl Timeline {
    /// Begins game `index` of a plan.
    pub fn begin(plan: &Plan, index: u64) -> (Game, Self) {
        let (game, recording) = Recording::begin(plan, index);
        let kept = vec![(0, game.fork(), GameHash::default())];
        (game, Self { recording, quiet: Vec::new(), kept })
    }

    /// Continues a game that was read from a file; it can go back to there, not further.
    pub fn of(recording: Recording, game: &Game) -> Self {
        let quiet = vec![None; recording.given().len()];
        let kept = vec![(quiet.len(), game.fork(), recording.hash().clone())];
        Self { recording, quiet, kept }
    }

    /// Answers the open decision of the game.
    ///
    /// # Errors
    /// As [`Game::submit`]; nothing is changed then.
    pub fn submit(&mut self, game: &mut Game, answer: Answer) -> Result<(), AnswerError> {
        let decision = game.world().part::<Pending>().0.clone().ok_or(AnswerError::Over)?;
        let (before, passed) = (Known::of(game), passes(&decision, &answer));
        self.recording.submit(game, answer)?;
        let learnt = (!passed).then(|| Known::of(game).news(&before));
        self.quiet.push(learnt.map(|learnt| (decision.decider, learnt)));
        self.keep(game);
        Ok(())
    }

    /// Answers the question of a viewer, in places of its options.
    ///
    /// # Errors
    /// As [`Game::reply`]; nothing is changed then.
    pub fn reply(&mut self, game: &mut Game, viewer: impl Into<Viewer>, answer: &Answer) -> Result<(), AnswerError> {
        let answer = game.in_places_of_decision(viewer, answer)?;
        self.submit(game, answer)
    }

    /// CR 104.3a: a player concedes. Does nothing when the game is over.
    ///
    /// # Errors
    /// If the game has no such seat.
    pub fn concede(&mut self, game: &mut Game, seat: Seat) -> Result<(), UnknownSeat> {
        self.recording.concede(game, seat)?;
        self.quiet.resize(self.recording.given().len(), None);
        self.keep(game);
        Ok(())
    }

    fn keep(&mut self, game: &Game) {
        if self.len().is_multiple_of(EVERY) {
            self.kept.push((self.len(), game.fork(), self.recording.hash().clone()));
        }
    }

    /// How many answers and concessions there have been.
    pub fn len(&self) -> usize {
        self.quiet.len()
    }

    /// Whether there have been none.
    pub fn is_empty(&self) -> bool {
        self.quiet.is_empty()
    }

    /// The recording, to write it.
    pub fn recording(&self) -> &Recording {
        &self.recording
    }

    /// How far the game may go back: the number of answers that stay.
    pub fn earliest(&self, policy: Undo) -> usize {
        let first = self.kept.first().map_or(0, |(at, ..)| *at);
        match policy {
            Undo::Anything => first,
            Undo::OwnWithoutNews(seat) => self.own(|by, learnt| by == seat && learnt.is_empty()).max(first),
            Undo::OwnWithoutGain(seat) => self.own(|by, learnt| by == seat && !learnt.contains(seat)).max(first),
        }
    }

    /// The number of answers before the last ones that may be taken back.
    fn own(&self, open: impl Fn(Seat, SeatSet) -> bool) -> usize {
        let last = self.quiet.iter().rev().take_while(|answer| answer.is_some_and(|(by, learnt)| open(by, learnt)));
        self.len() - last.count()
    }

    /// Takes the game back to the decision after the first `to` answers: everything is as it was then, what chance will
    /// bring included.
    ///
    /// # Errors
    /// What the policy doesn't let be taken back. The game is unchanged then.
    pub fn undo(&mut self, game: &mut Game, to: usize, policy: Undo) -> Result<(), UndoError> {
        if to > self.len() {
            return Err(UndoError::Future { to, given: self.len() });
        }
        let earliest = self.earliest(policy);
        if to < earliest {
            return Err(UndoError::Policy { earliest });
        }
        self.kept.retain(|(at, ..)| *at <= to);
        let (at, kept, hash) = self.kept.last().expect("the first copy is as early as anything");
        let mut again = kept.fork();
        let given = self.recording.back_to(*at, hash.clone());
        for one in given.into_iter().take(to - at) {
            match one {
                Given::Answer(answer) => {
                    self.recording.submit(&mut again, answer).expect("what was legal once is legal again");
                }
                Given::Concede(seat) => {
                    self.recording.concede(&mut again, seat).expect("the seat was there before");
                }
            }
        }
        again.fork_into(game);
        self.quiet.truncate(to);
        Ok(())
    }
}
