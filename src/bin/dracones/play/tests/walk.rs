//! What a stranger stumbled over at the keys.

use super::super::app::App;
use super::super::ask::{Asking, Came};
use super::super::panel::{Open, Panel};
use super::{app, asked, asking_of, drawn, press, question};
use dracones::game::client::Form;
use dracones::model::decision::{Answer, PromptKind, SetRule};
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};

fn key(app: &mut App, code: KeyCode) {
    app.event(Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
}

#[test]
fn finding_nothing_is_asked_once_more() {
    for kind in [PromptKind::Search, PromptKind::ChooseObjects, PromptKind::Targets] {
        let optional = |max| {
            let mut asked = question(Form::Some { min: 0, max, rule: SetRule::default() }, 2);
            asked.kind = kind;
            asking_of(asked)
        };
        let mut nothing = optional(1);
        assert_eq!(press(&mut nothing, " "), Came::Taken, "{kind:?}");
        assert!(nothing.note.as_ref().is_some_and(|note| note.ends_with("Space again does so.")), "{:?}", nothing.note);
        assert_eq!(press(&mut nothing, " "), Came::Answer(Answer::Some(vec![])), "{kind:?}");
        assert_eq!(press(&mut optional(2), "1 "), Came::Answer(Answer::Some(vec![0])), "{kind:?}");
    }
    // To leave all cards where they are is as usual as not to.
    let mut stay = question(Form::Some { min: 0, max: 2, rule: SetRule::default() }, 2);
    stay.kind = PromptKind::Arrange;
    assert_eq!(press(&mut asking_of(stay), " "), Came::Answer(Answer::Some(vec![])));
}

#[test]
fn control_u_begins_a_text_again() {
    let clear = |app: &mut App| app.event(Event::Key(KeyEvent::new(KeyCode::Char('u'), KeyModifiers::CONTROL)));
    let (mut app, _inbox) = app(["green", "red"], 1, "greedy");
    key(&mut app, KeyCode::Char('s'));
    clear(&mut app);
    "my.game".chars().for_each(|c| key(&mut app, KeyCode::Char(c)));
    let screen = drawn(&mut app, 80, 24);
    assert!(screen.contains("> my.game_"), "{screen}");
    key(&mut app, KeyCode::Esc);
    let names = vec!["Forest".to_owned(), "Island".to_owned()];
    let name = question(Form::Name { names: names.clone() }, 0);
    app.asking = Some(Asking::new(name, names, &app.view));
    "for".chars().for_each(|c| key(&mut app, KeyCode::Char(c)));
    assert_eq!(app.asking.as_ref().unwrap().rows().len(), 1);
    clear(&mut app);
    assert_eq!(app.asking.as_ref().unwrap().rows().len(), 2);
}

#[test]
fn one_cell_of_the_stops_is_marked() {
    let (mut app, _inbox) = app(["green", "red"], 1, "greedy");
    key(&mut app, KeyCode::Char('o'));
    let keys = [KeyCode::Up, KeyCode::Down, KeyCode::Right, KeyCode::Down, KeyCode::Left];
    for code in keys.into_iter().chain([KeyCode::Down; 20]) {
        key(&mut app, code);
        let screen = drawn(&mut app, 80, 24);
        assert_eq!(screen.matches(">[").count(), 1, "{screen}");
    }
}

#[test]
fn with_the_cursor_on_pass_nothing_is_looked_at() {
    let (mut app, inbox) = app(["green", "red"], 1, "greedy");
    app.answer(&Answer::Confirm(true));
    while app.asking.as_ref().is_none_or(|asking| asking.question().kind != PromptKind::Priority) {
        match inbox.recv().unwrap() {
            super::Message::Answered(answered) => app.answered(*answered),
            _ => unreachable!("only agents answer here"),
        }
    }
    key(&mut app, KeyCode::Down);
    key(&mut app, KeyCode::Char('d'));
    assert!(matches!(app.panels.last(), Some(Open { panel: Panel::Details(_), .. })));
    key(&mut app, KeyCode::Esc);
    key(&mut app, KeyCode::Home);
    for look in ['d', 'w'] {
        key(&mut app, KeyCode::Char(look));
        assert!(app.panels.is_empty(), "{look}");
        assert!(
            app.message.as_ref().is_some_and(|words| words.starts_with("You look at nothing")),
            "{:?}",
            app.message
        );
    }
}

#[test]
fn after_a_game_all_keys_are_named() {
    let (mut app, _inbox) = app(["green", "red"], 1, "greedy");
    app.concede();
    app.message = None;
    let screen = drawn(&mut app, 80, 24);
    for words in ["r  rematch", "x  rematch", "q  quit", "l shows the log", "g the cards", "D your deck", "D deck"] {
        assert!(screen.contains(words), "`{words}` isn't in:\n{screen}");
    }
}

#[test]
fn a_small_screen_shows_whole_messages_and_how_the_next_option_begins() {
    let (mut app, _inbox) = app(["green", "red"], 1, "greedy");
    let words = "Welcome! ? is for help. A game was broken off: --resume dracones-autosave.game";
    app.message = Some(words.to_owned());
    let screen = drawn(&mut app, 40, 16);
    let shown: Vec<&str> = screen.split_whitespace().collect();
    assert!(shown.join(" ").ends_with(words), "{screen}");
    app.message = None;
    let mut long = question(Form::One, 3);
    for option in &mut long.options {
        option.text += " with many words that take more than one line of a small screen, or even more than two of them";
    }
    app.asking = Some(asking_of(long));
    let screen = drawn(&mut app, 40, 16);
    let lines: Vec<&str> = screen.lines().skip_while(|line| !line.contains("your decision")).collect();
    assert!(lines.iter().all(|line| !line.trim().is_empty()), "{screen}");
}

#[test]
fn a_card_in_hand_says_what_its_ability_does() {
    let players = r#"[(battlefield: ["Island"], hand: ["Lórien Revealed"]), ()]"#;
    let (question, view) = asked(players, &[]);
    let asking = Asking::new(question, vec![], &view);
    let options: Vec<&str> = asking.rows().iter().map(|row| row.text.as_str()).collect();
    assert!(options.contains(&"Lórien Revealed: Islandcycling {1}"), "{options:?}");
}

#[test]
fn a_transforming_card_is_cast_under_one_name() {
    let players = r#"[(hand: ["Delver of Secrets"], mana: "{U}"), ()]"#;
    let (question, view) = asked(players, &[]);
    let asking = Asking::new(question, vec![], &view);
    let options: Vec<&str> = asking.rows().iter().map(|row| row.text.as_str()).collect();
    assert!(options.iter().any(|text| text.starts_with("cast Delver of Secrets  {U}")), "{options:?}");
}

#[test]
fn an_order_is_explained_once() {
    let mut order = question(Form::Order, 2);
    order.kind = PromptKind::OrderCards;
    assert_eq!(asking_of(order).state(), "");
    assert_eq!(super::show::cards(1), "1 card");
    assert_eq!(super::show::cards(2), "2 cards");
}
