//! Casting, activating, paying and resolving on hand-built boards.

mod abilities;
mod costs;
mod offered;
mod paying;
mod spells;
mod targeting;

use super::{begin, resolve_top};
use crate::cards::def::Cost;
use crate::model::bindings::Bindings;
use crate::model::decision::{CastMethod, Choice, Decision, Prompt};
use crate::model::ids::{ObjectId, ObjectRef, Seat};
use crate::model::object::{Object, Status, ThisTurn};
use crate::model::zone::{Zone, Zones};
use crate::rules::events::tests::{A, B, get, put, run, world};
use crate::rules::state::{EditGame, ReadGame};
use crate::rules::{layers, legal};
use bevy_ecs::prelude::*;

pub(super) const MOUNTAIN: &str = r#"name: "Test Mountain", types: "Basic Land - Mountain""#;
pub(super) const FOREST: &str = r#"name: "Test Forest", types: "Basic Land - Forest""#;
pub(super) const BEAR: &str = r#"name: "Test Bear", cost: "{1}{G}", types: "Creature - Bear", pt: (2, 2)"#;
pub(super) const BOLT: &str = r#"name: "Test Bolt", cost: "{R}", types: "Instant", abilities: [
    Spell(targets: [(what: AnyTarget)], effects: [Damage(amount: N(3), to: Targets(0))])]"#;

/// Several cards of one definition in one zone.
pub(super) fn puts<const N: usize>(world: &mut World, def: u16, owner: Seat, zone: Zone) -> [ObjectRef; N] {
    [0; N].map(|_| put(world, def, owner, zone))
}

pub(super) fn cast(object: ObjectRef) -> Choice {
    Choice::Cast { object, way: CastMethod::default() }
}

/// Begins what a choice starts; answers the first question.
pub(super) fn start(world: &mut World, seat: Seat, choice: &Choice) -> Option<Decision> {
    begin(world, seat, choice);
    run(world)
}

/// Begins something that asks nothing.
pub(super) fn done(world: &mut World, seat: Seat, choice: &Choice) {
    assert_eq!(start(world, seat, choice), None);
}

/// Resolves the top of the stack, which asks nothing.
pub(super) fn resolve(world: &mut World) {
    resolve_top(world);
    assert_eq!(run(world), None);
}

/// What a player can do.
pub(super) fn actions(world: &mut World, seat: Seat) -> Vec<Choice> {
    layers::refresh(world);
    let mut all = Vec::new();
    legal::actions(world, seat, &mut all);
    assert_eq!(legal::can_act(world, seat), !all.is_empty());
    // What was kept says the same as a fresh look.
    legal::invalidate(world);
    let mut fresh = Vec::new();
    legal::actions(world, seat, &mut fresh);
    assert_eq!(all, fresh);
    legal::invalidate(world);
    assert_eq!(legal::can_act(world, seat), !all.is_empty());
    all
}

/// Whether a player could do anything now.
pub(super) fn can_act(world: &mut World, seat: Seat) -> bool {
    layers::refresh(world);
    legal::can_act(world, seat)
}

/// The mana abilities that a player could activate now.
pub(super) fn mana_abilities(world: &mut World, seat: Seat) -> Vec<Choice> {
    layers::refresh(world);
    let mut all = Vec::new();
    legal::mana_abilities(world, seat, &mut all);
    all
}

/// The ways to cast a card now during a resolution, for `instead` or its own cost.
pub(super) fn ways_during_resolution(
    world: &mut World,
    seat: Seat,
    card: ObjectRef,
    instead: Option<&Cost>,
) -> Vec<CastMethod> {
    layers::refresh(world);
    legal::ways_during_resolution(world, seat, card, instead, (false, false))
}

/// Whether a player could pay a cost of an instruction now.
pub(super) fn can_pay(world: &mut World, seat: Seat, object: ObjectRef, cost: &Cost, bindings: &Bindings) -> bool {
    layers::refresh(world);
    super::can_pay(world, seat, object, cost, bindings)
}

pub(super) fn stack(world: &World) -> Vec<ObjectId> {
    world.part::<Zones>().stack.clone()
}

/// The top of the stack.
pub(super) fn top(world: &World) -> ObjectRef {
    let id = *stack(world).last().expect("something is on the stack");
    get::<Object>(world, id).reference()
}

pub(super) fn now(world: &World, id: ObjectId) -> ObjectRef {
    get::<Object>(world, id).reference()
}

pub(super) fn tapped(world: &World, object: ObjectRef) -> bool {
    get::<Status>(world, object.id).tapped
}

pub(super) fn objects(decision: &Decision) -> Vec<ObjectRef> {
    let object = |c: &Choice| match c {
        Choice::Object(o) => Some(*o),
        _ => None,
    };
    decision.options().iter().filter_map(object).collect()
}

/// The keys of the activated abilities that a player can activate.
pub(super) fn activations(world: &mut World, seat: Seat) -> Vec<Choice> {
    actions(world, seat).into_iter().filter(|c| matches!(c, Choice::Activate { .. })).collect()
}

pub(super) fn refresh(world: &mut World) {
    layers::refresh(world);
}

pub(super) fn is_pay_with(decision: &Decision) -> bool {
    matches!(decision.prompt, Prompt::PayWith(_))
}

pub(super) fn board(cards: &[&str]) -> World {
    let mut world = world(cards);
    world.part_mut::<crate::model::turn::Turn>().last = vec![5, 4];
    world.part_mut::<crate::rules::log::EventLog>().on = true;
    world
}
