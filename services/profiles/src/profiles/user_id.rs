//! The id of a user in a request or an event.

use uuid::Uuid;

use crate::error::ProfilesError;

/// The id, or the refusal of a text that is none.
pub fn parse(id: &str) -> Result<Uuid, ProfilesError> {
    Uuid::try_parse(id).map_err(|_| ProfilesError::UserInvalid)
}
