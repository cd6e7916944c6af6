//! What is offered (CR 601.3, 602.5, 118.3): nothing that is offered as payable fails, and nothing is missing that can be
//! completed: small boards are searched for ways to complete what isn't offered.

use super::mixed::{decks_of, drawable};
use dracones::cards::CardDb;
use dracones::model::cast::Refused;
use dracones::model::decision::{Answer, Choice, Decision, Prompt, Settings, Shape};
use dracones::model::ids::Seat;
use dracones::model::player::Players;
use dracones::model::rng::Stream;
use dracones::rules::state::{EditGame, ReadGame};
use dracones::rules::{layers, legal};
use dracones::{Game, GameSetup};

const SEED: u64 = 53;

fn games() -> u64 {
    if std::env::var_os("DRACONES_SLOW").is_some() { 2_000 } else { 60 }
}

#[test]
fn nothing_that_is_offered_fails() {
    let db = CardDb::embedded();
    let pool = drawable(&db);
    let mut failed = Vec::new();
    for number in 0..games() {
        let mut rng = Stream::new(SEED, number);
        let decks = decks_of(&mut rng, &pool, 2, false);
        let mut setup = GameSetup::new(&db, &decks).expect("two players");
        setup.settings.max_turns = 30;
        let mut game = Game::new(&setup, SEED, number);
        let mut rng = Stream::new(SEED + 1, number);
        let mut last = String::new();
        while let Some(decision) = game.decision() {
            if *game.world().part::<Refused>() != Refused::default() {
                failed.push(format!("game {number}, decision {}: {last}", game.decisions()));
                break;
            }
            // Who takes something back by choice doesn't count.
            let answer = (0..8).map(|_| decision.sample(&mut rng)).find(|a| *a != Answer::Cancel);
            let Some(answer) = answer else { break };
            if let (Prompt::Priority, Answer::One(i)) = (&decision.prompt, &answer) {
                let choice = &decision.options()[*i as usize];
                last = match choice {
                    Choice::Cast { object, .. } => name(&game, decision.player, *object),
                    Choice::Activate { key } => format!("an ability of {}", name(&game, decision.player, key.object)),
                    other => format!("{other:?}"),
                };
            }
            game.submit(answer).expect("random answers are legal");
        }
    }
    assert!(failed.is_empty(), "{failed:#?}");
}

/// What a player controls.
fn permanents(game: &Game, seat: Seat) -> Vec<String> {
    let view = game.seat_view(seat).unwrap();
    let own = view.battlefield().filter(|seen| seen.chars.controller == seat);
    own.map(|seen| name(game, seat, seen.reference)).collect()
}

fn name(game: &Game, seat: Seat, object: dracones::model::ids::ObjectRef) -> String {
    let view = game.seat_view(seat).unwrap();
    let table = view.table();
    let base = view.object(object).map(|seen| seen.object.base);
    match base {
        Some(dracones::model::object::CopiableSource::Def(def, _)) => table.def(def).name.clone(),
        _ => "something".to_owned(),
    }
}

/// The number of positions that a search looks at.
const NODES: u32 = 250;
/// The most answers to one decision.
const BREADTH: usize = 6;

/// Some answers to a decision, other than taking back.
fn answers(decision: &Decision) -> Vec<Answer> {
    let mut all: Vec<Answer> = match &decision.shape {
        Shape::ChooseOne(options) => (0..options.len() as u16).map(Answer::One).collect(),
        Shape::Confirm => vec![Answer::Confirm(false), Answer::Confirm(true)],
        Shape::Number { min, max } => (*min..=*max).take(BREADTH).map(Answer::Number).collect(),
        _ => {
            let mut rng = Stream::new(1, 1);
            let mut some: Vec<Answer> = (0..2 * BREADTH).map(|_| decision.sample(&mut rng)).collect();
            some.dedup();
            some
        }
    };
    all.retain(|a| *a != Answer::Cancel && decision.check(a).is_ok());
    // Lands first, passing last: what is wanted is that it is paid.
    let passes = usize::from(matches!(decision.prompt, Prompt::PayMana(_))).min(all.len());
    all.rotate_left(passes);
    all.truncate(BREADTH);
    all
}

/// Whether what has begun can be completed by some answers.
fn can_be_completed(game: &Game, seat: Seat, spells: u32, nodes: &mut u32) -> bool {
    let Some(decision) = game.decision() else { return false };
    if decision.prompt == Prompt::Priority {
        return game.world().part::<Players>().get(seat).spells_this_turn > spells;
    }
    if matches!(decision.prompt, Prompt::TakeBack(_)) || *nodes == 0 {
        return false;
    }
    *nodes -= 1;
    answers(decision).into_iter().any(|answer| {
        let mut next = game.fork();
        next.submit(answer).expect("the answer was checked");
        can_be_completed(&next, seat, spells, nodes)
    })
}

/// The spells that are offered with the means at hand.
fn proven(game: &Game, seat: Seat) -> Vec<Choice> {
    let mut copy = game.fork();
    copy.world_mut().part_mut::<Settings>().offer_unproven = false;
    legal::invalidate(copy.world_mut());
    layers::refresh(copy.world_mut());
    let mut all = Vec::new();
    legal::actions(copy.world_mut(), seat, &mut all);
    all
}

#[test]
fn nothing_that_could_be_completed_is_missing() {
    let db = CardDb::embedded();
    let pool = drawable(&db);
    let (mut missing, mut searched, mut offered, mut found) = (Vec::new(), 0, 0, 0);
    for number in 0..games() {
        let mut rng = Stream::new(SEED + 2, number);
        let decks = decks_of(&mut rng, &pool, 2, false);
        let mut setup = GameSetup::new(&db, &decks).expect("two players");
        setup.settings.auto_pay = false;
        setup.settings.offer_unproven = true;
        setup.settings.max_turns = 9;
        let mut game = Game::new(&setup, SEED, number);
        let mut rng = Stream::new(SEED + 3, number);
        while let Some(decision) = game.decision() {
            let seat = decision.player;
            let is_cast = |c: &&Choice| matches!(c, Choice::Cast { .. });
            if decision.prompt == Prompt::Priority
                && decision.options().iter().any(|c| is_cast(&c))
                && rng.below(4) == 0
            {
                let proven = proven(&game, seat);
                let spells = game.world().part::<Players>().get(seat).spells_this_turn;
                for choice in decision.options().iter().filter(is_cast) {
                    let place = decision.options().iter().position(|c| c == choice).expect("it is an option");
                    let mut begun = game.fork();
                    begun.submit(Answer::One(place as u16)).expect("an option");
                    let completed = can_be_completed(&begun, seat, spells, &mut NODES.clone());
                    if proven.contains(choice) {
                        offered += 1;
                        found += u32::from(completed);
                        continue;
                    }
                    searched += 1;
                    if completed && let Choice::Cast { object, way } = choice {
                        let card = name(&game, seat, *object);
                        let with: Vec<String> = permanents(&game, seat);
                        missing.push(format!(
                            "game {number}, decision {}: {card} {way:?} with {with:?}",
                            game.decisions()
                        ));
                    }
                }
                let lost = proven.iter().filter(is_cast).find(|c| !decision.options().contains(c));
                assert!(lost.is_none(), "game {number}: {lost:?} is offered only with the means");
            }
            let answer = decision.sample(&mut rng);
            game.submit(answer).expect("random answers are legal");
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
    assert!(searched > 200 && offered > 50, "{searched} casts searched, {offered} offered");
    // The search is good enough to find what there is.
    assert!(found * 10 >= offered * 9, "of {offered} offered casts the search completes {found}");
}
