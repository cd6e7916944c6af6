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
    fn seat(&mut self, seat: Seat) -> &mut SeatCache {
        if self.seats.len() <= seat.index() {
            self.seats.resize_with(seat.index() + 1, SeatCache::default);
        }
        &mut self.seats[seat.index()]
    }
}

/// Drops what the changes since the last look make untrue.
fn forget_changed(world: &mut World) {
    let dirt = std::mem::replace(&mut world.resource_mut::<Dirt>().legal, Inputs::empty());
    if dirt.is_empty() {
        return;
    }
    for seat in &mut world.resource_mut::<LegalCache>().seats {
        seat.summary_known &= !dirt.intersects(SUMMARY_READS);
        seat.means_known = false;
        seat.actions_known = false;
    }
}

/// Reads what a player could pay with.
pub(crate) fn with_means<R>(world: &mut World, seat: Seat, read: impl FnOnce(&World, &Means) -> R) -> R {
    layers::refresh(world);
    forget_changed(world);
    let mut cache = world.resource_mut::<LegalCache>();
    let own = cache.seat(seat);
    let known = std::mem::replace(&mut own.means_known, true);
    let mut means = std::mem::take(&mut own.means);
    if !known {
        means.rebuild(&Live::new(world), seat);
        means.unproven = world.resource::<Settings>().offer_unproven;
    }
    let answer = read(world, &means);
    world.resource_mut::<LegalCache>().seat(seat).means = means;
    answer
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
    layers::refresh(world);
    forget_changed(world);
    let time = sorcery_time(world, seat);
    // With cards in hand something may be done at that time: only the list tells.
    let listed = time && !world.resource::<Zones>().own[seat.index()].hand.is_empty();
    let mut cache = world.resource_mut::<LegalCache>();
    let own = cache.seat(seat);
    if !listed && !own.summary_known {
        let summary = Summary::of(&Live::new(world), seat);
        let mut cache = world.resource_mut::<LegalCache>();
        let own = cache.seat(seat);
        own.summary = summary;
        own.summary_known = true;
    }
    if !listed && world.resource_mut::<LegalCache>().seat(seat).summary.is_idle(time) {
        return false;
    }
    list(world, seat);
    !world.resource_mut::<LegalCache>().seat(seat).actions.is_empty()
}

fn sorcery_time(world: &World, seat: Seat) -> bool {
    let turn = world.resource::<Turn>();
    turn.active == seat && turn.step.is_main() && world.resource::<Zones>().stack.is_empty()
}

/// What a player with priority can do, each of which can be completed with the means at hand: in the order of the
/// zones (hand, graveyard, exile, command zone, battlefield). Passing is not in the list.
pub fn actions(world: &mut World, seat: Seat, out: &mut Vec<Choice>) {
    layers::refresh(world);
    forget_changed(world);
    list(world, seat);
    out.extend_from_slice(&world.resource_mut::<LegalCache>().seat(seat).actions);
}

/// Lists the actions, if they aren't known.
fn list(world: &mut World, seat: Seat) {
    let mut cache = world.resource_mut::<LegalCache>();
    let own = cache.seat(seat);
    if std::mem::replace(&mut own.actions_known, true) {
        return;
    }
    let mut actions = std::mem::take(&mut own.actions);
    actions.clear();
    with_means(world, seat, |world, means| enumerate::all(&Live::new(world), means, seat, &mut actions));
    let (refused, turn) = (world.resource::<Refused>(), world.resource::<Turn>());
    if refused.for_seat(turn, seat).next().is_some() {
        actions.retain(|action| refused.for_seat(turn, seat).all(|r| r != action));
    }
    world.resource_mut::<LegalCache>().seat(seat).actions = actions;
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
