//! The files of the policy sets.

use proto::access::v1::{
    AccessRole, AccessStatus, Policy, PolicyAssignment, PolicyInput, PolicyStatus, RoleKind,
};
use proto::codec::Text;
use serde::Deserialize;

use super::PolicySetName;
use crate::error::AccessError;
use crate::policies;

const OPEN: &str = include_str!("../../policy_sets/open.json");
const TIERED: &str = include_str!("../../policy_sets/tiered.json");

/// The roles and policies of a set, in the JSON form of access.proto.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    roles: Vec<RoleDocument>,
    policies: Vec<PolicyInput>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RoleDocument {
    name: String,
    display_name: String,
    description: String,
    kind: String,
    /// The names of its policies.
    policies: Vec<String>,
}

/// A policy set as records without ids.
#[derive(Debug)]
pub struct PolicySetRecords {
    pub roles: Vec<AccessRole>,
    pub policies: Vec<Policy>,
    /// The names of a role and a policy.
    pub assignments: Vec<(String, String)>,
}

/// The records of a set.
pub fn records(set: PolicySetName) -> Result<PolicySetRecords, AccessError> {
    let text = match set {
        PolicySetName::Open => OPEN,
        PolicySetName::Tiered => TIERED,
    };
    let document: Document = serde_json::from_str(text)
        .map_err(|error| AccessError::Stored(format!("the policy set {set}: {error}")))?;
    let assignments = document
        .roles
        .iter()
        .flat_map(|role| role.policies.iter().map(|policy| (role.name.clone(), policy.clone())));
    let blank = Policy { managed: true, ..Policy::default() };
    Ok(PolicySetRecords {
        assignments: assignments.collect(),
        policies: document
            .policies
            .into_iter()
            .map(|input| policies::with_values(input, blank.clone()))
            .map(|policy| Policy { status: PolicyStatus::Active.into(), ..policy })
            .collect(),
        roles: document.roles.into_iter().map(role).collect(),
    })
}

fn role(document: RoleDocument) -> AccessRole {
    AccessRole {
        name: document.name,
        display_name: document.display_name,
        description: document.description,
        kind: RoleKind::from_text(&document.kind).unwrap_or_default().into(),
        managed: true,
        status: AccessStatus::Active.into(),
        ..AccessRole::default()
    }
}

/// The assignment of a policy of a set.
pub fn assignment(role_id: &str, policy_id: &str) -> PolicyAssignment {
    PolicyAssignment {
        role_id: role_id.to_owned(),
        policy_id: policy_id.to_owned(),
        status: AccessStatus::Active.into(),
        managed: true,
        ..PolicyAssignment::default()
    }
}

#[cfg(test)]
mod tests {
    use proto::access::v1::{Action, Dimension};
    use proto::identity::v1::PlanType;
    use time::OffsetDateTime;

    use super::*;
    use crate::plan_roles::{ANONYMOUS, role_name};
    use crate::roles::{RESERVED_PREFIXES, SUPER_ADMINISTRATOR};

    const SETS: [PolicySetName; 2] = [PolicySetName::Open, PolicySetName::Tiered];

    fn policies_of<'a>(set: &'a PolicySetRecords, role: &str) -> Vec<&'a Policy> {
        let names = set.assignments.iter().filter(|(name, _)| name == role).map(|(_, name)| name);
        let find = |name: &String| set.policies.iter().find(|policy| policy.name == *name).unwrap();
        names.map(find).collect()
    }

    #[test]
    fn each_plan_has_a_role_with_valid_policies() {
        for set in SETS {
            let records = records(set).unwrap();
            let plans = PlanType::VALUES.iter().map(|(plan, _)| role_name(*plan));
            for role in plans.chain([ANONYMOUS.to_owned()]) {
                assert!(!policies_of(&records, &role).is_empty(), "{set}: {role}");
            }
            assert!(records.roles.iter().any(|role| role.name == SUPER_ADMINISTRATOR));
            assert_eq!(records.roles.len(), PlanType::VALUES.len() + 2);
            for role in &records.roles {
                assert_ne!(role.kind(), RoleKind::Unspecified, "{set}: {}", role.name);
                assert_ne!(role.kind(), RoleKind::Custom, "{set}: {}", role.name);
            }
            for policy in &records.policies {
                crate::policies::check_values(policy, OffsetDateTime::UNIX_EPOCH).unwrap();
                let name = &policy.name;
                assert!(RESERVED_PREFIXES.iter().any(|prefix| name.starts_with(prefix)));
                let is_used = |(_, policy): &(String, String)| policy == name;
                assert!(records.assignments.iter().any(is_used), "{set}: {name} is not used");
            }
        }
    }

    #[test]
    fn the_open_set_shows_all_data_in_every_plan() {
        let records = records(PolicySetName::Open).unwrap();
        for policy in &records.policies {
            assert!(policy.r#where.is_empty(), "{}", policy.name);
            assert_eq!(policy.time, Some(proto::access::v1::TimeBounds::default()));
            assert_eq!(policy.endpoints.len(), proto::access::v1::Endpoint::VALUES.len());
            assert_eq!(policy.actions.len(), Action::VALUES.len());
            let limits = policy.limits.as_ref().unwrap();
            assert!(limits.export_formats.is_empty(), "{}: all formats", policy.name);
            // More than the largest file of the sample universe.
            assert!(limits.export_rows.is_none_or(|rows| rows >= 5_000_000), "{}", policy.name);
            let rows = (limits.rows_per_response, limits.rows_per_day, limits.requests_per_day);
            assert_eq!(rows, (None, None, None), "{}", policy.name);
        }
    }

    #[test]
    fn larger_plans_of_the_open_set_have_larger_files() {
        let records = records(PolicySetName::Open).unwrap();
        let plans = [
            ANONYMOUS.to_owned(),
            role_name(PlanType::Free),
            role_name(PlanType::TrialAllAccess),
            role_name(PlanType::PremiumStablecoins),
            role_name(PlanType::PremiumAllAccess),
        ];
        let rows = plans.iter().map(|role| {
            let policies = policies_of(&records, role);
            policies[0].limits.as_ref().and_then(|limits| limits.export_rows).unwrap_or(i64::MAX)
        });
        assert!(rows.is_sorted_by(|one, other| one < other));
    }

    #[test]
    fn the_tiered_set_shows_a_plan_its_classes() {
        let records = records(PolicySetName::Tiered).unwrap();
        for (plan, classes) in [
            (PlanType::Free, &[][..]),
            (PlanType::TrialPrivateCredit, &[33, 42]),
            (PlanType::TrialUsTreasuries, &[27]),
            (PlanType::PremiumStablecoins, &[28]),
            (PlanType::PremiumAllAccess, &[]),
        ] {
            let policies = policies_of(&records, &role_name(plan));
            let conditions = policies.iter().flat_map(|policy| &policy.r#where);
            let of_class = conditions.filter(|one| one.dimension() == Dimension::AssetClass);
            let found: Vec<i64> = of_class.flat_map(|one| one.ids.clone()).collect();
            assert_eq!(found, classes, "{plan:?}");
        }
    }
}
