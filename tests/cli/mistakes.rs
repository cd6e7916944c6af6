//! A file is refused with all that is wrong with it.

use super::{dracones, refused};
use dracones::cards::CardDb;
use dracones::cards::check::parse_card;
use dracones::tools::decks;
use dracones::tools::scenario::{self, Case};
use serde_json::Value;
use std::fs;
use tempfile::TempDir;

/// The places of all mistakes of a deck.
fn places(name: &str, text: &str) -> Vec<(u32, u32)> {
    let error = decks::parse(name, text).expect_err(text);
    let place = |e: &decks::DeckError| (e.line().unwrap_or(0), e.column().unwrap_or(0));
    std::iter::once(&error).chain(error.others()).map(place).collect()
}

#[test]
fn decks_in_every_format() {
    let lines = "4 Forest\nForest\n0 Forest\n\n4 Swamp\nSB: x Swamp\n4 Forest\u{7}x\n";
    assert_eq!(places("deck.txt", lines), [(2, 1), (3, 1), (6, 5), (7, 3)]);
    assert_eq!(places("deck.dec", lines), [(2, 1), (3, 1), (6, 5), (7, 3)]);
    let arena = "About\nTitle X\n\nDeck\n4 Forest (M10) 1\n4 Swamp (M10) x y\n4000 Island (M10) 3\n";
    assert_eq!(places("deck.mtga", arena), [(2, 1), (6, 15), (7, 1)]);
    let mws = "4 [M10] Forest\n4 [M10 Forest\n0 [M10] Swamp\n";
    assert_eq!(places("deck.mwDeck", mws), [(2, 3), (3, 1)]);
    let forge = "[metadata]\nName\n[Main]\n4 Forest|M10\nForest\n[Kitchen]\n4 Swamp\n4 Plains\n[Planes]\n1 A\n1 B\n[Sideboard]\n0 Swamp\n";
    assert_eq!(places("deck.dck", forge), [(2, 1), (5, 1), (6, 1), (10, 1), (13, 1)]);
    let xmage = "NAME:x\n4 [M10:1] Forest\n4 Forest\nSB: 0 [M10:2] Swamp\n";
    assert_eq!(places("deck.dck", xmage), [(3, 3), (4, 5)]);
    let cod = "<?xml version=\"1.0\"?>\n<cockatrice_deck>\n<zone name=\"main\">\n<card number=\"0\" name=\"Forest\"/>\n\
               <card number=\"4\"/>\n<card number=\"4\" name=\"Forest\"/>\n</zone>\n<zone name=\"attic\"/>\n</cockatrice_deck>\n";
    assert_eq!(places("deck.cod", cod), [(4, 15), (5, 1), (8, 13)]);
    let dek = "<?xml version=\"1.0\"?>\n<Deck>\n<Cards Quantity=\"4\" Name=\"Forest\"/>\n<Cards Quantity=\"x\" Name=\"Forest\"/>\n\
               stray\n<Cards Quantity=\"4\" Sideboard=\"maybe\" Name=\"Swamp\"/>\n</Deck>\n";
    assert_eq!(places("deck.dek", dek), [(5, 1), (4, 18), (6, 32)]);
    let o8d = "<?xml version=\"1.0\"?>\n<deck>\n<section name=\"Main\">\n<card qty=\"0\">Forest</card>\n<card>Swamp</card>\n\
               </section>\n<section name=\"Schemes\">\n<card qty=\"1\">A</card>\n<card qty=\"1\">B</card>\n</section>\n</deck>\n";
    assert_eq!(places("deck.o8d", o8d), [(4, 12), (5, 1), (7, 16)]);
    let json = "{\"data\": {\"mainBoard\": [\n{\"count\": 0, \"name\": \"Forest\"},\n{\"count\": 4},\n{\"count\": 4, \"name\": \"Swamp\"}],\n\
                \"sideBoard\": 3,\n\"planes\": [{\"count\": 1, \"name\": \"A\"}]}}\n";
    assert_eq!(places("deck.json", json), [(2, 11), (3, 1), (5, 14), (6, 12)]);
}

#[test]
fn at_most_twenty_are_listed() {
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    let text = format!("40 Forest\n{}", "0 Swamp\n".repeat(33));
    let error = decks::parse("deck.txt", &text).expect_err("33 mistakes");
    assert_eq!((error.others().len(), error.more()), (19, 13));
    fs::write(here.join("deck.txt"), text).unwrap();
    refused(here, &["deck", "check", "deck.txt"], &["deck.txt:2:1", "deck.txt:21:1", "... and 13 more"]);
    // The limit of cards is told once.
    let error = decks::parse("deck.txt", &"1000 Forest\n".repeat(900)).expect_err("too many");
    assert_eq!((error.line(), error.others().len()), (Some(6), 0));

    let effects: Vec<String> = (0..25).map(|n| format!("Tap(Targets({n}))")).collect();
    let text = format!(
        "Card(format: 1, name: \"Test Taps\", types: \"Instant\", abilities: [Spell(effects: [\n{}])])",
        effects.join(",\n")
    );
    let error = parse_card("card.ron", &text).expect_err("25 mistakes");
    assert_eq!((error.line, error.others.len()), (2, 19));
    let last = error.others.last().unwrap();
    assert_eq!((last.line, last.more.as_deref()), (21, Some("... and 5 more")));
}

#[test]
fn cards() {
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    let text = "Card(\n    format: 1,\n    name: \"Test Wrong\",\n    types: \"Creature - Bear\",\n    abilities: [\n        \
                Triggered(when: Enters(Is(This)), effects: [Tap(Targets(0)), Reveal(Var(\"x\"))]),\n        \
                Activated(cost: [Tap], effects: [Tap(Targets(1)), Tap(Targets(2))]),\n        \
                Spell(modes: (min: 2, max: 1, list: [(effects: [Draw(count: TargetCount)])])),\n    ],\n)\n";
    let error = parse_card("wrong.ron", text).expect_err(text);
    let lines: Vec<usize> = std::iter::once(&*error).chain(&error.others).map(|e| e.line).collect();
    assert_eq!(lines, [4, 8, 6, 6, 7, 7, 8, 8], "{error:?}");
    fs::write(here.join("wrong.ron"), text).unwrap();
    let all = [
        "wrong.ron:4:",
        "`Targets(0)`",
        "\"x\" is read",
        "`Targets(1)`",
        "`Targets(2)`",
        "modes:",
        "1 file has errors",
    ];
    refused(here, &["cards", "check", "wrong.ron"], &all);
}

/// What an ability or a spell was paid with is known, what an instruction was paid with isn't.
#[test]
fn what_an_instruction_is_paid_with() {
    let card = |ability: &str| {
        format!("Card(format: 1, name: \"Test\", types: \"Creature - Bear\", pt: (2, 2),\nabilities: [\n{ability}\n])")
    };
    let cost = "cost: [Sacrifice(N(1), Type(\"Creature\"))]";
    let later = card(&format!(
        "Triggered(when: Enters(Is(This)), effects: [MayPay({cost}, then: [Draw(count: Power(PaidWith))])])"
    ));
    let error = parse_card("wrong.ron", &later).expect_err(&later);
    assert!(error.line == 3 && error.to_string().contains("`PaidWith`"), "{error}");
    let before = card(&format!("Activated({cost}, effects: [Draw(count: Power(PaidWith))])"));
    parse_card("fine.ron", &before).unwrap_or_else(|e| panic!("{e}"));
}

/// One player decides; each of several does in a loop. Nobody defends where nothing attacks.
#[test]
fn who_decides_and_who_defends() {
    let card = |types: &str, ability: &str| format!("Card(format: 1, name: \"Test\", types: \"{types}\", {ability})");
    let creature = |ability: &str| card("Creature - Bear", &format!("pt: (2, 2),\nabilities: [\n{ability}\n]"));
    let spell = |ability: &str| card("Instant", &format!("\nabilities: [\n{ability}\n]"));
    let enters = |effect: &str| creature(&format!("Triggered(when: Enters(Is(This)), effects: [{effect}])"));
    let lands = "Count(All(And([Type(\"Land\"), Controlled(Defending)])))";
    let wrong = [
        (enters("May(who: EachPlayer, then: [Scry(EachPlayer, N(1))])"), "`May`"),
        (enters("MayPay(who: EachOpponent, cost: [Mana(\"{1}\")], then: [Draw(who: EachOpponent)])"), "`MayPay`"),
        (enters("ChooseNumber(who: Nonactive, min: N(0), max: N(3), into: \"n\")"), "`ChooseNumber`"),
        (spell(&format!("Spell(effects: [GainLife(You, {lands})])")), "`Defending`"),
        (
            creature(&format!(
                "Static(only_if: Compare({lands}, Ge, N(1)), effect: Affect(All(Type(\"Creature\")), [ModifyPT(N(1), N(1))]))"
            )),
            "`Defending`",
        ),
    ];
    for (text, words) in wrong {
        let error = parse_card("wrong.ron", &text).expect_err(&text);
        assert!(error.line == 3 && error.to_string().contains(words), "{text}: {error}");
    }
    let right = [
        enters("ForEach(Players(EachPlayer), [May(who: It, then: [Scry(It, N(1))])])"),
        creature(&format!("Triggered(when: Attacks(Is(This)), effects: [GainLife(You, {lands})])")),
        creature(&format!(
            "Static(only_if: Compare({lands}, Ge, N(1)), effect: Affect(The(This), [ModifyPT(N(1), N(1))]))"
        )),
    ];
    for text in right {
        parse_card("fine.ron", &text).unwrap_or_else(|e| panic!("{text}: {e}"));
    }
}

/// Cards meld into the combined back of the one whose ability it is, and in no other way.
#[test]
fn what_cards_meld_into() {
    let card = |layout: &str, entry: &str| {
        let mill = "name: \"Whole Mill\", types: \"Creature - Golem\", pt: (5, 5)";
        let melds = format!("Move(what: Var(\"pair\"), to: Battlefield({entry}))");
        let keeps = "Keep(\"pair\", All(Type(\"Creature\")))";
        let melds = format!("Activated(cost: [Tap], effects: [{keeps}, {melds}])");
        format!(
            "Card(format: 1, name: \"Test Mill\", types: \"Creature - Golem\", pt: (1, 1),\nabilities: [\n{melds}\n],\nother: ({layout}, ({mill})))"
        )
    };
    for entry in ["melded: \"Whole Mill\"", "melded: \"Whole Mill\", tapped: true, attacking: true"] {
        parse_card("fine.ron", &card("Meld", entry)).unwrap_or_else(|e| panic!("{e}"));
    }
    for (layout, entry) in [
        ("Transform", "melded: \"Whole Mill\""),
        ("Meld", "melded: \"Other Mill\""),
        ("Meld", "melded: \"Whole Mill\", transformed: true"),
    ] {
        let error = parse_card("wrong.ron", &card(layout, entry)).expect_err(entry);
        assert!(error.line == 3 && error.message.contains("`melded`"), "{error}");
    }
}

/// CR 712.4b: no card is what two cards meld into.
#[test]
fn decks_have_no_melded_cards() {
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    fs::write(here.join("deck.txt"), "56 Mountain\n4 Hanweir, the Writhing Township\n").unwrap();
    refused(here, &["deck", "check", "deck.txt"], &["Hanweir, the Writhing Township", "two cards meld into it"]);
    fs::write(here.join("deck.txt"), "56 Mountain\n4 Hanweir Garrison\n").unwrap();
    let (status, out, error) = dracones(here, &["deck", "check", "deck.txt"]);
    assert_eq!(status, 0, "{out}{error}");
}

/// An ability on the stack isn't an artifact, whatever its source is.
#[test]
fn qualities_that_abilities_lack() {
    let card = |filter: &str| {
        format!(
            "Card(format: 1, name: \"Test\", types: \"Instant\",\nabilities: [\nSpell(targets: [(what: Ability({filter}))], effects: [Counter(what: Targets(0))])\n])"
        )
    };
    for lacks in ["Type(\"Artifact\")", "And([IsAbility(Activated), Not(Permanent)])", "Or([Controlled(You), Spell])"] {
        let error = parse_card("wrong.ron", &card(lacks)).expect_err(lacks);
        assert!(error.line == 3 && error.message.contains("`AbilityOf(..)`"), "{error}");
    }
    for has in ["Any", "AbilityOf(Type(\"Artifact\"))", "Targets(Type(\"Creature\"))"] {
        parse_card("fine.ron", &card(has)).unwrap_or_else(|e| panic!("{e}"));
    }
}

#[test]
fn what_begins_no_term() {
    let card =
        |ability: &str| format!("Card(format: 1, name: \"Test\", types: \"Instant\",\nabilities: [\n{ability}\n])");
    let cases = [
        ("Spell(effects: [Draw(count: 3)])", "expected a quantity: `N(3)`"),
        ("Spell(effects: [Draw(count: \"x\")])", "expected a quantity, found `\"`"),
        ("Spell(effects: [Draw(count: [3])])", "expected a quantity, found `[`"),
        ("Spell(effects: [Continuous(Affect(The(This), [ModifyPT(1, 1)]), EndOfTurn)])", "expected a quantity: `N(1)`"),
        ("Triggered(when: Enters(This), effects: [])", "expected a filter: `Is(This)`"),
        ("Spell(effects: [Tap(This)])", "expected objects: `The(This)`"),
        ("Spell(effects: [Tap(7)])", "expected objects, found `7`"),
    ];
    for (ability, expected) in cases {
        let error = parse_card("card.ron", &card(ability)).expect_err(ability);
        assert!(error.message.contains(expected) && error.line == 3, "{ability}: {error}");
    }
}

#[test]
fn decks_name_nothing_internal() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("deck.txt"), "4 Forest\nForest\n0 Forest\n").unwrap();
    let (_, _, error) = dracones(folder.path(), &["deck", "check", "deck.txt"]);
    assert!(error.contains("deck.txt:2:1") && error.contains("deck.txt:3:1") && !error.contains("::"), "{error}");
    fs::write(folder.path().join("deck.txt"), "40 Forrest\n").unwrap();
    let (_, _, error) = dracones(folder.path(), &["deck", "check", "deck.txt"]);
    assert!(error.contains("did you mean Forest") && !error.contains("::"), "{error}");
}

#[test]
fn scenarios() {
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    let card = |name: &str| format!("Card(format: 1, name: \"{name}\", types: \"Creature - Bear\")");
    let one = |title: &str, cards: &str| {
        format!("Scenario(format: 1, title: \"{title}\", cards: [\n{cards}],\nplayers: [(), ()], script: [])")
    };
    let text = format!("[{},\n{}]", one("one", &(card("A") + ",\n" + &card("B"))), one("two", &card("A")));
    let error = scenario::parse("test.ron", text.clone()).expect_err("three bears without bodies");
    let found: Vec<_> = std::iter::once(&*error).chain(&error.others).map(|e| (e.line, e.title.as_str())).collect();
    assert_eq!(found, [(2, "one: "), (3, "one: "), (6, "two: ")]);
    fs::write(here.join("bears.ron"), text).unwrap();
    let (status, out, _) = dracones(here, &["scenario", "run", "bears.ron"]);
    assert_eq!(status, 2);
    assert!(out.contains("bears.ron:2:") && out.contains("bears.ron:3:") && out.contains("bears.ron:6:"), "{out}");

    // What the position lacks: cards first, then what is about those on the board.
    let text = "Scenario(\n    format: 1,\n    title: \"t\",\n    players: [\n        \
                (battlefield: [\"Grizly Bears\", \"200 Forest\"], hand: [\"Lightning Bolf\"]),\n        \
                (battlefield: [\"Zzyzzx Q\"], status: [CopyOf(\"x\", \"Fores\")]),\n    ],\n    script: [],\n)\n";
    fs::write(here.join("cards.ron"), text).unwrap();
    let (status, out, _) = dracones(here, &["scenario", "run", "cards.ron"]);
    assert_eq!(status, 1);
    for part in ["`Grizly Bears` (did you mean", "`200 Forest`", "`Lightning Bolf`", "`Zzyzzx Q`", "`Fores`"] {
        assert!(out.replace("\n  │ ", " ").contains(part), "{part}: {out}");
    }
    let (_, out, _) = dracones(here, &["scenario", "run", "cards.ron", "--json"]);
    let row: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(row["others"].as_array().unwrap().len(), 4, "{row}");
    let text = "Scenario(\n    format: 1,\n    title: \"t\",\n    players: [\n        \
                (battlefield: [\"a = Forest\"], status: [Tapped(\"b\"), Damage(\"c\", 1)], mana: \"{Q}\"),\n        \
                (battlefield: [\"a = Swamp\"], status: [ControlledBy(\"a\", 7)]),\n    ],\n    \
                timestamps: [\"d\"],\n    script: [],\n)\n";
    let file = scenario::parse("board.ron", text.to_owned()).unwrap();
    let case = Case { timestamps: vec!["d"], without: &[] };
    let unfit = scenario::position(&file.scenarios[0], &case, &CardDb::embedded()).map(|_| ()).unwrap_err();
    let at: Vec<_> = std::iter::once(&unfit).chain(&unfit.others).filter_map(|u| u.at.as_deref()).collect();
    assert_eq!(at, ["a = Swamp", "{Q}", "b", "c", "a", "d"], "{unfit:?}");
}

/// A file that can't be read is told with all mistakes that can be told apart, in words of this format.
#[test]
fn all_mistakes_of_a_card_are_told_at_once() {
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    let text = "Card(\n    format: 1,\n    name: \"Test\",\n    types: \"Creature - Bear\",\n    pt: (2, two),\n    abilities: [\n        \
                // Ä comment, with \"quotes\" and ] brackets.\n        \
                Keywords([Fly, Haste, Tramples]),\n        \
                Activated(cost: [Tap], effects: [Draw(count: 3), Tap(This), Damage(amount: N(1))]),\n        \
                Triggered(when: Enter(Is(This)), effects: [Draw()], unless: 3),\n        \
                Static(effect: Affect(All(Any), [ModifyPT(N(1))])),\n    ],\n    loyalty: \"x\",\n)\n";
    let error = parse_card("wrong.ron", text).expect_err(text);
    let found: Vec<(usize, usize)> =
        std::iter::once(&*error).chain(&error.others).map(|e| (e.line, e.column)).collect();
    let lines: Vec<usize> = found.iter().map(|(line, _)| *line).collect();
    assert_eq!(lines, [5, 8, 8, 9, 9, 9, 10, 10, 11, 13], "{error:#?}");
    let mut sorted = found.clone();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(sorted, found);
    fs::write(here.join("wrong.ron"), text).unwrap();
    let (_, _, said) = dracones(here, &["cards", "check", "wrong.ron"]);
    for part in
        ["did you mean", "`Flying`", "`Trample`", "expected a quantity: `N(3)`", "`The(This)`", "`unless`", "2 parts"]
    {
        assert!(said.contains(part), "`{part}` isn't in: {said}");
    }
    // Nothing of the parser's own words.
    for raw in ["Expected", "Unexpected", "Error:", "tuple", "variant", "struct ", "::", "i32"] {
        assert!(!said.contains(raw), "`{raw}` is in: {said}");
    }
}

/// What is wrong with the form of a text, in words of this format.
#[test]
fn syntax_in_words() {
    let cases = [
        ("Card(", "the text ends here, but a bracket is still open"),
        ("Card(format: 1", "expected a comma, or the end of what the bracket holds"),
        ("Card(format: 1, name: Test, types: \"Instant\")", "expected a text in quotes"),
        ("Card(format: 1, name: \"Test, types: \"Instant\")", "expected a comma"),
        (
            "Card(format: 1, name: \"Test\", types: \"Instant\", types: \"Sorcery\")",
            "the field `types` of `Card` is there twice",
        ),
        ("Card(format: 1, name: \"Test\", types: \"Instant\") more", "expected the end of the file"),
        ("Card(format: 1, name: \"Test\", types: \"Instant\", pt: 2)", "expected"),
        ("Card(format: 1, name: \"Test\", types: \"Instant\", abilities: Spell())", "expected a list"),
        ("Card(format: one, name: \"Test\", types: \"Instant\")", "expected a number"),
        ("Card(format: 99999999, name: \"Test\", types: \"Instant\")", "out of range"),
        ("Cart(format: 1)", "expected `Card(...)`, found `Cart`"),
        ("/* Card(format: 1)", "this comment has no end"),
    ];
    for (text, part) in cases {
        let error = parse_card("card.ron", text).expect_err(text);
        let said = error.to_string();
        let raw = ["Expected", "Unexpected", "Non-whitespace", "Duplicate"].iter().find(|raw| said.contains(**raw));
        assert!(said.contains(part) && raw.is_none(), "{text}: {said}");
    }
}

/// Later mistakes are told like the first one.
#[test]
fn later_mistakes_have_the_same_head() {
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    fs::write(here.join("deck.txt"), "4 Forest\nForest\n0 Forest\n").unwrap();
    fs::write(here.join("x.ron"), "Scenario(format: 1, title: \"t\", players: [(), ()], script: [Resolv, Pas(by: 1)])")
        .unwrap();
    fs::write(here.join("run.ron"), "Run(format: 1, players: [(deck: 3), (dek: \"red\")])").unwrap();
    for arguments in [["deck", "check", "deck.txt"], ["scenario", "run", "x.ron"], ["match", "run.ron", "--pairs=1"]] {
        let (status, out, error) = dracones(here, &arguments);
        let said = out + &error;
        assert_eq!((status, said.matches("  × ").count()), (2, 2), "{arguments:?}: {said}");
        assert!(!said.contains("Error:"), "{said}");
    }
}

/// Of several triggered abilities that wait, those with one name are told apart by what they do.
#[test]
fn triggers_of_one_name_are_told_apart() {
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    let text = r#"Scenario(format: 1, title: "two triggers",
        cards: [Card(format: 1, name: "Test Herald", cost: "{0}", types: "Creature - Bird", pt: (1, 1), abilities: [
            Triggered(when: Enters(Is(This)), effects: [Draw()]),
            Triggered(when: Enters(Is(This)), effects: [GainLife(You, N(2))]),
        ])],
        players: [(hand: ["Test Herald"]), ()],
        script: [Cast(by: 1, card: "Test Herald"), Resolve, Pass(by: 1)])"#;
    fs::write(here.join("two.ron"), text).unwrap();
    let (status, out, _) = dracones(here, &["scenario", "run", "two.ron"]);
    let out = out.replace("\n  │ ", " ");
    assert_eq!(status, 1, "{out}");
    assert!(out.contains("\"trigger 1\" (Test Herald): ") && out.contains("draw a card"), "{out}");
    assert!(out.contains("\"trigger 2\" (Test Herald): ") && out.contains("gain 2 life"), "{out}");
}
