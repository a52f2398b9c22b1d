//! The caller of a procedure: the user whose session a request carries.

use proto::identity::v1::User;

/// A signed-in user.
#[derive(Debug)]
pub struct Caller {
    /// The session the request came with.
    pub session_id: String,
    pub user: User,
}
