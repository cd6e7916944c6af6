//! The rows of a prompt.

use super::show;
use dracones::game::client::{Form, Question, View, VisibleReferent};
use dracones::model::decision::{Group, Limit, PromptKind, SetRule};

/// How many names are offered at once.
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
    /// The row as it is shown, without its key.
    pub(super) text: String,
}

/// The rows that aren't options: to pass or to be done, yes and no, the names that fit what has been typed.
pub(super) fn of_question<'n>(question: &Question, names: impl Iterator<Item = &'n str>, typed: &str) -> Vec<Row> {
    let row = |key: &str, pick, text: &str| Row { key: key.to_owned(), pick, text: text.to_owned() };
    let mut rows = Vec::new();
    match &question.form {
        Form::Confirm => {
            let (yes, no) = match question.kind {
                PromptKind::Mulligan => ("keep this hand", "take a mulligan"),
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

/// Options that make no difference: what they are about looks the same in every respect, and the rules of the question
/// treat them alike. Of each the place of the first one like it.
pub(super) fn alike(question: &Question, view: &View) -> Vec<(u16, u16)> {
    let rule = match &question.form {
        Form::One => None,
        Form::Some { rule, .. } => Some(rule),
        _ => return Vec::new(),
    };
    let same_thing = |a: &VisibleReferent, b: &VisibleReferent| match (a, b) {
        (VisibleReferent::Object(a), VisibleReferent::Object(b)) => {
            match (show::find(view, a.handle), show::find(view, b.handle)) {
                (Some(a), Some(b)) => show::are_alike(view, a, b),
                _ => a == b,
            }
        }
        _ => a == b,
    };
    let plain = |option| show::option(view, option, question.decider, true);
    let texts: Vec<String> = question.options.iter().map(plain).collect();
    let same = |a: usize, b: usize| {
        let (one, other) = (&question.options[a], &question.options[b]);
        let plain = (one.act, &texts[a], &one.does, &one.cost) == (other.act, &texts[b], &other.does, &other.cost);
        plain
            && one.clicks.len() == other.clicks.len()
            && one.clicks.iter().zip(&other.clicks).all(|(a, b)| same_thing(a, b))
            && rule.is_none_or(|rule| {
                // Which of several equal attackers is blocked makes a difference to the other blocks.
                one.clicks.iter().skip(1).eq(other.clicks.iter().skip(1)) && exchangeable(rule, a as u16, b as u16)
            })
    };
    let mut found: Vec<(u16, u16)> = Vec::new();
    let mut firsts: Vec<usize> = Vec::new();
    for (place, _) in question.options.iter().enumerate().filter(|(_, option)| !option.clicks.is_empty()) {
        match firsts.iter().find(|first| same(**first, place)) {
            Some(first) => found.push((place as u16, *first as u16)),
            None => firsts.push(place),
        }
    }
    found
}

/// Whether a rule stays what it is if two options change places.
fn exchangeable(rule: &SetRule, a: u16, b: u16) -> bool {
    let weight = |place: u16| rule.weights.get(usize::from(place));
    let swapped = |members: &[u16]| {
        let swap = |place: &u16| {
            if *place == a {
                b
            } else if *place == b {
                a
            } else {
                *place
            }
        };
        let mut members: Vec<u16> = members.iter().map(swap).collect();
        members.sort_unstable();
        members
    };
    let touched = |members: &[u16]| members.contains(&a) != members.contains(&b);
    let groups = rule.groups.iter().filter(|group| touched(&group.members));
    let once = rule.once.iter().filter(|one| touched(&one.members));
    let company = rule.company.iter().filter(|c| touched(&c.members) || touched(&c.with));
    let counts = |limit: &Limit, place: u16| limit.each.get(usize::from(place)).copied();
    weight(a) == weight(b)
        && rule.limits.iter().all(|limit| counts(limit, a) == counts(limit, b))
        && groups.into_iter().all(|group| {
            let there = |other: &&Group| {
                (other.min, other.max, other.or_none) == (group.min, group.max, group.or_none)
                    && other.members == swapped(&group.members)
            };
            rule.groups.iter().any(|other| there(&other))
        })
        && once.into_iter().all(|one| {
            let members = swapped(&one.members);
            rule.once.iter().any(|other| other.weight == one.weight && other.members == members)
        })
        && company.into_iter().all(|c| {
            let (members, with) = (swapped(&c.members), swapped(&c.with));
            rule.company.iter().any(|other| other.members == members && other.with == with)
        })
}

/// Gives numbers to options that say the same and can't stand for each other.
pub(super) fn number(texts: &mut [String], alike: &[(u16, u16)]) {
    let has_row = |place: usize| !alike.iter().any(|(other, _)| usize::from(*other) == place);
    let before: Vec<String> = texts.to_vec();
    for (place, text) in texts.iter_mut().enumerate().filter(|(place, _)| has_row(*place)) {
        let same = |i: &usize| before[*i] == before[place] && has_row(*i);
        if (0..before.len()).filter(same).count() > 1 {
            *text += &format!(" ({})", (0..=place).filter(same).count());
        }
    }
}
