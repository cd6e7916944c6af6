//! Whether a total cost can be paid with the means at hand (CR 118.3): all of its parts together.

use super::Bill;
use super::parts::{self, part_payable};
use crate::cards::def::{CostPart, Keyword};
use crate::effects::Bindings;
use crate::ids::{ObjectId, ObjectRef};
use crate::mana::{Helper, ManaBill, Means, Reserved, SymbolWay, convokers};
use crate::object::Characteristics;
use crate::reading::Board;
use smallvec::SmallVec;

/// How creatures and cards help to pay for a spell (CR 702.51, 702.66).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct Help {
    /// Convoke.
    pub convoke: bool,
    /// Delve.
    pub delve: bool,
}

impl Help {
    /// What a spell with these characteristics has.
    pub fn of(chars: &Characteristics) -> Self {
        Self { convoke: chars.has(Keyword::Convoke), delve: chars.has(Keyword::Delve) }
    }
    /// Whether there is none.
    pub const fn is_none(self) -> bool {
        !self.convoke && !self.delve
    }
}

/// Whether using `object` for a part takes away mana that it could make.
pub(super) fn costs_mana(means: &Means, part: &CostPart, object: ObjectId) -> bool {
    let Some(source) = means.sources.iter().find(|s| s.object.id == object) else { return false };
    let offers = means.offers_of(source);
    offers.iter().any(|o| (o.leaves && parts::leaves(part)) || (o.tap && parts::taps(part)))
}

/// What all parts but the mana would take, choosing what is least needed to make mana; `None` if they can't be paid.
/// `picked` are objects already chosen, part by part.
pub(super) fn reserve(
    board: &impl Board,
    means: &Means,
    bindings: &Bindings,
    bill: &Bill,
    picked: &[(u8, ObjectRef)],
) -> Option<Reserved> {
    let mut reserved = Reserved::default();
    let mut committed: SmallVec<[ObjectId; 4]> = SmallVec::new();
    let mut tapped: SmallVec<[ObjectId; 4]> = SmallVec::new();
    for (part, object) in picked {
        note(&bill.parts[*part as usize], object.id, &mut reserved, &mut committed, &mut tapped);
    }
    for (i, part) in bill.parts.iter().enumerate() {
        match part {
            CostPart::PayLife(n) => reserved.life += parts::amount(board, bindings, n) as i32,
            CostPart::Tap | CostPart::SacrificeThis | CostPart::ExileThis | CostPart::DiscardThis => {
                note(part, bindings.this.id, &mut reserved, &mut committed, &mut tapped);
            }
            _ => {}
        }
        if matches!(part, CostPart::RemoveCounters(..)) {
            if !part_payable(board, bindings, part, &[]) {
                return None;
            }
            continue;
        }
        let Some((n, options)) = parts::choice(board, bindings, part) else {
            // The object itself may be used for one part only.
            let others: SmallVec<[ObjectId; 4]> =
                committed.iter().copied().filter(|id| *id != bindings.this.id).collect();
            if !part_payable(board, bindings, part, &others) {
                return None;
            }
            continue;
        };
        let done = picked.iter().filter(|(p, _)| *p as usize == i).count() as u32;
        let mut missing = n.saturating_sub(done);
        if missing == 0 {
            continue;
        }
        let mut free: SmallVec<[ObjectId; 8]> = options.iter().map(|o| o.id).collect();
        free.retain(|id| {
            let used = if parts::taps(part) { tapped.contains(id) } else { committed.contains(id) };
            !used && !picked.iter().any(|(p, o)| *p as usize == i && o.id == *id)
        });
        if (free.len() as u32) < missing {
            return None;
        }
        free.sort_by_key(|id| costs_mana(means, part, *id));
        for id in free {
            if missing == 0 {
                break;
            }
            missing -= 1;
            note(part, id, &mut reserved, &mut committed, &mut tapped);
        }
    }
    (reserved.life <= 0 || reserved.life <= means.life).then_some(reserved)
}

/// Writes down that an object is used for a part.
fn note(
    part: &CostPart,
    id: ObjectId,
    reserved: &mut Reserved,
    committed: &mut SmallVec<[ObjectId; 4]>,
    tapped: &mut SmallVec<[ObjectId; 4]>,
) {
    if parts::leaves(part) {
        committed.push(id);
        reserved.leaving.push(id);
    }
    if parts::taps(part) {
        tapped.push(id);
        reserved.tapped.push(id);
    }
}

/// The cards that could be delved, beside what is used otherwise.
pub(super) fn delvable(board: &impl Board, bindings: &Bindings, reserved: &Reserved) -> SmallVec<[ObjectRef; 8]> {
    let graveyard = &board.zones().own[bindings.you.index()].graveyard;
    let free = graveyard.iter().filter(|id| {
        !reserved.leaving.contains(id) && bindings.this.id != **id && bindings.stack.is_none_or(|s| s.id != **id)
    });
    free.map(|id| board.object(*id).reference()).collect()
}

/// Creatures that can convoke, if they may.
pub(super) fn helpers(
    board: &impl Board,
    bindings: &Bindings,
    help: Help,
    reserved: &Reserved,
) -> SmallVec<[Helper; 8]> {
    if help.convoke { convokers(board, bindings.you, reserved) } else { SmallVec::new() }
}

/// Whether a whole bill can be paid, with some choices made.
pub(super) fn payable_with(
    board: &impl Board,
    means: &Means,
    bindings: &Bindings,
    bill: &Bill,
    help: Help,
    ways: &[SymbolWay],
    picked: &[(u8, ObjectRef)],
) -> bool {
    if bill.unpayable {
        return false;
    }
    if bill.parts.is_empty() && help.is_none() {
        return means.can_pay(&bill.mana, ways, bill.spend_as, &Reserved::default(), &[]);
    }
    let Some(reserved) = reserve(board, means, bindings, bill, picked) else { return false };
    if bill.mana.is_empty() {
        return true;
    }
    let helpers = helpers(board, bindings, help, &reserved);
    if help.delve {
        let cards = delvable(board, bindings, &reserved).len() as u32;
        let mana = ManaBill { generic: bill.mana.generic.saturating_sub(cards), ..bill.mana.clone() };
        return means.can_pay(&mana, ways, bill.spend_as, &reserved, &helpers);
    }
    means.can_pay(&bill.mana, ways, bill.spend_as, &reserved, &helpers)
}

/// Whether a whole bill can be paid.
pub fn payable(board: &impl Board, means: &Means, bindings: &Bindings, bill: &Bill, help: Help) -> bool {
    payable_with(board, means, bindings, bill, help, &[], &[])
}

/// The largest X for which `bill_of` gives a payable bill; `None` if not even 0 is.
pub(super) fn largest_x(mut payable_at: impl FnMut(i32) -> bool) -> Option<i32> {
    if !payable_at(0) {
        return None;
    }
    let (mut low, mut high) = (0, 1);
    while high < MAX_X && payable_at(high) {
        low = high;
        high *= 2;
    }
    // `low` is payable and `high` isn't (or is the bound).
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if payable_at(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    Some(low)
}

/// No X is larger: where a cost doesn't bound it, this does.
const MAX_X: i32 = 1 << 12;
