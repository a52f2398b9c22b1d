//! The roles of plans by size, and the policies that a caller would have with each plan.

use policy::{HeldRole, PolicyDirectory, PolicySet};
use proto::access::v1::{AccessRole, RoleKind};
use proto::codec::Text as _;
use proto::identity::v1::PlanType;

use super::ceiling::Ceiling;

/// The beginning of the names of the roles, before the name of the plan.
const PREFIX: &str = "plan.";

/// The managed role of a plan.
pub struct PlanRole {
    id: String,
    /// None for the role of visitors, which no organization has.
    plan: Option<PlanType>,
}

/// The policies that a caller would have with a plan.
pub struct PlanPolicies {
    pub plan: Option<PlanType>,
    pub set: PolicySet,
}

/// The managed roles of plans, of which each is followed by those that allow more.
pub fn by_size(directory: &PolicyDirectory, roles: &[AccessRole]) -> Vec<PlanRole> {
    let plans = roles.iter().filter(|role| role.managed && role.kind() == RoleKind::Plan);
    let compiled: Vec<(&AccessRole, PolicySet)> = plans
        .filter_map(|role| {
            let held = [HeldRole::new(&role.id, None, None)];
            PolicySet::compile(directory, &held, &[]).ok().map(|set| (role, set))
        })
        .collect();
    let mut sized: Vec<(usize, PlanRole)> = compiled
        .iter()
        .map(|(role, set)| {
            // At any time: managed policies are valid always and from everywhere.
            let smaller = compiled.iter().filter(|(_, other)| set.covers(other, 0, None));
            let name = role.name.strip_prefix(PREFIX).unwrap_or_default().to_uppercase();
            (smaller.count(), PlanRole { id: role.id.clone(), plan: PlanType::from_text(&name) })
        })
        .collect();
    sized.sort_by_key(|(size, role)| (*size, role.plan.map(i32::from)));
    sized.into_iter().map(|(_, role)| role).collect()
}

impl PlanRole {
    pub fn is(&self, role: &HeldRole) -> bool {
        self.id == role.role_id
    }

    /// The policies of a caller with this plan and other roles, below the ceiling of a key; none where they cannot be used
    /// together.
    pub fn with(
        &self,
        directory: &PolicyDirectory,
        others: &[HeldRole],
        ceiling: Option<&Ceiling>,
    ) -> Option<PlanPolicies> {
        let plan = HeldRole::new(&self.id, None, None);
        let roles: Vec<HeldRole> = others.iter().cloned().chain([plan]).collect();
        let layers = ceiling.map_or(&[][..], Ceiling::layers);
        let set = PolicySet::compile(directory, &roles, layers).ok()?;
        Some(PlanPolicies { plan: self.plan, set })
    }
}
