//! Lists the passkeys of a user for that user, with the state of the second factor.

use std::sync::Arc;

use kit::peers::Person;
use proto::identity::v1::{ListPasskeysRequest, ListPasskeysResponse, PasskeyEntry};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::caller;
use crate::context::Context;
use crate::error::IdentityError;
use crate::sign_in::second_factor::requirement;

#[derive(sqlx::FromRow)]
struct Row {
    id: Uuid,
    name: String,
    created_at: OffsetDateTime,
    last_used_at: Option<OffsetDateTime>,
}

/// The passkeys in the order in which they were added, at most a hundred; and what the second factor is.
pub async fn list(
    ctx: &Context,
    person: Arc<Person>,
    _: ListPasskeysRequest,
) -> Result<ListPasskeysResponse, IdentityError> {
    let user = caller::id(&person.user_id)?;
    let mut conn = ctx.db.conn().await?;
    let rows: Vec<Row> = sqlx::query_as(
        "SELECT id, name, created_at, last_used_at FROM passkeys
         WHERE user_id = $1
         ORDER BY created_at, id
         LIMIT 100",
    )
    .bind(user)
    .fetch_all(&mut *conn)
    .await?;
    let second_factor = requirement::read(ctx, &mut conn, user).await?;
    Ok(ListPasskeysResponse {
        results: rows.into_iter().map(entry).collect(),
        second_factor: second_factor.enabled,
        second_factor_required: second_factor.required,
        recovery_codes_left: second_factor.recovery_codes_left.try_into().unwrap_or(i32::MAX),
    })
}

fn entry(row: Row) -> PasskeyEntry {
    PasskeyEntry {
        id: row.id.to_string(),
        name: row.name,
        added_at: kit::clock::milliseconds(row.created_at),
        last_used_at: row.last_used_at.map(kit::clock::milliseconds),
    }
}
