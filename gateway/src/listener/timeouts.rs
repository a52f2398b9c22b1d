//! The times that the listener gives a client to send the head of a request and to take its answer.

use std::time::Duration;

use crate::call::limits::LONGEST_DOWNLOAD;

/// The least that a client must take of an answer.
#[derive(Clone, Copy, Debug)]
pub struct LeastPace {
    /// The time in which the answer waits for its client, after which the pace is judged.
    pub window: Duration,
    /// The least that the client must take in it.
    pub bytes: usize,
    /// The longest that an answer of any size may take, however steadily its client takes it.
    pub longest: Duration,
}

/// For the head of a request: the first one of any connection, and the next one of a client.
pub const HEAD: Duration = Duration::from_secs(5);
/// For the next head of a proxy; most proxies close idle connections after 60 s themselves.
pub const NEXT_PROXY_HEAD: Duration = Duration::from_secs(75);
/// For a client to take any byte of an answer. A slow line may need most of it to make room for the next write.
pub const WRITE: Duration = Duration::from_mins(1);
/// The pace at which a client must take an answer that holds a place or much memory: 4 KiB/s, and as long as for a file.
pub const LEAST_PACE: LeastPace =
    LeastPace { window: Duration::from_mins(1), bytes: 60 * 4_096, longest: LONGEST_DOWNLOAD };
/// For the acknowledgement of bytes that were sent.
pub const ACKNOWLEDGEMENT: Duration = Duration::from_secs(30);
/// Between two probes of an idle connection.
pub const KEEPALIVE: Duration = Duration::from_secs(30);
/// For the rest of a request that was refused before it was read.
pub const LINGER: Duration = Duration::from_secs(2);
/// For further requests on open connections after the stop.
pub const LAST_REQUESTS: Duration = Duration::from_secs(1);
/// Before the next attempt when a connection could not be accepted.
pub const ACCEPT_RETRY: Duration = Duration::from_millis(100);
