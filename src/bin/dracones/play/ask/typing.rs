//! Names and numbers: what is typed instead of chosen.

use super::{Asking, Came};
use dracones::game::client::{Click, Form};
use ratatui::crossterm::event::KeyCode;

/// The longest text that can be typed.
const LONGEST: usize = 100;

impl Asking {
    /// Forgets what has been typed.
    pub(in super::super) fn clear_typed(&mut self) {
        self.typed.clear();
        if let Some(filter) = &mut self.filter {
            filter.clear();
        }
        self.lay_out();
    }

    pub(super) fn key_of_name(&mut self, code: KeyCode) -> Came {
        match code {
            KeyCode::Char(c) if !c.is_control() && self.typed.chars().count() < LONGEST => self.typed.push(c),
            KeyCode::Backspace if !self.typed.is_empty() => {
                self.typed.pop();
            }
            KeyCode::Backspace => return self.click(&Click::Back),
            KeyCode::Enter => return self.cursor.map_or(Came::Nothing, |at| self.pick(at)),
            code => return self.step(code),
        }
        self.cursor = Some(0);
        self.lay_out();
        Came::Taken
    }

    pub(super) fn key_of_number(&mut self, code: KeyCode) -> Came {
        let Form::Number { min, max } = self.question().form else { return Came::Nothing };
        match code {
            KeyCode::Char('-') if self.typed.is_empty() => self.typed.push('-'),
            KeyCode::Char(digit @ '0'..='9') if self.typed.len() < 11 => self.typed.push(digit),
            KeyCode::Backspace if !self.typed.is_empty() => {
                self.typed.pop();
            }
            KeyCode::Backspace => return self.click(&Click::Back),
            KeyCode::Up | KeyCode::Down => {
                let by = if code == KeyCode::Up { 1 } else { -1 };
                let now = self.typed.parse().unwrap_or(self.number);
                self.number = now.saturating_add(by).clamp(min, max);
                self.typed.clear();
            }
            KeyCode::Enter | KeyCode::Char(' ') => {
                let Ok(number) = self.shown_number().parse() else {
                    self.note = Some("that isn't a number".to_owned());
                    return Came::Taken;
                };
                self.typed.clear();
                return self.click(&Click::Number(number));
            }
            _ => return Came::Nothing,
        }
        Came::Taken
    }
}
