//! The timeseries service.

use std::process::ExitCode;

fn main() -> ExitCode {
    kit::service::main(&timeseries::SERVICE)
}
