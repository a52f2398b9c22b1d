//! The catalog service.

use std::process::ExitCode;

fn main() -> ExitCode {
    kit::run::main("catalog", catalog::command)
}
