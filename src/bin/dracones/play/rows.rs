//! The rows of a prompt.

use super::show;
use dracones::client::{Form, OptionView, Question, Something, View};

/// So many names are offered at once.
const NAMES: usize = 200;

/// What a row stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Pick {
    /// An option, by its place.
    Option(u16),
    /// Yes or no.
    Yes(bool),
    /// To pass, or to be done.
    Done,
    /// A name, by its place among those that fit.
    Name(usize),
}

/// A row of the prompt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Row {
    /// The key that chooses it.
    pub(super) key: String,
    /// What it stands for.
    pub(super) pick: Pick,
    /// What it says.
    pub(super) text: String,
}

/// The rows that aren't options: to pass or to be done, yes and no, the names that fit what has been typed.
pub(super) fn of_question<'n>(question: &Question, names: impl Iterator<Item = &'n str>, typed: &str) -> Vec<Row> {
    let row = |key: &str, pick, text: &str| Row { key: key.to_owned(), pick, text: text.to_owned() };
    let mut rows = Vec::new();
    match &question.form {
        Form::Confirm => {
            let (yes, no) = match question.kind.as_str() {
                "Mulligan" => ("keep this hand", "take a mulligan"),
                _ => ("yes", "no"),
            };
            rows.extend([row("y", Pick::Yes(true), yes), row("n", Pick::Yes(false), no)]);
        }
        Form::Number { .. } => rows.push(row("space", Pick::Done, "this number (type it, or up and down)")),
        Form::Name { .. } => {
            let typed = typed.to_lowercase();
            let mut fitting: Vec<(usize, &str)> =
                names.enumerate().filter(|(_, name)| name.to_lowercase().contains(&typed)).collect();
            fitting.sort_by_key(|(_, name)| !name.to_lowercase().starts_with(&typed));
            rows.extend(fitting.into_iter().take(NAMES).map(|(i, name)| row("", Pick::Name(i), name)));
        }
        Form::One => rows.extend(question.pass().map(|place| {
            let text = &question.options[usize::from(place)].text;
            row("space", Pick::Done, text)
        })),
        Form::Some { min: 1, max: 1, .. } => {}
        Form::Some { min: 0, .. } => rows.push(row("space", Pick::Done, "done (nothing, if nothing is chosen)")),
        Form::Some { .. } | Form::Distribute { .. } => rows.push(row("space", Pick::Done, "done")),
        Form::Order => rows.push(row("space", Pick::Done, "done: the rest in this order")),
    }
    rows
}

/// Options that make no difference: where one is chosen, and what they are about looks the same in every respect.
pub(super) fn alike(question: &Question, view: &View) -> Vec<(u16, u16)> {
    let one = match &question.form {
        Form::One => true,
        Form::Some { max: 1, rule, .. } => rule.groups.is_empty() && rule.weights.is_empty(),
        _ => false,
    };
    if !one {
        return Vec::new();
    }
    let same_thing = |a: &Something, b: &Something| match (a, b) {
        (Something::Object(a), Something::Object(b)) => {
            match (show::find(view, a.handle), show::find(view, b.handle)) {
                (Some(a), Some(b)) => show::are_alike(view, a, b),
                _ => a == b,
            }
        }
        _ => a == b,
    };
    let same = |a: &OptionView, b: &OptionView| {
        let plain = (a.act, &a.text, &a.does, &a.cost) == (b.act, &b.text, &b.does, &b.cost);
        plain && a.clicks.len() == b.clicks.len() && a.clicks.iter().zip(&b.clicks).all(|(a, b)| same_thing(a, b))
    };
    let mut found: Vec<(u16, u16)> = Vec::new();
    for (place, option) in question.options.iter().enumerate().filter(|(_, option)| !option.clicks.is_empty()) {
        let first = question.options[..place].iter().position(|other| same(other, option));
        found.extend(first.map(|first| (place as u16, first as u16)));
    }
    found
}
