//! The person on whose behalf a call is made.

use std::future::Future;
use std::sync::Arc;

use proto::identity::v1::Role;
use serde::{Deserialize, Serialize};
use tonic::{Request, Status};

use crate::error::{ErrorCode, Problem};

/// The reason of a refusal because a call names no person who is signed in, as they are now.
pub const PERSON_REQUIRED: &str = "person_required";

/// A signed-in user, as the gateway states it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Person {
    pub user_id: String,
    /// The active organization.
    pub organization_id: Option<String>,
    /// The role in the installation.
    pub role: Role,
    /// How often role and state of the user had changed: an older statement is refused.
    pub role_epoch: i64,
    pub session_id: String,
    /// Until when the sign-in is recent enough for calls that need a fresh one, in milliseconds. A statement of an earlier
    /// version does not say so, and none is.
    #[serde(default)]
    pub fresh_until: i64,
}

impl Person {
    /// Whether the sign-in is recent enough at this moment, in milliseconds.
    pub fn is_fresh(&self, now: i64) -> bool {
        now < self.fresh_until
    }
}

tokio::task_local! {
    static PERSON: Option<Arc<Person>>;
}

/// Runs work on behalf of a person, or of nobody; calls within it say so.
pub async fn on_behalf_of<F: Future>(person: Option<Arc<Person>>, work: F) -> F::Output {
    PERSON.scope(person, work).await
}

/// The person on whose behalf the current task works.
pub(super) fn current() -> Option<Arc<Person>> {
    PERSON.try_with(Clone::clone).ok().flatten()
}

/// The verified person of a received call.
pub fn person<T>(request: &Request<T>) -> Result<Arc<Person>, Status> {
    let person = request.extensions().get::<Arc<Person>>().cloned();
    person.ok_or_else(|| unauthenticated().into())
}

/// The refusal of a call that needs a fresh sign-in.
pub fn fresh_sign_in_required() -> Problem {
    let message = "Sign in again to confirm that it is you";
    Problem::new(ErrorCode::Forbidden, "fresh_sign_in_required", message)
}

/// The refusal of a call that needs a person and names none, or one whose statement is not valid any more.
pub(super) fn unauthenticated() -> Problem {
    let message = "The call needs a signed-in user";
    Problem::new(ErrorCode::Unauthenticated, PERSON_REQUIRED, message)
}
