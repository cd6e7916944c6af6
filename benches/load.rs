//! From nothing to the first decision: cards, decks, a game.

use criterion::{Criterion, criterion_group, criterion_main};
use dracones::cards::{CardDb, Definition, Origin, check, definition};
use dracones::model::decision::Prompt;
use dracones::tools::decks::{self, DeckRules, load_deck};
use dracones::{Game, GameSetup};
use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Parses, checks and compiles card files: what the check of a folder of cards does.
fn compile(tokens: &str, files: &[(String, String)]) -> Vec<Arc<Definition>> {
    let tokens = check::parse_tokens("tokens.ron", tokens).expect("the tokens are good");
    let card = |(path, text): &(String, String)| {
        let card = check::parse_card(path, text).expect("the card is good");
        definition(&card, &tokens).expect("the card can be compiled")
    };
    files.iter().map(card).collect()
}

fn cards(c: &mut Criterion) {
    // The real thing happens once a process.
    let begin = Instant::now();
    let db = CardDb::embedded();
    let first = db.get("Lightning Bolt").map(|card| card.name.clone());
    println!("first card of CardDb::embedded(): {first:?} in {:.2?}", begin.elapsed());
    let begin = Instant::now();
    println!("all {} cards in {:.2?}", db.definitions().count(), begin.elapsed());

    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    let tokens = fs::read_to_string(assets.join("tokens.ron")).expect("the repository has it");
    let files: Vec<(String, String)> = check::card_files(&assets.join("cards"))
        .expect("the repository has it")
        .files
        .into_iter()
        .map(|path| (path.display().to_string(), fs::read_to_string(path).expect("it is readable")))
        .collect();
    let by_hand = db.names().filter(|name| db.origin(name) == Some(Origin::ByHand));
    assert_eq!(compile(&tokens, &files).len(), by_hand.count());
    c.bench_function("load/all cards", |bench| bench.iter(|| compile(black_box(&tokens), black_box(&files))));
}

fn deck(c: &mut Criterion) {
    let db = CardDb::embedded();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/decks/premodern-red.txt");
    let text = fs::read_to_string(path).expect("the repository has it");
    let cards = |text: &str| -> Vec<Arc<Definition>> {
        let list = decks::parse("premodern-red.txt", text).expect("the deck is good");
        let copies = |entry: &decks::DeckEntry| {
            let card = db.get(&entry.name).expect("the card is shipped");
            std::iter::repeat_n(Arc::clone(card), entry.count as usize)
        };
        list.main.iter().flat_map(copies).collect()
    };
    assert_eq!(cards(&text).len(), 60);
    c.bench_function("load/deck", |bench| bench.iter(|| cards(black_box(&text))));
}

fn start(c: &mut Criterion) {
    let db = CardDb::embedded();
    let deck = |name| load_deck(name, &db, &DeckRules::default()).expect("the deck is shipped").1;
    let decks = [deck("premodern-red"), deck("premodern-green-white")];
    let setup = GameSetup::new(&db, &decks).expect("two decks make a game");
    assert_eq!(setup.decks.iter().map(Vec::len).sum::<usize>(), 120);
    c.bench_function("start/setup of two decks", |bench| bench.iter(|| GameSetup::new(&db, black_box(&decks))));

    let asks = |game: &Game| game.decision().is_some_and(|d| matches!(d.prompt, Prompt::Mulligan { .. }));
    let mut game = Game::new(&setup, 1, 0);
    let hash = game.sync_hash();
    assert!(asks(&game));
    c.bench_function("start/new game to the first decision", |bench| {
        bench.iter(|| assert!(asks(&Game::new(&setup, 1, 0))));
    });
    c.bench_function("start/used game to the first decision", |bench| {
        bench.iter(|| {
            game.reset(&setup, 1, 0, None).expect("nothing is left out");
            assert!(asks(&game));
        });
    });
    assert_eq!(game.sync_hash(), hash);
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2));
    targets = cards, deck, start
}
criterion_main!(benches);
