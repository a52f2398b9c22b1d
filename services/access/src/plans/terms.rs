//! The plans of the installed policy set, with the policies of their roles.

use proto::access::v1::{PlanPart, PlanTerms};
use proto::codec::Text;
use proto::identity::v1::PlanType;
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::error::AccessError;
use crate::plan_roles::role_name;
use crate::policies;

/// A policy in effect, with the role that has it. Nobody else adds policies to the roles of plans, or tightens their limits.
#[derive(sqlx::FromRow)]
struct PartRow {
    role_name: String,
    #[sqlx(flatten)]
    policy: policies::Row,
}

/// Every plan, the smallest first.
pub async fn all(
    conn: &mut PgConnection,
    now: OffsetDateTime,
) -> Result<Vec<PlanTerms>, AccessError> {
    let rows: Vec<PartRow> = sqlx::query_as(
        "SELECT r.name AS role_name, p.*
         FROM roles AS r
         JOIN policy_assignments AS a ON a.role_id = r.id AND a.status = 'active'
         JOIN policies AS p ON p.id = a.policy_id AND p.status = 'active'
         WHERE r.kind = 'plan' AND r.managed AND r.status = 'active' AND a.managed
             AND coalesce(p.starts_at <= $1, true) AND coalesce(p.expires_at > $1, true)
         ORDER BY p.name, p.id",
    )
    .bind(now)
    .fetch_all(conn)
    .await?;
    let mut plans: Vec<(String, PlanTerms)> = PlanType::VALUES
        .iter()
        .map(|(plan, _)| (role_name(*plan), PlanTerms { plan: (*plan).into(), parts: Vec::new() }))
        .collect();
    for row in rows {
        // That of visitors belongs to no plan.
        if let Some((_, terms)) = plans.iter_mut().find(|(name, _)| *name == row.role_name) {
            terms.parts.push(part(row.policy));
        }
    }
    Ok(plans.into_iter().map(|(_, terms)| terms).collect())
}

fn part(row: policies::Row) -> PlanPart {
    let policy = row.policy();
    PlanPart {
        description: policy.description,
        effect: policy.effect,
        actions: policy.actions,
        endpoints: policy.endpoints,
        r#where: policy.r#where,
        fields: policy.fields,
        time: policy.time,
        limits: policy.limits,
    }
}
