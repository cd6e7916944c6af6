//! The stream of facts for those who watch a game: outside of its state, never read by a rule.

use crate::model::dirt::Dirt;
use crate::model::fact::Fact;
use crate::model::ids::{ObjectId, ObjectRef, SeatSet};
use crate::model::player::Players;
use crate::model::zone::Moved;
use crate::rules::state::{EditGame, GameState, ReadGame};
use std::any::Any;
use std::collections::HashMap;
use std::fmt::Debug;

/// Somebody who is told what happens as it happens, and looks at the game as it is then. What they keep isn't part
/// of the state of the game.
pub(crate) trait Listener: Any + Debug + Send + Sync {
    /// Hears facts that happened at once.
    fn hear(&mut self, game: &mut GameState<'_>, facts: &[Fact]);
}

/// Numbers that tell permanents of the same name apart, for those who follow the game.
#[derive(Clone, Debug, Default)]
pub struct Numbers {
    /// Whether numbers stay as they are given: somebody follows the game.
    pub(crate) kept: bool,
    /// Those that are given.
    pub(crate) given: HashMap<ObjectId, NumberGiven>,
}

/// The number of a permanent.
#[derive(Clone, Debug)]
pub(crate) struct NumberGiven {
    /// Of which object of the slot.
    pub(crate) incarnation: u32,
    /// What all see of it: its name, or that it lies face down.
    pub(crate) name: String,
    /// The number that was given.
    pub(crate) number: u32,
    /// Whether there has been another one of the name.
    pub(crate) shared: bool,
}

/// What happened, in order, since the log was last taken. Empty and free of cost unless it is on.
#[derive(Debug, Default)]
pub struct EventLog {
    /// Whether facts are kept, those that no rule watches included.
    pub on: bool,
    /// The facts.
    pub facts: Vec<Fact>,
    /// Whether facts are written to `Messages<Fact>`: [`FactsPlugin`](crate::rules::facts::FactsPlugin) is there.
    pub messages: bool,
    /// Facts that are still to be written there: at the latest when the rules stand still.
    pub unsent: Vec<Fact>,
    /// Whether plugins follow facts.
    pub(crate) follows: bool,
    /// The facts that they haven't been told yet; empty when a task begins.
    pub(crate) unfollowed: Vec<Fact>,
    /// Who follows the game.
    pub(crate) listener: Option<Box<dyn Listener>>,
    /// What tells permanents of the same name apart for them.
    pub numbers: Numbers,
}

impl EventLog {
    /// Notes facts, if the log is on or somebody follows the game.
    #[inline]
    pub fn note(world: &mut impl EditGame, facts: &[Fact]) {
        let log = world.part_mut::<Self>();
        let (told, follows) = (log.is_told(), log.follows);
        if follows {
            log.unfollowed.extend_from_slice(facts);
            world.part_mut::<Dirt>().facts = true;
        }
        if told {
            Self::tell(world, facts);
        }
    }

    /// Whether anybody is told what no rule watches: the log is on, somebody follows the game, or messages are read.
    fn is_told(&self) -> bool {
        self.on || self.messages || self.listener.is_some()
    }

    /// Keeps facts if the log is on, tells those who follow the game, and readers of messages.
    fn tell(world: &mut impl EditGame, facts: &[Fact]) {
        let log = world.part_mut::<Self>();
        if log.on {
            log.facts.extend_from_slice(facts);
        }
        if log.messages {
            log.unsent.extend_from_slice(facts);
        }
        if let Some(mut listener) = log.listener.take() {
            world.with_state(|game| listener.hear(game, facts));
            world.part_mut::<Self>().listener = Some(listener);
        }
    }

    /// Whether anybody is told what happens: the log is on, somebody follows the game, or messages are read.
    #[inline]
    pub fn is_followed(world: &impl ReadGame) -> bool {
        world.part::<Self>().is_told()
    }

    /// Notes what no rule watches, for those who are told what happens.
    #[inline]
    pub fn aside(world: &mut impl EditGame, fact: impl FnOnce() -> Fact) {
        if Self::is_followed(world) {
            Self::tell(world, &[fact()]);
        }
    }

    /// Notes moves that no recorded fact tells, for those who are told what happens: while the game is set up, of abilities on the stack, of what ceases to
    /// exist, and within a zone.
    pub fn moved<'m>(world: &mut impl EditGame, moved: impl IntoIterator<Item = &'m Moved>) {
        if Self::is_followed(world) {
            let fact = |m: &Moved| Fact::Moved { old: m.old, new: m.new, from: m.from, to: m.to, cause: m.cause };
            Self::tell(world, &moved.into_iter().map(fact).collect::<Vec<_>>());
        }
    }
}

/// Notes that players have looked at cards, for those who are told what happens.
pub(crate) fn looked(world: &mut impl EditGame, objects: &[ObjectRef], by: SeatSet) {
    if !EventLog::is_followed(world) {
        return;
    }
    // What everybody sees is told as revealed.
    if is_everybody(world, by) {
        return;
    }
    let shown = crate::rules::slots::by_handle(world, objects);
    let facts: Vec<Fact> = shown.into_iter().map(|object| Fact::Looked { by, object }).collect();
    EventLog::tell(world, &facts);
}

/// Notes that cards lie open as long as a rule says so (players play with their hands revealed), for those who are told what
/// happens, if everybody sees them. Nothing is revealed that triggers could look for.
pub(crate) fn open(world: &mut impl EditGame, objects: &[ObjectRef], to: SeatSet) {
    if EventLog::is_followed(world) && is_everybody(world, to) {
        let shown = crate::rules::slots::by_handle(world, objects);
        let facts: Vec<Fact> = shown.into_iter().map(|object| Fact::Revealed { object }).collect();
        EventLog::tell(world, &facts);
    }
}

fn is_everybody(world: &impl ReadGame, seats: SeatSet) -> bool {
    let alive: SeatSet = world.part::<Players>().alive().collect();
    alive.0 & !seats.0 == 0
}
