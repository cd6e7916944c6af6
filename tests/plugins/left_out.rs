//! Rules that can be left out: games that don't need them play to their end, those that do are refused.

use crate::setup;
use dracones::bevy_app::{App, PluginGroup, PluginGroupBuilder};
use dracones::cards::CardDb;
use dracones::cards::check::parse_card;
use dracones::cards::def::CardDef;
use dracones::game::snapshot::SnapshotError;
use dracones::game::{Deck, MissingRules, Rules, SetupError};
use dracones::model::fact::Fact;
use dracones::model::outcome::Inconclusive;
use dracones::prelude::*;
use dracones::rules::combat::CombatPlugin;
use dracones::rules::turn::TurnPlugin;
use dracones::rules::variants::{CommanderPlugin, PlanesPlugin, SchemesPlugin};

fn without(leave_out: fn(PluginGroupBuilder) -> PluginGroupBuilder) -> Rules {
    Rules::new(move |app: &mut App| {
        app.add_plugins(leave_out(RulesPlugins.build()));
    })
}

fn no_combat() -> Rules {
    without(PluginGroupBuilder::disable::<CombatPlugin>)
}

/// Plays to the end with random answers; answers the facts.
fn play(mut game: Game) -> (Outcome, Vec<Fact>) {
    let mut random = Stream::new(1, 1);
    game.watch(true);
    while let Some(decision) = game.decision() {
        let answer = decision.sample(&mut random);
        game.submit(answer).expect("it is legal");
    }
    (game.outcome(), game.events())
}

fn card(text: &str) -> CardDef {
    parse_card("test.ron", text).expect("it is whole")
}

fn names(decks: &[Vec<(&str, u32)>]) -> GameSetup {
    GameSetup::from_names(&CardDb::embedded(), decks).expect("these cards are shipped")
}

#[test]
fn a_game_of_spells_needs_no_combat() {
    let deck = vec![("Mountain", 24), ("Lightning Bolt", 24), ("Lava Spike", 12)];
    let setup = names(&[deck.clone(), deck]);
    for number in 0..4 {
        let game = no_combat().game(&setup, 3, number).expect("nobody has a creature");
        let (outcome, facts) = play(game);
        assert!(matches!(outcome, Outcome::Win(_) | Outcome::Draw), "{outcome:?}");
        let steps = |wanted: bool| {
            let of = |fact: &&Fact| matches!(fact, Fact::Began { step, .. } if step.is_combat() == wanted);
            facts.iter().filter(of).count()
        };
        assert_eq!(steps(true), 0);
        assert!(steps(false) > 20);
    }
}

#[test]
fn creatures_need_combat() {
    let missing = |needed_for: &str| {
        SetupError::Missing(MissingRules { plugin: "CombatPlugin", needed_for: format!("`{needed_for}`") })
    };
    let text = r#"Card(format: 1, name: "Test Again", cost: "{0}", types: "Instant", abilities: [
        Spell(effects: [ExtraCombat(main_phase: false)]),
    ])"#;
    let db = CardDb::embedded().with_cards(&[card(text)]).expect("it compiles");
    let names = |decks: &[Vec<(&str, u32)>]| GameSetup::from_names(&db, decks).expect("these cards are there");
    let plain = names(&[vec![("Mountain", 60)], vec![("Forest", 60)]]);
    let refused = |card: &str| {
        let setup = names(&[vec![("Mountain", 60)], vec![("Forest", 59), (card, 1)]]);
        let mut game = no_combat().game(&plain, 3, 0).expect("lands need no combat");
        let hash = game.sync_hash();
        let error = game.reset(&setup, 3, 1, None).expect_err("it needs combat");
        assert_eq!(game.sync_hash(), hash, "the game is unchanged");
        assert_eq!(no_combat().game(&setup, 3, 1).map(|_| ()), Err(error.clone()));
        error
    };
    // A creature, a land that becomes one, a spell that makes tokens, one that adds a combat phase.
    assert_eq!(refused("Grizzly Bears"), missing("Grizzly Bears"));
    assert_eq!(refused("Mishra's Factory"), missing("Mishra's Factory"));
    assert!(matches!(
        refused("Rally at the Hornburg"),
        SetupError::Missing(MissingRules { plugin: "CombatPlugin", .. })
    ));
    assert_eq!(refused("Test Again"), missing("Test Again"));
    assert_eq!(missing("X").to_string(), "`X` needs CombatPlugin, which was left out");
}

#[test]
fn an_ordinary_game_is_the_same_without_variants() {
    let alone: [fn(PluginGroupBuilder) -> PluginGroupBuilder; 4] = [
        PluginGroupBuilder::disable::<CommanderPlugin>,
        PluginGroupBuilder::disable::<PlanesPlugin>,
        PluginGroupBuilder::disable::<SchemesPlugin>,
        |all| all.disable::<CommanderPlugin>().disable::<PlanesPlugin>().disable::<SchemesPlugin>(),
    ];
    let setup = setup();
    for (number, leave_out) in (0..).zip(alone) {
        let rules = without(leave_out);
        let mut game = rules.game(&setup, 3, number).expect("nobody has a commander");
        let mut whole = Game::new(&setup, 3, number);
        let mut random = Stream::new(2, number);
        while let Some(decision) = whole.decision() {
            assert_eq!((game.sync_hash(), game.decision()), (whole.sync_hash(), Some(decision)));
            let answer = decision.sample(&mut random);
            game.submit(answer.clone()).expect("it is legal");
            whole.submit(answer).expect("it is legal");
        }
        assert_eq!(game.outcome(), whole.outcome());
        assert!(matches!(game.outcome(), Outcome::Win(_) | Outcome::Draw), "{:?}", game.outcome());
    }
}

#[test]
fn each_variant_is_needed_by_its_cards() {
    let db = CardDb::embedded();
    let shipped = |name: &str| db.get(name).unwrap_or_else(|| panic!("{name} is shipped")).clone();
    let forests = vec![shipped("Forest"); 60];
    let needs = |setup: &GameSetup, rules: Rules| match rules.game(setup, 1, 0).map(|_| ()) {
        Err(SetupError::Missing(MissingRules { plugin, needed_for })) => (plugin, needed_for),
        other => panic!("{other:?}"),
    };
    let mut legend = Deck::from(forests.clone());
    legend.commanders = vec![shipped("Isamaru, Hound of Konda")];
    let setup = GameSetup::new(&db, &[legend.clone(), legend]).expect("two players");
    let (plugin, needed_for) = needs(&setup, without(PluginGroupBuilder::disable::<CommanderPlugin>));
    assert_eq!((plugin, &needed_for[..]), ("CommanderPlugin", "a game with commanders"));
    let saved = Game::new(&setup, 1, 0).snapshot();
    let error =
        without(PluginGroupBuilder::disable::<CommanderPlugin>).restore(&saved, &db).expect_err("it has commanders");
    assert!(matches!(error, SnapshotError::Missing(MissingRules { plugin: "CommanderPlugin", .. })), "{error}");
    let (outcome, _) =
        play(without(PluginGroupBuilder::disable::<PlanesPlugin>).game(&setup, 1, 0).expect("no planes"));
    assert!(outcome.is_over());
    for (kind, plugin) in [("Plane", "PlanesPlugin"), ("Scheme", "SchemesPlugin")] {
        let text = format!(r#"Card(format: 1, name: "Test {kind}", types: "{kind}")"#);
        let db = db.with_cards(&[card(&text)]).expect("it compiles");
        let other = db.get(&format!("Test {kind}")).expect("it is there").clone();
        let decks = [Deck::from(forests.clone()), Deck::from(forests.clone())];
        let setup = GameSetup::with(&db, &decks, &[other]).expect("two players");
        let rules = without(|all| all.disable::<PlanesPlugin>().disable::<SchemesPlugin>());
        assert_eq!(needs(&setup, rules), (plugin, format!("`Test {kind}`")));
        assert!(Rules::default().game(&setup, 1, 0).is_ok());
    }
}

#[test]
fn all_of_them_can_be_left_out_at_once() {
    let rules = without(|all| {
        let all = all.disable::<CombatPlugin>().disable::<CommanderPlugin>();
        all.disable::<PlanesPlugin>().disable::<SchemesPlugin>()
    });
    let deck = vec![("Island", 20), ("Ponder", 10), ("Counterspell", 10), ("Lightning Bolt", 10), ("Mountain", 10)];
    let setup = names(&[deck.clone(), deck]);
    let game = rules.game(&setup, 3, 0).expect("nobody has a creature");
    let saved = game.snapshot();
    assert_eq!(rules.restore(&saved, &CardDb::embedded()).expect("it is whole").sync_hash(), game.sync_hash());
    let (outcome, _) = play(game);
    assert!(matches!(outcome, Outcome::Win(_) | Outcome::Draw), "{outcome:?}");
}

#[test]
fn without_what_everything_rests_on_the_end_is_honest() {
    let game = without(PluginGroupBuilder::disable::<TurnPlugin>).game(&setup(), 3, 0).expect("it can be set up");
    assert_eq!(game.outcome(), Outcome::Inconclusive(Inconclusive::Missing));
}
