//! The timeseries service.

use std::process::ExitCode;

fn main() -> ExitCode {
    kit::run::main("timeseries", timeseries::command)
}
