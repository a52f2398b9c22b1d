//! Failures of files that the service causes and not the client: a file that could not be written, an answer of another
//! form.

use std::error::Error;

use kit::error::Problem;

use crate::call::failure::Failure;

/// A file that could not be written.
pub fn unwritten(error: impl Error + Send + Sync + 'static) -> Failure {
    Failure::logged("download", Problem::internal(error))
}

/// An answer of a procedure that does not have the declared form.
pub fn unreadable(error: serde_json::Error) -> Failure {
    Failure::logged("download", Problem::internal(error))
}
