//! Reads the profile and the preferences of a user.

use std::sync::Arc;

use kit::peers::Person;
use proto::profiles::v1::{GetProfileRequest, GetProfileResponse, Preferences};

use super::user_id;
use crate::context::Context;
use crate::error::ProfilesError;

/// The profile of a user; without a row it is the default one.
pub async fn get(
    ctx: &Context,
    person: Arc<Person>,
    _: GetProfileRequest,
) -> Result<GetProfileResponse, ProfilesError> {
    let user = user_id::parse(&person.user_id)?;
    let row = ctx.profiles.get(user).await?.unwrap_or_default();
    let preferences = Preferences { dark_mode: row.dark_mode };
    Ok(GetProfileResponse { profile: Some(row.profile()), preferences: Some(preferences) })
}
