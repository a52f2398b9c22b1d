//! The roles that organizations hold by their plans, as identity announces these.

pub(crate) mod events;
pub mod reconcile;

mod apply;

use proto::codec::Text;
use proto::identity::v1::PlanType;

pub(crate) use apply::{PlanState, apply, remove};

/// The role of visitors who are not signed in.
pub(crate) const ANONYMOUS: &str = "plan.anonymous";
/// The role of the free plan.
pub(crate) const FREE: &str = "plan.free";

/// The name of the role of a plan.
pub(crate) fn role_name(plan: PlanType) -> String {
    format!("plan.{}", plan.text().to_lowercase())
}

/// Whether a plan is a trial.
fn is_trial(plan: PlanType) -> bool {
    plan.text().starts_with("TRIAL_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_plan_has_a_role() {
        assert_eq!(role_name(PlanType::Free), FREE);
        assert_eq!(role_name(PlanType::TrialAllAccess), "plan.trial_all_access");
        assert!(is_trial(PlanType::TrialStablecoins) && !is_trial(PlanType::PremiumStablecoins));
    }
}
