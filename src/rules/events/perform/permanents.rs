//! Tapping, attaching, regenerating (CR 701.26, 701.3, 701.19).

use super::Performed;
use crate::cards::def::{Condition, Duration, Filter, Obj};
use crate::model::bindings::Bindings;
use crate::model::combat::Combat;
use crate::model::dirt::StateClass;
use crate::model::fact::Fact;
use crate::model::ids::{ObjectRef, Referent, Seat};
use crate::model::object::{FaceDown, Object, Status, ThisTurn};
use crate::model::player::Players;
use crate::model::trigger::TriggerIndex;
use crate::model::zone::{Zone, Zones};
use crate::rules::casting::bestow;
use crate::rules::combat;
use crate::rules::reading::{Board, Live};
use crate::rules::state::EditGame;
use crate::rules::zones;
use crate::rules::{layers, legal};

fn status(world: &mut impl EditGame, object: ObjectRef) -> &mut Status {
    world.row_mut::<Status>(object.id)
}

/// CR 701.26a: taps a permanent; only an untapped one can be tapped.
pub(super) fn tap(
    world: &mut impl EditGame,
    performed: &mut Performed<'_>,
    place: u16,
    object: ObjectRef,
    for_mana: bool,
) {
    if !std::mem::replace(&mut status(world, object).tapped, true) {
        performed.inputs |= StateClass::TAPPED;
        performed.facts.push(Fact::Tapped { object, for_mana });
        performed.happened(place);
    }
}

/// CR 701.26b: untaps a permanent; only a tapped one can be untapped.
pub(super) fn untap(world: &mut impl EditGame, performed: &mut Performed<'_>, place: u16, object: ObjectRef) {
    if std::mem::replace(&mut status(world, object).tapped, false) {
        performed.inputs |= StateClass::TAPPED;
        performed.facts.push(Fact::Untapped { object });
        performed.happened(place);
    }
}

/// CR 708.2a, 708.8: turns a permanent face up or face down. It gets a new timestamp (613.7f); all players see the face that
/// is up.
pub(super) fn turn_face(
    world: &mut impl EditGame,
    performed: &mut Performed<'_>,
    place: u16,
    object: ObjectRef,
    by: Option<Seat>,
) {
    let up = by.is_some();
    if let Some(seat) = by.filter(|_| world.row::<Object>(object.id).zone == Zone::Battlefield) {
        world.part_mut::<Players>().get_mut(seat).turned_face_up = true;
        performed.inputs |= StateClass::HISTORY;
    }
    let row = status(world, object);
    (row.face_down, row.face_down_kind) = (!up, FaceDown::default());
    let now = world.part_mut::<Zones>().tick();
    world.row_mut::<Object>(object.id).timestamp = now;
    zones::show(world, object.id);
    // CR 730.2f.
    zones::turn_components(world, object, up);
    layers::remerge(world, object);
    performed.inputs |= StateClass::BATTLEFIELD | StateClass::EXILE | StateClass::EFFECTS;
    // Abilities come or go with the face.
    world.part_mut::<TriggerIndex>().stale = true;
    performed.facts.push(Fact::Turned { object, up });
    performed.happened(place);
}

/// CR 701.3a-c: it is moved there from wherever it is, and gets a new timestamp (613.7e).
pub(super) fn attach(
    world: &mut impl EditGame,
    performed: &mut Performed<'_>,
    place: u16,
    object: ObjectRef,
    to: Referent,
) {
    let from = status(world, object).attached_to.replace(to);
    let now = world.part_mut::<Zones>().tick();
    world.row_mut::<Object>(object.id).timestamp = now;
    performed.inputs |= StateClass::ATTACHMENT;
    performed.facts.push(Fact::Attached { object, to: Some(to), from });
    performed.happened(place);
    if from.is_none() {
        reconfigure(world, object);
    }
}

/// CR 702.151b: an Equipment with reconfigure stops being a creature until it becomes unattached.
fn reconfigure(world: &mut impl EditGame, object: ObjectRef) {
    let live = Live::new(world);
    let chars = live.chars(object.id);
    let Some(handle) = legal::reconfigured(&live, chars) else { return };
    let bindings = Bindings::new(chars.controller, object);
    let attached = Condition::Is(Obj::This, Filter::AttachedTo(Box::new(Filter::Any)));
    let _ = layers::start_effect(world, handle, bindings, Duration::While(attached));
}

/// CR 701.3d: unattaches it.
pub(super) fn unattach(world: &mut impl EditGame, performed: &mut Performed<'_>, place: u16, object: ObjectRef) {
    let from = status(world, object).attached_to.take();
    // CR 702.103f.
    bestow::cease(world, object);
    if from.is_some() {
        performed.inputs |= StateClass::ATTACHMENT;
        performed.facts.push(Fact::Attached { object, to: None, from });
        performed.happened(place);
    }
}

/// CR 701.19a: the damage is removed, it is tapped, and it leaves combat.
pub(super) fn regenerate(world: &mut impl EditGame, performed: &mut Performed<'_>, object: ObjectRef) {
    let this_turn = world.row_mut::<ThisTurn>(object.id);
    (this_turn.damage, this_turn.deathtouched) = (0, false);
    if !std::mem::replace(&mut status(world, object).tapped, true) {
        performed.facts.push(Fact::Tapped { object, for_mana: false });
    }
    performed.inputs |= StateClass::DAMAGE | StateClass::TAPPED;
    let combat = world.part::<Combat>();
    if !combat.attackers.is_empty() || !combat.blockers.is_empty() {
        combat::remove_from_combat(world, object);
        performed.inputs |= StateClass::COMBAT;
    }
}
