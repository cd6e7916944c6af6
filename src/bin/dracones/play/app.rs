//! What the program knows between two keys, and how the game continues.

use super::ask::Asking;
use super::panel::Open;
use super::show;
use super::table::Table;
use super::theme::Theme;
use super::worker::Answered;
use crate::cli::ExitReason;
use dracones::game::client::{GameEvent, Question, Stops, View};
use dracones::model::decision::{Answer, PromptKind};
use dracones::model::ids::Handle;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// How the names of files begin in which games are saved that were broken off.
const AUTOSAVE: &str = "dracones-autosave";

/// A name for a file that doesn't exist yet.
fn free_file(name: &str) -> PathBuf {
    let free = |n: u32| {
        let number = if n == 1 { String::new() } else { format!("-{n}") };
        let path = PathBuf::from(format!("{name}{number}.game"));
        (!path.exists()).then_some(path)
    };
    (1..1000).find_map(free).unwrap_or_else(|| format!("{name}.game").into())
}

/// Whether a game that was broken off was saved to such a file.
fn is_autosave(file: &Path) -> bool {
    file.file_name().is_some_and(|name| name.to_string_lossy().starts_with(AUTOSAVE))
}

/// A line of the log.
#[derive(Clone, Debug)]
pub(super) struct Told {
    /// After how many answers it happened.
    decision: u32,
    /// The line as it is shown.
    pub(super) text: String,
    /// Whether a turn begins with it.
    pub(super) turn: bool,
}

/// The state of the client.
pub(super) struct App {
    pub(super) table: Table,
    pub(super) theme: Theme,
    /// What the person may know now.
    pub(super) view: View,
    /// What they are asked.
    pub(super) asking: Option<Asking>,
    pub(super) stops: Stops,
    pub(super) log: Vec<Told>,
    /// The lines from here on are news since the person last did something.
    pub(super) news: usize,
    /// Panels over the table, the last one on top.
    pub(super) panels: Vec<Open>,
    /// The object that the person looks at.
    pub(super) selected: Option<Handle>,
    /// What there is to say about the last key.
    pub(super) message: Option<String>,
    /// Since when an agent thinks.
    pub(super) thinking: Option<Instant>,
    /// The person is asked here, even where passing goes without saying: they have taken something back.
    hold: Option<u32>,
    /// In a game in which players make their mana: whether the program does it for the person.
    pub(super) pay_for_me: bool,
    /// Where the game is saved.
    pub(super) file: Option<PathBuf>,
    /// After how many answers it was saved last.
    pub(super) saved: Option<usize>,
    /// Where a game that was broken off was saved, or why it couldn't be.
    pub(super) kept: Option<Result<PathBuf, String>>,
    /// How the program ends, if it does.
    pub(super) leave: Option<ExitReason>,
    /// Whether the screen is to be drawn from scratch.
    pub(super) redraw: bool,
}

impl App {
    pub(super) fn new(table: Table, theme: Theme, file: Option<PathBuf>) -> Self {
        let view = table.view();
        let mut app = Self {
            view,
            asking: None,
            stops: Stops::default(),
            log: Vec::new(),
            news: 0,
            panels: Vec::new(),
            selected: None,
            message: None,
            thinking: None,
            hold: None,
            pay_for_me: true,
            saved: file.is_some().then(|| table.answers()),
            file,
            kept: None,
            leave: None,
            redraw: false,
            table,
            theme,
        };
        let kept = PathBuf::from(format!("{AUTOSAVE}.game"));
        app.message = Some(match app.file.is_none() && kept.exists() {
            true => format!("Welcome! ? is for help. A game was broken off: --resume {}", kept.display()),
            false => "Welcome! ? is for help.".to_owned(),
        });
        // A resumed game was left where the person was asked.
        app.hold = Some(app.view.decisions);
        app.go_on();
        app
    }

    /// Plays on to where the person or an agent has to answer.
    pub(super) fn go_on(&mut self) {
        (self.asking, self.thinking) = (None, None);
        loop {
            let events = self.table.events();
            self.tell(events);
            self.view = self.table.view();
            let Some(question) = self.view.question.clone() else {
                self.table.go_on();
                self.thinking = (!self.view.outcome.is_over()).then(Instant::now);
                break;
            };
            match self.goes_without_saying(&question) {
                Some(answer) if self.table.reply(&answer, false).is_ok() => {}
                _ => {
                    self.asking = Some(Asking::new(question, self.table.names(), &self.view));
                    break;
                }
            }
        }
        self.panels.retain(|open| open.handle().is_none_or(|handle| show::find(&self.view, handle).is_some()));
        self.selected = self.selected.filter(|handle| show::find(&self.view, *handle).is_some());
        self.follow_cursor();
    }

    /// The answer that the person needn't give.
    fn goes_without_saying(&mut self, question: &Question) -> Option<Answer> {
        if self.hold == Some(self.view.decisions) {
            return None;
        }
        if question.kind == PromptKind::PayMana && self.pay_for_me {
            // To pay, or the first thing that leads there.
            return Some(Answer::One(question.pass().unwrap_or(0)));
        }
        self.stops.answer(&self.view)
    }

    fn tell(&mut self, events: Vec<GameEvent>) {
        for event in events {
            if let GameEvent { decision, what, text: Some(text), .. } = event {
                self.log.push(Told { decision, text, turn: show::is_turn(&what) });
            }
        }
    }

    /// The person answers.
    pub(super) fn answer(&mut self, answer: &Answer) {
        let news = self.log.len();
        match self.table.reply(answer, true) {
            Ok(()) => {
                (self.news, self.hold) = (news, None);
                self.go_on();
            }
            Err(error) => {
                if let Some(asking) = &mut self.asking {
                    asking.refused(error.to_string());
                }
            }
        }
    }

    /// An agent has answered.
    pub(super) fn answered(&mut self, answered: Answered) {
        let since = self.thinking;
        let broken = self.table.answered(answered);
        if let Some(words) = broken {
            self.message = Some(format!("The agent broke ({words}); chance has answered for it."));
        }
        // The person may have been asked meanwhile, having taken something back.
        if since.is_some() {
            self.go_on();
        }
    }

    /// Takes the last decision of the person back.
    pub(super) fn undo(&mut self) {
        match self.table.undo() {
            None => self.message = Some("There is nothing to take back.".to_owned()),
            Some(Err(_)) => {
                let why = "Too late: others have acted or learnt something since then.";
                self.message = Some(why.to_owned());
            }
            Some(Ok(())) => {
                let view = self.table.view();
                self.log.retain(|told| told.decision <= view.decisions);
                self.news = self.news.min(self.log.len());
                self.hold = Some(view.decisions);
                self.stops.until = None;
                self.message = Some("Taken back.".to_owned());
                self.go_on();
            }
        }
    }

    pub(super) fn concede(&mut self) {
        self.table.concede();
        self.go_on();
    }

    /// Begins the next game with the same decks, on the same side or the other.
    pub(super) fn again(&mut self, change_sides: bool) {
        match self.table.again(change_sides) {
            Ok(table) => self.table = table,
            Err(fail) => {
                self.message = Some(super::told(&fail));
                return;
            }
        }
        (self.log, self.news, self.panels, self.selected) = (Vec::new(), 0, Vec::new(), None);
        (self.file, self.saved, self.stops.until) = (None, None, None);
        self.view = self.table.view();
        self.hold = Some(self.view.decisions);
        self.message = Some(match change_sides {
            true => "A new game with sides changed.".to_owned(),
            false => "A new game.".to_owned(),
        });
        self.go_on();
    }

    /// Saves a game that is broken off from outside, so that it isn't lost; to a file of its own, unless it continues from
    /// such a file.
    pub(super) fn keep_safe(&mut self) {
        if self.view.outcome.is_over() || self.is_saved() || self.table.answers() == 0 {
            return;
        }
        let own = self.file.clone().filter(|file| is_autosave(file));
        let place = own.unwrap_or_else(|| free_file(AUTOSAVE));
        self.kept = Some(self.table.save(&place).map(|()| place).map_err(|fail| super::told(&fail)));
    }

    /// Saves the game.
    pub(super) fn save(&mut self, place: &Path) -> bool {
        match self.table.save(place) {
            Ok(()) => {
                self.message = Some(format!("Saved to {} (with all hidden cards in it)", place.display()));
                (self.file, self.saved) = (Some(place.to_owned()), Some(self.table.answers()));
                true
            }
            Err(fail) => {
                self.message = Some(super::told(&fail));
                false
            }
        }
    }

    /// Whether everything that happened is in a file.
    pub(super) fn is_saved(&self) -> bool {
        self.saved == Some(self.table.answers())
    }

    /// The place that a game is saved to unless the person says otherwise.
    pub(super) fn default_file(&self) -> PathBuf {
        self.file.clone().unwrap_or_else(|| free_file("dracones"))
    }

    /// Looks at what the prompt's cursor is on.
    pub(super) fn follow_cursor(&mut self) {
        if let Some(handle) = self.asking.as_ref().and_then(Asking::object) {
            self.selected = Some(handle);
        }
    }

    /// Looks at what the prompt's cursor has been moved to; at nothing if that isn't a card.
    pub(super) fn look_where_the_cursor_is(&mut self) {
        if self.asking.as_ref().is_some_and(|asking| asking.cursor.is_some()) {
            self.selected = None;
        }
        self.follow_cursor();
    }

    /// Looks at another object, and moves the prompt's cursor with it.
    pub(super) fn look_at(&mut self, handle: Handle) {
        self.selected = Some(handle);
        if let Some(asking) = &mut self.asking {
            asking.look_at(handle);
        }
    }

    /// Points at one of several equal objects, preferably one that can be chosen.
    pub(super) fn look_at_any(&mut self, handles: &[Handle]) {
        for handle in handles {
            self.look_at(*handle);
            if self.asking.as_ref().is_some_and(|asking| asking.cursor.is_some()) {
                return;
            }
        }
    }
}
