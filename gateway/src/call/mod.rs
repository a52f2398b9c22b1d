//! The steps of a call, whichever wire format it arrived in; `pipeline` runs them in order.

pub mod access;
pub(crate) mod answer_budgets;
pub(crate) mod answer_estimate;
pub(crate) mod body_bytes;
pub mod cache;
pub(crate) mod caller;
pub(crate) mod caller_budgets;
pub mod context;
pub mod contract;
mod contract_types;
pub mod domain;
pub(crate) mod exceeded_rate;
pub(crate) mod failure;
pub(crate) mod file_bytes;
pub(crate) mod input;
pub(crate) mod limits;
pub(crate) mod output;
pub(crate) mod pipeline;
pub(crate) mod principal;
pub mod procedure;
pub(crate) mod rate_limiter;
pub(crate) mod rate_quotas;
pub(crate) mod refusal_texts;
pub mod registry;
pub(crate) mod request_budget;
pub(crate) mod sessions;
pub mod visitor;
