//! Players who leave the game (CR 104.3a, 800.4): what soak has found, and at any decision of random games.

use dracones::cards::CardDb;
use dracones::game::Deck;
use dracones::model::continuous::ContinuousEffects;
use dracones::model::decision::{Answer, Prompt};
use dracones::model::ids::Seat;
use dracones::model::outcome::{Inconclusive, Outcome};
use dracones::model::rng::Stream;
use dracones::model::turn::Turn;
use dracones::rules::state::ReadGame;
use dracones::rules::{layers, slots};
use dracones::tools::replay::Given;
use dracones::tools::scenario::{Case, Labels, parse, position};
use dracones::tools::soak::{self, Pool};
use dracones::{Game, GameSetup};

/// A game in the position of a set-up.
fn game(fields: &str) -> (Game, Labels) {
    let text = format!(r#"Scenario(format: 1, title: "", why: "", script: [], {fields})"#);
    let file = parse("test.ron", text).unwrap_or_else(|error| panic!("{error}"));
    position(&file.scenarios[0], &Case::default(), &CardDb::embedded()).unwrap_or_else(|error| panic!("{error}"))
}

fn decline(game: &mut Game) {
    game.submit(Answer::One(0)).expect("passing is the first option");
}

#[test]
fn whoever_concedes_with_priority_leaves_before_the_next_one_gets_it() {
    let (mut game, _) = game(
        r#"cards: [
            Card(format: 1, name: "Test Shelter", cost: "{W}", types: "Enchantment",
                abilities: [Static(effect: Affect(All(Type("Creature")), [ModifyPT(N(0), N(1))]))]),
            Card(format: 1, name: "Test Wisp", cost: "{W}", types: "Creature - Spirit", pt: (1, 0)),
        ],
        players: [(), (battlefield: ["Test Shelter"]), (battlefield: ["wisp = Test Wisp"])],
        turn: (number: 2, active: 2)"#,
    );
    assert_eq!(game.decision().map(|d| (d.prompt.clone(), d.player)), Some((Prompt::Priority, Seat(1))));
    game.concede(Seat(1)).unwrap();
    // Who is left is asked in a position without state-based actions to perform.
    assert_eq!(game.decision().map(|d| (d.prompt.clone(), d.player)), Some((Prompt::Priority, Seat(2))));
    assert!(
        game.seat_view(Seat(0)).unwrap().battlefield().next().is_none(),
        "the Shelter has left, and the Wisp has died"
    );
    assert_eq!(game.outcome(), Outcome::Running);
}

#[test]
fn a_player_may_leave_while_damage_to_them_is_divided() {
    let (mut game, _) = game(
        r#"players: [
            (battlefield: ["wurm = Argothian Wurm"]),
            (battlefield: ["bear = Grizzly Bears"]),
            (),
        ],
        turn: (number: 1, active: 1, step: DeclareBlockers),
        attackers: [("wurm", "P2")],
        blockers: [("bear", "wurm")]"#,
    );
    while game.decision().is_some_and(|d| d.prompt == Prompt::Priority) {
        decline(&mut game);
    }
    let decision = game.decision().expect("damage is divided").clone();
    assert!(matches!(decision.prompt, Prompt::CombatDamage(_)), "{:?}", decision.prompt);
    game.concede(Seat(1)).unwrap();
    // CR 800.4e: there is neither a creature nor a player left to assign damage to.
    assert_eq!(game.decision().map(|d| (d.prompt.clone(), d.player)), Some((Prompt::Priority, Seat(0))));
    assert_eq!(game.seat_view(Seat(0)).unwrap().battlefield().count(), 1, "the bear has left with its owner");
    assert_eq!(game.outcome(), Outcome::Running);
}

/// What is tried of a game of several players: seed and number choose everything.
struct Trial {
    seed: u64,
    number: u64,
    seats: u8,
}

impl Trial {
    /// A game of random decks of all cards, with settings that differ.
    fn begin(&self, pool: &Pool, db: &CardDb) -> (Game, Stream) {
        let mut rng = Stream::new(self.seed, self.number);
        let decks: Vec<Deck> = (0..self.seats).map(|_| soak::deck(pool, &mut rng, false)).collect();
        let mut setup = GameSetup::new(db, &decks).expect("three or four players make a game");
        let settings = &mut setup.settings;
        settings.auto_pay = rng.below(3) != 0;
        settings.order_graveyards = rng.below(3) == 0;
        settings.skip_forced = rng.below(4) != 0;
        (settings.max_decisions, settings.max_objects, settings.max_turns) = (1_500, 1_000, 60);
        (Game::new(&setup, self.seed, self.number), rng)
    }

    /// Plays by chance, with players who leave at any decision. Answers what was given.
    fn play(&self, pool: &Pool, db: &CardDb) -> (Game, Vec<Given>) {
        let (mut game, mut rng) = self.begin(pool, db);
        let (mut given, mut incarnations) = (Vec::new(), Vec::new());
        let mut left: Vec<(Seat, u32)> = Vec::new();
        let about = |at: usize| format!("seed {}, game {}, after {at} answers", self.seed, self.number);
        while let Some(decision) = game.decision().cloned() {
            soak::position(&game, &mut incarnations).unwrap_or_else(|e| panic!("{}: {e}", about(given.len())));
            self.nothing_waits(&game, &left);
            // Who is asked something in the middle of something leaves more often.
            let rarely = if decision.prompt == Prompt::Priority { 250 } else { 40 };
            if rng.below(rarely) == 0 {
                let whose = rng.below(2) == 0;
                let seat = if whose { decision.player } else { Seat(rng.below(u32::from(self.seats)) as u8) };
                game.concede(seat).unwrap();
                left.push((seat, game.world().part::<Turn>().number));
                given.push(Given::Concede(seat));
                layers::check(game.world_mut()).unwrap_or_else(|e| panic!("{}: {e}", about(given.len())));
                continue;
            }
            let answer = decision.sample(&mut rng);
            game.submit(answer.clone()).unwrap_or_else(|e| panic!("{}: {answer:?}: {e}", about(given.len())));
            given.push(Given::Answer(answer));
        }
        let stuck = matches!(game.outcome(), Outcome::Running | Outcome::Inconclusive(Inconclusive::Steps));
        assert!(!stuck, "{}: {:?}", about(given.len()), game.outcome());
        (game, given)
    }

    /// CR 800.4m: no effect waits for a turn that would have begun.
    fn nothing_waits(&self, game: &Game, left: &[(Seat, u32)]) {
        let world = game.world();
        let now = world.part::<Turn>().number;
        for (seat, then) in left.iter().filter(|(_, then)| now > then + 3 * u32::from(self.seats)) {
            for id in &world.part::<ContinuousEffects>().order {
                let effect = slots::effect(world, *id);
                assert!(effect.since.player() != Some(*seat), "{effect:?} waits for {seat:?}, who left in turn {then}");
            }
        }
    }
}

#[test]
fn players_may_leave_at_any_decision() {
    let db = CardDb::embedded();
    let pool = Pool::new(&db, false);
    let games = if std::env::var_os("DRACONES_SLOW").is_some() { 400 } else { 10 };
    for number in 0..games {
        let trial = Trial { seed: 800, number, seats: 3 + (number % 2) as u8 };
        let (game, given) = trial.play(&pool, &db);
        // The same answers and concessions lead to the same game.
        let (mut again, _) = trial.begin(&pool, &db);
        for one in given {
            match one {
                Given::Answer(answer) => again.submit(answer).expect("it was legal before"),
                Given::Concede(seat) => again.concede(seat).unwrap(),
            }
        }
        assert_eq!(again.sync_hash(), game.sync_hash(), "game {number}");
        assert_eq!(again.outcome(), game.outcome(), "game {number}");
    }
}

#[test]
fn what_a_conceding_player_means_is_nobody_at_once() {
    // A is asked something by their own spell; C concedes meanwhile, whose effect is about their own hand.
    let (mut game, _) = game(
        r#"cards: [
            Card(format: 1, name: "Test Dye", cost: "{W}", types: "Enchantment",
                abilities: [Static(effect: Affect(In(Hand(You), Any), [SetColors([White])]))]),
            Card(format: 1, name: "Test Question", cost: "{0}", types: "Instant",
                abilities: [Spell(effects: [May(then: [GainLife(You, N(1))])])]),
        ],
        players: [(hand: ["question = Test Question"]), (), (battlefield: ["Test Dye"], hand: ["Grizzly Bears"])]"#,
    );
    let asked = |game: &Game| matches!(game.decision().map(|d| &d.prompt), Some(Prompt::May(_)));
    game.submit(Answer::One(1)).expect("the spell costs nothing");
    while !asked(&game) {
        decline(&mut game);
    }
    game.concede(Seat(2)).unwrap();
    assert!(asked(&game), "the others go on");
    layers::check(game.fork().world_mut()).unwrap_or_else(|stale| panic!("{stale}"));
}

#[test]
fn what_defines_a_card_outside_the_game_ends_with_its_owner() {
    let (mut game, _) = game(r#"players: [(), (), (forests: 0, sideboard: ["Tarmogoyf"])]"#);
    game.concede(Seat(2)).unwrap();
    layers::check(game.fork().world_mut()).unwrap_or_else(|stale| panic!("{stale}"));
}
