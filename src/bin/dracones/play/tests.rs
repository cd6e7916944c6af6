mod walk;

use super::app::App;
use super::ask::{Asking, Came};
use super::table::Table;
use super::theme::Theme;
use super::{Message, screen, show};
use crate::cli::PlaySession;
use dracones::GameSetup;
use dracones::agents::AgentMaker;
use dracones::cards::CardDb;
use dracones::game::client::{Act, Form, OptionView, Question, View};
use dracones::model::decision::{Answer, PromptKind, SetRule};
use dracones::model::ids::Seat;
use dracones::model::rng::Stream;
use dracones::tools::decks::{DeckRules, load_deck};
use dracones::tools::replay::{Recording, anybody};
use dracones::tools::scenario;
use dracones::tools::simulate::Plan;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use std::sync::mpsc::{Receiver, channel};

fn app(decks: [&str; 2], seed: u64, agent: &str) -> (App, Receiver<Message>) {
    let db = CardDb::embedded();
    let rules = DeckRules::default();
    let cards: Vec<_> = decks.iter().map(|deck| load_deck(deck, &db, &rules).unwrap().1).collect();
    let agent = AgentMaker::built_in(agent).unwrap();
    let plan = Plan { seed, ..Plan::new(GameSetup::new(&db, &cards).unwrap(), &agent) };
    let (_, recording) = Recording::begin(&plan.with_agent(Seat(0), anybody("person")), 0);
    let (out, inbox) = channel();
    let table = Table::new(PlaySession { recording, person: Seat(0), agent, file: None }, out).unwrap();
    (App::new(table, Theme::new(true), None), inbox)
}

fn drawn(app: &mut App, columns: u16, rows: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(columns, rows)).unwrap();
    terminal.draw(|frame| screen::draw(frame, app)).unwrap();
    let buffer = terminal.backend().buffer();
    let line = |y: u16| (0..columns).map(|x| buffer[(x, y)].symbol()).collect::<String>();
    (0..rows).map(|y| line(y) + "\n").collect()
}

#[test]
fn every_question_of_random_games_is_legible_at_every_size() {
    for (seed, decks) in [(1, ["premodern-green-white", "pauper-red"]), (2, ["pauper-elves", "premodern-black"])] {
        let (mut app, inbox) = app(decks, seed, "random");
        let mut random = Stream::new(seed, 9);
        let mut asked = 0;
        while !app.view.outcome.is_over() && asked < 150 {
            let Some(asking) = &app.asking else {
                match inbox.recv().unwrap() {
                    Message::Answered(answered) => app.answered(*answered),
                    Message::Input(_) | Message::Stop | Message::Gone => unreachable!("only agents answer here"),
                }
                continue;
            };
            asked += 1;
            app.message = None;
            let question = asking.question().clone();
            for (columns, rows) in [(40, 20), (60, 16), (80, 24), (130, 40)] {
                let text = drawn(&mut app, columns, rows);
                // The sentence may be broken into lines, its first words aren't.
                let words: Vec<&str> = question.sentence.split(' ').take(2).collect();
                assert!(text.contains(&words.join(" ")), "{columns}x{rows}: {}\n{text}", question.sentence);
                assert!(text.contains("your hand") && text.contains("? help"), "{columns}x{rows}:\n{text}");
                let cursor = text.lines().any(|line| line.starts_with('>'));
                assert!(
                    cursor
                        || matches!(question.form, Form::Name { .. })
                        || app.asking.as_ref().unwrap().cursor.is_none(),
                    "{text}"
                );
            }
            let answer = question.sample(&mut random);
            app.answer(&answer);
        }
        assert!(asked > 10);
    }
}

#[test]
fn a_small_window_says_so() {
    let (mut app, _inbox) = app(["green", "red"], 1, "greedy");
    assert!(drawn(&mut app, 39, 30).contains("too small: 39x30"));
    assert!(drawn(&mut app, 80, 15).contains("too small"));
    // However small it is.
    drawn(&mut app, 1, 1);
    drawn(&mut app, 3, 40);
}

/// What the person is asked in a position, after priority was passed or options were chosen by parts of their texts.
fn asked(players: &str, steps: &[&str]) -> (Question, View) {
    let text = format!("Scenario(format: 1, title: \"asked\", script: [], players: {players})");
    let file = scenario::parse("asked.ron", text).unwrap_or_else(|e| panic!("{e}"));
    let case = scenario::Case::default();
    let (mut game, _) = scenario::position(&file.scenarios[0], &case, &CardDb::embedded()).unwrap();
    for step in steps {
        if let Some(kind) = step.strip_prefix("until ") {
            let kind: PromptKind = kind.parse().unwrap();
            while let decider = game.decision().unwrap().decider
                && let question = game.view(decider).question.unwrap()
                && question.kind != kind
            {
                game.reply(decider, &Answer::One(question.pass().unwrap())).unwrap();
            }
            continue;
        }
        let decider = game.decision().unwrap().decider;
        let question = game.view(decider).question.unwrap();
        let place = |word: &str| {
            let found = question.options.iter().position(|option| option.text.contains(word));
            found.unwrap_or_else(|| panic!("no {word} in {:?}", question.options)) as u16
        };
        let answer = match &question.form {
            Form::Some { .. } => Answer::Some((0..question.options.len() as u16).collect()),
            _ => Answer::One(place(step)),
        };
        game.reply(decider, &answer).unwrap();
    }
    let view = game.view(game.decision().unwrap().decider);
    (view.question.clone().unwrap(), view)
}

const LIBRARY: &str = r#"[(battlefield: ["3 Island"], hand: ["Intuition"], library: ["4 Forest", "2 Shock", "Grizzly Bears",
    "Leatherback Baloth", "Counterspell", "Brainstorm", "Lightning Bolt", "Mogg Fanatic", "Cabal Therapy", "Wild Mongrel", "Impulse",
    "Giant Growth", "Plains", "Swamp"]), ()]"#;

fn texts(asking: &Asking) -> Vec<&str> {
    asking.rows().iter().map(|row| row.text.as_str()).collect()
}

#[test]
fn a_long_list_is_grouped_and_found_in_by_typing() {
    let (question, view) = asked(LIBRARY, &["cast Intuition", "player B", "until Search"]);
    assert_eq!(question.kind, PromptKind::Search);
    let (mut app, _inbox) = app(["green", "red"], 1, "greedy");
    app.asking = Some(Asking::new(question, vec![], &view));
    app.view = view;
    let shown = texts(app.asking.as_ref().unwrap());
    assert!(shown.contains(&"14x Forest") && shown.contains(&"2x Shock"), "{shown:?}");
    drawn(&mut app, 80, 24);
    let asking = app.asking.as_mut().unwrap();
    assert_eq!(press(asking, "gr"), Came::Taken);
    let fitting: std::collections::BTreeSet<&str> = texts(asking)[1..].iter().copied().collect();
    assert_eq!(fitting, ["Giant Growth", "Grizzly Bears", "Wild Mongrel"].into());
    assert_eq!(press(asking, "iz\n"), Came::Taken);
    assert!(asking.state().starts_with("1 of 3"), "{}", asking.state());
    let screen = drawn(&mut app, 80, 24);
    assert!(screen.contains("find: griz_") && screen.contains("[x] Grizzly Bears"), "{screen}");
    // The confirm key says what is missing.
    let asking = app.asking.as_mut().unwrap();
    assert_eq!(press(asking, " "), Came::Taken);
    assert_eq!(asking.note.as_deref(), Some("choose 2 more: 1 chosen so far"));
    // A limit holds while things are chosen: of fourteen Forests two are still possible.
    assert_eq!(press(asking, "<<<<forest\n\n"), Came::Taken);
    assert!(asking.note.is_none() && asking.state().starts_with("3 of 3"), "{:?}", asking.note);
    let screen = drawn(&mut app, 80, 24);
    assert!(screen.contains("[2/14] 14x Forest"), "{screen}");
    let asking = app.asking.as_mut().unwrap();
    assert_eq!(press(asking, "\n"), Came::Taken);
    assert!(asking.note.as_ref().is_some_and(|note| note.starts_with("not more than 3")), "{:?}", asking.note);
    assert!(asking.state().starts_with("3 of 3"));
    let Came::Answer(Answer::Some(chosen)) = press(asking, " ") else { panic!("three are chosen") };
    assert_eq!(chosen.len(), 3);
}

#[test]
fn one_of_several_equal_cards_is_taken_back() {
    let (question, view) = asked(LIBRARY, &["cast Intuition", "player B", "until Search"]);
    let mut asking = Asking::new(question, vec![], &view);
    // The list is short as long as no screen says otherwise: letters are keys, / makes them letters.
    assert_eq!(press(&mut asking, "f"), Came::Nothing);
    assert_eq!(press(&mut asking, "/forest\n\n-"), Came::Taken);
    assert!(asking.state().starts_with("1 of 3"), "{}", asking.state());
    assert_eq!(press(&mut asking, "-"), Came::Taken);
    assert_eq!(press(&mut asking, "-"), Came::Taken);
    assert_eq!(asking.note.as_deref(), Some("none of these is chosen"));
}

const BLOCKS: &str = r#"[(battlefield: ["3 Grizzly Bears"]), (battlefield: ["2 Leatherback Baloth"])]"#;

#[test]
fn blocks_count_creatures_and_tell_them_apart() {
    let (question, view) = asked(BLOCKS, &["until DeclareAttackers", "all", "until DeclareBlockers"]);
    assert_eq!(question.kind, PromptKind::DeclareBlockers);
    let mut asking = Asking::new(question, vec![], &view);
    assert_eq!(asking.state(), "0 of 2 creatures chosen");
    let first = texts(&asking);
    assert!(first.contains(&"Leatherback Baloth (1) 4/5 blocks Grizzly Bears (2) 2/2"), "{first:?}");
    let different: std::collections::BTreeSet<&str> = first.iter().copied().collect();
    assert_eq!(different.len(), first.len());
    // A creature that can block one attacker blocks the one that was chosen last.
    assert_eq!(press(&mut asking, "12"), Came::Taken);
    assert_eq!(asking.state(), "1 of 2 creatures chosen");
    assert!(matches!(press(&mut asking, " "), Came::Answer(Answer::Some(chosen)) if chosen.len() == 1));
}

#[test]
fn equal_attackers_are_one_row() {
    let (question, view) = asked(BLOCKS, &["until DeclareAttackers"]);
    assert_eq!(question.kind, PromptKind::DeclareAttackers);
    let mut asking = Asking::new(question, vec![], &view);
    assert_eq!(texts(&asking)[1..], ["3x Grizzly Bears 2/2 attacks player B"]);
    assert_eq!(press(&mut asking, "11"), Came::Taken);
    assert_eq!((asking.state().as_str(), asking.mark(0).as_str()), ("2 of 3 creatures chosen", "[2/3] "));
}

#[test]
fn options_are_wrapped_and_never_cut_off() {
    let (question, view) = asked(BLOCKS, &["until DeclareAttackers", "all", "until DeclareBlockers"]);
    let (mut app, _inbox) = app(["green", "red"], 1, "greedy");
    app.asking = Some(Asking::new(question, vec![], &view));
    app.view = view;
    app.log.clear();
    for (columns, rows) in [(40, 24), (47, 20), (60, 16), (80, 24), (120, 40)] {
        for at in 0..app.asking.as_ref().unwrap().rows().len() {
            app.asking.as_mut().unwrap().cursor = Some(at);
            let text = app.asking.as_ref().unwrap().rows()[at].text.clone();
            let screen = drawn(&mut app, columns, rows);
            let lines: Vec<&str> = screen.lines().skip_while(|line| !line.contains("your decision")).collect();
            let words: Vec<&str> = lines.iter().flat_map(|line| line.split_whitespace()).collect();
            assert!(words.join(" ").contains(&text), "{columns}x{rows}: {text}\n{screen}");
        }
    }
}

/// A keyword stands for its cost, however long that is; at the cursor the cost is told whole.
#[test]
fn keywords_with_long_costs_fit_into_a_line() {
    let players = r#"[(battlefield: ["Smuggler's Copter", "Bonesplitter", "Grizzly Bears", "Island"]), ()]"#;
    let (question, view) = asked(players, &[]);
    let (mut app, _inbox) = app(["green", "red"], 1, "greedy");
    app.asking = Some(Asking::new(question, vec![], &view));
    app.view = view;
    app.log.clear();
    let rows = app.asking.as_ref().unwrap().rows();
    let crew = rows.iter().position(|row| row.text.ends_with(": Crew 1"));
    let crew = crew.unwrap_or_else(|| panic!("{:?}", rows.iter().map(|row| &row.text).collect::<Vec<_>>()));
    app.asking.as_mut().unwrap().cursor = Some(crew);
    for (columns, rows) in [(60, 20), (80, 24), (120, 40)] {
        let screen = drawn(&mut app, columns, rows);
        let lines: Vec<&str> = screen.lines().skip_while(|line| !line.contains("your decision")).collect();
        let words: Vec<&str> = lines.iter().flat_map(|line| line.split_whitespace()).collect();
        let words = words.join(" ");
        assert!(words.contains("Crew 1") && words.contains("with total power 1 or greater"), "{screen}");
    }
}

#[test]
fn runs_of_numbers_are_short() {
    assert_eq!(show::numbers(vec![3, 1, 2, 7, 5, 6, 9]), "1-3, 5-7, 9");
    assert_eq!(show::numbers(vec![4, 5]), "4, 5");
}

fn press(asking: &mut Asking, keys: &str) -> Came {
    let mut came = Came::Nothing;
    for c in keys.chars() {
        let code = match c {
            '\n' => KeyCode::Enter,
            '<' => KeyCode::Backspace,
            'v' => KeyCode::Down,
            '^' => KeyCode::Up,
            c => KeyCode::Char(c),
        };
        came = asking.key(KeyEvent::new(code, KeyModifiers::NONE));
    }
    came
}

fn question(form: Form, options: usize) -> Question {
    let option = |i| OptionView {
        act: Act::Value,
        clicks: vec![],
        text: format!("thing {i}"),
        does: None,
        cost: None,
        against: false,
    };
    Question {
        player: Seat(0),
        decider: Seat(0),
        kind: PromptKind::Modes,
        sentence: "Choose.".to_owned(),
        about: vec![],
        reason: None,
        form,
        options: (0..options).map(option).collect(),
        cancellable: false,
    }
}

fn asking(form: Form, options: usize) -> Asking {
    asking_of(question(form, options))
}

fn asking_of(question: Question) -> Asking {
    let (app, _) = app(["green", "red"], 1, "greedy");
    let names = ["Forest", "Forbid", "Deforest"].map(str::to_owned).to_vec();
    Asking::new(question, names, &app.view)
}

#[test]
fn numbers_choose_options() {
    assert_eq!(press(&mut asking(Form::One, 3), "2"), Came::Answer(Answer::One(1)));
    // Of more than nine options a digit may be the first of two.
    assert_eq!(press(&mut asking(Form::One, 12), "3"), Came::Answer(Answer::One(2)));
    assert_eq!(press(&mut asking(Form::One, 12), "1"), Came::Taken);
    assert_eq!(press(&mut asking(Form::One, 12), "11"), Came::Answer(Answer::One(10)));
    assert_eq!(press(&mut asking(Form::One, 12), "1\n"), Came::Answer(Answer::One(0)));
    assert_eq!(press(&mut asking(Form::One, 12), "1<12"), Came::Answer(Answer::One(11)));
    let mut wrong = asking(Form::One, 3);
    assert_eq!(press(&mut wrong, "7"), Came::Taken);
    assert_eq!(wrong.note.as_deref(), Some("there is no 7 here"));
    assert_eq!(press(&mut wrong, "vv\n"), Came::Answer(Answer::One(2)));
}

#[test]
fn sets_orders_and_divisions() {
    let set = |min, max| Form::Some { min, max, rule: SetRule::default() };
    assert_eq!(press(&mut asking(set(0, 3), 3), "31 "), Came::Answer(Answer::Some(vec![0, 2])));
    assert_eq!(press(&mut asking(set(0, 3), 3), "313 "), Came::Answer(Answer::Some(vec![0])));
    assert_eq!(press(&mut asking(set(0, 3), 3), "* "), Came::Answer(Answer::Some(vec![0, 1, 2])));
    assert_eq!(press(&mut asking(set(1, 1), 3), "2"), Came::Answer(Answer::Some(vec![1])));
    let mut few = asking(set(2, 2), 3);
    assert_eq!(press(&mut few, "1 "), Came::Taken);
    assert!(few.note.as_ref().unwrap().contains("choose 1 more"), "{:?}", few.note);
    assert_eq!(press(&mut asking(Form::Order, 3), "31"), Came::Answer(Answer::Order(vec![2, 0, 1])));
    assert_eq!(press(&mut asking(Form::Order, 3), " "), Came::Answer(Answer::Order(vec![0, 1, 2])));
    let divide =
        || asking(Form::Distribute { total: 4, min_each: 0, most: vec![], before_last: vec![], lacks: vec![] }, 2);
    assert_eq!(press(&mut divide(), "1112 "), Came::Answer(Answer::Distribute(vec![3, 1])));
    assert_eq!(press(&mut divide(), "v++v* "), Came::Answer(Answer::Distribute(vec![2, 2])));
    assert_eq!(press(&mut divide(), "v++-v* "), Came::Answer(Answer::Distribute(vec![1, 3])));
    assert_eq!(press(&mut divide(), "1 "), Came::Taken);
}

#[test]
fn numbers_names_and_yes_or_no() {
    let number = || asking(Form::Number { min: 0, max: 20 }, 0);
    assert_eq!(press(&mut number(), "12 "), Came::Answer(Answer::Number(12)));
    assert_eq!(press(&mut number(), "^^^v\n"), Came::Answer(Answer::Number(2)));
    assert_eq!(press(&mut number(), "99\n"), Came::Taken);
    assert_eq!(press(&mut asking(Form::Confirm, 0), "n"), Came::Answer(Answer::Confirm(false)));
    assert_eq!(press(&mut asking(Form::Confirm, 0), "\n"), Came::Answer(Answer::Confirm(true)));
    assert_eq!(press(&mut asking(Form::Confirm, 0), " "), Came::Taken);
    let mut name = asking(Form::Name { names: vec!["Forest".to_owned()] }, 0);
    assert_eq!(name.rows().len(), 3);
    // What begins so comes first.
    assert_eq!(press(&mut name, "forest"), Came::Taken);
    assert_eq!(name.rows().iter().map(|row| row.text.as_str()).collect::<Vec<_>>(), ["Forest", "Deforest"]);
    assert_eq!(press(&mut name, "\n"), Came::Answer(Answer::Name(dracones::model::ids::NameId::of("Forest"))));
}

#[test]
fn texts_are_cut_and_wrapped_by_columns() {
    assert_eq!(show::fit("Forest", 6), "Forest");
    assert_eq!(show::fit("Forests", 6), "Fores~");
    assert_eq!(show::wrap("a bb ccc dddddddd", 4), ["a bb", "ccc", "dddd", "dddd"]);
    assert_eq!(show::wrap("", 4), [""]);
    assert!(show::wrap("龍龍龍", 4).iter().all(|line| show::width(line) <= 4));
    // Narrower than a character.
    show::wrap("龍龍", 1);
}

#[test]
fn a_broken_agent_is_replaced_by_chance() {
    use dracones::agents::Agent;
    struct Broken;
    impl Agent for Broken {
        fn name(&self) -> &str {
            "broken"
        }
        fn answer(
            &mut self,
            _: &dracones::game::view::SeatView<'_>,
            _: &dracones::model::decision::Decision,
            _: &mut Stream,
        ) -> Answer {
            panic!("on purpose");
        }
    }
    let (app_of_good, _inbox) = app(["green", "red"], 1, "greedy");
    drop(app_of_good);
    let db = CardDb::embedded();
    let cards = vec![load_deck("green", &db, &DeckRules::default()).unwrap().1; 2];
    let agent = AgentMaker::new("broken", || Box::new(Broken));
    let plan = Plan::new(GameSetup::new(&db, &cards).unwrap(), &agent);
    let (_, recording) = Recording::begin(&plan, 0);
    let (out, inbox) = channel();
    let session = PlaySession { recording, person: Seat(0), agent, file: None };
    let mut app = App::new(Table::new(session, out).unwrap(), Theme::new(false), None);
    app.answer(&Answer::Confirm(true));
    let Ok(Message::Answered(answered)) = inbox.recv() else { panic!("the agent is asked") };
    app.answered(*answered);
    assert!(app.message.as_ref().unwrap().contains("on purpose"), "{:?}", app.message);
}

#[test]
fn no_keys_break_it() {
    use super::panel::{Open, Panel};
    use ratatui::crossterm::event::Event;
    let keys = "1234567890 \n\u{1b}<>^v*+-ynedwgloscuaEq?h\t#ab";
    for (seed, decks) in
        [(1, ["premodern-four-color", "pauper-red"]), (2, ["premodern-green-white", "premodern-black"])]
    {
        let (mut app, inbox) = app(decks, seed, "random");
        let mut random = Stream::new(seed, 3);
        for _ in 0..1500 {
            while app.asking.is_none() && !app.view.outcome.is_over() {
                match inbox.recv().unwrap() {
                    Message::Answered(answered) => app.answered(*answered),
                    Message::Input(_) | Message::Stop | Message::Gone => unreachable!("only agents answer here"),
                }
            }
            let code = match keys.chars().nth(random.below(keys.chars().count() as u32) as usize).unwrap() {
                // Nothing is written by tests.
                '\n' if matches!(app.panels.last(), Some(Open { panel: Panel::Save { .. }, .. })) => KeyCode::Esc,
                '\n' => KeyCode::Enter,
                '\u{1b}' => KeyCode::Esc,
                '\t' => KeyCode::Tab,
                '<' => KeyCode::Left,
                '>' => KeyCode::Right,
                '^' => KeyCode::Up,
                'v' => KeyCode::Down,
                '#' => KeyCode::Backspace,
                'c' if random.below(30) > 0 => KeyCode::PageDown,
                c => KeyCode::Char(c),
            };
            app.event(Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
            app.leave = None;
            let (columns, rows) = [(80, 24), (60, 16), (140, 50)][random.below(3) as usize];
            drawn(&mut app, columns, rows);
        }
    }
}

#[test]
fn attacking_with_nothing_is_asked_once_more() {
    let rule = SetRule::default();
    let asked = |kind: PromptKind| {
        let mut question = question(Form::Some { min: 0, max: 2, rule: rule.clone() }, 2);
        question.kind = kind;
        asking_of(question)
    };
    let nothing = Came::Answer(Answer::Some(vec![]));
    let mut attack = asked(PromptKind::DeclareAttackers);
    assert_eq!(press(&mut attack, " "), Came::Taken);
    assert!(attack.note.as_ref().unwrap().contains("Attack with nothing?"));
    assert_eq!(press(&mut attack, " "), nothing);
    // Something else in between, and it is asked again; so is Enter on the row that says it.
    let mut attack = asked(PromptKind::DeclareAttackers);
    press(&mut attack, " ");
    press(&mut attack, "11");
    assert_eq!(press(&mut attack, " "), Came::Taken);
    let mut attack = asked(PromptKind::DeclareAttackers);
    assert_eq!(press(&mut attack, "\n"), Came::Taken);
    assert_eq!(press(&mut attack, "\n"), nothing);
    // With an attacker there is nothing to ask, nor are blocks as easily passed over.
    assert_eq!(press(&mut asked(PromptKind::DeclareAttackers), "1 "), Came::Answer(Answer::Some(vec![0])));
    assert_eq!(press(&mut asked(PromptKind::DeclareBlockers), " "), nothing);
}

#[test]
fn what_harms_oneself_is_not_proposed() {
    let mut against = question(Form::One, 2);
    against.options.iter_mut().for_each(|option| option.against = true);
    let mut only_own = asking_of(against);
    assert_eq!(only_own.cursor, None);
    assert_eq!(press(&mut only_own, "\n"), Came::Nothing);
    assert_eq!(press(&mut only_own, "2"), Came::Answer(Answer::One(1)));
    let mut mixed = question(Form::One, 2);
    mixed.options[1].against = true;
    assert_eq!(press(&mut asking_of(mixed), "\n"), Came::Answer(Answer::One(0)));
}
