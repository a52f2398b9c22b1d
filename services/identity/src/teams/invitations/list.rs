//! Lists the invitations of a team for its owners.

use std::sync::Arc;

use kit::peers::Person;
use proto::identity::v1::{ListTeamInvitationsRequest, ListTeamInvitationsResponse};

use super::record::{Row, select};
use crate::context::Context;
use crate::error::IdentityError;
use crate::teams::{access, limits};

/// Open and expired invitations, the latest first.
pub async fn list(
    ctx: &Context,
    person: Arc<Person>,
    request: ListTeamInvitationsRequest,
) -> Result<ListTeamInvitationsResponse, IdentityError> {
    let mut tx = ctx.db.tx().await?;
    let access = access::owner(&mut tx, &person.user_id, &request.organization_id).await?;
    let rows: Vec<Row> = sqlx::query_as(select!(
        "WHERE i.organization_id = $1
         ORDER BY i.expires_at DESC, i.id DESC
         LIMIT $2"
    ))
    .bind(access.organization)
    .bind(limits::MOST_LISTED_INVITATIONS)
    .fetch_all(&mut *tx)
    .await?;
    let results = rows.into_iter().map(|row| row.entry(ctx.now())).collect();
    Ok(ListTeamInvitationsResponse { results })
}
