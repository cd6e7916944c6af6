//! What keys do.

use super::app::App;
use super::ask::{Asking, Came};
use super::panel::{Open, Panel};
use super::{board, pages, show};
use crate::cli::ExitReason;
use dracones::game::client::Until;
use dracones::model::decision::PromptKind;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use std::path::PathBuf;

/// The longest name of a file that can be typed.
const LONGEST: usize = 200;

impl App {
    /// Takes what came from the terminal.
    pub(super) fn event(&mut self, event: Event) {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(key),
            Event::Paste(text) => {
                // Only where something is being typed: elsewhere letters are keys.
                for c in text.chars().take(LONGEST).filter(|c| !c.is_control()) {
                    self.paste(c);
                }
            }
            Event::Resize(..) => self.redraw = true,
            _ => {}
        }
    }

    fn paste(&mut self, c: char) {
        let key = KeyEvent::new(KeyCode::Char(c), KeyModifiers::NONE);
        match self.panels.last().map(|open| &open.panel) {
            Some(Panel::Save { .. }) => self.key_of_panel(key),
            None if self.asking.as_ref().is_some_and(Asking::takes_text) => self.key_of_table(key),
            _ => {}
        }
    }

    fn key(&mut self, key: KeyEvent) {
        self.message = None;
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            match key.code {
                KeyCode::Char('c') => self.leave = Some(ExitReason::Interrupted),
                KeyCode::Char('l') => self.redraw = true,
                KeyCode::Char('u') => self.clear_typed(),
                KeyCode::Char('p') if cfg!(debug_assertions) && std::env::var_os("DRACONES_TEST_PANIC").is_some() => {
                    panic!("a panic for a test");
                }
                _ => {}
            }
            return;
        }
        // Terminals send Esc and a key right after it as they send that key with Alt.
        if key.modifiers.contains(KeyModifiers::ALT) {
            self.key(KeyEvent::new(KeyCode::Esc, KeyModifiers::NONE));
            return self.key(KeyEvent::new(key.code, key.modifiers - KeyModifiers::ALT));
        }
        match self.panels.is_empty() {
            true => self.key_of_table(key),
            false => self.key_of_panel(key),
        }
    }

    /// Forgets what has been typed.
    fn clear_typed(&mut self) {
        match (self.panels.last_mut(), &mut self.asking) {
            (Some(Open { panel: Panel::Save { name, replace, .. }, .. }), _) => {
                name.clear();
                *replace = None;
            }
            (None, Some(asking)) => asking.clear_typed(),
            _ => {}
        }
    }

    fn key_of_table(&mut self, key: KeyEvent) {
        let around = matches!(key.code, KeyCode::Tab | KeyCode::BackTab | KeyCode::Left | KeyCode::Right);
        if let Some(asking) = self.asking.as_mut().filter(|_| !around) {
            match asking.key(key) {
                Came::Answer(answer) => return self.answer(&answer),
                Came::Taken => return self.look_where_the_cursor_is(),
                // With the cursor on no option Enter shows what is selected.
                Came::Nothing if asking.takes_text() && matches!(key.code, KeyCode::Char(_)) => return,
                Came::Nothing => {}
            }
        }
        match key.code {
            KeyCode::Tab | KeyCode::Right => self.step(1),
            KeyCode::BackTab | KeyCode::Left => self.step(-1),
            KeyCode::Esc => {
                let words = "You are asked again.";
                self.message = self.stops.until.take().map(|_| words.to_owned());
            }
            KeyCode::Enter => self.open_selected(Panel::Details),
            KeyCode::Char(c) => self.command(c),
            KeyCode::F(1) => self.open(Panel::Help),
            _ => {}
        }
    }

    fn command(&mut self, c: char) {
        match c {
            '?' => self.open(Panel::Help),
            'd' => self.open_selected(Panel::Details),
            'w' => self.open_selected(Panel::Why),
            'g' => self.open(Panel::Cards),
            'l' => self.open(Panel::Log),
            'h' => self.open_hint(),
            'o' => self.open(Panel::Stops),
            's' => self.ask_where(false),
            'D' => self.open(Panel::Deck),
            'r' if self.view.outcome.is_over() => self.again(false),
            'x' if self.view.outcome.is_over() => self.again(true),
            'u' => self.undo(),
            'e' => self.pass_until(Until::EndOfTurn(self.view.turn.number), "the end of this turn"),
            'E' => self.pass_until(Until::OwnTurn(self.view.turn.number), "your next turn"),
            'a' => self.pay_or_not(),
            'c' if !self.view.outcome.is_over() => self.open(Panel::Concede),
            'q' if self.view.outcome.is_over() || self.is_saved() => self.leave = Some(ExitReason::Done),
            'q' => self.open(Panel::Quit),
            ' ' if self.asking.is_none() => {}
            _ => self.message = Some(format!("{} means nothing here; ? is for help.", c.escape_default())),
        }
    }

    fn open(&mut self, panel: Panel) {
        self.panels.push(Open::new(panel));
    }

    fn open_selected(&mut self, panel: fn(dracones::model::ids::Handle) -> Panel) {
        match self.selected {
            Some(handle) => self.open(panel(handle)),
            None => self.message = Some("You look at nothing: tab, or up and down, choose a card.".to_owned()),
        }
    }

    fn open_hint(&mut self) {
        match pages::hint(&self.table.hint()) {
            Some(lines) => self.open(Panel::Hint(lines)),
            None => self.message = Some("There is nothing to weigh here.".to_owned()),
        }
    }

    fn ask_where(&mut self, quit: bool) {
        let name = self.default_file().display().to_string();
        self.open(Panel::Save { name, replace: None, quit });
    }

    /// Selects the next object on the table.
    fn step(&mut self, by: isize) {
        let round = board::round(self);
        if round.is_empty() {
            return;
        }
        let last = round.len() as isize - 1;
        let at = self.selected.and_then(|handle| round.iter().position(|group| group.contains(&handle)));
        let next = match (at, by > 0) {
            (None, true) => 0,
            (None, false) => last,
            (Some(at), _) => (at as isize + by).rem_euclid(last + 1),
        };
        self.look_at_any(&round[next as usize]);
    }

    /// Passes from now on.
    fn pass_until(&mut self, until: Until, words: &str) {
        let Some(asking) = self.asking.as_ref().filter(|asking| asking.question().kind == PromptKind::Priority) else {
            self.stops.until = Some(until);
            self.message = Some(format!("You pass until {words}."));
            return;
        };
        let Some(pass) = asking.question().pass() else { return };
        self.stops.until = Some(until);
        self.message = Some(format!("You pass until {words}."));
        self.answer(&dracones::model::decision::Answer::One(pass));
    }

    fn pay_or_not(&mut self) {
        if self.table.auto_pay() {
            self.message = Some("The game makes your mana; begin one with `--pay hand` to do it yourself.".to_owned());
            return;
        }
        self.pay_for_me = !self.pay_for_me;
        let words = if self.pay_for_me { "The program pays for you now." } else { "You pay yourself now." };
        self.message = Some(words.to_owned());
        if self.asking.as_ref().is_some_and(|asking| asking.question().kind == PromptKind::PayMana) {
            self.go_on();
        }
    }

    fn key_of_panel(&mut self, key: KeyEvent) {
        let Some(open) = self.panels.last_mut() else { return };
        match (&mut open.panel, key.code) {
            (_, KeyCode::Esc) => {
                self.panels.pop();
            }
            (Panel::Save { .. }, code) => self.key_of_save(code),
            (Panel::Quit, code) => match code {
                KeyCode::Char('y') => self.leave = Some(ExitReason::Done),
                KeyCode::Char('s') => {
                    self.panels.pop();
                    self.ask_where(true);
                }
                KeyCode::Char('n' | 'q') => {
                    self.panels.pop();
                }
                _ => {}
            },
            (Panel::Concede, code) => match code {
                KeyCode::Char('y') => {
                    self.panels.clear();
                    self.concede();
                }
                KeyCode::Char('n') => {
                    self.panels.pop();
                }
                _ => {}
            },
            (Panel::Stops, code) => self.key_of_stops(code),
            (Panel::Cards, code) => self.key_of_cards(code),
            (_, KeyCode::Up) => open.scroll = open.scroll.saturating_sub(1),
            (_, KeyCode::Down) => open.scroll = open.scroll.saturating_add(1),
            (_, KeyCode::PageUp) => open.scroll = open.scroll.saturating_sub(10),
            (_, KeyCode::PageDown | KeyCode::Char(' ')) => open.scroll = open.scroll.saturating_add(10),
            (_, KeyCode::Home) => open.scroll = 0,
            (_, KeyCode::End) => open.scroll = usize::MAX,
            (Panel::Details(handle), KeyCode::Char('w')) => {
                let handle = *handle;
                self.open(Panel::Why(handle));
            }
            (Panel::Details(_), KeyCode::Tab | KeyCode::Right) => self.other_details(1),
            (Panel::Details(_), KeyCode::BackTab | KeyCode::Left) => self.other_details(-1),
            // The key that opened it closes it.
            (Panel::Help, KeyCode::Char('?'))
            | (Panel::Details(_), KeyCode::Char('d') | KeyCode::Enter)
            | (Panel::Why(_), KeyCode::Char('w'))
            | (Panel::Log, KeyCode::Char('l'))
            | (Panel::Hint(_), KeyCode::Char('h'))
            | (Panel::Deck, KeyCode::Char('D'))
            | (_, KeyCode::Char('q')) => {
                self.panels.pop();
            }
            _ => {}
        }
    }

    fn other_details(&mut self, by: isize) {
        self.step(by);
        if let (Some(handle), Some(open)) = (self.selected, self.panels.last_mut()) {
            *open = Open::new(Panel::Details(handle));
        }
    }

    fn key_of_save(&mut self, code: KeyCode) {
        let Some(Open { panel: Panel::Save { name, replace, quit }, .. }) = self.panels.last_mut() else { return };
        match code {
            KeyCode::Char(c) if !c.is_control() && name.chars().count() < LONGEST => {
                name.push(c);
                *replace = None;
            }
            KeyCode::Backspace => {
                name.pop();
                *replace = None;
            }
            KeyCode::Enter if name.trim().is_empty() => self.message = Some("The file needs a name.".to_owned()),
            KeyCode::Enter => {
                let (place, quit) = (PathBuf::from(name.trim()), *quit);
                let own = self.file.as_ref() == Some(&place) || replace.as_ref() == Some(&place);
                if place.exists() && !own {
                    *replace = Some(place);
                } else if self.save(&place) {
                    self.panels.pop();
                    if quit {
                        self.leave = Some(ExitReason::Done);
                    }
                }
            }
            _ => {}
        }
    }

    fn key_of_stops(&mut self, code: KeyCode) {
        let Some(open) = self.panels.last_mut() else { return };
        let lines = show::STEPS.len() + 2;
        match code {
            KeyCode::Up => open.cursor = open.cursor.saturating_sub(1),
            KeyCode::Down => open.cursor = (open.cursor + 1).min(lines - 1),
            KeyCode::Left => open.column = 0,
            KeyCode::Right => open.column = 1,
            KeyCode::Char(' ') | KeyCode::Enter => match show::STEPS.get(open.cursor) {
                Some(step) => {
                    let set = if open.column == 0 { &mut self.stops.own } else { &mut self.stops.others };
                    if !set.remove(step) {
                        set.insert(*step);
                    }
                }
                None if open.cursor == show::STEPS.len() => self.stops.responses = !self.stops.responses,
                None => self.stops.own_stack = !self.stops.own_stack,
            },
            KeyCode::Char('o' | 'q') => {
                self.panels.pop();
            }
            _ => {}
        }
    }

    fn key_of_cards(&mut self, code: KeyCode) {
        let Some(open) = self.panels.last().cloned() else { return };
        let page = super::panel::page(self, &open, 80);
        let cards: Vec<usize> = (0..page.entries.len()).filter(|i| page.entries[*i].handle.is_some()).collect();
        let here = cards.iter().position(|i| *i >= open.cursor).unwrap_or(0);
        let to = match code {
            KeyCode::Up => here.saturating_sub(1),
            KeyCode::Down => here + 1,
            KeyCode::PageUp => here.saturating_sub(10),
            KeyCode::PageDown => here + 10,
            KeyCode::Home => 0,
            KeyCode::End => usize::MAX,
            KeyCode::Enter | KeyCode::Char('d') => {
                let chosen = cards.get(here).and_then(|i| page.entries[*i].handle);
                if let Some(handle) = chosen {
                    self.open(Panel::Details(handle));
                }
                return;
            }
            KeyCode::Char('g' | 'q') => {
                self.panels.pop();
                return;
            }
            _ => return,
        };
        if let (Some(last), Some(open)) = (cards.len().checked_sub(1), self.panels.last_mut()) {
            open.cursor = cards[to.min(last)];
        }
    }
}
