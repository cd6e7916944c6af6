//! From clicks to answers.
//!
//! A [`Draft`] is an answer in the making. A client tells it what was clicked; it says what that comes to: an answer,
//! something that is still open, or nothing. It needs the question and nothing else, so it works on the far side of a
//! wire as well.
//!
//! ```
//! use dracones::game::client::{Click, Draft, Progress};
//! use dracones::model::decision::Answer;
//! use dracones::{Game, GameSetup, cards::CardDb, model::ids::Seat};
//!
//! let deck = vec![("Forest", 60)];
//! let setup = GameSetup::from_names(&CardDb::embedded(), &[deck.clone(), deck]).unwrap();
//! let game = Game::new(&setup, 7, 0);
//! let seat = game.decision().unwrap().decider;
//! let mut draft = Draft::new(game.view(seat).question.unwrap());
//! assert_eq!(draft.click(&Click::Yes(true)), Progress::Answer(Answer::Confirm(true)));
//! ```

use super::question::{Act, Form, Question};
use super::visibility::VisibleReferent;
use crate::model::decision::{Answer, AnswerError, Group, SetRule};
use crate::model::ids::{Handle, NameId, Seat};
use serde::{Deserialize, Serialize};

/// What somebody clicked or typed.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Click {
    /// An object.
    Object(Handle),
    /// A player.
    Player(Seat),
    /// An option in a list, by its place.
    Option(u16),
    /// "Pass", "done", "no more": what is chosen so far is all.
    Done,
    /// A number.
    Number(i32),
    /// Yes or no.
    Yes(bool),
    /// The name of a card.
    Name(String),
    /// The share of an option, by its place.
    Share(u16, i32),
    /// Forget what is chosen so far; with nothing chosen, take back what is being proposed.
    Back,
}

/// The result of a click.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Progress {
    /// The answer is complete.
    Answer(Answer),
    /// It has been noted; something else has to be clicked.
    Open,
    /// It can mean several options: one of these has to be clicked, or something else that they have in common.
    Which(Vec<u16>),
    /// It means nothing here.
    Nothing,
    /// What is chosen isn't a legal answer yet, and why; or there is no room for what was clicked, which isn't taken then.
    Illegal(AnswerError),
}

/// An answer in the making.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Draft {
    question: Question,
    /// The places chosen so far, in the order in which they were.
    chosen: Vec<u16>,
    /// The amounts of a division.
    shares: Vec<i32>,
    /// The options that the clicks since the last complete one can mean.
    meant: Option<Vec<u16>>,
}

impl Draft {
    /// An answer to a question, with nothing chosen.
    pub fn new(question: Question) -> Self {
        let shares = match &question.form {
            Form::Distribute { min_each, .. } => vec![*min_each; question.options.len()],
            _ => Vec::new(),
        };
        Self { question, chosen: Vec::new(), shares, meant: None }
    }

    /// The question.
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// The places chosen so far, in the order in which they were.
    pub fn chosen(&self) -> &[u16] {
        &self.chosen
    }

    /// The amounts of a division so far.
    pub fn shares(&self) -> &[i32] {
        &self.shares
    }

    /// What can be clicked next: of the options that are open what their next click is.
    pub fn clickable(&self) -> Vec<VisibleReferent> {
        let mut all: Vec<VisibleReferent> = Vec::new();
        let depth = usize::from(self.meant.is_some());
        for place in self.open() {
            let clicks = &self.question.options[usize::from(place)].clicks;
            if let Some(next) = clicks.get(depth).or(clicks.last())
                && !all.contains(next)
            {
                all.push(next.clone());
            }
        }
        all
    }

    /// The options that the next click can mean.
    fn open(&self) -> Vec<u16> {
        let all = || (0..self.question.options.len() as u16).collect();
        self.meant.clone().unwrap_or_else(all)
    }

    /// Takes a click.
    pub fn click(&mut self, click: &Click) -> Progress {
        match click {
            Click::Object(handle) => {
                let is =
                    |what: &VisibleReferent| matches!(what, VisibleReferent::Object(thing) if thing.handle == *handle);
                self.narrow(is)
            }
            Click::Player(seat) => self.narrow(|what| *what == VisibleReferent::Player(*seat)),
            Click::Option(place) if usize::from(*place) < self.question.options.len() => self.choose(*place),
            Click::Option(_) => Progress::Nothing,
            Click::Done => self.done(),
            Click::Number(n) => self.checked(Answer::Number(*n)),
            Click::Yes(yes) => self.checked(Answer::Confirm(*yes)),
            Click::Name(name) => self.checked(Answer::Name(NameId::of(name))),
            Click::Share(place, amount) => match self.shares.get_mut(usize::from(*place)) {
                Some(share) => {
                    *share = *amount;
                    Progress::Open
                }
                None => Progress::Nothing,
            },
            Click::Back => self.back(),
        }
    }

    /// Something was clicked: which of the open options can be meant?
    fn narrow(&mut self, is: impl Fn(&VisibleReferent) -> bool) -> Progress {
        let clicks = |place: &u16| &self.question.options[usize::from(*place)].clicks;
        let first = self.meant.is_none();
        let begins = |place: &u16| clicks(place).first().is_some_and(&is);
        let mut meant: Vec<u16> = match first {
            true => self.open().into_iter().filter(begins).collect(),
            false => self.open().into_iter().filter(|place| clicks(place).iter().skip(1).any(&is)).collect(),
        };
        if meant.is_empty() && !first {
            // Something else instead: start again.
            self.meant = None;
            return self.narrow(is);
        }
        match meant.as_slice() {
            [] => Progress::Nothing,
            [one] => {
                let one = *one;
                self.choose(one)
            }
            _ => {
                // An attacker that attacks already is taken back with one click.
                let taken: Vec<u16> = meant.iter().copied().filter(|place| self.chosen.contains(place)).collect();
                if first
                    && let [one] = taken.as_slice()
                    && self.question.options[usize::from(*one)].act == Act::Attack
                {
                    let one = *one;
                    return self.choose(one);
                }
                meant.sort_unstable();
                self.meant = Some(meant.clone());
                Progress::Which(meant)
            }
        }
    }

    /// An option was chosen, or isn't any longer.
    fn choose(&mut self, place: u16) -> Progress {
        self.meant = None;
        match &self.question.form {
            Form::One => self.checked(Answer::One(place)),
            Form::Some { min, max, rule } => {
                let single = *min == 1 && *max == 1;
                if let Some(i) = self.chosen.iter().position(|p| *p == place) {
                    self.chosen.remove(i);
                } else if let Err(full) = self.room(place, *min, *max, rule) {
                    return Progress::Illegal(full);
                } else {
                    let replaced = self.replaced(place, *max, rule);
                    self.chosen.retain(|p| !replaced.contains(p));
                    self.chosen.push(place);
                }
                if single { self.done() } else { Progress::Open }
            }
            Form::Order => {
                if let Some(i) = self.chosen.iter().position(|p| *p == place) {
                    self.chosen.truncate(i);
                    return Progress::Open;
                }
                self.chosen.push(place);
                let left = self.question.options.len() - self.chosen.len();
                if left <= 1 { self.done() } else { Progress::Open }
            }
            Form::Distribute { .. } => {
                self.shares[usize::from(place)] += 1;
                Progress::Open
            }
            Form::Number { .. } | Form::Confirm | Form::Name { .. } => Progress::Nothing,
        }
    }

    /// What an option takes the place of: the only one that can be chosen, or another one for the same object that can't be
    /// chosen as well (an attacker attacks somebody else).
    fn replaced(&self, place: u16, max: u16, rule: &SetRule) -> Vec<u16> {
        if max == 1 {
            return self.chosen.clone();
        }
        let first = |place: u16| self.question.options[usize::from(place)].clicks.first();
        let tight = |p: &u16| {
            let both = rule.groups.iter().filter(|g| g.members.contains(p) && g.members.contains(&place));
            first(*p).is_some() && first(*p) == first(place) && both.into_iter().any(|g| g.max == 1)
        };
        self.chosen.iter().copied().filter(tight).collect()
    }

    /// Whether one more option can be chosen.
    fn room(&self, place: u16, min: u16, max: u16, rule: &SetRule) -> Result<(), AnswerError> {
        let replaced = self.replaced(place, max, rule);
        let stays = |p: &u16| !replaced.contains(p);
        let chosen = self.chosen.iter().copied().filter(stays).count() + 1;
        if chosen > usize::from(max) {
            return Err(AnswerError::Count { chosen, min, max });
        }
        for (group, of) in rule.groups.iter().enumerate().filter(|(_, group)| group.members.contains(&place)) {
            let members = self.chosen.iter().filter(|p| stays(p) && of.members.contains(p));
            let chosen = members.count() as u16 + 1;
            if chosen > of.max {
                let Group { min, max, or_none, .. } = *of;
                return Err(AnswerError::Group { group, chosen, min, max, or_none });
            }
        }
        let with: Vec<u16> = self.chosen.iter().copied().filter(stays).chain([place]).collect();
        // What counts less than nothing may come later.
        match rule.limits.iter().find(|limit| !limit.allows(&with)) {
            Some(limit) => Err(AnswerError::Total { total: limit.total(&with), most: limit.most }),
            None => Ok(()),
        }
    }

    /// What is chosen so far is all; the rest of an order stays as it is.
    fn done(&mut self) -> Progress {
        match &self.question.form {
            Form::One => match self.question.pass() {
                Some(pass) => Progress::Answer(Answer::One(pass)),
                None => Progress::Nothing,
            },
            Form::Some { .. } => {
                let mut places = self.chosen.clone();
                places.sort_unstable();
                self.checked(Answer::Some(places))
            }
            Form::Order => {
                let all = 0..self.question.options.len() as u16;
                let rest = all.filter(|place| !self.chosen.contains(place));
                self.checked(Answer::Order(self.chosen.iter().copied().chain(rest).collect()))
            }
            Form::Distribute { .. } => self.checked(Answer::Distribute(self.shares.clone())),
            Form::Number { .. } | Form::Confirm | Form::Name { .. } => Progress::Nothing,
        }
    }

    fn back(&mut self) -> Progress {
        let begun = self.meant.is_some() || !self.chosen.is_empty() || self.shares != Self::untouched(&self.question);
        if begun {
            *self = Self::new(self.question.clone());
            return Progress::Open;
        }
        if self.question.cancellable { Progress::Answer(Answer::Cancel) } else { Progress::Nothing }
    }

    fn untouched(question: &Question) -> Vec<i32> {
        Self::new(question.clone()).shares
    }

    /// An answer if it is legal.
    fn checked(&self, answer: Answer) -> Progress {
        match self.question.check(&answer) {
            Ok(()) => Progress::Answer(answer),
            Err(AnswerError::Shape { .. }) => Progress::Nothing,
            Err(error) => Progress::Illegal(error),
        }
    }
}
