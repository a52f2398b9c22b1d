//! Gives a team another name.

use proto::identity::v1::{RenameTeamRequest, RenameTeamResponse};

use super::{access, name};
use crate::context::Context;
use crate::error::IdentityError;

/// Renames a team of the caller.
pub async fn rename(
    ctx: &Context,
    request: RenameTeamRequest,
) -> Result<RenameTeamResponse, IdentityError> {
    let name = name::read(&request.name)?;
    let mut tx = ctx.db.tx().await?;
    let access = access::owner(&mut tx, &request.user_id, &request.organization_id).await?;
    if access.name != name {
        name::write(&mut tx, access.organization, &name).await?;
        tx.commit().await?;
    }
    Ok(RenameTeamResponse {})
}
