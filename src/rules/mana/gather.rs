//! All mana that there is beside what is reserved: of the pool, and of sources of which it doesn't matter which offer is taken.

use super::candidates::Left;
use super::helpers::{Helper, Helping};
use super::means::{Means, Reserved, Source};
use super::offer::Offer;
use super::supply::{BoundMask, Supply};
use crate::model::ids::ObjectId;
use smallvec::SmallVec;

impl Means {
    /// Adds up what the sources and the pool give when nothing is reserved.
    pub(super) fn refresh_supply(&mut self) {
        let (mut supply, mut complex) = (std::mem::take(&mut self.supply), std::mem::take(&mut self.complex));
        self.gather(&Reserved::default(), u8::MAX, &[], &mut supply, &mut complex);
        (self.supply, self.complex) = (supply, complex);
    }

    /// Whether an offer can be used: its object is free, and it hurts no more than `max_rank` allows.
    pub(super) fn free(offer: &Offer, object: ObjectId, reserved: &Reserved, max_rank: u8) -> bool {
        offer.rank <= max_rank
            && reserved.barred.allows(offer.terms)
            && !(offer.tap && reserved.tapped.contains(&object))
            && !(offer.leaves && reserved.leaving.contains(&object))
            && !reserved.unused.contains(&object)
    }

    /// Whether an offer can be taken beside what is reserved.
    pub fn is_free(offer: &Offer, object: ObjectId, reserved: &Reserved) -> bool {
        Self::free(offer, object, reserved, u8::MAX)
    }

    /// The mana of simple sources and of the pool beside what is reserved, and creatures that convoke.
    pub fn add_up(&self, reserved: &Reserved, helpers: &[Helper], supply: &mut Supply) {
        self.gather(reserved, u8::MAX, helpers, supply, &mut SmallVec::new());
    }

    /// The mana of the pool, as masks.
    pub(super) fn pool_supply(&self, reserved: &Reserved, supply: &mut Supply) {
        if self.pool.is_empty() {
            return;
        }
        for share in self.pool.shares(reserved.barred) {
            for i in 0..6 {
                let snow = share.snow[i].min(share.amount[i]);
                for (is_snow, n) in [(true, snow), (false, share.amount[i] - snow)] {
                    let (mask, n) = (self.counts_as(1 << i, is_snow), u32::from(n));
                    match share.bound {
                        None => supply.add(mask, n),
                        bound => supply.add_bound(BoundMask::of(bound, mask), n),
                    }
                }
            }
        }
    }

    /// What the mana of a source counts as, of which it doesn't matter for this cost which offer is taken.
    pub(super) fn bound_mask(&self, source: &Source, reserved: &Reserved, max_rank: u8, help: u8) -> Option<BoundMask> {
        if help == 0 && self.terms.is_empty() {
            return None;
        }
        let free = |o: &&Offer| Self::free(o, source.object.id, reserved, max_rank);
        let mut offers = self.offers_of(source).iter().filter(free);
        if help == 0 && !offers.clone().any(|o| o.terms.is_some()) {
            return None;
        }
        let mask = |o: &Offer| o.makes.first().map_or(0, |types| self.counts_as(*types, source.snow));
        let parts: SmallVec<[_; 2]> = offers.by_ref().map(|o| (o.terms, mask(o))).collect();
        let mana = BoundMask { mask: parts.iter().fold(0, |all, (_, mask)| all | mask), parts };
        Some(mana.or_help(help))
    }

    /// Adds up the mana of simple sources, and lists the others. `helpers` convoke.
    pub(super) fn gather(
        &self,
        reserved: &Reserved,
        max_rank: u8,
        helpers: &[Helper],
        supply: &mut Supply,
        complex: &mut SmallVec<[u16; 4]>,
    ) {
        supply.clear();
        complex.clear();
        self.pool_supply(reserved, supply);
        let mut left = Left::new(self, reserved, helpers);
        let mut helping = Helping::new(helpers);
        for (i, source) in self.sources.iter().enumerate() {
            let simple = self.simple(source, reserved, max_rank, &mut left);
            let help = helping.beside(self, source, &simple, reserved, max_rank);
            match simple {
                Simple::Nothing => {}
                Simple::One(mask) => match self.bound_mask(source, reserved, max_rank, help) {
                    None => supply.add(mask, 1),
                    Some(bound) => supply.add_bound(bound, 1),
                },
                Simple::Bundle(offer) => {
                    let terms = self.offers[offer].terms;
                    for types in &self.offers[offer].makes {
                        let mask = self.counts_as(*types, source.snow);
                        match terms {
                            None => supply.add(mask, 1),
                            _ => supply.add_bound(BoundMask::of(terms, mask), 1),
                        }
                    }
                }
                Simple::Not => complex.push(i as u16),
            }
        }
        helping.rest().for_each(|(_, helper)| supply.add_bound(BoundMask::of_helper(helper.mask), 1));
    }

    /// What a source gives, if it doesn't matter which offer is taken.
    pub(super) fn simple(&self, source: &Source, reserved: &Reserved, max_rank: u8, left: &mut Left<'_>) -> Simple {
        if let [offer] = self.offers_of(source)
            && let [types] = offer.makes.as_slice()
            && offer.takes_nothing()
        {
            let free = left.life >= 0 && Self::free(offer, source.object.id, reserved, max_rank);
            return if free { Simple::One(self.counts_as(*types, source.snow)) } else { Simple::Nothing };
        }
        let mut found = 0;
        let (mut first, mut cheapest, mut fed) = (0, i32::MAX, None);
        let (mut costs, mut single, mut types) = (false, true, 0);
        for (i, offer) in self.offers_of(source).iter().enumerate() {
            if Self::free(offer, source.object.id, reserved, max_rank)
                && offer.life <= left.life
                && (offer.candidates.is_some() && offer.candidates == fed || left.feeds(self, offer, reserved))
            {
                // Alternatives of one ability are paid with the same.
                fed = offer.candidates.or(fed);
                if found == 0 {
                    first = source.first as usize + i;
                }
                found += 1;
                cheapest = cheapest.min(offer.life);
                costs |= !offer.cost.is_empty();
                single &= offer.makes.len() == 1;
                types |= offer.makes.first().copied().unwrap_or(0);
            }
        }
        if found == 0 {
            return Simple::Nothing;
        }
        if costs {
            return Simple::Not;
        }
        // Life is only counted when nothing else is offered; an offer for life beside another is used last.
        left.life -= if found == 1 { cheapest } else { 0 };
        match (found, single) {
            (_, true) => Simple::One(self.counts_as(types, source.snow)),
            (1, false) if !self.offers[first].makes.is_empty() => Simple::Bundle(first),
            _ => Simple::Not,
        }
    }
}

/// How a source gives mana.
pub(super) enum Simple {
    /// It gives no mana.
    Nothing,
    /// One mana that counts as these.
    One(u8),
    /// All the mana of its one offer, by its place in [`Means::offers`].
    Bundle(usize),
    /// In ways between which there is a choice, or for mana.
    Not,
}
