//! A card seen as the spell that it would be (CR 601.3e): on the stack, with the chosen face, controlled by its caster.

use crate::cards::def::ZoneKind;
use crate::model::bindings::Bindings;
use crate::model::ids::{ObjectId, Seat};
use crate::model::object::{Characteristics, Object, ObjectKind, StackEntry, StackRecord, Status};
use crate::model::zone::Zone;
use crate::rules::reading::{Board, Live};
use std::borrow::Cow;
use std::cell::OnceCell;

/// The published values, but for one card.
pub struct Proposed<'w> {
    live: Live<'w>,
    card: Object,
    chars: Cow<'w, Characteristics>,
    /// What it remembers of the stack: for a card that isn't there yet it is made when something first asks.
    entry: OnceCell<StackEntry>,
    /// Of what that is made.
    begun: Begun,
    /// Its status, where that isn't what it has now.
    status: Option<Box<Status>>,
    /// It is seen on the stack, and where it still lies it isn't any more.
    cast: bool,
}

/// What a card would remember of the stack if it were cast now.
#[derive(Default)]
struct Begun {
    from: Option<ZoneKind>,
    caster: Seat,
    x: i32,
    /// The choices for it, once there are targets.
    bindings: Option<Box<Bindings>>,
}

impl Begun {
    fn entry(&self) -> StackEntry {
        let (caster, bindings) = (self.caster, self.bindings.clone());
        let mut record = StackRecord { caster, bindings, ..StackRecord::default() };
        // What asks from where it was cast asks from where it would be.
        if let Some(from) = self.from {
            record.cast.begin(from, caster);
        }
        record.cast.x = self.x;
        record.into()
    }
}

/// A board on which choices for the spell can be supposed (CR 601.3a-b): X, and targets.
pub(crate) trait Suppose: Board {
    /// From now on these are chosen.
    fn suppose(&mut self, bindings: &Bindings);
}

impl Suppose for Proposed<'_> {
    fn suppose(&mut self, bindings: &Bindings) {
        let chosen = (!bindings.targets.is_empty()).then(|| Box::new(bindings.clone()));
        match self.entry.get_mut() {
            Some(entry) => (entry.cast.x, entry.bindings) = (bindings.x, chosen),
            None => (self.begun.x, self.begun.bindings) = (bindings.x, chosen),
        }
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
        let begun = Begun { from: Some(card.zone.kind()), caster: seat, ..Begun::default() };
        card.zone = Zone::Stack;
        if chars.controller != seat {
            chars.to_mut().controller = seat;
        }
        Self { live, card, chars, entry: OnceCell::new(), begun, status: None, cast: true }
    }

    /// The board on which `id` is where it is, but has these characteristics (CR 601.3e).
    pub fn in_place(live: Live<'w>, id: ObjectId, mut chars: Characteristics) -> Self {
        chars.controller = live.chars(id).controller;
        Self::with(live, id, Cow::Owned(chars))
    }

    /// The board on which a spell on the stack is as it is, for choices that are still to be made for it.
    pub fn on_the_stack(live: Live<'w>, id: ObjectId) -> Self {
        Self::with(live, id, Cow::Borrowed(live.world_chars(id)))
    }

    /// The board on which `id` is what it is but for these characteristics.
    fn with(live: Live<'w>, id: ObjectId, chars: Cow<'w, Characteristics>) -> Self {
        let (card, entry) = (*live.object(id), OnceCell::from(live.stack_entry(id).clone()));
        Self { live, card, chars, entry, begun: Begun::default(), status: None, cast: false }
    }

    /// The board on which a spell with these characteristics is in the zone where it was cast from.
    pub fn in_zone(live: Live<'w>, id: ObjectId, chars: Characteristics, zone: Zone) -> Self {
        let mut board = Self::in_place(live, id, chars);
        board.card.zone = zone;
        board
    }

    /// CR 708.4: whether the spell is face down.
    pub fn lying(mut self, face_down: bool) -> Self {
        self.lay(face_down);
        self
    }

    /// Like [`Proposed::lying`], in place.
    pub(super) fn lay(&mut self, face_down: bool) {
        let now = self.live.status(self.card.id);
        if now.face_down != face_down {
            self.status = Some(Box::new(Status { face_down, ..*now }));
        }
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
        if id == self.card.id { self.entry.get_or_init(|| self.begun.entry()) } else { self.live.stack_entry(id) }
    }
    fn proposed(&self) -> Option<ObjectId> {
        self.cast.then_some(self.card.id)
    }
}
