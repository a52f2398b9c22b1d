//! All policies as they are, and with other values of one of them.

use std::collections::HashMap;

use policy::{HeldRole, PolicyDirectory};
use proto::access::v1::{
    GetPoliciesResponse, Policy, PolicyAssignment, PolicyInput, PolicyStatus, RoleKind,
};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::error::AccessError;
use crate::gateway_reads::get_policies::with_effect;
use crate::{assignments, policies};

/// The policies before and after the change.
pub struct Compared {
    pub before: PolicyDirectory,
    pub after: PolicyDirectory,
    /// The names of the roles of plans, by their ids.
    plans: HashMap<String, String>,
}

impl Compared {
    /// The policy has effect afterwards as if it were active, by its assignments to active roles. A draft has none before.
    pub async fn read(
        conn: &mut PgConnection,
        id: Uuid,
        input: Option<PolicyInput>,
        now: OffsetDateTime,
    ) -> Result<Self, AccessError> {
        let stored = policies::by_id(conn, id).await?;
        let changed = match input {
            None => stored,
            Some(input) => {
                let changed = policies::with_values(input, stored);
                policies::check_values(&changed, now)?;
                changed
            }
        };
        let before = with_effect(conn).await?;
        let assigned = assignments_of(conn, id).await?;
        let plans = before.roles.iter().filter(|role| role.kind() == RoleKind::Plan);
        let plans = plans.map(|role| (role.id.clone(), role.name.clone())).collect();
        let after = with_policy(before.clone(), changed, assigned);
        let compile = |known: &GetPoliciesResponse| {
            PolicyDirectory::compile(&known.roles, &known.assignments, &known.policies)
        };
        let before =
            compile(&before).map_err(|errors| AccessError::Stored(format!("{errors:?}")))?;
        let after = compile(&after).map_err(|_| {
            AccessError::field("policy.limits", "must not be tighter than those of assignments")
        })?;
        Ok(Self { before, after, plans })
    }

    /// The name of the role of the plan that is held at a time; empty without one.
    pub fn plan(&self, roles: &[HeldRole], now: i64) -> String {
        let mut held = roles.iter().filter(|role| role.validity.contains(now));
        held.find_map(|role| self.plans.get(&role.role_id)).cloned().unwrap_or_default()
    }
}

/// The active assignments of a policy to active roles.
async fn assignments_of(
    conn: &mut PgConnection,
    policy: Uuid,
) -> Result<Vec<PolicyAssignment>, AccessError> {
    let rows: Vec<assignments::Row> = sqlx::query_as(
        "SELECT a.* FROM policy_assignments AS a
         JOIN roles AS r ON r.id = a.role_id AND r.status = 'active'
         WHERE a.policy_id = $1 AND a.status = 'active' ORDER BY a.id",
    )
    .bind(policy)
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().map(assignments::Row::assignment).collect())
}

fn with_policy(
    mut known: GetPoliciesResponse,
    changed: Policy,
    assigned: Vec<PolicyAssignment>,
) -> GetPoliciesResponse {
    known.policies.retain(|policy| policy.id != changed.id);
    known.assignments.retain(|assignment| assignment.policy_id != changed.id);
    known.policies.push(Policy { status: PolicyStatus::Active.into(), ..changed });
    known.assignments.extend(assigned);
    known
}
