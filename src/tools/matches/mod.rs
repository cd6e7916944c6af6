//! Matches, gauntlets, matrices and tournaments: many games between players, with statistics that say how sure they are.
//!
//! A run is a [`Manifest`]: players, schedule, number of pairs, seed, and hashes of all that. Game i of a run depends on the
//! manifest and i alone, so that a run can be played on any number of threads, in parts, and with interruptions: the rows
//! and their hash are the same.
//!
//! Games are played in pairs. By default the players change places ([`Deal::ByPlace`]): who begins gets the same shuffle in
//! both games, and so does the other. What one player owed to luck the other has in the second game. Results are scores of
//! pairs, and intervals are taken over pairs.
//!
//! | file | what |
//! | --- | --- |
//! | `describe`, `manifest`, `plans` | what is to be played, by people and whole; plans for sideboards |
//! | `schedule`, `standings` | who plays whom; the standings of a tournament |
//! | `tables`, `play`, `run` | the plans of two players, one match, all of them on threads |
//! | `row`, `files` | rows of games; their files, in folders and as tables |
//! | `replay` | games of a run as `dracones replay` reads them |
//! | `detail`, `by_card` | which cards players had, and win rates by card |
//! | `tally`, `report`, `text` | what it comes to |
//! | `track` | how it came to that: the estimates after each number of pairs |
//! | `stats` | intervals, Elo, the sequential test, many comparisons |
//! | `error` | what can be wrong with a match |
//!
//! # Invariants
//! * A file of rows is the beginning of what it will be: pairs are written whole, in the order of their numbers.
//! * A game that breaks is a row with a replay, and its pair has no result; nothing is left out silently.
//! * Nothing in a row depends on time, threads or order.

mod by_card;
mod describe;
mod detail;
mod error;
mod files;
mod manifest;
mod plans;
mod play;
mod replay;
mod report;
mod row;
mod run;
mod schedule;
mod standings;
pub mod stats;
mod tables;
mod tally;
mod text;
mod track;

pub use by_card::{CardReport, CopyRate, LandDropReport, LandReport, ManaReport};
pub use describe::{Caps, Deal, DeckAt, Description, Entry, RUN_FORMAT, Schedule};
pub use error::{MatchError, PlacedError};
pub use files::{
    CARD_COLUMNS, Cell, Column, ColumnType, Extent, GAME_COLUMNS, RowsFile, SeeRow, card_cells, csv_header, csv_line,
    game_cells, merge, read_manifest, rows_of,
};
pub use manifest::{MATCH_FORMAT, Manifest, Player};
pub use plans::{Counted, SidePlan};
pub use replay::{Pick, game, is_run, replays};
pub use report::{PairingReport, PlayerReport, Report};
pub use row::{Detail, End, GameRow, Replay, RowsHeader, Shard, Side};
pub use run::{RunWatch, Sink, run};
pub use schedule::{Pairing, Round, rounds, units};
pub use standings::{Standing, Standings};
pub use tally::Tally;
pub use track::{Track, TrackPoint};
