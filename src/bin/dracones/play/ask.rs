//! A question at the prompt: rows to choose from, and how keys become an answer.

mod filter;
mod typing;

use super::rows::{self, Pick, Row};
use super::show;
use dracones::game::client::{Act, Click, Draft, Form, OptionView, Progress, Question, View, VisibleReferent};
use dracones::model::decision::{Answer, AnswerError, PromptKind};
use dracones::model::ids::Handle;
use ratatui::crossterm::event::{KeyCode, KeyEvent};

/// The result of a key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Came {
    /// An answer.
    Answer(Answer),
    /// Something here has changed.
    Taken,
    /// The key means nothing here.
    Nothing,
}

/// A question that the person is asked.
#[derive(Clone, Debug)]
pub(super) struct Asking {
    draft: Draft,
    rows: Vec<Row>,
    /// The row that Enter chooses; none if something without an option is selected.
    pub(super) cursor: Option<usize>,
    /// What has been typed.
    pub(super) typed: String,
    /// The names that can be chosen, if one is asked for.
    names: Vec<String>,
    /// The number that is being chosen.
    number: i32,
    /// Options that are like one before them: they have no rows of their own. Of each the place of that one.
    alike: Vec<(u16, u16)>,
    /// What the options say.
    texts: Vec<String>,
    /// Only options with this in their texts are shown; letters are typed into it. `None`: letters are keys.
    filter: Option<String>,
    /// Whether the list was found to be longer than the screen.
    long: bool,
    /// What is wrong, or missing.
    pub(super) note: Option<String>,
    /// The person has been asked whether they really choose nothing.
    asked_again: bool,
}

impl Asking {
    /// `names` are those that can be chosen where one is asked for.
    pub(super) fn new(question: Question, names: Vec<String>, view: &View) -> Self {
        let alike = rows::alike(&question, view);
        let several = |place: usize| {
            let of = |(other, first): &(u16, u16)| usize::from(*other) == place || usize::from(*first) == place;
            alike.iter().any(of)
        };
        let text = |(place, option)| show::option(view, option, question.decider, several(place));
        let mut texts: Vec<String> = question.options.iter().enumerate().map(text).collect();
        rows::number(&mut texts, &alike);
        Self::with(question, names, alike, texts)
    }

    fn with(question: Question, names: Vec<String>, alike: Vec<(u16, u16)>, texts: Vec<String>) -> Self {
        let number = match question.form {
            // Of mana people mostly mean all.
            Form::Number { min, max }
                if question.kind == PromptKind::ChooseX && i64::from(max) - i64::from(min) < 100 =>
            {
                max
            }
            Form::Number { min, .. } => min,
            _ => 0,
        };
        let mut asking = Self {
            draft: Draft::new(question),
            rows: Vec::new(),
            cursor: Some(0),
            typed: String::new(),
            names,
            number,
            alike,
            texts,
            filter: None,
            long: false,
            note: None,
            asked_again: false,
        };
        asking.lay_out();
        // What harms oneself isn't proposed.
        if asking.at_cursor().is_some_and(|option| option.against) {
            asking.cursor = None;
            asking.note = Some("Mind whose these are: choose one by its number, or with up and down.".to_owned());
        }
        asking
    }

    pub(super) fn question(&self) -> &Question {
        self.draft.question()
    }

    pub(super) fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Whether letters belong to a text.
    pub(super) fn takes_text(&self) -> bool {
        matches!(self.question().form, Form::Name { .. })
    }

    /// What can be clicked.
    pub(super) fn open(&self) -> Vec<VisibleReferent> {
        self.draft.clickable()
    }

    /// The option of the row at the cursor.
    pub(super) fn at_cursor(&self) -> Option<&OptionView> {
        match self.rows.get(self.cursor?)?.pick {
            Pick::Option(place) => self.question().options.get(usize::from(place)),
            _ => None,
        }
    }

    /// What the row at the cursor is about, to be shown on the table.
    pub(super) fn object(&self) -> Option<Handle> {
        self.at_cursor()?.clicks.iter().find_map(|click| match click {
            VisibleReferent::Object(thing) => Some(thing.handle),
            _ => None,
        })
    }

    /// Puts the cursor on a row that is about an object, or nowhere.
    pub(super) fn look_at(&mut self, handle: Handle) {
        let is =
            |click: Option<&VisibleReferent>| matches!(click, Some(VisibleReferent::Object(t)) if t.handle == handle);
        let about = |row: &Row, any: bool| match row.pick {
            Pick::Option(place) => {
                let clicks = &self.question().options[usize::from(place)].clicks;
                let same = self.alike.iter().filter(|(_, first)| *first == place).map(|(other, _)| other);
                let other = |place: &u16| is(self.question().options[usize::from(*place)].clicks.first());
                is(clicks.first()) || same.into_iter().any(other) || (any && clicks.iter().any(|click| is(Some(click))))
            }
            _ => false,
        };
        let first = self.rows.iter().position(|row| about(row, false));
        self.cursor = first.or_else(|| self.rows.iter().position(|row| about(row, true)));
    }

    /// What marks an option: chosen or not, its place in an order, its share.
    pub(super) fn mark(&self, place: u16) -> String {
        let nth = self.draft.chosen().iter().position(|p| *p == place);
        match &self.question().form {
            Form::Some { min: 1, max: 1, .. } => String::new(),
            Form::Some { max, .. } if *max > 1 && self.alike_to(place).len() > 1 => {
                let all = self.alike_to(place);
                let chosen = all.iter().filter(|p| self.draft.chosen().contains(p)).count();
                format!("[{chosen}/{}] ", all.len())
            }
            Form::Some { .. } => {
                let chosen = self.alike_to(place).iter().any(|p| self.draft.chosen().contains(p));
                if chosen { "[x] " } else { "[ ] " }.to_owned()
            }
            Form::Order => nth.map_or_else(|| "[ ] ".to_owned(), |i| format!("[{}] ", i + 1)),
            Form::Distribute { .. } => {
                let share = self.draft.shares().get(usize::from(place)).copied().unwrap_or(0);
                format!("[{share}] ")
            }
            _ => String::new(),
        }
    }

    /// The options that a row stands for.
    fn alike_to(&self, place: u16) -> Vec<u16> {
        let others = self.alike.iter().filter(|(_, first)| *first == place).map(|(other, _)| *other);
        std::iter::once(place).chain(others).collect()
    }

    /// How many creatures options are about: each can be chosen once, whatever it attacks or blocks.
    fn creatures(&self, places: impl Iterator<Item = u16>) -> usize {
        let mut seen: Vec<&VisibleReferent> = Vec::new();
        for place in places {
            let first = self.question().options[usize::from(place)].clicks.first();
            seen.extend(first.filter(|first| !seen.contains(first)));
        }
        seen.len()
    }

    /// What is missing to an answer, or how it stands.
    pub(super) fn state(&self) -> String {
        let chosen = self.draft.chosen().len();
        if matches!(self.question().kind, PromptKind::DeclareAttackers | PromptKind::DeclareBlockers) {
            let all = self.creatures(0..self.question().options.len() as u16);
            let chosen = self.creatures(self.draft.chosen().iter().copied());
            return format!("{chosen} of {all} creature{} chosen", if all == 1 { "" } else { "s" });
        }
        match &self.question().form {
            Form::Some { min: 1, max: 1, .. } => String::new(),
            Form::Some { min, max, .. } if min == max => format!("{chosen} of {max} chosen"),
            Form::Some { min: 0, max, .. } => format!("{chosen} chosen, at most {max}"),
            Form::Some { min, max, .. } => format!("{chosen} chosen, {min} to {max}"),
            // The sentence says it.
            Form::Order if matches!(self.question().kind, PromptKind::OrderCards | PromptKind::OrderTimestamps) => {
                String::new()
            }
            Form::Order => "the first one first".to_owned(),
            Form::Distribute { total, .. } => {
                let given: i32 = self.draft.shares().iter().sum();
                format!("{given} of {total} given out")
            }
            Form::Number { .. } => format!("[{}]", self.shown_number()),
            Form::Name { .. } => format!("{}_", self.typed),
            Form::One | Form::Confirm => String::new(),
        }
    }

    fn shown_number(&self) -> String {
        if self.typed.is_empty() { self.number.to_string() } else { self.typed.clone() }
    }

    /// Rebuilds the rows.
    fn lay_out(&mut self) {
        let names = self.names.iter().map(String::as_str);
        let question = self.draft.question();
        let mut rows = rows::of_question(question, names, &self.typed);
        let mut number = 0;
        for (place, option) in question.options.iter().enumerate() {
            let like_another = self.alike.iter().any(|(other, _)| usize::from(*other) == place);
            if like_another || (question.form == Form::One && option.act == Act::Pass) {
                continue;
            }
            number += 1;
            if self.filter.as_ref().is_some_and(|filter| !filter::fits(&self.texts[place], filter)) {
                continue;
            }
            let text = match (self.alike_to(place as u16).len(), option.act) {
                (1, _) => self.texts[place].clone(),
                (n, Act::Choose | Act::Attack | Act::Block) => format!("{n}x {}", self.texts[place]),
                (n, _) => format!("{} (any of {n})", self.texts[place]),
            };
            rows.push(Row { key: number.to_string(), pick: Pick::Option(place as u16), text });
        }
        self.rows = rows;
        self.cursor = self.cursor.filter(|_| !self.rows.is_empty()).map(|c| c.min(self.rows.len() - 1));
    }

    /// Takes a key.
    pub(super) fn key(&mut self, key: KeyEvent) -> Came {
        self.note = None;
        if let Some(came) = self.key_of_filter(key.code) {
            return came;
        }
        let asked_again = std::mem::take(&mut self.asked_again);
        let done = match key.code {
            KeyCode::Char(' ') => true,
            KeyCode::Enter => matches!(self.row_at_cursor(), Some(Pick::Done)) && self.typed.is_empty(),
            _ => false,
        };
        if let Some(nothing) = self.chooses_nothing().filter(|_| done && !asked_again) {
            self.asked_again = true;
            self.note = Some(format!("{nothing}? Space again does so."));
            return Came::Taken;
        }
        match (&self.question().form, key.code) {
            (Form::Name { .. }, code) => self.key_of_name(code),
            (Form::Number { .. }, code) => self.key_of_number(code),
            (Form::Confirm, KeyCode::Char('y')) => self.click(&Click::Yes(true)),
            (Form::Confirm, KeyCode::Char('n')) => self.click(&Click::Yes(false)),
            (Form::Distribute { .. }, KeyCode::Char('+' | '=')) => self.share(1),
            (Form::Distribute { .. }, KeyCode::Char('-')) => self.share(-1),
            (Form::Distribute { total, .. }, KeyCode::Char('*')) => {
                let left = total - self.draft.shares().iter().sum::<i32>();
                self.share(left)
            }
            (Form::Some { .. }, KeyCode::Char('*')) => self.all(),
            (Form::Some { .. }, KeyCode::Char('-')) => self.less(),
            (_, code) => self.key_of_list(code),
        }
    }

    fn row_at_cursor(&self) -> Option<Pick> {
        Some(self.rows.get(self.cursor?)?.pick)
    }

    /// What it means to choose nothing where something could be chosen and mostly is. Space may have been meant as a pass,
    /// so it is asked once more.
    fn chooses_nothing(&self) -> Option<&'static str> {
        let question = self.question();
        let optional = matches!(question.form, Form::Some { min: 0, .. });
        if !optional || !self.draft.chosen().is_empty() || question.options.is_empty() {
            return None;
        }
        match question.kind {
            PromptKind::DeclareAttackers => Some("Attack with nothing"),
            PromptKind::Search => Some("Find nothing"),
            PromptKind::ChooseObjects
            | PromptKind::Targets
            | PromptKind::EnterAsCopy
            | PromptKind::OpeningHand
            | PromptKind::Discard
            | PromptKind::Sacrifice => Some("Choose nothing"),
            _ => None,
        }
    }

    fn key_of_list(&mut self, code: KeyCode) -> Came {
        match code {
            KeyCode::Char(digit @ '0'..='9') => self.digit(digit),
            KeyCode::Char(' ') if self.question().form == Form::Confirm => {
                self.note = Some("y or n?".to_owned());
                Came::Taken
            }
            KeyCode::Char(' ') => self.click(&Click::Done),
            KeyCode::Backspace if !self.typed.is_empty() => {
                self.typed.pop();
                Came::Taken
            }
            KeyCode::Backspace => self.click(&Click::Back),
            KeyCode::Enter => match (self.typed.parse::<usize>(), self.cursor) {
                (Ok(number), _) => self.number_typed(number),
                (Err(_), Some(at)) => self.pick(at),
                (Err(_), None) => Came::Nothing,
            },
            code => self.step(code),
        }
    }

    /// Moves the cursor.
    fn step(&mut self, code: KeyCode) -> Came {
        let last = self.rows.len().saturating_sub(1);
        let at = match (code, self.cursor) {
            (KeyCode::Up, Some(at)) => at.saturating_sub(1),
            (KeyCode::Down, Some(at)) => (at + 1).min(last),
            (KeyCode::PageUp, Some(at)) => at.saturating_sub(5),
            (KeyCode::PageDown, Some(at)) => (at + 5).min(last),
            (KeyCode::Home, _) | (KeyCode::Up | KeyCode::Down | KeyCode::PageUp | KeyCode::PageDown, None) => 0,
            (KeyCode::End, _) => last,
            _ => return Came::Nothing,
        };
        self.typed.clear();
        self.cursor = Some(at);
        Came::Taken
    }

    fn digit(&mut self, digit: char) -> Came {
        self.typed.push(digit);
        let most = self.rows.iter().filter(|row| matches!(row.pick, Pick::Option(_))).count();
        let number: usize = self.typed.parse().unwrap_or(0);
        if number.saturating_mul(10) <= most && number > 0 {
            self.note = Some(format!("{number}_: another digit, or Enter"));
            return Came::Taken;
        }
        self.number_typed(number)
    }

    /// Chooses the row with a number.
    fn number_typed(&mut self, number: usize) -> Came {
        self.typed.clear();
        let key = number.to_string();
        let found = self.rows.iter().position(|row| row.key == key);
        match found {
            Some(at) => {
                self.cursor = Some(at);
                self.pick(at)
            }
            None => {
                self.note = Some(format!("there is no {number} here"));
                Came::Taken
            }
        }
    }

    fn pick(&mut self, at: usize) -> Came {
        match self.rows.get(at).map(|row| row.pick) {
            Some(Pick::Option(place)) => self.choose(place),
            Some(Pick::Yes(yes)) => self.click(&Click::Yes(yes)),
            Some(Pick::Done) => self.click(&Click::Done),
            Some(Pick::Name(place)) => match self.names.get(place).cloned() {
                Some(name) => self.click(&Click::Name(name)),
                None => Came::Nothing,
            },
            None => Came::Nothing,
        }
    }

    /// Chooses the option of a row, or one more of several equal ones; with all of them chosen, none of them.
    fn choose(&mut self, place: u16) -> Came {
        let all = self.alike_to(place);
        let (chosen, open): (Vec<u16>, Vec<u16>) = all.iter().partition(|p| self.draft.chosen().contains(p));
        let single = !matches!(self.question().form, Form::Some { max, .. } if max > 1);
        match (chosen.as_slice(), open.as_slice()) {
            ([taken, ..], _) if single => self.click(&Click::Option(*taken)),
            (_, [next, ..]) => self.click(&Click::Option(*next)),
            (taken, []) => {
                for place in taken {
                    self.click(&Click::Option(*place));
                }
                Came::Taken
            }
        }
    }

    /// Takes one of several equal options at the cursor back.
    fn less(&mut self) -> Came {
        if let Some(Pick::Option(place)) = self.cursor.and_then(|at| self.rows.get(at)).map(|row| row.pick) {
            let taken = self.alike_to(place).into_iter().rfind(|p| self.draft.chosen().contains(p));
            if let Some(place) = taken {
                return self.click(&Click::Option(place));
            }
        }
        self.note = Some("none of these is chosen".to_owned());
        Came::Taken
    }

    /// Gives the option at the cursor more or less.
    fn share(&mut self, by: i32) -> Came {
        let Some(Pick::Option(place)) = self.cursor.and_then(|at| self.rows.get(at)).map(|row| row.pick) else {
            self.note = Some("choose who gets it first: up and down".to_owned());
            return Came::Taken;
        };
        let now = self.draft.shares().get(usize::from(place)).copied().unwrap_or(0);
        self.click(&Click::Share(place, now.saturating_add(by).max(0)))
    }

    /// Chooses everything that can be chosen together: of options for the same object the first.
    fn all(&mut self) -> Came {
        let chosen = self.draft.chosen().to_vec();
        let options = self.question().options.clone();
        let first = |place: u16| options[usize::from(place)].clicks.first();
        let mut seen: Vec<Option<&VisibleReferent>> = chosen.iter().map(|place| first(*place)).collect();
        let shown = |place: &u16| {
            self.rows.iter().any(|row| matches!(row.pick, Pick::Option(p) if self.alike_to(p).contains(place)))
        };
        let places: Vec<u16> = (0..options.len() as u16).filter(shown).collect();
        for place in places {
            if chosen.contains(&place) || (first(place).is_some() && seen.contains(&first(place))) {
                continue;
            }
            seen.push(first(place));
            if let Came::Answer(answer) = self.click(&Click::Option(place)) {
                return Came::Answer(answer);
            }
            if self.note.is_some() {
                break;
            }
        }
        Came::Taken
    }

    fn click(&mut self, click: &Click) -> Came {
        let came = match self.draft.click(click) {
            Progress::Answer(answer) => return Came::Answer(answer),
            Progress::Open | Progress::Which(_) => None,
            Progress::Nothing if *click == Click::Done => Some("choose one: there is nothing to pass here".to_owned()),
            Progress::Nothing => Some("there is nothing to take back here; u undoes what you did before".to_owned()),
            Progress::Illegal(error) => Some(self.missing(click, &error)),
        };
        self.note = came;
        Came::Taken
    }

    /// Why a click isn't taken, or what is missing to an answer.
    fn missing(&self, click: &Click, error: &AnswerError) -> String {
        let some = matches!(click, Click::Option(_));
        match (error, &self.question().form) {
            (AnswerError::Count { max, .. }, _) if some => {
                format!("not more than {max}: take another one back first (Enter on it, or Backspace for all)")
            }
            (AnswerError::Group { max, .. }, _) if some => {
                format!("not more than {max} of these together: take another one back first")
            }
            (AnswerError::Count { chosen, min, max }, _) if *chosen < usize::from(*min) => {
                let more = usize::from(*min) - chosen;
                let or = if min == max { String::new() } else { format!(", up to {}", usize::from(*max) - chosen) };
                format!("choose {more} more{or}: {chosen} chosen so far")
            }
            (AnswerError::Division { total, .. }, Form::Distribute { .. }) => {
                let given: i32 = self.draft.shares().iter().sum();
                match total - given {
                    left if left > 0 => format!("{left} more to give out: * gives the rest to the one at the cursor"),
                    left if left < 0 => format!("{} too much: - takes from the one at the cursor", -left),
                    _ => error.to_string(),
                }
            }
            _ => error.to_string(),
        }
    }

    /// The answer was refused after all.
    pub(super) fn refused(&mut self, why: String) {
        let (names, alike) = (std::mem::take(&mut self.names), std::mem::take(&mut self.alike));
        *self = Self::with(self.draft.question().clone(), names, alike, std::mem::take(&mut self.texts));
        self.note = Some(why);
    }
}
