//! What spells and abilities on the stack remember.

use crate::cards::def::{CastBy, ZoneKind};
use crate::model::bindings::Bindings;
use crate::model::by_field::clone_by_field;
use crate::model::ids::{AbilityHandle, AbilityKey, ObjectRef, Seat};
use crate::model::rare::{Rare, blank};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// What was announced and paid for a spell or ability. A permanent spell takes it along to the battlefield (CR 400.7d).
#[derive(PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct CastRecord {
    /// From where it was cast; `None` for copies and for what was never cast.
    pub from: Option<ZoneKind>,
    /// Who cast it, if it was cast: another player may control it by now.
    #[serde(default)]
    pub caster: Option<Seat>,
    /// How often each optional cost was paid, in the order of the abilities that offer them (kicker, buyback).
    pub paid: SmallVec<[u8; 4]>,
    /// The opponent that was chosen as an optional cost (CR 702.174a).
    #[serde(default)]
    pub promised: Option<Seat>,
    /// Which alternative cost was paid, by the place of its ability among those of the object, from 0; `None` if none was.
    pub alternative: Option<u8>,
    /// The keyword by which it was cast, if one was used.
    #[serde(default)]
    pub by: Option<CastBy>,
    /// The mana spent, by type in the order W, U, B, R, G, C.
    pub mana: [u8; 6],
    /// How many Phyrexian symbols of its cost were paid with life (CR 107.4f).
    #[serde(default)]
    pub life_symbols: u8,
    /// What X is; 0 if there is no X.
    pub x: i32,
    /// Objects that were sacrificed, exiled, discarded, tapped or revealed to pay, those that moved first.
    pub paid_with: SmallVec<[ObjectRef; 2]>,
    /// How many of these were moved to pay, and can be found where they came to (CR 400.7j).
    #[serde(default)]
    pub moved: u8,
    /// Whether it is exiled instead of going anywhere else as it leaves the stack (flashback and the like).
    pub exile_after: bool,
    /// Whether it is exiled instead of being put into a graveyard from the stack.
    #[serde(default)]
    pub exile_instead: bool,
}

impl CastRecord {
    /// A player casts it from a zone.
    pub fn begin(&mut self, from: ZoneKind, caster: Seat) {
        (self.from, self.caster) = (Some(from), Some(caster));
    }

    /// Notes what pays, and whether that moves it.
    pub fn pay_with(&mut self, objects: &[ObjectRef], moves: bool) {
        if !moves {
            self.paid_with.extend_from_slice(objects);
            return;
        }
        self.paid_with.insert_from_slice(self.moved.into(), objects);
        self.moved = self.moved.saturating_add(u8::try_from(objects.len()).unwrap_or(u8::MAX));
    }

    /// Nothing has paid.
    pub fn unpay(&mut self) {
        self.paid_with.clear();
        self.moved = 0;
    }

    /// CR 400.7j: what was moved to pay.
    pub fn moved_to_pay(&self) -> &[ObjectRef] {
        &self.paid_with[..self.paid_with.len().min(self.moved.into())]
    }
}

clone_by_field! {
    CastRecord { from, caster, promised, alternative, by, mana, life_symbols, x, moved, exile_after, exile_instead; lists: paid, paid_with }
}

/// What spells and abilities on the stack remember, and permanents of it. Most objects have nothing of that.
pub type StackEntry = Rare<StackRecord>;

/// The part of a stack object that only matters on the stack. Empty elsewhere, but for the cast record, which a
/// permanent keeps.
#[derive(PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct StackRecord {
    /// For an ability: which one. `None` for a spell.
    pub ability: Option<AbilityKey>,
    /// The spell ability or the ability that resolves; of several (split, spliced) in order.
    pub text: SmallVec<[AbilityHandle; 1]>,
    /// How many of these, the last ones, it has gained by splicing (CR 702.47).
    pub gained: u8,
    /// Modes, targets, X, event, and so on.
    pub bindings: Option<Box<Bindings>>,
    /// What was announced and paid.
    pub cast: CastRecord,
    /// Who cast or activated it.
    pub caster: Seat,
    /// An ability that was put on the stack as a copy: it hasn't triggered (CR 603.8, 707.10).
    pub copied: bool,
    /// Which of the conditions on which its effects will last have held since it was put on the stack, a bit each.
    #[serde(default)]
    pub held: u8,
    /// Which of them have stopped to hold since (CR 611.2b).
    #[serde(default)]
    pub lapsed: u8,
}

clone_by_field! {
    StackRecord { ability, gained, bindings, cast, caster, copied, held, lapsed; lists: text }
}

blank!(StackRecord);
