//! What a player could pay with now: mana in the pool, and what the permanents' mana abilities offer.

use super::boost::{self, Boost, boosts};
use super::bound::{Barred, barred};
use super::instead::{self, Replacing};
use super::need::{SNOW, TYPES};
use super::offer::{self, CostCandidates, Offer};
use super::rank;
use super::ruled::{are_ruled, cant_lose_life, spend_as};
use super::supply::Supply;
use crate::cards::def::{CardTypes, Condition, ManaCost, Supertypes, ZoneKind};
use crate::cards::{AbilityKind, Traits};
use crate::model::bindings::Bindings;
use crate::model::cast::TotalCost;
use crate::model::dirt::StateClass;
use crate::model::ids::{ObjectId, ObjectRef, Origin, Seat};
use crate::model::mana::{ManaPool, ManaTerms, PaidFor, Purpose};
use crate::model::object::{AbilityInstance, Restrictions};
use crate::rules::reading::Board;
use smallvec::SmallVec;

/// An object with mana abilities: one of its offers can be taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Source {
    /// The object.
    pub object: ObjectRef,
    /// Whether its mana is snow mana.
    pub snow: bool,
    /// The place of its first offer in [`Means::offers`].
    pub first: u16,
    /// The number of its offers, which follow each other.
    pub count: u16,
}

/// What a player could pay with. Rebuilt in place.
#[derive(Clone, Debug, Default)]
pub struct Means {
    /// All offers, source by source.
    pub offers: Vec<Offer>,
    /// The sources in zone order.
    pub sources: Vec<Source>,
    /// The mana in the pool.
    pub pool: ManaPool,
    /// What bound mana can be spent on (CR 106.6): of the pool in its order, then of offers.
    pub terms: Vec<ManaTerms>,
    /// The life total.
    pub life: i32,
    /// As what each type of mana can be spent.
    pub spend_as: [u8; 6],
    /// All mana of simple sources and of the pool.
    pub supply: Supply,
    /// Sources of which it matters which offer is taken, or that cost mana.
    pub complex: SmallVec<[u16; 4]>,
    /// What is chosen to pay for offers.
    pub candidates: Vec<CostCandidates>,
    /// When one of these changes, they are looked at again. As long as none does, and [`Means::follow`] finds nothing, a new look
    /// would find the same: what is read of the permanents is always among them, what single abilities read is found out as they
    /// are looked at, and everything is where that isn't known.
    pub(super) reads: StateClass,
    /// The player's permanents that have mana abilities, with whether they were tapped.
    pub(super) seen: Vec<(ObjectId, bool)>,
    /// The turn in which they were looked at. In another one other creatures can be tapped (CR 302.6).
    pub turn: u32,
    /// What can't be paid for with these may be begun all the same
    /// ([`offer_unproven`](crate::model::decision::Settings::offer_unproven)).
    pub unproven: bool,
}

/// What can't be used, because something else of the same cost needs it.
#[derive(Clone, Debug, Default)]
pub struct Reserved {
    /// These stay untapped until they are tapped for something else.
    pub tapped: SmallVec<[ObjectId; 4]>,
    /// These stay until they are sacrificed, exiled or discarded for something else.
    pub leaving: SmallVec<[ObjectId; 4]>,
    /// These make no mana at all.
    pub unused: SmallVec<[ObjectId; 2]>,
    /// Life that is paid for something else.
    pub life: i32,
    /// Mana of these terms can't be spent on the cost (CR 106.6).
    pub barred: Barred,
    /// The objects of `unused` may pay for mana abilities, although they could make mana themselves.
    pub spend_mana_makers: bool,
}

impl Reserved {
    /// Nothing, but that mana of these terms can't be spent.
    pub fn barring(barred: Barred) -> Self {
        Self { barred, ..Self::default() }
    }
    /// Whether nothing is.
    pub fn is_empty(&self) -> bool {
        self.tapped.is_empty()
            && self.leaving.is_empty()
            && self.unused.is_empty()
            && self.life == 0
            && self.barred.is_empty()
            && !self.spend_mana_makers
    }
}

/// What means are read from whatever the abilities: what there is to be tapped.
const ALWAYS_READ: StateClass = StateClass::BATTLEFIELD.union(StateClass::CHARACTERISTICS).union(StateClass::EFFECTS);

/// What is followed as it changes ([`Means::follow`]): what is tapped, and what players have.
const FOLLOWED: StateClass = StateClass::TAPPED.union(StateClass::OF_PLAYERS).union(StateClass::LIFE);

/// What is looked up once for all objects.
struct Around {
    /// Abilities that add mana when something is tapped for mana.
    boosts: SmallVec<[Boost; 2]>,
    /// A rule in force may have a say in what objects offer.
    ruled: bool,
}

/// The identity: each type is spent as itself.
pub const AS_ITSELF: [u8; 6] = [1, 2, 4, 8, 16, 32];

impl Means {
    /// Looks at everything again.
    pub fn rebuild(&mut self, board: &impl Board, seat: Seat) {
        self.offers.clear();
        self.sources.clear();
        self.candidates.clear();
        self.terms.clear();
        self.seen.clear();
        let player = board.players().get(seat);
        self.pool.clone_from(&player.pool);
        self.terms.extend(self.pool.bound.iter().map(|b| b.terms));
        let around = Around { boosts: boosts(board), ruled: are_ruled(board) };
        self.life = if around.ruled && cant_lose_life(board, seat) { 0 } else { player.life };
        self.spend_as = if around.ruled { spend_as(board, seat) } else { AS_ITSELF };
        // Such rules and abilities that add mana may read anything.
        let traits = &board.table().0.traits;
        let plain = !around.ruled && !traits.boosts_mana;
        self.turn = board.turn().number;
        self.reads = if plain { ALWAYS_READ } else { StateClass::all() };
        for &id in &board.zones().battlefield {
            self.look_at(board, seat, id, &around, ZoneKind::Battlefield);
        }
        if traits.mana_from & Traits::bit(ZoneKind::Hand) != 0 {
            self.reads |= StateClass::HANDS;
            for &id in &board.zones().own[seat.index()].hand {
                self.look_at(board, seat, id, &around, ZoneKind::Hand);
            }
        }
        self.note_rivals();
        if !self.terms.is_empty() {
            self.bar_costs(board, seat);
        }
        self.refresh_supply();
    }

    /// Whether, after these changes, they are what a new look would find; the player's life and unbound mana are taken over. A gate,
    /// which rests on this: where nothing has changed that is read of the permanents and what they offer, in the same turn, another
    /// look could only differ in which permanents are tapped, in the life and in the pool.
    pub(crate) fn follow(&mut self, board: &impl Board, seat: Seat, changed: StateClass) -> bool {
        if changed.intersects(self.reads) || self.turn != board.turn().number {
            return false;
        }
        if !changed.intersects(FOLLOWED) {
            return true;
        }
        let Some(newly_tapped) = self.leave_out_tapped(board) else { return false };
        let player = board.players().get(seat);
        // What costs life reads everything, so no offer depends on how much there is.
        self.life = player.life;
        let other_pool = self.pool != player.pool;
        if other_pool {
            if !self.pool.bound.is_empty() || !player.pool.bound.is_empty() {
                return false;
            }
            self.pool.clone_from(&player.pool);
        }
        if newly_tapped || other_pool {
            self.refresh_supply();
        }
        true
    }

    /// Leaves out the sources that have become tapped since they were looked at, and answers whether there are some; `None` if a new
    /// look is needed: something has become untapped, or can be used in another way than by being tapped, or what is counted
    /// besides may differ.
    fn leave_out_tapped(&mut self, board: &impl Board) -> Option<bool> {
        let mut newly: SmallVec<[ObjectId; 8]> = SmallVec::new();
        for (id, tapped) in &mut self.seen {
            match (*tapped, board.status(*id).tapped) {
                (false, true) => newly.push(*id),
                (true, false) => return None,
                _ => continue,
            }
            *tapped = true;
        }
        if newly.is_empty() {
            return Some(false);
        }
        let by_tapping = |source: &Source| self.offers_of(source).iter().all(|offer| offer.tap);
        let mut over = self.sources.iter().filter(|source| newly.contains(&source.object.id));
        if !self.candidates.is_empty() || !self.terms.is_empty() || !over.all(by_tapping) {
            return None;
        }
        let (mut sources, mut kept) = (std::mem::take(&mut self.sources), 0);
        sources.retain_mut(|source| {
            let stays = !newly.contains(&source.object.id);
            if stays {
                let first = usize::from(std::mem::replace(&mut source.first, kept as u16));
                (0..usize::from(source.count)).for_each(|i| self.offers.swap(kept + i, first + i));
                kept += usize::from(source.count);
            }
            stays
        });
        self.offers.truncate(kept);
        self.sources = sources;
        Some(true)
    }

    /// Which bound mana can't be spent on a total cost of what `bindings` are about (CR 106.6).
    #[inline]
    pub(crate) fn barred(&self, board: &impl Board, bindings: &Bindings, total: &TotalCost) -> Barred {
        barred(board, &self.terms, bindings, total)
    }

    /// Notes which bound mana can't be spent on the offers that cost mana. What the terms ask of their sources may be anything.
    fn bar_costs(&mut self, board: &impl Board, seat: Seat) {
        let Self { sources, offers, terms, reads, .. } = self;
        for source in sources.iter() {
            for offer in &mut offers[source.first as usize..(source.first + source.count) as usize] {
                if !offer.cost.is_empty() {
                    *reads = StateClass::all();
                    let bindings = Bindings::new(seat, source.object);
                    let paid_for = PaidFor { what: Purpose::Ability, with_x: false };
                    offer.barred = Barred::of(board, terms.iter(), &bindings, paid_for);
                }
            }
        }
    }

    /// Adds an object's offers, if it has some.
    fn look_at(&mut self, board: &impl Board, seat: Seat, id: ObjectId, around: &Around, zone: ZoneKind) {
        let chars = board.chars(id);
        if chars.controller != seat {
            return;
        }
        let table = board.table();
        let is_mana = |a: &AbilityInstance| {
            a.origin == Origin::BasicLandType
                || matches!(table.ability(a.handle).kind, AbilityKind::Activated { is_mana: true, .. })
        };
        // Most objects make no mana.
        let Some(from) = chars.abilities.iter().position(is_mana) else { return };
        let status = board.status(id);
        if chars.restrictions.contains(Restrictions::CANT_ACTIVATE_MANA) || status.phased_out {
            return;
        }
        if zone == ZoneKind::Battlefield {
            self.seen.push((id, status.tapped));
        }
        let this = board.object(id).reference();
        if around.ruled && offer::costs_more(board, seat, this) {
            return;
        }
        let first = self.offers.len();
        let can_be_tapped = !status.tapped && !crate::rules::legal::too_new(board, id);
        let replacing = if around.ruled { instead::replacing(board, seat, this) } else { Replacing::new() };
        let is_barred = |a: &AbilityInstance| around.ruled && crate::rules::legal::is_barred(board, seat, a.key(this));
        for instance in &chars.abilities[from..] {
            if let Some(types) = offer::of_basic_land_type(table, *instance) {
                // CR 305.6: it costs nothing but {T}, and has no condition.
                if zone == ZoneKind::Battlefield && can_be_tapped && !is_barred(instance) {
                    let makes = SmallVec::from_slice(&[types]);
                    instead::add_offers(&replacing, offer::tapping(*instance, makes), &mut self.offers);
                }
                continue;
            }
            let ability = table.ability(instance.handle);
            // One that costs less by its own words is left to the player, and one that is activated only as an instant or as a sorcery
            // (CR 602.5d: not while something is cast).
            let AbilityKind::Activated {
                is_mana: true,
                instant_speed: false,
                spend_on_x,
                less: None,
                less_by: None,
                cost,
                body,
                only_if,
                per_turn,
                sorcery_speed: false,
                ..
            } = &ability.kind
            else {
                continue;
            };
            if !spend_on_x.is_empty() || ability.zones & Traits::bit(zone) == 0 {
                continue;
            }
            // Until it can be tapped it offers nothing, whatever else is read: that is looked at again when something untaps
            // or changes, and in another turn.
            if instead::includes_tap(&cost.0) && !can_be_tapped {
                continue;
            }
            if is_barred(instance) {
                continue;
            }
            if *only_if == Condition::Always
                && per_turn.is_none()
                && let Some(offer) = offer::by_text(table, *instance, &cost.0, body)
            {
                instead::add_offers(&replacing, offer, &mut self.offers);
                continue;
            }
            if self.reads != StateClass::all() {
                self.reads |= offer::reads(table, *instance);
            }
            if !crate::rules::legal::use_allowed(board, seat, instance.key(this), only_if, *per_turn, false) {
                continue;
            }
            let (offers, all, known) = (&mut self.offers, &mut self.candidates, &mut self.terms);
            let mut own = None;
            offer::read(board, seat, this, *instance, &mut |mut offer, candidates, terms| {
                if let Some(terms) = terms {
                    let place = known.iter().position(|t| *t == terms).unwrap_or_else(|| {
                        known.push(terms);
                        known.len() - 1
                    });
                    offer.terms = Some(u8::try_from(place).unwrap_or(u8::MAX));
                }
                if let Some(candidates) = candidates {
                    offer.candidates = *own.get_or_insert_with(|| {
                        all.push(candidates.clone());
                        u8::try_from(all.len() - 1).ok()
                    });
                    if offer.candidates.is_none() {
                        return;
                    }
                }
                instead::add_offers(&replacing, offer, offers);
            });
        }
        if self.offers.len() == first {
            return;
        }
        // What has one ability has this one.
        let several = chars.abilities.len() > 1;
        let is_other_use = |a: &AbilityInstance| {
            matches!(&table.ability(a.handle).kind, AbilityKind::Activated { is_mana: false, .. })
        };
        let other_use = several && chars.abilities.iter().any(is_other_use);
        let hurts = several && boost::hurts_when_tapped(board, this);
        for offer in &mut self.offers[first..] {
            let floor = match () {
                () if hurts && offer.tap => rank::PAINFUL,
                () if chars.is(CardTypes::CREATURE) => rank::CREATURE,
                () if other_use && offer.tap => rank::USEFUL,
                () => rank::FREE,
            };
            offer.rank = offer.rank.max(floor);
        }
        if !around.boosts.is_empty() {
            boost::boost(board, &around.boosts, (seat, this), &mut self.offers, first);
        }
        let count = self.offers.len() - first;
        let snow = chars.supertypes.contains(Supertypes::SNOW);
        self.add_source(Source { object: this, snow, first: first as u16, count: count as u16 });
    }

    /// Whether there is certainly less mana than a cost takes, whatever is chosen: all mana that there could be is counted if no
    /// source has a choice.
    #[inline]
    pub fn are_less_than(&self, cost: &ManaCost) -> bool {
        self.complex.is_empty() && self.candidates.is_empty() && cost.least_mana() > self.supply.total()
    }

    /// The offers of a source.
    pub fn offers_of(&self, source: &Source) -> &[Offer] {
        &self.offers[source.first as usize..(source.first + source.count) as usize]
    }

    /// As what a mana of these types counts.
    #[inline]
    pub fn counts_as(&self, types: u8, snow: bool) -> u8 {
        let mut mask = if snow { SNOW } else { 0 };
        if self.spend_as == AS_ITSELF {
            return mask | types & TYPES;
        }
        for (i, spend) in self.spend_as.iter().enumerate() {
            if types & (1 << i) != 0 {
                mask |= spend;
            }
        }
        mask
    }

    /// The most mana that a permanent makes at once.
    pub(crate) fn most_from(&self, object: ObjectId) -> usize {
        let own = self.sources.iter().filter(|source| source.object.id == object);
        own.flat_map(|source| self.offers_of(source)).map(|offer| offer.makes.len()).max().unwrap_or(0)
    }
}
