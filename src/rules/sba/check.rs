//! When state-based actions are looked at, and by which families (CR 704.3).

use super::gates::SbaGates;
use super::{Look, Proposals, Seen, attachments, ceasing, counters, legends, prepared, roles, worlds};
use crate::cards::def::{CardTypes, CounterKind, Keyword, Supertypes};
use crate::model::dirt::{Dirt, Gates, StateClass};
use crate::model::ids::{NameId, Referent, Seat};
use crate::model::object::{Characteristics, Restrictions};
use crate::model::task::{SbaChoices, Task};
use crate::model::turn::Turn;
use crate::rules::driver::push;
use crate::rules::events::{dungeons, speed};
use crate::rules::reading::{Board, Live};
use crate::rules::schedule::{StateBasedActions, run_kept};
use crate::rules::state::{EditGame, ReadGame};
use crate::rules::work::{self, Work};
use bevy_ecs::prelude::*;
use smallvec::SmallVec;
use std::mem::take;

/// What makes it necessary to look at what permanents are.
const KINDS: StateClass = StateClass::BATTLEFIELD.union(StateClass::CHARACTERISTICS).union(StateClass::COUNTERS);

/// The +1/+1 counter, which a -1/-1 counter annihilates (CR 122.3).
pub(super) const PLUS: CounterKind = CounterKind::PowerToughness(1, 1);
/// The -1/-1 counter, which a +1/+1 counter annihilates (CR 122.3).
pub(super) const MINUS: CounterKind = CounterKind::PowerToughness(-1, -1);

/// Whether something has changed since the last check that state-based actions read.
#[inline]
pub fn is_due(world: &impl ReadGame) -> bool {
    let dirt = world.part::<Dirt>();
    dirt.sba.intersects(dirt.sba_read) || world.part::<Gates>().open
}

/// What a look at the game for one check has found.
struct Found {
    /// What had changed since the last check.
    changed: StateClass,
    /// The families that have something to do, a bit for each.
    due: u64,
    /// What makes the next look necessary.
    reads: StateClass,
    /// What a walk over the battlefield has found.
    seen: Seen,
}

impl Found {
    fn of(world: &impl ReadGame) -> Self {
        work::note(Work::SbaLook);
        let changed = world.part::<Dirt>().sba;
        let looked_at = if world.part::<Gates>().open { StateClass::all() } else { changed };
        let live = Live::with_columns(world);
        let look = Look { changed, seen: walk(&live, looked_at), live };
        let (due, reads) = world.part::<SbaGates>().ask(&look);
        Self { changed, due, reads, seen: look.seen }
    }
    /// Everything has been looked at.
    fn note(&self, world: &mut impl EditGame) {
        let dirt = world.part_mut::<Dirt>();
        (dirt.sba, dirt.sba_read) = (StateClass::empty(), self.reads);
    }
    /// CR 704.5k: in which order world permanents have come.
    fn note_world(&self, world: &mut impl EditGame) {
        let before = &world.part::<Turn>().worlds;
        if !self.changed.intersects(KINDS) || self.seen.worlds == 0 && before.is_empty() {
            return;
        }
        let now = worlds::ranks(&Live::new(world));
        if *before != now {
            world.part_mut::<Turn>().worlds = now;
        }
    }
}

/// CR 704.3: whether a check would perform state-based actions. If not, that was the check. The layers must be up to date.
///
/// Most checks find nothing. They need no schedule and no task: the gates of the families say so over the borrowed state.
pub(crate) fn finds_some(world: &mut impl EditGame) -> bool {
    if !is_due(world) {
        return false;
    }
    let found = Found::of(world);
    if found.due != 0 {
        return true;
    }
    found.note(world);
    found.note_world(world);
    false
}

/// CR 704.3: one check of state-based actions. If any are performed, `then` is put on the agenda, and what is performed
/// comes back, with the choices for it; the check must be repeated afterwards. The layers must be up to date.
pub(super) fn check(world: &mut World, then: Option<Box<Task>>) -> Option<SbaChoices> {
    let mut choices = None;
    let found = Found::of(world);
    found.note(world);
    if found.due != 0 {
        world.resource_mut::<Proposals>().due = found.due;
        work::note(Work::SbaSchedule);
        run_kept(world, StateBasedActions);
        let proposals = &mut *world.resource_mut::<Proposals>();
        let (ceasing, preparing) = (take(&mut proposals.ceasing), take(&mut proposals.preparing));
        let (completing, starting) = (take(&mut proposals.completing), take(&mut proposals.starting));
        let tasks = take(&mut proposals.tasks);
        choices = proposals.choices.take();
        let ceased = ceasing::cease(world, ceasing);
        completing.iter().for_each(|seat| dungeons::complete(world, seat));
        starting.iter().for_each(|seat| speed::raise(world, seat));
        preparing.iter().for_each(|permanent| prepared::copy(world, *permanent));
        let ceased = ceased || !completing.is_empty() || !starting.is_empty() || !preparing.is_empty();
        if let Some(then) = then.filter(|_| ceased || choices.is_some() || !tasks.is_empty()) {
            push(world, *then);
        }
        // The first one runs first, after what is chosen.
        tasks.into_iter().rev().for_each(|task| push(world, task));
    }
    found.note_world(world);
    choices
}

/// One walk over the battlefield, after these changes. The order of permanents doesn't matter.
fn walk(board: &Live<'_>, changed: StateClass) -> Seen {
    let mut seen = Seen::default();
    let kinds = changed.intersects(KINDS);
    let mut legends: SmallVec<[(Seat, NameId); 8]> = SmallVec::new();
    let mut role_hosts: SmallVec<[(Seat, Referent); 4]> = SmallVec::new();
    for id in &board.zones().battlefield {
        let (status, this_turn) = (board.status(*id), board.this_turn(*id));
        let attached = status.attached_to.is_some();
        seen.attached |= attached;
        if status.phased_out || !(kinds || attached || this_turn.damage > 0 || this_turn.deathtouched) {
            continue;
        }
        let chars = board.chars(*id);
        let dies = |chars: &Characteristics| {
            let lethal = this_turn.damage >= chars.toughness && !chars.has(Keyword::Indestructible);
            chars.is_creature() && (chars.toughness <= 0 || lethal)
        };
        seen.creature_dies |= this_turn.deathtouched || dies(chars);
        if attached || (kinds && attachments::is_aura(chars)) {
            seen.falls_off |= attachments::falls_off(board, *id);
            if let Some(host) = status.attached_to.filter(|_| roles::is_role(chars)) {
                seen.role_twice |= role_hosts.contains(&(chars.controller, host));
                role_hosts.push((chars.controller, host));
            }
        }
        if !kinds {
            continue;
        }
        let legendary = chars.supertypes.contains(Supertypes::LEGENDARY) && chars.name != NameId::NONE;
        if legendary && !legends::is_spared(board, *id) {
            let key = (chars.controller, chars.name);
            seen.legend_twice |= legends.contains(&key);
            legends.push(key);
        }
        if chars.supertypes.contains(Supertypes::WORLD) {
            seen.worlds += 1;
        }
        if chars.restrictions.contains(Restrictions::OTHER) {
            seen.counters_go |= counters::too_many(board, *id).next().is_some();
        }
        let walks = chars.is(CardTypes::PLANESWALKER);
        if !walks && !changed.contains(StateClass::COUNTERS) {
            continue;
        }
        let counters = board.counters(*id);
        seen.walker_is_spent |= walks && counters.get(CounterKind::Loyalty) == 0;
        seen.counters_go |= counters.0.len() > 1 && counters.get(PLUS) > 0 && counters.get(MINUS) > 0;
    }
    seen
}
