//! What is produced instead of the mana that a permanent would produce as it is tapped for mana (CR 106.12b, 614, 616.1).

use super::offer::Offer;
use crate::cards::def::{CostPart, ManaType, OtherMana, Rule, StaticEffect};
use crate::model::bindings::Value;
use crate::model::ids::{ObjectRef, Seat};
use crate::rules::reading::{self, Board};
use smallvec::{SmallVec, smallvec};

/// How much mana of each type, in the order of [`ManaType::ALL`].
pub(crate) type Produced = [u16; 6];

/// An effect that replaces what is produced.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ManaReplacement {
    /// From how much mana on it applies.
    least: u32,
    /// What is produced instead.
    with: OtherMana,
    /// The mana of the colour that a variable holds.
    color: Option<ManaType>,
}

/// The effects that apply to one permanent.
pub(crate) type Replacing = SmallVec<[ManaReplacement; 2]>;

/// More mana than this is never produced at once.
const MOST: u16 = 10_000;

/// No more orders of effects are followed than these many events that they lead to. What is found first is never left out.
const MOST_STATES: usize = 100;

/// The payer foresees no more ways in which mana could be produced.
const MOST_WAYS: usize = 32;

/// CR 106.12: whether the activation cost of an ability includes the tap symbol.
pub(crate) fn includes_tap(cost: &[CostPart]) -> bool {
    cost.iter().any(|part| matches!(part, CostPart::Tap))
}

/// The effects on what `source` produces if `seat` taps it for mana.
pub(crate) fn replacing(board: &impl Board, seat: Seat, source: ObjectRef) -> Replacing {
    let mut all = Replacing::new();
    let table = board.table();
    if !table.0.traits.replaces_mana {
        return all;
    }
    for row in &board.rules().rules {
        let StaticEffect::Rule(Rule::ProducesInstead { who, of, least, with }) = &table.static_row(row.handle).effect
        else {
            continue;
        };
        let bindings = board.bindings_of(row);
        if reading::player_matches(board, bindings, *who, seat) && reading::matches(board, bindings, of, source) {
            let color = match with {
                OtherMana::ColorVar(var) => match bindings.var(*var) {
                    Some(Value::Color(color)) => Some(ManaType::of(*color)),
                    _ => continue,
                },
                _ => None,
            };
            all.push(ManaReplacement { least: u32::from(*least).max(1), with: with.clone(), color });
        }
    }
    if all.len() > 1 { merged(all) } else { all }
}

/// The effects without those that make no difference: where several always apply and give mana the same types, one of them does the
/// same; and multiplications are one, if no effect looks at amounts or sets them.
fn merged(effects: Replacing) -> Replacing {
    let commute = effects.iter().all(|e| e.least <= 1 && !matches!(e.with, OtherMana::One(_)));
    let mut all = Replacing::new();
    let mut times = 1u16;
    for effect in effects {
        match &effect.with {
            OtherMana::Times(n) if commute => times = times.saturating_mul(*n).min(MOST),
            OtherMana::Times(_) => all.push(effect),
            OtherMana::Type(_) | OtherMana::One(_) | OtherMana::ColorVar(_) => {
                if effect.least > 1 || !all.contains(&effect) {
                    all.push(effect);
                }
            }
        }
    }
    if times != 1 {
        all.push(ManaReplacement { least: 1, with: OtherMana::Times(times), color: None });
    }
    all
}

fn sum(made: &Produced) -> u32 {
    made.iter().map(|n| u32::from(*n)).sum()
}

impl ManaReplacement {
    /// What is produced after it has applied: several results, if the player has a choice.
    fn results(&self, made: &Produced) -> SmallVec<[Produced; 5]> {
        let of_types = |types: &[ManaType], n: u32| {
            let n = u16::try_from(n).unwrap_or(MOST).min(MOST);
            let of_type = |t: &ManaType| {
                let mut made = [0; 6];
                made[*t as usize] = n;
                made
            };
            types.iter().map(of_type).collect()
        };
        match &self.with {
            OtherMana::Times(n) => smallvec![made.map(|amount| amount.saturating_mul(*n).min(MOST))],
            OtherMana::Type(types) => of_types(types, sum(made)),
            OtherMana::One(types) => of_types(types, 1),
            OtherMana::ColorVar(_) => smallvec![self.color.map_or(*made, |color| recolored(made, color))],
        }
    }
}

/// As much mana, the coloured part of it of one colour.
fn recolored(made: &Produced, color: ManaType) -> Produced {
    let plain = made[ManaType::C as usize];
    let colored = sum(made) - u32::from(plain);
    let mut all = [0; 6];
    all[ManaType::C as usize] = plain;
    all[color as usize] = u16::try_from(colored).unwrap_or(MOST).min(MOST);
    all
}

/// CR 616.1: what can be produced instead of `made`: the effects apply in any order, each once, as long as they apply to what has become
/// of it. One result if nothing is to be chosen.
pub(crate) fn outcomes(replacing: &[ManaReplacement], made: Produced) -> Vec<Produced> {
    let (mut seen, mut all) = (Vec::new(), Vec::new());
    follow(replacing, 0, made, &mut seen, &mut all);
    all
}

fn follow(
    replacing: &[ManaReplacement],
    applied: u64,
    made: Produced,
    seen: &mut Vec<(u64, Produced)>,
    all: &mut Vec<Produced>,
) {
    if seen.contains(&(applied, made)) || seen.len() >= MOST_STATES && !all.is_empty() {
        return;
    }
    seen.push((applied, made));
    let mut is_last = true;
    for (i, effect) in replacing.iter().enumerate().take(u64::BITS as usize) {
        let is_open = |place: usize| applied & 1 << place == 0;
        if !is_open(i) || sum(&made) < effect.least {
            continue;
        }
        // Which of two that are alike comes first makes no difference.
        if !is_last && (0..i).any(|other| is_open(other) && replacing[other] == *effect) {
            continue;
        }
        is_last = false;
        for next in effect.results(&made) {
            follow(replacing, applied | 1 << i, next, seen, all);
        }
    }
    if is_last && !all.contains(&made) {
        all.push(made);
    }
}

/// Adds what an offer becomes: nothing, if there are too many ways to foresee.
pub(super) fn add_offers(replacing: &[ManaReplacement], offer: Offer, all: &mut Vec<Offer>) {
    if replacing.is_empty() || !offer.tap {
        all.push(offer);
        return;
    }
    let mut ways: Vec<Produced> = vec![[0; 6]];
    for types in &offer.makes {
        let mut more = Vec::new();
        for before in ways {
            for mana in (0..6).filter(|i| types & 1 << i != 0) {
                let mut made = before;
                made[mana] += 1;
                if !more.contains(&made) {
                    more.push(made);
                }
            }
        }
        if more.len() > MOST_WAYS {
            return;
        }
        ways = more;
    }
    let mut results: Vec<Produced> = Vec::new();
    for made in ways.into_iter().flat_map(|made| outcomes(replacing, made)) {
        if !results.contains(&made) {
            results.push(made);
        }
    }
    // Less mana of the same types is never better.
    let most: Vec<u32> = results.iter().map(|made| most_of(&results, type_mask(made))).collect();
    let mut most = most.into_iter();
    results.retain(|made| most.next() == Some(sum(made)));
    if results.iter().all(|made| sum(made) == 1) {
        let mask = results.iter().map(type_mask).fold(0, |all, mask| all | mask);
        all.push(Offer { makes: smallvec![mask], ..offer });
        return;
    }
    let as_offer = |made: &Produced| {
        let each = made.iter().enumerate().flat_map(|(i, n)| std::iter::repeat_n(1u8 << i, usize::from(*n)));
        // More is never needed one by one.
        Offer { makes: each.take(64).collect(), ..offer.clone() }
    };
    all.extend(results.iter().filter(|made| sum(made) > 0).take(MOST_WAYS).map(as_offer));
}

/// The greatest amount of what is produced of just these types.
fn most_of(results: &[Produced], types: u8) -> u32 {
    results.iter().filter(|made| type_mask(made) == types).map(sum).max().unwrap_or(0)
}

/// The types of what is produced, as a mask of [`ManaType::bit`].
fn type_mask(made: &Produced) -> u8 {
    (0..6).filter(|i| made[*i] > 0).fold(0, |mask, i| mask | 1 << i)
}

/// CR 106.7: of which types something could be that would produce as much mana of one of the types of a mask.
pub(super) fn types(replacing: &[ManaReplacement], mask: u8, amount: u16) -> u8 {
    if replacing.is_empty() {
        return mask;
    }
    let of_type = |i: usize| {
        let mut made = [0; 6];
        made[i] = amount.max(1);
        outcomes(replacing, made).iter().map(type_mask).fold(0, |all, mask| all | mask)
    };
    (0..6).filter(|i| mask & 1 << i != 0).fold(0, |all, i| all | of_type(i))
}

/// How many times as much is produced if only such effects apply; what the payer plans is as much as that.
pub(crate) fn factor(replacing: &[ManaReplacement]) -> u8 {
    let times = |effect: &ManaReplacement| match &effect.with {
        OtherMana::Times(n) => u8::try_from(*n).unwrap_or(u8::MAX),
        OtherMana::Type(_) | OtherMana::One(_) | OtherMana::ColorVar(_) => 1,
    };
    replacing.iter().map(times).fold(1, u8::saturating_mul)
}
