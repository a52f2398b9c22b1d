//! Attempts of an administrator, who is no super administrator, to give more than they have: each is refused and recorded.

use kit::error::Problem;
use proto::access::v1::{
    AccessRole, AccessStatus, Action, ArchivePolicyRequest, AssignmentTerms, Condition,
    ConditionOperator, CreateOrganizationRoleRequest, CreateUserRoleRequest, Dimension,
    EndOrganizationRoleRequest, EndUserRoleRequest, Endpoint, FieldMode, Fields, FileFormat,
    Limits, Policy, PolicyAssignment, PolicyInput, PolicyStatus, RemovePolicyAssignmentRequest,
    RoleSource, SetRoleStatusRequest, TimeBounds, UpdateOrganizationRoleRequest,
    UpdatePolicyAssignmentRequest, UpdatePolicyRequest, UpdateUserRoleRequest,
};

use crate::support::{ADA, BOB, HOME, World, ada, allow, bob, deny, on_terms, somebody, terms};

/// Ada's own policy: lists, records and a year of values of treasuries and stablecoins, without the price.
fn own() -> PolicyInput {
    PolicyInput {
        actions: vec![Action::List.into(), Action::Read.into(), Action::Timeseries.into()],
        endpoints: vec![Endpoint::Assets.into(), Endpoint::AssetTimeseries.into()],
        r#where: classes(&[27, 28]),
        fields: Some(Fields { mode: FieldMode::Except.into(), names: vec!["price".to_owned()] }),
        time: Some(TimeBounds { max_days_back: Some(365), ..TimeBounds::default() }),
        limits: Some(Limits {
            rows_per_response: Some(100),
            requests_per_second: Some(2),
            export_formats: vec![FileFormat::Csv.into()],
            ..Limits::default()
        }),
        ..allow("Own")
    }
}

fn classes(ids: &[i64]) -> Vec<Condition> {
    vec![Condition {
        dimension: Dimension::AssetClass.into(),
        operator: ConditionOperator::In.into(),
        ids: ids.to_vec(),
    }]
}

/// Policies that are wider than `own` in one way each.
fn wider() -> Vec<PolicyInput> {
    let named = |place: usize, policy: PolicyInput| PolicyInput {
        name: format!("Wider {place}"),
        ..policy
    };
    let limits = own().limits.unwrap();
    let policies = [
        PolicyInput { actions: vec![Action::Export.into()], ..own() },
        PolicyInput { actions: vec![Action::Aggregate.into()], ..own() },
        PolicyInput { actions: vec![Action::Stream.into()], ..own() },
        PolicyInput { endpoints: vec![Endpoint::Tokens.into()], ..own() },
        PolicyInput { endpoints: vec![Endpoint::Transactions.into()], ..own() },
        PolicyInput { r#where: vec![], ..own() },
        PolicyInput { r#where: classes(&[27, 33]), ..own() },
        PolicyInput { fields: None, ..own() },
        PolicyInput {
            fields: Some(Fields { mode: FieldMode::Only.into(), names: vec!["price".to_owned()] }),
            ..own()
        },
        PolicyInput { time: None, ..own() },
        PolicyInput {
            time: Some(TimeBounds { max_days_back: Some(366), ..TimeBounds::default() }),
            ..own()
        },
        PolicyInput { limits: None, ..own() },
        PolicyInput {
            limits: Some(Limits { rows_per_response: Some(101), ..limits.clone() }),
            ..own()
        },
        PolicyInput { limits: Some(Limits { requests_per_second: None, ..limits }), ..own() },
        // Its networks and its times do not make it narrower.
        PolicyInput { r#where: vec![], ip_cidrs: vec!["192.0.2.1/32".to_owned()], ..own() },
        PolicyInput { r#where: vec![], expires_at: Some(2_000), ..own() },
    ];
    policies.into_iter().enumerate().map(|(place, policy)| named(place, policy)).collect()
}

struct Fixture {
    world: World,
    /// A role with `own`, which Ada's organization holds, and its assignment.
    role: AccessRole,
    policy: Policy,
    assignment: PolicyAssignment,
    attempts: usize,
}

impl Fixture {
    async fn start() -> Self {
        let mut world = World::start().await;
        let (role, policy) = (world.role("desk").await, world.policy(own()).await);
        let assignment = world.assign(&role.id, &policy.id).await;
        let request = CreateOrganizationRoleRequest {
            organization_id: HOME.to_owned(),
            role_id: role.id.clone(),
            reason: "Their work".to_owned(),
            ..CreateOrganizationRoleRequest::default()
        };
        ada(world.calls.create_organization_role(request)).await.unwrap();
        Self { world, role, policy, assignment, attempts: 0 }
    }

    /// From now on Ada has only what she holds.
    async fn restrict(&mut self) {
        self.world.appoint(BOB).await;
    }

    fn refused<T: std::fmt::Debug>(
        &mut self,
        outcome: Result<T, Problem>,
        reason: &str,
        what: &str,
    ) {
        let found = outcome.map_err(|problem| problem.reason.into_owned());
        assert_eq!(found.unwrap_err(), reason, "{what}");
        self.attempts += 1;
    }

    async fn grant(&mut self, role_id: &str) -> Result<(), Problem> {
        let request = CreateUserRoleRequest {
            user_id: somebody(),
            role_id: role_id.to_owned(),
            reason: "Please".to_owned(),
            ..CreateUserRoleRequest::default()
        };
        ada(self.world.calls.create_user_role(request)).await.map(drop)
    }

    /// Every attempt is in the history, with its actor.
    fn settle(mut self, at_least: usize) -> impl Future<Output = ()> {
        Box::pin(async move {
            assert!(self.attempts >= at_least, "{}", self.attempts);
            let mut found = 0;
            for entry in self.world.refusals().await {
                assert_eq!(entry.actor_id.as_deref(), Some(ADA));
                found += 1;
            }
            assert_eq!(found, self.attempts.min(50), "a page has fifty");
            self.world.settle().await;
        })
    }
}

#[tokio::test]
async fn wider_policies_are_neither_assigned_nor_granted() {
    let mut fixture = Fixture::start().await;
    let mut prepared = Vec::new();
    for (place, policy) in wider().into_iter().enumerate() {
        let policy = fixture.world.policy(policy).await;
        prepared.push((policy, fixture.world.role(&format!("wider-{place}")).await));
    }
    fixture.restrict().await;
    for (policy, role) in &prepared {
        let request = on_terms(&role.id, &policy.id, terms());
        let outcome = ada(fixture.world.calls.create_policy_assignment(request.clone())).await;
        fixture.refused(outcome, "escalation", &policy.name);
        // Bob may, and Ada may not grant the role that has it now, to a user or to an organization.
        bob(fixture.world.calls.create_policy_assignment(request)).await.unwrap();
        let outcome = fixture.grant(&role.id).await;
        fixture.refused(outcome, "escalation", &policy.name);
        let request = CreateOrganizationRoleRequest {
            organization_id: HOME.to_owned(),
            role_id: role.id.clone(),
            reason: "Ours".to_owned(),
            ..CreateOrganizationRoleRequest::default()
        };
        let outcome = ada(fixture.world.calls.create_organization_role(request)).await;
        fixture.refused(outcome, "escalation", &policy.name);
    }
    fixture.settle(45).await;
}

#[tokio::test]
async fn policies_in_use_are_not_widened() {
    let mut fixture = Fixture::start().await;
    fixture.restrict().await;
    for policy in wider() {
        let request = UpdatePolicyRequest {
            id: fixture.policy.id.clone(),
            version: 1,
            policy: Some(policy.clone()),
            reason: None,
        };
        let outcome = ada(fixture.world.calls.update_policy(request)).await;
        fixture.refused(outcome, "escalation", &policy.name);
    }
    fixture.settle(16).await;
}

#[tokio::test]
async fn what_is_contained_may_be_given() {
    let mut fixture = Fixture::start().await;
    fixture.restrict().await;
    let narrower = PolicyInput {
        name: "Narrower".to_owned(),
        actions: vec![Action::List.into()],
        endpoints: vec![Endpoint::Assets.into()],
        r#where: classes(&[27]),
        ..own()
    };
    let policy = fixture.world.policy(narrower.clone()).await;
    let role = fixture.world.role("junior").await;
    fixture.world.assign(&role.id, &policy.id).await;
    fixture.grant(&role.id).await.unwrap();
    // Within what Ada has, it may also be changed.
    let other = PolicyInput { r#where: classes(&[28]), ..narrower };
    let request =
        UpdatePolicyRequest { id: policy.id, version: 1, policy: Some(other), reason: None };
    ada(fixture.world.calls.update_policy(request)).await.unwrap();
    fixture.settle(0).await;
}

#[tokio::test]
async fn disabled_and_ended_grants_are_not_brought_back() {
    let mut fixture = Fixture::start().await;
    let policy = fixture.world.policy(PolicyInput { r#where: vec![], ..allow("All") }).await;
    let role = fixture.world.role("all").await;
    let off = AssignmentTerms { status: AccessStatus::Disabled.into(), ..terms() };
    let request = on_terms(&role.id, &policy.id, off);
    let off = ada(fixture.world.calls.create_policy_assignment(request)).await.unwrap();
    let off = off.assignment.unwrap();
    let ended = fixture.world.role("ended").await;
    let past = AssignmentTerms { expires_at: Some(1_000), ..terms() };
    let request = on_terms(&ended.id, &policy.id, past);
    let past = ada(fixture.world.calls.create_policy_assignment(request)).await.unwrap();
    let past = past.assignment.unwrap();
    let asleep = fixture.world.role("asleep").await;
    fixture.world.assign(&asleep.id, &policy.id).await;
    let status = AccessStatus::Disabled.into();
    let request = SetRoleStatusRequest { id: asleep.id.clone(), version: 1, status, reason: None };
    ada(fixture.world.calls.set_role_status(request)).await.unwrap();
    let draft = PolicyInput {
        status: PolicyStatus::Draft.into(),
        r#where: vec![],
        ..allow("Draft of all")
    };
    let draft = fixture.world.policy(draft).await;
    fixture.world.assign(&fixture.role.id.clone(), &draft.id).await;
    fixture.restrict().await;

    for assignment in [off, past] {
        let request =
            UpdatePolicyAssignmentRequest { id: assignment.id, version: 1, terms: Some(terms()) };
        let outcome = ada(fixture.world.calls.update_policy_assignment(request)).await;
        fixture.refused(outcome, "escalation", "terms");
    }
    let status = AccessStatus::Active.into();
    let request = SetRoleStatusRequest { id: asleep.id, version: 2, status, reason: None };
    let outcome = ada(fixture.world.calls.set_role_status(request)).await;
    fixture.refused(outcome, "escalation", "the status of a role");
    let active = PolicyInput { r#where: vec![], ..allow("Draft of all") };
    let request =
        UpdatePolicyRequest { id: draft.id, version: 1, policy: Some(active), reason: None };
    let outcome = ada(fixture.world.calls.update_policy(request)).await;
    fixture.refused(outcome, "escalation", "the status of a policy");
    fixture.settle(4).await;
}

#[tokio::test]
async fn roles_of_others_are_not_prolonged() {
    let mut fixture = Fixture::start().await;
    let policy = fixture.world.policy(allow("All")).await;
    let role = fixture.world.role("all").await;
    fixture.world.assign(&role.id, &policy.id).await;
    let soon = kit::clock::milliseconds(fixture.world.clock.now()) + 60_000;
    let request = CreateUserRoleRequest {
        user_id: somebody(),
        role_id: role.id.clone(),
        expires_at: Some(soon),
        reason: "A minute".to_owned(),
        ..CreateUserRoleRequest::default()
    };
    let of_user = ada(fixture.world.calls.create_user_role(request)).await.unwrap();
    let request = CreateOrganizationRoleRequest {
        organization_id: somebody(),
        role_id: role.id,
        expires_at: Some(soon),
        reason: "A minute".to_owned(),
        ..CreateOrganizationRoleRequest::default()
    };
    let of_organization = ada(fixture.world.calls.create_organization_role(request)).await.unwrap();
    fixture.restrict().await;
    let request = UpdateUserRoleRequest {
        id: of_user.user_role.unwrap().id,
        version: 1,
        starts_at: None,
        expires_at: None,
        reason: "For good".to_owned(),
    };
    let outcome = ada(fixture.world.calls.update_user_role(request.clone())).await;
    fixture.refused(outcome, "escalation", "the role of a user");
    // Another reason alone is no escalation.
    let request = UpdateUserRoleRequest { expires_at: Some(soon), ..request };
    ada(fixture.world.calls.update_user_role(request)).await.unwrap();
    let request = UpdateOrganizationRoleRequest {
        id: of_organization.organization_role.unwrap().id,
        version: 1,
        starts_at: None,
        expires_at: None,
        reason: "For good".to_owned(),
    };
    let outcome = ada(fixture.world.calls.update_organization_role(request)).await;
    fixture.refused(outcome, "escalation", "the role of an organization");
    fixture.settle(2).await;
}

#[tokio::test]
async fn denials_are_not_weakened() {
    let mut fixture = Fixture::start().await;
    let denial = fixture.world.policy(deny("No assets")).await;
    let role = fixture.world.role("denied").await;
    let assignment = fixture.world.assign(&role.id, &denial.id).await;
    let request = CreateUserRoleRequest {
        user_id: somebody(),
        role_id: role.id.clone(),
        reason: "A sanction".to_owned(),
        ..CreateUserRoleRequest::default()
    };
    let of_user = ada(fixture.world.calls.create_user_role(request)).await.unwrap();
    let request = CreateOrganizationRoleRequest {
        organization_id: HOME.to_owned(),
        role_id: role.id.clone(),
        reason: "A sanction".to_owned(),
        ..CreateOrganizationRoleRequest::default()
    };
    let of_home = ada(fixture.world.calls.create_organization_role(request)).await.unwrap();
    let of_home = of_home.organization_role.unwrap();
    assert_eq!(of_home.source(), RoleSource::Manual);
    fixture.restrict().await;

    let what = "denial_weakened";
    let request = ArchivePolicyRequest { id: denial.id.clone(), version: 1, reason: None };
    let outcome = ada(fixture.world.calls.archive_policy(request)).await;
    fixture.refused(outcome, what, "archived");
    for weaker in [
        PolicyInput { actions: vec![Action::List.into()], ..deny("No assets") },
        PolicyInput { r#where: classes(&[27]), ..deny("No assets") },
        PolicyInput { expires_at: Some(1_000), ..deny("No assets") },
        allow("No assets"),
    ] {
        let request = UpdatePolicyRequest {
            id: denial.id.clone(),
            version: 1,
            policy: Some(weaker),
            reason: None,
        };
        let outcome = ada(fixture.world.calls.update_policy(request)).await;
        fixture.refused(outcome, what, "changed");
    }
    let request =
        RemovePolicyAssignmentRequest { id: assignment.id.clone(), version: 1, reason: None };
    let outcome = ada(fixture.world.calls.remove_policy_assignment(request)).await;
    fixture.refused(outcome, what, "removed");
    for weaker in [
        AssignmentTerms { status: AccessStatus::Disabled.into(), ..terms() },
        AssignmentTerms { expires_at: Some(1_000), ..terms() },
    ] {
        let id = assignment.id.clone();
        let request = UpdatePolicyAssignmentRequest { id, version: 1, terms: Some(weaker) };
        let outcome = ada(fixture.world.calls.update_policy_assignment(request)).await;
        fixture.refused(outcome, what, "other terms");
    }
    let status = AccessStatus::Disabled.into();
    let request = SetRoleStatusRequest { id: role.id, version: 1, status, reason: None };
    let outcome = ada(fixture.world.calls.set_role_status(request)).await;
    fixture.refused(outcome, what, "disabled");
    let id = of_user.user_role.unwrap().id;
    let request = EndUserRoleRequest { id, version: 1, reason: "Enough".to_owned() };
    let outcome = ada(fixture.world.calls.end_user_role(request)).await;
    fixture.refused(outcome, what, "taken from a user");
    let request =
        EndOrganizationRoleRequest { id: of_home.id, version: 1, reason: "Enough".to_owned() };
    let outcome = ada(fixture.world.calls.end_organization_role(request)).await;
    fixture.refused(outcome, what, "taken from an organization");
    // Another name does not weaken it.
    let request = UpdatePolicyRequest {
        id: denial.id.clone(),
        version: 1,
        policy: Some(deny("No assets at all")),
        reason: None,
    };
    ada(fixture.world.calls.update_policy(request)).await.unwrap();
    // What has ended may go.
    assert_eq!(fixture.assignment.version, 1);
    fixture.settle(11).await;
}
