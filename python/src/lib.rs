//! The extension module `dracones._core`: what `dracones` for Python is made of. Names, defaults and documentation for
//! people are in the Python package (`package/dracones`) and its stubs.
//!
//! | file | what |
//! | --- | --- |
//! | `errors` | errors of the library as exceptions |
//! | `table` | tables for Arrow |
//! | `cards` | cards and decks |
//! | `simulate`, `matches` | bulk games, runs of matches |
//! | `game`, `scenario` | one game, positions |
//! | `env` | environments for learning, search |
//! | `playouts` | games played to their ends from a position |
//!
//! # Invariants
//! * Whatever takes longer than a look runs without the interpreter.
//! * A panic of the engine is an exception, and what it happened in is of no more use; nothing else is concerned.

mod cards;
mod env;
mod errors;
mod game;
mod matches;
mod playouts;
mod scenario;
mod simulate;
mod table;

use pyo3::prelude::*;

/// The module.
#[pymodule]
mod _core {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::cards::{Card, Cards, Deck};
    #[pymodule_export]
    use crate::env::{Tree, Vector, env_schema};
    #[pymodule_export]
    use crate::game::{Decision, Game};
    #[pymodule_export]
    use crate::matches::{make_manifest, merge_rows, play_manifest};
    #[pymodule_export]
    use crate::playouts::play_out;
    #[pymodule_export]
    use crate::scenario::Scenario;
    #[pymodule_export]
    use crate::simulate::{hash_games, simulate_games};
    #[pymodule_export]
    use crate::table::Table;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        // Panics are caught, and told as exceptions.
        dracones::tools::simulate::quiet_panics();
        module.add("ENGINE", dracones::game::ENGINE)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
