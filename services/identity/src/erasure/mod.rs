//! The erasure of an account: requested by its user, due after a grace period, then final.

pub mod cancel;
pub mod job;
pub mod request;

mod erase;
mod mails;
mod memberships;

use std::time::Duration;

/// How long after the request an account is erased, unless the operator sets `ERASURE_GRACE`.
pub const USUAL_GRACE: Duration = Duration::from_hours(7 * 24);
