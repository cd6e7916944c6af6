//! The files of a run: the folder with its manifest and rows, the rows of several parts in order, tables for other programs.
//!
//! | file | what |
//! | --- | --- |
//! | `folder` | a folder that is written: begun, continued |
//! | `lock` | keeps two processes from writing one file |
//! | `lines` | a file of rows, read line by line |
//! | `merge` | the rows of parts in the order of their numbers |
//! | `columns` | rows and cards as tables: names and types of columns, lines of CSV |

mod columns;
mod folder;
mod lines;
mod lock;
mod merge;

pub use columns::{CARD_COLUMNS, Cell, Column, ColumnType, GAME_COLUMNS, card_cells, csv_header, csv_line, game_cells};
pub use folder::{RowsFile, read_manifest};
pub use merge::{Extent, SeeRow, merge, rows_of};
