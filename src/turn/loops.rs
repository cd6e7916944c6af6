//! Loops (CR 104.4b, 732): a loop of mandatory actions that repeats a position is a draw.
//!
//! [`LoopWatch`] counts the rounds of [`settle`](super::settle) that did something in a turn since a player last chose anything but to pass.
//! Nothing else is done until there are suspiciously many. From then on positions that look like a kept one are compared
//! with it by their hash (Brent's algorithm: the kept one is replaced after 1, 2, 4, ... rounds). A position that has come
//! back often without a choice or chance in between will come back for ever. Loops with optional actions are their players'
//! to end (104.4b, 732.5); what goes on without repeating itself ends as inconclusive.

use super::Turn;
use crate::decision::{Answer, Choice, Decision, Prompt, forced};
use crate::events::History;
use crate::ids::ObjectId;
use crate::object::{Object, Slots};
use crate::outcome::{Inconclusive, Outcome};
use crate::player::{Player, Players};
use crate::rng::GameRng;
use crate::snapshot::{Snapshot, canonical_hash};
use crate::zones::Zones;
use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};
use xxhash_rust::xxh3::Xxh3;

/// Rounds that raise no suspicion.
const SUSPICIOUS: u32 = 200;
/// A position that comes back so often is taken to come back for ever: what counts up to a number of times has been done
/// by then.
const RETURNS: u32 = 32;
/// After so many rounds without a choice a game ends as inconclusive.
const MOST_ROUNDS: u32 = 10_000;

/// What is known of a loop that may be going on.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct LoopWatch {
    /// Rounds without a choice in this turn.
    rounds: u32,
    /// The turn.
    turn: u32,
    /// The kept position, and at first sight.
    kept: (u64, u64),
    /// Rounds since it was kept, and after how many it is replaced.
    since: (u32, u32),
    /// How often it has come back.
    returns: u32,
    /// How many random numbers had been drawn when it was kept.
    drawn: u64,
}

/// A player has answered: with a choice no loop goes on without one.
#[inline]
pub(crate) fn answered(world: &mut World, decision: &Decision, answer: &Answer) {
    let passes = match answer {
        Answer::One(i) => {
            decision.prompt == Prompt::Priority && decision.options().get(usize::from(*i)) == Some(&Choice::Pass)
        }
        _ => false,
    };
    if !passes && world.resource::<LoopWatch>().rounds > 0 && forced(decision).is_none() {
        *world.resource_mut::<LoopWatch>() = LoopWatch::default();
    }
}

/// One more round in which something was done. (How often it is looked in vain depends on what is cached.)
pub(super) fn round(world: &mut World) {
    let turn = world.resource::<Turn>().number;
    let mut watch = world.resource_mut::<LoopWatch>();
    if watch.turn != turn {
        *watch = LoopWatch { turn, ..LoopWatch::default() };
    }
    watch.rounds += 1;
    if watch.rounds > SUSPICIOUS {
        suspect(world);
    }
}

/// Compares the position with the kept one.
#[cold]
fn suspect(world: &mut World) {
    let mut watch = *world.resource::<LoopWatch>();
    let mut end = (watch.rounds > MOST_ROUNDS).then_some(Outcome::Inconclusive(Inconclusive::Steps));
    let (sight, drawn) = (at_first_sight(world), world.resource::<GameRng>().position() as u64);
    watch.since.0 += 1;
    if drawn != watch.drawn || watch.since.0 > watch.since.1 {
        let after = if drawn == watch.drawn { watch.since.1.max(1) * 2 } else { 1 };
        watch = LoopWatch { kept: (sight, position(world)), since: (0, after), returns: 0, drawn, ..watch };
    } else if sight == watch.kept.0 && position(world) == watch.kept.1 {
        watch.returns += 1;
        // It stays for as long as it comes back.
        watch.since.1 = watch.since.1.max(watch.since.0 * 2);
        watch.since.0 = 0;
        if watch.returns >= RETURNS {
            end = Some(Outcome::Draw);
        }
    }
    *world.resource_mut::<LoopWatch>() = watch;
    if let Some(end) = end {
        // CR 104.4b.
        *world.resource_mut::<Outcome>() = end;
    }
}

/// What tells most positions apart without looking closely.
fn at_first_sight(world: &World) -> u64 {
    let mut hash = Xxh3::new();
    let (zones, slots) = (world.resource::<Zones>(), world.resource::<Slots>());
    let own = zones.own.iter().map(|z| (z.library.len(), z.hand.len(), z.graveyard.len()));
    own.for_each(|lengths| lengths.hash(&mut hash));
    (zones.battlefield.len(), zones.exile.len(), zones.command.len()).hash(&mut hash);
    let top = |id: &ObjectId| world.get::<Object>(slots.entity(*id)).map(|o| (o.base, o.owner));
    (zones.stack.len(), zones.stack.last().and_then(top)).hash(&mut hash);
    for player in &world.resource::<Players>().0 {
        (player.life, &player.counters).hash(&mut hash);
    }
    hash.finish()
}

/// The position, without what is only counted for this turn's conditions, but with what was used as often as it may be.
fn position(world: &World) -> u64 {
    let mut snapshot = Snapshot::capture(world, 0);
    for player in &mut snapshot.resources.players.0 {
        let counted = std::mem::replace(player, Player::new(0));
        *player = Player {
            planar_rolls: 0,
            drawn_this_turn: 0,
            spells_this_turn: 0,
            gained_life: 0,
            lost_life: 0,
            damaged: 0,
            ..counted
        };
    }
    let mut hash = Xxh3::new();
    canonical_hash(&snapshot).hash(&mut hash);
    let mut uses: Vec<u8> = world.resource::<History>().uses.iter().map(|(_, n)| *n).collect();
    uses.sort_unstable();
    uses.hash(&mut hash);
    hash.finish()
}
