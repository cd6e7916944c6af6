//! Panels over the table: which there are, and what they say.

use super::app::App;
use super::help;
use super::pages::Pen;
use dracones::model::ids::Handle;
use ratatui::style::Style;
use std::path::PathBuf;

/// A panel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Panel {
    /// All keys, and how a turn goes.
    Help,
    /// What an object is.
    Details(Handle),
    /// Which effects made it what it is.
    Why(Handle),
    /// Graveyards, exile and known cards.
    Cards,
    /// What may be left in the person's library.
    Deck,
    /// What the person could answer, and what it would come to: lines, and whether they are bold.
    Hint(Vec<(String, bool)>),
    /// The whole log.
    Log,
    /// Where the person wants to be asked.
    Stops,
    /// Where to save; whether the file that is there may be replaced; whether to quit then.
    Save {
        /// What has been typed.
        name: String,
        /// A file that may be replaced.
        replace: Option<PathBuf>,
        /// Whether the program ends then.
        quit: bool,
    },
    /// Whether to quit.
    Quit,
    /// Whether to concede.
    Concede,
}

/// A panel that is open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Open {
    pub(super) panel: Panel,
    /// The first line that is shown.
    pub(super) scroll: usize,
    /// The line that is chosen, where lines can be chosen.
    pub(super) cursor: usize,
    /// The column that is chosen.
    pub(super) column: usize,
}

impl Open {
    pub(super) fn new(panel: Panel) -> Self {
        // Of a log the end is read first.
        let scroll = if panel == Panel::Log { usize::MAX } else { 0 };
        Self { panel, scroll, cursor: 0, column: 0 }
    }

    /// The object that the panel is about.
    pub(super) fn handle(&self) -> Option<Handle> {
        match self.panel {
            Panel::Details(handle) | Panel::Why(handle) => Some(handle),
            _ => None,
        }
    }
}

/// A line of a panel.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) text: String,
    pub(super) style: Style,
    /// The object that the line is for.
    pub(super) handle: Option<Handle>,
}

/// What a panel says.
pub(super) struct Page {
    pub(super) title: String,
    pub(super) entries: Vec<Entry>,
    /// What its keys do.
    pub(super) keys: &'static str,
    /// Whether a line can be chosen.
    pub(super) choice: bool,
}

const SCROLL: &str = "up/down scroll  esc close";

/// The lines of a panel, wrapped to `width` columns.
pub(super) fn page(app: &App, panel: &Open, columns: usize) -> Page {
    let mut pen = Pen { app, columns, entries: Vec::new() };
    let (title, keys, choice) = match &panel.panel {
        Panel::Help => {
            for line in help::TEXT.lines() {
                let heading = line.starts_with('#');
                let style = if heading { app.theme.bold() } else { app.theme.plain() };
                pen.indented(line.trim_start_matches(['#', ' ']), if line.starts_with("  ") { 12 } else { 0 }, style);
            }
            ("Help".to_owned(), SCROLL, false)
        }
        Panel::Details(handle) => {
            let title = pen.details(*handle);
            (title, "w why is it so?  up/down scroll  esc close", false)
        }
        Panel::Why(handle) => (pen.why(*handle), SCROLL, false),
        Panel::Cards => {
            pen.cards();
            ("Graveyards, exile, known cards".to_owned(), "up/down choose  enter details  esc close", true)
        }
        Panel::Deck => {
            pen.deck();
            ("Your deck".to_owned(), SCROLL, false)
        }
        Panel::Hint(lines) => {
            for (line, bold) in lines {
                let style = if *bold { app.theme.bold() } else { app.theme.plain() };
                pen.indented(line, if line.starts_with(' ') { 4 } else { 0 }, style);
            }
            ("Hint".to_owned(), SCROLL, false)
        }
        Panel::Log => {
            for (i, told) in app.log.iter().enumerate() {
                let style = if told.turn || i >= app.news { app.theme.bold() } else { app.theme.plain() };
                pen.indented(&told.text, 2, style);
            }
            ("Log".to_owned(), SCROLL, false)
        }
        Panel::Stops => {
            pen.stops((panel.cursor, panel.column));
            ("Stops".to_owned(), "arrows choose  space on/off  esc close", true)
        }
        Panel::Save { name, replace, quit } => {
            pen.plain("Save the game to this file:");
            pen.styled(&format!("> {name}_"), app.theme.bold());
            if replace.is_some() {
                pen.plain("");
                pen.styled("There is such a file already. Enter replaces it.", app.theme.bold());
            }
            pen.plain("");
            pen.plain("Later `dracones play --resume FILE` continues from here.");
            pen.plain("The file holds what is hidden, too: the other hand, both libraries, the cards to come.");
            let title = if *quit { "Save and quit" } else { "Save" };
            (title.to_owned(), "enter save  ctrl-u clear the name  esc don't", false)
        }
        Panel::Quit => {
            pen.plain("Do you want to quit?");
            pen.plain("");
            pen.plain(match app.is_saved() {
                true => "The game is saved as it is now.",
                false => "The game isn't saved. What has happened since it was saved last would be lost.",
            });
            pen.plain("");
            pen.plain("y  quit without saving");
            pen.plain("s  save and quit");
            pen.plain("n  go on playing");
            ("Quit".to_owned(), "y quit  s save and quit  n go on", false)
        }
        Panel::Concede => {
            pen.plain("Do you want to concede? You lose the game at once.");
            pen.plain("");
            pen.plain("y  concede");
            pen.plain("n  go on playing");
            ("Concede".to_owned(), "y concede  n go on", false)
        }
    };
    Page { title, entries: pen.entries, keys, choice }
}
