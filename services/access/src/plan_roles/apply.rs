//! Brings the role of an organization to its plan.

use kit::clock::Clock;
use kit::db::Tx;
use proto::access::v1::{OrganizationRole, RoleSource};
use proto::codec::Text;
use proto::identity::v1::PlanType;
use time::OffsetDateTime;
use uuid::Uuid;

use super::{is_trial, role_name};
use crate::error::AccessError;
use crate::keys::endings;
use crate::organization_roles;
use crate::plans::requests;
use crate::stamp::{self, Stamp};
use crate::user_roles;

const REASON: &str = "Plan of the organization";
const REASON_OF_END: &str = "The organization was removed";

/// The plan of an organization, as of one of its changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlanState {
    pub organization: Uuid,
    pub plan: PlanType,
    pub ends_at: Option<OffsetDateTime>,
    /// Counts the changes; 0 for the plan of a new organization, before it is announced.
    pub version: i64,
}

/// The last change of an organization's plan that was applied.
#[derive(sqlx::FromRow)]
struct Known {
    version: i64,
    removed_at: Option<OffsetDateTime>,
}

/// Records the plan and rewrites the role, unless a later change is known or the organization was removed; returns whether
/// anything changed.
pub async fn apply(tx: &mut Tx, clock: &Clock, state: &PlanState) -> Result<bool, AccessError> {
    stamp::wait_for_changes(tx).await?;
    let known: Option<Known> = sqlx::query_as(
        "SELECT version, removed_at FROM organization_plans WHERE organization_id = $1",
    )
    .bind(state.organization)
    .fetch_optional(&mut **tx)
    .await?;
    let is_outdated = |known: Known| known.removed_at.is_some() || known.version >= state.version;
    if known.is_some_and(is_outdated) {
        return Ok(false);
    }
    sqlx::query(
        "INSERT INTO organization_plans (organization_id, plan, ends_at, version, recorded_at)
         VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (organization_id) DO UPDATE SET
             plan = excluded.plan, ends_at = excluded.ends_at, version = excluded.version,
             recorded_at = excluded.recorded_at",
    )
    .bind(state.organization)
    .bind(state.plan.text())
    .bind(state.ends_at)
    .bind(state.version)
    .bind(clock.now())
    .execute(&mut **tx)
    .await?;
    requests::close(tx, state.organization, clock.now()).await?;
    let role: Option<Uuid> = sqlx::query_scalar("SELECT id FROM roles WHERE name = $1")
        .bind(role_name(state.plan))
        .fetch_optional(&mut **tx)
        .await?;
    rewrite(tx, clock, state, role.ok_or(AccessError::PolicySetMissing)?).await
}

async fn rewrite(
    tx: &mut Tx,
    clock: &Clock,
    state: &PlanState,
    role: Uuid,
) -> Result<bool, AccessError> {
    let before: Option<organization_roles::Row> = sqlx::query_as(
        "SELECT * FROM organization_roles WHERE organization_id = $1 AND source <> 'manual'",
    )
    .bind(state.organization)
    .fetch_optional(&mut **tx)
    .await?;
    let before = before.map(organization_roles::Row::organization_role);
    let source = if is_trial(state.plan) { RoleSource::Trial } else { RoleSource::Plan };
    let after = OrganizationRole {
        organization_id: state.organization.to_string(),
        role_id: role.to_string(),
        source: source.into(),
        expires_at: state.ends_at.map(kit::clock::milliseconds),
        reason: REASON.to_owned(),
        ..before.clone().unwrap_or_default()
    };
    match before {
        Some(before) if before == after => return Ok(false),
        Some(before) => {
            let stamp = Stamp::of_installation(tx, clock).await?;
            organization_roles::update_row(tx, &stamp, &before, after).await?;
        }
        None => {
            let stamp = Stamp::of_installation(tx, clock).await?;
            organization_roles::insert(tx, &stamp, after).await?;
        }
    }
    Ok(true)
}

/// Ends all roles and keys of an organization and in it, deletes its requests, and remembers that it was removed.
pub async fn remove(tx: &mut Tx, clock: &Clock, organization: Uuid) -> Result<(), AccessError> {
    stamp::wait_for_changes(tx).await?;
    sqlx::query(
        "INSERT INTO organization_plans (organization_id, plan, version, recorded_at, removed_at)
         VALUES ($1, $2, 0, $3, $3)
         ON CONFLICT (organization_id) DO UPDATE SET removed_at = excluded.removed_at",
    )
    .bind(organization)
    .bind(PlanType::Free.text())
    .bind(clock.now())
    .execute(&mut **tx)
    .await?;
    endings::of_organization(tx, clock, organization).await?;
    requests::delete(tx, Some(organization), None).await?;
    let own: Vec<organization_roles::Row> =
        sqlx::query_as("SELECT * FROM organization_roles WHERE organization_id = $1 ORDER BY id")
            .bind(organization)
            .fetch_all(&mut **tx)
            .await?;
    let within: Vec<user_roles::Row> =
        sqlx::query_as("SELECT * FROM user_roles WHERE organization_id = $1 ORDER BY id")
            .bind(organization)
            .fetch_all(&mut **tx)
            .await?;
    if own.is_empty() && within.is_empty() {
        return Ok(());
    }
    let stamp = Stamp::of_installation(tx, clock).await?;
    for role in own {
        let role = role.organization_role();
        organization_roles::end_row(tx, &stamp, &role, REASON_OF_END).await?;
    }
    for role in within {
        user_roles::end_row(tx, &stamp, &role.user_role(), REASON_OF_END).await?;
    }
    Ok(())
}
