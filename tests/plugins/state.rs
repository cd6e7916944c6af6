//! State that a plugin has registered: reset, forked, saved, hashed, and searched for references.

use crate::bounties::{Bounty, Wanted};
use crate::{asked, game_with_question, rules, setup};
use dracones::bevy_app::App;
use dracones::bevy_ecs::prelude::*;
use dracones::game::Rules;
use dracones::game::snapshot::{Snapshot, SnapshotError, canonical_hash};
use dracones::game::view::{Pool, determinize};
use dracones::model::ids::ObjectId;
use dracones::model::object::Object;
use dracones::model::player::Players;
use dracones::model::references::{Reference, ReferenceMut, References};
use dracones::model::saved::SavedRows;
use dracones::prelude::*;
use dracones::rules::slots::Slots;
use dracones::rules::state::{StateApp, StateError};

/// The objects with bounties, by number.
fn bounties(game: &Game) -> Vec<(ObjectRef, Seat)> {
    let slots = game.world().part::<Slots>();
    let of = |id: u32| {
        let entity = game.world().entity(slots.entity(ObjectId(id)));
        entity
            .get::<Bounty>()
            .map(|bounty| (entity.get::<Object>().expect("slots hold objects").reference(), bounty.by))
    };
    (0..slots.len() as u32).filter_map(of).collect()
}

/// What the two states of the plugin say of each other.
fn check(game: &Game, about: &str) {
    let mut open = game.world().resource::<Wanted>().open.clone();
    let on = bounties(game);
    open.retain(|(object, _)| on.iter().any(|(other, _)| other == object) || !is_current(game, *object));
    open.sort_unstable_by_key(|(object, _)| object.id);
    assert!(on.iter().all(|bounty| open.contains(bounty)), "{about}: {on:?}, {open:?}");
}

fn is_current(game: &Game, object: ObjectRef) -> bool {
    let entity = game.world().part::<Slots>().entity(object.id);
    game.world().get::<Object>(entity).expect("slots hold objects").reference() == object
}

#[test]
fn it_is_forked_saved_restored_and_continued() {
    let (rules, setup, db) = (rules(), setup(), CardDb::embedded());
    let mut random = Stream::new(2, 1);
    let (mut paid, mut with, mut lost) = (0, 0, 0);
    for number in 0..2 {
        let mut game = rules.game(&setup, 5, number).expect("nothing is left out");
        // Used games: of the same rules, and of others.
        let mut used = rules.game(&setup, 6, number).expect("nothing is left out");
        asked(&mut used, &mut random);
        let mut before = 0;
        for step in 0.. {
            let Some(decision) = game.decision().cloned() else { break };
            let about = format!("game {number}, decision {step}");
            check(&game, &about);
            let now = bounties(&game).len();
            lost += usize::from(now < before);
            before = now;
            if step % 11 == 0 {
                let hashes = (game.sync_hash(), game.position_hash());
                let all = |game: &Game| (game.sync_hash(), game.position_hash());
                with += usize::from(now > 0);
                assert_eq!(all(&game.fork()), hashes, "{about}");
                game.fork_into(&mut used);
                assert_eq!(all(&used), hashes, "{about}");
                let mut other = Game::new(&setup, 1, 1);
                game.fork_into(&mut other);
                assert_eq!(all(&other), hashes, "{about}");
                let snapshot = game.snapshot();
                let text = ron::to_string(&snapshot).expect("snapshots serialise");
                let read: Snapshot = ron::from_str(&text).expect("and can be read again");
                assert_eq!(read, snapshot, "{about}");
                assert_eq!(canonical_hash(&read), hashes.1, "{about}");
                let mut resumed = rules.restore(&read, &db).unwrap_or_else(|error| panic!("{about}: {error}"));
                assert_eq!(all(&resumed), hashes, "{about}");
                let answer = decision.sample(&mut random.clone());
                resumed.submit(answer.clone()).expect("it is legal");
                used.submit(answer.clone()).expect("it is legal");
                other.submit(answer).expect("it is legal");
                assert_eq!((resumed.sync_hash(), resumed.decision()), (used.sync_hash(), used.decision()), "{about}");
                assert_eq!((resumed.sync_hash(), resumed.decision()), (other.sync_hash(), other.decision()), "{about}");
            }
            let answer = decision.sample(&mut random);
            game.submit(answer).expect("it is legal");
        }
        paid += game.world().resource::<Wanted>().paid;
    }
    assert!(paid > 0 && with > 4 && lost > 0, "{paid} paid, {with} positions, {lost} lost");
}

#[test]
fn a_new_game_begins_without_it() {
    let (rules, setup) = (rules(), setup());
    let fresh = rules.game(&setup, 4, 0).expect("nothing is left out").sync_hash();
    let mut game = rules.game(&setup, 3, 0).expect("nothing is left out");
    let mut random = Stream::new(1, 2);
    while game.world().resource::<Wanted>().open.is_empty() || bounties(&game).is_empty() {
        let answer = game.decision().expect("a bounty comes before the end").sample(&mut random);
        game.submit(answer).expect("it is legal");
    }
    game.reset(&setup, 4, 0, None).expect("nothing is left out");
    assert!(bounties(&game).is_empty());
    assert_eq!(game.world().resource::<Wanted>(), &Wanted::default());
    assert_eq!(game.sync_hash(), fresh);
}

/// A component that is registered nowhere.
#[derive(Component)]
struct Sprite;

#[test]
fn hashes_tell_it_apart_and_nothing_else() {
    let mut game = game_with_question();
    let decision = game.decision().expect("it is asked").clone();
    let Choice::Object(creature) = decision.options()[0] else { panic!("{decision:?}") };
    let entity = game.world().part::<Slots>().entity(creature.id);
    let all = |game: &Game| (game.sync_hash(), game.position_hash());
    let plain = all(&game);
    game.world_mut().entity_mut(entity).insert(Sprite);
    assert_eq!(all(&game), plain);
    let mut seen = vec![plain];
    for by in [Seat(0), Seat(1)] {
        game.world_mut().entity_mut(entity).insert(Bounty { by });
        seen.push(all(&game));
    }
    for paid in [1, 2] {
        game.world_mut().resource_mut::<Wanted>().paid = paid;
        seen.push(all(&game));
    }
    game.world_mut().resource_mut::<Wanted>().open.push((creature, Seat(0)));
    seen.push(all(&game));
    for (i, one) in seen.iter().enumerate() {
        assert!(seen[..i].iter().all(|other| other.0 != one.0 && other.1 != one.1), "{i}");
    }
    let mut fork = game.fork();
    let mut sprites = fork.world_mut().query::<&Sprite>();
    assert_eq!(sprites.iter(fork.world()).count(), 0);
}

/// The rules with the state of the plugin and nothing else of it.
fn only_state() -> Rules {
    Rules::new(|app: &mut App| {
        app.add_plugins(RulesPlugins).register_state::<Wanted>().register_state::<Bounty>();
    })
}

#[test]
fn snapshots_that_do_not_fit_are_errors() {
    let db = CardDb::embedded();
    let setup = setup();
    let plain = Game::new(&setup, 5, 0).snapshot();
    let missing = rules().restore(&plain, &db).expect_err("the state isn't there");
    assert_eq!(missing, SnapshotError::State(StateError::Missing("bounties/bounty".to_owned())));
    let mut game = only_state().game(&setup, 5, 0).expect("nothing is left out");
    let saved = game.snapshot();
    let unknown = Game::restore(&saved, &db).expect_err("nobody knows the state");
    assert_eq!(unknown, SnapshotError::State(StateError::Unregistered("bounties/bounty".to_owned())));
    assert!(only_state().restore(&saved, &db).is_ok());
    // In the place of a game: it keeps its rules, and nothing of it is left if these can't play the other one.
    let mut used = Game::new(&setup, 6, 0);
    assert_eq!(used.restore_from(&saved, &db), Err(unknown));
    assert!(used.decision().is_none() && used.world().part::<Players>().0.is_empty());
    used.restore_from(&plain, &db).expect("all rules are there");
    assert_eq!(used.sync_hash(), Game::new(&setup, 5, 0).sync_hash());
    let mut used = only_state().game(&setup, 6, 0).expect("nothing is left out");
    used.restore_from(&saved, &db).expect("it has the state");
    assert_eq!(used.sync_hash(), game.sync_hash());
    // Values of another kind, and of another type.
    game.world_mut().resource_mut::<Wanted>().open.push((ObjectRef { id: ObjectId(3), incarnation: 1 }, Seat(1)));
    let saved = game.snapshot();
    let refused = |change: &dyn Fn(&mut Snapshot)| {
        let mut other = saved.clone();
        change(&mut other);
        other.seal(&setup.table);
        only_state().restore(&other, &db).map(|_| ()).expect_err("it was changed")
    };
    let wanted = |snapshot: &Snapshot| snapshot.registered[1].rows.clone();
    assert_eq!(saved.registered[1].name, "bounties/wanted");
    let SavedRows::Resource(Some(value)) = wanted(&saved) else { panic!("{saved:?}") };
    let unreadable = |error: &SnapshotError, name: &str| matches!(error, SnapshotError::State(StateError::Unreadable { name: of, .. }) if of == name);
    let error = refused(&|other| other.registered[0].rows = wanted(other));
    assert!(unreadable(&error, "bounties/bounty"), "{error}");
    let error = refused(&|other| other.registered[1].rows = SavedRows::Objects(Vec::new()));
    assert!(unreadable(&error, "bounties/wanted"), "{error}");
    let error = refused(&|other| other.registered[0].rows = SavedRows::Objects(vec![(ObjectId(3), value.clone())]));
    assert!(unreadable(&error, "bounties/bounty"), "{error}");
    let error = refused(&|other| {
        other.registered.remove(0);
    });
    assert_eq!(error, SnapshotError::State(StateError::Missing("bounties/bounty".to_owned())));
    // What it refers to is checked like all references.
    let error = refused(&|other| {
        other.registered.visit_mut(&mut |reference| {
            if let ReferenceMut::Seat(seat) = reference {
                *seat = Seat(9);
            }
        });
    });
    assert!(matches!(error, SnapshotError::Index { what: "players", index: 9, .. }), "{error}");
    let error = refused(&|other| other.registered[0].rows = SavedRows::Objects(vec![(ObjectId(3_000), value.clone())]));
    assert!(matches!(error, SnapshotError::Index { what: "objects", .. }), "{error}");
}

#[test]
fn references_in_it_are_found_and_replaced() {
    let rules = rules();
    let mut game = rules.game(&setup(), 5, 0).expect("nothing is left out");
    let mut random = Stream::new(1, 1);
    while game.world().resource::<Wanted>().open.is_empty() {
        let answer = game.decision().expect("a bounty comes before the end").sample(&mut random);
        game.submit(answer).expect("it is legal");
    }
    let (object, _) = game.world().resource::<Wanted>().open[0];
    let mut snapshot = game.snapshot();
    let mut times = 0;
    snapshot.registered.visit(&mut |reference| times += u32::from(reference == Reference::Object(object)));
    assert_eq!(times, 1);
    // The whole position with another incarnation of the object is the same position.
    let other = ObjectRef { incarnation: object.incarnation + 40, ..object };
    let hash = canonical_hash(&snapshot);
    snapshot.visit_mut(&mut |reference| match reference {
        ReferenceMut::Object(of) if *of == object => *of = other,
        ReferenceMut::Identity(id, incarnation) if *id == object.id => *incarnation = other.incarnation,
        _ => {}
    });
    assert_eq!(canonical_hash(&snapshot), hash);
    snapshot.seal(&setup().table);
    let resumed = rules.restore(&snapshot, &CardDb::embedded()).expect("it is whole");
    assert_eq!(resumed.world().resource::<Wanted>().open[0].0, other);
    assert_eq!(bounties(&resumed)[0].0, other);
}

#[test]
fn games_that_are_dealt_again_have_it() {
    let setup = setup();
    let mut game = rules().game(&setup, 5, 1).expect("nothing is left out");
    let (pool, mut random) = (Pool::of_setup(&setup), Stream::new(1, 1));
    let mut looked = 0;
    while let Some(decision) = game.decision().cloned() {
        let open = !game.world().resource::<Wanted>().open.is_empty();
        if open && decision.player == decision.decider && random.below(6) == 0 {
            let view = game.seat_view(decision.decider).expect("the seat is there");
            let mut dealt = determinize(&view, &pool, &mut random).expect("the seat is asked");
            assert_eq!(dealt.world().resource::<Wanted>(), game.world().resource::<Wanted>());
            assert_eq!(bounties(&dealt), bounties(&game));
            dealt.submit(decision.sample(&mut random)).expect("it is legal");
            looked += 1;
        }
        game.submit(decision.sample(&mut random)).expect("it is legal");
    }
    assert!(looked > 5, "{looked}");
}
