//! Decks with two commanders or with a companion, as files.

use super::{dracones, refused};
use std::fs;
use tempfile::TempDir;

/// Two partners, another legend, and a companion that asks for small creatures.
const CARDS: [(&str, &str); 4] = [
    ("axe", r#"name: "Test Axe", cost: "{R}", abilities: [Keyword(Partner(Partner))]"#),
    ("bow", r#"name: "Test Bow", cost: "{G}", abilities: [Keyword(Partner(Partner))]"#),
    ("sun", r#"name: "Test Sun", cost: "{G}", abilities: [Keyword(Partner(With("Test Moon")))]"#),
    (
        "friend",
        r#"name: "Test Friend", cost: "{G}", abilities: [Keyword(Companion(Each(Type("Creature"), ManaValue(Le, N(2)))))]"#,
    ),
];

fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    fs::create_dir(here.join("cards")).unwrap();
    for (file, card) in CARDS {
        let text = format!("Card(format: 1, {card}, types: \"Legendary Creature - Elf\", pt: (2, 2))\n");
        fs::write(here.join(format!("cards/{file}.ron")), text).unwrap();
    }
    let decks = [
        ("small.txt", "Companion\n1 Test Friend\n\nDeck\n24 Forest\n36 Grizzly Bears\n"),
        ("large.txt", "Companion\n1 Test Friend\n\nDeck\n24 Forest\n36 Hill Giant\n"),
        ("none.txt", "Companion\n1 Shock\n\nDeck\n24 Forest\n36 Grizzly Bears\n"),
        ("two.txt", "Commander\n1 Test Axe\n1 Test Bow\n\nDeck\n49 Mountain\n49 Forest\n"),
        ("apart.txt", "Commander\n1 Test Axe\n1 Test Sun\n\nDeck\n98 Mountain\n"),
    ];
    for (file, text) in decks {
        fs::write(here.join(file), text).unwrap();
    }
    folder
}

#[test]
fn a_companion_is_accepted_if_the_deck_is_as_it_asks() {
    let folder = folder();
    let here = folder.path();
    let (status, out, error) = dracones(here, &["deck", "check", "small.txt", "--cards", "cards"]);
    let told = "small: 60 cards, 1 in the sideboard, with Test Friend as the companion; all cards are known\n";
    assert_eq!((status, out.as_str()), (0, told), "{error}");
    let unfulfilled = ["Test Friend can't be the companion", "the starting deck doesn't fulfil its condition"];
    refused(here, &["deck", "check", "large.txt", "--cards", "cards"], &unfulfilled);
    refused(here, &["simulate", "--deck", "large.txt", "--deck", "red", "--cards", "cards"], &unfulfilled);
    let without = ["Shock can't be the companion: it has no companion ability"];
    refused(here, &["deck", "check", "none.txt", "--cards", "cards"], &without);
    // What is shown is the same deck.
    let (_, shown, _) = dracones(here, &["deck", "show", "small.txt", "--cards", "cards"]);
    fs::write(here.join("again.txt"), &shown).unwrap();
    assert_eq!(dracones(here, &["deck", "show", "again.txt", "--cards", "cards"]).1, shown);
    assert!(shown.contains("Companion\n1 Test Friend\n"), "{shown}");
}

#[test]
fn games_with_companions_are_replayed() {
    let folder = folder();
    let here = folder.path();
    let games = ["simulate", "--deck", "small.txt", "--deck", "small.txt", "--games", "3", "--agent", "greedy"];
    let out = ["--cards", "cards", "--out", "rows.jsonl"];
    let (status, _, error) = dracones(here, &[&games[..], &out[..]].concat());
    assert_eq!(status, 0, "{error}");
    let header = fs::read_to_string(here.join("rows.jsonl")).unwrap();
    let header = header.lines().next().unwrap();
    assert!(header.contains(r#""companions":["Test Friend","Test Friend"]"#), "{header}");
    let (status, log, error) = dracones(here, &["replay", "rows.jsonl", "--game", "0", "--cards", "cards"]);
    assert_eq!(status, 0, "{error}");
    assert!(log.contains("Test Friend"), "{log}");
}

#[test]
fn two_commanders_are_accepted_if_a_partner_ability_allows_it() {
    let folder = folder();
    let here = folder.path();
    let check = |deck: &str| {
        let arguments = ["deck", "check", deck, "--format", "commander", "--cards", "cards"];
        dracones(here, &arguments).2
    };
    // Whether cards of one's own are legal isn't known; of the commanders there is nothing to say.
    let two = check("two.txt");
    assert!(two.contains("whether Test Axe is legal in commander is not known"), "{two}");
    assert!(!two.contains("commanders") && !two.contains("colours") && !two.contains("cards,"), "{two}");
    let apart = check("apart.txt");
    let told = "Test Axe and Test Sun can't be commanders together: no partner ability allows it";
    assert!(apart.contains(told), "{apart}");
    let (status, _, error) =
        dracones(here, &["simulate", "--deck", "two.txt", "--deck", "two.txt", "--games", "2", "--cards", "cards"]);
    assert_eq!(status, 0, "{error}");
}
