//! Exerting permanents (CR 701.43).

use crate::model::dirt::StateClass;
use crate::model::fact::Fact;
use crate::model::ids::{ObjectId, ObjectRef, Seat};
use crate::model::object::{Status, ThisTurn};
use crate::model::zone::{Zone, Zones};
use crate::rules::reading::{Board, Live};
use crate::rules::schedule::mark_dirty;
use crate::rules::state::EditGame;

/// CR 701.43a: a player exerts a permanent, which won't untap during their next untap step. One that isn't on the battlefield any
/// more can't be exerted (701.43c).
pub(crate) fn exert(world: &mut impl EditGame, object: ObjectRef, by: Seat, to_attack: bool) {
    if let Some(fact) = rest(world, object, by, to_attack) {
        super::record(world, &[fact]);
    }
}

/// As [`exert`], without recording the fact that says so: it is recorded with others.
pub(crate) fn rest(world: &mut impl EditGame, object: ObjectRef, by: Seat, to_attack: bool) -> Option<Fact> {
    let board = Live::new(world);
    if !board.is_current(object) || board.object(object.id).zone != Zone::Battlefield {
        return None;
    }
    world.row_mut::<Status>(object.id).exerted.insert(by);
    world.row_mut::<ThisTurn>(object.id).exerted = true;
    mark_dirty(world, StateClass::HISTORY);
    Some(Fact::Exerted { object, by, to_attack })
}

/// CR 701.43b: the untap step of a player is over, and with it all that keeps what they have exerted from untapping in it.
pub(crate) fn untap_step_over(world: &mut impl EditGame, active: Seat) {
    let board = Live::new(world);
    let exerted = |id: &ObjectId| board.status(*id).exerted.contains(active);
    let rested: Vec<ObjectId> = world.part::<Zones>().battlefield.iter().copied().filter(exerted).collect();
    for id in rested {
        world.row_mut::<Status>(id).exerted.remove(active);
    }
}
