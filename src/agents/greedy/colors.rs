//! Which costs can be paid together, by the colours of what makes mana.

use super::choices::best;
use super::costs::ready_source;
use super::guess;
use super::lands::makes;
use crate::cards::def::{ManaCost, ManaSymbol};
use crate::game::view::SeatView;
use crate::model::decision::{Answer, Choice, Decision, Shape};
use smallvec::SmallVec;

/// How many symbols a cost has that only one type of mana pays, by type.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Demand([u8; 6]);

impl Demand {
    pub(super) fn of(cost: Option<&ManaCost>) -> Self {
        let mut demand = Self::default();
        for symbol in cost.into_iter().flat_map(|c| &c.0) {
            if let ManaSymbol::Typed(mana) = symbol {
                demand.0[*mana as usize] += 1;
            }
        }
        demand
    }
}

/// The types of mana, a bit each, that each source of the viewer's can make now.
#[derive(Clone, Debug, Default)]
pub(super) struct Sources(SmallVec<[u8; 12]>);

impl Sources {
    pub(super) fn of(view: &SeatView<'_>) -> Self {
        let ready = view.controlled(view.seat()).filter(|s| ready_source(view, s));
        let mut sources: SmallVec<[u8; 12]> = ready.map(|s| makes(view.table(), &s.chars.abilities)).collect();
        let pool = &view.player(view.seat()).pool;
        for (i, amount) in pool.amount.iter().enumerate() {
            sources.extend((0..*amount).map(|_| 1 << i));
        }
        Self(sources)
    }

    /// Whether the coloured mana of all these costs can be made at once: for any colours together there are as many
    /// sources as there are symbols.
    pub(super) fn pay(&self, demands: impl Iterator<Item = Demand>) -> bool {
        let mut all = [0usize; 6];
        for demand in demands {
            demand.0.iter().zip(&mut all).for_each(|(n, sum)| *sum += usize::from(*n));
        }
        (1u8..64).all(|set| {
            let needed: usize = (0..6).filter(|i| set & (1 << i) != 0).map(|i| all[i]).sum();
            needed == 0 || self.0.iter().filter(|types| **types & set != 0).count() >= needed
        })
    }
}

/// Which mana to make: of the type that is needed most.
pub(super) fn mana_color(view: &SeatView<'_>, decision: &Decision) -> Answer {
    let wanted = guess::wanted_mana(view);
    let score = |choice: &Choice| match choice {
        Choice::Mana(mana) => wanted[*mana as usize],
        _ => 0,
    };
    match &decision.shape {
        Shape::Distribute { options, total, .. } => {
            let most = (0..options.len()).max_by_key(|i| (score(&options[*i]), std::cmp::Reverse(*i))).unwrap_or(0);
            Answer::Distribute((0..options.len()).map(|i| if i == most { *total } else { 0 }).collect())
        }
        _ => best(decision, score),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_pays_for_one_symbol() {
        let one = |i: usize| {
            let mut demand = Demand::default();
            demand.0[i] = 1;
            demand
        };
        let sources = Sources(SmallVec::from_slice(&[0b01, 0b11]));
        assert!(sources.pay([one(0), one(1)].into_iter()) && sources.pay([one(0), one(0)].into_iter()));
        assert!(!sources.pay([one(1), one(1)].into_iter()) && !sources.pay([one(2)].into_iter()));
    }
}
