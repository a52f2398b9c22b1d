//! Events leave in the transaction of the change they tell of: written to a table, relayed to the bus.
//!
//! The table is the truth and the stream a copy that can be made again (`sql/outbox.sql`).

mod publish;
pub use publish::{PAYLOAD_LIMIT, publish};
pub(crate) use publish::aggregate_of;
