//! Lists the linked accounts of a user for that user.

use std::sync::Arc;

use kit::peers::Person;
use proto::identity::v1::{
    LinkedAccountEntry, ListLinkedAccountsRequest, ListLinkedAccountsResponse,
};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::caller;
use crate::context::Context;
use crate::error::IdentityError;

#[derive(sqlx::FromRow)]
struct Row {
    id: Uuid,
    provider: String,
    email: Option<String>,
    created_at: OffsetDateTime,
}

/// The accounts in the order in which they were linked; at most a hundred.
pub async fn list(
    ctx: &Context,
    person: Arc<Person>,
    _: ListLinkedAccountsRequest,
) -> Result<ListLinkedAccountsResponse, IdentityError> {
    let user = caller::id(&person.user_id)?;
    let rows: Vec<Row> = sqlx::query_as(
        "SELECT id, provider, email, created_at FROM accounts
         WHERE user_id = $1
         ORDER BY created_at, id
         LIMIT 100",
    )
    .bind(user)
    .fetch_all(&mut *ctx.db.conn().await?)
    .await?;
    let results = rows.into_iter().map(|row| entry(ctx, row)).collect();
    Ok(ListLinkedAccountsResponse { results })
}

fn entry(ctx: &Context, row: Row) -> LinkedAccountEntry {
    // A provider that is no longer configured has an id only.
    let provider = ctx.providers.all().find(|one| one.id == row.provider);
    LinkedAccountEntry {
        id: row.id.to_string(),
        steps_up: provider.is_some_and(|provider| provider.auth_time),
        provider_name: provider.map_or(row.provider, |provider| provider.name.clone()),
        email: row.email,
        linked_at: kit::clock::milliseconds(row.created_at),
    }
}
