//! What happens to a call, whichever wire it came by: who may make it, what it is given, what is kept of its answers.

pub mod access;
pub mod cache;
pub mod caller;
pub mod contract;
pub mod input;
pub mod procedure;
