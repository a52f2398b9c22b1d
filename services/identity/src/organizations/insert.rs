//! Inserts an organization with its plan and its first owner.

use kit::db::{DbError, Tx};
use proto::codec::Text;
use proto::identity::v1::OrganizationScope;
use time::OffsetDateTime;
use uuid::Uuid;

use super::plan::{self, Plan};

const FIRST_VERSION: i64 = 1;

/// Inserts the three rows in one statement, and publishes the plan.
pub async fn insert(
    tx: &mut Tx,
    id: Uuid,
    (name, scope): (&str, OrganizationScope),
    owner: Uuid,
    now: OffsetDateTime,
) -> Result<(), DbError> {
    sqlx::query(
        "WITH organization AS (
             INSERT INTO organizations (id, name, domain, scope, created_at)
             VALUES ($1, $2, NULL, $3, $6)
             RETURNING id
         ), plan AS (
             INSERT INTO plans (id, organization_id, type, created_at, version)
             SELECT $4, id, $8, $6, $9 FROM organization
         )
         INSERT INTO memberships (id, user_id, organization_id, role, created_at)
         SELECT $5, $7, id, 'owner', $6 FROM organization",
    )
    .bind(id)
    .bind(name)
    .bind(scope.text())
    .bind(kit::id::new())
    .bind(kit::id::new())
    .bind(now)
    .bind(owner)
    .bind(Plan::FREE.plan_type.text())
    .bind(FIRST_VERSION)
    .execute(&mut **tx)
    .await?;
    plan::publish_change(tx, id, Plan::FREE, FIRST_VERSION).await
}
