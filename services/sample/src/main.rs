//! The program that loads the sample universe.

use std::process::ExitCode;

fn main() -> ExitCode {
    sample::program::PROGRAM.main()
}
