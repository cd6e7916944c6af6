//! An agent of your own, playing against those that come with the crate.
//!
//! ```text
//! cargo run --release --example agent
//! ```
//!
//! An agent sees what its seat may know and answers decisions; everything else is up to it. This one races: it plays
//! a land, casts the most expensive spell that it can, points everything at the opponent, and attacks unless a blocker
//! would kill the attacker. What it has no opinion on it answers at random, which is always legal.

use dracones::GameSetup;
use dracones::agents::{Agent, AgentMaker};
use dracones::cards::CardDb;
use dracones::game::view::SeatView;
use dracones::model::decision::{Answer, Choice, Decision, Prompt, Shape};
use dracones::model::ids::{ObjectRef, Referent};
use dracones::model::rng::Stream;
use dracones::tools::decks::{DeckRules, load_deck};
use dracones::tools::simulate::{self, Plan};

/// The agent. It remembers nothing, so it has no fields; each game gets a new one.
struct Racer;

impl Agent for Racer {
    fn name(&self) -> &str {
        "racer"
    }

    fn answer(&mut self, view: &SeatView<'_>, decision: &Decision, rng: &mut Stream) -> Answer {
        let answer = match (&decision.prompt, &decision.shape) {
            (Prompt::Mulligan { taken }, _) => Answer::Confirm(*taken >= 2 || keeps(view)),
            (Prompt::Priority, Shape::ChooseOne(options)) => best(options, |option| eagerness(view, option)),
            (Prompt::Targets { .. }, Shape::ChooseOne(options)) => best(options, |option| hostility(view, option)),
            (Prompt::DeclareAttackers, Shape::ChooseSome { options, .. }) => Answer::Some(attacks(view, options)),
            // No blocks: creatures are there to attack.
            (Prompt::DeclareBlockers, _) => Answer::Some(Vec::new()),
            (Prompt::OptionalCost(..) | Prompt::ChooseX(_), Shape::Number { max, .. }) => Answer::Number(*max),
            _ => decision.sample(rng),
        };
        // A set of attacks or blocks may break a rule about sets ("attacks if able", menace, ...).
        if decision.check(&answer).is_ok() { answer } else { decision.sample(rng) }
    }
}

/// The option with the highest score, of equal ones the first.
fn best(options: &[Choice], score: impl Fn(&Choice) -> i32) -> Answer {
    let scores = options.iter().map(score).enumerate();
    let (place, _) = scores.rev().max_by_key(|(_, score)| *score).expect("decisions have options");
    Answer::One(place as u16)
}

/// Whether the hand has lands and something to do with them.
fn keeps(view: &SeatView<'_>) -> bool {
    let lands = view.hand().filter(|card| card.chars.is_land()).count();
    (2..=5).contains(&lands)
}

/// Lands first, then spells by their mana value; passing is better than activating abilities for no reason.
fn eagerness(view: &SeatView<'_>, option: &Choice) -> i32 {
    match option {
        Choice::PlayLand { .. } => 100,
        Choice::Cast { object, .. } => 1 + view.object(*object).map_or(0, |card| card.chars.mana_value(0)),
        Choice::Pass => 0,
        _ => -1,
    }
}

/// Opponents first, then their permanents, the strongest first, and one's own last.
fn hostility(view: &SeatView<'_>, option: &Choice) -> i32 {
    match option {
        Choice::Player(seat) if *seat != view.seat() => 1000,
        Choice::Object(object) => view.object(*object).map_or(0, |seen| {
            let power = seen.chars.power;
            if seen.chars.controller == view.seat() { -power } else { 1 + power }
        }),
        _ => -1000,
    }
}

/// The attacks that no blocker could punish; all of them if nothing blocked would be lethal.
fn attacks(view: &SeatView<'_>, options: &[Choice]) -> Vec<u16> {
    let power = |object: ObjectRef| view.object(object).map_or(0, |seen| seen.chars.power);
    let lethal = |target: Referent| {
        let total: i32 = options
            .iter()
            .map(|option| match option {
                Choice::Attack { attacker, target: at } if *at == target => power(*attacker),
                _ => 0,
            })
            .sum();
        target.player().is_some_and(|seat| total >= view.player(seat).life)
    };
    let attack = |option: &Choice| match option {
        Choice::Attack { attacker, target } => lethal(*target) || is_safe(view, *attacker),
        _ => false,
    };
    (0..).zip(options).filter(|(_, option)| attack(option)).map(|(place, _)| place).collect()
}

/// Whether no untapped creature of an opponent could block this one and kill it.
fn is_safe(view: &SeatView<'_>, attacker: ObjectRef) -> bool {
    let Some(own) = view.object(attacker) else { return false };
    !view.battlefield().any(|other| {
        other.chars.is_creature()
            && other.chars.controller != view.seat()
            && !other.status.tapped
            && other.chars.power >= own.chars.toughness
            && view.can_block(other.reference, attacker)
    })
}

fn main() {
    let db = CardDb::embedded();
    let deck = |name| load_deck(name, &db, &DeckRules::default()).expect("the deck is shipped").1;
    let setup = GameSetup::new(&db, &[deck("red"), deck("premodern-black")]).expect("two decks make a game");
    let racer = AgentMaker::new("racer", || Box::new(Racer));
    for opponent in ["random", "greedy"] {
        let opponent = AgentMaker::built_in(opponent).expect("its name is in the list");
        let plan = Plan {
            names: vec!["red".to_owned(), "premodern-black".to_owned()],
            agents: vec![racer.clone(), opponent],
            games: 60,
            seed: 7,
            threads: 2,
            ..Plan::new(setup.clone(), &racer)
        };
        let summary = simulate::play_all(&plan);
        assert_eq!(summary.errors, 0, "{:?}", summary.failures);
        let (own, other) = (&summary.seats[0], &summary.seats[1]);
        println!(
            "{} ({}) against {} ({}): {} of {} games won, {:.0} % [{:.0}, {:.0}], {} decisions a game",
            own.agent,
            own.deck,
            other.agent,
            other.deck,
            own.all.wins,
            own.all.games,
            own.all.rate * 100.0,
            own.all.low * 100.0,
            own.all.high * 100.0,
            summary.decisions.median,
        );
    }
}
