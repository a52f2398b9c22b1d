//! The identity service.

use std::process::ExitCode;

fn main() -> ExitCode {
    kit::service::main(&identity::SERVICE)
}
