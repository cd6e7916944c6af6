//! What soak has found about players who leave the game (CR 104.3a, 800.4a).

use dracones::cards::CardDb;
use dracones::decision::{Answer, Prompt};
use dracones::ids::Seat;
use dracones::outcome::Outcome;
use dracones::scenario::{Case, Labels, parse, position};
use dracones::{Game, layers};

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
    assert_eq!(game.decision(), Some(&decision), "the active player is still asked");
    let shares = Answer::Distribute(vec![2, 4]);
    game.submit(shares).expect("two to the creature, four to the player");
    assert_eq!(game.seat_view(Seat(0)).unwrap().battlefield().count(), 1, "the bear has left with its owner");
    assert_eq!(game.outcome(), Outcome::Running);
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
