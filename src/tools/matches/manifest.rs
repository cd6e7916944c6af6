//! What a run is, whole: the description with everything that it names, and hashes of it. Results depend on it alone.

use super::describe::{Caps, Deal, DeckAt, Description, Entry, Schedule};
use super::error::MatchError;
use super::plans::{Counted, SidePlan, against, read};
use super::stats::Sprt;
use crate::agents::{AgentMaker, Budget};
use crate::cards::printable::is_unsafe;
use crate::cards::{CardDb, Definition};
use crate::game::ENGINE;
use crate::game::client::counted as listed;
use crate::model::decision::Settings;
use crate::tools::decks::{DeckEntry, DeckList, DeckRules, shipped};
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::sync::Arc;
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

/// The version of manifests and of rows.
pub const MATCH_FORMAT: u16 = 1;
/// The most players of a run.
const MAX_PLAYERS: usize = 256;
/// The most pairs that two opponents play.
const MAX_PAIRS: u64 = 1 << 32;

/// A run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The version of the file.
    pub format: u16,
    /// A hash of everything else in it.
    pub id: String,
    /// The version of the program.
    pub dracones: String,
    /// The engine: a hash of its source, agents included.
    pub engine: String,
    /// Which players play each other.
    pub schedule: Schedule,
    /// How many pairs each two opponents play.
    pub pairs: u64,
    /// How many games a match has at most: 1 or 3.
    pub best_of: u8,
    /// What the games of a pair have in common.
    pub deal: Deal,
    /// The format that decks were checked for.
    pub deck_format: Option<String>,
    /// When games are stopped.
    pub caps: Caps,
    /// The seed of the run.
    pub seed: u64,
    /// The test that ends the run.
    pub sprt: Option<Sprt>,
    /// Whether rows tell cards.
    pub detail: bool,
    /// The players of the run.
    pub players: Vec<Player>,
}

/// A player of a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// What the player is called.
    pub name: String,
    /// What the deck is called.
    pub deck: String,
    /// The agent with its parameters.
    pub agent: String,
    /// The share of the field.
    pub weight: f64,
    /// The deck.
    pub main: Counted,
    /// The sideboard.
    pub sideboard: Counted,
    /// The commanders.
    pub commanders: Counted,
    /// The companion, one of the sideboard (CR 702.139).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub companion: Option<String>,
    /// What changes after the first game of a match.
    pub plans: Vec<SidePlan>,
    /// A hash of the lists and plans.
    pub deck_hash: String,
    /// A hash of the definitions of the cards.
    pub cards_hash: String,
}

impl Player {
    /// The main deck against an opponent, in the first game of a match or later.
    pub fn main_against(&self, opponent: &Self, boarded: bool) -> Counted {
        let plan = against(&self.plans, &[&opponent.name, &opponent.deck]).filter(|_| boarded);
        plan.map_or_else(|| self.main.clone(), |plan| plan.apply(&self.main))
    }

    /// The definitions of all of its cards.
    pub(super) fn definitions<'d>(&self, db: &'d CardDb) -> Result<Vec<&'d Arc<Definition>>, MatchError> {
        let lists = [&self.main, &self.sideboard, &self.commanders];
        let card = |name: &String| {
            let unknown = || MatchError::Setup(crate::game::SetupError::UnknownCard(name.clone()));
            db.get(name).ok_or_else(unknown)
        };
        lists.into_iter().flatten().map(|(name, _)| card(name)).collect()
    }

    fn cards_hash(&self, db: &CardDb) -> Result<String, MatchError> {
        let mut hash = Xxh3::new();
        for definition in self.definitions(db)? {
            hash.update(&definition.fingerprint().to_le_bytes());
        }
        Ok(format!("{:016x}", hash.digest()))
    }

    fn deck_hash(&self) -> String {
        let lists = (&self.main, &self.sideboard, &self.commanders, &self.plans);
        match &self.companion {
            Some(companion) => hash_of(&(lists, companion)),
            None => hash_of(&lists),
        }
    }
}

/// A hash of what something is as JSON.
fn hash_of(value: &impl Serialize) -> String {
    format!("{:016x}", xxh3_64(serde_json::to_string(value).unwrap_or_default().as_bytes()))
}

impl Manifest {
    /// The run of a description: decks are read and checked, names given, hashes taken.
    ///
    /// # Errors
    /// What is wrong with the description, or with something that it names.
    pub fn of(description: &Description, db: &CardDb) -> Result<Self, MatchError> {
        let schedule = description.schedule.unwrap_or_default();
        let best_of = description.best_of.unwrap_or(1);
        if best_of != 1 && best_of != 3 {
            let expected = "1 or 3".to_owned();
            return Err(MatchError::Range { what: "games of a match", found: best_of.into(), expected });
        }
        let pairs = pairs(description)?;
        check_players(schedule, description.players.len())?;
        if let Some(sprt) = description.sprt {
            sprt.checked()?;
            if schedule != Schedule::Match {
                return Err(MatchError::Together("a sequential test is about one match: the schedule must be `match`"));
            }
        }
        for (what, cap) in [("cap on turns", description.caps.turns), ("cap on decisions", description.caps.decisions)]
        {
            if cap == Some(0) {
                return Err(MatchError::Range { what, found: 0, expected: "at least 1".to_owned() });
            }
        }
        let rules = DeckRules {
            format: description.deck_format.clone(),
            allow_small: description.allow_small.unwrap_or(false),
        };
        let mut players = Vec::new();
        for entry in &description.players {
            let player = player(entry, best_of, &rules, db, &players)?;
            players.push(player);
        }
        let mut manifest = Self {
            format: MATCH_FORMAT,
            id: String::new(),
            dracones: env!("CARGO_PKG_VERSION").to_owned(),
            engine: ENGINE.to_owned(),
            schedule,
            pairs,
            best_of,
            deal: description.deal.unwrap_or_default(),
            deck_format: rules.format.map(|format| format.to_ascii_lowercase()),
            caps: description.caps,
            seed: description.seed.unwrap_or(1),
            sprt: description.sprt,
            detail: description.detail.unwrap_or(false),
            players,
        };
        manifest.id = manifest.hash();
        Ok(manifest)
    }

    /// The plans of players against opponents that aren't in the run, each with those that are: they may be misspelt.
    pub fn plans_for_nobody(&self) -> Vec<String> {
        let mut notes = Vec::new();
        for player in &self.players {
            let others = || self.players.iter().filter(|other| other.name != player.name);
            let is_used = |plan: &&SidePlan| {
                plan.versus == "*" || others().any(|other| plan.is_against(&[&other.name, &other.deck]))
            };
            for plan in player.plans.iter().filter(|plan| !is_used(plan)) {
                let there: Vec<String> = others().map(|other| format!("`{}`", other.name)).collect();
                let (name, versus) = (&player.name, &plan.versus);
                notes.push(format!(
                    "`{name}` has a plan against `{versus}`, but plays against {} alone",
                    listed(there.into_iter())
                ));
            }
        }
        notes
    }

    /// The hash of everything but the hash itself.
    fn hash(&self) -> String {
        hash_of(&Self { id: String::new(), ..self.clone() })
    }

    /// Whether it is what its hash says, and its numbers are possible; `path` only serves messages.
    ///
    /// # Errors
    /// If it was changed, or is of another version.
    pub fn check(&self, path: &str) -> Result<(), MatchError> {
        let other = |what: String| MatchError::Other { path: path.to_owned(), what };
        if self.format != MATCH_FORMAT {
            return Err(other(format!("the manifest has format {}; this build reads {MATCH_FORMAT}", self.format)));
        }
        if self.id != self.hash() {
            return Err(other("the manifest was changed: its hash is another one".to_owned()));
        }
        check_players(self.schedule, self.players.len())
    }

    /// Whether this build, with these cards, plays the run as the one that began it.
    ///
    /// # Errors
    /// Another engine, other definitions of cards.
    pub fn check_build(&self, path: &str, db: &CardDb) -> Result<(), MatchError> {
        let other = |what: String| MatchError::Other { path: path.to_owned(), what };
        if self.engine != ENGINE {
            return Err(other(format!("the run was begun by the engine {}; this is {ENGINE}", self.engine)));
        }
        for player in &self.players {
            if player.cards_hash(db)? != player.cards_hash {
                let name = &player.name;
                return Err(other(format!("the run was begun with other definitions of the cards of `{name}`")));
            }
        }
        Ok(())
    }

    /// How games are run.
    pub(super) fn settings(&self, settings: Settings) -> Settings {
        Settings {
            max_turns: self.caps.turns.unwrap_or(settings.max_turns),
            max_decisions: self.caps.decisions.unwrap_or(settings.max_decisions),
            ..settings
        }
    }
}

/// How many pairs a description asks for.
fn pairs(description: &Description) -> Result<u64, MatchError> {
    let pairs = match (description.pairs, description.games) {
        (Some(_), Some(_)) => return Err(MatchError::Together("give the number of pairs, or of games, not both")),
        (None, Some(games)) if games % 2 == 1 => {
            let expected =
                "an even number: games are played in pairs, in which the players change who begins".to_owned();
            return Err(MatchError::Range { what: "games", found: games, expected });
        }
        (None, Some(games)) => games / 2,
        (pairs, None) => pairs.unwrap_or(500),
    };
    if (1..=MAX_PAIRS).contains(&pairs) {
        return Ok(pairs);
    }
    Err(MatchError::Range { what: "pairs", found: pairs, expected: format!("1 to {MAX_PAIRS}") })
}

fn check_players(schedule: Schedule, found: usize) -> Result<(), MatchError> {
    let wrong = |needed| MatchError::Players { found, schedule: schedule.to_string(), needed };
    match schedule {
        Schedule::Match if found != 2 => Err(wrong("two")),
        _ if found < 2 => Err(wrong("two or more")),
        _ if found > MAX_PLAYERS => Err(wrong("at most 256")),
        Schedule::Swiss { rounds } if rounds == 0 || rounds as usize >= found => {
            let expected = format!("1 to {}: fewer than there are players", found - 1);
            Err(MatchError::Range { what: "rounds", found: rounds.into(), expected })
        }
        _ => Ok(()),
    }
}

/// A player, with what their deck is.
fn player(entry: &Entry, best_of: u8, rules: &DeckRules, db: &CardDb, before: &[Player]) -> Result<Player, MatchError> {
    let (deck, mut list) = match &entry.at {
        DeckAt::Anywhere => shipped::read(&entry.deck)?,
        DeckAt::File(path) => shipped::read_file(path).map_err(|error| MatchError::no_deck(path, &error))?,
        DeckAt::Embedded => shipped::embedded(&entry.deck)?,
        DeckAt::Given(list) => (entry.deck.clone(), DeckList::clone(list)),
    };
    shipped::check(&deck, &mut list, db, rules)?;
    let counted = |entries: &[DeckEntry]| -> Counted {
        let name = |entry: &DeckEntry| db.get(&entry.name).map_or_else(|| entry.name.clone(), |card| card.name.clone());
        entries.iter().map(|entry| (name(entry), entry.count)).collect()
    };
    let agent = agent(entry.agent.as_deref().unwrap_or("greedy"))?;
    let path = match &entry.at {
        DeckAt::Anywhere => Path::new(&entry.deck),
        DeckAt::File(path) => path,
        DeckAt::Embedded | DeckAt::Given(_) => Path::new(""),
    };
    let plans = if best_of > 1 && path.exists() { read(path, &list, db)? } else { Vec::new() };
    let weight = entry.weight.unwrap_or(1.0);
    let name = name(entry, &deck, &agent, before)?;
    if !(weight.is_finite() && weight > 0.0) {
        return Err(MatchError::Weight { player: name, weight });
    }
    let player = Player {
        name,
        deck,
        agent,
        weight,
        main: counted(&list.main),
        sideboard: counted(&list.sideboard),
        commanders: counted(&list.commanders),
        companion: list.companion().map(|entry| entry.name.clone()),
        plans,
        deck_hash: String::new(),
        cards_hash: String::new(),
    };
    Ok(Player { deck_hash: player.deck_hash(), cards_hash: player.cards_hash(db)?, ..player })
}

/// What a player is called: the given name, or that of the deck, with the agent or a number if it is taken.
fn name(entry: &Entry, deck: &str, agent: &str, before: &[Player]) -> Result<String, MatchError> {
    let is_taken = |name: &str| before.iter().any(|player| player.name.eq_ignore_ascii_case(name));
    let name = match &entry.name {
        Some(name) if is_taken(name) => return Err(MatchError::SameName(name.clone())),
        Some(name) => name.clone(),
        None => {
            let further = (2..).map(|n| format!("{deck} {n}"));
            let mut names = [deck.to_owned(), format!("{deck} {agent}")].into_iter().chain(further);
            names.find(|name| !is_taken(name)).unwrap_or_default()
        }
    };
    if name.is_empty() || name.chars().count() > 100 || name.chars().any(is_unsafe) {
        return Err(MatchError::BadName(name.chars().take(100).flat_map(char::escape_default).collect()));
    }
    Ok(name)
}

/// The name of an agent whose games can be played again.
fn agent(name: &str) -> Result<String, MatchError> {
    let name = name.trim().to_ascii_lowercase();
    name.parse::<AgentMaker>()?;
    let budget = name.split_once(':').and_then(|(_, numbers)| numbers.split('/').next()?.parse().ok());
    if matches!(budget, Some(Budget::Time(_))) { Err(MatchError::Clock(name)) } else { Ok(name) }
}
