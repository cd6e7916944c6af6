//! Matches, gauntlets, matrices: runs of pairs of games, as `dracones match` plays them.

use crate::cards::{Cards, DeckArg};
use crate::errors::{MatchError, OrRaise, detached, engine, raise};
use crate::simulate::{Interrupt, threads};
use crate::table::{Table, TableBuilder};
use dracones::tools::matches::{
    self, CARD_COLUMNS, Caps, DeckAt, Description, Entry, GAME_COLUMNS, GameRow, Manifest, Report, RunWatch, Shard,
    Tally, card_cells, game_cells, stats::Sprt,
};
use pyo3::prelude::*;
use std::io;

/// A player as Python gives it: a deck, and what else there is about it.
#[derive(FromPyObject)]
pub(crate) struct PlayerArg<'py> {
    #[pyo3(item)]
    deck: DeckArg<'py>,
    #[pyo3(item)]
    agent: Option<String>,
    #[pyo3(item)]
    name: Option<String>,
    #[pyo3(item)]
    weight: Option<f64>,
}

impl PlayerArg<'_> {
    fn entry(&self) -> PyResult<Entry> {
        let (name, agent, weight) = (self.name.clone(), self.agent.clone(), self.weight);
        // The plans of a file are read with it.
        let (deck, at) = match &self.deck {
            DeckArg::Name(path) => (path.to_string_lossy().into_owned(), DeckAt::Anywhere),
            other => {
                let (name, list) = other.read()?;
                (name, DeckAt::Given(Box::new(list)))
            }
        };
        Ok(Entry { name, deck, at, agent, weight })
    }
}

/// The manifest of a run as JSON.
#[pyfunction]
#[pyo3(signature = (players, *, schedule, pairs, seed, best_of, deal, format, allow_small, max_turns, max_decisions, sprt,
    detail, cards))]
#[expect(clippy::too_many_arguments, reason = "`dracones.match` names and explains them")]
pub(crate) fn make_manifest(
    py: Python<'_>,
    players: Vec<PlayerArg<'_>>,
    schedule: &str,
    pairs: u64,
    seed: u64,
    best_of: u8,
    deal: &str,
    format: Option<String>,
    allow_small: bool,
    max_turns: Option<u32>,
    max_decisions: Option<u32>,
    sprt: Option<&str>,
    detail: bool,
    cards: Option<&Bound<'_, Cards>>,
) -> PyResult<String> {
    let description = Description {
        format: matches::RUN_FORMAT,
        players: players.iter().map(PlayerArg::entry).collect::<PyResult<_>>()?,
        schedule: Some(schedule.parse().or_raise()?),
        pairs: Some(pairs),
        games: None,
        best_of: Some(best_of),
        deal: Some(deal.parse().or_raise()?),
        deck_format: format,
        allow_small: Some(allow_small),
        caps: Caps { turns: max_turns, decisions: max_decisions },
        seed: Some(seed),
        sprt: sprt.map(str::parse::<Sprt>).transpose().map_err(|error| raise!(MatchError, error, "sprt"))?,
        detail: Some(detail),
    };
    let db = Cards::or_embedded(cards);
    let manifest = detached(py, || Manifest::of(&description, &db))?.or_raise()?;
    serde_json::to_string_pretty(&manifest).map_err(engine)
}

/// Plays a manifest, or a part of it. Answers the report as JSON, the rows as lines of JSON, and the tables of games and
/// of cards.
#[pyfunction]
#[pyo3(signature = (manifest, *, shard, threads, confidence, cards))]
pub(crate) fn play_manifest(
    py: Python<'_>,
    manifest: &str,
    shard: Option<&str>,
    threads: Option<usize>,
    confidence: f64,
    cards: Option<&Bound<'_, Cards>>,
) -> PyResult<(String, Vec<String>, Table, Table)> {
    let threads = self::threads(threads)?;
    let shard: Option<Shard> = shard.map(str::parse).transpose().or_raise()?;
    let manifest = read(manifest)?;
    let db = Cards::or_embedded(cards);
    manifest.check_build("manifest", &db).or_raise()?;
    if shard.is_some() && (manifest.sprt.is_some() || matches::rounds(manifest.schedule) > 1) {
        let reason = "a run with a sequential test or of several rounds depends on its own results: it has no parts";
        return Err(raise!(MatchError, reason, "shard"));
    }
    let (tally, rows) = detached(py, || {
        let mut tally = Tally::new(&manifest, shard);
        let mut rows = Vec::new();
        let interrupt = Interrupt::new();
        let watch = RunWatch { threads, stop: &interrupt.stop, progress: &|_, _| interrupt.look() };
        let played = matches::run(&manifest, &db, shard, &mut tally, watch, &mut |lines| {
            rows.extend(lines.lines().map(str::to_owned));
            Ok(())
        });
        interrupt.finish().and_then(|()| played.or_raise()).map(|()| (tally, rows))
    })??;
    report(&tally, shard, confidence, rows)
}

/// Puts the rows of all parts of a run together. Answers what `play_manifest` does of the whole run.
#[pyfunction]
#[pyo3(signature = (manifest, rows, *, confidence))]
pub(crate) fn merge_rows(
    py: Python<'_>,
    manifest: &str,
    rows: Vec<String>,
    confidence: f64,
) -> PyResult<(String, Vec<String>, Table, Table)> {
    let manifest = read(manifest)?;
    let (tally, rows) = detached(py, || {
        let mut read = rows.into_iter().map(|line| Ok((row(&line)?, line))).collect::<PyResult<Vec<_>>>()?;
        read.sort_by_key(|(row, _)| (row.game, row.part));
        let mut tally = Tally::new(&manifest, None);
        for (row, line) in &read {
            let wrong = |what: String| raise!(MatchError, what, format_args!("game {}", row.game));
            tally.add(row, line).map_err(wrong)?;
        }
        if !tally.is_complete() {
            let (done, all) = (tally.units_done(), tally.units());
            return Err(raise!(MatchError, format_args!("{} of {all} pairs are missing", all - done)));
        }
        Ok((tally, read.into_iter().map(|(_, line)| line).collect::<Vec<String>>()))
    })??;
    report(&tally, None, confidence, rows)
}

fn read(text: &str) -> PyResult<Manifest> {
    let wrong = |error: serde_json::Error| {
        raise!(MatchError, error, format_args!("manifest:{}:{}", error.line(), error.column()))
    };
    let manifest: Manifest = serde_json::from_str(text).map_err(wrong)?;
    manifest.check("manifest").or_raise()?;
    Ok(manifest)
}

fn row(line: &str) -> PyResult<GameRow> {
    serde_json::from_str(line).map_err(|error| raise!(MatchError, error))
}

fn report(
    tally: &Tally,
    shard: Option<Shard>,
    confidence: f64,
    rows: Vec<String>,
) -> PyResult<(String, Vec<String>, Table, Table)> {
    if !(confidence > 0.0 && confidence < 1.0) {
        let reason = format!("{confidence} (expected a number between 0 and 1)");
        return Err(raise!(MatchError, reason, "confidence"));
    }
    let report = Report::new(tally, shard, confidence);
    let (mut games, mut cards) = (TableBuilder::new(GAME_COLUMNS), TableBuilder::new(CARD_COLUMNS));
    for line in &rows {
        games.add(game_cells(&row(line)?));
    }
    for card in &report.cards {
        cards.add(card_cells(card));
    }
    let text = serde_json::to_string(&report).map_err(|error| engine(io::Error::from(error)))?;
    Ok((text, rows, games.finish()?, cards.finish()?))
}
