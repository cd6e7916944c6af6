//! Files in each shape, with cards that nobody has printed; and files that are broken in each way.

use super::*;
use crate::cards::def::Color;
use crate::cards::{CardDb, Origin};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::fs;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use tempfile::TempDir;

const SCRYFALL: &str = r#"[
{"object":"card","name":"Marsh Example","layout":"normal","mana_cost":"{1}{B}","type_line":"Creature — Zombie","oracle_text":"","power":"2","toughness":"2","released_at":"2026-03-01","legalities":{"pauper":"legal","modern":"banned","vintage":"restricted","standard":"not_legal"},"games":["paper","mtgo"]},
{"object":"card","name":"Left Example // Right Example","layout":"split","mana_cost":"{R} // {U}","card_faces":[{"name":"Left Example","mana_cost":"{R}","type_line":"Instant","oracle_text":"Zork."},{"name":"Right Example","mana_cost":"{U}","type_line":"Instant","oracle_text":"Zork twice."}],"released_at":"2026-05-02","legalities":{"modern":"legal"}},
{"object":"card","name":"Marsh Example","layout":"token","type_line":"Token Creature — Zombie","set_type":"token"},
{"object":"card","name":"Painted Example // Painted Example","layout":"art_series","card_faces":[{"name":"Painted Example"},{"name":"Painted Example"}]},
{"object":"card","name":"Silly Example","layout":"normal","type_line":"Creature — Clown","set_type":"funny","legalities":{"modern":"not_legal"}},
{"object":"card","name":"A-Marsh Example","layout":"normal","type_line":"Creature — Zombie","legalities":{"historic":"legal"}},
{"object":"card","name":"Wire Example","layout":"normal","type_line":"Artifact","games":["arena"],"legalities":{"historic":"legal"}},
{"object":"card","name":"Far Example","layout":"planar","type_line":"Plane — Serra's Realm"},
{"object":"card","name":"Marsh Example","layout":"normal","mana_cost":"{9}","type_line":"Artifact","legalities":{"modern":"legal"}},
{"object":"card","name":7,"type_line":"Artifact"}
]"#;

const ATOMIC: &str = r#"{"meta": {"date": "2026-04-03", "version": "5"}, "data": {
"Marsh Example": [{"name": "Marsh Example", "layout": "normal", "manaCost": "{1}{B}", "type": "Creature — Zombie", "power": "2", "toughness": "2", "legalities": {"pauper": "Legal", "modern": "Banned", "vintage": "Restricted"}}],
"Left Example // Right Example": [
 {"name": "Left Example // Right Example", "faceName": "Left Example", "side": "a", "layout": "split", "manaCost": "{R}", "type": "Instant", "text": "Zork.", "legalities": {"modern": "Legal"}},
 {"name": "Left Example // Right Example", "faceName": "Right Example", "side": "b", "layout": "split", "manaCost": "{U}", "type": "Instant", "text": "Zork twice."}],
"Silly Example": [{"name": "Silly Example", "layout": "normal", "type": "Creature — Clown", "isFunny": true}]
}}"#;

const PLAIN: &str = r#"{"name": "Marsh Example", "layout": "normal", "faces": [{"name": "Marsh Example", "manaCost": "{1}{B}", "type": "Creature — Zombie", "text": "", "power": "2", "toughness": "2"}], "legalities": {"pauper": "Legal", "modern": "Banned", "vintage": "Restricted"}, "legalitiesAsOf": "2026-08-22 (somebody)"}
{"name": "Left Example // Right Example", "layout": "split", "faces": [{"name": "Left Example", "manaCost": "{R}", "type": "Instant", "text": "Zork."}, {"name": "Right Example", "manaCost": "{U}", "type": "Instant", "text": "Zork twice."}], "legalities": {"modern": "Legal"}}
{"name": "Half Example // Other Example", "layout": "adventure", "faces": [{"name": "Half Example", "type": "Artifact", "text": ""}], "incomplete": true}
"#;

struct File {
    _folder: TempDir,
    path: PathBuf,
}

fn file(name: &str, content: impl AsRef<[u8]>) -> File {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, content).unwrap();
    File { _folder: folder, path }
}

fn packed(text: &str) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(text.as_bytes()).unwrap();
    packed.finish().unwrap()
}

fn entries(content: impl AsRef<[u8]>) -> Result<(Vec<Entry>, Read), ImportError> {
    let file = file("cards.json", content);
    let mut entries = Vec::new();
    let read = read(&file.path, &mut |entry| {
        entries.push(entry);
        ControlFlow::Continue(())
    })?;
    Ok((entries, read))
}

fn cards(entries: &[Entry]) -> Vec<&Record> {
    entries.iter().filter_map(|entry| if let Entry::Card(record) = entry { Some(record) } else { None }).collect()
}

fn skipped(entries: &[Entry]) -> Vec<(&str, u64, &Skip)> {
    let skipped = entries.iter().filter_map(|entry| match entry {
        Entry::Skipped { name, line, why } => Some((name.as_str(), *line, why)),
        Entry::Card(_) => None,
    });
    skipped.collect()
}

#[test]
fn three_shapes_say_the_same() {
    let shapes = [
        (SCRYFALL, Shape::Array, "2026-05-02", [2, 3]),
        (ATOMIC, Shape::Atomic, "2026-04-03", [2, 5]),
        (PLAIN, Shape::Objects, "2026-08-22", [1, 2]),
    ];
    let expected = entries(PLAIN).unwrap().0;
    let expected = cards(&expected);
    for (text, shape, as_of, lines) in shapes {
        for content in [text.as_bytes().to_vec(), format!("\u{feff}{text}").into_bytes(), packed(text)] {
            let (entries, read) = entries(content).unwrap();
            assert_eq!((read.shape, read.as_of.as_deref()), (shape, Some(as_of)));
            assert_eq!(read.records, entries.len() as u64);
            let cards = cards(&entries);
            assert_eq!(cards.len(), 2, "{shape:?}");
            for ((card, expected), line) in cards.iter().zip(&expected).zip(lines) {
                assert_eq!((&card.text, &card.formats), (&expected.text, &expected.formats), "{shape:?}");
                assert_eq!(card.line, line, "{shape:?}");
            }
        }
    }
    let marsh = expected[0];
    assert_eq!(marsh.legal().collect::<Vec<_>>(), ["pauper", "vintage"]);
    assert_eq!(marsh.formats["modern"], Legality::Banned);
}

#[test]
fn what_is_skipped_is_told_with_its_reason() {
    let (all, _) = entries(SCRYFALL).unwrap();
    let found: Vec<(&str, u64, &str)> =
        skipped(&all).into_iter().map(|(name, line, why)| (name, line, why.kind())).collect();
    let expected = [
        ("Marsh Example", 4, "tokens and emblems"),
        ("Painted Example // Painted Example", 5, "art series"),
        ("Silly Example", 6, "for fun only"),
        ("A-Marsh Example", 7, "digital only"),
        ("Wire Example", 8, "digital only"),
        ("Far Example", 9, "not for decks"),
        ("Marsh Example", 10, "twice in the file"),
        ("", 11, "unreadable"),
    ];
    assert_eq!(found, expected);
    let Skip::Unreadable(why) = skipped(&all)[7].2 else { panic!("{all:?}") };
    assert!(why.contains("expected a string"), "{why}");
    assert_eq!(skipped(&entries(ATOMIC).unwrap().0), [("Silly Example", 6, &Skip::Funny)]);
    assert_eq!(skipped(&entries(PLAIN).unwrap().0), [("Half Example // Other Example", 3, &Skip::Incomplete)]);
}

/// A card in the plain shape with a name and a text.
fn plain(name: &str, text: &str) -> String {
    let quoted = |text: &str| serde_json::to_string(text).unwrap();
    let (name, text) = (quoted(name), quoted(text));
    format!("{{\"name\": {name}, \"faces\": [{{\"name\": {name}, \"type\": \"Artifact\", \"text\": {text}}}]}}\n")
}

#[test]
fn hostile_records_are_skipped_and_harmless() {
    let lines = "Zork.\n".repeat(10_000);
    let cases: [(String, &str, Skip); 6] = [
        (plain("Escape \u{1b}[2J", ""), "Escape [2J", Skip::Unsafe('\u{1b}')),
        (plain("Mirror \u{202e}", ""), "Mirror ", Skip::Unsafe('\u{202e}')),
        (plain("Bell", "Ring \u{7}."), "Bell", Skip::Unsafe('\u{7}')),
        (plain(&"x".repeat(100_000), ""), &"x".repeat(MAX_WORD), Skip::TooLong("the name")),
        (plain("Epic", &lines), "Epic", Skip::TooLong("the text")),
        (plain(" ", ""), " ", Skip::Unreadable("it has no name or no face".to_owned())),
    ];
    for (text, name, why) in cases {
        let (entries, _) = entries(text).unwrap();
        assert_eq!(skipped(&entries), [(name, 1, &why)]);
    }
}

#[test]
fn broken_files_are_refused_with_their_place() {
    let marsh = SCRYFALL.lines().take(3).collect::<Vec<_>>().join("\n");
    let cases: Vec<(Vec<u8>, &[&str])> = vec![
        (Vec::new(), &["isn't a list of cards"]),
        (b"4 Lightning Bolt\n".to_vec(), &["isn't a list of cards"]),
        (vec![0; 5000], &["isn't a list of cards"]),
        (b"[]".to_vec(), &["there is no card in it"]),
        (b"[1, 2]".to_vec(), &["neither `type_line`", "nor `faces`"]),
        (b"[{\"main\": []}]".to_vec(), &["neither `type_line`"]),
        (b"{\"data\": {\"code\": \"X\", \"mainBoard\": []}}".to_vec(), &["no card in it"]),
        (format!("{marsh} oops").into_bytes(), &[":3:", "broken JSON after the card `Left Example // Right Example`"]),
        (marsh.clone().into_bytes(), &[":3:", "broken JSON after the card"]),
        (format!("{PLAIN}{{\"name\": ").into_bytes(), &[":4:", "broken JSON after the card"]),
        (SCRYFALL.replace("Zork twice.", "\\q").into_bytes(), &[":3:", "after the card `Marsh Example`"]),
        (format!("{SCRYFALL} more").into_bytes(), &[":12:", "trailing"]),
        ([SCRYFALL.as_bytes(), &[0xff, 0xfe]].concat(), &[":12:"]),
        ([b"[{\"name\": \"\xff\"}]".as_slice()].concat(), &["1:"]),
        (packed(SCRYFALL)[..200].to_vec(), &["gzip data is damaged or cut off behind line"]),
        (vec![0x1f, 0x8b, 9, 9, 9], &["gzip"]),
        (packed(&plain("Long", &"x".repeat(2 << 20))), &["more than 1048576 bytes"]),
        (format!("{PLAIN}[{}", " ".repeat(2 << 20)).into_bytes(), &["more than 1048576 bytes"]),
        ("[".repeat(100_000).into_bytes(), &["1:"]),
    ];
    for (content, parts) in cases {
        let start = String::from_utf8_lossy(&content[..content.len().min(60)]).into_owned();
        let error = entries(content).map(|(_, read)| read).expect_err(&start).to_string();
        for part in parts {
            assert!(error.contains(part), "{start}: `{part}` isn't in: {error}");
        }
    }
}

#[test]
fn cut_anywhere_a_file_is_refused() {
    let whole = packed(SCRYFALL);
    for length in (0..whole.len()).step_by(7) {
        assert!(entries(&whole[..length]).is_err(), "{length}");
    }
    for length in (0..SCRYFALL.len()).filter(|length| SCRYFALL.is_char_boundary(*length)).step_by(11) {
        assert!(entries(&SCRYFALL[..length]).is_err(), "{length}");
    }
}

#[test]
fn folders_and_what_is_not_there_are_refused() {
    let folder = TempDir::new().unwrap();
    for path in [folder.path().to_owned(), folder.path().join("nothing.json")] {
        let error = read(&path, &mut |_| ControlFlow::Continue(())).unwrap_err();
        assert!(matches!(error, ImportError::Unreadable { .. }), "{error:?}");
    }
    #[cfg(unix)]
    assert!(matches!(Library::read("/dev/zero".as_ref()), Err(ImportError::Unreadable { .. })));
}

#[test]
fn files_of_cards_are_told_from_decks() {
    let deck = r#"{"data": {"code": "X", "commander": [], "mainBoard": [{"count": 4, "name": "Island"}]}, "meta": {}}"#;
    let rows = r#"{"main": [[4, "Island"]]}"#;
    for text in [SCRYFALL, ATOMIC, PLAIN] {
        assert!(is_bulk(&file("x.json", text).path).unwrap());
        assert!(is_bulk(&file("x.gz", packed(text)).path).unwrap());
    }
    for text in [deck, rows, "4 Island\n", "", "[Main]\n4 Island\n"] {
        assert!(!is_bulk(&file("x.json", text).path).unwrap(), "{text}");
    }
}

#[test]
fn a_library_compiles_what_is_asked_for() {
    let forest = plain("Forest", "").replace("Artifact", "Enchantment");
    let file = file("cards.jsonl", format!("{PLAIN}{forest}"));
    let db = CardDb::embedded().with_library(Library::read(&file.path).unwrap());
    let marsh = db.get("marsh example").expect("it has no text");
    let chars = &marsh.faces[0].chars;
    assert_eq!((chars.power, chars.toughness, chars.mana_value(0)), (2, 2, 2));
    assert_eq!(db.origin("Marsh Example"), Some(Origin::Text(file.path.clone())));
    assert_eq!(db.formats("Marsh Example").unwrap(), ["pauper", "vintage"]);
    // What is written by hand wins over a text.
    assert!(db.get("Forest").unwrap().faces[0].chars.is_land());
    assert_eq!(db.origin("Forest"), Some(Origin::ByHand));
    // A card whose text says nothing known, by each of its names.
    for name in ["Left Example // Right Example", "Left Example", "right example"] {
        assert!(db.get(name).is_none());
        let Some(Unusable::Declined(decline)) = db.declined(name) else { panic!("{name}") };
        assert_eq!((decline.face.as_str(), decline.line), ("Left Example", 1));
    }
    assert_eq!(db.declined("Half Example // Other Example"), Some(Unusable::Skipped(Skip::Incomplete)));
    assert_eq!(db.declined("Marsh Example"), None);
    assert_eq!(db.declined("Nobody's Example"), None);
    assert!(db.names().any(|name| name == "Marsh Example"));
    assert!(!db.names().any(|name| name.starts_with("Left Example")));
    assert!(db.spellings().any(|name| name == "Left Example // Right Example"));
    assert_eq!(db.definitions().count(), CardDb::embedded().definitions().count() + 1);
}

/// CR 201.4: also a name whose card can't be played can be chosen.
#[test]
fn every_name_of_a_library_can_be_chosen() {
    let file = file("cards.jsonl", PLAIN);
    let (before, db) = (CardDb::embedded(), CardDb::embedded());
    let db = db.with_library(Library::read(&file.path).unwrap());
    let names = |db: &CardDb| {
        let table = db.table(&[]);
        table.0.names.iter().map(|(text, _, chars)| (text.to_owned(), chars.colors)).collect::<Vec<_>>()
    };
    let (before, after) = (names(&before), names(&db));
    let new: Vec<_> = after.iter().filter(|row| !before.contains(row)).collect();
    let colors = |color: Color| std::iter::once(color).collect();
    let expected = [
        ("Left Example".to_owned(), colors(Color::Red)),
        ("Marsh Example".to_owned(), colors(Color::Black)),
        ("Right Example".to_owned(), colors(Color::Blue)),
    ];
    assert_eq!(new, expected.iter().collect::<Vec<_>>());
}

/// Cards without end, as an array and as objects: what is kept is bounded.
#[test]
fn a_reader_can_stop() {
    let many: String = (0..1000).map(|i| plain(&format!("Example {i}"), "")).collect();
    let file = file("cards.jsonl", many);
    let mut count = 0;
    let end = read(&file.path, &mut |_| {
        count += 1;
        if count == 10 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!((end.unwrap().records, count), (10, 10));
}
