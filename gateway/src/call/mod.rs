//! The steps of a call, whichever wire format it arrived in; `pipeline` runs them in order.

pub mod access;
pub mod cache;
pub mod caller;
pub mod context;
pub mod contract;
mod contract_types;
pub mod domain;
pub mod failure;
pub mod input;
pub mod limits;
pub mod output;
pub mod pipeline;
pub mod procedure;
pub mod registry;
pub mod sessions;
pub mod visitor;
