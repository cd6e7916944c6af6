//! Random boards of shipped cards: what must hold of the layers whatever is on the battlefield.
//!
//! Each board has a seed, which failures name; `DRACONES_SLOW=1` tries a hundred times as many.

use crate::cards::def::{AbilityDef, CardTypes, Color, CounterKind, StaticEffect, Subtype};
use crate::cards::{CardDb, Definition};
use crate::game::Game;
use crate::model::dirt::StateClass;
use crate::model::ids::{ObjectId, Origin};
use crate::model::object::{AbilityInstance, Characteristics, Object};
use crate::model::rng::Stream;
use crate::rules::layers::{Explanation, check, explain, invalidate, refresh};
use crate::rules::schedule::mark_dirty;
use crate::rules::slots::Slots;
use crate::rules::state::{EditGame, ReadGame};
use crate::tools::scenario::def::{PlayerSetup, StatusSetup};
use crate::tools::scenario::{Case, FORMAT, Labels, Scenario, position};
use std::collections::BTreeMap;

fn boards() -> u64 {
    if std::env::var_os("DRACONES_SLOW").is_some() { 100_000 } else { 1_000 }
}

/// The shipped permanents whose static abilities do something, and some that don't.
fn pool(db: &CardDb) -> Vec<&Definition> {
    let is_permanent = |d: &&Definition| d.faces[0].chars.is(CardTypes::PERMANENT);
    let all: Vec<&Definition> = db.definitions().map(|d| &**d).filter(is_permanent).collect();
    let affects = |d: &&Definition| {
        d.source
            .abilities
            .iter()
            .any(|a| matches!(a, AbilityDef::Static(s) if matches!(s.effect, StaticEffect::Affect(..))))
    };
    let (with, without): (Vec<_>, Vec<_>) = all.into_iter().partition(affects);
    // Static effects are what this is about: two of three permanents have some.
    let few = without.len().min(with.len() / 2);
    with.into_iter().chain(without.into_iter().take(few)).collect()
}

/// A board: its labels in the order of their timestamps, and what is special about them.
struct Board {
    permanents: Vec<(String, String, u8)>,
    status: Vec<StatusSetup>,
    graveyards: [Vec<String>; 2],
}

fn pick<'a, T>(rng: &mut Stream, list: &'a [T]) -> &'a T {
    &list[rng.below(list.len() as u32) as usize]
}

fn board(pool: &[&Definition], rng: &mut Stream) -> Board {
    let count = 4 + rng.below(10);
    let mut permanents = Vec::new();
    for i in 0..count {
        permanents.push((format!("p{i}"), pick(rng, pool).name.clone(), rng.below(2) as u8));
    }
    let labels: Vec<String> = permanents.iter().map(|(label, ..)| label.clone()).collect();
    let mut status = Vec::new();
    for (label, name, _) in &permanents {
        let chars = &pool.iter().find(|d| d.name == *name).expect("it was drawn from there").faces[0].chars;
        let attaches =
            ["Aura", "Equipment"].iter().any(|s| Subtype::named(s).is_some_and(|s| chars.subtypes.contains(s)));
        if attaches {
            status.push(StatusSetup::Attached(label.clone(), pick(rng, &labels).clone()));
        }
        let goblin = Subtype::named("Goblin").expect("a creature type");
        let zombie = Subtype::named("Zombie").expect("a creature type");
        status.push(StatusSetup::ChosenType(label.clone(), if rng.coin() { goblin } else { zombie }));
        status.push(StatusSetup::ChosenColor(label.clone(), *pick(rng, &Color::ALL)));
        if rng.below(4) == 0 {
            status.push(StatusSetup::Counters(label.clone(), CounterKind::PowerToughness(1, 1), 1 + rng.below(2)));
        }
        if rng.below(6) == 0 {
            status.push(StatusSetup::Tapped(label.clone()));
        }
        if rng.below(8) == 0 {
            status.push(StatusSetup::ControlledBy(label.clone(), 1 + rng.below(2) as u8));
        }
    }
    let graveyard = |rng: &mut Stream| (0..rng.below(4)).map(|_| pick(rng, pool).name.clone()).collect();
    Board { permanents, status, graveyards: [graveyard(rng), graveyard(rng)] }
}

impl Board {
    /// The board in play, made in another order of objects: `order` says which permanent is made when.
    fn play(&self, order: &[usize], db: &CardDb) -> (Game, Labels) {
        let mut players = vec![PlayerSetup::default(), PlayerSetup::default()];
        for i in order {
            let (label, name, seat) = &self.permanents[*i];
            players[usize::from(*seat)].battlefield.push(format!("{label} = {name}"));
        }
        for (player, graveyard) in players.iter_mut().zip(&self.graveyards) {
            player.graveyard.clone_from(graveyard);
        }
        players[0].status.clone_from(&self.status);
        let scenario = Scenario { format: FORMAT, players, ..Scenario::default() };
        let timestamps = self.permanents.iter().map(|(label, ..)| label.as_str()).collect();
        position(&scenario, &Case { timestamps, without: &[] }, db).unwrap_or_else(|e| panic!("{e}"))
    }
}

/// Runs a property on many boards, and names the seed of one that fails.
fn on_boards(property: impl Fn(&Board, &mut Stream, &CardDb)) {
    let db = CardDb::embedded();
    let pool = pool(&db);
    for seed in 0..boards() {
        let mut rng = Stream::new(seed, 0xB0A8D);
        let board = board(&pool, &mut rng);
        let run = std::panic::AssertUnwindSafe(|| property(&board, &mut rng, &db));
        if let Err(panic) = std::panic::catch_unwind(run) {
            let names: Vec<&str> = board.permanents.iter().map(|(_, name, _)| name.as_str()).collect();
            eprintln!("board {seed}: {names:?}");
            std::panic::resume_unwind(panic);
        }
    }
}

/// What is on the battlefield, by label.
fn characteristics(game: &Game, labels: &Labels) -> BTreeMap<String, Characteristics> {
    let world = game.world();
    let slots = world.part::<Slots>();
    let there = labels.0.iter().filter(|(_, id)| {
        world.get::<Object>(slots.entity(**id)).is_some_and(|o| o.zone == crate::model::zone::Zone::Battlefield)
    });
    let chars = |id: &ObjectId| world.get::<Characteristics>(slots.entity(*id)).expect("slots hold objects").clone();
    // Abilities name definitions of a table, whose order is that of the decks; effects that grant them are numbered.
    let plain = |mut chars: Characteristics| {
        let any = AbilityInstance { handle: Default::default(), origin: Origin::Text, nth: 0 };
        chars.abilities.iter_mut().for_each(|ability| *ability = any);
        chars
    };
    there.map(|(label, id)| (label.clone(), plain(chars(id)))).collect()
}

#[test]
fn what_is_published_is_what_a_pass_over_everything_finds() {
    on_boards(|board, rng, db| {
        let order: Vec<usize> = (0..board.permanents.len()).collect();
        let (mut game, _) = board.play(&order, db);
        let world = game.world_mut();
        for _ in 0..4 {
            refresh(world);
            check(world).unwrap_or_else(|stale| panic!("{stale}"));
            // Something that effects may read changes.
            let all = world.part::<crate::model::zone::Zones>().battlefield.clone();
            if all.is_empty() {
                return;
            }
            let entity = world.part::<Slots>().entity(*pick(rng, &all));
            let mut status = world.get_mut::<crate::model::object::Status>(entity).expect("slots hold objects");
            status.tapped = !status.tapped;
            mark_dirty(world, StateClass::TAPPED);
            let entity = world.part::<Slots>().entity(*pick(rng, &all));
            let now = world.part_mut::<crate::model::zone::Zones>().tick();
            let mut counters = world.get_mut::<crate::model::object::Counters>(entity).expect("slots hold objects");
            counters.add(CounterKind::PowerToughness(1, 1), 1, now);
            mark_dirty(world, StateClass::COUNTERS);
        }
    });
}

#[test]
fn a_second_pass_changes_nothing() {
    on_boards(|board, _, db| {
        let order: Vec<usize> = (0..board.permanents.len()).collect();
        let (mut game, labels) = board.play(&order, db);
        let (before, hash) = (characteristics(&game, &labels), game.sync_hash());
        invalidate(game.world_mut());
        refresh(game.world_mut());
        assert_eq!(characteristics(&game, &labels), before);
        assert_eq!(game.sync_hash(), hash);
    });
}

#[test]
fn results_do_not_depend_on_the_order_in_which_objects_were_made() {
    on_boards(|board, rng, db| {
        let mut order: Vec<usize> = (0..board.permanents.len()).collect();
        let (game, labels) = board.play(&order, db);
        let expected = characteristics(&game, &labels);
        rng.shuffle(&mut order);
        let (game, labels) = board.play(&order, db);
        assert_eq!(characteristics(&game, &labels), expected, "made in the order {order:?}");
    });
}

/// S3-19, CR 613.1: no layer looks at what a later one does. An effect that applies in one layer, or from there on, is
/// added and taken away again; what the layers before it give stays as it is.
#[test]
fn s3_19_later_effects_change_no_earlier_layer() {
    use crate::cards::check::parse_card;
    use crate::model::bindings::Bindings;
    use crate::model::ids::StaticHandle;
    // The first layer in which each applies, and what it does.
    let effects = [
        ("2", "Control(You)"),
        ("4", r#"AddTypes("Artifact", ["Goblin"])"#),
        ("4", r#"SetTypes("Creature", ["Zombie"])"#),
        ("5", "SetColors([White])"),
        ("5", "SetColors([]), ModifyPT(N(1), N(0))"),
        ("6", "LoseAllAbilities"),
        ("6", "Gain([Flying]), SetPT(N(0), N(1))"),
        ("7b", "SetPT(N(4), N(2))"),
        ("7c", "ModifyPT(N(1), N(2)), SwitchPT"),
        ("7d", "SwitchPT"),
    ];
    let card = |(i, (_, does)): (usize, &(&str, &str))| {
        let text = format!(
            r#"Card(format: 1, name: "Test Instruction {i}", types: "Instant", abilities: [Spell(effects: [
                Continuous(Affect(All(Type("Creature")), [{does}]), EndOfTurn)])])"#
        );
        parse_card("test", &text).unwrap_or_else(|e| panic!("{e}"))
    };
    let cards: Vec<_> = effects.iter().enumerate().map(card).collect();
    let known = CardDb::embedded().with_cards(&cards).unwrap_or_else(|e| panic!("{e}"));
    let mut started = [0u32; 10];
    let counts = std::cell::RefCell::new(&mut started);
    on_boards(|board, rng, _| {
        let which = rng.below(effects.len() as u32) as usize;
        let first = effects[which].0;
        let mut with = Board {
            graveyards: board.graveyards.clone(),
            status: board.status.clone(),
            permanents: board.permanents.clone(),
        };
        let name = format!("Test Instruction {which}");
        with.graveyards[0].push(name.clone());
        let order: Vec<usize> = (0..board.permanents.len()).collect();
        let (mut game, labels) = with.play(&order, &known);
        let ids: Vec<ObjectId> = labels.0.values().copied().collect();
        let earlier = |e: Explanation| {
            let layers = e.layers.into_iter().filter(|step| step.layer < first);
            (e.start, layers.map(|step| (step.layer, step.after)).collect::<Vec<_>>())
        };
        let of = |game: &mut Game, id: &ObjectId| explain(game.world_mut(), *id);
        let explained = |game: &mut Game| ids.iter().map(|id| of(game, id).map(earlier)).collect::<Vec<_>>();
        let whole = |game: &mut Game| ids.iter().map(|id| of(game, id).map(|e| e.end)).collect::<Vec<_>>();
        let (before, all) = (explained(&mut game), whole(&mut game));
        let world = game.world_mut();
        let table = world.part::<crate::cards::CardTable>();
        let def = table.0.defs.iter().position(|d| d.name == name).expect("it is in the graveyard");
        let handle = StaticHandle { def: crate::model::ids::DefId(def as u16), index: 0 };
        let bindings = Bindings::new(crate::model::ids::Seat(0), crate::model::ids::ObjectRef::NONE);
        let effect =
            crate::rules::layers::start_effect(world, handle, bindings, crate::cards::def::Duration::EndOfTurn);
        refresh(world);
        assert_eq!(explained(&mut game), before, "{:?} was added: {}", effects[which], effect.is_some());
        let Some(effect) = effect else { return };
        counts.borrow_mut()[which] += 1;
        let world = game.world_mut();
        crate::rules::layers::end_effect(world, effect);
        refresh(world);
        assert_eq!(explained(&mut game), before, "{:?} was taken away", effects[which]);
        assert_eq!(whole(&mut game), all, "{:?} was taken away", effects[which]);
    });
    // Each of them has been tried.
    assert!(started.iter().all(|n| *n > 20), "{started:?}");
}
