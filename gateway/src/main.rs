//! The gateway's process.

use std::process::ExitCode;

fn main() -> ExitCode {
    gateway::PROGRAM.main()
}
