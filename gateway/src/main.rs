//! The gateway's process.

use std::process::ExitCode;

fn main() -> ExitCode {
    kit::run::main("gateway", gateway::command)
}
