//! The user on whose behalf a call is made, as every verb reads them from the person that the gateway states.

use uuid::Uuid;

use crate::error::IdentityError;

/// The id of the user, or the refusal of a text that is none.
pub fn id(user_id: &str) -> Result<Uuid, IdentityError> {
    user_id.parse().map_err(|_| IdentityError::Invalid("user_id"))
}
