//! Assignments of policies to roles.

use kit::bus::Envelope;
use kit::testing;
use proto::access::v1::{
    AccessAuditAction, AccessStatus, ArchivePolicyRequest, AssignmentTerms, Change, Condition,
    ConditionOperator, Dimension, GetPolicyAssignmentRequest, Limits, PolicyAssignmentChanged,
    PolicyInput, RemovePolicyAssignmentRequest, UpdatePolicyAssignmentRequest,
};
use proto::query::v1::{Query, QueryValue};

use crate::support::{World, ada, allow, bob, equals, on_terms, reason, terms};

#[tokio::test]
async fn a_policy_is_assigned_on_terms_changed_and_removed() {
    let mut world = World::start().await;
    let (role, policy) = (world.role("desk").await, world.policy(allow("Desk")).await);
    let assignment = world.assign(&role.id, &policy.id).await;
    let again = on_terms(&role.id, &policy.id, terms());
    let again = ada(world.calls.create_policy_assignment(again)).await;
    assert_eq!(reason(again), "policy_already_assigned");

    let other = AssignmentTerms {
        starts_at: Some(1_000),
        expires_at: Some(2_000_000_000_000),
        status: AccessStatus::Disabled.into(),
        limit_overrides: Some(Limits { rows_per_response: Some(50), ..Limits::default() }),
        note: "For a trial".to_owned(),
    };
    let request =
        UpdatePolicyAssignmentRequest { id: assignment.id.clone(), version: 1, terms: Some(other) };
    let updated = bob(world.calls.update_policy_assignment(request.clone())).await.unwrap();
    let updated = updated.assignment.unwrap();
    assert_eq!((updated.version, updated.status()), (2, AccessStatus::Disabled));
    assert_eq!(updated.limit_overrides.as_ref().unwrap().rows_per_response, Some(50));
    let late = ada(world.calls.update_policy_assignment(request)).await;
    assert_eq!(reason(late), "record_changed");
    let got = GetPolicyAssignmentRequest { id: assignment.id.clone() };
    let got = ada(world.calls.get_policy_assignment(got)).await.unwrap();
    assert_eq!((got.assignment.unwrap(), &*got.role_name), (updated, "desk"));
    let filter = Some(equals("role_id", QueryValue::text(&role.id)));
    let query = Query { filter, ..Query::default() };
    let listed = ada(world.calls.list_policy_assignments(query)).await.unwrap();
    assert_eq!(listed.results[0].policy_name, "Desk");

    let request = RemovePolicyAssignmentRequest {
        id: assignment.id.clone(),
        version: 2,
        reason: Some("The trial is over".to_owned()),
    };
    let removed = ada(world.calls.remove_policy_assignment(request.clone())).await.unwrap();
    assert_eq!(removed.epoch, world.epoch().await);
    let gone = ada(world.calls.remove_policy_assignment(request)).await;
    assert_eq!(reason(gone), "policy_assignment_not_found");
    // The pair can be assigned again.
    world.assign(&role.id, &policy.id).await;

    let history = world.history(&assignment.id).await;
    assert_eq!(history.len(), 3);
    assert_eq!(history[0].action(), AccessAuditAction::PolicyAssignmentRemoved);
    assert_eq!(history[0].reason.as_deref(), Some("The trial is over"));
    let fields: Vec<&str> = history[1].changes.iter().map(|one| one.field.as_str()).collect();
    assert_eq!(fields, ["status", "starts_at", "expires_at", "limit_overrides", "note"]);
    testing::outbox_sent(&world.test_db.db).await;
    let events: Vec<Envelope<PolicyAssignmentChanged>> = world.bus.events().await;
    let of_first = events.iter().filter(|one| one.event.policy_assignment_id == assignment.id);
    let changes: Vec<Change> = of_first.map(|one| one.event.change()).collect();
    assert_eq!(changes, [Change::Created, Change::Updated, Change::Ended]);
    let of_role = events.iter().filter(|one| one.event.role_id == role.id);
    assert_eq!(of_role.count(), 4, "the pair was assigned again");
    world.settle().await;
}

#[tokio::test]
async fn terms_only_tighten_and_archived_policies_are_not_assigned() {
    let mut world = World::start().await;
    let (role, policy) = (world.role("desk").await, world.policy(allow("Desk")).await);
    let loose = AssignmentTerms {
        limit_overrides: Some(Limits { rows_per_response: Some(101), ..Limits::default() }),
        starts_at: Some(2_000),
        expires_at: Some(1_000),
        status: 0,
        note: "x".repeat(501),
    };
    let request = on_terms(&role.id, &policy.id, loose);
    let refused = ada(world.calls.create_policy_assignment(request)).await.unwrap_err();
    let paths: Vec<&str> = refused.violations.iter().map(|one| one.path.as_str()).collect();
    assert_eq!(paths, ["expires_at", "status", "note", "limit_overrides.rows_per_response"]);
    let request =
        ArchivePolicyRequest { id: policy.id.clone(), version: policy.version, reason: None };
    ada(world.calls.archive_policy(request)).await.unwrap();
    let request = on_terms(&role.id, &policy.id, terms());
    let refused = ada(world.calls.create_policy_assignment(request)).await;
    assert_eq!(reason(refused), "policy_archived");
    world.settle().await;
}

#[tokio::test]
async fn a_role_has_no_more_permissions_than_are_evaluated() {
    let mut world = World::start().await;
    let role = world.role("desk").await;
    // Each allows an asset that no other one does, within a limit of its own.
    for place in 1..=64_i64 {
        let policy = world.policy(of_asset(place)).await;
        world.assign(&role.id, &policy.id).await;
    }
    let policy = world.policy(of_asset(65)).await;
    let request = on_terms(&role.id, &policy.id, terms());
    let refused = ada(world.calls.create_policy_assignment(request)).await;
    assert_eq!(reason(refused), "limit_reached");
    world.settle().await;
}

fn of_asset(id: i64) -> PolicyInput {
    PolicyInput {
        r#where: vec![Condition {
            dimension: Dimension::Asset.into(),
            operator: ConditionOperator::In.into(),
            ids: vec![id],
        }],
        limits: Some(Limits { rows_per_response: Some(id), ..Limits::default() }),
        ..allow(&format!("Asset {id}"))
    }
}
