//! Passes over the layers, on boards of ten permanents and their multiples.
//!
//! | board | of ten permanents |
//! | --- | --- |
//! | `attached` | shipped cards: Auras and Equipment on single creatures, effects with a condition |
//! | `global` | made-up cards: three effects on all creatures of a kind, in layers 4, 6 and 7c, and creatures |
//!
//! `full` starts from nothing, as after a restore; `due` is the usual pass, after something has changed.

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use dracones::cards::def::{CardTypes, Keyword};
use dracones::cards::{CardDb, check};
use dracones::events::{Cause, Enter};
use dracones::ids::{NameId, ObjectId, ObjectRef, Referent, Seat};
use dracones::layers::{self, PassCount};
use dracones::object::{Characteristics, Object, Slots};
use dracones::schedule::{Inputs, touch};
use dracones::zones::{Move, Zone, Zones, move_object};
use dracones::{Game, GameSetup};
use std::time::Duration;

/// How many permanents.
const SIZES: [u32; 3] = [10, 100, 400];

/// Gives all other creatures of its controller +1/+1.
const BEARER: &str = r#"Card(format: 1, name: "Bearer", types: "Creature - Human", pt: (1, 1), abilities: [
    Static(effect: Affect(All(And([Type("Creature"), Controlled(You), Not(Is(This))])), [ModifyPT(N(1), N(1))]))])"#;
/// Gives its controller's Bears an ability.
const BANNER: &str = r#"Card(format: 1, name: "Banner", types: "Artifact", abilities: [
    Static(effect: Affect(All(And([Subtype("Bear"), Controlled(You)])), [Gain([Flying])]))])"#;
/// Gives all Bears a card type.
const FORGE: &str = r#"Card(format: 1, name: "Forge", types: "Artifact", abilities: [
    Static(effect: Affect(All(Subtype("Bear")), [AddTypes("Artifact", [])]))])"#;

/// A kind of board.
struct Board {
    name: &'static str,
    /// Of ten permanents so many are these; what is attached to the creature before it comes with `true`.
    ten: &'static [(&'static str, bool)],
    /// What must be true of each permanent, given how many tens its controller has.
    check: fn(&str, &Characteristics, i32) -> bool,
}

const BOARDS: [Board; 2] = [
    Board {
        name: "attached",
        ten: &[
            ("Grizzly Bears", false),
            ("Rancor", true),
            ("Grizzly Bears", false),
            ("Rancor", true),
            ("Goblin Tomb Raider", false),
            ("Inventor's Axe", true),
            ("Goblin Tomb Raider", false),
            ("Kalonian Tusker", false),
            ("Great Furnace", false),
            ("Mountain", false),
        ],
        check: |name, chars, _| match name {
            "Grizzly Bears" => (chars.power, chars.toughness) == (4, 2) && chars.has(Keyword::Trample),
            "Goblin Tomb Raider" => matches!((chars.power, chars.toughness), (2 | 4, 2)) && chars.has(Keyword::Haste),
            "Kalonian Tusker" => (chars.power, chars.toughness) == (3, 3),
            _ => !chars.has_pt,
        },
    },
    Board {
        name: "global",
        ten: &[
            ("Forge", false),
            ("Banner", false),
            ("Bearer", false),
            ("Grizzly Bears", false),
            ("Grizzly Bears", false),
            ("Grizzly Bears", false),
            ("Grizzly Bears", false),
            ("Grizzly Bears", false),
            ("Grizzly Bears", false),
            ("Grizzly Bears", false),
        ],
        check: |name, chars, tens| match name {
            "Grizzly Bears" => {
                (chars.power, chars.toughness) == (2 + tens, 2 + tens)
                    && chars.has(Keyword::Flying)
                    && chars.is(CardTypes::ARTIFACT)
            }
            "Bearer" => (chars.power, chars.toughness) == (tens, tens) && !chars.has(Keyword::Flying),
            _ => !chars.has_pt,
        },
    },
];

/// Which ten belongs to whom: the players get them by turns.
fn tens_of(seat: Seat, size: u32) -> u32 {
    (size / 10 + 1 - u32::from(seat.0)) / 2
}

/// A game in which everything that isn't in a hand or library is on the battlefield.
fn build(board: &Board, size: u32) -> Game {
    let made_up = [BEARER, BANNER, FORGE].map(|text| check::parse_card("bench", text).expect("the card is good"));
    let db = CardDb::embedded().with_cards(&made_up).expect("the cards can be compiled");
    let deck = |seat: u8| {
        let cards = board.ten.iter().map(|(name, _)| (*name, tens_of(Seat(seat), size)));
        cards.chain([("Forest", 60)]).collect::<Vec<_>>()
    };
    let setup = GameSetup::from_names(&db, &[deck(0), deck(1)]).expect("the cards are known");
    let mut game = Game::new(&setup, 1, 0);
    for ten in 0..size / 10 {
        let seat = Seat((ten % 2) as u8);
        let mut host = None;
        for (name, attached) in board.ten {
            let card = find(&game, name, seat);
            let attach_to = if *attached { host } else { None };
            let enter = Enter { controller: seat, attach_to, ..Enter::default() };
            let step = Move { enter: Some(Box::new(enter)), ..Move::plain(card, Zone::Battlefield, Cause::Effect) };
            let moved = move_object(game.world_mut(), &step).expect("the card is there");
            if !attached {
                host = Some(Referent::Object(moved.new));
            }
        }
    }
    assert_eq!(game.world().resource::<Zones>().battlefield.len() as u32, size);
    game
}

/// A card that isn't on the battlefield yet.
fn find(game: &Game, name: &str, owner: Seat) -> ObjectRef {
    let world = game.world();
    let slots = world.resource::<Slots>();
    let name = NameId::of(name);
    let all = (0..slots.len() as u32).map(|i| slots.entity(ObjectId(i)));
    let objects = all.map(|e| (world.get::<Object>(e).expect("a slot"), world.get::<Characteristics>(e)));
    let mut fitting = objects
        .filter(|(o, chars)| o.owner == owner && o.zone != Zone::Battlefield && chars.is_some_and(|c| c.name == name));
    fitting.next().expect("the deck has enough of them").0.reference()
}

/// Every permanent is as it should be.
fn check_all(game: &Game, board: &Board, size: u32) {
    let view = game.seat_view(Seat(0));
    for permanent in view.battlefield() {
        let name = view.table().name(permanent.chars.name).expect("permanents have names");
        let tens = tens_of(permanent.chars.controller, size) as i32;
        assert!((board.check)(name, permanent.chars, tens), "{name}: {:?}", permanent.chars);
    }
}

fn passes(c: &mut Criterion) {
    for board in &BOARDS {
        for size in SIZES {
            let mut game = build(board, size);
            layers::refresh(game.world_mut());
            check_all(&game, board, size);
            let mut group = c.benchmark_group(format!("layers/{}", board.name));
            group.bench_function(BenchmarkId::new("full", size), |bench| {
                let world = game.world_mut();
                bench.iter(|| {
                    let before = world.resource::<PassCount>().0;
                    layers::invalidate(world);
                    layers::refresh(world);
                    assert!(world.resource::<PassCount>().0 > before);
                });
            });
            check_all(&game, board, size);
            group.bench_function(BenchmarkId::new("due", size), |bench| {
                let world = game.world_mut();
                bench.iter(|| {
                    let before = world.resource::<PassCount>().0;
                    touch(world, Inputs::EFFECTS);
                    layers::refresh(world);
                    assert!(world.resource::<PassCount>().0 > before);
                });
            });
            check_all(&game, board, size);
            group.finish();
        }
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2));
    targets = passes
}
criterion_main!(benches);
