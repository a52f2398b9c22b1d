//! Compares the roles of plans with the plans that identity lists, so that a lost event heals.

use std::time::Duration;

use kit::clock::from_milliseconds;
use kit::error::Problem;
use kit::grpc::Channel;
use proto::identity::v1::identity_client::IdentityClient;
use proto::identity::v1::{ListOrganizationPlansRequest, ListOrganizationPlansResponse, PlanType};
use time::OffsetDateTime;
use tonic::Request;
use uuid::Uuid;

use super::{PlanState, apply, remove};
use crate::context::Context;
use crate::error::AccessError;

/// Plans of a page. Other changes wait while the roles of one are written.
const PAGE: u32 = 100;
const CALL: Duration = Duration::from_secs(5);

/// Why a comparison ended early.
#[derive(Debug, thiserror::Error)]
pub enum ReconcileError {
    #[error("identity does not list the plans: {0}")]
    Identity(#[source] Problem),
    #[error("identity lists an organization twice or out of order")]
    Order,
    #[error(transparent)]
    Access(#[from] AccessError),
}

/// Applies every plan that identity lists, and removes organizations that it does not list; returns the number of changes.
pub async fn reconcile(ctx: &Context, channel: &Channel) -> Result<u64, ReconcileError> {
    let began = ctx.clock.now();
    let (mut after, mut changes) = (None, 0);
    loop {
        let page = page(channel, after).await?;
        let listed: Vec<PlanState> = page.results.iter().filter_map(state).collect();
        let next: Option<Uuid> = page.next.as_deref().and_then(|id| id.parse().ok());
        if next.is_some() && next <= after {
            return Err(ReconcileError::Order);
        }
        changes += Box::pin(write(ctx, &listed, (after, next), began)).await?;
        after = next;
        if after.is_none() {
            return Ok(changes);
        }
    }
}

async fn page(
    channel: &Channel,
    after: Option<Uuid>,
) -> Result<ListOrganizationPlansResponse, ReconcileError> {
    let after = after.map(|id| id.to_string());
    let mut request = Request::new(ListOrganizationPlansRequest { after, limit: PAGE });
    request.set_timeout(CALL);
    let call = IdentityClient::new(channel.clone()).list_organization_plans(request).await;
    call.map(tonic::Response::into_inner).map_err(|status| ReconcileError::Identity(status.into()))
}

/// The plan of an entry; none if it cannot be read, as that of a later release.
fn state(entry: &proto::identity::v1::OrganizationPlanEntry) -> Option<PlanState> {
    let plan = PlanType::try_from(entry.plan).ok().filter(|plan| *plan != PlanType::Unspecified);
    Some(PlanState {
        organization: entry.organization_id.parse().ok()?,
        plan: plan?,
        ends_at: entry.ends_at.map(from_milliseconds),
        version: entry.version,
    })
}

/// Brings the organizations of a page up to date, and removes those between its bounds that it does not name. Those that became
/// known since the beginning may be newer than the page.
async fn write(
    ctx: &Context,
    listed: &[PlanState],
    (after, until): (Option<Uuid>, Option<Uuid>),
    began: OffsetDateTime,
) -> Result<u64, AccessError> {
    let mut tx = ctx.db.tx().await?;
    let ids: Vec<Uuid> = listed.iter().map(|state| state.organization).collect();
    let known: Vec<(Uuid, i64)> = sqlx::query_as(
        "SELECT organization_id, version FROM organization_plans WHERE organization_id = ANY($1)",
    )
    .bind(&ids)
    .fetch_all(&mut *tx)
    .await
    .map_err(AccessError::from)?;
    let missing: Vec<Uuid> = sqlx::query_scalar(
        "SELECT organization_id FROM organization_plans
         WHERE removed_at IS NULL AND recorded_at < $1 AND NOT organization_id = ANY($2)
             AND ($3::uuid IS NULL OR organization_id > $3)
             AND ($4::uuid IS NULL OR organization_id <= $4)",
    )
    .bind(began)
    .bind(&ids)
    .bind(after)
    .bind(until)
    .fetch_all(&mut *tx)
    .await
    .map_err(AccessError::from)?;
    let mut changes = 0;
    for state in listed {
        let is_known = known
            .iter()
            .any(|(id, version)| *id == state.organization && *version >= state.version);
        if !is_known && apply(&mut tx, &ctx.clock, state).await? {
            changes += 1;
        }
    }
    for organization in missing {
        remove(&mut tx, &ctx.clock, organization).await?;
        changes += 1;
    }
    tx.commit().await?;
    Ok(changes)
}
