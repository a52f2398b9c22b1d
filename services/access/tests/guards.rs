//! Managed records, reserved names and an administrator's own roles.

use kit::error::ErrorCode;
use kit::testing::{self, SecurityLog};
use proto::access::v1::{
    AccessStatus, ArchivePolicyRequest, CreateOrganizationRoleRequest, CreatePolicyRequest,
    CreateRoleRequest, CreateUserRoleRequest, EndUserRoleRequest, RemovePolicyAssignmentRequest,
    SetRoleStatusRequest, UpdatePolicyAssignmentRequest, UpdatePolicyRequest, UpdateRoleRequest,
    UpdateUserRoleRequest,
};
use proto::identity::v1::Role;

use crate::support::{
    ADA, BOB, World, ada, administrator, allow, as_person, bob, on_terms, reason, role_input,
    somebody, terms,
};

#[tokio::test]
async fn managed_records_are_not_edited() {
    let mut world = World::start().await;
    let role = world.id_of("roles", "plan.free").await;
    let policy = world.id_of("policies", "plan.free").await;
    let assignment: String = sqlx::query_scalar(
        "SELECT id::text FROM policy_assignments WHERE role_id = $1::uuid AND policy_id = $2::uuid",
    )
    .bind(&role)
    .bind(&policy)
    .fetch_one(&mut *world.test_db.db.conn().await.unwrap())
    .await
    .unwrap();
    let custom = world.policy(allow("Desk")).await;
    let epoch = world.epoch().await;
    let mut refused = Vec::new();
    let request = UpdateRoleRequest {
        id: role.clone(),
        version: 1,
        role: Some(role_input("free")),
        reason: None,
    };
    refused.push(reason(ada(world.calls.update_role(request)).await));
    let status = AccessStatus::Disabled.into();
    let request = SetRoleStatusRequest { id: role.clone(), version: 1, status, reason: None };
    refused.push(reason(ada(world.calls.set_role_status(request)).await));
    let request = UpdatePolicyRequest {
        id: policy.clone(),
        version: 1,
        policy: Some(allow("Free")),
        reason: None,
    };
    refused.push(reason(ada(world.calls.update_policy(request)).await));
    let request = ArchivePolicyRequest { id: policy.clone(), version: 1, reason: None };
    refused.push(reason(ada(world.calls.archive_policy(request)).await));
    let request =
        UpdatePolicyAssignmentRequest { id: assignment.clone(), version: 1, terms: Some(terms()) };
    refused.push(reason(ada(world.calls.update_policy_assignment(request)).await));
    let request = RemovePolicyAssignmentRequest { id: assignment, version: 1, reason: None };
    refused.push(reason(ada(world.calls.remove_policy_assignment(request)).await));
    let request = on_terms(&role, &custom.id, terms());
    refused.push(reason(ada(world.calls.create_policy_assignment(request)).await));
    assert_eq!(refused, ["record_managed"; 7]);
    assert_eq!(world.epoch().await, epoch, "a refusal changes nothing");
    let entries = world.refusals().await;
    assert_eq!(entries.len(), 7);
    assert!(entries.iter().all(|entry| entry.refusal.as_deref() == Some("record_managed")));
    assert_eq!(entries[6].record_id.as_deref(), Some(&*role));
    // A managed policy may be assigned to another role.
    let role = world.role("desk").await;
    world.assign(&role.id, &policy).await;
    world.settle().await;
}

#[tokio::test]
async fn reserved_names_are_refused() {
    let mut world = World::start().await;
    let role = world.role("desk").await;
    for name in ["plan.gold", "internal.root"] {
        let request = CreateRoleRequest { role: Some(role_input(name)), reason: None };
        let refused = ada(world.calls.create_role(request)).await.unwrap_err();
        assert_eq!((refused.code, &*refused.reason), (ErrorCode::Forbidden, "name_reserved"));
        let request = UpdateRoleRequest {
            id: role.id.clone(),
            version: 1,
            role: Some(role_input(name)),
            reason: None,
        };
        assert_eq!(reason(ada(world.calls.update_role(request)).await), "name_reserved");
        let request = CreatePolicyRequest { policy: Some(allow(name)), reason: None };
        assert_eq!(reason(ada(world.calls.create_policy(request)).await), "name_reserved");
    }
    let entries = world.refusals().await;
    assert_eq!(entries.len(), 6);
    let name = |entry: &proto::access::v1::AccessAuditEntry| {
        let name = entry.changes.iter().find(|change| change.field == "name");
        name.unwrap().after[0].clone()
    };
    assert_eq!(name(&entries[0]), "internal.root");
    let statement = "UPDATE roles SET name = 'plan.gold' WHERE name = 'desk'";
    assert!(world.execute(statement).await.is_err(), "the database refuses it, too");
    world.settle().await;
}

#[tokio::test]
async fn nobody_changes_their_own_roles() {
    let log = SecurityLog::record();
    let mut world = World::start().await;
    let role = world.role("desk").await;
    let own = |user_id: &str| CreateUserRoleRequest {
        user_id: user_id.to_owned(),
        role_id: role.id.clone(),
        reason: "For me".to_owned(),
        ..CreateUserRoleRequest::default()
    };
    assert_eq!(reason(ada(world.calls.create_user_role(own(ADA))).await), "own_roles");
    let given = bob(world.calls.create_user_role(own(ADA))).await.unwrap().user_role.unwrap();
    let longer = UpdateUserRoleRequest {
        id: given.id.clone(),
        version: 1,
        starts_at: Some(1_000),
        expires_at: None,
        reason: "Longer".to_owned(),
    };
    assert_eq!(reason(ada(world.calls.update_user_role(longer)).await), "own_roles");
    let end = EndUserRoleRequest { id: given.id, version: 1, reason: "Enough".to_owned() };
    assert_eq!(reason(ada(world.calls.end_user_role(end)).await), "own_roles");
    let entries = world.refusals().await;
    assert_eq!(entries.len(), 3);
    assert!(entries.iter().all(|entry| entry.actor_id.as_deref() == Some(ADA)));
    assert_eq!(entries[2].user_id.as_deref(), Some(ADA));
    let refused = log.entries().into_iter().filter(|line| line["outcome"] == "refused");
    assert_eq!(refused.count(), 3);
    world.settle().await;
}

#[tokio::test]
async fn only_administrators_with_a_fresh_sign_in_write() {
    let mut world = World::start().await;
    let request = CreateRoleRequest { role: Some(role_input("desk")), reason: None };
    let customer = testing::person(&somebody(), Role::Customer);
    let refused = as_person(customer, world.calls.create_role(request.clone())).await;
    assert_eq!(reason(refused), "role_required");
    let stale = kit::peers::Person { fresh_until: 0, ..(*administrator(ADA)).clone() };
    let refused = as_person(stale.into(), world.calls.create_role(request)).await;
    assert_eq!(reason(refused), "fresh_sign_in_required");
    world.settle().await;
}

#[tokio::test]
async fn super_administrators_are_appointed_by_each_other() {
    let mut world = World::start().await;
    let role_id = world.id_of("roles", "internal.super_administrator").await;
    let appoint = |user_id: &str| CreateUserRoleRequest {
        user_id: user_id.to_owned(),
        role_id: role_id.clone(),
        reason: "Head of data".to_owned(),
        ..CreateUserRoleRequest::default()
    };
    // As long as there is none, each administrator may appoint one.
    let first = ada(world.calls.create_user_role(appoint(BOB))).await.unwrap().user_role.unwrap();
    let refused = ada(world.calls.create_user_role(appoint(&somebody()))).await;
    assert_eq!(reason(refused), "super_administrator_required");
    let end = EndUserRoleRequest { id: first.id, version: 1, reason: "Out".to_owned() };
    let refused = ada(world.calls.end_user_role(end.clone())).await;
    assert_eq!(reason(refused), "super_administrator_required");
    assert_eq!(reason(bob(world.calls.end_user_role(end)).await), "own_roles");
    bob(world.calls.create_user_role(appoint(ADA))).await.unwrap();
    // Only users hold the role, and everywhere.
    let scoped =
        CreateUserRoleRequest { organization_id: Some(somebody()), ..appoint(&somebody()) };
    assert_eq!(reason(ada(world.calls.create_user_role(scoped)).await), "input_invalid");
    let request = CreateOrganizationRoleRequest {
        organization_id: somebody(),
        role_id: role_id.clone(),
        reason: "All of us".to_owned(),
        ..CreateOrganizationRoleRequest::default()
    };
    assert_eq!(reason(ada(world.calls.create_organization_role(request)).await), "input_invalid");
    world.settle().await;
}
