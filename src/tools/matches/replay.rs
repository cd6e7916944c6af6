//! A game of a run as `simulate --out` writes it: for `dracones replay`.

use super::error::MatchError;
use super::files::read_manifest;
use super::row::{End, MatchState, Replay, Side};
use super::run::match_of;
use super::schedule::Pairing;
use super::tables::Table;
use crate::cards::CardDb;
use crate::cards::printable::shown;
use crate::tools::simulate::{Failure, Played, catch, play};
use std::cell::Cell;
use std::path::Path;

/// Finds a game of a folder by its number and plays it again.
///
/// # Errors
/// No such game, another engine or other cards, a game that ends otherwise than its row says.
pub fn game(folder: &Path, number: u64, db: &CardDb) -> Result<Replay, MatchError> {
    let manifest = read_manifest(folder)?;
    let mut found = None;
    let mut before: Vec<(End, Option<Side>)> = Vec::new();
    let best_of = u64::from(manifest.best_of);
    super::files::rows_of(folder, &manifest, &mut |row| {
        if row.game / best_of == number / best_of && row.game < number {
            before.push((row.end, row.winner));
        }
        if row.game == number {
            found = Some(row.clone());
        }
    })?;
    let other = |what: String| MatchError::Other { path: shown(folder), what };
    let Some(row) = found else { return Err(other(format!("the run has no game {number}"))) };
    if let Some(replay) = row.replay {
        return Ok(*replay);
    }
    manifest.check_build(&shown(folder), db)?;
    let named = |name: &str| manifest.players.iter().position(|player| player.name == name);
    let (Some(a), Some(b)) = (named(&row.a), named(&row.b)) else {
        return Err(other(format!("game {number} has players that the run doesn't have")));
    };
    let table = Table::new(&manifest, a, b, db)?;
    let begins = if row.match_number.is_multiple_of(2) { Side::A } else { Side::B };
    let mut state = MatchState::new(manifest.best_of, begins);
    before.into_iter().for_each(|(end, winner)| state.add(end, winner));
    let pairing = Pairing { number: row.pairing, a, b };
    let one = match_of(&manifest, &pairing, &table, row.match_number, row.pair, begins);
    let plan = one.table.plan(begins, row.part > 0, state.first());
    let again = catch(|| play(&mut plan.pool(row.index), plan, row.index, &Cell::new(0), None));
    let again =
        again.unwrap_or_else(|message| Played::failed(plan, Failure { index: row.index, decision: 0, message }));
    let again = again.row(plan);
    if again.hash != row.hash {
        return Err(other(format!(
            "game {number} was another one: its hash is {}, its row has {}",
            again.hash, row.hash
        )));
    }
    Ok(Replay { header: plan.header(), row: again })
}

/// Whether a folder is one of a run.
pub fn is_run(folder: &Path) -> bool {
    folder.join("manifest.json").is_file()
}
