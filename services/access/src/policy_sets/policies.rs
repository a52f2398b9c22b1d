//! Brings the managed policies to those of a policy set.

use std::collections::HashMap;

use proto::access::v1::{
    AccessAuditAction, Change, Limits, Policy, PolicyAssignment, PolicyStatus,
};

use super::install::Installation;
use crate::assignments;
use crate::error::AccessError;
use crate::policies::{self, Row};

/// Inserts, changes and archives managed policies; returns the ids of those of the set by their names. The policies of another
/// set return from the archive when it is installed again.
pub async fn bring(
    installation: &mut Installation,
    wanted: Vec<Policy>,
) -> Result<HashMap<String, String>, AccessError> {
    let rows: Vec<Row> = sqlx::query_as("SELECT * FROM policies WHERE managed ORDER BY id")
        .fetch_all(&mut *installation.tx)
        .await?;
    let stored = rows.into_iter().map(Row::policy).map(|policy| (policy.name.clone(), policy));
    let mut stored: HashMap<String, Policy> = stored.collect();
    let mut ids = HashMap::new();
    for policy in wanted {
        let name = policy.name.clone();
        let id = if let Some(before) = stored.remove(&name) {
            change(installation, before, policy).await?
        } else {
            let stamp = installation.stamp().await?;
            policies::insert(&mut installation.tx, &stamp, policy, None).await?.id
        };
        ids.insert(name, id);
    }
    let is_archived = |policy: &Policy| policy.status() == PolicyStatus::Archived;
    for before in stored.into_values().filter(|policy| !is_archived(policy)) {
        let stamp = installation.stamp().await?;
        let after = Policy { status: PolicyStatus::Archived.into(), ..before.clone() };
        let change = (AccessAuditAction::PolicyArchived, Change::Ended);
        policies::update_row(&mut installation.tx, &stamp, (&before, after), change, None).await?;
    }
    Ok(ids)
}

async fn change(
    installation: &mut Installation,
    before: Policy,
    wanted: Policy,
) -> Result<String, AccessError> {
    let after = Policy {
        id: before.id.clone(),
        version: before.version,
        created_at: before.created_at,
        created_by: before.created_by.clone(),
        updated_at: before.updated_at,
        updated_by: before.updated_by.clone(),
        ..wanted
    };
    if before == after {
        return Ok(before.id);
    }
    let stamp = installation.stamp().await?;
    let change = (AccessAuditAction::PolicyUpdated, Change::Updated);
    let after =
        policies::update_row(&mut installation.tx, &stamp, (&before, after), change, None).await?;
    tighten_overrides(installation, &after).await?;
    Ok(after.id)
}

/// Brings the limits of assignments that replace those of the policy within the new ones: they may only be tighter.
async fn tighten_overrides(
    installation: &mut Installation,
    policy: &Policy,
) -> Result<(), AccessError> {
    let id: uuid::Uuid = policy.id.parse().unwrap_or_default();
    let rows: Vec<assignments::Row> = sqlx::query_as(
        "SELECT * FROM policy_assignments
         WHERE policy_id = $1 AND limit_overrides IS NOT NULL ORDER BY id",
    )
    .bind(id)
    .fetch_all(&mut *installation.tx)
    .await?;
    let limits = policy.limits.clone().unwrap_or_default();
    for before in rows.into_iter().map(assignments::Row::assignment) {
        let overrides = before.limit_overrides.clone().unwrap_or_default();
        let errors = policy::override_errors(Some(&limits), &overrides);
        if !errors.is_empty() {
            let overrides = Some(within(&limits, &overrides));
            let after = PolicyAssignment { limit_overrides: overrides, ..before.clone() };
            let stamp = installation.stamp().await?;
            assignments::update_row(&mut installation.tx, &stamp, &before, after).await?;
        }
    }
    Ok(())
}

/// The limits of an assignment within those of its policy. A burst, which must be at least the rate, is that of the policy.
fn within(limits: &Limits, overrides: &Limits) -> Limits {
    fn least<T: Ord>(limit: Option<T>, replaced_by: Option<T>) -> Option<T> {
        replaced_by.map(|amount| match limit {
            Some(limit) => amount.min(limit),
            None => amount,
        })
    }
    let formats = overrides.export_formats.iter();
    let is_allowed =
        |format: &&i32| limits.export_formats.is_empty() || limits.export_formats.contains(format);
    Limits {
        rows_per_response: least(limits.rows_per_response, overrides.rows_per_response),
        rows_per_day: least(limits.rows_per_day, overrides.rows_per_day),
        requests_per_second: least(limits.requests_per_second, overrides.requests_per_second),
        burst: None,
        requests_per_day: least(limits.requests_per_day, overrides.requests_per_day),
        concurrent: least(limits.concurrent, overrides.concurrent),
        export_formats: formats.filter(is_allowed).copied().collect(),
        export_rows: least(limits.export_rows, overrides.export_rows),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_within_those_of_the_policy_are_allowed() {
        let limits = Limits {
            rows_per_response: Some(100),
            requests_per_second: Some(2),
            burst: Some(40),
            export_formats: vec![1],
            ..Limits::default()
        };
        let overrides = Limits {
            rows_per_response: Some(500),
            rows_per_day: Some(7),
            requests_per_second: Some(10),
            burst: Some(100),
            export_formats: vec![1, 2],
            ..Limits::default()
        };
        assert!(!policy::override_errors(Some(&limits), &overrides).is_empty());
        let tightened = within(&limits, &overrides);
        assert_eq!(policy::override_errors(Some(&limits), &tightened), []);
        assert_eq!((tightened.rows_per_response, tightened.rows_per_day), (Some(100), Some(7)));
        assert_eq!(tightened.export_formats, [1]);
    }
}
