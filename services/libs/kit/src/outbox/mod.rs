//! Events leave in the transaction of the change they tell of: written to a table, relayed to the bus.
//!
//! The table is the truth and the stream a copy that can be made again (`migrations/0001_outbox.sql`).

mod batch;
mod keep;
mod publish;
mod regression;
mod relay;
mod wake;

pub(crate) use publish::aggregate_of;
pub use publish::{PAYLOAD_LIMIT, publish, publish_for};
pub use relay::relay;
