//! Lists the addresses of a user or of the owners of an organization for a service that sends them a notice.

use proto::identity::v1::{ListMailAddressesRequest, ListMailAddressesResponse};
use uuid::Uuid;

use crate::context::Context;
use crate::error::IdentityError;

const MOST_ADDRESSES: i64 = 100;

/// The verified addresses of those who are not deactivated, in the order of their ids.
pub async fn list(
    ctx: &Context,
    request: ListMailAddressesRequest,
) -> Result<ListMailAddressesResponse, IdentityError> {
    let user = id("user_id", request.user_id.as_deref())?;
    let organization =
        id("owners_of_organization_id", request.owners_of_organization_id.as_deref())?;
    let addresses: Vec<String> = sqlx::query_scalar(
        "SELECT email FROM users
         WHERE email_verified_at IS NOT NULL AND deactivated_at IS NULL
             AND (id = $1::uuid OR id IN (
                 SELECT user_id FROM memberships
                 WHERE organization_id = $2::uuid AND role = 'owner'))
         ORDER BY id LIMIT $3",
    )
    .bind(user)
    .bind(organization)
    .bind(MOST_ADDRESSES)
    .fetch_all(&mut *ctx.db.conn().await?)
    .await?;
    Ok(ListMailAddressesResponse { addresses })
}

fn id(field: &'static str, text: Option<&str>) -> Result<Option<Uuid>, IdentityError> {
    text.map(str::parse::<Uuid>).transpose().map_err(|_| IdentityError::Invalid(field))
}
