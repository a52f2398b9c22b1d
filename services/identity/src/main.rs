//! The identity service.

use std::process::ExitCode;

fn main() -> ExitCode {
    kit::run::main("identity", identity::command)
}
