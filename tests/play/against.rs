//! What targets are offered first: others' for harm, one's own for help. The instructions tell which it is.

use dracones::Game;
use dracones::cards::CardDb;
use dracones::game::client::{Form, OptionView, Question, View, VisibleReferent};
use dracones::model::decision::{Answer, PromptKind};
use dracones::model::ids::Seat;
use dracones::tools::scenario;

const ME: Seat = Seat(0);

/// Both players have a creature, a land, an artifact and an enchantment; I hold a card.
fn game(card: &str, script: &str) -> Game {
    let text = format!(
        "[Scenario(format: 1, title: \"table\", players: [
            (hand: [\"{card}\", \"Giant Growth\"], mana: \"{{W}}{{W}}{{W}}{{U}}{{U}}{{U}}{{B}}{{B}}{{B}}{{R}}{{R}}{{R}}{{G}}{{G}}{{G}}{{G}}{{G}}\",
             battlefield: [\"bear = Grizzly Bears\", \"Forest\", \"Sol Ring\", \"Crusade\"]),
            (hand: [\"Shock\"], mana: \"{{R}}\",
             battlefield: [\"elf = Llanowar Elves\", \"Island\", \"Spellbook\", \"Bad Moon\"]),
        ], script: [{script}])]"
    );
    let file = scenario::parse("table.ron", text).unwrap_or_else(|e| panic!("{e:?}"));
    scenario::after(&file, 0, None, &CardDb::embedded()).unwrap_or_else(|e| panic!("{e:?}")).game
}

fn asked(game: &Game) -> (View, Question) {
    let view = game.view(ME);
    let question = view.question.clone().expect("I am asked");
    (view, question)
}

/// Casts a card up to the question for its target.
fn targets(game: &mut Game, card: &str) -> (View, Question) {
    let (_, question) = asked(game);
    let text = format!("cast {card}");
    let place = question.options.iter().position(|option| option.text.starts_with(&text));
    let place = place.unwrap_or_else(|| panic!("{card} can be cast: {:?}", question.options));
    game.reply(ME, &Answer::One(place as u16)).unwrap();
    loop {
        let (view, question) = asked(game);
        match question.form {
            _ if question.kind == PromptKind::Targets => return (view, question),
            Form::Confirm => game.reply(ME, &Answer::Confirm(false)).unwrap(),
            _ => game.reply(ME, &Answer::One(0)).unwrap(),
        }
    }
}

fn is_mine(view: &View, option: &OptionView) -> bool {
    match &option.clicks[0] {
        VisibleReferent::Player(seat) => *seat == ME,
        VisibleReferent::Object(thing) => {
            let mut all = view.battlefield.iter().chain(&view.stack);
            all.find(|object| object.handle == thing.handle).expect("it is there").controller == ME
        }
        VisibleReferent::Inherent(_) | VisibleReferent::Unseen => panic!("targets are seen"),
    }
}

/// What is first and what is last, and that the answer means what was clicked.
fn offered(card: &str, script: &str, harm: bool) {
    let mut game = game(card, script);
    let (view, question) = targets(&mut game, card);
    let mine: Vec<bool> = question.options.iter().map(|option| is_mine(&view, option)).collect();
    assert!(mine.contains(&true) && mine.contains(&false), "{card}: {mine:?}");
    let mut sorted = mine.clone();
    sorted.sort_by_key(|mine| *mine == harm);
    assert_eq!(mine, sorted, "{card}");
    let against: Vec<bool> = question.options.iter().map(|option| option.against).collect();
    assert_eq!(against, mine.iter().map(|mine| *mine == harm).collect::<Vec<_>>(), "{card}");
    for place in [0, question.options.len() as u16 - 1] {
        let mut game = game.fork();
        let answer = if question.form == Form::One { Answer::One(place) } else { Answer::Some(vec![place]) };
        game.reply(ME, &answer).unwrap();
        let view = game.view(ME);
        let announced = view.stack.last().and_then(|top| top.announced.as_ref()).expect("it is on the stack");
        assert_eq!(announced.targets[0].target, question.options[usize::from(place)].clicks[0], "{card}");
    }
}

#[test]
fn harm_is_aimed_at_others_first() {
    for card in [
        // Burn, destroying, bouncing, weakening, discarding, milling.
        "Lightning Bolt",
        "Lava Spike",
        "Doom Blade",
        "Naturalize",
        "Swords to Plowshares",
        "Path to Exile",
        "Snap",
        "Capsize",
        "Dismember",
        "Nameless Inversion",
        "Humble",
        "Hymn to Tourach",
        "Diabolic Edict",
        "Cabal Therapy",
        // Auras that take or weaken what they enchant.
        "Mind Control",
        "Lignify",
        "Spreading Seas",
        "Song of the Dryads",
    ] {
        offered(card, "", true);
    }
}

#[test]
fn help_is_aimed_at_ones_own_first() {
    for card in [
        "Giant Growth",
        "Mutagenic Growth",
        "Mending Touch",
        "Deep Analysis",
        "Unexpected Fangs",
        "Rancor",
        "Black Ward",
        "Squirrel Nest",
        "Unstable Mutation",
    ] {
        offered(card, "", false);
    }
}

#[test]
fn counterspells_are_aimed_at_others_spells_first() {
    let script = "Cast(by: 1, card: \"Giant Growth\", answers: [Pick([\"bear\"])]), Pass(by: 1),
        Cast(by: 2, card: \"Shock\", answers: [Pick([\"P1\"])]), Pass(by: 2)";
    offered("Counterspell", script, true);
}

#[test]
fn what_one_may_want_of_anything_keeps_its_order() {
    let mut game = game("About Face", "");
    let (_, question) = targets(&mut game, "About Face");
    assert!(question.options.iter().all(|option| !option.against));
}
