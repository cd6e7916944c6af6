//! Deck files: every format read exactly, every malformed line refused where it stands.

use dracones::game::MAX_CARDS;
use dracones::tools::decks::{
    DeckEntry, DeckError, DeckFormat, DeckList, DeckProblem, MAX_BYTES, MAX_COUNT, MAX_NAME, Section, detect_format,
    parse, parse_as, read,
};
use miette::{GraphicalReportHandler, GraphicalTheme};
use std::fs;
use std::path::{Path, PathBuf};

fn sample(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/decks").join(name)
}

/// A deck in one line: `name: 4 A@1, 2 B@2 | sideboard | commanders`, with lines after `@`.
fn listing(deck: &DeckList) -> String {
    let list = |entries: &[DeckEntry]| {
        let entry = |e: &DeckEntry| format!("{} {}@{}", e.count, e.name, e.line);
        entries.iter().map(entry).collect::<Vec<_>>().join(", ")
    };
    let name = deck.name.as_deref().unwrap_or("-");
    let [main, side, command] = [&deck.main, &deck.sideboard, &deck.commanders].map(|l| list(l));
    format!("{name}: {main} | {side} | {command}")
}

fn text(deck: &str) -> String {
    match parse("deck.txt", deck) {
        Ok(deck) => listing(&deck),
        Err(error) => error.to_string(),
    }
}

/// The cases of a file: blocks of a first line, cut at its first space, and a second line.
fn cases(file: &str) -> Vec<(String, String, String)> {
    let content = fs::read_to_string(sample(file)).unwrap();
    let case = |block: &str| {
        let (head, expected) = block.trim_end().split_once('\n').unwrap();
        let (first, rest) = head.split_once(' ').unwrap();
        (first.to_owned(), rest.to_owned(), expected.to_owned())
    };
    content.split("\n\n").map(case).collect()
}

fn format(name: &str) -> DeckFormat {
    let mut all = DeckFormat::ALL.into_iter();
    all.find(|format| format!("{format:?}") == name).expect(name)
}

#[test]
fn samples_are_read_exactly() {
    for (file, name, expected) in cases("expected.txt") {
        let content = fs::read_to_string(sample(&file)).unwrap();
        assert_eq!(detect_format(&file, &content).unwrap(), format(&name), "{file}");
        let deck = read(sample(&file)).unwrap();
        assert_eq!(listing(&deck).trim_end(), expected, "{file}");
        // Without an extension the content tells the same cards.
        assert_eq!(parse("deck", &content).unwrap(), deck, "{file}");
    }
}

#[test]
fn shipped_decks_have_sixty_cards() {
    let decks = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/decks");
    let names = [
        ("green", "Green"),
        ("pauper-blue", "Pauper Blue"),
        ("pauper-blue-black", "Pauper Blue-Black"),
        ("pauper-elves", "Pauper Elves"),
        ("pauper-faeries", "Pauper Faeries"),
        ("pauper-red", "Pauper Red"),
        ("pauper-red-madness", "Pauper Red Madness"),
        ("premodern-black", "Premodern Black"),
        ("premodern-blue-white-red", "Premodern Blue-White-Red"),
        ("premodern-four-color", "Premodern Four-Color"),
        ("premodern-green-white", "Premodern Green-White"),
        ("premodern-red", "Premodern Red"),
        ("premodern-replenish", "Premodern Replenish"),
        ("red", "Red"),
        ("vanilla", "Vanilla"),
    ];
    for (file, name) in names {
        let deck = read(decks.join(file).with_extension("txt")).unwrap();
        assert_eq!((deck.name.as_deref(), deck.count(Section::Main)), (Some(name), 60));
        assert!(deck.commanders.is_empty() && matches!(deck.count(Section::Sideboard), 0 | 15), "{file}");
    }
}

/// One deck in every format, with what some of them can't say: its name, its commander.
const SAME: [(&str, DeckFormat, bool, bool); 10] = [
    ("same.txt", DeckFormat::Text, true, true),
    ("same.mtga", DeckFormat::Arena, true, true),
    ("same.dek", DeckFormat::Mtgo, false, false),
    ("same-forge.dck", DeckFormat::Forge, true, true),
    ("same-xmage.dck", DeckFormat::Xmage, true, false),
    ("same.cod", DeckFormat::Cockatrice, true, false),
    ("same.dec", DeckFormat::Dec, true, false),
    ("same.mwDeck", DeckFormat::Mws, true, false),
    ("same.o8d", DeckFormat::Octgn, false, true),
    ("same.json", DeckFormat::Mtgjson, true, true),
];

#[test]
fn one_deck_is_the_same_in_every_format() {
    for (file, format, named, commanded) in SAME {
        let content = fs::read_to_string(sample(file)).unwrap();
        let crlf = content.replace('\n', "  \r\n");
        for variant in [content.clone(), crlf, format!("\u{feff}{content}\n\n")] {
            assert_eq!(detect_format(file, &variant).unwrap(), format, "{file}");
            let mut deck = parse_as(format, file, &variant).unwrap();
            assert_eq!(parse(file, &variant).unwrap(), deck, "{file}");
            for entries in [&mut deck.main, &mut deck.sideboard, &mut deck.commanders] {
                for entry in entries {
                    let line = content.lines().nth(entry.line as usize - 1).unwrap();
                    let word = entry.name.split([' ', '-']).next().unwrap();
                    assert!(line.contains(word), "{file}: {entry:?} is not in {line}");
                    entry.line = 0;
                }
            }
            let expected = format!(
                "{}: 4 Lightning Bolt@0, 2 Fire // Ice@0, 1 Lim-Dûl's Vault@0, 20 Forest@0 \
                 | 3 Minsc & Boo, Timeless Heroes@0, 1 Forest@0 | {}",
                if named { "Same" } else { "-" },
                if commanded { "1 Krenko, Mob Boss@0" } else { "" },
            );
            assert_eq!(listing(&deck), expected, "{file}");
        }
    }
}

#[test]
fn sections_of_pasted_lists() {
    // A blank line starts the sideboard, unless something else in the file does.
    assert_eq!(text("// Stompy\n\n4x A\n\n\n2 B\n"), "-: 4 A@3 | 2 B@6 | ");
    assert_eq!(text("4 A\n\n4 B\n\nSideboard:\n2 C"), "-: 4 A@1, 4 B@3 | 2 C@6 | ");
    assert_eq!(text("4 A\n\n4 B\nsb: 2 C"), "-: 4 A@1, 4 B@3 | 2 C@4 | ");
    assert_eq!(text("//Main\n4 A\n//Sideboard\n2 C"), "-: 4 A@2 | 2 C@4 | ");
    assert_eq!(
        text("4 A\n\n2 B\n\n3 C"),
        "deck.txt:5:1: expected a `Sideboard` line, as several blank lines leave the sideboard unclear, found \"3 C\""
    );
    // Commanders are one group.
    assert_eq!(text("Commander\n1 A\n\n4 B\n\n2 C"), "-: 4 B@4 | 2 C@6 | 1 A@2");
    // A companion is in the sideboard, once.
    let companion = "About\nName The Deck\n\nCompanion\n1 A (IKO) 1\n\nDeck\n4 B (IKO) 2 *F*\n\nSideboard\n";
    assert_eq!(text(companion), "The Deck: 4 B@8 | 1 A@5 | ");
    assert_eq!(parse("deck.txt", companion).unwrap().companion().map(|entry| entry.name.as_str()), Some("A"));
    assert_eq!(text(&format!("{companion}2 C\n1 A (IKO) 1")), "The Deck: 4 B@8 | 2 C@11, 1 A@12 | ");
    assert_eq!(text("Companion\n1 A\n1 B\n\nDeck\n4 C"), "deck.txt:3:1: expected one companion, found \"1 B\"");
    // What only looks like a set is a name.
    let names = "1 Hazmat Suit (Used)\n1 B.F.M. (Big Furry Monster)\n1 Opt (xln) 65";
    assert_eq!(text(names), "-: 1 Hazmat Suit (Used)@1, 1 B.F.M. (Big Furry Monster)@2, 1 Opt@3 |  | ");
    // In these, blank lines say nothing.
    let dec = parse("deck.dec", "4 A\n\n4 B\n// Sideboard\n2 C").unwrap();
    assert_eq!(listing(&dec), "-: 4 A@1, 4 B@3 | 2 C@5 | ");
}

/// A heading may say how many cards follow, in any way that people write it.
#[test]
fn headings_with_numbers_are_headings() {
    for count in [" 4", " (4)", ": 4", " - 4", " [4]", " \u{2013} 4:", "=4"] {
        for (file, side) in [("deck.dec", "// Sideboard"), ("deck.txt", "Sideboard"), ("deck.dec", "Sideboard")] {
            let deck = format!("Creatures{count}\n4 A\n{side}{count}\n2 B\n2 C\n");
            let list = parse(file, &deck).unwrap_or_else(|error| panic!("{deck:?}: {error}"));
            assert_eq!(listing(&list), "-: 4 A@2 | 2 B@4, 2 C@5 | ", "{file}: {deck:?}");
        }
        let arena = format!("Deck{count}\n4 A (IKO) 1\n\nSideboard{count}\n2 B (IKO) 2\n");
        assert_eq!(listing(&parse("deck.mtga", &arena).unwrap()), "-: 4 A@2 | 2 B@5 | ", "{arena:?}");
    }
    // The number isn't checked, and a heading without cards is one.
    assert_eq!(text("4 A\nSideboard 4"), "-: 4 A@1 |  | ");
    assert_eq!(listing(&parse("deck.dec", "4 A\nSideboard 4").unwrap()), "-: 4 A@1 |  | ");
}

#[test]
fn nearly_a_heading_is_told() {
    let cases = [
        ("4 A\nSidebord\n2 B", "2:1", "Sidebord", "Sideboard"),
        ("4 A\nSideboad (15):\n2 B", "2:1", "Sideboad (15):", "Sideboard"),
        ("Comander\n1 A\n\nDeck\n4 B", "1:1", "Comander", "Commander"),
        ("Creaturs 4\n4 A", "1:1", "Creaturs 4", "Creatures"),
    ];
    for (deck, place, found, near) in cases {
        let said = format!(
            "deck.txt:{place}: expected a count and a card name, like `4 Forest`, or a heading, found \"{found}\": \
             did you mean `{near}`?"
        );
        assert_eq!(text(deck), said);
    }
    // The name of a card without a count isn't one.
    assert!(text("4 A\nForest").ends_with("like `4 Forest`, found \"Forest\""), "{}", text("4 A\nForest"));
}

#[test]
fn names_have_one_spelling() {
    for split in ["Fire/Ice", "Fire//Ice", "Fire / Ice", "Fire // Ice", " Fire  /\tIce "] {
        assert_eq!(text(&format!("1 {split}")), "-: 1 Fire // Ice@1 |  | ");
    }
    assert_eq!(text("1 A/B//C"), "-: 1 A // B // C@1 |  | ");
    assert_eq!(text("1 SP//dr, Piloted by Peni"), "-: 1 SP//dr, Piloted by Peni@1 |  | ");
    assert_eq!(text("1 Urza\u{2019}s\u{a0}Saga"), "-: 1 Urza's Saga@1 |  | ");
}

#[test]
fn malformed_files_are_refused_where_they_are_wrong() {
    for (name, deck, expected) in cases("refused.txt") {
        let deck: String = serde_json::from_str(&deck).unwrap();
        let error = parse_as(format(&name), "f", &deck).expect_err(&deck);
        let place = match (error.line(), error.column()) {
            (Some(line), Some(column)) => format!("{line}:{column}"),
            _ => String::new(),
        };
        assert_eq!(format!("{place}: {}", error.problem()), expected, "{deck:?}");
        let file = if place.is_empty() { "f" } else { "f:" };
        assert_eq!(error.to_string(), format!("{file}{expected}"));
    }
}

#[test]
fn limits_are_typed_errors() {
    let problem = |deck: &str| parse("f", deck).expect_err("past a limit");
    let full = format!("{MAX_COUNT} A\n").repeat(5);
    assert_eq!(parse("f", &full).unwrap().count(Section::Main), MAX_CARDS);
    let error = problem(&format!("{full}SB: 1 B"));
    assert!(matches!(error.problem(), DeckProblem::TooManyCards));
    assert_eq!((error.line(), error.column()), (Some(6), Some(5)));

    let long = "é".repeat(MAX_NAME);
    assert_eq!(parse("f", &format!("1 {long}")).unwrap().main[0].name, long);
    let error = problem(&format!("1 {long}e"));
    assert!(matches!(error.problem(), DeckProblem::LongName { length: 201, .. }), "{error}");
    // The slashes that are added count.
    let error = problem(&format!("1 a/{}", "b".repeat(MAX_NAME - 2)));
    assert!(matches!(error.problem(), DeckProblem::LongName { length: 203, .. }), "{error}");

    let fits = format!("1 A\n//{}", "x".repeat(MAX_BYTES - 6));
    assert_eq!(parse("f", &fits).unwrap().main.len(), 1);
    assert!(matches!(problem(&format!("{fits}x")).problem(), DeckProblem::TooLarge { .. }));

    for deep in ["<deck>".repeat(150_000), "{\"a\":[".repeat(100_000)] {
        assert!(matches!(problem(&deep).problem(), DeckProblem::TooDeep { .. }));
    }
    let error = problem("<?xml version=\"1.0\"?>\n<svg/>");
    assert!(matches!(error.problem(), DeckProblem::UnknownFormat { .. }), "{error}");
    assert_eq!((error.line(), error.column()), (Some(2), Some(1)));
}

#[test]
fn unreadable_files_are_errors() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        read(path).unwrap_err()
    };
    let error = write("latin.txt", b"1 A\n1 Lim-D\xfbl's Vault\n");
    assert!(matches!(error.problem(), DeckProblem::NotUtf8));
    assert_eq!((error.line(), error.column()), (Some(2), Some(8)));
    let error = write("large.txt", &vec![b'#'; MAX_BYTES + 1]);
    assert!(matches!(error.problem(), DeckProblem::TooLarge { .. }));
    let error = read(folder.path().join("none.txt")).unwrap_err();
    assert!(matches!(error.problem(), DeckProblem::Unreadable { .. }));
}

fn rendered(error: DeckError) -> String {
    let mut shown = String::new();
    let handler = GraphicalReportHandler::new_themed(GraphicalTheme::none());
    handler.render_report(&mut shown, &error).unwrap();
    shown
}

#[test]
fn errors_show_the_place_and_nothing_dangerous() {
    let error = parse("a\u{1b}.txt", "4 A\n4 \u{9b}31mÉ\u{202e} B\n").unwrap_err();
    assert_eq!(error.span(), Some(6..18));
    let shown = rendered(error);
    assert!(shown.contains("[a\\u{1b}.txt:2:3]"), "{shown}");
    assert!(shown.contains(" 2 | 4 ??31mÉ??? B"), "{shown}");
    // Of a long line, only the surroundings are shown.
    let shown = rendered(parse("f", &format!("1 {}", "é ".repeat(10_000))).unwrap_err());
    assert!(shown.len() < 1000, "{shown}");
}

/// A small generator of numbers, so that the mangled files are the same in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        ((mixed ^ (mixed >> 31)) % sides as u64) as usize
    }
}

fn mangled(dice: &mut Dice, file: &str) -> String {
    // Parted by a character that no format gives a meaning to.
    let nasty = "\0~\u{1b}[2J~\"~\\~<~</~>~&#0;~]]>~{~]~[~//~SB:~\n\n~\r~0~99999999999\
        ~é\u{301}~\u{feff}~(AB) ~<!--~|~=~\u{2028}";
    let nasty: Vec<&str> = nasty.split('~').collect();
    let mut bytes = file.as_bytes().to_vec();
    for _ in 0..=dice.roll(4) {
        let at = dice.roll(bytes.len() + 1);
        let end = (at + dice.roll(12)).min(bytes.len());
        match dice.roll(5) {
            0 => drop(bytes.drain(at..end)),
            1 => bytes.truncate(at),
            2 => bytes.extend_from_within(at..end),
            3 if at < bytes.len() => bytes[at] = dice.roll(256) as u8,
            _ => drop(bytes.splice(at..at, nasty[dice.roll(nasty.len())].bytes())),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn no_mangled_file_panics_or_breaks_a_limit() {
    let mut dice = Dice(2024);
    let (mut read, mut refused) = (0, 0);
    for (file, format, ..) in SAME {
        let content = fs::read_to_string(sample(file)).unwrap();
        for _ in 0..1000 {
            let text = mangled(&mut dice, &content);
            // Also a format that never meant to see such a file.
            let other = DeckFormat::ALL[dice.roll(DeckFormat::ALL.len())];
            let as_other = parse_as(other, "f", &text);
            for result in [parse_as(format, "f", &text), as_other, parse("f", &text)] {
                match result {
                    Ok(deck) => {
                        read += 1;
                        check(&deck, &text);
                    }
                    Err(error) => {
                        refused += 1;
                        let shown = error.to_string() + &rendered(error);
                        assert!(!shown.contains(|c: char| c.is_control() && c != '\n'), "{shown:?}");
                    }
                }
            }
        }
    }
    assert!(read > 1000 && refused > 1000, "{read} read, {refused} refused");
}

fn check(deck: &DeckList, file: &str) {
    let total: u32 = deck.entries().map(|(_, entry)| entry.count).sum();
    assert!(total <= MAX_CARDS && !deck.main.is_empty());
    for (_, entry) in deck.entries() {
        assert!((1..=MAX_COUNT).contains(&entry.count));
        assert!((1..=file.split('\n').count()).contains(&(entry.line as usize)), "{entry:?}");
        let name = &entry.name;
        assert!((1..=MAX_NAME).contains(&name.chars().count()) && !name.contains(char::is_control));
        // A name that was accepted is accepted again, as it is.
        let again = parse_as(DeckFormat::Dec, "f", &format!("1 {name}")).unwrap();
        assert_eq!(&again.main[0].name, name);
    }
}

#[test]
fn marks_of_deck_builders_are_understood() {
    assert_eq!(
        text("4 Lava Spike (CHK) 178 #burn #!two words\n1 Olivia Voldaren *cmdr*\n20 Mountain (M10) 242 *F* #land\n"),
        "-: 4 Lava Spike@1, 20 Mountain@3 |  | 1 Olivia Voldaren@2"
    );
    assert_eq!(text("1 Olivia Voldaren *CMDR* #boss\n4 Forest #green"), "-: 4 Forest@2 |  | 1 Olivia Voldaren@1");
}

#[test]
fn headings_of_groups_say_nothing() {
    let pasted = "Creatures (2)\n2 Grizzly Bears\n\nInstants and Sorceries (3):\n3 Shock\n\nLands (20)\n20 Forest\n\nSideboard (1)\n1 Naturalize\n";
    assert_eq!(text(pasted), "-: 2 Grizzly Bears@2, 3 Shock@5, 20 Forest@8 | 1 Naturalize@11 | ");
    // Blank lines between groups are no beginning of a sideboard.
    let plain = "Deck (22)\nCreatures:\n2 Grizzly Bears\n\nNonbasic lands:\n20 Treetop Village\n";
    assert_eq!(text(plain), "-: 2 Grizzly Bears@3, 20 Treetop Village@6 |  | ");
    // A name without a count isn't taken for a heading.
    for wrong in ["Forest (4)\n4 Shock\n", "Forest:\n4 Shock\n", "Creature\n4 Shock\n", "Lands (x)\n4 Shock\n"] {
        assert!(text(wrong).contains("expected a count and a card name"), "{wrong}: {}", text(wrong));
    }
}
