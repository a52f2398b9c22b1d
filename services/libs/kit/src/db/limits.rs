//! The limits of database work: connections, waits and statements, and the part of a call that they may not use.

use std::time::Duration;

/// The connections of a process, unless a setting says otherwise.
pub const DEFAULT_POOL: u32 = 8;
/// How long a caller waits for a connection.
pub const CONNECTION_WAIT: Duration = Duration::from_secs(1);
/// The longest statement of work that states no other limit.
pub const STATEMENT: Duration = Duration::from_secs(5);
/// The part of the caller's time that is left for answering that the database did not respond.
pub const TIME_TO_ANSWER: Duration = Duration::from_millis(200);
