//! What can go wrong, and how it is told.

use crate::cli::CardSource;
use dracones::cards::CardDb;
use dracones::cards::check::FileError;
use dracones::cards::import::Library;
use dracones::tools::decks::UnusableDeck;
use miette::{Diagnostic, LabeledSpan, MietteHandler, MietteHandlerOpts, ReportHandler, Severity, SourceCode};
use std::fmt::{self, Display};
use std::io::{self, Write};
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::process::ExitCode;

/// Why a command didn't do what it should.
#[derive(Debug)]
pub(crate) enum CliError {
    /// Something in the input; the message is ready to be shown.
    Input(String),
    /// The reader of our output has gone: no reason to complain.
    Closed,
}

impl CliError {
    /// Bad input, in one sentence.
    pub(crate) fn input(message: impl Display) -> Self {
        Self::Input(format!("error: {message}"))
    }
    /// Bad input with a place in a file.
    pub(crate) fn diagnostic(error: impl Diagnostic + Send + Sync + 'static) -> Self {
        Self::Input(told(&error))
    }
    /// Several of them.
    pub(crate) fn diagnostics(errors: Vec<impl Diagnostic + Send + Sync + 'static>) -> Self {
        Self::Input(errors.iter().map(|error| told(error)).collect::<Vec<_>>().join("\n"))
    }
    /// Several files that can't be used.
    pub(crate) fn files(errors: Vec<FileError>) -> Self {
        Self::diagnostics(errors)
    }
    /// Tells the user; answers the exit status.
    pub(crate) fn report(&self) -> ExitCode {
        match self {
            Self::Input(message) => {
                let _ = writeln!(io::stderr(), "{message}");
                ExitCode::from(2)
            }
            Self::Closed => ExitCode::SUCCESS,
        }
    }
}

/// A mistake and those that come with it, each with its place in the same way.
pub(super) fn told(error: &dyn Diagnostic) -> String {
    let handler = MietteHandlerOpts::new().build();
    let one = |error: &dyn Diagnostic| format!("{:?}", Shown(&handler, Alone(error))).trim_end().to_owned();
    let others = error.related().into_iter().flatten().map(told);
    std::iter::once(one(error)).chain(others).collect::<Vec<_>>().join("\n")
}

/// A mistake as the handler shows it.
struct Shown<'e>(&'e MietteHandler, Alone<'e>);

impl fmt::Debug for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.debug(&self.1, f)
    }
}

/// A mistake without those that come with it.
#[derive(Debug)]
struct Alone<'e>(&'e dyn Diagnostic);

impl fmt::Display for Alone<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.0, f)
    }
}

impl std::error::Error for Alone<'_> {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.0.source()
    }
}

impl Diagnostic for Alone<'_> {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.0.code()
    }
    fn severity(&self) -> Option<Severity> {
        self.0.severity()
    }
    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.0.help()
    }
    fn url<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.0.url()
    }
    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.0.source_code()
    }
    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        self.0.labels()
    }
    fn diagnostic_source(&self) -> Option<&dyn Diagnostic> {
        self.0.diagnostic_source()
    }
}

/// Does something that follows a script or a game; a panic of the engine becomes a message.
///
/// # Errors
/// If the engine panics.
pub(super) fn guarded<T>(what: impl Display, work: impl FnOnce() -> T) -> Result<T, CliError> {
    panic::catch_unwind(AssertUnwindSafe(work)).map_err(|_| CliError::input(format!("{what}: the engine panicked")))
}

impl From<UnusableDeck> for CliError {
    fn from(error: UnusableDeck) -> Self {
        match error {
            UnusableDeck::Unreadable(error) => Self::diagnostic(error),
            other => Self::input(other),
        }
    }
}

impl From<io::Error> for CliError {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe { Self::Closed } else { Self::input(error) }
    }
}

impl CardSource {
    /// The cards: embedded ones and those of the folder or file.
    ///
    /// # Errors
    /// Every file that can't be used.
    pub(crate) fn load(&self) -> Result<CardDb, CliError> {
        let embedded = CardDb::embedded();
        match &self.cards {
            Some(path) if is_of_texts(path) => {
                Ok(embedded.with_library(Library::read(path).map_err(CliError::diagnostic)?))
            }
            Some(path) => embedded.with_files(path).map_err(CliError::files),
            None => Ok(embedded),
        }
    }
}

/// Whether a path is that of a file of texts: `.json`, `.jsonl`, both compressed or not.
fn is_of_texts(path: &Path) -> bool {
    let ends = |ending: &str| path.extension().is_some_and(|e| e.eq_ignore_ascii_case(ending));
    ["json", "jsonl", "gz"].iter().any(|ending| ends(ending)) && !path.is_dir()
}
