//! The times after which events are delivered again, and the size of the streams.

use std::time::Duration;

/// Production uses the defaults. Tests share a server and kill processes all the time, so they pass smaller values.
#[derive(Clone, Debug)]
pub struct Redelivery {
    /// The largest size of a stream on disk, whatever its definition allows: servers reserve the space.
    pub stream_bytes: i64,
    /// How long the server waits for an acknowledgement before it delivers the event again.
    pub acknowledgement_wait: Duration,
    /// The pauses between attempts to handle an event; after the last one it becomes a dead letter.
    pub retry_pauses: Vec<Duration>,
    /// The lease of the relay: after a crash the next process waits this long.
    pub relay_lease: Duration,
}

impl Default for Redelivery {
    fn default() -> Self {
        Self {
            stream_bytes: i64::MAX,
            acknowledgement_wait: Duration::from_secs(30),
            retry_pauses: [1, 5, 30, 120, 600].map(Duration::from_secs).to_vec(),
            relay_lease: Duration::from_secs(5),
        }
    }
}
