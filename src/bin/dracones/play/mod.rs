//! `dracones play`: a game at the terminal, against an agent.
//!
//! Made of nothing but the library's interface for clients: views of the person's seat, questions, drafts, stops, events,
//! and a timeline that records and takes back.
//!
//! | file | what |
//! | --- | --- |
//! | `table` | the game, those who play it, saving, taking back |
//! | `worker` | the agents, in a thread of their own |
//! | `app` | what the program knows between two keys, and how the game continues |
//! | `ask`, `rows` | a question at the prompt: from keys to an answer |
//! | `input` | what keys do |
//! | `screen`, `board`, `panel`, `pages` | the screen: what stands where, the table, what is shown over it |
//! | `show`, `help`, `theme` | words, the help, looks |
//! | `terminal` | taking the terminal and giving it back |

mod app;
mod ask;
mod board;
mod help;
mod input;
mod pages;
mod panel;
mod rows;
mod screen;
mod show;
mod table;
mod terminal;
#[cfg(test)]
mod tests;
mod theme;
mod worker;

use crate::cli::{CliError, ExitReason, PlaySession};
use app::App;
use ratatui::crossterm::event::{self, Event};
use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};
use table::Table;
use terminal::{Screen, restore};
use theme::Theme;
use worker::Answered;

/// What the program waits for.
enum Message {
    /// A key, or another size.
    Input(Event),
    /// An agent's answer.
    Answered(Box<Answered>),
    /// Somebody ends the program from outside.
    Stop,
    /// The terminal is gone.
    Gone,
}

/// While an agent thinks, the screen says for how long.
const TICK: Duration = Duration::from_millis(250);

/// Lets a person play.
///
/// # Errors
/// If there is no terminal.
pub(super) fn run(session: PlaySession) -> Result<ExitReason, CliError> {
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return Err(CliError::input("`play` needs a terminal: its input and output can't be a file or a pipe"));
    }
    let (out, inbox) = channel();
    let file = session.file.clone();
    let app = App::new(Table::new(session, out.clone())?, Theme::from_env(), file);
    let signals = out.clone();
    let first: Mutex<Option<Instant>> = Mutex::new(None);
    ctrlc::set_handler(move || {
        // A terminal that goes away may send two signals at once; somebody who is impatient waits a moment.
        let since = first.lock().map_or(None, |mut first| first.replace(Instant::now()));
        let again = since.is_some_and(|since| since.elapsed() > Duration::from_secs(1));
        if again || signals.send(Message::Stop).is_err() {
            restore();
            std::process::exit(130);
        }
    })
    .map_err(CliError::input)?;
    let screen = Screen::take()?;
    thread::spawn(move || {
        while let Ok(event) = event::read() {
            if out.send(Message::Input(event)).is_err() {
                return;
            }
        }
        let _ = out.send(Message::Gone);
    });
    let Left { end, words, kept } = play(screen, app, &inbox);
    // There may be no terminal any more to say it to.
    if let Some(kept) = kept {
        let _ = writeln!(io::stderr(), "{kept}");
    }
    if !words.is_empty() {
        writeln!(io::stdout(), "{words}")?;
    }
    end
}

/// How playing ended.
struct Left {
    end: Result<ExitReason, CliError>,
    /// What is printed when the terminal is restored.
    words: String,
    /// Where a game that was broken off is, if it was.
    kept: Option<String>,
}

/// Draws and takes keys until it is over, and gives the terminal back.
fn play(mut screen: Screen, mut app: App, inbox: &Receiver<Message>) -> Left {
    let end = ask_on(&mut screen, &mut app, inbox);
    drop(screen);
    let kept = app.kept.as_ref().map(|kept| match kept {
        Ok(place) => {
            harmless(&format!("The game was broken off and saved: dracones play --resume {}", place.display()))
        }
        Err(why) => harmless(&format!("The game was broken off and couldn't be saved: {why}")),
    });
    Left { end, words: last_words(&app), kept }
}

fn ask_on(screen: &mut Screen, app: &mut App, inbox: &Receiver<Message>) -> Result<ExitReason, CliError> {
    loop {
        let redraw = std::mem::take(&mut app.redraw);
        if let Err(gone) = screen.draw(redraw, |frame| screen::draw(frame, app)) {
            app.keep_safe();
            return Err(gone.into());
        }
        let first = match app.thinking {
            Some(_) => inbox.recv_timeout(TICK),
            None => inbox.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        let mut next = match first {
            Ok(message) => Some(message),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(Message::Gone),
        };
        while let Some(message) = next {
            match message {
                Message::Input(event) => app.event(event),
                Message::Answered(answered) => app.answered(*answered),
                Message::Stop | Message::Gone => {
                    app.keep_safe();
                    app.leave = Some(ExitReason::Interrupted);
                }
            }
            if let Some(end) = app.leave {
                return Ok(end);
            }
            next = inbox.try_recv().ok();
        }
    }
}

/// A text for a terminal, whatever came from files.
fn harmless(text: &str) -> String {
    text.chars().map(|c| if c != '\n' && dracones::cards::printable::is_unsafe(c) { '?' } else { c }).collect()
}

/// What is said after the game.
fn last_words(app: &App) -> String {
    let mut words = Vec::new();
    words.extend(show::end(&app.view, app.table.me));
    if let Some(file) = app.file.as_ref().filter(|_| app.saved.is_some() && !app.view.outcome.is_over()) {
        let place = file.display();
        words.push(match app.is_saved() {
            true => format!("The game is saved: dracones play --resume {place}"),
            false => format!("An earlier position is saved: dracones play --resume {place}"),
        });
    }
    harmless(&words.join("\n"))
}

/// What went wrong, in a line.
fn told(fail: &CliError) -> String {
    match fail {
        CliError::Input(message) => message.lines().next().unwrap_or_default().to_owned(),
        CliError::Closed => "the output is closed".to_owned(),
    }
}
