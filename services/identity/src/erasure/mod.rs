//! The erasure of an account: requested by its user, due after a grace period, then final.

pub mod cancel;
pub mod grace_period;
pub mod job;
pub mod request;

mod erase;
mod mails;
mod memberships;
