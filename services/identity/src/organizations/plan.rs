//! The plan of an organization: its rules, and the one place that stores another one and publishes it.

use std::time::Duration;

use kit::clock::{DAY, from_milliseconds, milliseconds};
use kit::db::{DbError, Tx};
use kit::outbox;
use proto::codec::{Text, instant};
use proto::identity::v1::{OrganizationPlanChanged, PlanType};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::audit::Change;
use crate::change_events;
use crate::context::Context;
use crate::error::IdentityError;

/// Ten years with all their leap days, to the end of the last day: a later end is a mistyped year.
const LONGEST_PLAN: Duration = DAY.saturating_mul(3654);

/// A plan and its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    pub plan_type: PlanType,
    /// When the organization returns to the free plan.
    pub ends_at: Option<OffsetDateTime>,
}

/// A stored plan.
#[derive(sqlx::FromRow)]
pub struct PlanRow {
    r#type: String,
    ends_at: Option<OffsetDateTime>,
}

impl PlanRow {
    /// The plan as it counts: a type that this release does not know is the free plan.
    pub fn plan(&self) -> Plan {
        let plan_type = PlanType::from_text(&self.r#type).unwrap_or(PlanType::Free);
        Plan { plan_type, ends_at: self.ends_at }
    }
}

impl Plan {
    /// The plan of a new organization, and of one whose plan has ended.
    pub const FREE: Self = Self { plan_type: PlanType::Free, ends_at: None };

    /// A requested plan: a trial has an end, the free plan has none, and an end is in the next ten years.
    pub fn parse(
        ctx: &Context,
        plan_type: i32,
        ends_at: Option<i64>,
    ) -> Result<Self, IdentityError> {
        let plan_type = PlanType::try_from(plan_type)
            .ok()
            .filter(|plan| *plan != PlanType::Unspecified)
            .ok_or(IdentityError::Invalid("plan"))?;
        match ends_at {
            None if is_trial(plan_type) => Err(IdentityError::PlanEndRequired),
            Some(_) if plan_type == PlanType::Free => Err(IdentityError::PlanEndNotAllowed),
            Some(end) if end <= milliseconds(ctx.now()) => Err(IdentityError::PlanEndOutOfRange),
            Some(end) if end > milliseconds(ctx.after(LONGEST_PLAN)) => {
                Err(IdentityError::PlanEndOutOfRange)
            }
            end => Ok(Self { plan_type, ends_at: end.map(from_milliseconds) }),
        }
    }

    /// The fields that differ, for the audit history.
    pub fn changes_to(self, next: Self) -> Vec<Change> {
        let mut changes = Vec::new();
        if self.plan_type != next.plan_type {
            changes.push(Change::new("plan", [self.plan_type.text()], [next.plan_type.text()]));
        }
        if self.ends_at != next.ends_at {
            changes.push(Change::new("ends_at", end_text(self), end_text(next)));
        }
        changes
    }
}

fn end_text(plan: Plan) -> Option<String> {
    plan.ends_at.and_then(|end| instant(milliseconds(end)).ok())
}

/// Whether a plan is a trial, which has an end.
fn is_trial(plan: PlanType) -> bool {
    match plan {
        PlanType::TrialAllAccess
        | PlanType::TrialPrivateCredit
        | PlanType::TrialUsTreasuries
        | PlanType::TrialStablecoins => true,
        PlanType::Unspecified
        | PlanType::Free
        | PlanType::PremiumAllAccess
        | PlanType::PremiumPrivateCredit
        | PlanType::PremiumUsTreasuries
        | PlanType::PremiumStablecoins => false,
    }
}

/// The plan of a locked organization.
pub async fn find(tx: &mut Tx, organization: Uuid) -> Result<Plan, IdentityError> {
    let row: PlanRow = sqlx::query_as("SELECT type, ends_at FROM plans WHERE organization_id = $1")
        .bind(organization)
        .fetch_one(&mut **tx)
        .await?;
    Ok(row.plan())
}

/// Stores another plan of a locked organization; returns its version.
pub async fn store(tx: &mut Tx, organization: Uuid, plan: Plan) -> Result<i64, IdentityError> {
    let version = sqlx::query_scalar(
        "UPDATE plans SET type = $2, ends_at = $3, version = version + 1
         WHERE organization_id = $1 RETURNING version",
    )
    .bind(organization)
    .bind(plan.plan_type.text())
    .bind(plan.ends_at)
    .fetch_one(&mut **tx)
    .await?;
    Ok(version)
}

/// Publishes the stored plan for the services that apply it.
pub async fn publish_change(
    tx: &mut Tx,
    organization: Uuid,
    plan: Plan,
    version: i64,
) -> Result<(), DbError> {
    let changed = OrganizationPlanChanged {
        organization_id: organization.to_string(),
        plan: plan.plan_type.into(),
        ends_at: plan.ends_at.map(milliseconds),
        version,
    };
    outbox::publish(tx, &changed).await
}

/// Publishes another plan of an organization, whose members see it at once: caches drop them.
pub async fn publish(
    tx: &mut Tx,
    organization: Uuid,
    plan: Plan,
    version: i64,
) -> Result<(), IdentityError> {
    publish_change(tx, organization, plan, version).await?;
    change_events::organization_updated(tx, organization).await?;
    let members: Vec<Uuid> = sqlx::query_scalar(
        "SELECT user_id FROM memberships WHERE organization_id = $1 ORDER BY user_id",
    )
    .bind(organization)
    .fetch_all(&mut **tx)
    .await?;
    for member in members {
        change_events::user_updated(tx, member).await?;
    }
    Ok(())
}
