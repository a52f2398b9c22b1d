//! The decisions of gateways on calls for data: their numbers, the calls themselves for a day, and simulations on these.

pub mod audited_calls;
pub mod upkeep;

pub(crate) mod histogram;
pub(crate) mod report;
pub(crate) mod simulation;

mod calls;
mod counts;

pub(crate) use calls::replace_person;
