//! Sources of values.

use super::live::Live;
use crate::cards::CardTable;
use crate::model::bindings::Bindings;
use crate::model::combat::Combat;
use crate::model::continuous::{ActiveRules, RuleRow};
use crate::model::fact::History;
use crate::model::ids::{AbilityHandle, ObjectId, ObjectRef, Origin, Seat};
use crate::model::object::{
    CastAs, Characteristics, Counters, LastKnown, LastKnownTable, Linked, Memory, Object, StackEntry, Status, ThisTurn,
};
use crate::model::player::Players;
use crate::model::trigger::DelayedTriggers;
use crate::model::turn::Turn;
use crate::model::zone::Zones;
use crate::rules::slots::Columns;

/// Everything that rules can read of a game: all of its zones and players, not only the battlefield.
///
/// Each board stands on what is published, its [`Live`], and says otherwise where it differs: the table in the middle of a pass of
/// the layers, a card as the spell that it would be (CR 601.3e), a permanent that is about to enter (CR 614.12).
pub trait Board {
    /// What is published, which holds wherever this board says nothing else.
    fn live(&self) -> &Live<'_>;

    /// The definitions.
    #[inline]
    fn table(&self) -> &CardTable {
        self.live().world_table()
    }
    /// What and where an object is.
    #[inline]
    fn object(&self, id: ObjectId) -> &Object {
        self.live().world_object(id)
    }
    /// Its characteristics.
    #[inline]
    fn chars(&self, id: ObjectId) -> &Characteristics {
        self.live().world_chars(id)
    }
    /// Its status.
    #[inline]
    fn status(&self, id: ObjectId) -> &Status {
        self.live().world_status(id)
    }
    /// What has happened to it this turn.
    #[inline]
    fn this_turn(&self, id: ObjectId) -> &ThisTurn {
        self.live().world_this_turn(id)
    }
    /// How it may be cast, or was cast.
    #[inline]
    fn cast_as(&self, id: ObjectId) -> &CastAs {
        self.live().world_cast_as(id)
    }
    /// What its linked abilities remember.
    #[inline]
    fn linked(&self, id: ObjectId) -> &Linked {
        self.live().world_linked(id)
    }
    /// Its counters.
    #[inline]
    fn counters(&self, id: ObjectId) -> &Counters {
        self.live().world_counters(id)
    }
    /// What it remembers of the stack.
    #[inline]
    fn stack_entry(&self, id: ObjectId) -> &StackEntry {
        self.live().world_stack_entry(id)
    }
    /// The zones.
    #[inline]
    fn zones(&self) -> &Zones {
        self.live().world_zones()
    }
    /// A card that is seen as a spell on the stack although the lists of zones have it where it is (CR 601.2a).
    #[inline]
    fn proposed(&self) -> Option<ObjectId> {
        None
    }
    /// The spell or ability that is resolving and causes what happens now, and who controls it.
    fn cause(&self) -> Option<(ObjectRef, Seat)> {
        None
    }
    /// The players.
    #[inline]
    fn players(&self) -> &Players {
        self.live().world_players()
    }
    /// The turn.
    #[inline]
    fn turn(&self) -> &Turn {
        self.live().world_turn()
    }
    /// Combat.
    #[inline]
    fn combat(&self) -> &Combat {
        self.live().world_combat()
    }
    /// This turn's facts.
    #[inline]
    fn history(&self) -> &History {
        self.live().world_history()
    }
    /// Last known information.
    #[inline]
    fn last_known(&self) -> &LastKnownTable {
        self.live().world_last_known()
    }
    /// Rules in force.
    #[inline]
    fn rules(&self) -> &ActiveRules {
        self.live().world_rules()
    }
    /// Delayed triggered abilities that wait.
    #[inline]
    fn delayed(&self) -> &DelayedTriggers {
        self.live().world_delayed()
    }
    /// Notes what the words of an ability refer to that an effect has granted: what granted it, and what that effect chose.
    #[inline]
    fn note_granter(&self, bindings: &mut Bindings, origin: Origin, handle: AbilityHandle) {
        let granting = match origin {
            Origin::Effect(id) => Some(self.live().world_effect(id)),
            Origin::Text | Origin::BasicLandType => None,
        };
        bindings.granter = granting.map(|effect| effect.bindings.this);
        match granting.filter(|effect| effect.handle.def == handle.def) {
            Some(effect) => bindings.vars.clone_from(&effect.bindings.vars),
            None => bindings.vars.clear(),
        }
    }
    /// What the words of a rule in force refer to.
    #[inline]
    fn bindings_of(&self, row: &RuleRow) -> &Bindings {
        self.live().world_bindings_of(row)
    }

    /// Whether a reference is to an object that still is that object, phased out or not.
    #[inline]
    fn is_same(&self, object: ObjectRef) -> bool {
        object != ObjectRef::NONE && self.object(object.id).incarnation == object.incarnation
    }

    /// Whether a reference is to an object that still exists as such. CR 702.26b: what is phased out doesn't.
    #[inline]
    fn is_current(&self, object: ObjectRef) -> bool {
        self.is_same(object) && !self.status(object.id).phased_out
    }

    /// An object as it is or, if it is gone, as it last was (CR 608.2h); `None` if nothing is known of it.
    fn view(&self, object: ObjectRef) -> Option<View<'_>> {
        if object == ObjectRef::NONE {
            return None;
        }
        let id = object.id;
        if self.is_same(object) {
            return Some(View {
                object: self.object(id),
                chars: self.chars(id),
                status: self.status(id),
                this_turn: self.this_turn(id),
                cast_as: self.cast_as(id),
                linked: self.linked(id),
                counters: self.counters(id),
                stack: self.stack_entry(id),
                current: true,
            });
        }
        self.last_known().get(object).map(|last| View::of_last(self.table(), last))
    }
}

/// One object as a source shows it.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// What and where it is.
    pub object: &'a Object,
    /// Its characteristics.
    pub chars: &'a Characteristics,
    /// Its status.
    pub status: &'a Status,
    /// What has happened to it this turn.
    pub this_turn: &'a ThisTurn,
    /// How it may be cast, or was cast.
    pub cast_as: &'a CastAs,
    /// What its linked abilities remember.
    pub linked: &'a Linked,
    /// Its counters.
    pub counters: &'a Counters,
    /// What it remembers of the stack.
    pub stack: &'a StackEntry,
    /// Whether it still exists.
    pub current: bool,
}

impl<'a> View<'a> {
    /// What it remembers, to be kept.
    pub(crate) fn memory(&self) -> Memory {
        Memory {
            status: *self.status,
            this_turn: *self.this_turn,
            cast_as: *self.cast_as,
            linked: self.linked.clone(),
            counters: self.counters.clone(),
            stack: self.stack.clone(),
        }
    }
    /// What columns say of the object in a row.
    #[inline]
    pub(super) fn of_row(columns: &Columns<'a>, at: usize) -> Self {
        Self {
            object: &columns.objects[at],
            chars: &columns.chars[at],
            status: &columns.status[at],
            this_turn: &columns.this_turn[at],
            cast_as: &columns.cast_as[at],
            linked: &columns.linked[at],
            counters: &columns.counters[at],
            stack: &columns.stack[at],
            current: true,
        }
    }
    /// What is gone, as it last was.
    pub(crate) fn of_last(table: &'a CardTable, last: &'a LastKnown) -> Self {
        Self {
            object: &last.object,
            chars: last.chars(table),
            status: last.status(),
            this_turn: last.this_turn(),
            cast_as: last.cast_as(),
            linked: last.linked(),
            counters: last.counters(),
            stack: last.stack(),
            current: false,
        }
    }
}
