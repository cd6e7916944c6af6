//! Passes over the layers.
//!
//! | board | of its permanents |
//! | --- | --- |
//! | `vanilla` | none has an effect |
//! | `attached` | shipped cards: Auras and Equipment on single creatures, effects with a condition |
//! | `twenty` | 20 have an effect on all Bears, in layers 4 to 7c, that doesn't interact; the others are Bears |
//! | `global` | three of ten have an effect on all creatures of a kind, in layers 4, 6 and 7c |
//! | `everyone` | each has an effect on each |
//! | `tangled` | 20 have an effect on all creatures or lands, and many of these depend on one another |
//! | `knot` | four of five have such an effect |
//!
//! `full` starts from nothing, as after a restore; `due` is the usual pass, after something has changed.

use bevy_ecs::prelude::*;
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use dracones::cards::def::{CardTypes, ColorSet, Keyword, Subtype};
use dracones::cards::{CardDb, check};
use dracones::model::dirt::StateClass;
use dracones::model::event::{Cause, Enter};
use dracones::model::ids::{NameId, ObjectId, ObjectRef, Referent, Seat};
use dracones::model::object::{Characteristics, Object};
use dracones::model::zone::{Move, Zone, Zones};
use dracones::rules::layers::{self, PassCount};
use dracones::rules::schedule::mark_dirty;
use dracones::rules::slots::Slots;
use dracones::rules::state::ReadGame;
use dracones::rules::zones::move_object;
use dracones::{Game, GameSetup};
use std::time::Duration;

/// Gives all other creatures of its controller +1/+1.
const BEARER: &str = r#"Card(format: 1, name: "Bearer", types: "Creature - Human", pt: (1, 1), abilities: [
    Static(effect: Affect(All(And([Type("Creature"), Controlled(You), Not(Is(This))])), [ModifyPT(N(1), N(1))]))])"#;
/// Gives its controller's Bears an ability.
const BANNER: &str = r#"Card(format: 1, name: "Banner", types: "Artifact", abilities: [
    Static(effect: Affect(All(And([Subtype("Bear"), Controlled(You)])), [Gain([Flying])]))])"#;
/// Gives all Bears a card type.
const FORGE: &str = r#"Card(format: 1, name: "Forge", types: "Artifact", abilities: [
    Static(effect: Affect(All(Subtype("Bear")), [AddTypes("Artifact", [])]))])"#;

/// Gives all Bears +1/+1.
const RALLY: &str = r#"Card(format: 1, name: "Rally", types: "Enchantment", abilities: [
    Static(effect: Affect(All(Subtype("Bear")), [ModifyPT(N(1), N(1))]))])"#;
/// Makes all Bears red as well.
const DYE: &str = r#"Card(format: 1, name: "Dye", types: "Enchantment", abilities: [
    Static(effect: Affect(All(Subtype("Bear")), [AddColors([Red])]))])"#;
/// Makes all Bears 3/3.
const SCALES: &str = r#"Card(format: 1, name: "Scales", types: "Enchantment", abilities: [
    Static(effect: Affect(All(Subtype("Bear")), [SetPT(N(3), N(3))]))])"#;
/// Gives all creatures +1/+1, and is one.
const CHIEF: &str = r#"Card(format: 1, name: "Chief", types: "Creature - Human", pt: (1, 1), abilities: [
    Static(effect: Affect(All(Type("Creature")), [ModifyPT(N(1), N(1))]))])"#;
/// Makes all Forests creatures.
const GROVE: &str = r#"Card(format: 1, name: "Grove", types: "Enchantment", abilities: [
    Static(effect: Affect(All(Subtype("Forest")), [AddTypes("Creature", []), SetPT(N(1), N(1))]))])"#;
/// Makes all creatures of its controller Goblins.
const PLOT: &str = r#"Card(format: 1, name: "Plot", types: "Enchantment", abilities: [
    Static(effect: Affect(All(And([Type("Creature"), Controlled(You)])), [SetCreatureTypes(["Goblin"])]))])"#;
/// Gives all Goblins flying.
const KITES: &str = r#"Card(format: 1, name: "Kites", types: "Enchantment", abilities: [
    Static(effect: Affect(All(Subtype("Goblin")), [Gain([Flying])]))])"#;
/// Gives all that flies +1/+1 and vigilance.
const WATCH: &str = r#"Card(format: 1, name: "Watch", types: "Enchantment", abilities: [
    Static(effect: Affect(All(Has(Flying)), [Gain([Vigilance]), ModifyPT(N(1), N(1))]))])"#;

/// Board-wide effects that leave each other alone, as many as of each other.
const TWENTY: [&str; 5] = ["Forge", "Banner", "Rally", "Dye", "Scales"];
/// Board-wide effects that depend on each other; the later ones stand first.
const TANGLED: [&str; 4] = ["Watch", "Kites", "Plot", "Grove"];

/// A kind of board.
struct Board {
    name: &'static str,
    sizes: &'static [u32],
    /// What stands at each place of a board of a size.
    at: fn(u32) -> Permanent,
    /// What must be true of each permanent of a board of a size.
    check: fn(&str, &Characteristics, u32) -> bool,
}

/// A permanent to be.
struct Permanent {
    name: &'static str,
    controller: Seat,
    /// Whether it is attached to the one before.
    attached: bool,
}

/// A permanent of a player; the players get tens by turns.
fn of_tens(at: u32, name: &'static str) -> Permanent {
    Permanent { name, controller: Seat((at / 10 % 2) as u8), attached: false }
}

/// How many tens belong to a player.
fn tens_of(seat: Seat, size: u32) -> i32 {
    ((size / 10 + 1 - u32::from(seat.0)) / 2) as i32
}

const BOARDS: [Board; 7] = [
    Board {
        name: "vanilla",
        sizes: &[100, 400],
        at: |at| of_tens(at, "Grizzly Bears"),
        check: |_, chars, _| (chars.power, chars.toughness) == (2, 2),
    },
    Board {
        name: "attached",
        sizes: &[10, 100, 400],
        at: |at| {
            let (name, attached) = [
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
            ][at as usize % 10];
            Permanent { attached, ..of_tens(at, name) }
        },
        check: |name, chars, _| match name {
            "Grizzly Bears" => (chars.power, chars.toughness) == (4, 2) && chars.has(Keyword::Trample),
            "Goblin Tomb Raider" => matches!((chars.power, chars.toughness), (2 | 4, 2)) && chars.has(Keyword::Haste),
            "Kalonian Tusker" => (chars.power, chars.toughness) == (3, 3),
            _ => !chars.has_pt,
        },
    },
    Board {
        name: "twenty",
        sizes: &[50, 100, 200, 400],
        at: |at| of_tens(at, if at < 20 { TWENTY[at as usize % 5] } else { "Grizzly Bears" }),
        check: |name, chars, _| match name {
            "Grizzly Bears" => {
                (chars.power, chars.toughness) == (7, 7)
                    && chars.has(Keyword::Flying)
                    && chars.is(CardTypes::ARTIFACT)
                    && chars.colors.contains(ColorSet::RED | ColorSet::GREEN)
            }
            _ => !chars.has_pt,
        },
    },
    Board {
        name: "global",
        sizes: &[10, 100, 400],
        at: |at| of_tens(at, ["Forge", "Banner", "Bearer"].get(at as usize % 10).unwrap_or(&"Grizzly Bears")),
        check: |name, chars, size| {
            let tens = tens_of(chars.controller, size);
            match name {
                "Grizzly Bears" => {
                    (chars.power, chars.toughness) == (2 + tens, 2 + tens)
                        && chars.has(Keyword::Flying)
                        && chars.is(CardTypes::ARTIFACT)
                }
                "Bearer" => (chars.power, chars.toughness) == (tens, tens) && !chars.has(Keyword::Flying),
                _ => !chars.has_pt,
            }
        },
    },
    Board {
        name: "everyone",
        sizes: &[100, 400],
        at: |at| of_tens(at, "Chief"),
        check: |_, chars, size| chars.power == 1 + size as i32,
    },
    Board {
        name: "tangled",
        sizes: &[100, 400],
        at: |at| of_tens(at, if at < 20 { TANGLED[at as usize % 4] } else { "Forest" }),
        check: |name, chars, _| match name {
            "Forest" => {
                (chars.power, chars.toughness) == (6, 6)
                    && chars.has(Keyword::Vigilance)
                    && chars.subtypes.contains(Subtype::named("Goblin").expect("there are Goblins"))
            }
            _ => !chars.has_pt,
        },
    },
    Board {
        name: "knot",
        sizes: &[100, 400],
        at: |at| of_tens(at, TANGLED.get(at as usize % 5).unwrap_or(&"Forest")),
        check: |name, chars, size| match name {
            "Forest" => {
                chars.power == 1 + size as i32 / 5
                    && chars.has(Keyword::Vigilance)
                    && chars.subtypes.contains(Subtype::named("Goblin").expect("there are Goblins"))
            }
            _ => !chars.has_pt,
        },
    },
];

/// Cards that the benchmark makes up.
const MADE_UP: [&str; 11] = [BEARER, BANNER, FORGE, RALLY, DYE, SCALES, CHIEF, GROVE, PLOT, KITES, WATCH];

/// A game in which everything that isn't in a hand or library is on the battlefield.
fn build(board: &Board, size: u32) -> Game {
    let made_up = MADE_UP.map(|text| check::parse_card("bench", text).expect("the card is good"));
    let db = CardDb::embedded().with_cards(&made_up).expect("the cards can be compiled");
    let deck = |seat: u8| {
        let permanents = (0..size).map(board.at).filter(|p| p.controller == Seat(seat));
        permanents.map(|p| (p.name, 1)).chain([("Forest", 60)]).collect::<Vec<_>>()
    };
    let setup = GameSetup::from_names(&db, &[deck(0), deck(1)]).expect("the cards are known");
    let mut game = Game::new(&setup, 1, 0);
    let mut host = None;
    for Permanent { name, controller, attached } in (0..size).map(board.at) {
        let card = find(&game, name, controller);
        let attach_to = if attached { host } else { None };
        let enter = Enter { controller, attach_to, ..Enter::default() };
        let step = Move { enter: Some(Box::new(enter)), ..Move::plain(card, Zone::Battlefield, Cause::Effect) };
        let moved = move_object(game.world_mut(), &step).expect("the card is there");
        if !attached {
            host = Some(Referent::Object(moved.new));
        }
    }
    assert_eq!(game.world().part::<Zones>().battlefield.len() as u32, size);
    game
}

/// A card that isn't on the battlefield yet.
fn find(game: &Game, name: &str, owner: Seat) -> ObjectRef {
    let world = game.world();
    let slots = world.part::<Slots>();
    let name = NameId::of(name);
    let all = (0..slots.len() as u32).map(|i| slots.entity(ObjectId(i)));
    let objects = all.map(|e| (world.get::<Object>(e).expect("a slot"), world.get::<Characteristics>(e)));
    let mut fitting = objects
        .filter(|(o, chars)| o.owner == owner && o.zone != Zone::Battlefield && chars.is_some_and(|c| c.name == name));
    fitting.next().expect("the deck has enough of them").0.reference()
}

/// Every permanent is as it should be.
fn check_all(game: &Game, board: &Board, size: u32) {
    let view = game.seat_view(Seat(0)).unwrap();
    for permanent in view.battlefield() {
        let name = view.table().name(permanent.chars.name).expect("permanents have names");
        assert!((board.check)(name, permanent.chars, size), "{name}: {:?}", permanent.chars);
    }
}

fn passes(c: &mut Criterion) {
    for board in &BOARDS {
        let mut group = c.benchmark_group(format!("layers/{}", board.name));
        for size in board.sizes {
            let mut game = build(board, *size);
            let mut measure = |name: &str, change: fn(&mut World)| {
                let world = game.world_mut();
                layers::refresh(world);
                check_all(&game, board, *size);
                let world = game.world_mut();
                group.bench_function(BenchmarkId::new(name, size), |bench| {
                    bench.iter(|| {
                        let before = world.resource::<PassCount>().0;
                        change(world);
                        layers::refresh(world);
                        assert!(world.resource::<PassCount>().0 > before);
                    });
                });
                check_all(&game, board, *size);
            };
            measure("full", layers::invalidate);
            measure("due", |world| mark_dirty(world, StateClass::EFFECTS));
        }
        group.finish();
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1));
    targets = passes
}
criterion_main!(benches);
