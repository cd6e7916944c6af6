//! The description of a run: a file in RON, the command line, or both.

use super::error::{MatchError, PlacedError};
use super::stats::Sprt;
use crate::cards::files::{PlaceError, Root};
use crate::cards::{check, printable};
use crate::tools::decks::{DeckList, shipped};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// The version of the file.
pub const RUN_FORMAT: u16 = 1;
/// The largest file that is read, in bytes.
const MAX_FILE: u64 = 256 * 1024;

/// What is to be played. Everything but the players has a default.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(rename = "Run", deny_unknown_fields)]
pub struct Description {
    /// The version of the file.
    #[serde(default)]
    pub format: u16,
    /// The players of the run.
    #[serde(default)]
    pub players: Vec<Entry>,
    /// Who plays whom; a match by default.
    #[serde(default)]
    pub schedule: Option<Schedule>,
    /// How many pairs each two opponents play: 500 by default.
    #[serde(default)]
    pub pairs: Option<u64>,
    /// How many games (or matches of several games) each two opponents play: twice the pairs. Instead of `pairs`, not beside it.
    #[serde(default)]
    pub games: Option<u64>,
    /// How many games a match has: 1 by default, or 3 with sideboards.
    #[serde(default)]
    pub best_of: Option<u8>,
    /// What the games of a pair have in common; [`Deal::ByPlace`] by default.
    #[serde(default)]
    pub deal: Option<Deal>,
    /// The format that all decks are checked for; none by default.
    #[serde(default)]
    pub deck_format: Option<String>,
    /// Whether decks of fewer than 40 cards are accepted; false by default.
    #[serde(default)]
    pub allow_small: Option<bool>,
    /// When a game is stopped as inconclusive.
    #[serde(default)]
    pub caps: Caps,
    /// The seed of the run; 1 by default.
    #[serde(default)]
    pub seed: Option<u64>,
    /// A test that ends the run as soon as it is decided.
    #[serde(default)]
    pub sprt: Option<Sprt>,
    /// Whether rows tell which cards were in opening hands and drawn; false by default.
    #[serde(default)]
    pub detail: Option<bool>,
}

/// A player of a description.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(rename = "Player", deny_unknown_fields)]
pub struct Entry {
    /// What the player is called; the name of the deck by default.
    #[serde(default)]
    pub name: Option<String>,
    /// A file, or the name of an embedded deck.
    pub deck: String,
    /// Where that is, if a file has named it.
    #[serde(skip)]
    pub at: DeckAt,
    /// The agent with its parameters, such as `mcts:200`; `greedy` by default.
    #[serde(default)]
    pub agent: Option<String>,
    /// The share of the field that plays this, by which field scores are weighted; 1 by default.
    #[serde(default)]
    pub weight: Option<f64>,
}

/// Where the deck of a player is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum DeckAt {
    /// Where the user means it to be: a file anywhere, or else the embedded deck of that name.
    #[default]
    Anywhere,
    /// The description has named this file. Nobody has looked at it: what turns out not to be a deck isn't shown.
    File(PathBuf),
    /// The description has named this embedded deck.
    Embedded,
    /// The program has it; `deck` is what to call it. It has no plans.
    Given(Box<DeckList>),
}

/// Who plays whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Schedule {
    /// Two players against each other.
    #[default]
    Match,
    /// The first player against each of the others.
    Gauntlet,
    /// All against all.
    Matrix,
    /// Rounds in which those with about the same points play each other, never twice.
    Swiss {
        /// The number of rounds.
        rounds: u32,
    },
}

/// What the two games of a pair have in common.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Deal {
    /// Who begins has the same shuffle in both games, and so has the other: the players change places. What two decks share
    /// lies in the same places of their libraries, so that each has had the luck of the other.
    #[default]
    ByPlace,
    /// Each player has the same library in both games; only who begins changes.
    ByPlayer,
}

/// When a game is stopped as inconclusive.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename = "Caps", deny_unknown_fields)]
pub struct Caps {
    /// The number of turns after which a game is stopped; `None` leaves it to the
    /// [settings](crate::model::decision::Settings).
    #[serde(default)]
    pub turns: Option<u32>,
    /// The number of decisions after which a game is stopped; `None` leaves it to the settings.
    #[serde(default)]
    pub decisions: Option<u32>,
}

impl Description {
    /// Reads a file. Paths of decks in it begin at its folder, and lead to regular files below the root.
    ///
    /// # Errors
    /// A file that can't be read; a field or value that doesn't exist, a deck that isn't there, with its place.
    pub fn read(path: &Path, root: &Root) -> Result<Self, MatchError> {
        let shown = printable::shown(path);
        let text = printable::read(path, MAX_FILE).map_err(MatchError::io(path))?.map_err(|_| MatchError::Range {
            what: "the size of the file in bytes, more than",
            found: MAX_FILE,
            expected: format!("at most {MAX_FILE}"),
        })?;
        let mut read = Self::parse(&shown, &text)?;
        for entry in &mut read.players {
            entry.at = match root.place(path, &entry.deck) {
                Ok(place) => DeckAt::File(place),
                Err(_) if shipped::is_embedded(&entry.deck) => DeckAt::Embedded,
                Err(error) => return Err(MatchError::Placed(unreadable_deck(&shown, &text, &entry.deck, &error))),
            };
        }
        Ok(read)
    }

    /// Reads a text; `file` only serves messages.
    ///
    /// # Errors
    /// A field or value that doesn't exist, with its place.
    pub fn parse(file: &str, text: &str) -> Result<Self, MatchError> {
        if let Some(error) = PlacedError::first_unsafe(file, text) {
            return Err(MatchError::Placed(error));
        }
        let read: Self = check::read_ron(text, |_| "docs/matches.md")
            .map_err(|wrong| MatchError::Placed(PlacedError::all(file, text, wrong)))?;
        if read.format != RUN_FORMAT {
            let line = text.lines().position(|l| l.contains("format:")).map_or(1, |i| i + 1);
            let found = read.format;
            let message = format!("the file has format {found}; this build reads `format: {RUN_FORMAT}`");
            return Err(MatchError::Placed(PlacedError::at(file, text, line, 1, &message)));
        }
        Ok(read)
    }

    /// This description with what another one says replaced.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        let counted = other.pairs.is_some() || other.games.is_some();
        Self {
            format: RUN_FORMAT,
            players: if other.players.is_empty() { self.players } else { other.players },
            schedule: other.schedule.or(self.schedule),
            pairs: if counted { other.pairs } else { self.pairs },
            games: if counted { other.games } else { self.games },
            best_of: other.best_of.or(self.best_of),
            deal: other.deal.or(self.deal),
            deck_format: other.deck_format.or(self.deck_format),
            allow_small: other.allow_small.or(self.allow_small),
            caps: Caps {
                turns: other.caps.turns.or(self.caps.turns),
                decisions: other.caps.decisions.or(self.caps.decisions),
            },
            seed: other.seed.or(self.seed),
            sprt: other.sprt.or(self.sprt),
            detail: other.detail.or(self.detail),
        }
    }
}

/// A mistake where a text names a deck.
fn unreadable_deck(file: &str, text: &str, deck: &str, error: &PlaceError) -> Box<PlacedError> {
    let at = text.find(&format!("{deck:?}")).map_or(0, |at| at + 1);
    let before = &text[..at];
    let (line, column) = (before.matches('\n').count() + 1, before.chars().rev().take_while(|c| *c != '\n').count());
    let neither = if matches!(error, PlaceError::Unreadable(_)) { ", and no embedded deck is called that" } else { "" };
    let message = format!("the deck `{}` can't be read: {error}{neither}", printable::shown(Path::new(deck)));
    PlacedError::at(file, text, line, column.max(1), &message)
}

impl FromStr for Entry {
    type Err = MatchError;

    /// Reads `DECK` or `deck=DECK,agent=NAME,name=NAME,weight=NUMBER`.
    fn from_str(text: &str) -> Result<Self, MatchError> {
        const EXPECTED: &str = "a player (`DECK`, or `deck=DECK,agent=mcts:200,name=NAME,weight=2`)";
        let wrong = || MatchError::Form { found: text.escape_debug().to_string(), expected: EXPECTED };
        let mut entry = Self::default();
        let mut seen = Vec::new();
        for part in text.split(',') {
            let (key, value) = part.split_once('=').unwrap_or(("deck", part));
            let (key, value) = (key.trim(), value.trim());
            if value.is_empty() || seen.contains(&key) {
                return Err(wrong());
            }
            match key {
                "deck" => value.clone_into(&mut entry.deck),
                "agent" => entry.agent = Some(value.to_owned()),
                "name" => entry.name = Some(value.to_owned()),
                "weight" => entry.weight = Some(value.parse().map_err(|_| wrong())?),
                _ => return Err(wrong()),
            }
            seen.push(key);
        }
        if entry.deck.is_empty() { Err(wrong()) } else { Ok(entry) }
    }
}

impl FromStr for Schedule {
    type Err = MatchError;

    fn from_str(text: &str) -> Result<Self, MatchError> {
        let wrong = || MatchError::Form {
            found: text.escape_debug().to_string(),
            expected: "a schedule (`match`, `gauntlet`, `matrix`, `swiss:ROUNDS`)",
        };
        match text {
            "match" => Ok(Self::Match),
            "gauntlet" => Ok(Self::Gauntlet),
            "matrix" => Ok(Self::Matrix),
            _ => {
                let rounds = text.strip_prefix("swiss:").and_then(|n| n.parse().ok()).ok_or_else(wrong)?;
                Ok(Self::Swiss { rounds })
            }
        }
    }
}

impl std::fmt::Display for Schedule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Match => f.write_str("match"),
            Self::Gauntlet => f.write_str("gauntlet"),
            Self::Matrix => f.write_str("matrix"),
            Self::Swiss { rounds } => write!(f, "swiss:{rounds}"),
        }
    }
}

impl FromStr for Deal {
    type Err = MatchError;

    fn from_str(text: &str) -> Result<Self, MatchError> {
        match text {
            "by-place" => Ok(Self::ByPlace),
            "by-player" => Ok(Self::ByPlayer),
            _ => Err(MatchError::Form {
                found: text.escape_debug().to_string(),
                expected: "a deal (`by-place`, `by-player`)",
            }),
        }
    }
}

impl std::fmt::Display for Deal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::ByPlace => "by-place",
            Self::ByPlayer => "by-player",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_and_a_command_line_say_the_same() {
        let text = r#"Run(
            format: 1,
            players: [(deck: "red"), (deck: "x.txt", agent: "mcts:200", name: "four X", weight: 2)],
            schedule: Swiss(rounds: 3),
            pairs: 50,
            deal: ByPlayer,
            caps: (turns: 100),
            sprt: (p0: 0.5, p1: 0.53, alpha: 0.05, beta: 0.05),
        )"#;
        let read = Description::parse("run.ron", text).unwrap();
        let line = Description {
            format: 1,
            players: vec!["red".parse().unwrap(), "x.txt,agent=mcts:200, name=four X,weight=2".parse().unwrap()],
            schedule: Some("swiss:3".parse().unwrap()),
            pairs: Some(50),
            deal: Some("by-player".parse().unwrap()),
            caps: Caps { turns: Some(100), decisions: None },
            sprt: Some("p0=0.5,p1=0.53,alpha=0.05,beta=0.05".parse().unwrap()),
            ..Description::default()
        };
        assert_eq!(read, line);
        assert_eq!(Description::default().with(line.clone()), line);
        let fewer = Description { games: Some(10), ..Description::default() };
        let both = read.with(fewer);
        assert_eq!((both.pairs, both.games, both.deal), (None, Some(10), Some(Deal::ByPlayer)));
    }

    #[test]
    fn mistakes_have_their_place() {
        let error = |text: &str| Description::parse("run.ron", text).unwrap_err().to_string();
        let unknown = error("Run(\n    format: 1,\n    scedule: Match,\n)");
        assert!(unknown.starts_with("run.ron:3:") && unknown.contains("did you mean `schedule`?"), "{unknown}");
        let other = error("Run(\n    format: 7,\n)");
        assert!(other.starts_with("run.ron:2:1: the file has format 7"), "{other}");
        let raw = error("Run(format: 1, players: [(deck: \"\u{1b}[2J\")])");
        assert!(raw.contains("U+001B") && !raw.contains('\u{1b}'), "{raw}");
        for wrong in ["", "name=x", "red,deck=blue", "red,colour=1", "red,weight=x", "red,agent="] {
            assert!(matches!(wrong.parse::<Entry>(), Err(MatchError::Form { .. })), "{wrong}");
        }
        assert!("swiss".parse::<Schedule>().is_err() && "swiss:x".parse::<Schedule>().is_err());
        assert!("by-hand".parse::<Deal>().is_err());
    }
}
