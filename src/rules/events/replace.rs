//! Replacing (CR 614-616): one event after another, until nothing more applies to it.

use super::applicable::{self, Applicable};
use super::apply::spells;
use super::run::BatchFlow;
use super::{apply, asks, contained, drawn, entering, perform, possible};
use crate::cards::CardTable;
use crate::cards::def::ReplaceWith;
use crate::model::entering::LookedAhead;
use crate::model::event::{Batch, BatchOption, BatchPhase, Event, Proposed, ReplacementChoice, ReplacementKey};
use crate::model::ids::{ProgramHandle, Referent};
use crate::model::player::Players;
use crate::model::task::Preparation;
use crate::model::turn::Turn;
use crate::rules::state::{EditGame, ReadGame};
use crate::rules::{layers, slots};

/// Goes through the events from where the batch stands. Draws wait until all others have been performed; then each is
/// made before the next one is looked at (CR 121.2, 614.11a).
pub(super) fn replace_events(world: &mut impl EditGame, batch: &mut Batch) -> BatchFlow {
    if batch.at == 0 && batch.events.len() > 1 && !batch.drawing {
        in_turn_order(world, batch);
    }
    while let Some(row) = batch.events.get(batch.at as usize) {
        let Some(event) = &row.event else {
            batch.at += 1;
            continue;
        };
        if matches!(event, Event::Draw { .. }) != batch.drawing {
            batch.at += 1;
            continue;
        }
        let step = one(world, batch);
        if !matches!(step, Some(BatchFlow::Prepare(_))) {
            world.part_mut::<LookedAhead>().forget();
        }
        if let Some(step) = step {
            return step;
        }
        if !layers::is_fresh(world) {
            return BatchFlow::Refresh;
        }
    }
    if batch.drawing {
        batch.phase = BatchPhase::After;
        return BatchFlow::Go;
    }
    // CR 120.4c: damage as it stands is processed into its results, which can be replaced in turn.
    if !contained::results_of_damage(world, batch) {
        batch.phase = BatchPhase::Perform;
    }
    BatchFlow::Go
}

/// CR 101.4, 616.1: choices about simultaneous events are made in APNAP order of the players who make them. This order is
/// used even if nobody has a choice: otherwise it would reveal that a hidden card has a replacement effect.
fn in_turn_order(world: &impl ReadGame, batch: &mut Batch) {
    if batch.events.iter().any(|row| !row.applied.is_empty()) {
        return;
    }
    let active = world.part::<Turn>().active;
    let players = world.part::<Players>();
    let place = |row: &Proposed| match &row.event {
        Some(event) => {
            let seat = affected(world, asks::subject(event));
            players.in_turn_order(active).position(|s| s == seat)
        }
        None => None,
    };
    if !batch.events.is_sorted_by_key(place) {
        batch.events.sort_by_cached_key(place);
    }
}

/// Takes the event at `at` one step further. `Some` is a step for the batch to wait for.
fn one(world: &mut impl EditGame, batch: &mut Batch) -> Option<BatchFlow> {
    let i = batch.at as usize;
    let is_possible = possible::is_possible(world, &batch.events[i]);
    // What would be done to something that is about to enter changes how it enters.
    let taken_in = match &batch.events[i].event {
        Some(event @ (Event::Tap { .. } | Event::PutCounters { .. })) => {
            (!is_possible || matches!(event, Event::PutCounters { .. })) && entering::takes_in(world, event)
        }
        _ => false,
    };
    if !is_possible || taken_in {
        possible::drop_event(world, &mut batch.events[i]);
        batch.at += 1;
        return None;
    }
    contained::fill_in_entering(world, &mut batch.events[i]);
    let options = match applicable::of(world, &batch.events[i]) {
        Ok(options) => options,
        Err(what) => return Some(BatchFlow::Prepare(what)),
    };
    if options.is_empty() {
        match contained::expand(world, batch, i) {
            contained::Expanded::Again => return None,
            contained::Expanded::Ask(step) => return Some(step),
            contained::Expanded::Nothing => {}
        }
        batch.at += 1;
        if batch.drawing {
            perform::draw(world, batch, i);
            return drawn::first(world, batch, i);
        }
        return None;
    }
    select(world, batch, options)
}

/// CR 616.1a-e: effects of the first tier that has any; if there are several, the affected player chooses one.
fn select(world: &mut impl EditGame, batch: &mut Batch, mut options: Vec<Applicable>) -> Option<BatchFlow> {
    let first = options.iter().map(|o| o.tier).min().expect("something applies");
    options.retain(|o| o.tier == first);
    // Which one is first makes no difference among these.
    if options.len() > 1 && options.iter().all(|o| o.commutes) {
        options.truncate(1);
    }
    // A spell is exiled by whichever is first, and none of the others applies to that.
    let of_spell = |o: &Applicable| matches!(o.choice.key, spells::FLASHED_BACK | spells::PERMITTED);
    let exiled = options.iter().all(|o| o.exiles) && options.iter().any(of_spell);
    if exiled {
        options.truncate(1);
    }
    let single = options.len() == 1;
    batch.open = options.into_iter().map(|o| o.choice).collect();
    if single { chosen(world, batch, 0) } else { Some(asks::which(world, batch)) }
}

/// Applies one of the open replacements, asking first whether it does if it is optional.
pub(super) fn chosen(world: &mut impl EditGame, batch: &mut Batch, which: usize) -> Option<BatchFlow> {
    batch.phase = BatchPhase::Replace;
    let choice = batch.open.swap_remove(which);
    batch.open.clear();
    let i = batch.at as usize;
    let can_be_chosen = match can_be_chosen(world, &choice) {
        Ok(can) => can,
        Err(what) => {
            batch.phase = BatchPhase::Chosen;
            batch.open.push(choice);
            return Some(BatchFlow::Prepare(what));
        }
    };
    world.part_mut::<LookedAhead>().forget();
    if !can_be_chosen {
        batch.events[i].applied.push(choice.key);
        return None;
    }
    if let Some(step) = asks::whether(world, batch, &choice) {
        return Some(step);
    }
    if let Some(step) = share_shield(world, batch, &choice.key) {
        batch.open.push(choice);
        return Some(step);
    }
    apply::apply(world, batch, i, choice)
}

/// CR 608.2d: nobody can choose to do something impossible instead.
///
/// # Errors
/// What has to be looked ahead before that can be told.
fn can_be_chosen(world: &mut impl EditGame, choice: &ReplacementChoice) -> Result<bool, Preparation> {
    if matches!(choice.key, ReplacementKey::Rule(_)) {
        return Ok(true);
    }
    let table = world.part::<CardTable>();
    let optional = applicable::replacement(table, choice.handle).filter(|rep| rep.optional.is_some());
    if !optional.is_some_and(|rep| matches!(rep.with, ReplaceWith::Instead(_))) {
        return Ok(true);
    }
    let Some(index) = table.static_row(choice.handle).program else { return Ok(true) };
    let program = ProgramHandle { def: choice.handle.def, index };
    let can = crate::rules::resolving::can_be_chosen(world, program, choice.bindings.clone());
    world.part_mut::<LookedAhead>().wanted().map_or(Ok(can), Err)
}

/// CR 615.7: if a shield can't prevent all the damage that would be dealt at once, its player chooses which damage it
/// prevents.
fn share_shield(world: &mut impl EditGame, batch: &mut Batch, key: &ReplacementKey) -> Option<BatchFlow> {
    let ReplacementKey::Effect(effect) = key else { return None };
    let left = slots::effect(world, *effect).remaining?;
    let target = match &batch.events[batch.at as usize].event {
        Some(Event::Damage { target, .. }) => *target,
        _ => return None,
    };
    let mut total = 0i32;
    let mut options = Vec::new();
    for j in batch.at as usize..batch.events.len() {
        let Some(Event::Damage { amount, .. }) = batch.events[j].event else { continue };
        if !batch.events[j].applied.contains(key) && applies(world, &batch.events[j], key) {
            total = total.saturating_add(amount);
            options.push(BatchOption::Event(j as u16));
        }
    }
    if options.len() < 2 || total <= left {
        return None;
    }
    batch.options = options;
    Some(asks::which_damage(world, batch, target, left))
}

fn applies(world: &mut impl EditGame, row: &Proposed, key: &ReplacementKey) -> bool {
    possible::is_possible(world, row)
        && applicable::of(world, row).is_ok_and(|all| all.iter().any(|o| o.choice.key == *key))
}

/// The player who chooses for what an event affects (CR 616.1).
pub(super) fn affected(world: &impl ReadGame, target: Referent) -> crate::model::ids::Seat {
    match target {
        Referent::Player(seat) => seat,
        Referent::Object(object) => possible::controller(world, object),
    }
}
