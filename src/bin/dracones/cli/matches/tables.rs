//! Tables of games and of cards, in the formats that other programs read.

use super::parquet::ParquetFile;
use crate::cli::CliError;
use crate::cli::output::{OutFile, Replace, is_stdout};
use clap::Args;
use dracones::tools::matches::{
    CARD_COLUMNS, Cell, Column, GAME_COLUMNS, GameRow, Manifest, Report, card_cells, csv_header, csv_line, game_cells,
};
use std::path::{Path, PathBuf};

/// Which tables are written.
#[derive(Args, Debug, Clone)]
pub(super) struct TableArgs {
    /// Write a row a game to this file as CSV; `-` is standard output, and the report goes to standard error.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write win rates by card to this file as CSV; the run must tell cards (--detail).
    #[arg(long, value_name = "FILE")]
    csv_cards: Option<PathBuf>,
    /// Write a row a game to this file as Parquet.
    #[arg(long, value_name = "FILE")]
    parquet: Option<PathBuf>,
    /// Write win rates by card to this file as Parquet; the run must tell cards (--detail).
    #[arg(long, value_name = "FILE")]
    parquet_cards: Option<PathBuf>,
}

impl TableArgs {
    /// The options that are given.
    pub(super) fn given(&self) -> Vec<&'static str> {
        let Self { csv, csv_cards, parquet, parquet_cards } = self;
        let all =
            [("--csv", csv), ("--csv-cards", csv_cards), ("--parquet", parquet), ("--parquet-cards", parquet_cards)];
        all.into_iter().filter_map(|(option, place)| place.as_ref().map(|_| option)).collect()
    }

    /// Whether the run tells what the tables need.
    ///
    /// # Errors
    /// If tables of cards are asked for, and it doesn't tell cards.
    pub(super) fn check(&self, manifest: &Manifest) -> Result<(), CliError> {
        let of_cards: Vec<_> = self.given().into_iter().filter(|option| option.ends_with("-cards")).collect();
        if manifest.detail || of_cards.is_empty() {
            return Ok(());
        }
        let options = of_cards.join(", ");
        Err(CliError::input(format!("{options}: the rows of this run don't tell cards: play it with --detail")))
    }

    fn places(&self) -> impl Iterator<Item = &Path> {
        [&self.csv, &self.csv_cards, &self.parquet, &self.parquet_cards].into_iter().flatten().map(PathBuf::as_path)
    }

    /// Whether there are any.
    pub(super) fn is_any(&self) -> bool {
        !self.given().is_empty()
    }

    /// Whether one of them is written to standard output.
    pub(super) fn use_stdout(&self) -> bool {
        self.places().any(is_stdout)
    }
}

/// A table that is being written.
enum Table {
    Csv(OutFile),
    Parquet(ParquetFile),
}

impl Table {
    fn csv(place: &Path, columns: &[Column], force: bool) -> Result<Self, CliError> {
        let mut file = OutFile::create(place, Replace::if_forced(force), [])?;
        file.text(&format!("{}\n", csv_header(columns)))?;
        Ok(Self::Csv(file))
    }

    fn row(&mut self, cells: &[Cell<'_>]) -> Result<(), CliError> {
        match self {
            Self::Csv(file) => Ok(file.text(&format!("{}\n", csv_line(cells)))?),
            Self::Parquet(file) => Ok(file.row(cells)?),
        }
    }

    fn finish(self) -> Result<(), CliError> {
        match self {
            Self::Csv(file) => file.finish(),
            Self::Parquet(file) => file.end()?.finish(),
        }
    }
}

/// The tables of a run.
pub(super) struct Tables {
    games: Vec<Table>,
    cards: Vec<Table>,
}

impl Tables {
    /// Begins the tables; `run` is the hash of the run.
    pub(super) fn create(args: &TableArgs, run: &str, force: bool) -> Result<Self, CliError> {
        let create = |csv: &Option<PathBuf>, parquet: &Option<PathBuf>, columns| {
            let mut tables = Vec::new();
            if let Some(place) = csv {
                tables.push(Table::csv(place, columns, force)?);
            }
            if let Some(place) = parquet {
                let file = OutFile::create(place, Replace::if_forced(force), [])?;
                tables.push(Table::Parquet(ParquetFile::create(file, columns, run)?));
            }
            Ok::<_, CliError>(tables)
        };
        Ok(Self {
            games: create(&args.csv, &args.parquet, GAME_COLUMNS)?,
            cards: create(&args.csv_cards, &args.parquet_cards, CARD_COLUMNS)?,
        })
    }

    /// Whether games are to be told.
    pub(super) fn want_games(&self) -> bool {
        !self.games.is_empty()
    }

    /// Adds a game.
    pub(super) fn game(&mut self, row: &GameRow) -> Result<(), CliError> {
        if self.games.is_empty() {
            return Ok(());
        }
        let cells = game_cells(row);
        self.games.iter_mut().try_for_each(|table| table.row(&cells))
    }

    /// Adds the cards, and puts the files in their places.
    pub(super) fn finish(self, report: &Report) -> Result<(), CliError> {
        self.games.into_iter().try_for_each(Table::finish)?;
        for mut table in self.cards {
            report.cards.iter().try_for_each(|card| table.row(&card_cells(card)))?;
            table.finish()?;
        }
        Ok(())
    }
}
