//! The program: its command line, and playing at a terminal, which is made of nothing but what the library offers to
//! every client.

#[cfg(feature = "play")]
mod play;

use std::process::ExitCode;

mod cli;
mod report;

#[cfg(not(feature = "play"))]
mod play {
    use crate::cli::{CliError, ExitReason, PlaySession};

    /// Without the feature `play` there is no screen.
    pub(super) fn run(_: PlaySession) -> Result<ExitReason, CliError> {
        Err(CliError::input("this program was built without `play`: build it with the feature of that name"))
    }
}

fn main() -> ExitCode {
    cli::run(std::env::args_os(), play::run)
}
