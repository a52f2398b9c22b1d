//! The profiles service.

use std::process::ExitCode;

fn main() -> ExitCode {
    kit::run::main("profiles", profiles::command)
}
