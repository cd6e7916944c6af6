//! The program. Commands are in the library, see [`dracones::cli`]; playing at a terminal is here, made of nothing but what
//! the library offers to every client.

#[cfg(feature = "play")]
mod play;

use std::process::ExitCode;

#[cfg(not(feature = "play"))]
mod play {
    use dracones::cli::{End, Fail, Sitting};

    /// Without the feature `play` there is no screen.
    pub(super) fn run(_: Sitting) -> Result<End, Fail> {
        Err(Fail::input("this program was built without `play`: build it with the feature of that name"))
    }
}

fn main() -> ExitCode {
    dracones::cli::run(std::env::args_os(), play::run)
}
