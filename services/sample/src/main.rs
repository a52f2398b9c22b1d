//! The program that loads the sample universe.

use std::process::ExitCode;

fn main() -> ExitCode {
    kit::worker::main(&sample::program::WORKER)
}
