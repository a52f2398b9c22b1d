//! Exports what the service keeps about a person: their own roles, the changes that they made, their API keys,
//! and their requests for plans.

use std::sync::Arc;

use kit::peers::Person;
use kit::personal_data::bounded_list;
use proto::access::v1::{ExportPersonRequest, ExportPersonResponse};
use proto::personal_data::v1::Section;
use sqlx::{AssertSqlSafe, PgConnection};
use uuid::Uuid;

use crate::context::Context;
use crate::error::AccessError;
use crate::input::Checks;
use crate::limits::MOST_EXPORTED_BYTES;

/// The roles that the person holds themselves. Those of their organizations are not about them.
const ROLES: (&str, &[&str], &str) = (
    "access_roles",
    &["role", "organization_id", "starts_at", "expires_at", "reason", "created_at", "updated_at"],
    "SELECT r.name AS role, u.organization_id, u.starts_at, u.expires_at, u.reason, u.created_at, u.updated_at
     FROM user_roles AS u JOIN roles AS r ON r.id = u.role_id WHERE u.user_id = $1 ORDER BY u.id DESC",
);

/// Without the values of a change, which are about others.
const CHANGES: (&str, &[&str], &str) = (
    "access_changes",
    &["id", "made_at", "action", "kind", "record_id", "refusal"],
    "SELECT e.id, e.made_at, e.action, e.kind, e.record_id, e.refusal
     FROM audit_persons AS p JOIN audit_entries AS e ON e.id = p.entry_id
     WHERE p.actor_id = $1 ORDER BY e.made_at DESC, e.id DESC",
);

/// Without the codes of the keys and what they were used for.
const KEYS: (&str, &[&str], &str) = (
    "api_keys",
    &[
        "id", "name", "organization_id", "is_test", "ip_cidrs", "created_at", "expires_at",
        "last_used_at", "status", "revoked_at",
    ],
    "SELECT id, name, organization_id, is_test, ip_cidrs, created_at, expires_at, last_used_at, status, revoked_at
     FROM api_keys WHERE user_id = $1 ORDER BY created_at DESC, id",
);

const PLAN_REQUESTS: (&str, &[&str], &str) = (
    "plan_requests",
    &["id", "organization_id", "plan", "message", "requested_at", "closes_at", "closed_at"],
    "SELECT id, organization_id, plan, message, requested_at, closes_at, closed_at
     FROM plan_requests WHERE user_id = $1 ORDER BY requested_at DESC, id",
);

/// Each of them, the newest first.
pub async fn export(
    ctx: &Context,
    person: Arc<Person>,
    _: ExportPersonRequest,
) -> Result<ExportPersonResponse, AccessError> {
    let mut checks = Checks::default();
    let user = checks.id("user_id", &person.user_id);
    let user = checks.finish(user)?;
    let mut conn = ctx.db.conn().await?;
    let mut sections = Vec::new();
    for part in [ROLES, CHANGES, KEYS, PLAN_REQUESTS] {
        sections.push(section(&mut conn, user, part).await?);
    }
    Ok(ExportPersonResponse { sections })
}

async fn section(
    conn: &mut PgConnection,
    user: Uuid,
    (name, columns, rows): (&str, &[&str], &str),
) -> Result<Section, AccessError> {
    let (rows_json, left_out): (String, i64) = sqlx::query_as(AssertSqlSafe(bounded_list(rows)))
        .bind(user)
        .bind(i64::try_from(MOST_EXPORTED_BYTES).unwrap_or(i64::MAX))
        .fetch_one(conn)
        .await?;
    let columns = columns.iter().map(|column| (*column).to_owned()).collect();
    Ok(Section { name: name.to_owned(), columns, rows_json, left_out })
}
