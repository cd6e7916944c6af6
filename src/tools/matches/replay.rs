//! Games of a run as `simulate --out` writes them: for `dracones replay`.

use super::error::MatchError;
use super::files::{Extent, merge, read_manifest, rows_of};
use super::manifest::Manifest;
use super::row::{End, GameRow, MatchState, Replay, Side};
use super::run::match_of;
use super::schedule::Pairing;
use super::tables::Table;
use crate::cards::CardDb;
use crate::cards::printable::shown;
use crate::tools::simulate::{Failure, Played, catch, play};
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Games of a run that somebody wants to see.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Pick {
    /// All of them.
    All,
    /// Those that a player lost.
    Lost(String),
    /// Those that were drawn.
    Drawn,
    /// Those that reached a cap.
    Inconclusive,
    /// Those that broke.
    Failed,
    /// This many, at even distances; all if there are no more.
    Sample(usize),
}

impl std::str::FromStr for Pick {
    type Err = MatchError;

    /// Reads `all`, `lost:NAME`, `drawn`, `inconclusive`, `failed` or `sample:N`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (word, rest) = text.split_once(':').map_or((text, None), |(word, rest)| (word, Some(rest)));
        match (word, rest) {
            ("all", None) => Ok(Self::All),
            ("lost", Some(name)) if !name.is_empty() => Ok(Self::Lost(name.to_owned())),
            ("drawn", None) => Ok(Self::Drawn),
            ("inconclusive", None) => Ok(Self::Inconclusive),
            ("failed", None) => Ok(Self::Failed),
            ("sample", Some(n)) if n.parse::<usize>().is_ok_and(|n| n > 0) => Ok(Self::Sample(n.parse().unwrap_or(1))),
            _ => {
                let expected = "games of a run (`all`, `lost:NAME`, `drawn`, `inconclusive`, `failed` or `sample:N`)";
                Err(MatchError::Form { found: text.escape_debug().to_string(), expected })
            }
        }
    }
}

impl Pick {
    /// Whether a game is one of them; those of a sample are found otherwise.
    fn takes(&self, row: &GameRow) -> bool {
        match self {
            Self::All => true,
            Self::Lost(name) => match row.winner {
                Some(Side::A) => *name == row.b,
                Some(Side::B) => *name == row.a,
                None => false,
            },
            Self::Drawn => row.end == End::Draw,
            Self::Inconclusive => row.end == End::Inconclusive,
            Self::Failed => row.end == End::Error,
            Self::Sample(_) => false,
        }
    }
}

/// Plays games of a run again.
struct Again<'r> {
    manifest: &'r Manifest,
    db: &'r CardDb,
    tables: BTreeMap<(usize, usize), Table>,
    /// The last match with what its games came to so far.
    before: (u64, Vec<(End, Option<Side>)>),
}

impl<'r> Again<'r> {
    fn new(manifest: &'r Manifest, db: &'r CardDb) -> Self {
        Self { manifest, db, tables: BTreeMap::new(), before: (0, Vec::new()) }
    }

    /// Sees a game that was played; the games of a match come in their order.
    fn see(&mut self, row: &GameRow) {
        if self.before.0 != row.match_number {
            self.before = (row.match_number, Vec::new());
        }
        self.before.1.push((row.end, row.winner));
    }

    /// Plays a game again, after those of its match that come before it have been seen; `path` serves messages.
    fn game(&mut self, row: GameRow, path: &str) -> Result<Replay, MatchError> {
        if let Some(replay) = row.replay {
            return Ok(*replay);
        }
        let manifest = self.manifest;
        let other = |what: String| MatchError::Other { path: path.to_owned(), what };
        let named = |name: &str| manifest.players.iter().position(|player| player.name == name);
        let (Some(a), Some(b)) = (named(&row.a), named(&row.b)) else {
            return Err(other(format!("game {} has players that the run doesn't have", row.game)));
        };
        if !self.tables.contains_key(&(a, b)) {
            self.tables.insert((a, b), Table::new(manifest, a, b, self.db)?);
        }
        let table = &self.tables[&(a, b)];
        let begins = if row.match_number.is_multiple_of(2) { Side::A } else { Side::B };
        let mut state = MatchState::new(manifest.best_of, begins);
        if self.before.0 == row.match_number {
            self.before.1.iter().for_each(|(end, winner)| state.add(*end, *winner));
        }
        let pairing = Pairing { number: row.pairing, a, b };
        let one = match_of(manifest, &pairing, table, row.match_number, row.pair, begins);
        let plan = one.table.plan(begins, row.part > 0, state.first());
        let again = catch(|| play(&mut plan.pool(row.index), plan, row.index, &Cell::new(0), None));
        let again =
            again.unwrap_or_else(|message| Played::failed(plan, Failure { index: row.index, decision: 0, message }));
        let again = again.row(plan);
        if again.hash != row.hash {
            return Err(other(format!(
                "game {} was another one: its hash is {}, its row has {}",
                row.game, again.hash, row.hash
            )));
        }
        Ok(Replay { header: plan.header(), row: again })
    }
}

/// Finds a game of a folder by its number and plays it again.
///
/// # Errors
/// No such game, another engine or other cards, a game that ends otherwise than its row says.
pub fn game(folder: &Path, number: u64, db: &CardDb) -> Result<Replay, MatchError> {
    let manifest = read_manifest(folder)?;
    let mut found = None;
    let mut again = Again::new(&manifest, db);
    let best_of = u64::from(manifest.best_of);
    rows_of(folder, &manifest, &mut |row| {
        if row.game / best_of == number / best_of && row.game < number {
            again.see(row);
        }
        if row.game == number {
            found = Some(row.clone());
        }
    })?;
    let Some(row) = found else {
        return Err(MatchError::Other { path: shown(folder), what: format!("the run has no game {number}") });
    };
    if row.replay.is_none() {
        manifest.check_build(&shown(folder), db)?;
    }
    again.game(row, &shown(folder))
}

/// Plays the games of a whole run again that are picked, and shows each with its number, in the order of numbers.
///
/// # Errors
/// The errors of [`merge`], a player who isn't in the run, another engine or other cards, a game that ends otherwise than its row
/// says, and those of `see`.
pub fn replays(
    folders: &[PathBuf],
    picks: &[Pick],
    db: &CardDb,
    see: &mut dyn FnMut(u64, &Replay) -> Result<(), MatchError>,
) -> Result<(), MatchError> {
    let (mut picked, mut all) = (BTreeSet::new(), Vec::new());
    let (manifest, ..) = merge(folders, Extent::Whole, None, &mut |_, row, _| {
        all.push(row.game);
        if picks.iter().any(|pick| pick.takes(row)) {
            picked.insert(row.game);
        }
        Ok(())
    })?;
    let path = shown(&folders[0]);
    for pick in picks {
        match pick {
            Pick::Sample(n) => picked.extend((0..*n).filter_map(|i| all.get(i * all.len() / n))),
            Pick::Lost(name) if manifest.players.iter().all(|player| player.name != *name) => {
                return Err(MatchError::Other { path, what: format!("the run has no player `{name}`") });
            }
            _ => {}
        }
    }
    manifest.check_build(&path, db)?;
    let mut again = Again::new(&manifest, db);
    merge(folders, Extent::Whole, None, &mut |_, row, _| {
        if picked.contains(&row.game) {
            see(row.game, &again.game(row.clone(), &path)?)?;
        }
        again.see(row);
        Ok(())
    })?;
    Ok(())
}

/// Whether a folder is one of a run.
pub fn is_run(folder: &Path) -> bool {
    folder.join("manifest.json").is_file()
}
