//! What must hold of the world that a game lives in.

use crate::support::{pairs, setup_of};
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::{ScheduleLabel, Schedules};
use dracones::agents::{Agent, Budget, Mcts};
use dracones::cards::CardDb;
use dracones::game::SetupError;
use dracones::game::snapshot::{derived_types, state_types};
use dracones::game::view::{Pool, determinize};
use dracones::model::ids::{ObjectId, Seat};
use dracones::model::object::Object;
use dracones::model::rng::Stream;
use dracones::rules::schedule::{Layers, StateBasedActions};
use dracones::rules::slots::Slots;
use dracones::rules::state::ReadGame;
use dracones::{Game, GameSetup, UnknownSeat};

fn played() -> Game {
    let (a, b) = pairs().remove(0);
    let mut game = Game::new(&setup_of(&a, &b), 6, 6);
    let mut rng = Stream::new(6, 6);
    while let Some(decision) = game.decision() {
        let answer = decision.sample(&mut rng);
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
    assert_eq!(archetype.components().len(), 8);
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

/// What a client might draw a permanent with.
#[derive(Component, Clone, PartialEq, Debug)]
struct Sprite(u32);

/// Gives every third object a component that the rules don't know, and takes some away again, so that rows stand in
/// another order than objects are numbered.
fn decorate(game: &mut Game) {
    let world = game.world_mut();
    let entities: Vec<Entity> = {
        let slots = world.part::<Slots>();
        (0..slots.len() as u32).map(|id| slots.entity(ObjectId(id))).collect()
    };
    for (i, entity) in entities.iter().enumerate() {
        if i % 3 == 0 {
            world.entity_mut(*entity).insert(Sprite(i as u32));
        }
    }
    for entity in entities.iter().step_by(6) {
        world.entity_mut(*entity).remove::<Sprite>();
    }
}

#[test]
fn components_of_a_client_are_in_nobodys_way() {
    let setup = setup_of("premodern-red", "pauper-blue");
    let plain = || Game::new(&setup, 3, 1);
    let (mut game, mut reference, mut decorated) = (plain(), plain(), plain());
    decorate(&mut game);
    decorate(&mut decorated);
    let mut pooled = plain();
    let mut rng = Stream::new(3, 1);
    for step in 0.. {
        let Some(decision) = game.decision().cloned() else { break };
        let hash = reference.sync_hash();
        assert_eq!(game.sync_hash(), hash, "decision {step}");
        let sprites = |game: &mut Game| game.world_mut().query::<&Sprite>().iter(game.world()).count();
        assert!(sprites(&mut game) > 10);
        if step % 8 == 0 {
            // Forks: into a game of its own, into a used one, into a decorated one, and of a plain game into that.
            assert_eq!(game.fork().sync_hash(), hash);
            game.fork_into(&mut pooled);
            assert_eq!(pooled.sync_hash(), hash);
            game.fork_into(&mut decorated);
            assert_eq!(decorated.sync_hash(), hash);
            reference.fork_into(&mut decorated);
            assert_eq!(decorated.sync_hash(), hash);
            // Snapshots.
            let snapshot = game.snapshot();
            assert_eq!(snapshot, reference.snapshot());
            assert_eq!(Game::restore(&snapshot, &CardDb::embedded()).unwrap().sync_hash(), hash);
        }
        // Search: games dealt again, and an agent that plays them out.
        let view = game.seat_view(decision.decider).unwrap();
        let answer = if step % 40 == 5 && decision.player == decision.decider {
            let pool = Pool::of_setup(&setup);
            determinize(&view, &pool, &mut rng).expect("the seat is asked");
            Mcts::new(Budget::Iterations(6)).answer(&view, &decision, &mut rng)
        } else {
            decision.sample(&mut rng)
        };
        game.submit(answer.clone()).unwrap();
        reference.submit(answer).unwrap();
    }
    assert_eq!(game.outcome(), reference.outcome());
    assert!(game.outcome().is_over());
}

#[test]
fn seats_that_do_not_exist_are_errors() {
    let mut game = played();
    for seat in [2, 9, 16, 200, 255] {
        let unknown = UnknownSeat { seat, seats: 2 };
        assert_eq!(game.seat_view(Seat(seat)).err(), Some(unknown));
        assert_eq!(game.follow(Seat(seat)), Err(unknown));
        assert_eq!(game.concede(Seat(seat)), Err(unknown));
        // Like a spectator's.
        assert!(game.view(Seat(seat)).question.is_none());
        assert!(game.take_events(Seat(seat)).is_empty());
    }
    assert_eq!(UnknownSeat { seat: 9, seats: 2 }.to_string(), "there is no seat 9: the game has 2, numbered from 0");
}

#[test]
fn decks_that_no_machine_could_hold_are_errors() {
    let db = CardDb::embedded();
    let deck = |count| vec![("Forest", count), ("Grizzly Bears", 36)];
    for count in [u32::MAX, 4_965] {
        let error = GameSetup::from_names(&db, &[deck(24), deck(count)]).unwrap_err();
        assert_eq!(error, SetupError::TooManyCards { deck: 1, count: u64::from(count) + 36 });
    }
    assert!(GameSetup::from_names(&db, &[deck(24), deck(4_964)]).is_ok());
    let forest = db.get("Forest").unwrap().clone();
    let decks = [vec![forest.clone(); 60], vec![forest; 5_001]];
    assert_eq!(GameSetup::new(&db, &decks).unwrap_err(), SetupError::TooManyCards { deck: 1, count: 5_001 });
}
