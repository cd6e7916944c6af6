//! The state of a game, borrowed: what the functions of the rules are given.

use super::GameWorld;
use crate::cards::CardTable;
use crate::model::cast::{CastResult, Paid, Refused};
use crate::model::combat::Combat;
use crate::model::continuous::{ActiveRules, ContinuousEffect, EffectList, MadeValues};
use crate::model::decision::{DecisionCount, Inbox, Pending, Settings};
use crate::model::dirt::Dirt;
use crate::model::event::BatchResult;
use crate::model::fact::History;
use crate::model::object::{Characteristics, Counters, LastKnownTable, Object, StackEntry, Status};
use crate::model::outcome::Outcome;
use crate::model::player::Players;
use crate::model::rng::{FixedOutcomes, GameRng};
use crate::model::task::Agenda;
use crate::model::trigger::{DelayedTriggers, PendingTriggers, TriggerIndex};
use crate::model::turn::Turn;
use crate::model::zone::Zones;
use crate::rules::events::{LookedAhead, WaitingFacts};
use crate::rules::layers::LayerWatch;
use crate::rules::legal::LegalCache;
use crate::rules::log::EventLog;
use crate::rules::reading::Live;
use crate::rules::slots::{Columns, EffectSlots, Slots};
use crate::rules::turn::LoopWatch;
use bevy_ecs::component::Mutable;
use bevy_ecs::prelude::*;
use bevy_ecs::query::QueryData;
use bevy_ecs::system::SystemParam;

/// A component of the entity of the game that the rules know.
pub trait Part: Component {
    /// The part of this type.
    fn of<'a>(state: &'a GameState<'_>) -> &'a Self;
    /// The part of this type, to write to.
    fn of_mut<'a>(state: &'a mut GameState<'_>) -> &'a mut Self;
}

/// A component that every object has.
pub trait Column: Component + Sized {
    /// The column of this type.
    fn of<'a>(state: &'a GameState<'_>, entity: Entity) -> Option<&'a Self>;
    /// The column of this type, to write to.
    fn of_mut<'a>(state: &'a mut GameState<'_>, entity: Entity) -> Option<&'a mut Self>;
}

macro_rules! state {
    (parts { $($(#[$doc:meta])* $part:ident: $type:ty,)* } columns { $($(#[$cdoc:meta])* $column:ident: $ctype:ty, $filter:ty;)* }) => {
        /// The parts of the game that the rules know, as a query for its entity.
        #[derive(QueryData)]
        #[query_data(mutable)]
        pub struct AllParts {
            $($part: &'static mut $type,)*
        }

        /// The state of a game, borrowed to be read and changed: the parts of the game and the columns of objects and
        /// effects. What the functions of the rules take, as `&mut GameState`; a system gets it from
        /// [`Changing::state`].
        pub struct GameState<'w> {
            $($(#[$doc])* pub $part: &'w mut $type,)*
            $($(#[$cdoc])* pub $column: Query<'w, 'w, &'static mut $ctype, $filter>,)*
        }

        /// Everything that rules read and change of a game, as a parameter of a system: of a runner of tasks, for
        /// example. Two systems that take it can't be unordered in one schedule.
        ///
        /// What changes by it doesn't count as changed for bevy ([`DetectChanges`]): clients follow a game by
        /// [facts](crate::rules::facts).
        #[derive(SystemParam)]
        pub struct Changing<'w, 's> {
            parts: Single<'w, 's, AllParts>,
            $($column: Query<'w, 's, &'static mut $ctype, $filter>,)*
        }

        impl Changing<'_, '_> {
            /// Plain references, made once a task.
            #[inline]
            pub fn state(&mut self) -> GameState<'_> {
                let parts = &mut *self.parts;
                GameState {
                    $($part: parts.$part.bypass_change_detection(),)*
                    $($column: self.$column.reborrow(),)*
                }
            }
        }

        $(impl Part for $type {
            #[inline]
            fn of<'a>(state: &'a GameState<'_>) -> &'a Self {
                state.$part
            }
            #[inline]
            fn of_mut<'a>(state: &'a mut GameState<'_>) -> &'a mut Self {
                state.$part
            }
        })*

        $(impl Column for $ctype {
            #[inline]
            fn of<'a>(state: &'a GameState<'_>, entity: Entity) -> Option<&'a Self> {
                state.$column.get(entity).ok()
            }
            #[inline]
            fn of_mut<'a>(state: &'a mut GameState<'_>, entity: Entity) -> Option<&'a mut Self> {
                state.$column.get_mut(entity).ok().map(Mut::into_inner)
            }
        })*
    };
}

state! {
    parts {
        /// The definitions of the cards.
        table: CardTable,
        /// Which entity stands for which object.
        slots: Slots,
        /// Which entity stands for which continuous effect.
        effect_slots: EffectSlots,
        /// The zones.
        zones: Zones,
        /// The players.
        players: Players,
        /// The turn.
        turn: Turn,
        /// Combat.
        combat: Combat,
        /// What is to be done.
        agenda: Agenda,
        /// The last answer.
        inbox: Inbox,
        /// The open decision.
        pending: Pending,
        /// How the game is run.
        settings: Settings,
        /// How many decisions were answered.
        decisions: DecisionCount,
        /// Whether it is over.
        outcome: Outcome,
        /// What has changed since others looked.
        dirt: Dirt,
        /// Last known information.
        last_known: LastKnownTable,
        /// This turn's facts.
        history: History,
        /// What the last batch did.
        result: BatchResult,
        /// Whether the last payment was made.
        paid: Paid,
        /// The spell that was last cast during a resolution.
        cast: CastResult,
        /// Proposals that couldn't be completed in this step.
        refused: Refused,
        /// Randomness.
        rng: GameRng,
        /// Outcomes of randomness that are fixed beforehand.
        fixed: FixedOutcomes,
        /// Rules in force.
        rules: ActiveRules,
        /// Continuous effects in use.
        effects: EffectList,
        /// Values made in play.
        made: MadeValues,
        /// Triggered abilities that wait.
        triggers: PendingTriggers,
        /// Delayed triggered abilities.
        delayed: DelayedTriggers,
        /// Which abilities could trigger.
        watched: TriggerIndex,
        /// When the next pass of the layers is due.
        layers: LayerWatch,
        /// Facts that wait for the layers.
        facts: WaitingFacts,
        /// What something would be like on the battlefield.
        ahead: LookedAhead,
        /// What is known of what each player can do.
        legal: LegalCache,
        /// What is known of a loop that may be under way.
        loops: LoopWatch,
        /// What is told to those who watch the game.
        log: EventLog,
    }
    columns {
        /// What and where objects are.
        objects: Object, With<Object>;
        /// Their characteristics, as published.
        chars: Characteristics, With<Object>;
        /// Their status.
        status: Status, With<Object>;
        /// Their counters.
        counters: Counters, With<Object>;
        /// What they remember of the stack.
        stack: StackEntry, With<Object>;
        /// Continuous effects.
        continuous: ContinuousEffect, ();
    }
}

/// Reading the state of a game: of a world, or of what a system has asked for.
pub trait ReadGame {
    /// A part of the game.
    fn part<C: Part>(&self) -> &C;
    /// A component of an object or effect, by its entity.
    fn get<C: Column>(&self, entity: Entity) -> Option<&C>;
    /// The components of all objects side by side, if they stand in one table.
    fn columns(&self) -> Option<Columns<'_>>;
    /// Where it is read.
    fn source(&self) -> Source<'_>;
}

/// Where the state of a game is read.
#[derive(Clone, Copy)]
pub enum Source<'w> {
    /// In a world.
    World(&'w World),
    /// In what a system has asked for.
    State(&'w GameState<'w>),
    /// On a board.
    Live(&'w Live<'w>),
}

impl ReadGame for World {
    #[inline]
    #[track_caller]
    fn part<C: Part>(&self) -> &C {
        self.get_part().unwrap_or_else(|| super::parts::missing::<C>())
    }
    #[inline]
    fn get<C: Column>(&self, entity: Entity) -> Option<&C> {
        Self::get(self, entity)
    }
    fn columns(&self) -> Option<Columns<'_>> {
        self.part::<Slots>().columns(self)
    }
    #[inline]
    fn source(&self) -> Source<'_> {
        Source::World(self)
    }
}

impl ReadGame for GameState<'_> {
    #[inline]
    fn part<C: Part>(&self) -> &C {
        C::of(self)
    }
    #[inline]
    fn get<C: Column>(&self, entity: Entity) -> Option<&C> {
        C::of(self, entity)
    }
    fn columns(&self) -> Option<Columns<'_>> {
        Some(Columns {
            objects: self.objects.as_readonly().contiguous_iter_inner().ok()?.next()?,
            chars: self.chars.as_readonly().contiguous_iter_inner().ok()?.next()?,
            status: self.status.as_readonly().contiguous_iter_inner().ok()?.next()?,
            counters: self.counters.as_readonly().contiguous_iter_inner().ok()?.next()?,
            stack: self.stack.as_readonly().contiguous_iter_inner().ok()?.next()?,
        })
    }
    #[inline]
    fn source(&self) -> Source<'_> {
        Source::State(self)
    }
}

/// Changing the state of a game: of a world, or of what a system has asked for.
pub trait EditGame: ReadGame {
    /// A part of the game, to write to.
    fn part_mut<C: Part + Component<Mutability = Mutable>>(&mut self) -> &mut C;
    /// A component of an object or effect, to write to.
    fn get_mut<C: Column + Component<Mutability = Mutable>>(&mut self, entity: Entity) -> Option<&mut C>;
    /// Makes sure that there are at least this many slots for objects in all.
    ///
    /// # Panics
    /// If there aren't and the state is borrowed: a task that needs many has them prepared
    /// ([`Preparation::Slots`](crate::model::task::Preparation::Slots)).
    fn make_slots(&mut self, count: usize);
    /// The same for continuous effects.
    ///
    /// # Panics
    /// If there aren't and the state is borrowed.
    fn make_effect_slots(&mut self, count: usize);
}

impl EditGame for World {
    #[inline]
    #[track_caller]
    fn part_mut<C: Part + Component<Mutability = Mutable>>(&mut self) -> &mut C {
        self.get_part_mut::<C>().unwrap_or_else(|| super::parts::missing::<C>()).into_inner()
    }
    #[inline]
    fn get_mut<C: Column + Component<Mutability = Mutable>>(&mut self, entity: Entity) -> Option<&mut C> {
        Self::get_mut(self, entity).map(Mut::into_inner)
    }
    fn make_slots(&mut self, count: usize) {
        Slots::grow(self, count);
    }
    fn make_effect_slots(&mut self, count: usize) {
        EffectSlots::ensure(self, count);
    }
}

impl EditGame for GameState<'_> {
    #[inline]
    fn part_mut<C: Part + Component<Mutability = Mutable>>(&mut self) -> &mut C {
        C::of_mut(self)
    }
    #[inline]
    fn get_mut<C: Column + Component<Mutability = Mutable>>(&mut self, entity: Entity) -> Option<&mut C> {
        C::of_mut(self, entity)
    }
    #[inline]
    fn make_slots(&mut self, count: usize) {
        assert!(count <= self.slots.len(), "slots for objects weren't prepared");
    }
    #[inline]
    fn make_effect_slots(&mut self, count: usize) {
        assert!(count <= self.effect_slots.len(), "slots for effects weren't prepared");
    }
}
