//! What the binary has: found, good, and written as it reads.

use super::*;
use crate::cards::def::Layout;
use crate::cards::oracle::{self, Golden};
use crate::model::ids::fold_name;
use std::collections::BTreeSet;

fn card_of(card: Shipped) -> CardDef {
    check::parse_card(&card.name(), card.text).unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn every_definition_is_good_and_found_by_its_names() {
    assert_eq!(all().len(), texts().count(), "no name is there twice");
    assert!(all().len() > 16_000, "{}", all().len());
    for card in texts() {
        card_of(card);
        let (name, definition) = (card.name(), card.definition());
        assert_eq!(definition.name, name);
        let find = if card.by_hand { by_hand } else { compiled };
        let found = find(&fold_name(&name)).unwrap_or_else(|| panic!("{name}"));
        assert!(Arc::ptr_eq(found, definition), "{name}");
        // A prototyped spell has the name of its card (CR 718.3).
        let names = if definition.layout == Some(Layout::Prototype) { 1 } else { definition.faces.len() };
        for face in &definition.faces[..names] {
            let key = fold_name(&face.name);
            let found = by_hand(&key).or_else(|| compiled(&key)).unwrap_or_else(|| panic!("{}", face.name));
            assert!(found.faces.iter().any(|other| other.name == face.name), "{}", face.name);
        }
    }
    for nothing in ["", "zzyzzx", "no // such card", "grizzly bears // forest"] {
        assert!(by_hand(nothing).is_none() && compiled(nothing).is_none(), "{nothing}");
    }
}

#[test]
fn what_is_known_without_parsing_is_what_parsing_says() {
    for card in texts() {
        let rows = card.rows();
        assert_eq!(rows, Row::of_definition(card.definition()), "{}", card.name());
        assert!(card.spelled().eq(rows.iter().map(Row::text)), "{}", card.name());
    }
}

#[test]
fn the_names_alone_are_those_of_all_cards() {
    let names: BTreeSet<Cow<'_, str>> = spelled().collect();
    assert_eq!(names, texts().flat_map(Shipped::spelled).collect());
}

#[test]
fn compiled_definitions_stand_as_they_are_written() {
    let mut writer = text::Writer::default();
    let mut entries = Vec::new();
    for line in lines::all() {
        let card: CardDef = check::options().from_str(line).unwrap();
        assert_eq!(writer.line(&card).unwrap(), line);
        assert!(by_hand(&fold_name(&card.name)).is_none(), "{} is written by hand, too", card.name);
        let name = Shipped { text: line, by_hand: false }.name();
        let formats = formats(&name).map(|formats| formats.into_iter().map(str::to_owned).collect());
        entries.push(text::Entry::new(&card, formats, &mut writer).unwrap());
    }
    let as_of = lines::formats_as_of().expect("the file of formats has a date");
    for (name, text) in text::files(&entries, as_of) {
        assert_eq!(lines::text(&name), text, "{name}");
    }
}

/// Definition, words, definition: for each card that was compiled from its text, and without any such text.
#[test]
fn the_words_of_a_compiled_definition_mean_it() {
    let (mut seen, mut wrong) = (0, Vec::new());
    for line in lines::all() {
        let card: CardDef = check::options().from_str(line).unwrap();
        let text = oracle::text_of(&card).unwrap_or_else(|| panic!("{}: no words", card.name));
        match oracle::compile_unproven(&text) {
            Ok(again) if again == card => {}
            Ok(again) => wrong.push(format!("{text:?}: {again:?}")),
            Err(decline) => wrong.push(format!("{}: {decline}", card.name)),
        }
        seen += 1;
    }
    assert!(wrong.is_empty(), "{} cards:\n{}", wrong.len(), wrong.join("\n"));
    assert!(seen > 12_000, "{seen}");
}

/// Definition, words, definition of the cards that are written by hand and have words: names of variables and the like may differ.
#[test]
fn the_words_of_a_definition_written_by_hand_mean_it() {
    let (mut exact, mut wrong) = (0, Vec::new());
    for shipped in texts().filter(|shipped| shipped.by_hand) {
        let card = card_of(shipped);
        let Some(text) = oracle::text_of(&card) else { continue };
        match oracle::compile_unproven(&text).map(|again| oracle::compare(&again, &card)) {
            Ok(Golden::Exact | Golden::Order) => exact += 1,
            Ok(other) => wrong.push(format!("{}: {other:?}: {text:?}", card.name)),
            // Words that aren't read are none.
            Err(_) => {}
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(exact >= MOST_EXACT, "{exact}");
}

/// How many definitions written by hand come back from their words: this number doesn't fall.
const MOST_EXACT: usize = 200;

#[test]
fn fields_with_their_default_value_are_left_out() {
    let texts = [
        r#"Card(format: 1, name: "A's \"b\" \\' c", types: "Land")"#,
        r#"Card(format: 1, name: "X", cost: "{1}{G}", types: "Creature - Bear", pt: (2, 2), abilities: [Keywords([Flying])])"#,
        r#"Card(format: 1, name: "Y", types: "Sorcery", abilities: [Spell(effects: [Draw(), Discard(count: N(2))])])"#,
        r#"Card(format: 1, name: "L", types: "Instant", other: (Split, (name: "R", types: "Instant", abilities: [Spell(effects: [Draw(count: N(3))])])))"#,
    ];
    let mut writer = text::Writer::default();
    for text in texts {
        let card: CardDef = check::options().from_str(text).unwrap();
        assert_eq!(writer.line(&card).unwrap(), text);
        // What it remembers of others makes no difference.
        assert_eq!(text::Writer::default().line(&card).unwrap(), text);
    }
}

#[test]
fn every_definition_written_by_hand_has_a_line() {
    let mut writer = text::Writer::default();
    for shipped in texts().filter(|shipped| shipped.by_hand) {
        let card = card_of(shipped);
        let line = writer.line(&card).unwrap();
        assert!(!line.contains('\n'), "{line}");
        let read: CardDef = check::options().from_str(&line).unwrap();
        assert_eq!(read, card);
        assert_eq!(header::names(&line).0, card.name);
    }
}

/// What is known of the lines of other cards changes nothing: in a thread of its own nothing is known.
#[test]
fn a_text_means_the_same_whatever_was_read_before() {
    let mut seen = 0;
    for line in lines::all().step_by(61) {
        let card: CardDef = check::options().from_str(line).unwrap();
        let mut text = oracle::text_of(&card).unwrap();
        for types in ["", "Enchantment - Aura", "Instant", "Legendary Creature - Bear"] {
            if !types.is_empty() {
                types.clone_into(&mut text.faces[0].type_line);
            }
            let known = oracle::compile(&text);
            let alone = std::thread::scope(|scope| scope.spawn(|| oracle::compile(&text)).join()).unwrap();
            assert_eq!(known, alone, "{text:?}");
            assert_eq!(oracle::compile(&text), alone, "{text:?}");
            seen += usize::from(alone.is_ok());
        }
    }
    assert!(seen > 300, "{seen}");
}
