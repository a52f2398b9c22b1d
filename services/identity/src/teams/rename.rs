//! Gives a team another name.

use proto::identity::v1::{RenameTeamRequest, RenameTeamResponse};

use super::{name, place};
use crate::context::Context;
use crate::error::IdentityError;

/// Renames a team of the caller.
pub async fn rename(
    ctx: &Context,
    request: RenameTeamRequest,
) -> Result<RenameTeamResponse, IdentityError> {
    let name = name::read(&request.name)?;
    let mut tx = ctx.db.tx().await?;
    let place = place::owner(&mut tx, &request.user_id, &request.organization_id).await?;
    if place.name != name {
        name::write(&mut tx, place.organization, &name).await?;
        tx.commit().await?;
    }
    Ok(RenameTeamResponse {})
}
