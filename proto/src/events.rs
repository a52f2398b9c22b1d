//! The streams and events of the bus, as the options of the definitions describe them (`protos/assay.proto`).

use std::time::Duration;

const DAY: Duration = Duration::from_hours(24);
const MIB: i64 = 1 << 20;

/// A JetStream stream and its bounds.
#[derive(Debug)]
pub struct Stream {
    /// `EVT_<SERVICE>`.
    pub name: &'static str,
    /// The subjects it keeps.
    pub subjects: &'static str,
    /// How long an event can be replayed from the stream.
    pub max_age: Duration,
    /// The most it may take on disk; past it, publishing is refused.
    pub max_bytes: i64,
    /// How long a repeated event id is recognised by the server.
    pub duplicate_window: Duration,
}

/// What could not be handled, with the reason.
pub static DEAD_LETTERS: Stream = Stream {
    name: "DLQ",
    subjects: "dlq.>",
    max_age: DAY.saturating_mul(90),
    max_bytes: 256 * MIB,
    duplicate_window: DAY,
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

/// A durable consumer.
#[derive(Debug)]
pub struct Durable {
    /// `<consumer>__<purpose>`.
    pub name: &'static str,
    /// The stream it reads.
    pub stream: &'static Stream,
    /// The one subject it wants.
    pub subject: &'static str,
}

/// Gives every new user an empty profile.
pub static PROFILES_NEW_USERS: Durable = Durable {
    name: "profiles__new_users",
    stream: &IDENTITY,
    subject: <crate::identity::v1::UserCreated as Event>::SUBJECT,
};

macro_rules! subjects_of_numbers {
    ($($durable:ident $name:literal $event:ident;)*) => {
        $(
            /// Tells timeseries whom numbers may be about.
            pub static $durable: Durable = Durable {
                name: $name,
                stream: &CATALOG,
                subject: <crate::catalog::v1::$event as Event>::SUBJECT,
            };
        )*
    };
}

subjects_of_numbers! {
    TIMESERIES_ASSETS_CREATED "timeseries__assets_created" AssetCreated;
    TIMESERIES_ASSETS_UPDATED "timeseries__assets_updated" AssetUpdated;
    TIMESERIES_TOKENS_CREATED "timeseries__tokens_created" TokenCreated;
    TIMESERIES_TOKENS_UPDATED "timeseries__tokens_updated" TokenUpdated;
    TIMESERIES_NETWORKS_CREATED "timeseries__networks_created" NetworkCreated;
    TIMESERIES_NETWORKS_UPDATED "timeseries__networks_updated" NetworkUpdated;
    TIMESERIES_PLATFORMS_CREATED "timeseries__platforms_created" PlatformCreated;
    TIMESERIES_PLATFORMS_UPDATED "timeseries__platforms_updated" PlatformUpdated;
    TIMESERIES_POOLS_CREATED "timeseries__pools_created" PoolCreated;
    TIMESERIES_POOLS_UPDATED "timeseries__pools_updated" PoolUpdated;
    TIMESERIES_LOANS_CREATED "timeseries__loans_created" LoanCreated;
    TIMESERIES_LOANS_UPDATED "timeseries__loans_updated" LoanUpdated;
}
