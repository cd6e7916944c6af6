//! What is known of what each player can do: derived, and dropped as soon as something that it reads changes.
//!
//! Three windows in four offer nothing, so the common question is answered by a summary: whether anything could be
//! done at instant speed, and at sorcery speed. It outlives steps and passes, and is only made anew when cards or
//! abilities change. The list of actions is kept until anything at all changes.

use super::{enumerate, summary::Summary};
use crate::casting::Refused;
use crate::decision::{Choice, Settings};
use crate::ids::Seat;
use crate::layers;
use crate::mana::Means;
use crate::reading::Live;
use crate::schedule::{Dirt, Inputs};
use crate::turn::Turn;
use crate::zones::Zones;
use bevy_ecs::prelude::*;

/// What is known for each seat. Derived: empty in a new or restored game.
#[derive(Resource, Clone, Debug, Default)]
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

    fn summary(&mut self, world: &World, seat: Seat) -> Summary {
        if !std::mem::replace(&mut self.summary_known, true) {
            self.summary = Summary::of(&Live::at_length(world), seat);
        }
        self.summary
    }

    fn means(&mut self, world: &World, seat: Seat) -> &Means {
        if !std::mem::replace(&mut self.means_known, true) {
            self.means.rebuild(&Live::at_length(world), seat);
            self.means.unproven = world.resource::<Settings>().offer_unproven;
        }
        &self.means
    }

    fn actions(&mut self, world: &World, seat: Seat) -> &[Choice] {
        if !std::mem::replace(&mut self.actions_known, true) {
            let mut actions = std::mem::take(&mut self.actions);
            actions.clear();
            enumerate::all(&Live::at_length(world), self.means(world, seat), seat, &mut actions);
            let (refused, turn) = (world.resource::<Refused>(), world.resource::<Turn>());
            if refused.for_seat(turn, seat).next().is_some() {
                actions.retain(|action| refused.for_seat(turn, seat).all(|r| r != action));
            }
            self.actions = actions;
        }
        &self.actions
    }
}

/// Brings the layers up to date and drops what has become untrue; then looks at what is known for a seat.
fn with_cache<R>(world: &mut World, seat: Seat, look: impl FnOnce(&World, &mut SeatCache) -> R) -> R {
    layers::refresh(world);
    let changed = world.resource::<Dirt>().legal;
    if !changed.is_empty() {
        world.resource_mut::<Dirt>().legal = Inputs::empty();
    }
    let mut seats = std::mem::take(&mut world.resource_mut::<LegalCache>().seats);
    if !changed.is_empty() {
        seats.iter_mut().for_each(|own| own.forget(changed));
    }
    if seats.len() <= seat.index() {
        seats.resize_with(seat.index() + 1, SeatCache::default);
    }
    let answer = look(world, &mut seats[seat.index()]);
    world.resource_mut::<LegalCache>().seats = seats;
    answer
}

/// Reads what a player could pay with.
pub(crate) fn with_means<R>(world: &mut World, seat: Seat, read: impl FnOnce(&World, &Means) -> R) -> R {
    with_cache(world, seat, |world, own| read(world, own.means(world, seat)))
}

/// Whether a player with priority can do anything but pass (CR 117.1). Cheap when nothing has changed or nothing is
/// possible at this speed.
pub fn can_act(world: &mut World, seat: Seat) -> bool {
    let dirt = world.resource::<Dirt>().legal;
    if !dirt.intersects(SUMMARY_READS)
        && let Some(own) = world.resource::<LegalCache>().seats.get(seat.index())
        && own.summary_known
    {
        if own.summary.is_idle(sorcery_time(world, seat)) {
            return false;
        }
        if dirt.is_empty() && own.actions_known {
            return !own.actions.is_empty();
        }
    }
    with_cache(world, seat, |world, own| {
        let time = sorcery_time(world, seat);
        // With cards in hand something may be done at that time: only the list tells.
        let listed = time && !world.resource::<Zones>().own[seat.index()].hand.is_empty();
        (listed || !own.summary(world, seat).is_idle(time)) && !own.actions(world, seat).is_empty()
    })
}

fn sorcery_time(world: &World, seat: Seat) -> bool {
    let turn = world.resource::<Turn>();
    turn.active == seat && turn.step.is_main() && world.resource::<Zones>().stack.is_empty()
}

/// What a player with priority can do, each of which can be completed with the means at hand: in the order of the
/// zones (hand, graveyard, exile, command zone, battlefield). Passing is not in the list.
pub fn actions(world: &mut World, seat: Seat, out: &mut Vec<Choice>) {
    with_cache(world, seat, |world, own| out.extend_from_slice(own.actions(world, seat)));
}

/// The mana abilities that a player could activate now (CR 605.3a): not offered with the other actions, but available
/// on request.
pub fn mana_abilities(world: &mut World, seat: Seat, out: &mut Vec<Choice>) {
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
