//! Limits and timings of the bus, its consumers and the relay.

use std::time::Duration;

/// Production uses the defaults. Tests share a server and kill processes all the time, so they pass smaller values.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// The largest size of a stream on disk, whatever its definition allows: servers reserve the space.
    pub stream_bytes: i64,
    /// How long the server waits for an acknowledgement before it delivers the event again.
    pub answer: Duration,
    /// The pauses between attempts to handle an event; after the last one it becomes a dead letter.
    pub pauses: Vec<Duration>,
    /// The lease of the relay: after a crash the next process waits this long.
    pub relay_lease: Duration,
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            stream_bytes: i64::MAX,
            answer: Duration::from_secs(30),
            pauses: [1, 5, 30, 120, 600].map(Duration::from_secs).to_vec(),
            relay_lease: Duration::from_secs(5),
        }
    }
}
