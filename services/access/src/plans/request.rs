//! Asks the operator of the installation for another plan.

use std::sync::Arc;

use kit::db::Tx;
use kit::outbox;
use kit::peers::Person;
use kit::text_lengths::LONGEST_PLAN_MESSAGE;
use proto::access::v1::{PlanRequested, RequestPlanRequest, RequestPlanResponse};
use proto::codec::Text;
use proto::identity::v1::PlanType;
use time::OffsetDateTime;
use uuid::Uuid;

use super::requests::Row;
use super::{get, member, requests};
use crate::context::Context;
use crate::error::AccessError;
use crate::input::Checks;
use crate::limits::{MOST_PLAN_REQUESTS, PLAN_REQUEST_OPEN, PLAN_REQUEST_WINDOW};
use crate::notices::add::{self, PlanNotice};
use crate::organization_roles::refuse_removed;
use crate::stamp;

/// Stores the request with its event, a mail to the operator and one to the person.
pub async fn request(
    ctx: &Context,
    person: Arc<Person>,
    request: RequestPlanRequest,
) -> Result<RequestPlanResponse, AccessError> {
    if !ctx.takes_plan_requests {
        return Err(AccessError::PlanRequestsOff);
    }
    let mut checks = Checks::default();
    let wanted: PlanType = checks.choice("plan", request.plan);
    let message = checks.required_text("message", &request.message, LONGEST_PLAN_MESSAGE);
    checks.finish(())?;
    let member = Box::pin(member::of_person(ctx, &person)).await?;
    if !member.is_owner {
        return Err(AccessError::OwnerRequired);
    }
    let mut tx = ctx.db.tx().await?;
    // One after the other, so that an organization has one open request.
    stamp::wait_for_changes(&mut tx).await?;
    let (user, now) = (stamp::actor(&mut tx, &person).await?, ctx.clock.now());
    refuse_removed(&mut tx, member.organization).await?;
    let present = get::present(&mut tx, member.organization, now).await?.plan;
    if wanted == present {
        return Err(AccessError::field("plan", "is the plan of the organization"));
    }
    check_room(&mut tx, member.organization, user, now).await?;
    let row = Row {
        id: kit::id::new(),
        organization_id: member.organization,
        user_id: user,
        plan: wanted.text().to_owned(),
        message,
        requested_at: now,
        closes_at: now + PLAN_REQUEST_OPEN,
    };
    insert(&mut tx, &row).await?;
    let event = PlanRequested {
        request_id: row.id.to_string(),
        organization_id: row.organization_id.to_string(),
        user_id: user.to_string(),
        plan: wanted.into(),
        present_plan: present.into(),
    };
    outbox::publish(&mut tx, &event).await?;
    for notice in PlanNotice::ALL {
        add::about_plan(&mut tx, row.id, notice, now).await?;
    }
    tx.commit().await?;
    Ok(RequestPlanResponse { request: Some(row.requested_plan()) })
}

/// Refuses a second open request of the organization, and many requests of a person who creates organizations for them.
async fn check_room(
    tx: &mut Tx,
    organization: Uuid,
    user: Uuid,
    now: OffsetDateTime,
) -> Result<(), AccessError> {
    if requests::open(tx, organization, now).await?.is_some() {
        return Err(AccessError::PlanRequestOpen);
    }
    let count: i64 = sqlx::query_scalar(
        "SELECT count(*) FROM plan_requests WHERE user_id = $1 AND requested_at > $2",
    )
    .bind(user)
    .bind(now - PLAN_REQUEST_WINDOW)
    .fetch_one(&mut **tx)
    .await?;
    if count >= MOST_PLAN_REQUESTS { Err(AccessError::Full("plan requests")) } else { Ok(()) }
}

async fn insert(tx: &mut Tx, row: &Row) -> Result<(), AccessError> {
    sqlx::query(
        "INSERT INTO plan_requests (id, organization_id, user_id, plan, message, requested_at, closes_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(row.id)
    .bind(row.organization_id)
    .bind(row.user_id)
    .bind(&row.plan)
    .bind(&row.message)
    .bind(row.requested_at)
    .bind(row.closes_at)
    .execute(&mut **tx)
    .await?;
    Ok(())
}
