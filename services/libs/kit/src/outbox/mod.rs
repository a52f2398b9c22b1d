//! Events are written to a table in the transaction of their change, and relayed to the bus.
//!
//! The table is the source of truth; the stream is a copy that can be restored from it (`migrations/0001_outbox.sql`).

mod batch;
mod publish;
mod regression;
mod relay;
mod term;
mod wake;

pub(crate) use publish::aggregate_name;
pub use publish::{PAYLOAD_LIMIT, publish, publish_for};
pub use relay::relay;
