//! The cards and tokens of a set-up, and their definitions.

use super::build::Wrong;
use super::def::{PlayerSetup, Scenario};
use super::problem::Unfit;
use super::setup::MOST_FORESTS;
use crate::cards::def::CardDef;
use crate::cards::near::near_matches;
use crate::cards::{CardDb, Definition};
use crate::model::ids::Seat;
use crate::model::zone::Zone;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The card that fills libraries up.
const FILLER: &str = "Forest";

/// The most cards and tokens of a player.
const MOST: usize = 1_000;
/// The longest entry of a list, in bytes.
const LONGEST: usize = 400;

/// What a card is as the game begins.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Begins {
    /// Nothing special.
    Plain,
    /// A commander of its owner (CR 903.3).
    Commander,
    /// The companion that its owner has revealed (CR 103.2b).
    Companion,
}

/// A card or token of a set-up.
pub(super) struct Entry {
    /// As it is written.
    pub text: String,
    pub zone: Zone,
    pub label: Option<String>,
    /// The name of the card, or what the token is called after the word `token`.
    pub name: String,
    pub is_token: bool,
    pub begins: Begins,
}

/// An entry of a list: how many, its label, its name.
fn entry(text: &str) -> (u32, Option<&str>, &str) {
    let (label, rest) = text.split_once(" = ").map_or((None, text), |(label, name)| (Some(label.trim()), name));
    let rest = rest.trim();
    let counted = |n: &str| if n.bytes().all(|b| b.is_ascii_digit()) { n.parse().ok() } else { None };
    match rest.split_once(' ').and_then(|(n, name)| Some((counted(n)?, name))) {
        Some((count, name)) => (count, label, name.trim()),
        None => (1, label, rest),
    }
}

/// The cards and tokens of a player, in the order in which they get where they are. What is wrong with entries is noted.
pub(super) fn entries(seat: Seat, player: &PlayerSetup, noted: &mut Wrong) -> Vec<Entry> {
    if player.forests > MOST_FORESTS {
        let message = format!("{} Forests: there are at most {MOST_FORESTS}", player.forests);
        noted.note(Unfit::at("forests")(message));
    }
    let filler = || {
        let (zone, name) = (Zone::Library(seat), FILLER.to_owned());
        Entry { text: name.clone(), zone, label: None, name, is_token: false, begins: Begins::Plain }
    };
    let mut all: Vec<Entry> = (0..player.forests.min(MOST_FORESTS)).map(|_| filler()).collect();
    // The top of a library is last.
    let library = player.library.iter().rev().map(|text| (Zone::Library(seat), Begins::Plain, text));
    let rest = [
        (Zone::Hand(seat), &player.hand),
        (Zone::Graveyard(seat), &player.graveyard),
        (Zone::Exile, &player.exile),
        (Zone::Command, &player.command),
        (Zone::Outside, &player.sideboard),
        (Zone::Battlefield, &player.battlefield),
    ];
    let rest = rest.into_iter().flat_map(|(zone, list)| list.iter().map(move |text| (zone, Begins::Plain, text)));
    let commanders = player.commanders.iter().map(|text| (Zone::Command, Begins::Commander, text));
    let companion = player.companion.iter().map(|text| (Zone::Outside, Begins::Companion, text));
    for (zone, begins, text) in library.chain(rest).chain(commanders).chain(companion) {
        let (count, label, name) = entry(text);
        let mut wrong = |message: String| noted.note(Unfit::at(text)(message));
        if !(1..=100).contains(&count) || (count > 1 && label.is_some()) {
            wrong(format!("`{text}`: a label stands for one card, and a count is 1 to 100"));
            continue;
        }
        let token = name.strip_prefix("token ");
        if token.is_some() && zone != Zone::Battlefield {
            wrong(format!("`{text}`: tokens are on the battlefield (CR 111.7)"));
            continue;
        }
        if all.len() + count as usize > MOST {
            wrong(format!("more than {MOST} cards and tokens of a player"));
            break;
        }
        if text.len() > LONGEST {
            let start: String = text.chars().take(40).collect();
            wrong(format!("`{start}...`: at most {LONGEST} characters"));
            continue;
        }
        let (label, name) = (label.map(str::to_owned), token.unwrap_or(name).to_owned());
        let is_token = token.is_some();
        let entry = || {
            let (text, label, name) = (text.clone(), label.clone(), name.clone());
            Entry { text, zone, label, name, is_token, begins }
        };
        all.extend((0..count).map(|_| entry()));
    }
    all
}

/// The definitions that a set-up refers to.
pub(super) struct Definitions {
    pub db: CardDb,
    tokens: BTreeMap<String, Arc<Definition>>,
}

impl Definitions {
    pub(super) fn new(scenario: &Scenario, db: &CardDb) -> Result<Self, Unfit> {
        let mut wrong = Vec::new();
        let with = db.with_cards(&scenario.cards).unwrap_or_else(|_| {
            // Each that can't be compiled is told, by itself.
            let failed = |card: &CardDef| {
                let e = db.compile(card).err()?;
                Some(Unfit::at(&card.name)(format!("{}: {e}", card.name)))
            };
            wrong.extend(scenario.cards.iter().filter_map(failed));
            db.clone()
        });
        let mut tokens = BTreeMap::new();
        for (name, token) in &scenario.tokens {
            match with.compile(&token.card()) {
                Ok(compiled) => drop(tokens.insert(name.clone(), compiled)),
                Err(e) => wrong.push(Unfit::at(name)(format!("the token `{name}`: {e}"))),
            }
        }
        Unfit::of_all(wrong).map_or(Ok(Self { db: with, tokens }), Err)
    }

    /// The card of a name. What isn't there is noted, as what is written in the set-up there.
    pub(super) fn card(&self, name: &str, text: &str, wrong: &mut Wrong) -> Option<Arc<Definition>> {
        let found = self.db.get(name).cloned();
        if found.is_none() && !wrong.is_noted(text) {
            // Looking for what was meant takes a pass over all names.
            let near = if wrong.is_told() { near_matches(name, self.db.names(), 1) } else { Vec::new() };
            let near = near.first().map_or_else(String::new, |near| format!(" (did you mean `{near}`?)"));
            wrong.note(Unfit::at(text)(format!("there is no card `{name}`{near}")));
        }
        found
    }

    pub(super) fn of(&self, entry: &Entry, wrong: &mut Wrong) -> Option<Arc<Definition>> {
        match self.tokens.get(&entry.name).filter(|_| entry.is_token) {
            Some(token) => Some(Arc::clone(token)),
            None => self.card(&entry.name, &entry.text, wrong),
        }
    }
}
