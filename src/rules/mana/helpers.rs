//! What is tapped to help to pay for something: for convoke and improvise (CR 702.51, 702.126), and for waterbend costs (701.67).

use super::gather::Simple;
use super::means::{Means, Reserved, Source};
use super::need::{COLORS, HELP, Need};
use super::offer::Offer;
use super::search::BUDGET;
use crate::cards::def::CardTypes;
use crate::model::cast::AlternatePayment;
use crate::model::ids::{ObjectId, ObjectRef, Seat};
use crate::model::object::Characteristics;
use crate::rules::reading::Board;
use smallvec::SmallVec;

/// A permanent that could be tapped for a spell with convoke or improvise (CR 702.51, 702.126).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Helper {
    /// The permanent.
    pub object: ObjectRef,
    /// For what it can be tapped.
    pub mask: u8,
}

/// Of how many permanents that could help to pay, but for their mana abilities, all combinations are tried.
const MOST_COMBINED: usize = 4;

/// Which helpers make mana instead, as one source after another is counted.
pub(super) struct Helping<'a> {
    helpers: &'a [Helper],
    making: SmallVec<[ObjectId; 8]>,
}

impl<'a> Helping<'a> {
    /// None of them yet.
    pub(super) fn new(helpers: &'a [Helper]) -> Self {
        Self { helpers, making: SmallVec::new() }
    }

    /// For what else than its mana a source can be tapped. One that makes mana without being tapped helps besides, and so does one that
    /// can make none for this cost (CR 702.51a, 702.126a).
    pub(super) fn beside(
        &mut self,
        means: &Means,
        source: &Source,
        simple: &Simple,
        reserved: &Reserved,
        max_rank: u8,
    ) -> u8 {
        let id = source.object.id;
        let Some(helper) = self.helpers.iter().find(|h| h.object.id == id) else { return 0 };
        if matches!(simple, Simple::Nothing) || !means.is_used_up(source, reserved, max_rank) {
            return 0;
        }
        self.making.push(id);
        if matches!(simple, Simple::One(_)) { helper.mask } else { 0 }
    }

    /// Those that make no mana, with their places.
    pub(super) fn rest(&self) -> impl Iterator<Item = (usize, &'a Helper)> {
        self.helpers.iter().enumerate().filter(|(_, helper)| !self.making.contains(&helper.object.id))
    }
}

impl Means {
    /// Whether a source is tapped or leaves for its mana.
    fn is_used_up(&self, source: &Source, reserved: &Reserved, max_rank: u8) -> bool {
        let free = |offer: &&Offer| Self::free(offer, source.object.id, reserved, max_rank);
        self.offers_of(source).iter().filter(free).any(|offer| offer.tap || offer.leaves)
    }

    /// Another use of what could do more than one thing with which mana can be had ([`Means::covers_beside`]): what can't make mana then,
    /// and who helps. All that are tried share one budget.
    pub(super) fn other_use(
        &self,
        need: &Need,
        reserved: &Reserved,
        helpers: &[Helper],
    ) -> Option<(Reserved, Vec<Helper>)> {
        let mut budget = BUDGET;
        let mut uses = self.other_uses(reserved, helpers).into_iter();
        uses.find(|(reserved, helpers)| self.covers_beside(need, reserved, helpers, &mut budget))
    }

    /// Other uses of what could do more than one thing: permanents that help to pay instead of making several mana, or mana for mana,
    /// and helpers that are given up for mana abilities of something else instead, those without a colour first.
    fn other_uses(&self, reserved: &Reserved, helpers: &[Helper]) -> Vec<(Reserved, Vec<Helper>)> {
        let helps = |source: &&Source| helpers.iter().any(|helper| helper.object == source.object);
        let several = |source: &&Source| {
            let plain = |offer: &Offer| offer.cost.is_empty() && offer.makes.len() == 1;
            self.is_used_up(source, reserved, u8::MAX) && !self.offers_of(source).iter().all(plain)
        };
        let mut makers: SmallVec<[ObjectId; MOST_COMBINED]> = SmallVec::new();
        for source in self.sources.iter().filter(helps).filter(several) {
            if !makers.contains(&source.object.id) {
                makers.push(source.object.id);
            }
        }
        let without = |unused: &mut dyn Iterator<Item = ObjectId>| {
            let mut other = reserved.clone();
            other.unused.extend(unused);
            (other, helpers.to_vec())
        };
        let mut all = Vec::new();
        if makers.len() <= MOST_COMBINED {
            for set in 1..1_usize << makers.len() {
                all.push(without(&mut makers.iter().enumerate().filter(|(i, _)| set & 1 << i != 0).map(|(_, id)| *id)));
            }
        } else {
            (1..=makers.len()).for_each(|count| all.push(without(&mut makers.iter().copied().take(count))));
            (1..makers.len()).for_each(|count| all.push(without(&mut makers.iter().copied().skip(count))));
        }
        if !self.candidates.is_empty() {
            let feeds = |helper: &Helper| {
                let of = |(id, _): &(ObjectId, bool)| *id == helper.object.id;
                self.candidates.iter().any(|row| row.options.iter().any(of))
            };
            let mut feeding: SmallVec<[Helper; 8]> = helpers.iter().copied().filter(feeds).collect();
            feeding.sort_by_key(|helper| (helper.mask & COLORS).count_ones());
            let mut give_up = |given: &[Helper]| {
                let others = helpers.iter().copied().filter(|other| !given.contains(other)).collect();
                all.push((reserved.clone(), others));
            };
            feeding.iter().for_each(|helper| give_up(&[*helper]));
            (2..=feeding.len()).for_each(|count| give_up(&feeding[..count]));
        }
        all
    }
}

/// CR 702.51a, 702.126a: the untapped creatures that a player could tap for a spell with convoke, the untapped artifacts for
/// one with improvise.
pub fn convokers(board: &impl Board, seat: Seat, help: AlternatePayment, reserved: &Reserved) -> SmallVec<[Helper; 8]> {
    let mut helpers = SmallVec::new();
    for &id in &board.zones().battlefield {
        let chars = board.chars(id);
        let status = board.status(id);
        let convokes = help.convoke && chars.is_creature();
        if chars.controller == seat
            && could_convoke(chars, help)
            && !status.tapped
            && !status.phased_out
            && !reserved.tapped.contains(&id)
        {
            let colors = if convokes { chars.colors.bits() & COLORS } else { 0 };
            let mask = colors | HELP;
            helpers.push(Helper { object: board.object(id).reference(), mask });
        }
    }
    helpers
}

/// Whether a permanent with these characteristics can be tapped for a spell that has convoke or improvise.
pub(crate) fn could_convoke(chars: &Characteristics, help: AlternatePayment) -> bool {
    help.convoke && chars.is_creature() || help.improvise && chars.is(CardTypes::ARTIFACT)
}

/// CR 701.67a: the untapped artifacts and creatures that a player could tap for generic mana of a waterbend cost, but for those that
/// could convoke.
pub(crate) fn benders(
    board: &impl Board,
    seat: Seat,
    help: AlternatePayment,
    reserved: &Reserved,
) -> SmallVec<[Helper; 8]> {
    let mut helpers = SmallVec::new();
    for &id in &board.zones().battlefield {
        let (chars, status) = (board.chars(id), board.status(id));
        if chars.controller == seat
            && (chars.is_creature() || chars.is(CardTypes::ARTIFACT))
            && !could_convoke(chars, help)
            && !status.tapped
            && !status.phased_out
            && !reserved.tapped.contains(&id)
        {
            helpers.push(Helper { object: board.object(id).reference(), mask: HELP });
        }
    }
    helpers
}
