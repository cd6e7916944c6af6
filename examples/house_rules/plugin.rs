//! House rules as a plugin: a continuous effect in a layer, a step of a change of zones, a state-based action.
//!
//! * Creatures whose controller has less than 10 life get +1/+0 (a system in layer 7c).
//! * Whose creature leaves the battlefield gains 1 life (a step of [`ZoneMoveSet::Leave`]).
//! * While a player has 25 or more life, everybody else loses the game (a state-based action with a condition of its own).

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use dracones::model::dirt::StateClass;
use dracones::model::event::Event;
use dracones::model::ids::{ObjectRef, Seat};
use dracones::model::object::{Characteristics, Object};
use dracones::model::player::{LossReason, Players};
use dracones::model::zone::Zone;
use dracones::rules::layers::{ContinuousEffectApp, LayerTable};
use dracones::rules::reading::{Board, Reading};
use dracones::rules::sba::{Look, Proposals, StateBasedActionApp};
use dracones::rules::schedule::{LayerSystems, mark_dirty};
use dracones::rules::state::{EditGame, GameParts, GameState, PlannedMove, ReadGame, ZoneMoveApp, ZoneMoveSet};

/// With less life than this, creatures get +1/+0.
pub(crate) const DESPERATE: i32 = 10;

/// With this much life, all others lose.
pub(crate) const EXALTED: i32 = 25;

/// The house rules. Come after the rules.
#[derive(Default)]
pub(crate) struct HouseRules;

impl Plugin for HouseRules {
    fn build(&self, app: &mut App) {
        app.add_continuous_effect(LayerSystems::L7cModify, StateClass::LIFE, rally)
            .add_zone_move_step(ZoneMoveSet::Leave, mourn)
            .add_state_based_action(|_| StateClass::LIFE, is_due, outlive);
    }
}

/// A system in layer 7c. It is given the table that the layers work on, never the objects themselves.
fn rally(mut table: ResMut<'_, LayerTable>, game: Single<'_, '_, &GameParts>) {
    let desperate = |chars: &Characteristics| game.players.get(chars.controller).life < DESPERATE;
    let rows = table.rows().filter(|(object, chars): &(&Object, _)| {
        object.zone == Zone::Battlefield && chars.is_creature() && desperate(chars)
    });
    let creatures: Vec<ObjectRef> = rows.map(|(object, _)| object.reference()).collect();
    for creature in creatures {
        if let Some(chars) = table.chars_mut(creature) {
            chars.power += 1;
        }
    }
}

/// A step of a change of zones: all that moves at once, before it leaves the lists of its zones.
fn mourn(game: &mut GameState<'_>, moves: &mut [PlannedMove<'_>]) {
    for one in moves.iter().filter(|one| one.old().zone == Zone::Battlefield) {
        let Object { id, owner, .. } = *one.old();
        if game.row::<Characteristics>(id).is_creature() {
            game.part_mut::<Players>().get_mut(owner).life += 1;
            mark_dirty(game, StateClass::LIFE);
        }
    }
}

/// The first player in the game who has [`EXALTED`] life or more.
fn winner(players: &Players) -> Option<Seat> {
    let seats = (0..players.seats()).map(Seat);
    seats.filter(|seat| players.is_alive(*seat)).find(|seat| players.get(*seat).life >= EXALTED)
}

/// The condition of [`outlive`]: asked at every look at state-based actions.
fn is_due(look: &Look<'_>) -> bool {
    winner(look.live.players()).is_some()
}

/// The state-based action: it proposes what is to happen at once with what the other families propose.
fn outlive(read: Reading<'_, '_>, mut proposals: ResMut<'_, Proposals>) {
    let board = read.live();
    let players = board.players();
    let Some(winner) = winner(players) else { return };
    let others = (0..players.seats()).map(Seat).filter(|seat| *seat != winner && players.is_alive(*seat));
    proposals.events.extend(others.map(|seat| Event::Lose { seat, reason: LossReason::Effect }));
}
