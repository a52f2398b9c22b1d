//! Renames a team that the caller owns.

use std::sync::Arc;

use kit::peers::Person;
use proto::identity::v1::{RenameTeamRequest, RenameTeamResponse};

use super::{access, name};
use crate::context::Context;
use crate::error::IdentityError;

/// Renames a team that the caller owns.
pub async fn rename(
    ctx: &Context,
    person: Arc<Person>,
    request: RenameTeamRequest,
) -> Result<RenameTeamResponse, IdentityError> {
    let name = name::parse(&request.name)?;
    let mut tx = ctx.db.tx().await?;
    let access = access::owner(&mut tx, &person.user_id, &request.organization_id).await?;
    if access.name != name {
        name::write(&mut tx, access.organization, &name).await?;
        tx.commit().await?;
    }
    Ok(RenameTeamResponse {})
}
