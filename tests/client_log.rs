//! The log that clients show: what is announced and chosen is named, a search is one line, and nobody reads in it what they
//! may not know.

use dracones::Game;
use dracones::cards::CardDb;
use dracones::game::client::{ClientEvent, Form, Question, VisibleReferent};
use dracones::model::decision::{Answer, PromptKind};
use dracones::model::ids::{NameId, Seat};
use dracones::tools::scenario;

const A: Seat = Seat(0);
const B: Seat = Seat(1);

/// A game with the logs of both players.
struct Played {
    game: Game,
    logs: [Vec<String>; 2],
    /// What A is told.
    events: Vec<ClientEvent>,
}

impl Played {
    fn begin(players: &str) -> Self {
        Self::with("", players)
    }

    /// A game with cards of its own.
    fn with(cards: &str, players: &str) -> Self {
        let cards = if cards.is_empty() { String::new() } else { format!("cards: [{cards}], ") };
        let text = format!("Scenario(format: 1, title: \"log\", script: [], {cards}players: {players})");
        let file = scenario::parse("log.ron", text).unwrap_or_else(|e| panic!("{e}"));
        let (mut game, _) =
            scenario::position(&file.scenarios[0], &scenario::Case::default(), &CardDb::embedded()).unwrap();
        for seat in [A, B] {
            game.follow(seat).unwrap();
        }
        Self { game, logs: [Vec::new(), Vec::new()], events: Vec::new() }
    }

    fn question(&self) -> Question {
        let decider = self.game.decision().expect("the game isn't over").decider;
        self.game.view(decider).question.expect("the decider is asked")
    }

    fn reply(&mut self, answer: &Answer) {
        let decider = self.game.decision().unwrap().decider;
        self.game.reply(decider, answer).unwrap_or_else(|e| panic!("{answer:?}: {e}"));
        for seat in [A, B] {
            for event in self.game.take_events(seat) {
                self.logs[seat.index()].extend(event.text);
                self.events.extend(Some(event.what).filter(|_| seat == A));
            }
        }
    }

    /// Answers the question by parts of the texts of options, by a name or by numbers.
    fn answer(&mut self, words: &[&str]) -> &mut Self {
        let question = self.question();
        let place = |word: &&str| {
            let texts: Vec<&str> = question.options.iter().map(|option| option.text.as_str()).collect();
            let found = texts.iter().position(|text| text.contains(word));
            found.unwrap_or_else(|| panic!("no {word} in {texts:?}, {}", question.sentence)) as u16
        };
        let answer = match question.form {
            Form::One => Answer::One(place(&words[0])),
            Form::Some { .. } => {
                let mut places: Vec<u16> = words.iter().map(place).collect();
                places.sort_unstable();
                Answer::Some(places)
            }
            Form::Order => Answer::Order((0..question.options.len() as u16).collect()),
            Form::Distribute { .. } => Answer::Distribute(words.iter().map(|n| n.parse().unwrap()).collect()),
            Form::Number { .. } => Answer::Number(words[0].parse().unwrap()),
            Form::Confirm => Answer::Confirm(words[0] == "yes"),
            Form::Name { .. } => Answer::Name(NameId::of(words[0])),
        };
        self.reply(&answer);
        self
    }

    /// All pass until somebody is asked something else or the stack is empty.
    fn resolve(&mut self) -> &mut Self {
        while self.question().kind == PromptKind::Priority && !self.game.view(A).stack.is_empty() {
            let pass = self.question().pass().unwrap();
            self.reply(&Answer::One(pass));
        }
        self
    }

    #[track_caller]
    fn has(&self, seat: Seat, line: &str) {
        let log = &self.logs[seat.index()];
        assert!(log.iter().any(|told| told == line), "`{line}` isn't in the log of {seat}: {log:#?}");
    }

    #[track_caller]
    fn has_not(&self, seat: Seat, part: &str) {
        let log = &self.logs[seat.index()];
        assert!(!log.iter().any(|told| told.contains(part)), "`{part}` is in the log of {seat}: {log:#?}");
    }
}

#[test]
fn targets_are_named() {
    let mut played = Played::begin(
        r#"[(battlefield: ["2 Mountain", "Mogg Fanatic"], hand: ["Lightning Bolt"]), (battlefield: ["Grizzly Bears"])]"#,
    );
    played.answer(&["cast Lightning Bolt"]).answer(&["Grizzly Bears"]).resolve();
    played.answer(&["Mogg Fanatic"]).answer(&["player B"]).resolve();
    for seat in [A, B] {
        played.has(seat, "A casts Lightning Bolt targeting Grizzly Bears");
        let told = |line: &String| line.starts_with("A activates Mogg Fanatic targeting player B (Sacrifice this");
        assert!(played.logs[seat.index()].iter().any(told), "{:#?}", played.logs);
        // What damage does to life totals goes without saying.
        played.has_not(seat, "B loses 1 life");
    }
}

#[test]
fn modes_numbers_and_shares_are_named() {
    let mut played = Played::begin(
        r#"[(battlefield: ["9 Mountain", "Island"], hand: ["Blue Elemental Blast", "Flames of the Firebrand", "Fireball"]),
            (battlefield: ["Mogg Fanatic", "Grizzly Bears"])]"#,
    );
    played.answer(&["cast Blue"]).answer(&["Mogg Fanatic"]).resolve();
    played.has(B, "A casts Blue Elemental Blast [destroy target red permanent] targeting Mogg Fanatic");
    played.answer(&["cast Flames"]).answer(&["Grizzly Bears", "player B"]).answer(&["1", "2"]).resolve();
    played.answer(&["cast Fireball"]).answer(&["4"]).answer(&["player B"]).resolve();
    played.has(B, "A casts Fireball with X=4 targeting player B");
    assert!(
        played.logs[0].iter().any(|line| line.contains(" for 1 and ") && line.ends_with(" for 2")),
        "{:#?}",
        played.logs
    );
}

#[test]
fn targets_of_triggered_abilities_are_named() {
    let mut played = Played::begin(
        r#"[(battlefield: ["4 Mountain"], hand: ["Kavu"]), (battlefield: ["Grizzly Bears", "Leatherback Baloth"])], cards: [Card(
            format: 1, name: "Kavu", cost: "{3}{R}", types: "Creature - Kavu", pt: (4, 2),
            abilities: [Triggered(when: Enters(Is(This)), targets: [(what: Permanent(Type("Creature")))],
                effects: [Damage(amount: N(4), to: Targets(0))])],
        )]"#,
    );
    played.answer(&["cast Kavu"]).resolve().answer(&["Leatherback Baloth"]).resolve();
    played.has(B, "an ability of Kavu triggers targeting Leatherback Baloth");
    played.has_not(B, "an ability of Kavu triggers\n");
}

#[test]
fn chosen_names_and_ways_are_named() {
    let mut played =
        Played::begin(r#"[(battlefield: ["Swamp", "Grizzly Bears"], hand: ["Cabal Therapy"]), (hand: ["Shock"])]"#);
    played.answer(&["cast Cabal Therapy"]).answer(&["player B"]).resolve().answer(&["Lightning Bolt"]).resolve();
    played.has(B, "A casts Cabal Therapy targeting player B");
    played.has(B, "A chooses the name Lightning Bolt for Cabal Therapy");
    // The option says how it is cast, and so does the log.
    let texts: Vec<String> = played.question().options.into_iter().map(|option| option.text).collect();
    assert!(texts.contains(&"cast Cabal Therapy from A's graveyard by flashback".to_owned()), "{texts:?}");
    played.answer(&["flashback"]).answer(&["player B"]);
    played.has(B, "A casts Cabal Therapy from A's graveyard by flashback targeting player B");
}

#[test]
fn inherent_abilities_have_names_and_the_monarch_is_told() {
    let throne = r#"Card(format: 1, name: "Test Throne", cost: "{0}", types: "Sorcery", abilities: [Spell(effects: [BecomeMonarch(You)])])"#;
    let mut played = Played::with(throne, r#"[(hand: ["2 Test Throne"]), ()]"#);
    played.answer(&["cast Test Throne"]).resolve();
    played.has(B, "A becomes the monarch");
    let became = |played: &Played| {
        let new = |event: &&ClientEvent| matches!(event, ClientEvent::BecameMonarch { seat: Some(A) });
        played.events.iter().filter(new).count()
    };
    assert_eq!(became(&played), 1);
    // Who is the monarch already doesn't become it.
    played.answer(&["cast Test Throne"]).resolve();
    assert_eq!(became(&played), 1);
    while played.game.view(A).stack.is_empty() {
        let pass = played.question().pass().unwrap();
        played.reply(&Answer::One(pass));
    }
    played.has(B, "the monarch ability triggers");
    let monarch = VisibleReferent::Inherent("monarch ability".to_owned());
    let source = |seat| played.game.view(seat).stack[0].announced.clone().unwrap().source;
    assert_eq!((source(A), source(B)), (Some(monarch.clone()), Some(monarch.clone())));
    let triggered = |event: &ClientEvent| matches!(event, ClientEvent::Triggered { source, .. } if *source == monarch);
    assert!(played.events.iter().any(triggered), "{:#?}", played.events);
    // CR 725.4.
    played.game.concede(A).unwrap();
    assert!(!played.logs.concat().iter().any(|line| line.contains("an ability of a card")));
}

#[test]
fn what_comes_into_being_goes_nowhere_from_outside() {
    let cards = r#"
        Card(format: 1, name: "Test Fork", cost: "{0}", types: "Instant", abilities: [
            Spell(targets: [(what: Spell(Any))], effects: [CopySpell(what: Target(0))])]),
        Card(format: 1, name: "Test Vow", cost: "{0}", types: "Sorcery", abilities: [Spell(effects: [
            Emblem(You, [Static(effect: Affect(All(Type("Creature")), [ModifyPT(N(1), N(1))]))])])])"#;
    let mut played =
        Played::with(cards, r#"[(battlefield: ["Mountain"], hand: ["Test Fork", "Test Vow", "Shock"]), ()]"#);
    played.answer(&["cast Test Vow"]).resolve();
    played.has(B, "A gets an emblem");
    played.answer(&["cast Shock"]).answer(&["player B"]).answer(&["cast Test Fork"]).answer(&["Shock"]).resolve();
    played.has(B, "a copy of Shock is put on the stack");
    for seat in [A, B] {
        played.has_not(seat, "outside the game");
    }
}

#[test]
fn a_face_down_spell_has_no_name_for_others() {
    let mut played = Played::begin(r#"[(battlefield: ["3 Plains"], hand: ["Exalted Angel"]), ()]"#);
    played.answer(&["face down"]).resolve();
    played.has(A, "A casts Exalted Angel (face down)");
    played.has(B, "A casts a face-down card");
    played.has_not(B, "Exalted Angel");
}

#[test]
fn a_search_is_one_line() {
    let mut played = Played::begin(
        r#"[(battlefield: ["Windswept Heath"], library: ["Grizzly Bears", "Forest", "Plains", "Shock"]), ()]"#,
    );
    played.answer(&["Windswept Heath"]).resolve().answer(&["Plains"]).resolve();
    let line = "A searches their library and puts Plains onto the battlefield; shuffles";
    for seat in [A, B] {
        played.has(seat, line);
        for part in ["may look", "A shuffles", "enters", "Grizzly Bears"] {
            played.has_not(seat, part);
        }
    }
    assert_eq!(played.logs[0].iter().filter(|told| told.contains("library") && !told.contains('{')).count(), 1);
}

#[test]
fn looking_is_one_line_and_names_cards_to_those_who_see_them() {
    let mut played = Played::begin(
        r#"[(battlefield: ["2 Island"], hand: ["Impulse"], library: ["Shock", "Forest", "Plains", "Grizzly Bears"]), ()]"#,
    );
    let mut shown = [0, 0];
    played.answer(&["cast Impulse"]);
    while played.question().kind == PromptKind::Priority {
        let pass = played.question().pass().unwrap();
        let decider = played.game.decision().unwrap().decider;
        played.game.reply(decider, &Answer::One(pass)).unwrap();
    }
    for seat in [A, B] {
        for event in played.game.take_events(seat) {
            shown[seat.index()] += u32::from(matches!(event.what, ClientEvent::Shown { .. }));
            played.logs[seat.index()].extend(event.text);
        }
    }
    played.has(B, "A looks at the top 4 cards of their library");
    let own: Vec<&String> = played.logs[0].iter().filter(|line| line.contains("looks at")).collect();
    assert_eq!(own.len(), 1, "{own:?}");
    assert!(own[0].starts_with("A looks at the top 4 cards of their library: "), "{own:?}");
    assert!(["Shock", "Forest", "Plains", "Grizzly Bears"].iter().all(|name| own[0].contains(name)), "{own:?}");
    played.has_not(B, "Shock");
    // Views show the cards one by one all the same.
    assert_eq!(shown, [4, 4]);
}

#[test]
fn permanents_of_one_name_have_numbers_that_stay() {
    let mut played = Played::begin(
        r#"[(battlefield: ["3 Mountain"], hand: ["3 Shock"]), (battlefield: ["2 Grizzly Bears", "Leatherback Baloth", "2 Forest"])]"#,
    );
    let numbers = |played: &Played, seat: Seat| -> Vec<(String, Option<u32>)> {
        let view = played.game.view(seat);
        view.battlefield.iter().filter(|o| o.controller == B).map(|o| (o.name.clone().unwrap(), o.number)).collect()
    };
    let named = |name: &str, number| (name.to_owned(), number);
    let all = [
        named("Grizzly Bears", Some(1)),
        named("Grizzly Bears", Some(2)),
        named("Leatherback Baloth", None),
        named("Forest", None),
        named("Forest", None),
    ];
    assert_eq!(numbers(&played, A), all);
    assert_eq!(numbers(&played, B), all);
    played.answer(&["cast Shock"]).answer(&["Grizzly Bears (1)"]).resolve();
    played.has(B, "A casts Shock targeting Grizzly Bears (1)");
    played.has(B, "Grizzly Bears (1) is destroyed");
    // The other one is still called the second.
    assert_eq!(numbers(&played, A)[0], named("Grizzly Bears", Some(2)));
    played.answer(&["cast Shock"]).answer(&["Grizzly Bears (2)"]).resolve();
    played.has(A, "Grizzly Bears (2) is destroyed");
    assert!(numbers(&played, A).iter().all(|(_, number)| number.is_none()));
}
