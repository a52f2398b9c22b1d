//! The roles that a caller held once.

use std::collections::BTreeSet;

use proto::access::v1::EndedRole;
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::error::AccessError;
use crate::limits::MOST_ENDED_ROLES;
use crate::principals::PrincipalRole;

/// A role and the time at which the caller lost it.
#[derive(sqlx::FromRow)]
pub struct RoleEnd {
    pub role_id: Uuid,
    role_name: String,
    pub ended_at: OffsetDateTime,
}

impl RoleEnd {
    pub fn ended_role(self) -> EndedRole {
        EndedRole {
            role_id: self.role_id.to_string(),
            role_name: self.role_name,
            ended_at: kit::clock::milliseconds(self.ended_at),
        }
    }
}

/// The roles that ended before or at a moment, the latest first: those whose window is over, and those that were taken away, by the
/// audit history. A role that the caller holds again is not among them.
pub async fn of_caller(
    conn: &mut PgConnection,
    (user, organization): (Option<Uuid>, Option<Uuid>),
    held: &[PrincipalRole],
    moment: OffsetDateTime,
) -> Result<Vec<RoleEnd>, AccessError> {
    let held: BTreeSet<Uuid> = held.iter().map(|role| role.role_id).collect();
    let ended = sqlx::query_as(
        "WITH ended AS (
             SELECT role_id, expires_at AS ended_at FROM user_roles
             WHERE user_id = $1 AND (organization_id IS NULL OR organization_id = $2)
                 AND expires_at <= $3
             UNION ALL
             SELECT role_id, expires_at FROM organization_roles
             WHERE organization_id = $2 AND expires_at <= $3
             UNION ALL
             SELECT (change -> 'before' ->> 0)::uuid, e.made_at
             FROM audit_persons AS p JOIN audit_entries AS e ON e.id = p.entry_id,
                  jsonb_array_elements(e.changes) AS change
             WHERE p.user_id = $1 AND e.action = 'user_role.ended' AND e.refusal IS NULL
                 AND (e.organization_id IS NULL OR e.organization_id = $2)
                 AND change ->> 'field' = 'role_id' AND e.made_at <= $3
             UNION ALL
             SELECT (change -> 'before' ->> 0)::uuid, e.made_at
             FROM audit_entries AS e, jsonb_array_elements(e.changes) AS change
             WHERE e.organization_id = $2 AND e.action = 'organization_role.ended'
                 AND e.refusal IS NULL AND change ->> 'field' = 'role_id' AND e.made_at <= $3
         )
         SELECT ended.role_id, r.name AS role_name, max(ended.ended_at) AS ended_at
         FROM ended JOIN roles AS r ON r.id = ended.role_id
         WHERE ended.role_id <> ALL($4)
         GROUP BY ended.role_id, r.name
         ORDER BY max(ended.ended_at) DESC, ended.role_id LIMIT $5",
    )
    .bind(user)
    .bind(organization)
    .bind(moment)
    .bind(held.into_iter().collect::<Vec<_>>())
    .bind(MOST_ENDED_ROLES)
    .fetch_all(conn)
    .await?;
    Ok(ended)
}
