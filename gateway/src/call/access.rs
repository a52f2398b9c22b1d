//! Who may make a call.

use kit::error::{ErrorCode, Problem};
use proto::identity::v1::Role;

use crate::call::caller::Caller;

/// The rule of a procedure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Everybody.
    Public,
    /// Everybody who is signed in.
    Member,
    /// Everybody who has the role.
    Role(Role),
}

impl Access {
    /// Administrators.
    pub const ADMINISTRATORS: Self = Self::Role(Role::Admin);

    /// Decides for a caller.
    pub fn decide(self, caller: Option<&Caller>) -> Result<(), Problem> {
        match (self, caller) {
            (Self::Public, _) | (Self::Member, Some(_)) => Ok(()),
            (Self::Member | Self::Role(_), None) => Err(unauthenticated()),
            (Self::Role(role), Some(caller)) if caller.user.role() == role => Ok(()),
            (Self::Role(_), Some(_)) => Err(Problem::new(
                ErrorCode::Forbidden,
                "role_required",
                "Your role does not allow this",
            )),
        }
    }
}

/// What somebody is told who is not signed in.
pub fn unauthenticated() -> Problem {
    Problem::new(ErrorCode::Unauthenticated, "unauthenticated", "UNAUTHORIZED")
}
