//! A game in which nothing is skipped is the same game: each pass of the layers, each look for state-based actions and at what
//! players can do, each match of facts finds what the gates say that it would find, namely nothing new.

use super::mixed::{decks_of, drawable};
use super::support::setup_of;
use dracones::cards::CardDb;
use dracones::model::rng::Stream;
use dracones::rules::schedule::open_gates;
use dracones::{Game, GameSetup};

/// How many games of random decks; `DRACONES_SLOW=1` plays twenty-five times as many.
fn games() -> u64 {
    if std::env::var_os("DRACONES_SLOW").is_some() { 200 } else { 8 }
}

/// Plays a game twice with the same answers, with gates and without.
fn play(setup: &GameSetup, number: u64, about: &str) {
    let (mut gated, mut open) = (Game::new(setup, 11, number), Game::new(setup, 11, number));
    open_gates(open.world_mut());
    let mut random = Stream::new(23, number);
    while let Some(decision) = gated.decision() {
        let at = gated.decisions();
        assert_eq!(Some(decision), open.decision(), "{about}: what is asked after {at} decisions");
        if at.is_multiple_of(4) {
            assert_eq!(gated.sync_hash(), open.sync_hash(), "{about}: the state after {at} decisions");
        }
        let answer = decision.sample(&mut random);
        gated.submit(answer.clone()).unwrap();
        open.submit(answer).unwrap();
    }
    // A game that is over stops in the middle of a task: what that would have looked at next is not looked at.
    assert_eq!((gated.outcome(), gated.decisions()), (open.outcome(), open.decisions()), "{about}: the end");
}

#[test]
fn decks_are_played_the_same_with_open_gates() {
    let pairs = [
        ("vanilla", "vanilla"),
        ("green", "red"),
        ("pauper-elves", "pauper-faeries"),
        ("premodern-red", "premodern-green-white"),
        ("premodern-replenish", "premodern-four-color"),
    ];
    for (a, b) in pairs {
        let setup = setup_of(a, b);
        for number in 0..games() / 8 {
            play(&setup, number, &format!("{a} against {b}, game {number}"));
        }
    }
}

/// What a family of state-based actions looks at may be there with nothing to do: Roles on several creatures (CR 704.5y), legends
/// that an effect spares (704.5j). A gate that said otherwise would have the open game look forever.
#[test]
fn nothing_to_do_is_seen_with_open_gates() {
    let db = CardDb::embedded();
    let deck = [
        ("Ellivere of the Wild Court", 12),
        ("Mirror Gallery", 8),
        ("Llanowar Elves", 10),
        ("Forest", 18),
        ("Plains", 12),
    ];
    let setup = GameSetup::from_names(&db, &[deck.to_vec(), deck.to_vec()]).expect("two players");
    for number in 0..games() {
        play(&setup, number, &format!("Roles and legends, game {number}"));
    }
}

#[test]
fn games_of_all_cards_are_played_the_same_with_open_gates() {
    let db = CardDb::embedded();
    let cards = drawable(&db);
    for number in 0..games() {
        let decks = decks_of(&mut Stream::new(47, number), &cards, 2 + number % 2, number.is_multiple_of(3));
        let setup = GameSetup::new(&db, &decks).expect("two or three players");
        play(&setup, number, &format!("game {number} of random cards"));
    }
}
