//! Somebody who knows nothing but what the screen says.

use crate::harness::{ENTER, Terminal};

/// What to type at a question.
fn keys(screen: &str) -> String {
    // The last line says what keys do, not what can be chosen.
    let screen = screen.trim_end().rsplit_once('\n').map_or(screen, |(above, _)| above);
    let row = |key: &str| {
        let mut lines = screen.lines().map(|line| line.trim_start_matches([' ', '>']));
        lines.any(|line| line.strip_prefix(key).is_some_and(|rest| rest.starts_with(' ')))
    };
    let number = |word: &str| {
        let line = screen.lines().find(|line| {
            let line = line.trim_start_matches([' ', '>']);
            let mut words = line.split(' ').filter(|w| !w.is_empty());
            words.next().is_some_and(|w| w.parse::<u32>().is_ok()) && words.next() == Some(word)
        })?;
        line.split_whitespace().find(|w| w.parse::<u32>().is_ok()).map(str::to_owned)
    };
    if row("y") && row("n") {
        return "y".to_owned();
    }
    if screen.contains("Declare attackers") {
        return if screen.contains("[x]") { " " } else { "*" }.to_owned();
    }
    if let Some(found) = number("play").or_else(|| number("cast")) {
        // Of more than nine options the number is ready with Enter.
        return found;
    }
    if screen.contains("You have priority") || screen.contains("Declare blockers") {
        return " ".to_owned();
    }
    if screen.contains("type it, or up and down") {
        return ENTER.to_owned();
    }
    match (row("1"), row("space")) {
        (true, false) => "1".to_owned(),
        (true, true) if screen.contains("0 of") => "1".to_owned(),
        (_, true) => " ".to_owned(),
        (false, false) => ENTER.to_owned(),
    }
}

/// Plays to the end of the game. Answers the last screen, and how often something was typed.
pub(crate) fn play_on(terminal: &Terminal, most: usize) -> (String, usize) {
    let mut screen = terminal.wait("your decision");
    for typed in 0..most {
        if screen.contains("the game is over") {
            return (screen, typed);
        }
        let keys = keys(&screen);
        let again = terminal.act(&keys);
        // A number that may have another digit.
        screen = if again.contains("another digit, or Enter") { terminal.act(ENTER) } else { again };
    }
    panic!("the game isn't over after {most} keys:\n{screen}");
}
