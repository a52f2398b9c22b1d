//! What happens to a call, whichever wire it came by. `pipeline` is the way, the others are its steps.

pub mod access;
pub mod cache;
pub mod caller;
pub mod context;
pub mod contract;
pub mod data;
pub mod failure;
pub mod input;
pub mod limits;
pub mod output;
pub mod pipeline;
pub mod procedure;
pub mod registry;
mod shapes;
