//! Calls between services: deadlines, trace context, typed failures, balancing.

mod client;
mod deadline;
mod endpoints;
mod server;

pub use client::{Channel, connect};
pub use deadline::{DEFAULT as DEFAULT_DEADLINE, remaining, within};
pub use server::serve;
