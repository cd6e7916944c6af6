//! `dracones play` as people use it: the program in a terminal, driven by keys, judged by what is on the screen.
#![cfg(unix)]

mod against;
mod driver;
mod harness;

use assert_cmd::Command;
use driver::play_on;
use harness::*;
use std::fs;
use tempfile::TempDir;

/// Two simple decks; the person begins, with a land and something that one land pays for.
const RED: [&str; 10] = ["--deck", "red", "--deck", "green", "--seed", "3", "--first", "A", "--agent", "greedy"];

fn folder() -> TempDir {
    TempDir::new().unwrap()
}

/// A game up to the person's first main phase, with a land in hand.
fn begun(folder: &TempDir, more: &[&str]) -> Terminal {
    let terminal = Terminal::play(folder.path(), &[&RED, more].concat());
    terminal.wait("Do you keep this hand?");
    terminal.send("y");
    let screen = terminal.wait("You have priority");
    assert!(screen.contains("play Mountain"), "{screen}");
    terminal
}

/// Plays the land that is offered first.
fn play_land(terminal: &Terminal) -> String {
    let screen = terminal.screen();
    let line = screen.lines().find(|line| line.contains("play Mountain")).expect("a land is offered").to_owned();
    let number = line.split_whitespace().find(|word| word.parse::<u32>().is_ok()).unwrap().to_owned();
    terminal.send(&number);
    terminal.wait("lands ")
}

#[test]
fn a_whole_game_is_played_by_keys() {
    let folder = folder();
    let terminal = Terminal::play(folder.path(), &RED);
    let (screen, decisions) = play_on(&terminal, 2000);
    assert!(screen.contains("the game is over"), "{screen}");
    assert!(screen.contains("won:") || screen.contains("a draw"), "{screen}");
    assert!(decisions > 20, "{decisions}");
    let mut terminal = terminal;
    terminal.send("q");
    assert_eq!(terminal.end(), 0);
    assert!(terminal.written().contains("won:"));
}

#[test]
fn each_panel_opens_and_says_what_it_should() {
    let folder = folder();
    let terminal = begun(&folder, &[]);
    for (key, parts) in [
        ("?", &["Help", "What it is about", "life each"][..]),
        ("l", &["Log", "turn 1 of player A"]),
        ("h", &["Hint", "What else there is", "how often you would win"]),
        ("g", &["Your graveyard", "Exile: empty", "library"]),
        ("o", &["Stops", "first main phase", "your turns", "others' turns"]),
        ("s", &["Save", "dracones.game", "--resume"]),
        ("q", &["Do you want to quit?", "save and quit"]),
        ("c", &["Do you want to concede?"]),
    ] {
        let screen = terminal.press(key, parts[0]);
        for part in parts {
            assert!(screen.contains(part), "`{part}` isn't in the panel of {key}:\n{screen}");
        }
        terminal.press(ESC, "You have priority");
    }
    // The help is longer than the screen: its end can be reached.
    terminal.press("?", "What it is about");
    terminal.press("\x1b[F", "aimed at");
    // Esc and the next key that come together are two keys.
    terminal.press("\x1bl", "turn 1 of player A");
    terminal.press(ESC, "You have priority");
}

#[test]
fn details_and_reasons_of_what_is_selected() {
    let folder = folder();
    let terminal = begun(&folder, &[]);
    terminal.press("\t", "You have priority");
    let screen = terminal.press("d", "in your hand");
    assert!(screen.contains("Mana value"), "{screen}");
    let screen = terminal.press("w", "Why ");
    assert!(screen.contains("rule 613"), "{screen}");
    terminal.press(ESC, "Mana value");
    terminal.press(ESC, "You have priority");
}

#[test]
fn stops_can_be_switched() {
    let folder = folder();
    let terminal = begun(&folder, &[]);
    terminal.press("o", "Stops");
    let screen = terminal.wait(">[ ]");
    assert_eq!(screen.matches(">[").count(), 1, "only the chosen cell is marked:\n{screen}");
    terminal.send(DOWN);
    terminal.send(" ");
    let on = |screen: &str| screen.lines().any(|l| l.contains("upkeep") && l.contains("your turns >[x]"));
    terminal.wait_until("the upkeep is on", on);
    terminal.send(RIGHT);
    terminal.send(" ");
    let on = |screen: &str| screen.lines().any(|l| l.contains("upkeep") && l.contains("others' turns >[x]"));
    terminal.wait_until("others' upkeep is on", on);
    terminal.press(ESC, "You have priority");
}

#[test]
fn any_size_keeps_the_question_legible() {
    let folder = folder();
    let terminal = begun(&folder, &[]);
    for (columns, rows) in [(60, 20), (120, 40), (60, 16), (200, 60), (80, 24)] {
        terminal.resize(columns, rows);
        let whole = |screen: &str| {
            let asks = screen.contains("You have priority") && screen.contains("play Mountain");
            asks && screen.contains("your hand") && screen.contains("? help") && screen.contains("pass")
        };
        terminal.wait_until(&format!("{columns}x{rows}"), whole);
    }
    terminal.resize(50, 12);
    terminal.wait("too small");
    terminal.resize(80, 24);
    terminal.wait("You have priority");
}

#[test]
fn a_saved_game_goes_on_where_it_was_left() {
    let folder = folder();
    let mut terminal = begun(&folder, &[]);
    play_land(&terminal);
    terminal.quiet();
    let before = terminal.screen();
    terminal.press("q", "Do you want to quit?");
    terminal.press("s", "Save the game to this file");
    terminal.send(ENTER);
    assert_eq!(terminal.end(), 0);
    assert!(terminal.written().contains("dracones play --resume dracones.game"), "{}", terminal.written());
    let again = Terminal::play(folder.path(), &["--resume", "dracones.game"]);
    again.wait("You have priority");
    again.quiet();
    // The last line welcomes.
    let table = |screen: &str| screen.lines().take(23).map(str::to_owned).collect::<Vec<_>>();
    let news = |lines: Vec<String>| lines.iter().map(|l| l.replace("+ ", "  ")).collect::<Vec<_>>();
    assert_eq!(news(table(&again.screen())), news(table(&before)));
    // What was played before can still be taken back.
    again.press("u", "Taken back");
}

#[test]
fn a_land_is_taken_back() {
    let folder = folder();
    let terminal = begun(&folder, &[]);
    let before = terminal.screen();
    play_land(&terminal);
    let screen = terminal.press("u", "Taken back");
    assert!(!screen.contains("lands "), "{screen}");
    assert_eq!(screen.lines().take(10).collect::<Vec<_>>(), before.lines().take(10).collect::<Vec<_>>());
    // Passing lets others act: that can't be taken back.
    play_land(&terminal);
    terminal.act("e");
    terminal.press("u", "Too late");
}

#[test]
fn a_file_is_not_replaced_unasked() {
    let folder = folder();
    fs::write(folder.path().join("mine"), "precious").unwrap();
    let terminal = begun(&folder, &[]);
    terminal.press("s", "Save the game to this file");
    terminal.send(&BACKSPACE.repeat(20));
    terminal.send("mine");
    terminal.wait("> mine_");
    terminal.press(ENTER, "There is such a file already");
    assert_eq!(fs::read_to_string(folder.path().join("mine")).unwrap(), "precious");
    terminal.press(ENTER, "Saved to mine");
    assert!(fs::read_to_string(folder.path().join("mine")).unwrap().contains("running"));
}

#[test]
fn conceding_ends_the_game() {
    let folder = folder();
    let terminal = begun(&folder, &[]);
    terminal.press("c", "Do you want to concede?");
    let screen = terminal.press("y", "the game is over");
    assert!(screen.contains("B has won: you conceded."), "{screen}");
}

/// The terminal is as it was: the main screen, with a cursor.
fn assert_clean(terminal: &Terminal) {
    assert_eq!(terminal.is_taken(), (false, false));
    let written = terminal.written();
    assert!(written.contains("\x1b[?1049l") && written.contains("\x1b[?25h"), "{written:?}");
}

#[test]
fn the_terminal_is_left_clean() {
    let folder = folder();
    let mut terminal = begun(&folder, &[]);
    assert_eq!(terminal.is_taken(), (true, true));
    terminal.send(CTRL_C);
    assert_eq!(terminal.end(), 130);
    assert_clean(&terminal);
    // Signals from outside.
    for signal in ["-INT", "-TERM", "-HUP"] {
        let mut terminal = begun(&folder, &[]);
        let done = Command::new("kill").args([signal, &terminal.process().to_string()]).output().unwrap();
        assert!(done.status.success());
        assert_eq!(terminal.end(), 130, "{signal}");
        assert_clean(&terminal);
    }
}

#[cfg(debug_assertions)]
#[test]
fn a_panic_is_told_on_a_clean_terminal() {
    let folder = folder();
    let mut terminal = Terminal::with(folder.path(), &RED, &[("DRACONES_TEST_PANIC", "1")], (80, 24));
    terminal.wait("Do you keep this hand?");
    terminal.send(CTRL_P);
    assert_eq!(terminal.end(), 101);
    assert_clean(&terminal);
    let written = terminal.written();
    let (left, told) = (written.rfind("\x1b[?1049l").unwrap(), written.find("a panic for a test").unwrap());
    assert!(left < told, "{written:?}");
}

#[test]
fn without_colors_nothing_is_lost() {
    let folder = folder();
    let plain = Terminal::with(folder.path(), &RED, &[("NO_COLOR", "1")], (80, 24));
    plain.wait("Do you keep this hand?");
    assert!(!plain.has_colors());
    let colored = Terminal::play(folder.path(), &RED);
    colored.wait("Do you keep this hand?");
    colored.quiet();
    assert!(colored.has_colors());
    assert_eq!(plain.screen(), colored.screen());
}

#[test]
fn names_from_files_dont_act_on_the_terminal() {
    let folder = folder();
    // The name of the file becomes that of the deck.
    let name = "evil\x1b[2J\u{202e}txt";
    fs::write(folder.path().join(name), "40 Forest\n20 Grizzly Bears\n").unwrap();
    let arguments = ["--deck", name, "--deck", "green", "--seed", "1", "--allow-small"];
    let terminal = Terminal::play(folder.path(), &arguments);
    terminal.wait("Do you keep this hand?");
    terminal.quiet();
    let written = terminal.written();
    assert!(!written.contains("evil\x1b[2J") && !written.contains('\u{202e}'), "{written:?}");
    assert!(terminal.screen().contains("evil"), "{}", terminal.screen());
}

#[test]
fn bad_input_is_refused_without_a_screen() {
    let folder = folder();
    let run = |arguments: &[&str]| {
        let output =
            Command::cargo_bin("dracones").unwrap().current_dir(folder.path()).args(arguments).output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let refused = |arguments: &[&str], part: &str| {
        let (status, out, error) = run(arguments);
        assert_eq!((status, out.as_str()), (Some(2), ""), "{error}");
        assert!(error.contains(part), "`{part}` isn't in: {error}");
    };
    refused(&["play"], "needs a terminal");
    refused(&["play", "--agent", "nobody"], "unknown agent `nobody`");
    refused(&["play", "--deck", "nowhere"], "nor an embedded deck");
    refused(&["play", "--resume", "nowhere"], "nowhere");
    refused(&["play", "--resume", "."], "it is a folder");
    fs::write(folder.path().join("no.game"), "{}\n").unwrap();
    refused(&["play", "--resume", "no.game"], "line 1 is not a header");
    refused(&["play", "--resume", "no.game", "--seed", "3"], "cannot be used with");
}

#[test]
fn an_agent_that_thinks_leaves_the_keys_alive() {
    let folder = folder();
    // It looks for long at what its first land pays for.
    let agent = ["--agent", "planner:1000000/glance=0/drop=1000"];
    let arguments = [&["--deck", "red", "--seed", "3", "--first", "B"][..], &agent].concat();
    let mut terminal = Terminal::play(folder.path(), &arguments);
    terminal.wait("Do you keep this hand?");
    terminal.send("y");
    terminal.wait("thinks");
    // Panels open meanwhile, and the game can be left.
    terminal.press("?", "What it is about");
    terminal.press(ESC, "log");
    terminal.press("q", "Do you want to quit?");
    terminal.send("y");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn the_question_for_a_mulligan_says_who_begins_and_the_log_who_took_one() {
    let folder = folder();
    let begins = |first: &str, words: &str| {
        let arguments = ["--deck", "red", "--deck", "green", "--seed", "3", "--first", first];
        let terminal = Terminal::with(folder.path(), &arguments, &[], (60, 20));
        let screen = terminal.wait("Do you keep this hand?");
        assert!(screen.contains(words), "{screen}");
        terminal
    };
    begins("B", "You are on the draw");
    let terminal = begins("A", "You are on the play");
    terminal.press("n", "for the bottom of your library");
    terminal.press("1", "after a mulligan?");
    terminal.press("y", "You have priority");
    let screen = terminal.press("l", "Log");
    for line in
        ["A takes the first turn", "A takes a mulligan", "A puts 1 card on the bottom and has 6", "A keeps 6 cards"]
    {
        assert!(screen.contains(line), "`{line}` isn't in:\n{screen}");
    }
}

#[test]
fn ones_deck_and_what_is_left_of_it() {
    let folder = folder();
    let terminal = begun(&folder, &[]);
    let count = |screen: &str| {
        let line = screen.lines().find(|line| line.contains("Mountain")).unwrap_or_else(|| panic!("{screen}"));
        let mut numbers = line.split_whitespace().filter_map(|word| word.parse::<u32>().ok());
        (numbers.next().unwrap(), numbers.next().unwrap())
    };
    let screen = terminal.press("D", "may be left in your library");
    assert!(screen.contains("53 of 60 cards"), "{screen}");
    let end = terminal.press("\x1b[F", "Mountain");
    let (left, of) = count(&end);
    assert!(left < of, "a Mountain is in hand: {end}");
    // Where a card goes that was drawn makes no difference.
    terminal.press(ESC, "You have priority");
    play_land(&terminal);
    terminal.press("D", "53 of 60 cards");
    assert_eq!(count(&terminal.press("\x1b[F", "Mountain")), (left, of));
}

#[test]
fn after_a_game_comes_a_rematch_on_either_side() {
    let folder = folder();
    let mut terminal = begun(&folder, &[]);
    terminal.press("c", "Do you want to concede?");
    let screen = terminal.press("y", "the game is over");
    assert!(screen.contains("r  rematch") && screen.contains("sides changed"), "{screen}");
    terminal.press("r", "Do you keep this hand?");
    terminal.press("y", "You have priority");
    terminal.press("D", "Mountain");
    terminal.press(ESC, "You have priority");
    terminal.press("c", "Do you want to concede?");
    terminal.press("y", "the game is over");
    terminal.press("x", "Do you keep this hand?");
    let screen = terminal.press("D", "may be left in your library");
    assert!(!screen.contains("Lightning Bolt"), "{screen}");
    terminal.press("\x1b[F", "Forest");
    terminal.press(ESC, "Do you keep this hand?");
    // It is a game like any other: it can be saved and continued.
    terminal.act("y");
    terminal.press("s", "Save the game to this file");
    terminal.press(ENTER, "Saved to dracones.game (with all hidden cards in it)");
    terminal.send("q");
    assert_eq!(terminal.end(), 0);
    let again = Terminal::play(folder.path(), &["--resume", "dracones.game"]);
    again.wait("your decision");
    again.press("D", "may be left in your library");
    again.press("\x1b[F", "Forest");
}

#[test]
fn a_game_that_is_broken_off_from_outside_is_saved() {
    for signal in ["-TERM", "-HUP"] {
        let folder = folder();
        let mut terminal = begun(&folder, &[]);
        play_land(&terminal);
        assert!(
            Command::new("kill").args([signal, &terminal.process().to_string()]).output().unwrap().status.success()
        );
        assert_eq!(terminal.end(), 130, "{signal}");
        let words = "broken off and saved: dracones play --resume dracones-autosave.game";
        assert!(terminal.written().contains(words), "{}", terminal.written());
        assert!(folder.path().join("dracones-autosave.game").exists());
        // The next one says so, too.
        let next = Terminal::play(folder.path(), &RED);
        next.wait("A game was broken off: --resume dracones-autosave.game");
        let mut again = Terminal::play(folder.path(), &["--resume", "dracones-autosave.game"]);
        let screen = again.wait("You have priority");
        assert!(screen.contains("lands "), "{screen}");
        // Broken off again, it is saved to where it came from.
        again.act("e");
        assert!(Command::new("kill").args([signal, &again.process().to_string()]).output().unwrap().status.success());
        assert_eq!(again.end(), 130, "{signal}");
        assert!(!folder.path().join("dracones-autosave-2.game").exists());
    }
}

#[test]
fn saving_says_that_hidden_cards_are_in_the_file() {
    let folder = folder();
    let terminal = begun(&folder, &[]);
    let screen = terminal.press("s", "Save the game to this file");
    assert!(screen.contains("The file holds what is hidden, too"), "{screen}");
}
