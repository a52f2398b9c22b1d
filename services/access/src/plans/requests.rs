//! The stored requests for other plans, and how they end.

use kit::db::Tx;
use proto::access::v1::RequestedPlan;
use proto::codec::Text;
use proto::identity::v1::PlanType;
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::error::AccessError;

/// A request, as stored.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Row {
    pub id: Uuid,
    pub organization_id: Uuid,
    pub user_id: Uuid,
    pub plan: String,
    pub message: String,
    pub requested_at: OffsetDateTime,
    pub closes_at: OffsetDateTime,
}

impl Row {
    pub fn plan(&self) -> PlanType {
        PlanType::from_text(&self.plan).unwrap_or_default()
    }

    pub fn requested_plan(self) -> RequestedPlan {
        RequestedPlan {
            id: self.id.to_string(),
            plan: self.plan().into(),
            message: self.message,
            user_id: self.user_id.to_string(),
            requested_at: kit::clock::milliseconds(self.requested_at),
            closes_at: kit::clock::milliseconds(self.closes_at),
        }
    }
}

/// The open request of an organization, of which there is one at most.
pub async fn open(
    conn: &mut PgConnection,
    organization: Uuid,
    now: OffsetDateTime,
) -> Result<Option<Row>, AccessError> {
    let row = sqlx::query_as(
        "SELECT id, organization_id, user_id, plan, message, requested_at, closes_at
         FROM plan_requests
         WHERE organization_id = $1 AND closed_at IS NULL AND closes_at > $2",
    )
    .bind(organization)
    .bind(now)
    .fetch_optional(conn)
    .await?;
    Ok(row)
}

/// The plan of the organization has changed, which answers its request.
pub async fn close(
    tx: &mut Tx,
    organization: Uuid,
    now: OffsetDateTime,
) -> Result<(), AccessError> {
    sqlx::query(
        "UPDATE plan_requests SET closed_at = $2 WHERE organization_id = $1 AND closed_at IS NULL",
    )
    .bind(organization)
    .bind(now)
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// The organization was removed, or the user is erased.
pub async fn delete(
    tx: &mut Tx,
    organization: Option<Uuid>,
    user: Option<Uuid>,
) -> Result<(), AccessError> {
    sqlx::query("DELETE FROM plan_requests WHERE organization_id = $1 OR user_id = $2")
        .bind(organization)
        .bind(user)
        .execute(&mut **tx)
        .await?;
    Ok(())
}
