//! The providers' accounts that are linked to users.

use kit::db::Tx;
use kit::security_log::{Entry, Event, Principal};
use uuid::Uuid;

use super::provider_account::ProviderAccount;
use crate::context::Context;
use crate::error::IdentityError;

/// The user of an account.
pub async fn find(
    tx: &mut Tx,
    provider: &str,
    subject: &str,
) -> Result<Option<Uuid>, IdentityError> {
    let user =
        sqlx::query_scalar("SELECT user_id FROM accounts WHERE provider = $1 AND subject = $2")
            .bind(provider)
            .bind(subject)
            .fetch_optional(&mut **tx)
            .await?;
    Ok(user)
}

/// Links the account to the user; returns its id.
pub async fn link(
    ctx: &Context,
    tx: &mut Tx,
    provider: &str,
    account: &ProviderAccount,
    user: Uuid,
) -> Result<Uuid, IdentityError> {
    let id = kit::id::new();
    sqlx::query(
        "INSERT INTO accounts (id, provider, subject, email, user_id, created_at)
         VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(id)
    .bind(provider)
    .bind(&account.subject)
    .bind(&account.email)
    .bind(user)
    .bind(ctx.now())
    .execute(&mut **tx)
    .await?;
    let linked = Entry::success(change_event(user, provider, "added"));
    tx.log(linked.by(Some(Principal::user(&user.to_string()))));
    Ok(id)
}

/// Unlinks an account whose notice was not sent.
pub async fn unlink(ctx: &Context, id: Uuid) -> Result<(), IdentityError> {
    sqlx::query("DELETE FROM accounts WHERE id = $1")
        .bind(id)
        .execute(&mut *ctx.db.conn().await?)
        .await?;
    Ok(())
}

/// Unlinks all accounts of a user.
pub async fn unlink_all(tx: &mut Tx, user: Uuid) -> Result<(), IdentityError> {
    let providers: Vec<String> =
        sqlx::query_scalar("DELETE FROM accounts WHERE user_id = $1 RETURNING provider")
            .bind(user)
            .fetch_all(&mut **tx)
            .await?;
    for provider in providers {
        tx.log(Entry::success(change_event(user, &provider, "removed")));
    }
    Ok(())
}

/// The event of the security log for an account that was `added` or `removed`.
pub fn change_event(user: Uuid, provider: &str, change: &'static str) -> Event {
    Event::LinkedAccountChanged { user, provider: provider.to_owned(), change }
}
