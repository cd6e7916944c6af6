//! Steps and phases begin and end (CR 500.2-500.6, 500.11), with the turn-based actions of each (703).

use super::{cleanup, priority, untap};
use crate::cards::CardTable;
use crate::cards::def::{CounterKind, Rule, StepName, TurnPart};
use crate::model::combat::Combat;
use crate::model::dirt::StateClass;
use crate::model::event::Batch;
use crate::model::fact::Fact;
use crate::model::history::History;
use crate::model::ids::{Seat, SeatSet};
use crate::model::mana::ManaUntil;
use crate::model::player::Players;
use crate::model::task::{SbaTask, Task};
use crate::model::turn::{Turn, TurnTask};
use crate::rules::driver::{Flow, StepTasks, push};
use crate::rules::layers::Ending;
use crate::rules::reading::{Live, concerns};
use crate::rules::resolving::phasing;
use crate::rules::schedule::mark_dirty;
use crate::rules::state::{EditGame, Features, ReadGame};
use crate::rules::{combat, events, layers, mana, sba, triggers};
use smallvec::SmallVec;

/// The next step of the turn that isn't skipped begins; after the last one the next turn.
pub(super) fn next_step(world: &mut impl EditGame) -> Flow {
    loop {
        // Rules that skip steps are read below.
        if !layers::is_fresh(world) {
            push(world, Task::Turn(TurnTask::NextStep));
            return Flow::Continue;
        }
        let turn = world.part_mut::<Turn>();
        let (before, next) = (turn.step, turn.steps.pop());
        let (number, active) = (turn.number, turn.active);
        if ends_combat(before, next) {
            combat::end(world);
        }
        let Some(step) = next else {
            push(world, Task::Turn(TurnTask::Begin));
            return Flow::Continue;
        };
        if is_skipped(world, step, number, active) {
            continue;
        }
        let part = match step {
            StepName::Untap => Some(TurnPart::Untap),
            StepName::Draw => Some(TurnPart::Draw),
            StepName::BeginCombat => Some(TurnPart::Combat),
            _ => None,
        };
        if !part.is_some_and(|part| skips_once(world, active, part)) {
            return begin_step(world, step);
        }
        if part == Some(TurnPart::Combat) {
            let steps = &mut world.part_mut::<Turn>().steps;
            while steps.last().is_some_and(|s| s.is_combat() && *s != StepName::BeginCombat) {
                steps.pop();
            }
        }
    }
}

/// CR 614.10a: whether a player has to skip their next such part of a turn, which this one is.
pub(super) fn skips_once(world: &mut impl EditGame, seat: Seat, part: TurnPart) -> bool {
    if world.part::<Players>().get(seat).skips[part as usize] == 0 {
        return false;
    }
    world.part_mut::<Players>().get_mut(seat).skips[part as usize] -= 1;
    mark_dirty(world, StateClass::PLAYERS);
    true
}

/// Whether the combat phase is over after a step of the turn if that other one is next.
fn ends_combat(step: StepName, next: Option<StepName>) -> bool {
    step.is_combat() && next.is_none_or(|next| !next.is_combat() || next == StepName::BeginCombat)
}

/// CR 500.11: whether a step is passed over as though it didn't exist.
fn is_skipped(world: &impl ReadGame, step: StepName, turn: u32, active: Seat) -> bool {
    match step {
        // Without rules for combat there is none.
        step if step.is_combat() && !world.part::<Features>().contains(Features::COMBAT) => true,
        // CR 103.8a: with two players the first one doesn't draw in the first turn.
        StepName::Draw if turn == 1 && world.part::<Players>().seats() == 2 => true,
        // CR 508.8: nothing attacks.
        StepName::DeclareBlockers | StepName::FirstStrikeDamage | StepName::CombatDamage
            if !world.part::<Combat>().declared =>
        {
            true
        }
        _ => concerns(world, active, |rule| match rule {
            Rule::SkipStep(who, skipped) if *skipped == step => Some(*who),
            _ => None,
        }),
    }
}

/// CR 500.6, 703.3: a step begins, and what triggers then does.
fn begin_step(world: &mut impl EditGame, mut step: StepName) -> Flow {
    if matches!(step, StepName::CombatDamage | StepName::FirstStrikeDamage)
        && combat::prune(world)
        && !layers::is_fresh(world)
    {
        world.part_mut::<Turn>().steps.push(step);
        push(world, Task::Turn(TurnTask::NextStep));
        return Flow::Continue;
    }
    if step == StepName::CombatDamage
        && world.part::<Turn>().step != StepName::FirstStrikeDamage
        && combat::has_two_steps(world)
    {
        // CR 510.4: there are two combat damage steps.
        world.part_mut::<Turn>().steps.push(step);
        step = StepName::FirstStrikeDamage;
    }
    let turn = world.part_mut::<Turn>();
    turn.step = step;
    turn.priority = None;
    turn.passed = SeatSet::NONE;
    let (active, number) = (turn.active, turn.number);
    mark_dirty(world, StateClass::TURN);
    world.part_mut::<Players>().0.iter_mut().for_each(|player| player.drawn_this_step = 0);
    if step == StepName::Upkeep {
        let upkeeps = &mut world.part_mut::<Players>().get_mut(active).upkeeps;
        *upkeeps = [number, upkeeps[0]];
        layers::end_effects(world, Ending::UpkeepOf(active));
    }
    if step == StepName::End {
        layers::end_effects(world, Ending::EndStepOf(active));
    }
    if step == StepName::BeginCombat && world.part::<CardTable>().0.traits.counts_combats {
        world.part_mut::<History>().combats += 1;
    }
    events::record(world, &[Fact::Began { step, active }]);
    if world.part::<StepTasks>().has(step) {
        push(world, Task::Turn(TurnTask::StepBegun));
        StepTasks::begin(world, step);
        return Flow::Continue;
    }
    if !layers::is_fresh(world) {
        push(world, Task::Turn(TurnTask::StepBegun));
        return Flow::Continue;
    }
    act(world)
}

/// The step has begun, and what has to be done first is done.
pub(super) fn begun(world: &mut impl EditGame) -> Flow {
    let step = world.part::<Turn>().step;
    let deals_damage = matches!(step, StepName::CombatDamage | StepName::FirstStrikeDamage);
    if deals_damage && combat::prune(world) && !layers::is_fresh(world) {
        push(world, Task::Turn(TurnTask::StepBegun));
        return Flow::Continue;
    }
    act(world)
}

/// CR 703.3: the turn-based actions of the step that has begun, and who gets priority.
fn act(world: &mut impl EditGame) -> Flow {
    let Turn { step, active, .. } = *world.part::<Turn>();
    if step == StepName::PrecombatMain {
        radiation(world, active);
    }
    if step == StepName::End && world.part::<Players>().get(active).monarch {
        // CR 725.2.
        let handle = world.part::<CardTable>().0.monarch[0];
        triggers::without_source(world, active, handle);
    }
    if step == StepName::Upkeep {
        triggers::initiative::upkeep(world, active);
    }
    push(world, Task::Turn(TurnTask::EndStep));
    match step {
        // CR 502.4: nobody gets priority.
        StepName::Untap if phasing::phase(world, active) => {
            push(world, Task::Turn(TurnTask::Phased));
            Flow::Continue
        }
        StepName::Untap => untap::check_day_night(world),
        StepName::Draw => {
            // CR 504.1.
            give_later(world, active);
            if world.part::<Players>().is_alive(active) {
                let draws = events::draws(world, active, 1);
                events::propose(world, Batch::of(draws));
            }
            Flow::Continue
        }
        StepName::DeclareAttackers => {
            give_later(world, active);
            combat::declare_attackers(world)
        }
        StepName::DeclareBlockers => {
            give_later(world, active);
            combat::declare_blockers(world, SeatSet::NONE)
        }
        StepName::FirstStrikeDamage | StepName::CombatDamage => {
            give_later(world, active);
            combat::deal_damage(world, step == StepName::FirstStrikeDamage)
        }
        StepName::Cleanup => cleanup::cleanup(world),
        StepName::Upkeep
        | StepName::PrecombatMain
        | StepName::PostcombatMain
        | StepName::BeginCombat
        | StepName::EndCombat
        | StepName::End => {
            let mut actions = StepTasks::turn_based(world, step, active);
            if step == StepName::PrecombatMain {
                actions.extend(events::sagas::advance(&Live::new(world), active));
            }
            if actions.is_empty() {
                return priority::give(world, active);
            }
            give_later(world, active);
            events::propose(world, Batch::of(actions));
            Flow::Continue
        }
    }
}

/// CR 122.1i, 728.1: an ability without a source, controlled by the active player.
fn radiation(world: &mut impl EditGame, seat: Seat) {
    if world.part::<Players>().get(seat).counters.get(CounterKind::Rad) > 0 {
        let handle = world.part::<CardTable>().0.radiation;
        triggers::without_source(world, seat, handle);
    }
}

/// Priority, once what is above it on the agenda is done.
fn give_later(world: &mut impl EditGame, seat: Seat) {
    push(world, Task::Priority(crate::model::turn::PriorityTask::Give(seat)));
}

/// CR 724.1c, 724.2c: state-based actions are checked until none is performed, and no triggered abilities are put on the stack.
/// Then the step ends, which lies below on the agenda.
pub(super) fn ending(world: &mut impl EditGame) -> Flow {
    if sba::finds_some(world) {
        push(world, Task::Turn(TurnTask::Ending));
        push(world, Task::Sba(SbaTask::Check { then: None }));
        return Flow::Continue;
    }
    let turn = world.part_mut::<Turn>();
    (turn.priority, turn.passed) = (None, SeatSet::NONE);
    Flow::Continue
}

/// CR 500.5: a step ends: what lasts until the end of its phase does, then unspent mana empties; then the next one begins.
pub(super) fn end_step(world: &mut impl EditGame) -> Flow {
    let turn = world.part::<Turn>();
    let next = turn.steps.last().copied();
    let is_last = turn.step == StepName::Cleanup && next != Some(StepName::Cleanup);
    let (ended, leaves_combat) = (turn.step, ends_combat(turn.step, next));
    if leaves_combat {
        combat::end(world);
        if !layers::is_fresh(world) {
            push(world, Task::Turn(TurnTask::EndStep));
            return Flow::Continue;
        }
    }
    // CR 500.5, 511.3, 514.2: what lasts until the end of the phase or turn is over.
    empty_pools(world, |until| match until {
        ManaUntil::EndOfCombat => ended.is_combat() && !leaves_combat,
        ManaUntil::EndOfTurn => ended != StepName::Cleanup,
    });
    if is_last {
        cleanup::forget(world);
    }
    next_step(world)
}

/// CR 500.5, 703.4q.
fn empty_pools(world: &mut impl EditGame, lasts: impl Fn(ManaUntil) -> bool) {
    let players = &world.part::<Players>().0;
    let full: SmallVec<[usize; 4]> = (0..players.len()).filter(|i| !players[*i].pool.is_empty()).collect();
    for i in full {
        let stays = |rule: &Rule| match rule {
            Rule::ManaStays(who) => Some(*who),
            _ => None,
        };
        if !concerns(world, Seat(i as u8), stays) {
            mana::lose_but(world, Seat(i as u8), &lasts);
        }
    }
}
