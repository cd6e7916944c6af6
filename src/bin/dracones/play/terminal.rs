//! The terminal: taken when a game begins, and given back clean however it ends.

use super::worker;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::{Hide, Show};
use ratatui::crossterm::event::{DisableBracketedPaste, EnableBracketedPaste};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    BeginSynchronizedUpdate, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode,
    enable_raw_mode,
};
use ratatui::{Frame, Terminal};
use std::io::{self, Stdout};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the terminal is ours.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// The terminal while it is ours: raw, on the alternate screen, without a cursor.
pub(super) struct Screen(Terminal<CrosstermBackend<Stdout>>);

impl Screen {
    /// Takes the terminal. A panic gives it back before it is told.
    ///
    /// # Errors
    /// The errors of the terminal.
    pub(super) fn take() -> io::Result<Self> {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            // An agent that breaks is replaced, and the game continues.
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

    /// Draws one frame, from nothing or as what changed since the last. Terminals that know synchronized updates show
    /// it whole or not at all; others ignore the marks.
    ///
    /// # Errors
    /// The errors of the terminal.
    pub(super) fn draw(&mut self, redraw: bool, frame: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        execute!(io::stdout(), BeginSynchronizedUpdate)?;
        if redraw {
            // Not `clear`: that asks the terminal where the cursor is, and its answer would be taken for a key.
            let size = self.0.size()?;
            self.0.resize(size.into())?;
        }
        self.0.draw(frame)?;
        execute!(io::stdout(), EndSynchronizedUpdate)
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
        let _ = execute!(io::stdout(), EndSynchronizedUpdate, DisableBracketedPaste, LeaveAlternateScreen, Show);
        let _ = disable_raw_mode();
    }
}
