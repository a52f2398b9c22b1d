//! The catalog service.

use std::process::ExitCode;

fn main() -> ExitCode {
    kit::service::main(&catalog::SERVICE)
}
