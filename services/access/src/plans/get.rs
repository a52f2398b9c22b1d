//! Reads the plan of the caller's organization.

use std::sync::Arc;

use kit::peers::Person;
use proto::access::v1::{GetPlanRequest, GetPlanResponse};
use proto::codec::Text;
use proto::identity::v1::PlanType;
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::{member, requests, terms, used};
use crate::context::Context;
use crate::error::AccessError;

/// A plan with its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PresentPlan {
    pub plan: PlanType,
    pub ends_at: Option<OffsetDateTime>,
}

/// The plan with everything that it allows, beside the other plans, and with the use of keys.
pub async fn get(
    ctx: &Context,
    person: Arc<Person>,
    _: GetPlanRequest,
) -> Result<GetPlanResponse, AccessError> {
    let member = Box::pin(member::of_person(ctx, &person)).await?;
    let (organization, now) = (member.organization, ctx.clock.now());
    let mut conn = ctx.db.conn().await?;
    let present = present(&mut conn, organization, now).await?;
    let open = requests::open(&mut conn, organization, now).await?;
    Ok(GetPlanResponse {
        organization_id: organization.to_string(),
        plan: present.plan.into(),
        ends_at: present.ends_at.map(kit::clock::milliseconds),
        plans: terms::all(&mut conn, now).await?,
        has_further_access: has_further_roles(&mut conn, organization, now).await?,
        calls_by_day: used::by_day(&mut conn, organization, now).await?,
        open_request: open.map(requests::Row::requested_plan),
        is_owner: member.is_owner,
        takes_requests: ctx.takes_plan_requests,
    })
}

/// The plan that is in effect: the free one after the end of another, and as long as none is known.
pub async fn present(
    conn: &mut PgConnection,
    organization: Uuid,
    now: OffsetDateTime,
) -> Result<PresentPlan, AccessError> {
    let known: Option<(String, Option<OffsetDateTime>)> = sqlx::query_as(
        "SELECT plan, ends_at FROM organization_plans
         WHERE organization_id = $1 AND coalesce(ends_at > $2, true)",
    )
    .bind(organization)
    .bind(now)
    .fetch_optional(conn)
    .await?;
    let free = PresentPlan { plan: PlanType::Free, ends_at: None };
    Ok(known.map_or(free, |(plan, ends_at)| PresentPlan {
        plan: PlanType::from_text(&plan).unwrap_or(PlanType::Free),
        ends_at,
    }))
}

/// Whether administrators have given the organization more than its plan.
async fn has_further_roles(
    conn: &mut PgConnection,
    organization: Uuid,
    now: OffsetDateTime,
) -> Result<bool, AccessError> {
    let found = sqlx::query_scalar(
        "SELECT EXISTS (SELECT FROM organization_roles
                        WHERE organization_id = $1 AND source = 'manual'
                            AND coalesce(starts_at <= $2, true) AND coalesce(expires_at > $2, true))",
    );
    Ok(found.bind(organization).bind(now).fetch_one(conn).await?)
}
