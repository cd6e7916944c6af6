//! What mana a cost needs (CR 107.4, 118), as masks that mana either fits or doesn't.
//!
//! Each mana symbol but the generic ones becomes one mask: the types of mana that pay for it. Symbols that can be paid
//! in several ways (CR 118.13) are several needs, one for each way; [`ways_to_pay`] goes through them.

use super::supply::{Group, match_most};
use crate::cards::def::ManaSymbol;
use crate::model::mana::{ManaTotal, SpendAs, SymbolPayment};
use smallvec::SmallVec;

/// The bits of the six types of mana.
pub const TYPES: u8 = 0x3F;
/// The bits of the five colours.
pub const COLORS: u8 = 0x1F;
/// The bit of mana from a snow source (CR 107.4h).
pub const SNOW: u8 = 0x40;
/// The bit of what pays for generic mana without being mana: convoking creatures, delved cards (CR 702.51, 702.66).
pub const HELP: u8 = 0x80;

/// Mana that is needed, all choices made.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Need {
    /// For each mana that not all mana can pay: the mask of what can.
    pub exact: SmallVec<[u8; 8]>,
    /// Mana that any can pay.
    pub generic: u32,
    /// Life, for Phyrexian symbols (CR 107.4f).
    pub life: i32,
}

impl Need {
    /// How much mana it is.
    pub fn total(&self) -> u32 {
        self.generic.saturating_add(self.exact.len() as u32)
    }
    /// CR 609.4b, 118.14: mana is spent as though it were other mana. Snow symbols still want snow.
    pub fn spend(&mut self, how: SpendAs) {
        let free = |mask: u8| match how {
            SpendAs::Itself => false,
            SpendAs::AnyColor => mask & SNOW == 0 && mask & COLORS != 0,
            SpendAs::AnyType => mask & SNOW == 0,
        };
        self.exact.iter_mut().filter(|mask| free(**mask)).for_each(|mask| *mask |= TYPES);
    }
}

/// Whether a symbol can be paid in ways between which mana alone doesn't decide.
pub const fn has_ways(symbol: ManaSymbol) -> bool {
    matches!(symbol, ManaSymbol::TwoOr(_) | ManaSymbol::Phyrexian(_))
}

/// the need of a total cost for one choice of ways, given for the symbols that [`has_ways`] in order; the rest by mana.
/// What makes it cheaper or asks for a least amount looks at the mana that is left (CR 601.2b, f; 118.7a).
pub fn need_for(total: &ManaTotal, ways: &[SymbolPayment]) -> Need {
    let mut need = Need { generic: total.generic, ..Need::default() };
    let mut ways = ways.iter();
    for symbol in &total.symbols {
        match symbol {
            ManaSymbol::Generic(n) => need.generic = need.generic.saturating_add(u32::from(*n)),
            ManaSymbol::X => {}
            ManaSymbol::Typed(t) => need.exact.push(t.bit()),
            ManaSymbol::Hybrid(mask) => need.exact.push(*mask & TYPES),
            ManaSymbol::Snow => need.exact.push(SNOW),
            ManaSymbol::TwoOr(t) => match ways.next().copied().unwrap_or(SymbolPayment::Mana) {
                SymbolPayment::Mana => need.exact.push(t.bit()),
                SymbolPayment::Other => need.generic = need.generic.saturating_add(2),
            },
            ManaSymbol::Phyrexian(mask) => match ways.next().copied().unwrap_or(SymbolPayment::Mana) {
                SymbolPayment::Mana => need.exact.push(*mask & TYPES),
                SymbolPayment::Other => need.life = need.life.saturating_add(2),
            },
        }
    }
    if total.is_plain() {
        return need;
    }
    let apart_from_x = need.generic.saturating_sub(total.on_x.0);
    // Reductions are applied in the order that is best for the player: first the one that leaves a mana.
    need.generic -= total.less_sparing.min(need.total().saturating_sub(1)).min(need.generic);
    lessen(&mut need, &total.less_only, &[], false);
    lessen(&mut need, &total.less_of, &total.less_hybrid, true);
    need.generic = need.generic.saturating_sub(total.less);
    // What is left of X wants mana of its own: as little as possible.
    let on_x = if total.on_x.0 > 0 { need.generic.saturating_sub(apart_from_x) } else { 0 };
    need.generic -= on_x;
    need.exact.extend((0..on_x).map(|_| total.on_x.1));
    need.generic = need.generic.saturating_add(total.least.saturating_sub(need.total()));
    need
}

impl ManaTotal {
    /// Whether nothing makes it cost less, or asks for more than its symbols.
    fn is_plain(&self) -> bool {
        self.less == 0
            && self.less_sparing == 0
            && self.least == 0
            && self.on_x.0 == 0
            && self.less_of == [0; 6]
            && self.less_only == [0; 6]
            && self.less_hybrid.is_empty()
    }
}

/// CR 118.7b-e: a cost is less by an amount of mana of each type, and by one mana of one of several types for each of `hybrid`. As
/// many symbols as possible are what is less; for the rest, if it `spills`, it is generic mana.
fn lessen(need: &mut Need, less: &[u16; 6], hybrid: &[u8], spills: bool) {
    if *less == [0; 6] && hybrid.is_empty() {
        return;
    }
    let amount = less.iter().map(|n| u32::from(*n)).fold(hybrid.len() as u32, u32::saturating_add);
    let of_type = (0..6).map(|i| Group::new(1 << i, 0, u32::from(less[i])));
    let groups: SmallVec<[Group; 6]> = of_type.chain(hybrid.iter().map(|mask| Group::new(*mask, 0, 1))).collect();
    // Symbols that can be paid in fewer ways are preferred.
    need.exact.sort_by_key(|mask| mask.count_ones());
    let units: SmallVec<[(u8, u8); 16]> = need.exact.iter().map(|mask| (*mask, 0)).collect();
    let matched = match_most(&groups, &units);
    let symbols = matched.iter().filter(|is_less| **is_less).count() as u32;
    let mut matched = matched.into_iter();
    need.exact.retain(|_| matched.next() == Some(false));
    if spills {
        need.generic = need.generic.saturating_sub(amount.saturating_sub(symbols));
    }
}

/// Symbols beyond this many are only ever paid by mana; no cost has more.
const MAX_WAYS: u32 = 10;

/// Goes through the ways to pay a total cost, given how the first symbols with several ways are paid, until one `fits`.
/// Ways with more mana (and less life) come first.
pub fn ways_to_pay(
    total: &ManaTotal,
    fixed: &[SymbolPayment],
    mut fits: impl FnMut(&Need) -> bool,
) -> Option<SmallVec<[SymbolPayment; 4]>> {
    let count = total.symbols.iter().filter(|s| has_ways(**s)).count();
    let open = (count.saturating_sub(fixed.len()) as u32).min(MAX_WAYS);
    for choice in 0..(1u32 << open) {
        let mut ways: SmallVec<[SymbolPayment; 4]> = SmallVec::from_slice(fixed);
        ways.extend((0..open).map(|i| if choice & (1 << i) == 0 { SymbolPayment::Mana } else { SymbolPayment::Other }));
        if fits(&need_for(total, &ways)) {
            return Some(ways);
        }
    }
    None
}
