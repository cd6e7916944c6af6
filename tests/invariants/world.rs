//! What must hold of the world that a game lives in.

use crate::support::{pairs, random_answer, setup_of};
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::{ScheduleLabel, Schedules};
use dracones::Game;
use dracones::object::Object;
use dracones::rng::Stream;
use dracones::schedule::{Layers, StateBasedActions};
use dracones::snapshot::{derived_types, state_types};

fn played() -> Game {
    let (a, b) = pairs().remove(0);
    let mut game = Game::new(&setup_of(&a, &b), 6, 6);
    let mut rng = Stream::new(6, 6);
    while let Some(decision) = game.decision() {
        let answer = random_answer(&game, decision, &mut rng);
        game.submit(answer).unwrap();
    }
    game
}

#[test]
fn whatever_a_world_holds_is_saved_or_derived() {
    let game = played();
    let named: Vec<_> = state_types().into_iter().chain(derived_types()).collect();
    for (i, (id, name)) in named.iter().enumerate() {
        assert!(named[..i].iter().all(|(other, _)| other != id), "{name} is listed twice");
        assert!(game.world().components().get_id(*id).is_some(), "{name} is listed, but no world has it");
    }
    // An empty world has what belongs to the framework, and so do the labels of its schedules.
    let plain = {
        let mut world = World::new();
        world.init_resource::<Schedules>();
        world
    };
    for (_, info) in game.world().components().iter_registered() {
        let Some(id) = info.type_id() else { continue };
        // A marker without data would show in the archetype of objects (below).
        let marker = info.layout().size() == 0;
        let known = named.iter().any(|(n, _)| *n == id) || plain.components().get_id(id).is_some() || marker;
        assert!(known, "{info:?} is neither saved nor derived");
    }
}

#[test]
fn objects_share_one_archetype_and_nothing_is_despawned() {
    let mut game = played();
    let world = game.world_mut();
    let mut objects = world.query::<(Entity, &Object)>();
    let mut archetypes: Vec<_> = objects.iter(world).map(|(e, _)| world.entity(e).archetype().id()).collect();
    assert!(archetypes.len() >= 120);
    archetypes.dedup();
    assert_eq!(archetypes.len(), 1);
    let archetype = world.archetypes().get(archetypes[0]).expect("it holds objects");
    assert_eq!(archetype.components().len(), 5);
}

#[test]
fn no_order_of_systems_is_left_to_chance() {
    let mut game = played();
    game.world_mut().resource_scope(|world, mut schedules: Mut<'_, Schedules>| {
        for label in [Layers.intern(), StateBasedActions.intern()] {
            let schedule = schedules.get_mut(label).expect("the rules have both");
            schedule.initialize(world).unwrap();
            assert!(schedule.systems_len() > 2);
            assert_eq!(schedule.graph().conflicting_systems().iter().count(), 0);
        }
    });
}
