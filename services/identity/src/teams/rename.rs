//! Gives a team another name.

use kit::outbox;
use proto::identity::v1::{OrganizationUpdated, RenameTeamRequest, RenameTeamResponse};

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
        sqlx::query("UPDATE organizations SET name = $2 WHERE id = $1")
            .bind(place.organization)
            .bind(name)
            .execute(&mut *tx)
            .await?;
        let updated = OrganizationUpdated { organization_id: place.organization.to_string() };
        outbox::publish(&mut tx, &updated, &updated.organization_id).await?;
        tx.commit().await?;
    }
    Ok(RenameTeamResponse {})
}
