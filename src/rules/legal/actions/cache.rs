//! What is known of what each player can do: derived, and dropped as soon as something that it reads changes.
//!
//! Three windows in four offer nothing, so the common question is answered by a summary: whether anything could be
//! done at instant speed, and at sorcery speed. It outlives steps and passes, and is only rebuilt when cards or
//! abilities change. The list of actions is kept until anything at all changes.

use super::enumerate;
use super::summary::Summary;
use crate::model::cast::Refused;
use crate::model::decision::{Choice, Settings};
use crate::model::dirt::{Dirt, Inputs};
use crate::model::ids::{Seat, SeatSet};
use crate::model::turn::Turn;
use crate::model::zone::Zones;
use crate::rules::layers;
use crate::rules::mana::Means;
use crate::rules::reading::{Board, Live};
use crate::rules::state::{EditGame, ReadGame};
use std::cell::OnceCell;

/// What is known for each seat. Derived: empty in a new or restored game.
#[derive(Clone, Debug, Default)]
pub struct LegalCache {
    seats: Vec<SeatCache>,
}

#[derive(Clone, Debug, Default)]
struct SeatCache {
    /// Nothing that the summary reads has changed.
    summary_known: bool,
    summary: Summary,
    /// Nothing has changed since the means were looked at.
    means_known: bool,
    means: Means,
    /// Nothing has changed since the actions were listed.
    actions_known: bool,
    actions: Vec<Choice>,
}

/// What a summary reads.
const SUMMARY_READS: Inputs = Inputs::BATTLEFIELD
    .union(Inputs::HANDS)
    .union(Inputs::GRAVEYARDS)
    .union(Inputs::EXILE)
    .union(Inputs::EFFECTS)
    .union(Inputs::CHARACTERISTICS);

impl LegalCache {
    /// Forgets everything, for a new game in a used world.
    pub fn reset(&mut self) {
        for seat in &mut self.seats {
            (seat.summary_known, seat.means_known, seat.actions_known) = (false, false, false);
        }
    }
}

impl SeatCache {
    /// Drops what these changes make untrue.
    fn forget(&mut self, changed: Inputs) {
        self.summary_known &= !changed.intersects(SUMMARY_READS);
        self.means_known = false;
        self.actions_known = false;
    }

    fn summary(&mut self, sight: &Sight<'_, impl ReadGame>) -> Summary {
        if !std::mem::replace(&mut self.summary_known, true) {
            self.summary = Summary::of(sight.live(), sight.seat);
        }
        self.summary
    }

    fn means(&mut self, sight: &Sight<'_, impl ReadGame>) -> &Means {
        if !std::mem::replace(&mut self.means_known, true) {
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

/// Drops what has become untrue; then looks at what is known for a seat. The layers must be up to date.
fn with_cache<G: EditGame, R>(world: &mut G, seat: Seat, look: impl FnOnce(&Sight<'_, G>, &mut SeatCache) -> R) -> R {
    layers::expect_fresh(world);
    let changed = world.part::<Dirt>().legal;
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
        Self { dirt: world.part::<Dirt>().legal, cache: world.part(), slow: sorcery_time(world) }
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
        if self.dirt.intersects(SUMMARY_READS) {
            return None;
        }
        let own = self.cache.seats.get(seat.index()).filter(|own| own.summary_known)?;
        if own.summary.is_idle(self.slow == Some(seat)) {
            return Some(false);
        }
        (self.dirt.is_empty() && own.actions_known).then_some(!own.actions.is_empty())
    }
}

/// Like [`can_act`], when it isn't known.
pub(crate) fn look_for_actions(world: &mut impl EditGame, seat: Seat) -> bool {
    with_cache(world, seat, |sight, own| {
        let time = sorcery_time(sight.world) == Some(seat);
        // With cards in hand something may be done at that time: only the list tells.
        let listed = time && !sight.live().zones().own[seat.index()].hand.is_empty();
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
