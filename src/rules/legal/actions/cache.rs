//! What is known of what each player can do: derived, and dropped as soon as something that it reads changes.
//!
//! Three windows in four offer nothing, so the common question is answered by a summary: whether anything could be
//! done at instant speed, and at sorcery speed. It outlives steps and passes, and each half of it, what the hand offers and
//! what the rest does, is only rebuilt when cards or abilities change there. What a player could pay with is kept until
//! something changes that it was read from ([`Means::reads`]). The list of actions is kept until anything at all changes.

use super::enumerate;
use super::summary::Summary;
use crate::model::cast::Refused;
use crate::model::decision::{Choice, Settings};
use crate::model::dirt::{Dirt, Gates, Inputs};
use crate::model::ids::{Seat, SeatSet};
use crate::model::turn::Turn;
use crate::model::zone::Zones;
use crate::rules::layers;
use crate::rules::mana::Means;
use crate::rules::reading::{Board, Live};
use crate::rules::state::{EditGame, ReadGame};
use crate::rules::work::{self, Work};
use std::cell::OnceCell;

/// What is known for each seat. Derived: empty in a new or restored game.
#[derive(Clone, Debug, Default)]
pub struct LegalCache {
    seats: Vec<SeatCache>,
}

#[derive(Clone, Debug, Default)]
struct SeatCache {
    /// What the hand offers, if nothing has changed that it is read from.
    hand: Option<Summary>,
    /// What everything else offers, likewise.
    elsewhere: Option<Summary>,
    /// Nothing has changed that the means were read from.
    means_known: bool,
    means: Means,
    /// Nothing has changed since the actions were listed.
    actions_known: bool,
    actions: Vec<Choice>,
}

/// What is read of what cards are like, in any zone.
const QUALITIES: Inputs = Inputs::EFFECTS.union(Inputs::CHARACTERISTICS);
/// What the summary of a hand reads.
const HAND_READS: Inputs = QUALITIES.union(Inputs::HANDS);
/// What the summary of everything else reads.
const ELSEWHERE_READS: Inputs = QUALITIES.union(Inputs::BATTLEFIELD).union(Inputs::GRAVEYARDS).union(Inputs::EXILE);

impl LegalCache {
    /// Forgets everything, for a new game in a used world.
    pub fn reset(&mut self) {
        for seat in &mut self.seats {
            seat.forget(Inputs::all());
        }
    }
}

impl SeatCache {
    /// Drops what these changes make untrue.
    fn forget(&mut self, changed: Inputs) {
        if changed.intersects(HAND_READS) {
            self.hand = None;
        }
        if changed.intersects(ELSEWHERE_READS) {
            self.elsewhere = None;
        }
        self.means_known &= !changed.intersects(self.means.reads);
        self.actions_known = false;
    }

    fn summary(&mut self, sight: &Sight<'_, impl ReadGame>) -> Summary {
        let elsewhere = *self.elsewhere.get_or_insert_with(|| Summary::elsewhere(sight.live(), sight.seat));
        let hand = *self.hand.get_or_insert_with(|| Summary::of_hand(sight.live(), sight.seat));
        hand.and(elsewhere)
    }

    /// The summary, as far as it is known after these changes.
    fn known_summary(&self, changed: Inputs) -> Option<Summary> {
        let hand = self.hand.filter(|_| !changed.intersects(HAND_READS))?;
        Some(hand.and(self.elsewhere.filter(|_| !changed.intersects(ELSEWHERE_READS))?))
    }

    fn means(&mut self, sight: &Sight<'_, impl ReadGame>) -> &Means {
        let known = std::mem::replace(&mut self.means_known, true);
        if !known || self.means.turn != sight.world.part::<Turn>().number {
            work::note(Work::Means);
            self.means.rebuild(sight.live(), sight.seat);
            self.means.unproven = sight.world.part::<Settings>().offer_unproven;
        }
        &self.means
    }

    fn actions(&mut self, sight: &Sight<'_, impl ReadGame>) -> &[Choice] {
        if !std::mem::replace(&mut self.actions_known, true) {
            let (live, seat) = (sight.live(), sight.seat);
            let mut actions = std::mem::take(&mut self.actions);
            actions.clear();
            work::note(Work::Listing);
            enumerate::all(live, self.means(sight), seat, &mut actions);
            let (refused, turn) = (sight.world.part::<Refused>(), live.turn());
            if refused.for_seat(turn, seat).next().is_some() {
                actions.retain(|action| refused.for_seat(turn, seat).all(|r| r != action));
            }
            self.actions = actions;
        }
        &self.actions
    }
}

/// The game as a seat's windows are looked at; the whole board is looked up once, when it is first needed.
struct Sight<'w, G> {
    world: &'w G,
    seat: Seat,
    live: OnceCell<Live<'w>>,
}

impl<'w, G: ReadGame> Sight<'w, G> {
    fn live(&self) -> &Live<'w> {
        self.live.get_or_init(|| Live::with_columns(self.world))
    }
}

/// What has changed since the last look at what each player can do; everything, if nothing may be kept.
fn changed(world: &impl ReadGame) -> Inputs {
    if world.part::<Gates>().open { Inputs::all() } else { world.part::<Dirt>().legal }
}

/// Drops what has become untrue; then looks at what is known for a seat. The layers must be up to date.
fn with_cache<G: EditGame, R>(world: &mut G, seat: Seat, look: impl FnOnce(&Sight<'_, G>, &mut SeatCache) -> R) -> R {
    layers::expect_fresh(world);
    let changed = changed(world);
    if !changed.is_empty() {
        world.part_mut::<Dirt>().legal = Inputs::empty();
    }
    let mut seats = std::mem::take(&mut world.part_mut::<LegalCache>().seats);
    if !changed.is_empty() {
        seats.iter_mut().for_each(|own| own.forget(changed));
    }
    if seats.len() <= seat.index() {
        seats.resize_with(seat.index() + 1, SeatCache::default);
    }
    let answer = look(&Sight { world, seat, live: OnceCell::new() }, &mut seats[seat.index()]);
    world.part_mut::<LegalCache>().seats = seats;
    answer
}

/// Reads what a player could pay with.
pub(crate) fn with_means<G: EditGame, R>(world: &mut G, seat: Seat, read: impl FnOnce(&G, &Means) -> R) -> R {
    with_cache(world, seat, |sight, own| read(sight.world, own.means(sight)))
}

/// Whether a player with priority can do anything but pass (CR 117.1). Cheap when nothing has changed or nothing is
/// possible at this speed. The layers must be up to date ([`layers::refresh`]).
pub fn can_act(world: &mut impl EditGame, seat: Seat) -> bool {
    Windows::now(world).known(seat).unwrap_or_else(|| look_for_actions(world, seat))
}

/// What is known of the players' windows at this moment, looked up once for all of them.
pub(crate) struct Windows<'w> {
    dirt: Inputs,
    cache: &'w LegalCache,
    /// Who could act at sorcery speed, if anyone.
    slow: Option<Seat>,
}

impl<'w> Windows<'w> {
    pub(crate) fn now(world: &'w impl ReadGame) -> Self {
        Self { dirt: changed(world), cache: world.part(), slow: sorcery_time(world) }
    }

    /// Who can do nothing but pass, and who can do something, as far as that is known without looking again.
    pub(crate) fn known_of(&self, seats: u8) -> (SeatSet, SeatSet) {
        let (mut idle, mut able) = (SeatSet::NONE, SeatSet::NONE);
        for seat in (0..seats).map(Seat) {
            match self.known(seat) {
                Some(false) => idle.insert(seat),
                Some(true) => able.insert(seat),
                None => {}
            }
        }
        (idle, able)
    }

    fn known(&self, seat: Seat) -> Option<bool> {
        let own = self.cache.seats.get(seat.index())?;
        if own.known_summary(self.dirt)?.is_idle(self.slow == Some(seat)) {
            return Some(false);
        }
        (self.dirt.is_empty() && own.actions_known).then_some(!own.actions.is_empty())
    }
}

/// Like [`can_act`], when it isn't known.
pub(crate) fn look_for_actions(world: &mut impl EditGame, seat: Seat) -> bool {
    work::note(Work::Window);
    let ungated = world.part::<Gates>().open;
    with_cache(world, seat, |sight, own| {
        let time = sorcery_time(sight.world) == Some(seat);
        // With cards in hand something may be done at that time: only the list tells.
        let listed = ungated || time && !sight.live().zones().own[seat.index()].hand.is_empty();
        (listed || !own.summary(sight).is_idle(time)) && !own.actions(sight).is_empty()
    })
}

/// CR 307.5: the player who may act at sorcery speed now, if they have priority.
fn sorcery_time(world: &impl ReadGame) -> Option<Seat> {
    let turn = world.part::<Turn>();
    (turn.step.is_main() && world.part::<Zones>().stack.is_empty()).then_some(turn.active)
}

/// What a player with priority can do, each of which can be completed with the means at hand: in the order of the
/// zones (hand, graveyard, exile, command zone, battlefield). Passing is not in the list. The layers must be up to date
/// ([`layers::refresh`]): they are when a decision is opened, not in a new fork.
pub fn actions(world: &mut impl EditGame, seat: Seat, out: &mut Vec<Choice>) {
    with_cache(world, seat, |sight, own| out.extend_from_slice(own.actions(sight)));
}

/// The mana abilities that a player could activate now (CR 605.3a): not offered with the other actions, but available
/// on request. The layers must be up to date ([`layers::refresh`]).
pub fn mana_abilities(world: &mut impl EditGame, seat: Seat, out: &mut Vec<Choice>) {
    with_means(world, seat, |_, means| {
        for source in &means.sources {
            for offer in means.offers_of(source) {
                let choice = Choice::Activate { key: offer.instance.key(source.object) };
                if offer.cost.is_empty() && !out.contains(&choice) {
                    out.push(choice);
                }
            }
        }
    });
}
