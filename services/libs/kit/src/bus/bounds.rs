//! Bounds and pauses of the bus, its consumers and the relay.

use std::time::Duration;

/// Production has the defaults; tests, which share a server and end processes all the time, hand in smaller ones.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// The most that any stream may take on disk, however much its definition allows: servers reserve it.
    pub stream_bytes: i64,
    /// How long the server waits for the answer to a delivery before it delivers the event again.
    pub answer: Duration,
    /// Pauses between the attempts to handle an event; after the last one it becomes a dead letter.
    pub pauses: Vec<Duration>,
    /// How long the relay of a process that ended keeps the next one waiting.
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
