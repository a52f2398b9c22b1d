//! The effect of other values of a policy.

use std::sync::Arc;

use kit::peers::Person;
use proto::access::v1::{GetPolicyPreviewRequest, Policy, PolicyStatus, Preview};
use sqlx::PgConnection;
use uuid::Uuid;

use super::effect::{RoleChange, effect};
use crate::context::Context;
use crate::error::AccessError;
use crate::escalation::{self, HeldPolicy};
use crate::input::Checks;
use crate::policies;

/// The effect of saving these values, on all roles to which the policy is assigned; a new policy has none.
pub async fn preview(
    ctx: &Context,
    _: Arc<Person>,
    request: GetPolicyPreviewRequest,
) -> Result<Preview, AccessError> {
    let mut checks = Checks::default();
    let id = request.id.as_deref().map(|id| checks.id("id", id));
    checks.finish(())?;
    let input = request.policy.ok_or_else(|| AccessError::field("policy", "is required"))?;
    let now = ctx.clock.now();
    let mut tx = ctx.db.snapshot(kit::grpc::remaining()).await?;
    let stored = match id {
        Some(id) => policies::by_id(&mut tx, id).await?,
        None => Policy::default(),
    };
    let changed = policies::with_values(input, stored);
    policies::check_values(&changed, now)?;
    let mut changes = Vec::new();
    if let Some(id) = id {
        for role in roles(&mut tx, id).await? {
            changes.push(role_change(&mut tx, role, id, &changed).await?);
        }
    }
    let preview = effect(&mut tx, changes, kit::clock::milliseconds(now)).await?;
    tx.rollback().await?;
    Ok(preview)
}

/// The active roles that have the policy.
async fn roles(conn: &mut PgConnection, policy: Uuid) -> Result<Vec<Uuid>, AccessError> {
    let roles = sqlx::query_scalar(
        "SELECT r.id FROM policy_assignments AS a JOIN roles AS r ON r.id = a.role_id
         WHERE a.policy_id = $1 AND a.status = 'active' AND r.status = 'active' ORDER BY r.id",
    );
    Ok(roles.bind(policy).fetch_all(conn).await?)
}

async fn role_change(
    conn: &mut PgConnection,
    role: Uuid,
    id: Uuid,
    changed: &Policy,
) -> Result<RoleChange, AccessError> {
    let before = escalation::policies_of_role(conn, role).await?;
    let mut after: Vec<HeldPolicy> =
        before.iter().filter(|held| held.policy.id != changed.id).cloned().collect();
    if changed.status() == PolicyStatus::Active {
        let terms = escalation::terms(conn, role, id).await?;
        after.extend(terms.map(|terms| terms.with(changed.clone())));
    }
    Ok(RoleChange { role, before, after })
}
