//! The limits of teams and of their lists.

pub const MOST_TEAM_MEMBERS: i64 = 500;

/// The most organizations that a user belongs to: every request of a signed-in browser reads all memberships of its user.
pub const MOST_ORGANIZATIONS: i64 = 50;

pub const MOST_OPEN_INVITATIONS: i64 = 50;

/// The most invitations that an owner sees: open ones are limited, and of expired ones only the latest are useful.
pub const MOST_LISTED_INVITATIONS: i64 = 100;

/// The most invitations that a user sees among the teams to join.
pub const MOST_LISTED_OFFERS: i64 = 50;
