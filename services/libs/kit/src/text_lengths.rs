//! The length limits of names, addresses and notes: a service enforces them, and the gateway or another service checks
//! them before.

/// The longest slug, in bytes: tokens have a network and an address.
pub const LONGEST_SLUG: usize = 320;
/// The longest name of a team, in characters.
pub const LONGEST_TEAM_NAME: usize = 80;
/// The longest name of a passkey, in characters.
pub const LONGEST_PASSKEY_NAME: usize = 60;
/// The longest e-mail address: longer ones cannot be delivered (RFC 5321, 4.5.3.1).
pub const LONGEST_EMAIL: usize = 254;
/// The longest name of a browser that a session keeps, in characters.
pub const LONGEST_USER_AGENT: usize = 256;
/// The longest note of an administrator, in characters.
pub const LONGEST_NOTE: usize = 500;
/// The longest message with which a plan is requested, in characters.
pub const LONGEST_PLAN_MESSAGE: usize = 2_000;
