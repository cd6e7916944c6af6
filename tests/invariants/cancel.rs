//! CR 733.1: at every step of casting and activating, taking back leaves the position as it was before.

use super::mixed::{decks_of, drawable};
use dracones::cards::CardDb;
use dracones::model::agenda::Agenda;
use dracones::model::cast::CastTask;
use dracones::model::decision::{Answer, Choice, Prompt, Shape};
use dracones::model::outcome::{Inconclusive, Outcome};
use dracones::model::rng::Stream;
use dracones::model::task::Task;
use dracones::rules::state::ReadGame;
use dracones::{Game, GameSetup};

const SEED: u64 = 41;

fn games() -> u64 {
    if std::env::var_os("DRACONES_SLOW").is_some() { 2_000 } else { 48 }
}

/// What has begun: the position before, who began, which mana abilities were activated since.
struct Begun {
    before: u64,
    activated: usize,
    what: String,
}

/// How many mana abilities were activated for what is taken back before one of this object.
fn before(game: &Game, choice: &Choice) -> usize {
    let begun = game.world().part::<Agenda>().tasks().iter().rev().find_map(|task| match task {
        Task::Cast(cast) => match &**cast {
            CastTask::Go(transaction) => Some(transaction),
            _ => None,
        },
        _ => None,
    });
    let Choice::Object(source) = choice else { panic!("{choice:?} isn't a mana ability") };
    let segments = &begun.expect("something is taken back").undo.segments;
    segments.iter().position(|s| s.key.object.id == source.id).expect("one of those that were activated")
}

/// Takes back in a copy what has begun, with all mana abilities that can be reversed; answers the position then, if all
/// of them could be, and whether the game went back to the beginning of one.
fn taken_back(game: &Game, copy: &mut Game, activated: usize) -> Option<(u64, bool)> {
    game.fork_into(copy);
    copy.submit(Answer::Cancel).expect("it can be taken back");
    let (mut reversed, mut left, mut back) = (0, activated, false);
    if let Some(decision) = copy.decision()
        && let (Prompt::TakeBack(_), Shape::ChooseOne(options)) = (&decision.prompt, &decision.shape)
    {
        (left, back) = (before(copy, &options[0]), true);
        copy.submit(Answer::One(0)).expect("the first can be reversed with what came after it");
    }
    if let Some(decision) = copy.decision()
        && let (Prompt::TakeBack(_), Shape::ChooseSome { options, .. }) = (&decision.prompt, &decision.shape)
    {
        reversed = options.len();
        let all = Answer::Some((0..reversed as u16).collect());
        copy.submit(all).expect("all can be reversed");
    }
    // Who pays in circles comes to the limit of decisions: then nothing continues.
    let over = copy.outcome() == Outcome::Inconclusive(Inconclusive::Decisions);
    (reversed == left && !over).then(|| (copy.position_hash(), back))
}

/// How many times as many games are played at most.
const MOST_TIMES: u64 = 6;

#[test]
fn whatever_has_begun_can_be_taken_back_at_every_step() {
    let db = CardDb::embedded();
    let pool = drawable(&db);
    let (mut checked, mut with_mana, mut gone_back) = (0, 0, 0);
    // Which cards the decks have depends on all cards that there are: where too little came up, more games are played.
    for number in 0..MOST_TIMES * games() {
        if number >= games() && checked > 1_000 && with_mana > 100 && gone_back > 5 {
            break;
        }
        let mut rng = Stream::new(SEED, number);
        let decks = decks_of(&mut rng, &pool, 2, false);
        let mut setup = GameSetup::new(&db, &decks).expect("two players");
        setup.settings.auto_pay = false;
        setup.settings.max_turns = 24;
        let mut game = Game::new(&setup, SEED, number);
        let mut copy = game.fork();
        let mut begun: Option<Begun> = None;
        let mut rng = Stream::new(SEED + 1, number);
        while let Some(decision) = game.decision() {
            if decision.cancellable
                && let Some(begun) = &begun
                && let Some((after, back)) = taken_back(&game, &mut copy, begun.activated)
            {
                assert_eq!(after, begun.before, "game {number}, {}, at {:?}", begun.what, decision.prompt);
                checked += 1;
                with_mana += u64::from(begun.activated > 0);
                gone_back += u64::from(back);
            }
            let answer = decision.sample(&mut rng);
            let chosen = match &answer {
                Answer::One(i) => decision.options().get(*i as usize).cloned(),
                _ => None,
            };
            match (&decision.prompt, chosen) {
                (Prompt::Priority, Some(choice @ (Choice::Cast { .. } | Choice::Activate { .. }))) => {
                    let what = format!("{choice:?}");
                    begun = Some(Begun { before: game.position_hash(), activated: 0, what });
                }
                // What is paid for as something resolves is taken back by itself: the cast is over.
                (Prompt::Priority | Prompt::MayPay(..) | Prompt::OrderTriggers, _) => begun = None,
                (Prompt::PayMana(_), Some(Choice::Activate { .. })) => {
                    begun.iter_mut().for_each(|b| b.activated += 1);
                }
                _ => {}
            }
            game.submit(answer).expect("random answers are legal");
        }
    }
    let enough = checked > 1_000 && with_mana > 100 && gone_back > 5;
    assert!(enough, "{checked} positions taken back, {with_mana} with mana abilities, {gone_back} by going back");
}
