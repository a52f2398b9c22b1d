//! Lists the plans of all organizations for a service that keeps a copy of them.

use proto::codec::Text;
use proto::identity::v1::{
    ListOrganizationPlansRequest, ListOrganizationPlansResponse, OrganizationPlanEntry, PlanType,
};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::context::Context;
use crate::error::IdentityError;

const MOST_PLANS: u32 = 1000;

#[derive(sqlx::FromRow)]
struct Row {
    organization_id: Uuid,
    r#type: String,
    ends_at: Option<OffsetDateTime>,
    version: i64,
}

/// One page of plans, in the order of the ids of their organizations.
pub async fn list(
    ctx: &Context,
    request: ListOrganizationPlansRequest,
) -> Result<ListOrganizationPlansResponse, IdentityError> {
    let after = request.after.as_deref().map(str::parse::<Uuid>).transpose();
    let after = after.map_err(|_| IdentityError::Invalid("after"))?;
    let limit = match request.limit {
        0 => MOST_PLANS,
        limit => limit.min(MOST_PLANS),
    };
    let mut rows: Vec<Row> = sqlx::query_as(
        "SELECT organization_id, type, ends_at, version FROM plans
         WHERE $1::uuid IS NULL OR organization_id > $1
         ORDER BY organization_id LIMIT $2",
    )
    .bind(after)
    // One more than the page, to know whether another page follows.
    .bind(i64::from(limit) + 1)
    .fetch_all(&mut *ctx.db.conn().await?)
    .await?;
    let more = rows.len() > limit as usize;
    rows.truncate(limit as usize);
    let next = rows.last().filter(|_| more).map(|row| row.organization_id.to_string());
    Ok(ListOrganizationPlansResponse { results: rows.iter().map(entry).collect(), next })
}

fn entry(row: &Row) -> OrganizationPlanEntry {
    OrganizationPlanEntry {
        organization_id: row.organization_id.to_string(),
        plan: PlanType::from_text(&row.r#type).unwrap_or(PlanType::Free).into(),
        ends_at: row.ends_at.map(kit::clock::milliseconds),
        version: row.version,
    }
}
