//! Events are written to a table in the transaction of their change, and relayed to the bus, whose streams are
//! copies.

mod batch;
mod publish;
mod regression;
mod relay;
mod term;
mod wake;

pub(crate) use publish::aggregate_name;
pub use publish::{publish, publish_for, replace};
pub use relay::relay;
