//! The terminal: taken when a game begins, and given back clean however it ends.

use super::worker;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::{Hide, Show};
use ratatui::crossterm::event::{DisableBracketedPaste, EnableBracketedPaste};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};
use std::io::{self, Stdout};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the terminal is ours.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// The terminal while it is ours: raw, on the alternate screen, without a cursor.
pub(super) struct Screen(pub(super) Terminal<CrosstermBackend<Stdout>>);

impl Screen {
    /// Takes the terminal. A panic gives it back before it is told.
    ///
    /// # Errors
    /// Those of the terminal.
    pub(super) fn take() -> io::Result<Self> {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            // An agent that breaks is replaced, and the game goes on.
            if std::thread::current().name() != Some(worker::NAME) {
                restore();
                before(info);
            }
        }));
        enable_raw_mode()?;
        TAKEN.store(true, Ordering::SeqCst);
        let taken = execute!(io::stdout(), EnterAlternateScreen, EnableBracketedPaste, Hide)
            .and_then(|()| Terminal::new(CrosstermBackend::new(io::stdout())));
        if taken.is_err() {
            restore();
        }
        taken.map(Self)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        restore();
    }
}

/// Gives the terminal back, once.
pub(super) fn restore() {
    if TAKEN.swap(false, Ordering::SeqCst) {
        let _ = execute!(io::stdout(), DisableBracketedPaste, LeaveAlternateScreen, Show);
        let _ = disable_raw_mode();
    }
}
