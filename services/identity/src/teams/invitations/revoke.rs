//! Revokes an open invitation, also that of a person who becomes a member without it.

use std::sync::Arc;

use kit::db::Tx;
use kit::outbox;
use kit::peers::Person;
use proto::identity::v1::{
    InvitationRevoked, RevokeTeamInvitationRequest, RevokeTeamInvitationResponse,
};
use uuid::Uuid;

use crate::context::Context;
use crate::error::IdentityError;
use crate::teams::access;

/// Revokes an open invitation.
pub async fn revoke(
    ctx: &Context,
    person: Arc<Person>,
    request: RevokeTeamInvitationRequest,
) -> Result<RevokeTeamInvitationResponse, IdentityError> {
    let id: Uuid = request.id.parse().map_err(|_| IdentityError::InvitationNotFound)?;
    let mut tx = ctx.db.tx().await?;
    let access = access::owner(&mut tx, &person.user_id, &request.organization_id).await?;
    if !remove(&mut tx, access.organization, id).await? {
        return Err(IdentityError::InvitationNotFound);
    }
    tx.commit().await?;
    Ok(RevokeTeamInvitationResponse {})
}

/// Deletes the invitation with its event; returns whether there was one.
pub async fn remove(tx: &mut Tx, organization: Uuid, id: Uuid) -> Result<bool, IdentityError> {
    let removed = sqlx::query("DELETE FROM invitations WHERE id = $1 AND organization_id = $2")
        .bind(id)
        .bind(organization)
        .execute(&mut **tx)
        .await?;
    if removed.rows_affected() == 0 {
        return Ok(false);
    }
    let revoked = InvitationRevoked {
        invitation_id: id.to_string(),
        organization_id: organization.to_string(),
    };
    outbox::publish(tx, &revoked).await?;
    Ok(true)
}

/// Revokes the invitation of an address, if there is one.
pub async fn remove_by_email(
    tx: &mut Tx,
    organization: Uuid,
    email: &str,
) -> Result<(), IdentityError> {
    let id: Option<Uuid> =
        sqlx::query_scalar("SELECT id FROM invitations WHERE organization_id = $1 AND email = $2")
            .bind(organization)
            .bind(email)
            .fetch_optional(&mut **tx)
            .await?;
    if let Some(id) = id {
        remove(tx, organization, id).await?;
    }
    Ok(())
}
