//! Ends keys with the membership, the organization or the user to whom they belong.

use kit::clock::Clock;
use kit::db::Tx;
use kit::inbox::HandlerError;
use proto::access::v1::{AccessAuditAction, ApiKeyStatus, Change, RevocationReason};
use proto::identity::v1::{MembershipRemoved, UserDeactivated, UserReactivated};
use uuid::Uuid;

use super::row::Row;
use super::save::{self, Author};
use crate::error::AccessError;
use crate::stamp;

/// A user left an organization: their keys in it end. The keys of the organization stay.
pub async fn of_membership(
    tx: &mut Tx,
    clock: &Clock,
    event: &MembershipRemoved,
) -> Result<(), HandlerError> {
    let (user, organization) = (parsed(&event.user_id)?, parsed(&event.organization_id)?);
    let author = Author::of_installation(tx, clock).await?;
    if stamp::is_erased(tx, user).await? {
        return Ok(());
    }
    sqlx::query(
        "INSERT INTO ended_memberships (user_id, organization_id, ended_at) VALUES ($1, $2, $3)
         ON CONFLICT (user_id, organization_id) DO UPDATE SET ended_at = excluded.ended_at",
    )
    .bind(user)
    .bind(organization)
    .bind(author.now)
    .execute(&mut **tx)
    .await
    .map_err(AccessError::from)?;
    let rows: Vec<Row> = sqlx::query_as(
        "SELECT * FROM api_keys
         WHERE user_id = $1 AND organization_id = $2 AND status <> 'revoked' ORDER BY id FOR UPDATE",
    )
    .bind(user)
    .bind(organization)
    .fetch_all(&mut **tx)
    .await
    .map_err(AccessError::from)?;
    Ok(revoke(tx, &author, rows, RevocationReason::MembershipEnded).await?)
}

/// An organization was removed: all keys in it end.
pub async fn of_organization(
    tx: &mut Tx,
    clock: &Clock,
    organization: Uuid,
) -> Result<(), AccessError> {
    let author = Author::of_installation(tx, clock).await?;
    let rows: Vec<Row> = sqlx::query_as(
        "SELECT * FROM api_keys
         WHERE organization_id = $1 AND status <> 'revoked' ORDER BY id FOR UPDATE",
    )
    .bind(organization)
    .fetch_all(&mut **tx)
    .await?;
    revoke(tx, &author, rows, RevocationReason::OrganizationRemoved).await
}

/// A user is erased: their keys end and lose what the user wrote.
pub async fn of_user(tx: &mut Tx, clock: &Clock, user: Uuid) -> Result<(), AccessError> {
    let author = Author::of_installation(tx, clock).await?;
    let rows: Vec<Row> = sqlx::query_as(
        "SELECT * FROM api_keys WHERE user_id = $1 AND status <> 'revoked' ORDER BY id FOR UPDATE",
    )
    .bind(user)
    .fetch_all(&mut **tx)
    .await?;
    revoke(tx, &author, rows, RevocationReason::UserErased).await?;
    for statement in [
        "DELETE FROM notices WHERE key_id IN (SELECT id FROM api_keys WHERE user_id = $1)",
        "UPDATE api_keys SET name = '', scopes = '[]', ip_cidrs = '{}' WHERE user_id = $1",
        "DELETE FROM deactivated_users WHERE user_id = $1",
        "DELETE FROM ended_memberships WHERE user_id = $1",
    ] {
        sqlx::query(statement).bind(user).execute(&mut **tx).await?;
    }
    Ok(())
}

/// A user was deactivated: their keys do nothing until they are back.
pub async fn of_deactivated(tx: &mut Tx, event: &UserDeactivated) -> Result<(), HandlerError> {
    let user = parsed(&event.user_id)?;
    stamp::wait_for_changes(tx).await?;
    if stamp::is_erased(tx, user).await? {
        return Ok(());
    }
    let statement = "INSERT INTO deactivated_users (user_id) VALUES ($1) ON CONFLICT DO NOTHING";
    Ok(set_deactivated(tx, user, statement, Change::Ended).await?)
}

/// A user is active again.
pub async fn of_reactivated(tx: &mut Tx, event: &UserReactivated) -> Result<(), HandlerError> {
    let user = parsed(&event.user_id)?;
    let statement = "DELETE FROM deactivated_users WHERE user_id = $1";
    Ok(set_deactivated(tx, user, statement, Change::Updated).await?)
}

async fn set_deactivated(
    tx: &mut Tx,
    user: Uuid,
    statement: &'static str,
    change: Change,
) -> Result<(), AccessError> {
    sqlx::query(statement).bind(user).execute(&mut **tx).await?;
    let rows: Vec<Row> = sqlx::query_as("SELECT * FROM api_keys WHERE user_id = $1 ORDER BY id")
        .bind(user)
        .fetch_all(&mut **tx)
        .await?;
    for row in rows.iter().filter(|row| row.status() == ApiKeyStatus::Active) {
        save::publish(tx, row, change).await?;
    }
    Ok(())
}

async fn revoke(
    tx: &mut Tx,
    author: &Author,
    rows: Vec<Row>,
    reason: RevocationReason,
) -> Result<(), AccessError> {
    for before in rows {
        let after = before.clone().revoked(reason, author.now);
        let change = (AccessAuditAction::ApiKeyRevoked, Change::Ended);
        save::update(tx, author, (&before, after), change).await?;
    }
    Ok(())
}

fn parsed(id: &str) -> Result<Uuid, HandlerError> {
    Uuid::try_parse(id).map_err(|_| HandlerError::Poison(format!("{id:?} is not an id")))
}
