//! The limits of calls, for every wire format.

use std::time::Duration;

use kit::error::Problem;

/// The longest a call may take: what services assume of a caller who says nothing.
pub const DEADLINE: Duration = kit::grpc::DEFAULT_DEADLINE;
/// For calls that wait for a mail server.
pub const MAIL_DEADLINE: Duration = Duration::from_secs(5);
/// For calls that wait for a DNS server.
pub const DNS_DEADLINE: Duration = Duration::from_secs(5);
/// For calls that wait for an OpenID provider, which may be far away.
pub const PROVIDER_DEADLINE: Duration = Duration::from_secs(10);
/// For edits of records, which wait for each other and should not have to be repeated.
pub const EDIT_DEADLINE: Duration = Duration::from_secs(10);
/// The longest for an answer of the session contract, which may take several calls.
pub const SESSION_DEADLINE: Duration = Duration::from_secs(20);
/// The longest for a file, from its place to its last part, however slow its reader is.
pub const LONGEST_FILE: Duration = Duration::from_mins(15);
/// How long a request of the session waits to learn whose it is; then it is counted for its address.
pub const LONGEST_LOOKUP: Duration = Duration::from_secs(1);

/// How long a session is cached: the longest time for which a revocation could stay unnoticed if the bus were silent about it.
pub const SESSION_LIFETIME: Duration = Duration::from_secs(10);
/// The most sessions that are cached.
pub const MAX_SESSIONS: u64 = 50_000;
/// How long after its last look-up a session token counts as known.
pub const TOKEN_LIFETIME: Duration = Duration::from_hours(1);

/// The most calls of one request.
pub const MAX_CALLS: usize = 50;
/// How many of them run side by side; the others wait for their turn.
pub const CALLS_SIDE_BY_SIDE: usize = 8;
/// The most bytes that the answers of a request take together, before they are compressed. A page takes a tenth of it.
pub const MAX_ANSWERS: usize = 16 << 20;
/// The most work of the calls of a request together: values that are calculated, whether the answer has them or not
/// (`answer_estimate`). The charts of a page take a tenth of it.
pub const MAX_WORK: usize = 8_000_000;
/// How much of it runs side by side; the other calls wait for their turn.
pub const WORK_SIDE_BY_SIDE: usize = 1_000_000;
/// The work of one user, or of one address without a session, at a time.
pub const MAX_WORK_PER_CALLER: usize = 4_000_000;
/// How long a call waits for memory that other answers hold, or for the work of its caller's.
pub const LONGEST_MEMORY_WAIT: Duration = Duration::from_millis(500);
/// How long a call waits for the bytes and the work of the calls before it in its request.
pub const LONGEST_TURN: Duration = Duration::from_secs(10);
/// Answers up to this size do not wait for those of other callers, so that pages load beside a flood.
pub const SMALL_ANSWER: usize = 64 << 10;
/// Answers up to this size do not wait for bytes when files are written from them.
pub const SMALL_FILE: usize = 256 << 10;

/// The most bytes of request bodies that are in memory at the same time.
pub const MAX_BODIES: usize = 32 << 20;
/// Those of one user, or of one address without a session.
pub const MAX_BODIES_PER_SENDER: usize = 8 << 20;
/// Bodies up to this size do not count: that of a form or of an event.
pub const SMALL_BODY: usize = 8 << 10;

/// The largest JSON of records that an administrator saves at once, in bytes.
pub const MAX_RECORDS: usize = 512 << 10;
/// The deepest nesting of an input.
pub const MAX_DEPTH: usize = 100;
/// The most separators of values in an input, each of which takes ten times as many bytes once it is parsed.
pub const MAX_SEPARATORS: usize = 50_000;
/// The longest text within an input, in characters; procedures bound their own fields more tightly.
pub const MAX_TEXT: usize = 65_536;

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
