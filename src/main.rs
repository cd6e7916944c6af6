//! The program: everything is in the library, see [`dracones::cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    dracones::cli::run(std::env::args_os())
}
