//! The state of a game, borrowed: what the functions of the rules are given.

use super::rows::{AllRows, Rows};
use super::{FactSteps, Features, GameWorld, ZoneMoves};
use crate::cards::CardTable;
use crate::model::agenda::{Agenda, Returned};
use crate::model::cast::Refused;
use crate::model::combat::Combat;
use crate::model::continuous::{ActiveRules, ContinuousEffect, ContinuousEffects, InternedValues};
use crate::model::decision::{DecisionCount, Pending, Settings};
use crate::model::dirt::{Dirt, Gates, LayerWatch};
use crate::model::entering::LookedAhead;
use crate::model::fact::History;
use crate::model::ids::{ContinuousEffectId, ObjectId};
use crate::model::object::{
    CastAs, Characteristics, Counters, LastKnownTable, Linked, Object, StackEntry, Status, ThisTurn,
};
use crate::model::outcome::Outcome;
use crate::model::player::Players;
use crate::model::rng::{FixedOutcomes, GameRng};
use crate::model::snapshot::GameParts;
use crate::model::trigger::{DelayedTriggers, PendingTriggers, TriggerIndex, WaitingFacts};
use crate::model::turn::{LoopWatch, Turn};
use crate::model::zone::Zones;
use crate::rules::driver::StepTasks;
use crate::rules::legal::{LegalCache, Offers};
use crate::rules::log::EventLog;
use crate::rules::sba::SbaGates;
use crate::rules::slots::{Columns, ContinuousEffectSlots, RowMut, Slots};
use bevy_ecs::component::Mutable;
use bevy_ecs::prelude::*;
use bevy_ecs::system::{SystemParam, SystemState};

/// A part of the game: a field of [`GameParts`] or of [`DerivedParts`].
pub trait Part: Sized + 'static {
    /// The part of this type.
    fn of<'a>(state: &'a GameState<'_>) -> &'a Self;
    /// The part of this type, to write to.
    fn of_mut<'a>(state: &'a mut GameState<'_>) -> &'a mut Self;
    /// The part of this type, in the components of the entity of the game.
    fn of_parts<'a>(parts: &'a GameParts, derived: &'a DerivedParts) -> &'a Self;
    /// The part of this type, in the entity of the game.
    fn of_entity<'a>(game: EntityRef<'a>) -> Option<&'a Self>;
    /// The part of this type, in the entity of the game, to write to.
    fn of_entity_mut(game: EntityMut<'_>) -> Option<&mut Self>;
}

/// A component that every object has.
pub trait Column: Component<Mutability = Mutable> + Sized {
    /// The components of this type.
    fn of<'a, 'w>(state: &'a GameState<'w>) -> &'a Rows<'w, Self>;
    /// The components of this type, to write to.
    fn of_mut<'a, 'w>(state: &'a mut GameState<'w>) -> &'a mut Rows<'w, Self>;
}

macro_rules! state {
    (
        $state:ident { $($(#[$doc:meta])* $part:ident: $type:ty,)* }
        $(#[$ddoc:meta])* $derived:ident { $($(#[$doc2:meta])* $part2:ident: $type2:ty,)* }
        columns { $($(#[$cdoc:meta])* $column:ident: $ctype:ty,)* }
    ) => {
        $(#[$ddoc])*
        #[derive(Component, Default)]
        pub struct $derived { $($(#[$doc2])* pub $part2: $type2,)* }

        /// The state of a game, borrowed to be read and changed: the parts of the game and the columns of objects and
        /// effects. What the functions of the rules take, as `&mut GameState`; a system gets it from
        /// [`Changing::state`].
        pub struct GameState<'w> {
            $($(#[$doc])* pub $part: &'w mut $type,)*
            $($(#[$doc2])* pub $part2: &'w mut $type2,)*
            $($(#[$cdoc])* pub $column: Rows<'w, $ctype>,)*
            /// Continuous effects.
            pub continuous: Query<'w, 'w, &'static mut ContinuousEffect>,
        }

        /// Everything that rules read and change of a game, as a parameter of a system: of a runner of tasks, for
        /// example. Two systems that take it can't be unordered in one schedule.
        ///
        /// What changes by it doesn't count as changed for bevy ([`DetectChanges`]): clients follow a game by
        /// [facts](crate::rules::facts).
        #[derive(SystemParam)]
        pub struct Changing<'w, 's> {
            parts: Single<'w, 's, (&'static mut $state, &'static mut $derived)>,
            rows: Query<'w, 's, (Entity, RowMut), With<Object>>,
            continuous: Query<'w, 's, &'static mut ContinuousEffect>,
        }

        impl Changing<'_, '_> {
            /// Plain references, made once a task.
            #[inline]
            pub fn state(&mut self) -> GameState<'_> {
                let (parts, derived) = &mut *self.parts;
                let (parts, derived) = (parts.bypass_change_detection(), derived.bypass_change_detection());
                let $state { $($part),* } = parts;
                let AllRows { $($column,)* } = AllRows::of(&derived.slots, self.rows.reborrow());
                GameState {
                    $($part,)*
                    $($part2: &mut derived.$part2,)*
                    $($column,)*
                    continuous: self.continuous.reborrow(),
                }
            }
        }

        $(part!($state, parts derived => parts, $part, $type);)*
        $(part!($derived, parts derived => derived, $part2, $type2);)*

        $(impl Column for $ctype {
            #[inline]
            fn of<'a, 'w>(state: &'a GameState<'w>) -> &'a Rows<'w, Self> {
                &state.$column
            }
            #[inline]
            fn of_mut<'a, 'w>(state: &'a mut GameState<'w>) -> &'a mut Rows<'w, Self> {
                &mut state.$column
            }
        })*
    };
}

macro_rules! part {
    ($group:ty, $parts:ident $derived:ident => $of:ident, $part:ident, $type:ty) => {
        impl Part for $type {
            #[inline]
            fn of<'a>(state: &'a GameState<'_>) -> &'a Self {
                state.$part
            }
            #[inline]
            fn of_mut<'a>(state: &'a mut GameState<'_>) -> &'a mut Self {
                state.$part
            }
            #[inline]
            #[expect(unused_variables, reason = "a part is in one of the two")]
            fn of_parts<'a>($parts: &'a GameParts, $derived: &'a DerivedParts) -> &'a Self {
                &$of.$part
            }
            #[inline]
            fn of_entity<'a>(game: EntityRef<'a>) -> Option<&'a Self> {
                game.get::<$group>().map(|group| &group.$part)
            }
            #[inline]
            fn of_entity_mut(game: EntityMut<'_>) -> Option<&mut Self> {
                game.into_mut::<$group>().map(|group| &mut group.into_inner().$part)
            }
        }
    };
}

state! {
    GameParts {
        /// What is to be done.
        agenda: Agenda,
        /// The open decision.
        pending: Pending,
        /// How the game is run.
        settings: Settings,
        /// How many decisions were answered.
        decisions: DecisionCount,
        /// Whether it is over.
        outcome: Outcome,
        /// The zones.
        zones: Zones,
        /// The players.
        players: Players,
        /// Last known information.
        last_known: LastKnownTable,
        /// This turn's facts.
        history: History,
        /// Randomness.
        rng: GameRng,
        /// The turn.
        turn: Turn,
        /// What is known of a loop that may be under way.
        loops: LoopWatch,
        /// Combat.
        combat: Combat,
        /// What tasks, batches and players have returned to tasks that wait for it.
        returned: Returned,
        /// Proposals that couldn't be completed in this step.
        refused: Refused,
        /// Triggered abilities that wait.
        triggers: PendingTriggers,
        /// Delayed triggered abilities.
        delayed: DelayedTriggers,
        /// Continuous effects in use.
        effects: ContinuousEffects,
        /// Values made in play.
        made: InternedValues,
    }
    /// What there is once a game and follows from its state, or isn't part of it. A component of the entity of the game.
    DerivedParts {
        /// The definitions of the cards.
        table: CardTable,
        /// Which entity stands for which object.
        slots: Slots,
        /// Which entity stands for which continuous effect.
        effect_slots: ContinuousEffectSlots,
        /// Which of the rules that can be left out are there.
        features: Features,
        /// What plugins do as steps begin.
        step_tasks: StepTasks,
        /// What has changed since others looked.
        dirt: Dirt,
        /// Whether work is skipped that would find nothing.
        gates: Gates,
        /// Outcomes of randomness that are fixed beforehand.
        fixed: FixedOutcomes,
        /// Rules in force.
        rules: ActiveRules,
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
        /// What plugins let players do.
        offers: Offers,
        /// What plugins do as facts are recorded.
        fact_steps: FactSteps,
        /// What is told to those who watch the game.
        log: EventLog,
        /// What plugins have added to changes of zones.
        zone_moves: ZoneMoves,
        /// Which families of state-based actions have something to do.
        sba_gates: SbaGates,
    }
    columns {
        /// What and where objects are.
        objects: Object,
        /// Their characteristics, as published.
        chars: Characteristics,
        /// Their status.
        status: Status,
        /// What has happened to them this turn.
        this_turn: ThisTurn,
        /// How they may be cast, or were cast.
        cast_as: CastAs,
        /// What their linked abilities remember.
        linked: Linked,
        /// Their counters.
        counters: Counters,
        /// What they remember of the stack.
        stack: StackEntry,
    }
}

impl DerivedParts {
    /// Forgets what tasks leave for each other: it belongs to the state that was there before.
    pub(crate) fn forget_tasks(&mut self) {
        forget_tasks(&mut self.facts, &mut self.ahead, &mut self.zone_moves, &mut self.log);
    }
}

impl GameState<'_> {
    /// Like [`DerivedParts::forget_tasks`].
    pub(crate) fn forget_tasks(&mut self) {
        forget_tasks(self.facts, self.ahead, self.zone_moves, self.log);
    }
}

fn forget_tasks(facts: &mut WaitingFacts, ahead: &mut LookedAhead, zone_moves: &mut ZoneMoves, log: &mut EventLog) {
    *facts = WaitingFacts::default();
    *ahead = LookedAhead::default();
    zone_moves.forget(usize::MAX);
    log.unfollowed.clear();
}

/// Reading the state of a game: of a world, or of what a system has asked for.
pub trait ReadGame {
    /// A part of the game.
    ///
    /// # Panics
    /// In a world without rules.
    fn part<C: Part>(&self) -> &C;
    /// A component of an object.
    ///
    /// # Panics
    /// If there is no slot of that number.
    fn row<C: Column>(&self, id: ObjectId) -> &C;
    /// A continuous effect.
    ///
    /// # Panics
    /// If there is no slot of that number.
    fn effect_row(&self, id: ContinuousEffectId) -> &ContinuousEffect;
    /// The components of all objects side by side; `None` if they don't stand in one table.
    fn columns(&self) -> Option<Columns<'_>>;
    /// What it is read from: a world, or the borrowed state.
    fn source(&self) -> Source<'_>;
}

/// Where the state of a game is read.
#[derive(Clone, Copy)]
pub enum Source<'w> {
    /// In a world.
    World(&'w World),
    /// In what a system has asked for.
    State(&'w GameState<'w>),
}

impl ReadGame for World {
    #[inline]
    #[track_caller]
    fn part<C: Part>(&self) -> &C {
        self.get_part().unwrap_or_else(|| super::parts::missing::<C>())
    }
    fn row<C: Column>(&self, id: ObjectId) -> &C {
        self.get(self.part::<Slots>().entity(id)).expect("every slot has every component of an object")
    }
    fn effect_row(&self, id: ContinuousEffectId) -> &ContinuousEffect {
        self.get(self.part::<ContinuousEffectSlots>().entity(id)).expect("effect slots hold effects")
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
    fn row<C: Column>(&self, id: ObjectId) -> &C {
        C::of(self).get(id)
    }
    #[inline]
    fn effect_row(&self, id: ContinuousEffectId) -> &ContinuousEffect {
        self.continuous.get(self.effect_slots.entity(id)).expect("effect slots hold effects")
    }
    #[inline]
    fn columns(&self) -> Option<Columns<'_>> {
        Some(Columns {
            objects: self.objects.column()?,
            chars: self.chars.column()?,
            status: self.status.column()?,
            this_turn: self.this_turn.column()?,
            cast_as: self.cast_as.column()?,
            linked: self.linked.column()?,
            counters: self.counters.column()?,
            stack: self.stack.column()?,
        })
    }
    #[inline]
    fn source(&self) -> Source<'_> {
        Source::State(self)
    }
}

/// Changing the state of a game: of a world, or of what a system has asked for.
pub trait EditGame: ReadGame {
    /// A part of the game, to write to. This marks nothing as changed: a change that others look for is noted with
    /// [`mark_dirty`](crate::rules::schedule::mark_dirty), too.
    ///
    /// # Panics
    /// In a world without rules.
    fn part_mut<C: Part>(&mut self) -> &mut C;
    /// A component of an object, to write to. Like [`part_mut`](EditGame::part_mut), it marks nothing as changed.
    ///
    /// # Panics
    /// If there is no slot of that number.
    fn row_mut<C: Column>(&mut self, id: ObjectId) -> &mut C;
    /// A continuous effect, to write to. Like [`part_mut`](EditGame::part_mut), it marks nothing as changed.
    ///
    /// # Panics
    /// If there is no slot of that number.
    fn effect_row_mut(&mut self, id: ContinuousEffectId) -> &mut ContinuousEffect;
    /// Makes sure that there are at least this many slots for objects in all.
    ///
    /// # Panics
    /// If there aren't and the state is borrowed: a task that needs many has them prepared
    /// ([`Preparation::Slots`](crate::model::task::Preparation::Slots)).
    fn make_slots(&mut self, count: usize);
    /// Makes sure that there are at least this many slots for continuous effects in all.
    ///
    /// # Panics
    /// If there aren't and the state is borrowed.
    fn make_effect_slots(&mut self, count: usize);
    /// Calls a function that takes nothing but the borrowed state: a step of a change of zones, for example.
    ///
    /// # Panics
    /// In a world without rules.
    fn with_state<R>(&mut self, run: impl FnOnce(&mut GameState<'_>) -> R) -> R;
}

/// How a world borrows the state.
#[derive(Resource)]
pub(crate) struct Borrowing(SystemState<Changing<'static, 'static>>);

impl FromWorld for Borrowing {
    fn from_world(world: &mut World) -> Self {
        Self(SystemState::new(world))
    }
}

impl EditGame for World {
    #[inline]
    #[track_caller]
    fn part_mut<C: Part>(&mut self) -> &mut C {
        self.get_part_mut::<C>().unwrap_or_else(|| super::parts::missing::<C>())
    }
    fn row_mut<C: Column>(&mut self, id: ObjectId) -> &mut C {
        let entity = self.part::<Slots>().entity(id);
        self.get_mut::<C>(entity).expect("every slot has every component of an object").into_inner()
    }
    fn effect_row_mut(&mut self, id: ContinuousEffectId) -> &mut ContinuousEffect {
        let entity = self.part::<ContinuousEffectSlots>().entity(id);
        self.get_mut::<ContinuousEffect>(entity).expect("effect slots hold effects").into_inner()
    }
    fn make_slots(&mut self, count: usize) {
        Slots::grow(self, count);
    }
    fn make_effect_slots(&mut self, count: usize) {
        ContinuousEffectSlots::ensure(self, count);
    }
    fn with_state<R>(&mut self, run: impl FnOnce(&mut GameState<'_>) -> R) -> R {
        self.resource_scope(|world, mut borrowing: Mut<'_, Borrowing>| {
            let mut changing = borrowing.0.get_mut(world).unwrap_or_else(|_| super::parts::missing::<GameParts>());
            run(&mut changing.state())
        })
    }
}

impl EditGame for GameState<'_> {
    #[inline]
    fn part_mut<C: Part>(&mut self) -> &mut C {
        C::of_mut(self)
    }
    #[inline]
    fn row_mut<C: Column>(&mut self, id: ObjectId) -> &mut C {
        C::of_mut(self).get_mut(id)
    }
    #[inline]
    fn effect_row_mut(&mut self, id: ContinuousEffectId) -> &mut ContinuousEffect {
        let effect = self.continuous.get_mut(self.effect_slots.entity(id));
        effect.expect("effect slots hold effects").into_inner()
    }
    #[inline]
    fn make_slots(&mut self, count: usize) {
        assert!(count <= self.slots.len(), "slots for objects weren't prepared");
    }
    #[inline]
    fn make_effect_slots(&mut self, count: usize) {
        assert!(count <= self.effect_slots.len(), "slots for effects weren't prepared");
    }
    #[inline]
    fn with_state<R>(&mut self, run: impl FnOnce(&mut GameState<'_>) -> R) -> R {
        run(self)
    }
}
