//! Long lists: what is typed says which options are shown.

use super::{Asking, Came};
use dracones::game::client::Form;
use dracones::model::decision::PromptKind;
use ratatui::crossterm::event::KeyCode;

/// The longest text that can be typed.
const LONGEST: usize = 40;

/// Whether an option is shown: all words of the filter are in its text.
pub(super) fn fits(text: &str, filter: &str) -> bool {
    let letters = |text: &str| text.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect::<String>();
    letters(text).contains(&letters(filter))
}

impl Asking {
    /// The list doesn't fit on the screen: letters choose what is shown of it, unless they are keys of the table there.
    pub(in super::super) fn does_not_fit(&mut self) {
        if !self.long && self.has_list() && self.is_of_cards() {
            self.filter.get_or_insert_default();
        }
        self.long = true;
    }

    /// What is typed to find options, if letters are.
    pub(in super::super) fn filter(&self) -> Option<&str> {
        self.filter.as_deref()
    }

    fn has_list(&self) -> bool {
        matches!(self.question().form, Form::One | Form::Some { .. } | Form::Order | Form::Distribute { .. })
    }

    /// Whether cards or values are chosen: in the other questions people need the keys of the table.
    fn is_of_cards(&self) -> bool {
        !matches!(
            self.question().kind,
            PromptKind::Priority
                | PromptKind::PayMana
                | PromptKind::DeclareAttackers
                | PromptKind::DeclareBlockers
                | PromptKind::DeclareBands
                | PromptKind::CombatDamage
        )
    }

    /// Takes a key that belongs to the filter.
    pub(super) fn key_of_filter(&mut self, code: KeyCode) -> Option<Came> {
        if !self.has_list() {
            return None;
        }
        let Some(filter) = &mut self.filter else {
            if code != KeyCode::Char('/') {
                return None;
            }
            self.filter = Some(String::new());
            return Some(Came::Taken);
        };
        match code {
            KeyCode::Char(c) if c.is_alphabetic() || matches!(c, '\'' | ',') => {
                if filter.chars().count() < LONGEST {
                    filter.push(c);
                }
            }
            KeyCode::Char('/') => filter.clear(),
            KeyCode::Backspace if !filter.is_empty() => {
                filter.pop();
            }
            // Letters are keys again.
            KeyCode::Esc => self.filter = None,
            _ => return None,
        }
        self.lay_out();
        // The first that fits, after what isn't an option.
        let option = self.rows.iter().position(|row| matches!(row.pick, super::Pick::Option(_)));
        self.cursor = option.or((!self.rows.is_empty()).then_some(0));
        if option.is_none() {
            self.note = Some("nothing fits: Backspace".to_owned());
        }
        Some(Came::Taken)
    }
}
