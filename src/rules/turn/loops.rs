//! Loops (CR 104.4b, 732): a loop of mandatory actions that repeats a position is a draw.
//!
//! [`LoopWatch`] counts the rounds of [`settle`](super::settle) in which something is done in a turn since a player
//! last chose anything but to pass. Nothing else is done until there are suspiciously many. From then on positions that
//! look like a kept one are compared with it by their hash (Brent's algorithm: the kept one is replaced after 1, 2, 4,
//! ... rounds). A position that has come back often without a choice or chance in between will come back forever. So
//! will one that comes back but for numbers that grow evenly and that nothing looks at (see `growth`). Loops with
//! optional actions are their players' to end (104.4b, 732.5); what continues without repeating itself ends as
//! inconclusive.

use super::growth;
use crate::cards::CardTable;
use crate::model::decision::{Answer, Choice, Decision, Prompt, forced};
use crate::model::fact::History;
use crate::model::object::Object;
use crate::model::outcome::{Inconclusive, Outcome};
use crate::model::player::{Player, Players};
use crate::model::rng::GameRng;
use crate::model::task::Task;
use crate::model::turn::{Kept, LoopWatch, Turn};
use crate::model::zone::Zones;
use crate::rules::driver::Flow;
use crate::rules::ending;
use crate::rules::snapshot::{Snapshot, canonical_hash};
use crate::rules::state::{EditGame, GameState, ReadGame};
use bevy_ecs::prelude::*;
use std::hash::{Hash, Hasher};
use xxhash_rust::xxh3::Xxh3;

/// Rounds that raise no suspicion.
const SUSPICIOUS: u32 = 200;
/// A position that comes back this often is taken to come back forever: what counts up to a number of times has been
/// done by then.
const RETURNS: u32 = 32;
/// How often positions but for what grows are looked at closely; then not before there have been twice as many rounds.
const LOOKS: u32 = 192;
/// The number of rounds without a choice after which a game ends as inconclusive.
const MOST_ROUNDS: u32 = 10_000;

/// A player has answered: a loop with a choice in it isn't mandatory.
#[inline]
pub(crate) fn answered(watch: &mut LoopWatch, decision: &Decision, answer: &Answer) {
    let passes = match answer {
        Answer::One(i) => {
            decision.prompt == Prompt::Priority && decision.options().get(usize::from(*i)) == Some(&Choice::Pass)
        }
        _ => false,
    };
    if !passes && watch.rounds > 0 && forced(decision).is_none() {
        *watch = LoopWatch::default();
    }
}

/// One more round in which something was done, as long as there are few.
pub(super) fn run(world: &mut GameState<'_>, task: Task) -> Result<Flow, Task> {
    if one_more(world) {
        return Err(task);
    }
    world.part_mut::<LoopWatch>().rounds += 1;
    Ok(Flow::Continue)
}

/// One more round in which something was done. The game may have ended by it.
pub(super) fn run_exclusive(world: &mut World, _: Task) -> Flow {
    let suspicious = one_more(world);
    let watch = world.part_mut::<LoopWatch>();
    watch.rounds += 1;
    if suspicious {
        let mut watch = std::mem::take(watch);
        let end = suspect(world, &mut watch);
        *world.part_mut::<LoopWatch>() = watch;
        if let Some(end) = end {
            // CR 104.4b.
            ending::end(world, end);
        }
    }
    Flow::Continue
}

/// Whether one more round in this turn raises suspicion.
fn one_more(world: &mut impl EditGame) -> bool {
    let turn = world.part::<Turn>().number;
    let watch = world.part_mut::<LoopWatch>();
    if watch.turn != turn {
        *watch = LoopWatch { turn, ..LoopWatch::default() };
    }
    watch.rounds >= SUSPICIOUS
}

/// Compares the position with the kept ones: how the game ends by it, if it does.
#[cold]
fn suspect(world: &World, watch: &mut LoopWatch) -> Option<Outcome> {
    let mut end = (watch.rounds > MOST_ROUNDS).then_some(Outcome::Inconclusive(Inconclusive::Steps));
    let drawn = world.part::<GameRng>().position() as u64;
    let restart = drawn != watch.drawn;
    watch.drawn = drawn;
    let sight = at_first_sight(world, false);
    if watch.same.is_over(restart) {
        watch.same.keep(restart, (sight, position(world)));
    } else if sight == watch.same.position.0 && position(world) == watch.same.position.1 {
        watch.same.returned();
        if watch.same.returns >= RETURNS {
            end = Some(Outcome::Draw);
        }
    }
    if end.is_none() && grows_forever(world, watch, restart) {
        end = Some(Outcome::Draw);
    }
    end
}

/// Compares positions but for the numbers that grow: whether the position has come back often, each time with these numbers changed by
/// the same amount, and nothing looks at them.
fn grows_forever(world: &World, watch: &mut LoopWatch, restart: bool) -> bool {
    if watch.rounds < watch.looks.1 {
        return false;
    }
    let sight = at_first_sight(world, true);
    let over = watch.grown.is_over(restart);
    if !over && sight != watch.grown.position.0 {
        return false;
    }
    watch.looks.0 += 1;
    if watch.looks.0 > LOOKS {
        watch.looks = (0, watch.rounds * 2);
        watch.grown = Kept::default();
        return false;
    }
    let mut snapshot = counted_out(world);
    let taken = growth::take_out(&mut snapshot);
    let numbers: Vec<i64> = taken.iter().map(|(_, n)| *n).collect();
    let position = hashed(world, &snapshot);
    if over {
        watch.grown.keep(restart, (sight, position));
        (watch.numbers, watch.by) = (numbers, Vec::new());
        return false;
    }
    if position != watch.grown.position.1 || numbers.len() != watch.numbers.len() {
        return false;
    }
    let by: Vec<i64> = numbers.iter().zip(&watch.numbers).map(|(now, before)| now - before).collect();
    if by != watch.by {
        watch.grown.returns = 0;
    }
    watch.grown.returned();
    (watch.numbers, watch.by) = (numbers, by);
    watch.grown.returns >= RETURNS && growth::goes_unread(world, &taken, &watch.by)
}

/// What tells most positions apart without looking closely; `grown`: but for what may grow.
fn at_first_sight(world: &World, grown: bool) -> u64 {
    let mut hash = Xxh3::new();
    let zones = world.part::<Zones>();
    let own = zones.own.iter().map(|z| (z.library.len(), z.hand.len(), z.graveyard.len()));
    own.for_each(|lengths| lengths.hash(&mut hash));
    (zones.battlefield.len(), zones.exile.len(), zones.command.len()).hash(&mut hash);
    let top = zones.stack.last().map(|id| world.row::<Object>(*id));
    (zones.stack.len(), top.map(|o| (o.base, o.owner))).hash(&mut hash);
    for player in world.part::<Players>().0.iter().filter(|_| !grown) {
        (player.life, &player.counters).hash(&mut hash);
    }
    hash.finish()
}

/// The position, without what is only counted for this turn's conditions, but with what was used as often as it may be
/// and with numbers of this turn that some definition asks for.
fn position(world: &World) -> u64 {
    let mut hash = Xxh3::new();
    hashed(world, &counted_out(world)).hash(&mut hash);
    // They are kept only if they are asked for.
    world.part::<History>().deeds.len().hash(&mut hash);
    hash.finish()
}

/// Without numbers of this turn that nothing asks for, or only for whether there are any.
fn counted_out(world: &World) -> Snapshot {
    let traits = world.part::<CardTable>().0.traits;
    let mut snapshot = Snapshot::capture(world, 0);
    for player in &mut snapshot.resources.players.0 {
        let counted = std::mem::replace(player, Player::new(0));
        *player = Player {
            planar_rolls: 0,
            drawn_this_turn: if traits.counts_draws { counted.drawn_this_turn } else { 0 },
            drawn_this_step: if traits.counts_draws { counted.drawn_this_step } else { 0 },
            spells_this_turn: if traits.counts_spells { counted.spells_this_turn } else { 0 },
            spells_this_game: if traits.counts_spells { counted.spells_this_game } else { 0 },
            gained_life: if traits.counts_tallies { counted.gained_life } else { 0 },
            lost_life: if traits.counts_tallies { counted.lost_life } else { 0 },
            damaged: if traits.counts_tallies { counted.damaged } else { 0 },
            noncombat_damage: if traits.counts_tallies { counted.noncombat_damage } else { 0 },
            ..counted
        };
    }
    snapshot
}

fn hashed(world: &World, snapshot: &Snapshot) -> u64 {
    let mut hash = Xxh3::new();
    canonical_hash(snapshot).hash(&mut hash);
    let mut uses: Vec<u8> = world.part::<History>().uses.iter().map(|(_, n)| *n).collect();
    uses.sort_unstable();
    uses.hash(&mut hash);
    let mut modes: Vec<u32> = world.part::<History>().modes.iter().map(|(_, modes)| *modes).collect();
    modes.sort_unstable();
    modes.hash(&mut hash);
    hash.finish()
}
