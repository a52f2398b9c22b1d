//! Hides the offer to join a team by its domain, for good and for the caller alone.

use std::sync::Arc;

use kit::peers::Person;
use proto::identity::v1::{DismissTeamOfferRequest, DismissTeamOfferResponse};
use uuid::Uuid;

use super::join;
use crate::caller;
use crate::context::Context;
use crate::error::IdentityError;

/// Hides the offer for good. An invitation to the team still appears.
pub async fn dismiss(
    ctx: &Context,
    person: Arc<Person>,
    request: DismissTeamOfferRequest,
) -> Result<DismissTeamOfferResponse, IdentityError> {
    let user = caller::id(&person.user_id)?;
    let team: Uuid =
        request.organization_id.parse().map_err(|_| IdentityError::OrganizationNotFound)?;
    let mut tx = ctx.db.tx().await?;
    join::check_open(&mut tx, team, user).await?;
    sqlx::query(
        "INSERT INTO dismissed_offers (organization_id, user_id, dismissed_at)
         VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
    )
    .bind(team)
    .bind(user)
    .bind(ctx.now())
    .execute(&mut *tx)
    .await?;
    tx.commit().await?;
    Ok(DismissTeamOfferResponse {})
}
