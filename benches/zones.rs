//! Zone changes, and what triggers cost: the moves of `dracones::rules::zones`, and matching facts against what functions.
//!
//! The state is borrowed once for all iterations, as the driver borrows it for many tasks.

mod support {
    pub(crate) mod decks;
    pub(crate) mod mid_game;
}

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use dracones::cards::CardDb;
use dracones::model::event::{Cause, Enter};
use dracones::model::fact::Fact;
use dracones::model::ids::{ObjectRef, Seat};
use dracones::model::object::{LastKnownTable, Object};
use dracones::model::trigger::PendingTriggers;
use dracones::model::zone::{Move, Zone, Zones};
use dracones::rules::slots::Slots;
use dracones::rules::state::{EditGame, ReadGame};
use dracones::rules::triggers;
use dracones::rules::zones::{move_object, start_card};
use dracones::{Game, GameSetup};
use support::decks::setup_of;
use support::mid_game::mid_game;

const YOU: Seat = Seat(0);

fn to(object: ObjectRef, to: Zone, enter: Option<Enter>) -> Move {
    Move { enter: enter.map(Box::new), ..Move::plain(object, to, Cause::Effect) }
}

/// A card in hand.
fn in_hand(game: &Game) -> ObjectRef {
    let world = game.world();
    let id = *world.part::<Zones>().own[0].hand.first().expect("a card in hand");
    let entity = world.part::<Slots>().entity(id);
    world.get::<Object>(entity).expect("slots hold objects").reference()
}

/// A card goes around between zones in which nothing of it is remembered for long.
fn cards(c: &mut Criterion) {
    let mut game = mid_game(&setup_of("premodern-red", "premodern-green-white"), 6, 2);
    let mut card = in_hand(&game);
    let world = game.world_mut();
    let round = [Zone::Library(YOU), Zone::Hand(YOU)];
    c.bench_function("zones/hand to library and back, a move", |bench| {
        let mut at = 0;
        world.with_state(|state| {
            bench.iter(|| {
                at = 1 - at;
                card = move_object(state, &to(card, round[1 - at], None)).expect("it moves").new;
            });
        });
        // It ends in the hand, as it began.
        if at == 1 {
            card = move_object(world, &to(card, Zone::Hand(YOU), None)).expect("it moves").new;
        }
    });
    let round = [Zone::Graveyard(YOU), Zone::Library(YOU), Zone::Hand(YOU)];
    c.bench_function("zones/hand, graveyard, library: a round of three moves", |bench| {
        world.with_state(|state| {
            bench.iter(|| {
                for zone in round {
                    card = move_object(state, &to(card, zone, None)).expect("it moves").new;
                }
                state.part_mut::<LastKnownTable>().0.clear();
            });
        });
    });
}

/// A creature leaves the battlefield, remembered as it last was, and comes back.
fn permanents(c: &mut Criterion) {
    let mut game = mid_game(&setup_of("premodern-red", "premodern-green-white"), 6, 2);
    let mut card = in_hand(&game);
    let world = game.world_mut();
    c.bench_function("zones/battlefield and hand, two moves", |bench| {
        world.with_state(|state| {
            bench.iter(|| {
                let enter = Enter { controller: YOU, ..Enter::default() };
                card = move_object(state, &to(card, Zone::Battlefield, Some(enter))).expect("it moves").new;
                card = move_object(state, &to(card, Zone::Hand(YOU), None)).expect("it moves").new;
                state.part_mut::<LastKnownTable>().0.clear();
            });
        });
    });
}

/// Facts that nothing watches, with ever more permanents: the cost is that of the fact.
fn matching(c: &mut Criterion) {
    let db = CardDb::embedded();
    let bears = db.get("Grizzly Bears").expect("it is shipped").clone();
    let deck = vec![bears.clone(); 60];
    let setup = GameSetup::new(&db, &[deck.clone(), deck]).expect("two decks make a game");
    let mut group = c.benchmark_group("triggers/a fact that nobody watches, with permanents");
    for permanents in [0, 100, 400] {
        let mut game = Game::new(&setup, 1, 0);
        let world = game.world_mut();
        for _ in 0..permanents {
            start_card(world, setup.decks[0][0], YOU, Zone::Battlefield);
        }
        dracones::rules::layers::invalidate(world);
        dracones::rules::layers::refresh(world);
        triggers::rebuild_index(world);
        let facts = [Fact::GainedLife { seat: YOU, amount: 1 }];
        group.bench_function(BenchmarkId::from_parameter(permanents), |bench| {
            world.with_state(|state| bench.iter(|| dracones::rules::events::record(state, &facts)));
        });
        assert!(world.part::<PendingTriggers>().0.is_empty());
    }
}

criterion_group!(benches, cards, permanents, matching);
criterion_main!(benches);
