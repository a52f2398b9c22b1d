//! The access service.

use std::process::ExitCode;

fn main() -> ExitCode {
    kit::service::main(&access::SERVICE)
}
