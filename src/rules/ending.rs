//! The end of a game (CR 104): the one place that says how it ended.

use crate::model::ids::ObjectId;
use crate::model::object::Status;
use crate::model::outcome::Outcome;
use crate::model::zone::Zones;
use crate::rules::state::EditGame;
use crate::rules::zones;

/// The game ends like this. A game that has ended already stays as it is.
pub(crate) fn end(world: &mut impl EditGame, outcome: Outcome) {
    if world.part::<Outcome>().is_over() {
        return;
    }
    *world.part_mut::<Outcome>() = outcome;
    // What is inconclusive is only broken off.
    if matches!(outcome, Outcome::Win(_) | Outcome::Draw) {
        reveal_face_down(world);
    }
}

/// CR 708.9: at the end of the game face-down permanents and spells are revealed.
fn reveal_face_down(world: &mut impl EditGame) {
    let zones = world.part::<Zones>();
    let there = zones.battlefield.iter().chain(&zones.stack).copied();
    let hidden: Vec<ObjectId> = there.filter(|id| world.row::<Status>(*id).face_down).collect();
    for id in hidden {
        zones::show(world, id);
    }
}
