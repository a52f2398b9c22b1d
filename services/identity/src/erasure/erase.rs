//! Erases one account, in one transaction.

use kit::db::Tx;
use kit::outbox;
use kit::security_log::{Entry, Event};
use proto::codec::Text;
use proto::identity::v1::{AuditAction, UserErased};
use time::OffsetDateTime;
use uuid::Uuid;

use super::memberships;
use crate::audit;
use crate::context::Context;
use crate::error::IdentityError;
use crate::sessions::revoke::{self, SessionSelector};

/// A user who is no more.
pub struct ErasedUser {
    /// The address, if it was verified, for the last mail.
    pub to: Option<String>,
    /// Whether the user was deactivated, so that the address stays refused.
    pub deactivated: bool,
}

#[derive(sqlx::FromRow)]
struct Person {
    email: String,
    name: Option<String>,
    email_verified_at: Option<OffsetDateTime>,
    deactivated_at: Option<OffsetDateTime>,
}

/// The users whose erasure is due, at most a hundred.
pub async fn due(ctx: &Context) -> Result<Vec<Uuid>, IdentityError> {
    let users = sqlx::query_scalar(
        "SELECT user_id FROM erasures WHERE due_at <= $1 ORDER BY due_at LIMIT 100",
    )
    .bind(ctx.now())
    .fetch_all(&mut *ctx.db.conn().await?)
    .await?;
    Ok(users)
}

/// Erases the user, unless another process does, or the request was taken back.
pub async fn erase(ctx: &Context, user: Uuid) -> Result<Option<ErasedUser>, IdentityError> {
    let mut tx = ctx.db.tx().await?;
    let is_due: Option<Uuid> = sqlx::query_scalar(
        "SELECT user_id FROM erasures WHERE user_id = $1 AND due_at <= $2 FOR UPDATE SKIP LOCKED",
    )
    .bind(user)
    .bind(ctx.now())
    .fetch_optional(&mut *tx)
    .await?;
    if is_due.is_none() {
        return Ok(None);
    }
    memberships::lock_organizations(&mut tx, user).await?;
    let person: Person = sqlx::query_as(
        "SELECT email, name, email_verified_at, deactivated_at FROM users WHERE id = $1 FOR UPDATE",
    )
    .bind(user)
    .fetch_one(&mut *tx)
    .await?;
    let to = person.email_verified_at.map(|_| person.email.clone());
    let decided_address = decided_address(&mut tx, user).await?;
    replace_in_audit(&mut tx, user, &person).await?;
    memberships::revoke_invitations(&mut tx, user, to.as_deref()).await?;
    memberships::leave_all(&mut tx, user).await?;
    revoke::remove(&mut tx, SessionSelector::AllOf(user), None).await?;
    sqlx::query("DELETE FROM email_tokens WHERE email = $1")
        .bind(&person.email)
        .execute(&mut *tx)
        .await?;
    leave_tombstone(ctx, &mut tx, user, decided_address, person.deactivated_at).await?;
    tx.log(Entry::success(Event::ErasureChanged { user, change: "erased" }));
    tx.commit().await?;
    Ok(Some(ErasedUser { to, deactivated: person.deactivated_at.is_some() }))
}

/// The digest of the address, if the role of the user was ever decided, or the user was ever deactivated. Read while the
/// history still names the user.
async fn decided_address(tx: &mut Tx, user: Uuid) -> Result<Option<Vec<u8>>, IdentityError> {
    let digest = sqlx::query_scalar(
        "SELECT sha256(convert_to(email, 'UTF8')) FROM users
         WHERE id = $1
           AND (deactivated_at IS NOT NULL
                OR EXISTS (SELECT FROM audit_entries WHERE user_id = $1 AND action IN ($2, $3)))",
    )
    .bind(user)
    .bind(AuditAction::UserRoleChanged.text())
    .bind(AuditAction::UserDeactivated.text())
    .fetch_optional(&mut **tx)
    .await?;
    Ok(digest)
}

async fn replace_in_audit(tx: &mut Tx, user: Uuid, person: &Person) -> Result<(), IdentityError> {
    let personal: Option<Uuid> = sqlx::query_scalar(
        "SELECT o.id FROM organizations AS o JOIN memberships AS m ON m.organization_id = o.id
         WHERE m.user_id = $1 AND o.scope = 'personal'",
    )
    .bind(user)
    .fetch_optional(&mut **tx)
    .await?;
    audit::replace_person(tx, user, personal, &person.email, person.name.as_deref()).await
}

/// Deletes the user, with everything that refers to them, and keeps the id, the digest of an address, and since when it is
/// refused.
async fn leave_tombstone(
    ctx: &Context,
    tx: &mut Tx,
    user: Uuid,
    decided_address: Option<Vec<u8>>,
    deactivated_at: Option<OffsetDateTime>,
) -> Result<(), IdentityError> {
    sqlx::query("DELETE FROM users WHERE id = $1").bind(user).execute(&mut **tx).await?;
    sqlx::query(
        "INSERT INTO erased_users (user_id, erased_at, decided_address, deactivated_at)
         VALUES ($1, $2, $3, $4)",
    )
    .bind(user)
    .bind(ctx.now())
    .bind(decided_address)
    .bind(deactivated_at)
    .execute(&mut **tx)
    .await?;
    let erased =
        UserErased { user_id: user.to_string(), erased_at: kit::clock::milliseconds(ctx.now()) };
    Ok(outbox::publish(tx, &erased).await?)
}
