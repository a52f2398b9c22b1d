//! The limits of calls that several files and wire formats keep to.

use std::time::Duration;

pub use kit::budget::LONGEST_MEMORY_WAIT;
use kit::error::Problem;

/// The longest a call may take: what services assume of a caller who says nothing.
pub const DEADLINE: Duration = kit::grpc::DEFAULT_DEADLINE;
/// For calls that wait for a mail server.
pub const MAIL_DEADLINE: Duration = Duration::from_secs(5);
/// The longest for a file, from its place to its last part, however slow its reader is.
pub const LONGEST_DOWNLOAD: Duration = Duration::from_mins(15);

/// The most calls of one request.
pub const MAX_CALLS: usize = 50;
/// The most bytes that the answers of a request take together, before they are compressed. A page takes a tenth of it.
pub const MAX_ANSWERS: usize = 16 << 20;
/// The most work of the calls of a request together: values that are calculated, whether the answer has them or not
/// (`answer_estimate`). The charts of a page take a tenth of it.
pub const MAX_WORK: usize = 8_000_000;
/// Answers up to this size do not wait for larger ones, so that pages load beside a flood: a list, or a chart with its groups.
pub const SMALL_ANSWER: usize = 256 << 10;
/// The same of work.
pub const SMALL_WORK: usize = 20_000;

/// The limits of a single call. A procedure declares it, and the access rule hands it on with what it grants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The time from the look-up of the caller to the answer, without that which the client needs to send its input.
    pub deadline: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self { deadline: DEADLINE }
    }
}

/// Runs work within a deadline, which the services it calls receive as theirs.
pub async fn within<T>(
    time: Duration,
    work: impl Future<Output = Result<T, Problem>>,
) -> Result<T, Problem> {
    let outcome = tokio::time::timeout(time, kit::grpc::within(time, work)).await;
    outcome.unwrap_or_else(|_| Err(Problem::timeout()))
}
