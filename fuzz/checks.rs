//! What must hold of any input: nothing panics, nothing hangs, what is refused changes nothing. The fuzz targets call these,
//! and the test `corpora` does with each file of `corpus/`.

#![allow(dead_code, reason = "each target uses one of them")]

use dracones::cards::{CardDb, check};
use dracones::game::snapshot::Snapshot;
use dracones::model::decision::Answer;
use dracones::model::ids::NameId;
use dracones::model::rng::Stream;
use dracones::tools::replay::Recording;
use dracones::tools::simulate::find_row;
use dracones::tools::{decks, scenario};
use dracones::{Game, GameSetup};

/// A deck file in any format.
pub(crate) fn deck(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for name in ["deck.txt", "deck.dek", "deck.dck", "deck.cod", "deck.dec", "deck.mwDeck", "deck.o8d", "deck.json"] {
        match decks::parse(name, text) {
            Ok(list) => {
                let db = CardDb::embedded();
                let _ = decks::resolve(&list, |card| db.get(card).is_some(), db.names()).map_err(|e| e.to_string());
            }
            Err(error) => assert!(!error.to_string().chars().any(|c| c.is_control() && c != '\n'), "{error}"),
        }
    }
}

/// A card file.
pub(crate) fn card(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    if let Ok(card) = check::parse_card("card.ron", text) {
        let _ = CardDb::embedded().compile(&card).map_err(|e| e.to_string());
    }
}

/// A scenario file, its positions included; scripts are not followed.
pub(crate) fn scenario(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(file) = scenario::parse("scenario.ron", text.to_owned()) else { return };
    let db = CardDb::embedded();
    for scenario in &file.scenarios {
        let _ = scenario::position(scenario, &scenario::Case::default(), &db);
    }
}

/// A replay file, and what it would be with its seals mended, so that more than those is read.
pub(crate) fn replay(data: &[u8]) {
    let db = CardDb::embedded();
    let _ = Recording::read(data, None, &db).map_err(|e| e.to_string());
    let Ok((mut header, mut row, _)) = find_row(data, None) else { return };
    header.card_set.clear();
    header.settings.max_decisions = header.settings.max_decisions.min(2_000);
    if let Some(record) = &mut row.record {
        record.header = header.hash();
    }
    let lines = [serde_json::to_string(&header), serde_json::to_string(&row)].map(Result::unwrap_or_default);
    let _ = Recording::read(lines.join("\n").as_bytes(), None, &db).map_err(|e| e.to_string());
}

/// A snapshot of a game with some of its bytes changed. Its seal is mended, so that more than the seal is looked at.
pub(crate) fn snapshot(data: &[u8]) {
    let Some((&[number, decisions], changes)) = data.split_first_chunk() else { return };
    let db = CardDb::embedded();
    let deck = vec![("Swamp", 8), ("Ravenous Rats", 4), ("Cabal Therapy", 3)];
    let setup = GameSetup::from_names(&db, &[deck.clone(), deck]).expect("these cards are shipped");
    let mut game = Game::new(&setup, 1, number.into());
    let mut rng = Stream::new(1, number.into());
    let play = |game: &mut Game, rng: &mut Stream, decisions: u8| {
        for _ in 0..decisions {
            let Some(decision) = game.decision() else { return };
            let answer = decision.sample(rng);
            game.submit(answer).expect("a random answer is legal");
        }
    };
    play(&mut game, &mut rng, decisions);
    let mut text = serde_json::to_vec(&game.snapshot()).expect("snapshots serialise");
    for change in changes.chunks_exact(4).take(8) {
        let at = u32::from_le_bytes([change[0], change[1], change[2], 0]) as usize % text.len();
        // Digits become digits, so that most of what is changed can still be read.
        text[at] = if text[at].is_ascii_digit() { b'0' + change[3] % 10 } else { change[3] };
    }
    let Ok(mut snapshot) = serde_json::from_slice::<Snapshot>(&text) else { return };
    let _ = Game::restore(&snapshot, &db).map_err(|e| e.to_string());
    let Ok(table) = snapshot.table(&db) else { return };
    snapshot.seal(&table);
    let Ok(mut game) = Game::restore(&snapshot, &db) else { return };
    play(&mut game, &mut rng, 20);
}

/// Answers to the decisions of a game, legal or not.
pub(crate) fn answers(data: &[u8]) {
    let db = CardDb::embedded();
    let deck = vec![("Mountain", 20), ("Lightning Bolt", 20), ("Mogg Fanatic", 20)];
    let setup = GameSetup::from_names(&db, &[deck.clone(), deck]).expect("the cards are shipped");
    let mut game = Game::new(&setup, 1, 1);
    let mut bytes = data.iter().copied();
    let mut next = || bytes.next();
    while let Some(kind) = next() {
        let mut list = || -> Vec<u16> {
            let count = next().unwrap_or(0) % 8;
            (0..count).map(|_| u16::from(next().unwrap_or(0))).collect()
        };
        let answer = match kind % 8 {
            0 => Answer::One(list().first().copied().unwrap_or(0)),
            1 => Answer::Some(list()),
            2 => Answer::Order(list()),
            3 => Answer::Distribute(list().into_iter().map(|n| i32::from(n) - 100).collect()),
            4 => Answer::Number(i32::from(list().first().copied().unwrap_or(0)) - 100),
            5 => Answer::Confirm(kind & 8 == 0),
            6 => Answer::Name(NameId(u64::from(kind))),
            _ => Answer::Cancel,
        };
        let before = game.sync_hash();
        if game.submit(answer.clone()).is_err() {
            assert_eq!(game.sync_hash(), before, "{answer:?} was refused and changed the game");
        }
        if game.decision().is_none() {
            return;
        }
    }
}
