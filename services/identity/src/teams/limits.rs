//! The size limits of teams.

/// The most members of a team.
pub const MOST_MEMBERS: i64 = 500;

/// The most organizations that a user belongs to: every request of a signed-in browser reads all memberships of its user.
pub const MOST_ORGANIZATIONS: i64 = 50;

/// The most open invitations of a team.
pub const MOST_OPEN_INVITATIONS: i64 = 50;
