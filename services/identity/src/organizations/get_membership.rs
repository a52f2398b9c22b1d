//! Reads the membership of a user in an organization for a service that depends on it.

use proto::codec::Text;
use proto::identity::v1::{GetMembershipRequest, GetMembershipResponse, MembershipRole};
use uuid::Uuid;

use crate::context::Context;
use crate::error::IdentityError;

/// The role of the user in the organization; none for a user who is no member or is deactivated.
pub async fn get(
    ctx: &Context,
    request: GetMembershipRequest,
) -> Result<GetMembershipResponse, IdentityError> {
    let user: Uuid = request.user_id.parse().map_err(|_| IdentityError::Invalid("user_id"))?;
    let organization: Uuid =
        request.organization_id.parse().map_err(|_| IdentityError::Invalid("organization_id"))?;
    let role: Option<String> = sqlx::query_scalar(
        "SELECT m.role FROM memberships m JOIN users u ON u.id = m.user_id
         WHERE m.user_id = $1 AND m.organization_id = $2 AND u.deactivated_at IS NULL",
    )
    .bind(user)
    .bind(organization)
    .fetch_optional(&mut *ctx.db.conn().await?)
    .await?;
    let role = role.as_deref().and_then(MembershipRole::from_text);
    Ok(GetMembershipResponse { role: role.map(i32::from) })
}
