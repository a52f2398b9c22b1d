//! The limits of passkeys and of the domains of teams that identity enforces, and the gateway or the web applies or states.

use std::time::Duration;

pub const MOST_PASSKEYS: usize = 20;
/// How long identity accepts the answer to a challenge for a passkey, and the gateway remembers the browser that received it: as
/// long as browsers wait for the user.
pub const CHALLENGE_LIFETIME: Duration = Duration::from_mins(5);
/// How long after a success the DNS record of a domain is checked again.
pub const DOMAIN_CHECK_INTERVAL: Duration = Duration::from_hours(24);
