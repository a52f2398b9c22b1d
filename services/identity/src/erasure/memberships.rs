//! The organizations of a user who is to be erased: handed over before the request, left or deleted at the erasure.

use kit::db::Tx;
use kit::outbox;
use proto::codec::Text;
use proto::identity::v1::{InvitationRevoked, MembershipRole, OrganizationRemoved};
use uuid::Uuid;

use crate::error::IdentityError;
use crate::teams::access;
use crate::teams::members::memberships::{self, Membership};

#[derive(sqlx::FromRow)]
struct MembershipRow {
    id: Uuid,
    role: String,
    organization_id: Uuid,
}

/// Locks all organizations of the user in one order, before the user.
pub async fn lock_organizations(tx: &mut Tx, user: Uuid) -> Result<(), IdentityError> {
    let organizations: Vec<Uuid> = sqlx::query_scalar(
        "SELECT organization_id FROM memberships WHERE user_id = $1 ORDER BY organization_id",
    )
    .bind(user)
    .fetch_all(&mut **tx)
    .await?;
    for organization in organizations {
        access::lock(tx, organization).await?;
    }
    Ok(())
}

/// Refuses to erase the last owner of a team with other members. Owners who are to be erased themselves do not count.
pub async fn check_handed_over(tx: &mut Tx, user: Uuid) -> Result<(), IdentityError> {
    let leaves_team: bool = sqlx::query_scalar(
        "SELECT EXISTS (
             SELECT FROM memberships AS own
             JOIN memberships AS other
                 ON other.organization_id = own.organization_id AND other.user_id <> own.user_id
             WHERE own.user_id = $1 AND own.role = 'owner'
               AND NOT EXISTS (SELECT FROM erasures AS e WHERE e.user_id = other.user_id)
             GROUP BY own.organization_id
             HAVING NOT bool_or(other.role = 'owner'))",
    )
    .bind(user)
    .fetch_one(&mut **tx)
    .await?;
    if leaves_team { Err(IdentityError::TeamNotHandedOver) } else { Ok(()) }
}

/// Ends the memberships of a user, and deletes the organizations that have no other member.
pub async fn leave_all(tx: &mut Tx, user: Uuid) -> Result<(), IdentityError> {
    let rows: Vec<MembershipRow> = sqlx::query_as(
        "SELECT id, role, organization_id FROM memberships
         WHERE user_id = $1 ORDER BY organization_id",
    )
    .bind(user)
    .fetch_all(&mut **tx)
    .await?;
    for row in rows {
        let organization = row.organization_id;
        // A team that the user joined a moment ago is not locked yet.
        access::lock(tx, organization).await?;
        let heir = heir(tx, organization, user).await?;
        let Some((heir, known, has_owner)) = heir else {
            delete_organization(tx, organization).await?;
            continue;
        };
        // Somebody may have joined since the request; the team must not be left without an owner.
        if !has_owner {
            memberships::change(tx, organization, heir, &known, MembershipRole::Owner).await?;
        }
        let role = MembershipRole::from_text(&row.role).unwrap_or(MembershipRole::Member);
        let known = Membership { id: row.id, role };
        memberships::delete(tx, organization, user, &known).await?;
    }
    Ok(())
}

/// The other member who has been in the team for longest, before those who are to be erased as well, and whether the team
/// has another owner.
async fn heir(
    tx: &mut Tx,
    organization: Uuid,
    user: Uuid,
) -> Result<Option<(Uuid, Membership, bool)>, IdentityError> {
    let found: Option<(Uuid, Uuid, String, bool)> = sqlx::query_as(
        "SELECT m.id, m.user_id, m.role, bool_or(m.role = 'owner') OVER ()
         FROM memberships AS m
         WHERE m.organization_id = $1 AND m.user_id <> $2
         ORDER BY EXISTS (SELECT FROM erasures AS e WHERE e.user_id = m.user_id), m.created_at, m.id
         LIMIT 1",
    )
    .bind(organization)
    .bind(user)
    .fetch_optional(&mut **tx)
    .await?;
    Ok(found.map(|(id, heir, role, has_owner)| {
        let role = MembershipRole::from_text(&role).unwrap_or(MembershipRole::Member);
        (heir, Membership { id, role }, has_owner)
    }))
}

async fn delete_organization(tx: &mut Tx, organization: Uuid) -> Result<(), IdentityError> {
    let invitations: Vec<(Uuid, Uuid)> = sqlx::query_as(
        "DELETE FROM invitations WHERE organization_id = $1 RETURNING id, organization_id",
    )
    .bind(organization)
    .fetch_all(&mut **tx)
    .await?;
    publish_revoked(tx, &invitations).await?;
    sqlx::query("DELETE FROM organizations WHERE id = $1")
        .bind(organization)
        .execute(&mut **tx)
        .await?;
    let removed = OrganizationRemoved { organization_id: organization.to_string() };
    Ok(outbox::publish(tx, &removed).await?)
}

/// Revokes the invitations that the user sent, and those to the address if they have proved to own it.
pub async fn revoke_invitations(
    tx: &mut Tx,
    user: Uuid,
    verified_email: Option<&str>,
) -> Result<(), IdentityError> {
    let invitations: Vec<(Uuid, Uuid)> = sqlx::query_as(
        "DELETE FROM invitations WHERE invited_by = $1 OR email = $2 RETURNING id, organization_id",
    )
    .bind(user)
    .bind(verified_email)
    .fetch_all(&mut **tx)
    .await?;
    publish_revoked(tx, &invitations).await
}

/// Publishes that invitations, each with its organization, are revoked.
async fn publish_revoked(tx: &mut Tx, invitations: &[(Uuid, Uuid)]) -> Result<(), IdentityError> {
    for (id, organization) in invitations {
        let revoked = InvitationRevoked {
            invitation_id: id.to_string(),
            organization_id: organization.to_string(),
        };
        outbox::publish(tx, &revoked).await?;
    }
    Ok(())
}
