//! The profiles service.

use std::process::ExitCode;

fn main() -> ExitCode {
    kit::service::main(&profiles::SERVICE)
}
