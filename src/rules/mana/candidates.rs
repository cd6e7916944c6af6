//! Mana abilities whose costs need a choice (CR 601.2g, 605.3a): what is sacrificed, discarded or tapped for them.
//!
//! An ability without a tap symbol counts once for each set of objects that could pay for it. What could make mana
//! itself in the same way (a permanent that is sacrificed for mana, a creature that is tapped for it) is used for another
//! ability only if nothing else is enough: [`Reserved::spend_mana_makers`].

use super::helpers::Helper;
use super::means::{Means, Reserved, Source};
use super::offer::Offer;
use crate::model::ids::ObjectId;
use smallvec::SmallVec;

/// How many activations of one ability are foreseen, at most.
const MOST_TIMES: usize = 16;

/// What is left as one source after another is counted.
pub(super) struct Left<'a> {
    /// Life.
    pub life: i32,
    /// What has been used to pay for offers: by leaving, by being tapped.
    used: [SmallVec<[ObjectId; 4]>; 2],
    helpers: &'a [Helper],
}

impl<'a> Left<'a> {
    /// Everything that isn't reserved.
    pub(super) fn new(means: &Means, reserved: &Reserved, helpers: &'a [Helper]) -> Self {
        Self { life: means.life.saturating_sub(reserved.life), used: Default::default(), helpers }
    }

    /// Whether there is something to pay for an offer with, which is then used.
    pub(super) fn feeds(&mut self, means: &Means, offer: &Offer, reserved: &Reserved) -> bool {
        let Some(candidates) = offer.candidates.map(|i| &means.candidates[i as usize]) else { return true };
        let used = &mut self.used[usize::from(candidates.taps)];
        let taken = if candidates.taps { &reserved.tapped } else { &reserved.leaving };
        let free = candidates.options.iter().filter(|(id, also_makes_mana)| {
            !used.contains(id)
                && !taken.contains(id)
                && !self.helpers.iter().any(|h| h.object.id == *id)
                && (!also_makes_mana || reserved.spend_mana_makers && reserved.unused.contains(id))
        });
        let picked: SmallVec<[ObjectId; 4]> = free.take(candidates.n as usize).map(|(id, _)| *id).collect();
        let enough = picked.len() as u32 == candidates.n;
        if enough {
            used.extend(picked);
        }
        enough
    }
}

impl Means {
    /// Whether there is something to pay for an offer with, be it useful for mana itself or not.
    pub fn can_feed(&self, offer: &Offer, reserved: &Reserved) -> bool {
        let Some(row) = offer.candidates.map(|i| &self.candidates[i as usize]) else { return true };
        let taken = if row.taps { &reserved.tapped } else { &reserved.leaving };
        row.options.iter().filter(|(id, _)| !taken.contains(id)).count() as u32 >= row.n
    }

    /// Adds a source; offers that can be taken again and again are sources of their own.
    pub(super) fn add_source(&mut self, source: Source) {
        if self.candidates.is_empty() {
            self.sources.push(source);
            return;
        }
        let last = source.first + source.count;
        let again = |offer: &Offer| offer.candidates.filter(|_| !offer.tap && !offer.leaves);
        let mut first = source.first;
        while first < last {
            let of = again(&self.offers[first as usize]);
            let count = self.offers[first as usize..last as usize].iter().take_while(|o| again(o) == of).count();
            let times = match of {
                None => 1,
                Some(i) => {
                    let candidates = &self.candidates[i as usize];
                    let times = candidates.options.len() / candidates.n.max(1) as usize;
                    times.min(MOST_TIMES)
                }
            };
            for _ in 0..times {
                self.sources.push(Source { first, count: count as u16, ..source });
            }
            first += count as u16;
        }
    }

    /// Notes what could make mana itself in the way in which it would pay for another ability.
    pub(super) fn note_rivals(&mut self) {
        let Self { candidates, sources, offers, .. } = self;
        for row in candidates.iter_mut() {
            for (id, also_makes_mana) in &mut row.options {
                let own = sources.iter().filter(|s| s.object.id == *id);
                let mut own = own.flat_map(|s| &offers[s.first as usize..(s.first + s.count) as usize]);
                *also_makes_mana = own.any(|o| if row.taps { o.tap } else { o.leaves });
            }
            row.options.sort_by_key(|(_, also_makes_mana)| *also_makes_mana);
        }
    }

    /// What is reserved if, besides, objects that could make mana themselves pay for other mana abilities; `None` if
    /// there are none.
    pub(super) fn spend_mana_makers(&self, reserved: &Reserved) -> Option<Reserved> {
        if !self.candidates.iter().any(|row| row.options.iter().any(|(_, also_makes_mana)| *also_makes_mana)) {
            return None;
        }
        let mut wider = Reserved { spend_mana_makers: true, ..reserved.clone() };
        let mut used: SmallVec<[ObjectId; 8]> = SmallVec::new();
        for source in &self.sources {
            let fed = self.offers_of(source).iter().find_map(|o| Some((o.candidates?, o.tap || o.leaves)));
            let Some((i, itself)) = fed else { continue };
            let row = &self.candidates[i as usize];
            let taken = if row.taps { &reserved.tapped } else { &reserved.leaving };
            let free = row.options.iter().filter(|(id, _)| {
                let used_up = used.contains(id) || taken.contains(id) || reserved.unused.contains(id);
                !used_up && !(itself && *id == source.object.id)
            });
            let picked: SmallVec<[(ObjectId, bool); 4]> = free.take(row.n as usize).copied().collect();
            if picked.len() as u32 == row.n {
                used.extend(picked.iter().map(|(id, _)| *id));
                wider.unused.extend(picked.iter().filter(|(_, also_makes_mana)| *also_makes_mana).map(|(id, _)| *id));
            }
        }
        Some(wider)
    }
}
