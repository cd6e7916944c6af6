//! Looks: blue and orange, which everybody can tell apart, and nothing that is told by a colour alone.

use ratatui::style::{Color, Modifier, Style};

/// How things look.
#[derive(Clone, Copy, Debug)]
pub(super) struct Theme {
    color: bool,
}

impl Theme {
    /// With colours unless `NO_COLOR` is set to anything.
    pub(super) fn from_env() -> Self {
        Self::new(std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()))
    }

    pub(super) const fn new(color: bool) -> Self {
        Self { color }
    }

    fn fore(self, color: u8) -> Style {
        if self.color { Style::new().fg(Color::Indexed(color)) } else { Style::new() }
    }

    /// What belongs to the person.
    pub(super) fn mine(self) -> Style {
        self.fore(75)
    }

    /// What belongs to others.
    pub(super) fn theirs(self) -> Style {
        self.fore(214)
    }

    /// What isn't needed now.
    pub(super) fn faint(self) -> Style {
        self.fore(246)
    }

    pub(super) fn plain(self) -> Style {
        Style::new()
    }

    pub(super) fn bold(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// Where the person's eyes should go.
    pub(super) fn selected(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED | Modifier::BOLD)
    }

    /// What can be chosen now.
    pub(super) fn open(self, style: Style) -> Style {
        style.add_modifier(Modifier::UNDERLINED)
    }
}
