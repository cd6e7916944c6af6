//! Errors of the library as exceptions with place and reason. The classes are in `dracones/errors.py`.

use dracones::cards::check::FileError;
use dracones::game::{self, UnknownSeat};
use dracones::model::decision;
use dracones::tools::decks::{self, UnusableDeck};
use dracones::tools::matches::{self, PlacedError};
use dracones::tools::scenario;
use dracones::tools::simulate::{self, ReplayError as Unplayable};
use pyo3::prelude::*;
use std::fmt::Display;

mod classes {
    use pyo3::import_exception;

    import_exception!(dracones.errors, AnswerError);
    import_exception!(dracones.errors, CardError);
    import_exception!(dracones.errors, DeckError);
    import_exception!(dracones.errors, EngineError);
    import_exception!(dracones.errors, EnvError);
    import_exception!(dracones.errors, MatchError);
    import_exception!(dracones.errors, ReplayError);
    import_exception!(dracones.errors, ScenarioError);
    import_exception!(dracones.errors, SetupError);
    import_exception!(dracones.errors, SnapshotError);
}

pub(crate) use classes::{
    AnswerError, CardError, DeckError, EngineError, EnvError, MatchError, ReplayError, ScenarioError, SetupError,
    SnapshotError,
};

/// Makes an exception of one of the classes above: its reason, and its place if there is one.
macro_rules! raise {
    ($class:ty, $reason:expr) => {
        pyo3::PyErr::new::<$class, _>(($reason.to_string(), None::<String>))
    };
    ($class:ty, $reason:expr, $place:expr) => {
        pyo3::PyErr::new::<$class, _>(($reason.to_string(), Some($place.to_string())))
    };
}
pub(crate) use raise;

/// An error of the library as an exception.
pub(crate) trait IntoPyErr {
    /// The exception.
    fn into_py_err(self) -> PyErr;
}

/// `?` for errors of the library.
pub(crate) trait OrRaise<T> {
    /// # Errors
    /// The exception.
    fn or_raise(self) -> PyResult<T>;
}

impl<T, E: IntoPyErr> OrRaise<T> for Result<T, E> {
    fn or_raise(self) -> PyResult<T> {
        self.map_err(IntoPyErr::into_py_err)
    }
}

/// Does something without the interpreter; a panic becomes an exception.
pub(crate) fn detached<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    py.detach(|| simulate::catch(work)).map_err(engine)
}

/// Does something that needs no thread of its own; a panic becomes an exception.
pub(crate) fn caught<T>(work: impl FnOnce() -> T) -> PyResult<T> {
    simulate::catch(work).map_err(engine)
}

/// Something that should never happen did.
pub(crate) fn engine(message: impl Display) -> PyErr {
    raise!(EngineError, message)
}

macro_rules! plain {
    ($($error:ty => $class:ty,)*) => {$(
        impl IntoPyErr for $error {
            fn into_py_err(self) -> PyErr {
                raise!($class, self)
            }
        }
    )*};
}

plain! {
    decision::AnswerError => AnswerError,
    game::SetupError => SetupError,
    game::snapshot::SnapshotError => SnapshotError,
    UnknownSeat => EnvError,
}

impl IntoPyErr for decks::DeckError {
    fn into_py_err(self) -> PyErr {
        let file = self.file();
        let place = match (self.line(), self.column()) {
            (Some(line), Some(column)) => format!("{file}:{line}:{column}"),
            _ => file.to_owned(),
        };
        let others = self.others().iter().map(|other| format!("\n{other}"));
        let reason: String = std::iter::once(self.problem().to_string()).chain(others).collect();
        raise!(DeckError, reason, place)
    }
}

impl IntoPyErr for UnusableDeck {
    fn into_py_err(self) -> PyErr {
        match self {
            Self::Unreadable(error) => error.into_py_err(),
            other => raise!(DeckError, other),
        }
    }
}

impl IntoPyErr for Box<PlacedError> {
    fn into_py_err(self) -> PyErr {
        raise!(MatchError, self.message, format_args!("{}:{}:{}", self.file, self.line, self.column))
    }
}

impl IntoPyErr for matches::MatchError {
    fn into_py_err(self) -> PyErr {
        match self {
            Self::Placed(error) => error.into_py_err(),
            Self::Deck(error) => error.into_py_err(),
            Self::Setup(error) => error.into_py_err(),
            Self::Io { path, error } => raise!(MatchError, error, path),
            Self::Line { path, line, message } => raise!(MatchError, message, format_args!("{path}:{line}")),
            Self::Other { path, what } => raise!(MatchError, what, path),
            other => raise!(MatchError, other),
        }
    }
}

impl IntoPyErr for Box<scenario::ScenarioError> {
    fn into_py_err(self) -> PyErr {
        raise!(ScenarioError, format_args!("{}{}", self.title, self.message), self.place())
    }
}

impl IntoPyErr for Vec<FileError> {
    fn into_py_err(self) -> PyErr {
        let mut lines = Vec::new();
        let mut place = String::new();
        for error in &self {
            let at = match error.line {
                0 => error.file.clone(),
                line => format!("{}:{line}:{}", error.file, error.column),
            };
            if place.is_empty() {
                lines.push(error.message.clone());
                place = at;
            } else {
                lines.push(format!("{at}: {}", error.message));
            }
        }
        raise!(CardError, lines.join("\n"), place)
    }
}

impl IntoPyErr for Unplayable {
    fn into_py_err(self) -> PyErr {
        match self {
            Self::Line { line, .. } => {
                let text = self.to_string();
                raise!(ReplayError, text, format_args!("line {line}"))
            }
            other => raise!(ReplayError, other),
        }
    }
}
