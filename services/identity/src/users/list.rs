//! Lists users for administrators, newest first.

use proto::identity::v1::{ListUsersRequest, ListUsersResponse, UserEntry};
use time::OffsetDateTime;
use uuid::Uuid;

use super::record;
use crate::context::Context;
use crate::error::IdentityError;

const PAGE: usize = 50;
const LONGEST_QUERY: usize = 200;

#[derive(sqlx::FromRow)]
struct Row {
    id: Uuid,
    email: String,
    name: Option<String>,
    role: String,
    features: Vec<String>,
    created_at: OffsetDateTime,
}

/// One page of users whose address or name holds the query.
pub async fn list(
    ctx: &Context,
    request: ListUsersRequest,
) -> Result<ListUsersResponse, IdentityError> {
    let query = request.query.unwrap_or_default();
    if query.chars().count() > LONGEST_QUERY || query.contains(char::is_control) {
        return Err(IdentityError::Invalid("query"));
    }
    let cursor = request
        .cursor
        .map(|cursor| cursor.parse::<Uuid>().map_err(|_| IdentityError::Invalid("cursor")))
        .transpose()?;
    // Ids are ordered by time. One row more than the page tells whether another page follows.
    let mut rows: Vec<Row> = sqlx::query_as(
        "SELECT id, email, name, role, features, created_at
         FROM users
         WHERE ($1::uuid IS NULL OR id < $1)
           AND ($2 = '' OR email ILIKE $3 OR name ILIKE $3)
         ORDER BY id DESC
         LIMIT $4",
    )
    .bind(cursor)
    .bind(query.trim())
    .bind(pattern(query.trim()))
    .bind(PAGE as i64 + 1)
    .fetch_all(&mut *ctx.db.conn().await?)
    .await?;

    let more = rows.len() > PAGE;
    rows.truncate(PAGE);
    let next_cursor = rows.last().filter(|_| more).map(|row| row.id.to_string());
    Ok(ListUsersResponse { results: rows.into_iter().map(entry).collect(), next_cursor })
}

fn entry(row: Row) -> UserEntry {
    let role = record::role(&row.role);
    UserEntry {
        id: row.id.to_string(),
        email: row.email,
        name: row.name,
        role: role.into(),
        created_at: kit::clock::milliseconds(row.created_at),
        features: record::features(role, &row.features),
    }
}

fn pattern(query: &str) -> String {
    let literal = query.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
    format!("%{literal}%")
}
