//! What a player could pay with now: mana in the pool, and what the permanents' mana abilities offer.

use super::boost::{self, Boost, boosts};
use super::bound::{Barred, barred};
use super::candidates::Left;
use super::helpers::{Helper, Helping};
use super::instead::{self, Replacing};
use super::need::{SNOW, TYPES};
use super::offer::{self, CostCandidates, Offer};
use super::rank;
use super::ruled::{are_ruled, cant_lose_life, spend_as};
use super::supply::{BoundMask, Supply};
use crate::cards::def::{CardTypes, ManaCost, Supertypes, ZoneKind};
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
        if self.seen.iter().any(|(id, tapped)| board.status(*id).tapped != *tapped) {
            return false;
        }
        let player = board.players().get(seat);
        // What costs life reads everything, so no offer depends on how much there is.
        self.life = player.life;
        if self.pool != player.pool {
            if !self.pool.bound.is_empty() || !player.pool.bound.is_empty() {
                return false;
            }
            self.pool.clone_from(&player.pool);
            self.refresh_supply();
        }
        true
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

    /// Adds up what the sources and the pool give when nothing is reserved.
    pub(super) fn refresh_supply(&mut self) {
        let (mut supply, mut complex) = (std::mem::take(&mut self.supply), std::mem::take(&mut self.complex));
        self.gather(&Reserved::default(), u8::MAX, &[], &mut supply, &mut complex);
        (self.supply, self.complex) = (supply, complex);
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
                    instead::add_offers(&replacing, offer::tapping(*instance, types), &mut self.offers);
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
            if self.reads != StateClass::all() {
                self.reads |= offer::reads(table, *instance);
            }
            if is_barred(instance)
                || !crate::rules::legal::use_allowed(board, seat, instance.key(this), only_if, *per_turn, false)
            {
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

    /// The most mana that a permanent makes at once.
    pub(crate) fn most_from(&self, object: ObjectId) -> usize {
        let own = self.sources.iter().filter(|source| source.object.id == object);
        own.flat_map(|source| self.offers_of(source)).map(|offer| offer.makes.len()).max().unwrap_or(0)
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
