//! A card seen as the spell that it would be (CR 601.3e): on the stack, with the chosen face, controlled by its caster.

use crate::model::bindings::Bindings;
use crate::model::ids::{ObjectId, Seat};
use crate::model::object::{Characteristics, Object, ObjectKind, StackEntry, StackRecord, Status};
use crate::model::zone::Zone;
use crate::rules::reading::{Board, Live};
use std::borrow::Cow;

/// The published values, but for one card.
pub struct Proposed<'w> {
    live: Live<'w>,
    card: Object,
    chars: Cow<'w, Characteristics>,
    entry: StackEntry,
    /// Its status, where that isn't what it has now.
    status: Option<Box<Status>>,
    /// It is seen on the stack, and where it still lies it isn't any more.
    cast: bool,
}

/// A board on which choices for the spell can be supposed (CR 601.3a-b): X, and targets.
pub(crate) trait Suppose: Board {
    /// From now on these are chosen.
    fn suppose(&mut self, bindings: &Bindings);
}

impl Suppose for Proposed<'_> {
    fn suppose(&mut self, bindings: &Bindings) {
        self.entry.cast.x = bindings.x;
        self.entry.bindings = (!bindings.targets.is_empty()).then(|| Box::new(bindings.clone()));
    }
}

/// For what has no text: nothing looks at what is chosen for it.
impl Suppose for Live<'_> {
    fn suppose(&mut self, _: &Bindings) {}
}

impl<'w> Proposed<'w> {
    /// The board on which `id` is a spell with these characteristics, cast by `seat`.
    pub fn new(live: Live<'w>, id: ObjectId, mut chars: Cow<'w, Characteristics>, seat: Seat) -> Self {
        let mut card = *live.object(id);
        // What asks from where it was cast asks from where it would be.
        let mut record = StackRecord { caster: seat, ..StackRecord::default() };
        record.cast.begin(card.zone.kind(), seat);
        card.zone = Zone::Stack;
        if chars.controller != seat {
            chars.to_mut().controller = seat;
        }
        Self { live, card, chars, entry: record.into(), status: None, cast: true }
    }

    /// The board on which `id` is where it is, but has these characteristics (CR 601.3e).
    pub fn in_place(live: Live<'w>, id: ObjectId, mut chars: Characteristics) -> Self {
        chars.controller = live.chars(id).controller;
        let (card, entry) = (*live.object(id), live.stack_entry(id).clone());
        Self { live, card, chars: Cow::Owned(chars), entry, status: None, cast: false }
    }

    /// The board on which a spell on the stack is as it is, for choices that are still to be made for it.
    pub fn on_the_stack(live: Live<'w>, id: ObjectId) -> Self {
        let (card, chars) = (*live.object(id), Cow::Borrowed(live.world_chars(id)));
        Self { live, card, chars, entry: live.stack_entry(id).clone(), status: None, cast: false }
    }

    /// The board on which a spell with these characteristics is in the zone where it was cast from.
    pub fn in_zone(live: Live<'w>, id: ObjectId, chars: Characteristics, zone: Zone) -> Self {
        let mut board = Self::in_place(live, id, chars);
        board.card.zone = zone;
        board
    }

    /// CR 708.4: whether the spell is face down.
    pub fn lying(mut self, face_down: bool) -> Self {
        let now = self.live.status(self.card.id);
        if now.face_down != face_down {
            self.status = Some(Box::new(Status { face_down, ..*now }));
        }
        self
    }

    /// CR 707.12: the spell is a copy of the card.
    pub fn as_copy(&mut self) {
        self.card.kind = ObjectKind::Copy;
        self.card.owner = self.chars.controller;
    }
}

impl Board for Proposed<'_> {
    #[inline]
    fn live(&self) -> &Live<'_> {
        &self.live
    }
    fn object(&self, id: ObjectId) -> &Object {
        if id == self.card.id { &self.card } else { self.live.object(id) }
    }
    fn chars(&self, id: ObjectId) -> &Characteristics {
        if id == self.card.id { &self.chars } else { self.live.chars(id) }
    }
    fn status(&self, id: ObjectId) -> &Status {
        match &self.status {
            Some(status) if id == self.card.id => status,
            _ => self.live.status(id),
        }
    }
    fn stack_entry(&self, id: ObjectId) -> &StackEntry {
        if id == self.card.id { &self.entry } else { self.live.stack_entry(id) }
    }
    fn proposed(&self) -> Option<ObjectId> {
        self.cast.then_some(self.card.id)
    }
}
