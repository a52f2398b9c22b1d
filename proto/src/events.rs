//! The streams and events of the bus, as the options of the definitions describe them (`protos/assay.proto`).

use std::time::Duration;

const DAY: Duration = Duration::from_hours(24);
const MINUTE: Duration = Duration::from_mins(1);
const MIB: i64 = 1 << 20;

/// A JetStream stream and its bounds.
#[derive(Debug)]
pub struct Stream {
    /// `EVT_<SERVICE>`.
    pub name: &'static str,
    /// The subjects it keeps.
    pub subjects: &'static str,
    /// The program that creates it and keeps it as it is defined: `services/services.txt`, `publishes` and `makes`.
    pub maker: &'static str,
    /// How long an event can be replayed from the stream.
    pub max_age: Duration,
    /// The most it may take on disk.
    pub max_bytes: i64,
    /// How long a repeated event id is recognised by the server.
    pub duplicate_window: Duration,
    /// Whether a full stream drops its oldest events; otherwise publishing is refused.
    pub drops_oldest: bool,
}

/// An event that could not be handled, with the reason.
pub static DEAD_LETTERS: Stream = Stream {
    name: "DLQ",
    subjects: "dlq.>",
    maker: MAKER_OF_DEAD_LETTERS,
    max_age: DAY.saturating_mul(90),
    max_bytes: 256 * MIB,
    duplicate_window: DAY,
    drops_oldest: false,
};

/// A message that travels on the bus.
pub trait Event: prost::Message + Default + Clone + 'static {
    /// Where it is kept.
    const STREAM: &'static Stream;
    /// `evt.<service>.<entity>.<past tense>.v<major>`.
    const SUBJECT: &'static str;
    /// The full name of its definition.
    const SCHEMA: &'static str;

    /// The CloudEvents type: the subject without `evt.`.
    fn ce_type() -> &'static str {
        Self::SUBJECT.strip_prefix("evt.").unwrap_or(Self::SUBJECT)
    }
}

/// An event with a field that identifies its record.
pub trait Keyed: Event {
    /// The value of that field: events with the same one stay in order.
    fn key(&self) -> String;
}

include!(concat!(env!("OUT_DIR"), "/events.rs"));

/// Durables of earlier releases, by the service that reads in their place: the column `replaces` of `services/services.txt`.
pub mod replaced {
    include!(concat!(env!("OUT_DIR"), "/replaced.rs"));
}
