//! Explanations agree with decisions.

use std::collections::BTreeSet;
use std::sync::Arc;

use proptest::prelude::*;
use proto::access::v1::{
    AccessRole, AccessStatus, Action, ApiKeyScope, ConditionVerdict, Dimension, Endpoint,
    Limits as Document, Obstacle, Policy, PolicyAssignment, PolicyStatus,
};

use super::documents::{World, addresses, allowance, grants, is_in, moments};
use crate::*;

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn links_with_effect_are_the_policies_of_the_decision(
        grants in grants(), now in moments(), address in addresses(),
    ) {
        let world = World::new(&grants);
        let set = world.set(&[]);
        for (endpoint, action) in [
            (Endpoint::Assets, Action::List),
            (Endpoint::AssetTimeseries, Action::Export),
            (Endpoint::Tokens, Action::List),
        ] {
            let documents = Documents {
                roles: &world.roles,
                assignments: &world.assignments,
                policies: &world.policies,
            };
            let call = Call { endpoint, action, now, address };
            let explanation =
                explain(documents, (&world.held, &[]), &[], call, &Selection::everything())
                    .unwrap();
            let with_effect: BTreeSet<_> = explanation
                .links
                .iter()
                .filter(|link| link.has_effect())
                .map(|link| link.policy.clone())
                .collect();
            let of_decision: BTreeSet<_> = explanation.decision.policies.iter().cloned().collect();
            prop_assert_eq!(with_effect, of_decision);
            prop_assert_eq!(explanation.links.len(), grants.len());
            prop_assert_eq!(
                &explanation.decision,
                set.decide(endpoint, action, now, address)
            );
        }
    }
}

#[test]
fn a_link_states_every_obstacle_and_each_condition() {
    use Obstacle::{Address, AssignmentNotStarted, PolicyDraft, RoleDisabled, RoleNoLongerHeld};
    let documents = Documents {
        roles: &[AccessRole {
            id: "r".into(),
            status: AccessStatus::Disabled as i32,
            ..AccessRole::default()
        }],
        assignments: &[PolicyAssignment {
            role_id: "r".into(),
            policy_id: "p".into(),
            status: AccessStatus::Active as i32,
            starts_at: Some(20),
            ..PolicyAssignment::default()
        }],
        policies: &[Policy {
            id: "p".into(),
            status: PolicyStatus::Draft as i32,
            r#where: vec![
                is_in(Dimension::AssetClass, &[27]),
                is_in(Dimension::Issuer, &[1]),
                is_in(Dimension::Region, &[1, 2]),
            ],
            endpoints: vec![Endpoint::Assets as i32],
            ip_cidrs: vec!["10.0.0.0/8".into()],
            ..allowance()
        }],
    };
    let call = Call { endpoint: Endpoint::Assets, action: Action::Read, now: 10, address: None };
    let selection =
        Selection::everything().with(Dimension::AssetClass, [28]).with(Dimension::Region, [2]);
    let held = [HeldRole::new("r", None, Some(10))];
    let found = explain(documents, (&held, &[]), &[], call, &selection).unwrap();
    let expected = [
        RoleDisabled,
        RoleNoLongerHeld,
        AssignmentNotStarted,
        PolicyDraft,
        Address,
        Obstacle::Action,
    ];
    assert_eq!(found.links[0].obstacles, expected);
    assert_eq!(
        found.links[0].conditions,
        [
            (Dimension::AssetClass, ConditionVerdict::NotMet),
            (Dimension::Issuer, ConditionVerdict::Partly),
            (Dimension::Region, ConditionVerdict::Met),
        ]
    );
    assert_eq!(found.decision.outcome, Outcome::Denied(DenialReason::NotAllowed));
    assert_eq!(found.links[0].ends, Ends { role: Some(10), ..Ends::default() });
}

#[test]
fn a_role_that_ended_is_explained_and_decides_nothing() {
    let role =
        AccessRole { id: "r".into(), status: AccessStatus::Active as i32, ..AccessRole::default() };
    let assignment = PolicyAssignment {
        role_id: "r".into(),
        policy_id: "allowance".into(),
        status: AccessStatus::Active as i32,
        ..PolicyAssignment::default()
    };
    let documents =
        Documents { roles: &[role], assignments: &[assignment], policies: &[allowance()] };
    let call = Call { endpoint: Endpoint::Assets, action: Action::List, now: 10, address: None };
    let ended = [HeldRole::new("r", None, Some(5))];
    let found = explain(documents, (&[], &ended), &[], call, &Selection::everything()).unwrap();
    assert_eq!(found.decision.outcome, Outcome::Denied(DenialReason::NotAllowed));
    assert_eq!(found.links[0].obstacles, [Obstacle::RoleNoLongerHeld]);
    assert_eq!(found.links[0].ends.role, Some(5));
}

#[test]
fn each_scope_of_a_key_is_compared_with_the_call() {
    let scope = |action: Action, class| ApiKeyScope {
        actions: vec![action as i32],
        endpoints: vec![Endpoint::Assets as i32],
        r#where: vec![is_in(Dimension::AssetClass, &[class])],
    };
    let compiled =
        |scope: &ApiKeyScope| Arc::new(CompiledPolicy::compile(&key_scope(scope), None).unwrap());
    let scopes = [scope(Action::List, 27), scope(Action::Export, 28)];
    let ceiling: Vec<_> = scopes.iter().map(compiled).collect();
    let documents = Documents { roles: &[], assignments: &[], policies: &[] };
    let call = Call { endpoint: Endpoint::Assets, action: Action::List, now: 10, address: None };
    let selection = Selection::everything().with(Dimension::AssetClass, [28]);
    let found = explain(documents, (&[], &[]), &[ceiling], call, &selection).unwrap();
    let verdict = |verdict| vec![(Dimension::AssetClass, verdict)];
    let [first, second] = &found.ceilings[..] else { panic!("{:?}", found.ceilings) };
    assert_eq!(first.obstacles, []);
    assert_eq!(first.conditions, verdict(ConditionVerdict::NotMet));
    assert_eq!(second.obstacles, [Obstacle::Action]);
    assert_eq!(second.conditions, verdict(ConditionVerdict::Met));
}

#[test]
fn an_invalid_policy_or_a_dangling_assignment_makes_no_directory() {
    let role =
        AccessRole { id: "r".into(), status: AccessStatus::Active as i32, ..AccessRole::default() };
    let assignment = |policy_id: &str, overrides| PolicyAssignment {
        id: "a".into(),
        role_id: "r".into(),
        policy_id: policy_id.into(),
        status: AccessStatus::Active as i32,
        limit_overrides: overrides,
        ..PolicyAssignment::default()
    };
    let limits = |rows| Document { rows_per_response: Some(rows), ..Document::default() };
    let policy = Policy { limits: Some(limits(10)), ..allowance() };
    let compile = |assignment, policy| {
        PolicyDirectory::compile(std::slice::from_ref(&role), &[assignment], &[policy])
    };
    assert!(compile(assignment("allowance", Some(limits(5))), policy.clone()).is_ok());
    assert!(compile(assignment("allowance", Some(limits(11))), policy.clone()).is_err());
    assert!(compile(assignment("other", None), policy.clone()).is_err());
    let invalid = Policy { actions: Vec::new(), ..policy };
    assert!(compile(assignment("allowance", None), invalid.clone()).is_err());
    let draft = Policy { status: PolicyStatus::Draft as i32, ..invalid };
    assert!(compile(assignment("allowance", None), draft).is_ok());
}
