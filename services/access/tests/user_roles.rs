//! Roles of users and of organizations.

use kit::bus::Envelope;
use kit::testing;
use proto::access::v1::{
    AccessAuditAction, AccessAuditEntry, AccessStatus, Change, CreateOrganizationRoleRequest,
    CreateUserRoleRequest, EndOrganizationRoleRequest, EndUserRoleRequest,
    GetOrganizationRoleRequest, GetUserRoleRequest, OrganizationRoleChanged, RoleSource,
    SetRoleStatusRequest, UpdateOrganizationRoleRequest, UpdateUserRoleRequest, UserRoleChanged,
};
use proto::query::v1::{Query, QueryValue};

use crate::support::{ADA, World, ada, bob, equals, reason, somebody};

fn to_user(user_id: &str, role_id: &str, organization_id: Option<&str>) -> CreateUserRoleRequest {
    CreateUserRoleRequest {
        user_id: user_id.to_owned(),
        role_id: role_id.to_owned(),
        organization_id: organization_id.map(str::to_owned),
        starts_at: None,
        expires_at: None,
        reason: "Covers the desk".to_owned(),
    }
}

fn to_organization(organization_id: &str, role_id: &str) -> CreateOrganizationRoleRequest {
    CreateOrganizationRoleRequest {
        organization_id: organization_id.to_owned(),
        role_id: role_id.to_owned(),
        starts_at: None,
        expires_at: None,
        reason: "A pilot".to_owned(),
    }
}

#[tokio::test]
async fn a_user_gets_a_role_on_other_terms_and_loses_it() {
    let mut world = World::start().await;
    let (role, user, organization) = (world.role("desk").await, somebody(), somebody());
    let created =
        ada(world.calls.create_user_role(to_user(&user, &role.id, Some(&organization)))).await;
    let created = created.unwrap().user_role.unwrap();
    assert_eq!(created.granted_by.as_deref(), Some(ADA));
    let again = to_user(&user, &role.id, Some(&organization));
    assert_eq!(reason(ada(world.calls.create_user_role(again)).await), "role_already_held");
    // Everywhere is another role.
    ada(world.calls.create_user_role(to_user(&user, &role.id, None))).await.unwrap();

    let request = UpdateUserRoleRequest {
        id: created.id.clone(),
        version: 1,
        starts_at: None,
        expires_at: Some(4_000_000_000_000),
        reason: "Until the end of the century".to_owned(),
    };
    let refused = ada(world.calls.update_user_role(request.clone())).await.unwrap_err();
    assert_eq!(refused.violations[0].path, "expires_at");
    let soon = kit::clock::milliseconds(world.clock.now()) + 60_000;
    let request = UpdateUserRoleRequest { expires_at: Some(soon), ..request };
    let updated = bob(world.calls.update_user_role(request.clone())).await.unwrap();
    let updated = updated.user_role.unwrap();
    assert_eq!((updated.version, updated.expires_at), (2, Some(soon)));
    assert_eq!(reason(ada(world.calls.update_user_role(request)).await), "record_changed");
    let got = GetUserRoleRequest { id: created.id.clone() };
    let got = ada(world.calls.get_user_role(got)).await.unwrap();
    assert_eq!((got.user_role.unwrap(), &*got.role_name), (updated, "desk"));
    let filter = Some(equals("user_id", QueryValue::text(&user)));
    let query = Query { filter, ..Query::default() };
    assert_eq!(ada(world.calls.list_user_roles(query)).await.unwrap().results.len(), 2);

    let request =
        EndUserRoleRequest { id: created.id.clone(), version: 2, reason: "Moved on".to_owned() };
    let unexplained = EndUserRoleRequest { reason: " ".to_owned(), ..request.clone() };
    assert_eq!(reason(ada(world.calls.end_user_role(unexplained)).await), "input_invalid");
    ada(world.calls.end_user_role(request.clone())).await.unwrap();
    assert_eq!(reason(ada(world.calls.end_user_role(request)).await), "user_role_not_found");

    let history = world.history(&created.id).await;
    let actions: Vec<AccessAuditAction> = history.iter().map(AccessAuditEntry::action).collect();
    assert_eq!(
        actions,
        [
            AccessAuditAction::UserRoleEnded,
            AccessAuditAction::UserRoleUpdated,
            AccessAuditAction::UserRoleCreated
        ]
    );
    assert!(history.iter().all(|entry| entry.user_id.as_deref() == Some(&*user)));
    assert_eq!(history[0].reason.as_deref(), Some("Moved on"));
    testing::outbox_sent(&world.test_db.db).await;
    let events: Vec<Envelope<UserRoleChanged>> = world.bus.events().await;
    let of_first = events.iter().filter(|one| one.event.user_role_id == created.id);
    let changes: Vec<Change> = of_first.map(|one| one.event.change()).collect();
    assert_eq!(changes, [Change::Created, Change::Updated, Change::Ended]);
    assert!(events.iter().all(|one| one.event.user_id == user));
    world.settle().await;
}

#[tokio::test]
async fn an_organization_gets_a_role_and_loses_it() {
    let mut world = World::start().await;
    let (role, organization) = (world.role("desk").await, somebody());
    let created =
        ada(world.calls.create_organization_role(to_organization(&organization, &role.id))).await;
    let created = created.unwrap().organization_role.unwrap();
    assert_eq!(created.source(), RoleSource::Manual);
    let again = to_organization(&organization, &role.id);
    let again = ada(world.calls.create_organization_role(again)).await;
    assert_eq!(reason(again), "role_already_held");
    let soon = kit::clock::milliseconds(world.clock.now()) + 60_000;
    let request = UpdateOrganizationRoleRequest {
        id: created.id.clone(),
        version: 1,
        starts_at: None,
        expires_at: Some(soon),
        reason: "A short pilot".to_owned(),
    };
    let updated = ada(world.calls.update_organization_role(request.clone())).await.unwrap();
    assert_eq!(updated.organization_role.unwrap().expires_at, Some(soon));
    let late = ada(world.calls.update_organization_role(request)).await;
    assert_eq!(reason(late), "record_changed");
    let got = GetOrganizationRoleRequest { id: created.id.clone() };
    let got = ada(world.calls.get_organization_role(got)).await.unwrap();
    assert_eq!(got.organization_role.unwrap().version, 2);
    let filter = Some(equals("source", QueryValue::text("manual")));
    let query = Query { filter, ..Query::default() };
    assert_eq!(ada(world.calls.list_organization_roles(query)).await.unwrap().results.len(), 1);
    let request = EndOrganizationRoleRequest {
        id: created.id.clone(),
        version: 2,
        reason: "The pilot is over".to_owned(),
    };
    ada(world.calls.end_organization_role(request)).await.unwrap();
    testing::outbox_sent(&world.test_db.db).await;
    let events: Vec<Envelope<OrganizationRoleChanged>> = world.bus.events().await;
    let changes: Vec<Change> = events.iter().map(|one| one.event.change()).collect();
    assert_eq!(changes, [Change::Created, Change::Updated, Change::Ended]);
    assert!(events.iter().all(|one| one.event.organization_id == organization));
    world.settle().await;
}

#[tokio::test]
async fn a_disabled_role_is_not_granted() {
    let mut world = World::start().await;
    let role = world.role("desk").await;
    let status = AccessStatus::Disabled.into();
    let request = SetRoleStatusRequest { id: role.id.clone(), version: 1, status, reason: None };
    ada(world.calls.set_role_status(request)).await.unwrap();
    let granted = ada(world.calls.create_user_role(to_user(&somebody(), &role.id, None))).await;
    assert_eq!(reason(granted), "role_disabled");
    let granted = to_organization(&somebody(), &role.id);
    assert_eq!(reason(ada(world.calls.create_organization_role(granted)).await), "role_disabled");
    world.settle().await;
}

#[tokio::test]
async fn a_holder_has_a_limited_number_of_roles() {
    let mut world = World::start().await;
    let user = somebody();
    let role = world.role("desk").await;
    for _ in 0..64 {
        let request = to_user(&user, &role.id, Some(&somebody()));
        ada(world.calls.create_user_role(request)).await.unwrap();
    }
    let more = to_user(&user, &role.id, None);
    assert_eq!(reason(ada(world.calls.create_user_role(more)).await), "limit_reached");
    world.settle().await;
}
