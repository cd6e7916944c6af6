//! What players may not know doesn't reach them: by views, questions, options, events and the log (CR 400.2).
//!
//! Two properties of random games with all cards:
//! * Cards that a viewer can't tell apart change places in a fork: the viewer's view stays the same, and so does all
//!   that comes of their next answer, as long as that shows them nothing new.
//! * Two cards of the same name that nobody knows change places, and the same answers are given to the end: all views
//!   and all events of all viewers stay the same. A handle that gives away which of two equal cards it is doesn't.

use super::mixed::{decks_of, drawable};
use super::support::change_places;
use dracones::cards::CardDb;
use dracones::game::client::{ClientEvent, Detail, GameEvent, View, Viewer};
use dracones::model::agenda::Agenda;
use dracones::model::decision::{Answer, Prompt};
use dracones::model::ids::{ObjectId, Seat};
use dracones::model::object::{Characteristics, CopiableSource, Object, ObjectKind, Status};
use dracones::model::player::Players;
use dracones::model::rng::Stream;
use dracones::model::task::Task;
use dracones::model::trigger::TriggerIndex;
use dracones::model::zone::{Zone, Zones};
use dracones::rules::slots::Slots;
use dracones::rules::state::{EditGame, ReadGame};
use dracones::rules::{layers, legal};
use dracones::tools::scenario::{Case, parse, position};
use dracones::{Game, GameSetup};

/// Texts of abilities depend on nothing that views don't show already.
const BRIEF: Detail = Detail { no_texts: true, changes: false };
const SEED: u64 = 31;

/// How many games; `DRACONES_SLOW=1` plays twenty times as many.
fn games() -> u64 {
    if std::env::var_os("DRACONES_SLOW").is_some() { 600 } else { 30 }
}

/// Random decks of all cards for two or three players.
fn setup(db: &CardDb, number: u64) -> GameSetup {
    let decks = decks_of(&mut Stream::new(SEED, number), &drawable(db), 2 + number % 2, number.is_multiple_of(3));
    GameSetup::new(db, &decks).expect("two or three players")
}

fn viewers(game: &Game) -> Vec<Viewer> {
    let seats = 0..game.world().part::<Players>().seats();
    seats.map(|i| Viewer::Seat(Seat(i))).chain([Viewer::Spectator]).collect()
}

fn object(game: &Game, id: ObjectId) -> &Object {
    let world = game.world();
    world.get::<Object>(world.part::<Slots>().entity(id)).unwrap()
}

fn object_mut(game: &mut Game, id: ObjectId, change: impl FnOnce(&mut Object)) {
    let entity = game.world().part::<Slots>().entity(id);
    change(&mut game.world_mut().get_mut::<Object>(entity).unwrap());
}

fn all_objects(game: &Game) -> Vec<ObjectId> {
    (0..game.world().part::<Slots>().len() as u32).map(ObjectId).collect()
}

/// The cards of an owner that a viewer can't tell apart: of hands and libraries those that they don't know, and those
/// that lie face down.
fn unknown(game: &Game, viewer: Viewer, owner: Seat) -> Vec<ObjectId> {
    let world = game.world();
    let players = world.part::<Players>();
    let commanders = &players.get(owner).commanders;
    let knows = |o: &Object| match viewer {
        Viewer::Seat(seat) => o.known_to.contains(seat) || o.zone == Zone::Hand(seat),
        Viewer::Spectator => players.alive().all(|seat| o.known_to.contains(seat)),
        Viewer::Everything => true,
    };
    let down = |id: ObjectId| {
        let entity = world.part::<Slots>().entity(id);
        let mine = world.get::<Characteristics>(entity).is_some_and(|c| viewer == Viewer::Seat(c.controller));
        world.get::<Status>(entity).is_some_and(|s| s.face_down && s.own_face.is_none()) && !mine
    };
    let candidate = |id: &ObjectId| {
        let o = object(game, *id);
        let there = match o.zone {
            Zone::Library(_) | Zone::Hand(_) => true,
            Zone::Battlefield | Zone::Exile => down(*id),
            _ => false,
        };
        there
            && o.kind == ObjectKind::Card
            && o.owner == owner
            && !knows(o)
            && !commanders.iter().any(|c| c.card == *id)
    };
    all_objects(game).into_iter().filter(candidate).collect()
}

/// Whether some of those lie face down.
fn lie_face_down(game: &Game, viewer: Viewer) -> bool {
    let there = |id: ObjectId| matches!(object(game, id).zone, Zone::Battlefield | Zone::Exile);
    let owners = 0..game.world().part::<Players>().seats();
    owners.into_iter().any(|owner| unknown(game, viewer, Seat(owner)).into_iter().any(there))
}

/// Makes cards that a viewer can't tell apart other cards: which of them lies where is drawn again.
fn permute(game: &mut Game, viewer: Viewer, rng: &mut Stream) -> usize {
    let mut changed = 0;
    for owner in 0..game.world().part::<Players>().seats() {
        let cards = unknown(game, viewer, Seat(owner));
        let before: Vec<CopiableSource> = cards.iter().map(|id| object(game, *id).base).collect();
        let mut bases = before.clone();
        rng.shuffle(&mut bases);
        for ((id, base), was) in cards.iter().zip(bases).zip(before) {
            changed += usize::from(base != was);
            object_mut(game, *id, |o| o.base = base);
            let o = *object(game, *id);
            if matches!(o.zone, Zone::Library(_) | Zone::Hand(_)) {
                let chars = Characteristics { controller: o.owner, ..layers::base_values(game.world(), base) };
                let entity = game.world().part::<Slots>().entity(*id);
                *game.world_mut().get_mut::<Characteristics>(entity).unwrap() = chars;
            }
        }
    }
    let world = game.world_mut();
    world.part_mut::<TriggerIndex>().stale = true;
    legal::invalidate(world);
    layers::invalidate(world);
    layers::refresh(world);
    changed
}

/// Whether a viewer gets to see a card that they couldn't see before. With `down` some lie face down, and are revealed as
/// they leave (CR 708.9).
fn shows(event: &GameEvent, down: bool) -> bool {
    match &event.what {
        ClientEvent::Moved { from: Zone::Battlefield | Zone::Exile, now, .. } if down => now.is_some(),
        ClientEvent::Moved { was, now, .. } => was.is_none() && now.is_some(),
        ClientEvent::Shown { now, .. } => now.is_some(),
        // Who is gone takes everything along; what was random or searched for depends on cards.
        ClientEvent::Lost { .. } | ClientEvent::Ended { .. } => true,
        _ => false,
    }
}

fn assert_same(about: &str, one: &View, other: &View) {
    if one != other {
        let (one, other) = (serde_json::to_string_pretty(one).unwrap(), serde_json::to_string_pretty(other).unwrap());
        let differing = one.lines().zip(other.lines()).enumerate().find(|(_, (a, b))| a != b);
        panic!("{about}: the views differ: {differing:?}");
    }
}

#[test]
fn what_a_viewer_does_not_know_changes_nothing_that_they_see() {
    let db = CardDb::embedded();
    let (mut permuted, mut compared, mut answered) = (0, 0, 0);
    for number in 0..games() {
        let setup = setup(&db, number);
        let mut game = Game::new(&setup, SEED, number);
        let mut fork = game.fork();
        let mut base = game.fork();
        let mut rng = Stream::new(SEED + 1, number);
        while let Some(decision) = game.decision().cloned() {
            let answer = decision.sample(&mut rng);
            let about = format!("game {number}, decision {}: {:?}", game.decisions(), decision.prompt);
            if rng.below(4) == 0 {
                for viewer in viewers(&game) {
                    game.fork_into(&mut fork);
                    permuted += permute(&mut fork, viewer, &mut rng);
                    let down = lie_face_down(&game, viewer);
                    let (one, other) = (game.view_as(viewer, BRIEF), fork.view_as(viewer, BRIEF));
                    assert_same(&about, &one, &other);
                    compared += 1;
                    if viewer != Viewer::Seat(decision.decider) {
                        continue;
                    }
                    if decision.prompt == Prompt::Priority {
                        let offered = [&mut game, &mut fork].map(|game| {
                            layers::refresh(game.world_mut());
                            let mut all = Vec::new();
                            legal::actions(game.world_mut(), decision.player, &mut all);
                            all
                        });
                        assert_eq!(offered[0], offered[1], "{about}");
                    }
                    // While instructions are followed, what others have chosen may be among the cards.
                    if game.world().part::<Agenda>().tasks().iter().any(|task| matches!(task, Task::Run(_))) {
                        continue;
                    }
                    game.fork_into(&mut base);
                    for game in [&mut base, &mut fork] {
                        game.follow(viewer).unwrap();
                        let _ = game.take_events(viewer);
                        game.submit(answer.clone()).unwrap_or_else(|e| panic!("{about}: {answer:?}: {e}"));
                    }
                    let (mut seen, mut other) = (base.take_events(viewer), fork.take_events(viewer));
                    // As long as nobody else is asked, nothing depends on what only they know.
                    let asks = |game: &Game| game.decision().map(|d| d.decider);
                    let quiet = |seen: &[GameEvent]| !seen.iter().any(|event| shows(event, down));
                    let own = Some(decision.decider);
                    if quiet(&seen) && quiet(&other) && asks(&base) == own && asks(&fork) == own {
                        seen.iter_mut().chain(&mut other).for_each(|event| event.number = 0);
                        assert_eq!(seen, other, "{about}: {answer:?}");
                        let (one, other) = (base.view_as(viewer, BRIEF), fork.view_as(viewer, BRIEF));
                        assert_same(&format!("{about}, then {answer:?}"), &one, &other);
                        answered += 1;
                    }
                    base.unfollow(viewer);
                    fork.unfollow(viewer);
                }
            }
            game.submit(answer).expect("answers are legal");
        }
    }
    assert!(permuted > 10_000 && compared > 1_000 && answered > 200, "{permuted} {compared} {answered}");
}

/// Has cards of the same name that nobody knows change places; answers how many.
fn exchange_twins(game: &mut Game, rng: &mut Stream) -> u32 {
    let mut changed = 0;
    for owner in 0..game.world().part::<Players>().seats() {
        let list = game.world().part::<Zones>().own[usize::from(owner)].library.clone();
        for (i, id) in list.iter().enumerate() {
            let one = *object(game, *id);
            let twin = |other: &ObjectId| {
                let other = object(game, *other);
                other.base == one.base && other.id != one.id && other.known_to.is_empty()
            };
            let twins: Vec<ObjectId> = list[..i].iter().copied().filter(twin).collect();
            if twins.is_empty() || !one.known_to.is_empty() || rng.coin() {
                continue;
            }
            let other = *object(game, twins[rng.below(twins.len() as u32) as usize]);
            // Each takes the place of the other, with what the game notes of the place.
            change_places(game.world_mut().part_mut::<Zones>(), one.id, other.id);
            object_mut(game, one.id, |o| o.handle = other.handle);
            object_mut(game, other.id, |o| o.handle = one.handle);
            changed += 1;
        }
    }
    changed
}

#[test]
fn nobody_can_tell_equal_cards_apart() {
    let db = CardDb::embedded();
    let mut exchanged = 0;
    for number in 0..games() {
        let setup = setup(&db, number);
        let mut game = Game::new(&setup, SEED + 2, number);
        let mut other = game.fork();
        let mut rng = Stream::new(SEED + 3, number);
        exchanged += exchange_twins(&mut other, &mut rng);
        let viewers = viewers(&game);
        for viewer in &viewers {
            game.follow(*viewer).unwrap();
            other.follow(*viewer).unwrap();
        }
        while let Some(decision) = game.decision().cloned() {
            let answer = decision.sample(&mut rng);
            let about = format!("game {number}, decision {}: {:?}", game.decisions(), decision.prompt);
            for viewer in &viewers {
                assert_eq!(game.take_events(*viewer), other.take_events(*viewer), "{about}, as {viewer:?} sees it");
            }
            if rng.below(4) == 0 {
                for viewer in &viewers {
                    let (one, two) = (game.view_as(*viewer, BRIEF), other.view_as(*viewer, BRIEF));
                    assert_same(&format!("{about}, as {viewer:?} sees it"), &one, &two);
                }
            }
            game.submit(answer.clone()).expect("answers are legal");
            other.submit(answer).expect("they are legal in the same game");
        }
        assert_eq!(game.outcome(), other.outcome());
    }
    assert!(exchanged > 300, "{exchanged}");
}

/// What is derived is derived in the same way in a fork, from the first decision on, whatever is in the command zone.
#[test]
fn a_fork_goes_the_same_way() {
    let db = CardDb::embedded();
    for number in 0..games() {
        let setup = setup(&db, 3 * number);
        let mut game = Game::new(&setup, SEED + 4, number);
        let mut other = game.fork();
        let mut rng = Stream::new(SEED + 5, number);
        while let Some(decision) = game.decision().cloned() {
            let about = format!("game {number}, decision {}", game.decisions());
            assert_eq!(Some(&decision), other.decision(), "{about}");
            if rng.below(8) == 0 {
                assert_eq!(game.sync_hash(), other.sync_hash(), "{about}");
            }
            let answer = decision.sample(&mut rng);
            if rng.below(16) == 0 {
                game.fork_into(&mut other);
            }
            game.submit(answer.clone()).expect("answers are legal");
            other.submit(answer).expect("they are legal in the same game");
        }
        assert_eq!(game.outcome(), other.outcome());
    }
}

/// Soak of the properties above has found it: a replacement effect in a hand put simultaneous events in another order.
#[test]
fn the_order_of_events_tells_nothing_of_hands() {
    let damaged = |hand: &str| {
        let text = format!(
            r#"Scenario(format: 1, title: "", why: "", script: [],
                cards: [
                    Card(format: 1, name: "Test Guile", cost: "{{B}}", types: "Instant", abilities: [
                        Static(from: Hand, effect: Replace(event: GainLife(You), with: Nothing)), Spell(effects: [])]),
                    Card(format: 1, name: "Test Storm", cost: "{{0}}", types: "Sorcery",
                        abilities: [Spell(effects: [Damage(amount: N(1), to: Objects(All(Type("Creature"))))])]),
                ],
                players: [
                    (battlefield: ["Leatherback Baloth"], hand: ["{hand}"]),
                    (battlefield: ["Kalonian Tusker"], hand: ["Test Storm"]),
                ],
                turn: (number: 2, active: 2))"#
        );
        let file = parse("test.ron", text).unwrap_or_else(|error| panic!("{error}"));
        let built = position(&file.scenarios[0], &Case::default(), &CardDb::embedded());
        let (mut game, _) = built.unwrap_or_else(|error| panic!("{error}"));
        game.follow(Viewer::Spectator).unwrap();
        game.submit(Answer::One(1)).expect("the storm costs nothing");
        while game.decision().is_some_and(|d| d.prompt == Prompt::Priority && game.decisions() < 4) {
            game.submit(Answer::One(0)).expect("passing is the first option");
        }
        let names = game.take_events(Viewer::Spectator).into_iter().filter_map(|event| match event.what {
            ClientEvent::Damaged { .. } => event.text,
            _ => None,
        });
        names.collect::<Vec<_>>()
    };
    let order = ["Test Storm deals 1 damage to Kalonian Tusker", "Test Storm deals 1 damage to Leatherback Baloth"];
    assert_eq!(damaged("Swamp"), order);
    assert_eq!(damaged("Test Guile"), order);
}
