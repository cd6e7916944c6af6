//! Loops (CR 104.4b, 732): mandatory ones are draws, optional ones are their players' to end, and what grows is stopped.

use dracones::Game;
use dracones::cards::{CardDb, check};
use dracones::model::decision::{Answer, Choice, Decision, Prompt, Settings, Shape};
use dracones::model::outcome::{Inconclusive, Outcome};
use dracones::model::player::Players;
use dracones::rules::state::{EditGame, ReadGame};
use dracones::tools::perft::skip_forced;
use dracones::tools::scenario::{self, Case};
use std::time::{Duration, Instant};

/// An artifact that swings: it untaps whenever it becomes tapped (`back`), and taps whenever it becomes untapped.
fn pendulum(back: &str, more: &str) -> String {
    format!(
        r#"Card(format: 1, name: "Test Pendulum", cost: "{{1}}", types: "Artifact", abilities: [
            Triggered(when: BecomesTapped(Is(This)), effects: [{back}]{more}),
            Triggered(when: BecomesUntapped(Is(This)), effects: [Tap(The(This))]),
        ])"#
    )
}

/// What sets it going, once.
const BUTTON: &str = r#"Card(format: 1, name: "Test Button", cost: "{1}", types: "Artifact", abilities: [
    Activated(cost: [Tap], effects: [Tap(All(Type("Artifact"))), GainLife(You, N(1))])])"#;

fn position(card: &str, other: &str) -> Game {
    let name = card.split('"').nth(1).expect("a card has a name");
    let text = format!(
        r#"Scenario(format: 1, title: "a loop", cards: [{card}, {BUTTON}],
            players: [
                (battlefield: ["it = {name}", "button = Test Button"], library: ["Island", "Island", "Island"]),
                ({other} library: ["Island", "Island", "Island"]),
            ], script: [])"#
    );
    let file = scenario::parse("loop.ron", text).unwrap_or_else(|e| panic!("{e}"));
    let (mut game, _) = scenario::position(&file.scenarios[0], &Case::default(), &CardDb::embedded()).unwrap();
    skip_forced(&mut game);
    game
}

/// Starts the loop, then answers with `answer` until the game is over, `most` decisions at most.
fn play(game: &mut Game, most: u32, answer: impl Fn(&Decision) -> Answer) -> u32 {
    let at = game.decision().unwrap().options().iter().position(|o| matches!(o, Choice::Activate { .. })).unwrap();
    game.submit(Answer::One(at as u16)).unwrap();
    let mut count = 0;
    while let Some(decision) = game.decision()
        && count < most
    {
        count += 1;
        let answer = answer(decision);
        game.submit(answer).unwrap();
    }
    count
}

fn passing(decision: &Decision) -> Answer {
    match &decision.shape {
        Shape::ChooseOne(_) => Answer::One(0),
        Shape::Confirm => Answer::Confirm(true),
        Shape::ChooseSome { .. } => Answer::Some(Vec::new()),
        other => panic!("{other:?}"),
    }
}

const BOLT: &str = r#"hand: ["Lightning Bolt"], battlefield: ["Mountain"],"#;

#[test]
fn a_mandatory_loop_that_repeats_a_position_is_a_draw() {
    let mut game = position(&pendulum("Untap(The(This))", ""), "");
    assert_eq!(play(&mut game, 0, passing), 0);
    assert_eq!(game.outcome(), Outcome::Draw);
}

#[test]
fn it_is_one_if_nobody_who_could_act_does() {
    let mut game = position(&pendulum("Untap(The(This))", ""), BOLT);
    let asked = play(&mut game, 5_000, passing);
    assert_eq!(game.outcome(), Outcome::Draw);
    // CR 732.5: they had their chances.
    assert!(asked > 100, "{asked}");
    // The watch is part of the state: a game that is saved on the way ends at the same time.
    let mut game = position(&pendulum("Untap(The(This))", ""), BOLT);
    play(&mut game, asked / 2, passing);
    let saved = ron::to_string(&game.snapshot()).unwrap();
    let db = CardDb::embedded();
    let cards = [&pendulum("Untap(The(This))", ""), BUTTON].map(|c| check::parse_card("card.ron", c).unwrap());
    let mut resumed = Game::restore(&ron::from_str(&saved).unwrap(), &db.with_cards(&cards).unwrap()).unwrap();
    let mut rest = 0;
    while let Some(decision) = resumed.decision() {
        let answer = passing(decision);
        resumed.submit(answer).unwrap();
        rest += 1;
    }
    assert_eq!((resumed.outcome(), rest), (Outcome::Draw, asked - asked / 2));
}

#[test]
fn an_optional_loop_is_its_players_to_end() {
    let may = pendulum("May(then: [Untap(The(This))])", "");
    let mut game = position(&may, "");
    game.world_mut().part_mut::<Settings>().max_decisions = 2_000;
    play(&mut game, 5_000, passing);
    assert_eq!(game.outcome(), Outcome::Inconclusive(Inconclusive::Decisions));
    let mut game = position(&may, "");
    play(&mut game, 1_500, passing);
    assert_eq!(game.outcome(), Outcome::Running);
    // They stop, and the game continues.
    while game.decision().is_some_and(|d| matches!(d.prompt, Prompt::May(_))) {
        game.submit(Answer::Confirm(false)).unwrap();
    }
    assert_ne!(game.outcome(), Outcome::Draw);
}

#[test]
fn a_loop_with_an_end_comes_to_it() {
    let mut game = position(&pendulum("Untap(The(This))", ", per_turn: Some(250)"), "");
    play(&mut game, 0, passing);
    assert_ne!(game.outcome(), Outcome::Draw);
    assert!(game.world().part::<Players>().0[0].life >= 21);
}

#[test]
fn what_goes_on_without_repeating_itself_is_inconclusive_in_good_time() {
    let begin = Instant::now();
    let growing = [
        // Something that looks at the life total might come of it.
        (
            r#"[Untap(The(This)), GainLife(You, N(1)), If(cond: Compare(Life(You), Gt, N(1000000)), then: [Win(You)])]"#,
            Inconclusive::Steps,
        ),
        (
            r#"[Untap(The(This)), CreateToken(token: New(types: "Creature - Elf", colors: [Green], pt: (1, 1)))]"#,
            Inconclusive::Objects,
        ),
    ];
    for (effects, reason) in growing {
        let mut game = position(&pendulum(&effects[1..effects.len() - 1], ""), "");
        game.world_mut().part_mut::<Settings>().max_objects = 1_000;
        play(&mut game, 0, passing);
        assert_eq!(game.outcome(), Outcome::Inconclusive(reason));
    }
    assert!(begin.elapsed() < Duration::from_secs(60), "{:?}", begin.elapsed());
}

/// CR 104.4b, 732.4: what grows evenly changes nothing if nothing looks at it.
#[test]
fn what_only_grows_is_a_draw_unless_something_looks_at_it() {
    let drawn = [
        "GainLife(You, N(1))",
        "GainLife(EachPlayer, N(7))",
        r#"PutCounters(kind: "charge", on: Objects(The(This)))"#,
        r#"PutCounters(kind: "energy", on: Players(EachPlayer)), GainLife(You, N(2)), LoseLife(You, N(1))"#,
        "GainLife(You, N(1)), If(cond: Compare(Life(You), Lt, N(15)), then: [Win(You)])",
    ];
    for effects in drawn {
        let mut game = position(&pendulum(&format!("Untap(The(This)), {effects}"), ""), "");
        play(&mut game, 0, passing);
        assert_eq!(game.outcome(), Outcome::Draw, "{effects}");
    }
    let undecided = [
        // With more and more life another player could pay at last.
        "GainLife(EachOpponent, N(1)), ForEach(Players(EachOpponent), [MayPay(who: It, cost: [PayLife(N(1000000))], then: [Sacrifice(The(This))])])",
        // It counts them.
        r#"PutCounters(kind: "charge", on: Objects(The(This))), GainLife(You, Half(Counters("charge", This), Down))"#,
    ];
    for effects in undecided {
        let mut game = position(&pendulum(&format!("Untap(The(This)), {effects}"), ""), "");
        play(&mut game, 0, passing);
        assert_eq!(game.outcome(), Outcome::Inconclusive(Inconclusive::Steps), "{effects}");
    }
}

#[test]
fn a_million_of_anything_is_refused_before_the_memory_is_used() {
    let asked = [
        (r#"CreateToken(token: New(types: "Creature - Elf", colors: [Green], pt: (1, 1)), count: N(1000000))"#, true),
        (r#"Repeat(N(2000000000), [GainLife(You, N(1))])"#, true),
        (r#"Repeat(N(1000000), [Repeat(N(1000000), [Draw(count: N(0))])])"#, true),
        (r#"Draw(count: N(1000000))"#, false),
        (r#"Mill(count: N(2000000000))"#, false),
        (r#"GainLife(You, N(2000000000)), GainLife(You, N(2000000000)), GainLife(You, N(2000000000))"#, false),
    ];
    for (effects, inconclusive) in asked {
        let begin = Instant::now();
        let card = format!(
            r#"Card(format: 1, name: "Test Horn", cost: "{{1}}", types: "Artifact", abilities: [
                Activated(cost: [Tap], effects: [{effects}])])"#
        );
        let mut game = position(&card, "");
        play(&mut game, 3, passing);
        assert_eq!(matches!(game.outcome(), Outcome::Inconclusive(_)), inconclusive, "{effects}: {:?}", game.outcome());
        assert!(begin.elapsed() < Duration::from_secs(20), "{effects}: {:?}", begin.elapsed());
    }
}
