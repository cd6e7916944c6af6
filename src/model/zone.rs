//! Zones and their order (CR 400), and what moves between them.

use crate::cards::def::ZoneKind;
use crate::model::by_field::clone_by_field;
use crate::model::event::{Cause, Enter, Place};
use crate::model::ids::{Handle, ObjectId, ObjectRef, Seat, SeatSet, Timestamp};
use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};
use smallvec::SmallVec;
use std::ops::Deref;

/// A zone. Libraries, hands and graveyards belong to players.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Zone {
    /// The library of a player (CR 401).
    Library(Seat),
    /// The hand of a player (CR 402).
    Hand(Seat),
    /// The battlefield (CR 403).
    Battlefield,
    /// The graveyard of a player (CR 404).
    Graveyard(Seat),
    /// The stack (CR 405).
    Stack,
    /// Exile (CR 406).
    Exile,
    /// The command zone (CR 408).
    Command,
    /// No zone: sideboards, what has ceased to exist, free slots (CR 400.11).
    #[default]
    Outside,
}

impl Zone {
    /// The zone without its player.
    pub const fn kind(self) -> ZoneKind {
        match self {
            Self::Library(_) => ZoneKind::Library,
            Self::Hand(_) => ZoneKind::Hand,
            Self::Battlefield => ZoneKind::Battlefield,
            Self::Graveyard(_) => ZoneKind::Graveyard,
            Self::Stack => ZoneKind::Stack,
            Self::Exile => ZoneKind::Exile,
            Self::Command => ZoneKind::Command,
            Self::Outside => ZoneKind::Outside,
        }
    }
    /// A player's own zone of a kind, or the shared one.
    pub const fn of(kind: ZoneKind, owner: Seat) -> Self {
        match kind {
            ZoneKind::Library => Self::Library(owner),
            ZoneKind::Hand => Self::Hand(owner),
            ZoneKind::Battlefield => Self::Battlefield,
            ZoneKind::Graveyard => Self::Graveyard(owner),
            ZoneKind::Stack => Self::Stack,
            ZoneKind::Exile => Self::Exile,
            ZoneKind::Command => Self::Command,
            ZoneKind::Outside => Self::Outside,
        }
    }
    /// CR 400.2: whether everyone sees the cards in it (but for those that are face down).
    pub const fn is_public(self) -> bool {
        !matches!(self, Self::Library(_) | Self::Hand(_) | Self::Outside)
    }
}

/// The lists of one player.
#[derive(PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct OwnZones {
    /// The library; its top card is last.
    pub library: Vec<ObjectId>,
    /// The hand.
    pub hand: Vec<ObjectId>,
    /// The graveyard; its top card is last.
    pub graveyard: Vec<ObjectId>,
    /// Cards outside the game (CR 400.11).
    pub sideboard: Vec<ObjectId>,
}

clone_by_field! {
    OwnZones { library, hand, graveyard, sideboard }
}

/// The lists of all zones.
#[derive(PartialEq, Eq, Hash, Debug, Default)]
pub struct ZoneLists {
    /// Zones of the players, by seat.
    pub own: Vec<OwnZones>,
    /// The battlefield, oldest first.
    pub battlefield: Vec<ObjectId>,
    /// The stack; its top is last.
    pub stack: Vec<ObjectId>,
    /// Exile.
    pub exile: Vec<ObjectId>,
    /// The command zone.
    pub command: Vec<ObjectId>,
}

/// All zones, and the numbers that are given out to what moves.
///
/// The lists are read as though they were fields: `zones.battlefield`. They can't be written to that way. That takes
/// `lists_mut`, which only `rules/zones` calls; a test looks for it.
#[derive(PartialEq, Eq, Hash, Debug, Default, Deserialize)]
#[serde(from = "SavedZones")]
pub struct Zones {
    pub(in crate::model) lists: ZoneLists,
    /// The last timestamp that was given out (CR 613.7).
    pub clock: Timestamp,
    /// The last handle that was given out.
    pub handle: Handle,
}

clone_by_field! {
    ZoneLists { own, battlefield, stack, exile, command }
    Zones { lists, clock, handle }
}

/// Zones as they are saved: the lists beside the numbers.
#[derive(Deserialize)]
#[serde(rename = "Zones")]
struct SavedZones {
    own: Vec<OwnZones>,
    battlefield: Vec<ObjectId>,
    stack: Vec<ObjectId>,
    exile: Vec<ObjectId>,
    command: Vec<ObjectId>,
    clock: Timestamp,
    handle: Handle,
}

impl From<SavedZones> for Zones {
    fn from(saved: SavedZones) -> Self {
        let SavedZones { own, battlefield, stack, exile, command, clock, handle } = saved;
        Self { lists: ZoneLists { own, battlefield, stack, exile, command }, clock, handle }
    }
}

impl Serialize for Zones {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { lists: ZoneLists { own, battlefield, stack, exile, command }, clock, handle } = self;
        let mut saved = serializer.serialize_struct("Zones", 7)?;
        saved.serialize_field("own", own)?;
        saved.serialize_field("battlefield", battlefield)?;
        saved.serialize_field("stack", stack)?;
        saved.serialize_field("exile", exile)?;
        saved.serialize_field("command", command)?;
        saved.serialize_field("clock", clock)?;
        saved.serialize_field("handle", handle)?;
        saved.end()
    }
}

impl Deref for Zones {
    type Target = ZoneLists;

    #[inline]
    fn deref(&self) -> &ZoneLists {
        &self.lists
    }
}

impl ZoneLists {
    /// The objects of a zone in order; none for `Outside`.
    pub fn list(&self, zone: Zone) -> &[ObjectId] {
        match zone {
            Zone::Library(s) => &self.own[s.index()].library,
            Zone::Hand(s) => &self.own[s.index()].hand,
            Zone::Battlefield => &self.battlefield,
            Zone::Graveyard(s) => &self.own[s.index()].graveyard,
            Zone::Stack => &self.stack,
            Zone::Exile => &self.exile,
            Zone::Command => &self.command,
            Zone::Outside => &[],
        }
    }

    /// The list of a zone, to be written to; none for `Outside`.
    pub(crate) fn list_mut(&mut self, zone: Zone) -> Option<&mut Vec<ObjectId>> {
        Some(match zone {
            Zone::Library(s) => &mut self.own[s.index()].library,
            Zone::Hand(s) => &mut self.own[s.index()].hand,
            Zone::Battlefield => &mut self.battlefield,
            Zone::Graveyard(s) => &mut self.own[s.index()].graveyard,
            Zone::Stack => &mut self.stack,
            Zone::Exile => &mut self.exile,
            Zone::Command => &mut self.command,
            Zone::Outside => return None,
        })
    }
}

impl Zones {
    /// Empty zones of a game with N players.
    pub fn for_players(seats: usize) -> Self {
        let lists = ZoneLists { own: vec![OwnZones::default(); seats], ..ZoneLists::default() };
        Self { lists, ..Self::default() }
    }

    /// The only way to write to the lists: for `rules/zones`, and for tests that build a position.
    #[inline]
    pub(crate) const fn lists_mut(&mut self) -> &mut ZoneLists {
        &mut self.lists
    }

    /// A new handle, unlike all before.
    pub fn next_handle(&mut self) -> Handle {
        self.handle.0 += 1;
        self.handle
    }

    /// CR 613.7: a new timestamp, later than all before.
    pub fn tick(&mut self) -> Timestamp {
        self.clock.0 += 1;
        self.clock
    }
}

/// Who has arranged cards that go from one hidden place to another: nobody else can tell which of them is where.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Arranged {
    /// CR 401.4: the owner of the cards.
    #[default]
    ByOwner,
    /// A player who has looked at them.
    By(Seat),
    /// Chance: nobody knows.
    ByChance,
    /// CR 401.4: the owner, who hasn't said yet in which order; what is put there instead of anywhere else.
    Open,
}

impl Arranged {
    /// The players who can follow a card of this owner.
    pub const fn followers(self, owner: Seat) -> SeatSet {
        match self {
            Self::ByOwner | Self::Open => SeatSet::only(owner),
            Self::By(seat) => SeatSet::only(seat),
            Self::ByChance => SeatSet::NONE,
        }
    }
}

/// Of a permanent that several objects represent: in which order and where its components go as it leaves the battlefield (CR 712.21,
/// 730.3).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum OtherCard {
    /// The one that has its slot, and right after it the others as they lie, to the same zone. Its owner hasn't been asked.
    #[default]
    Undecided,
    /// In this order: 0 is the one that has its slot, N the N-th of the others.
    InOrder(SmallVec<[u8; 2]>),
    /// The one that has its slot as all else that moves, and each of the others after that many of the cards that go to the same place.
    At(SmallVec<[u16; 2]>),
    /// Those that aren't commanders to that zone, those that are where the move goes (CR 903.9c).
    To(Zone),
    /// All components that are cards to that zone, those that are tokens where the move goes (CR 730.3e).
    Cards(Zone),
    /// This move is one of another component, together with that permanent; or, of itself, that of a card which is put back outside the
    /// game as it was there (CR 733.1).
    Of(ObjectRef),
}

/// A change of zones of one object, as an event proposes it and as it is made.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Move {
    /// The object as it is before it moves.
    pub object: ObjectRef,
    /// The zone that it moves to. Libraries, hands and graveyards become those of its owner (CR 400.3).
    pub to: Zone,
    /// Its place there. Of several cards for one library each is put there after the one before it.
    pub place: Place,
    /// Who knows in which order it is put there with others, or which card it is if that can't be seen.
    #[serde(default)]
    pub arranged: Arranged,
    /// Why it moves.
    pub cause: Cause,
    /// The players who may look at it in exile, if it is face down there.
    pub face_down: Option<SeatSet>,
    /// Whether everyone learns as it moves which card it is.
    pub reveal: bool,
    /// How it enters the battlefield; of a spell put on the stack its face and controller.
    pub enter: Option<Box<Enter>>,
    /// What becomes of its components, if it is a permanent that several objects represent.
    #[serde(default)]
    pub other: OtherCard,
}

impl Move {
    /// A move to the top of a zone, neither revealed nor face down; nothing is said about how the object enters.
    pub const fn plain(object: ObjectRef, to: Zone, cause: Cause) -> Self {
        let arranged = Arranged::ByOwner;
        let other = OtherCard::Undecided;
        Self { object, to, place: Place::Top, arranged, cause, face_down: None, reveal: false, enter: None, other }
    }
    /// This move, arranged by somebody.
    #[must_use]
    pub fn with_arranged(self, arranged: Arranged) -> Self {
        Self { arranged, ..self }
    }
    /// This move, to another place of the zone.
    #[must_use]
    pub fn with_place(self, place: Place) -> Self {
        Self { place, ..self }
    }
    /// This move, face down; `lookers` may look at the card.
    #[must_use]
    pub fn with_face_down(self, lookers: SeatSet) -> Self {
        Self { face_down: Some(lookers), ..self }
    }
    /// This move, revealed or not.
    #[must_use]
    pub fn with_reveal(self, reveal: bool) -> Self {
        Self { reveal, ..self }
    }
    /// This move, with how the object enters the battlefield or the stack.
    #[must_use]
    pub fn with_enter(self, enter: Enter) -> Self {
        Self { enter: Some(Box::new(enter)), ..self }
    }
}

/// A move that was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moved {
    /// The object that it was before the move.
    pub old: ObjectRef,
    /// What it is; [`ObjectRef::NONE`] if it has left the game.
    pub new: ObjectRef,
    /// The zone that it left.
    pub from: Zone,
    /// The zone that it came to.
    pub to: Zone,
    /// Why it moved.
    pub cause: Cause,
    /// The permanent that it represented with others, or does now, if it is one of those that don't have its slot.
    pub with: Option<ObjectRef>,
}
