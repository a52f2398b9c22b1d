//! The caller of a procedure: the user whose session a request carries.

use std::sync::Arc;

use kit::peers::Person;
use proto::identity::v1::User;

use super::policies::holder::Holder;

/// A signed-in user.
#[derive(Debug)]
pub struct Caller {
    pub user: User,
    /// The user as services are to believe it: the statement that every call of a procedure carries.
    pub person: Arc<Person>,
    /// The holder of the roles by which policies decide for the user.
    pub holder: Arc<Holder>,
}

impl Caller {
    /// The owner of a session, with the number of changes of role and state, and the end of the time in which the sign-in is fresh.
    pub fn new(session_id: String, user: User, role_epoch: i64, fresh_until: i64) -> Self {
        let person = Person {
            user_id: user.id.clone(),
            organization_id: user.organization.as_ref().map(|organization| organization.id.clone()),
            role: user.role(),
            role_epoch,
            session_id,
            fresh_until,
        };
        let holder = Arc::new(Holder::from_user(&user));
        Self { user, person: Arc::new(person), holder }
    }
}
