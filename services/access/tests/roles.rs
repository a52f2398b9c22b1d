//! Roles: created, changed, disabled and enabled.

use kit::bus::Envelope;
use kit::error::ErrorCode;
use kit::testing;
use proto::access::v1::{
    AccessAuditAction, AccessAuditEntry, AccessStatus, Change, CreateRoleRequest, GetRoleRequest,
    RoleChanged, RoleInput, SetRoleStatusRequest, UpdateRoleRequest,
};
use proto::query::v1::{Paging, Query, QueryValue};

use crate::support::{ADA, BOB, World, ada, bob, equals, reason, role_input};

fn status(id: &str, version: i32, status: AccessStatus) -> SetRoleStatusRequest {
    SetRoleStatusRequest { id: id.to_owned(), version, status: status.into(), reason: None }
}

#[tokio::test]
async fn a_role_is_created_changed_disabled_and_enabled_with_an_epoch_each() {
    let mut world = World::start().await;
    let before = world.epoch().await;
    let request = CreateRoleRequest {
        role: Some(role_input("desk")),
        reason: Some(" A new desk ".to_owned()),
    };
    let created = ada(world.calls.create_role(request)).await.unwrap();
    let role = created.role.unwrap();
    assert_eq!((created.epoch, role.version, role.status()), (before + 1, 1, AccessStatus::Active));
    assert_eq!(role.created_by.as_deref(), Some(ADA));

    let other = RoleInput { display_name: "The desk".to_owned(), ..role_input("desk") };
    let request =
        UpdateRoleRequest { id: role.id.clone(), version: 1, role: Some(other), reason: None };
    let updated = bob(world.calls.update_role(request.clone())).await.unwrap();
    let role = updated.role.unwrap();
    assert_eq!((updated.epoch, role.version), (before + 2, 2));
    assert_eq!(role.updated_by.as_deref(), Some(BOB));
    // The same values again change nothing.
    let request = UpdateRoleRequest { version: 2, ..request };
    let same = ada(world.calls.update_role(request)).await.unwrap();
    assert_eq!((same.epoch, same.role.unwrap()), (before + 2, role.clone()));
    assert_eq!(world.epoch().await, before + 2);

    let disabled =
        ada(world.calls.set_role_status(status(&role.id, 2, AccessStatus::Disabled))).await;
    assert_eq!(disabled.unwrap().role.unwrap().status(), AccessStatus::Disabled);
    let enabled = ada(world.calls.set_role_status(status(&role.id, 3, AccessStatus::Active))).await;
    assert_eq!(enabled.unwrap().epoch, before + 4);
    let got = ada(world.calls.get_role(GetRoleRequest { id: role.id.clone() })).await.unwrap();
    assert_eq!(got.role.unwrap().version, 4);

    let history = world.history(&role.id).await;
    let actions: Vec<AccessAuditAction> = history.iter().map(AccessAuditEntry::action).collect();
    assert_eq!(
        actions,
        [
            AccessAuditAction::RoleEnabled,
            AccessAuditAction::RoleDisabled,
            AccessAuditAction::RoleUpdated,
            AccessAuditAction::RoleCreated
        ]
    );
    assert_eq!(history[3].reason.as_deref(), Some("A new desk"));
    let changes = &history[2].changes;
    assert_eq!(changes.len(), 1);
    assert_eq!(
        (&*changes[0].field, &*changes[0].before[0], &*changes[0].after[0]),
        ("display_name", "desk", "The desk")
    );
    assert_eq!((history[2].actor_id.as_deref(), history[2].record_version), (Some(BOB), Some(2)));

    testing::outbox_sent(&world.test_db.db).await;
    let events: Vec<Envelope<RoleChanged>> = world.bus.events().await;
    let of_role: Vec<_> = events.into_iter().filter(|one| one.event.role_id == role.id).collect();
    let found: Vec<_> = of_role.iter().map(|one| (one.event.epoch, one.event.change())).collect();
    let expected = [
        (before + 1, Change::Created),
        (before + 2, Change::Updated),
        (before + 3, Change::Ended),
        (before + 4, Change::Updated),
    ];
    assert_eq!(found, expected);
    world.settle().await;
}

#[tokio::test]
async fn a_conflict_says_what_changed_and_by_whom() {
    let mut world = World::start().await;
    let role = world.role("desk").await;
    let renamed = RoleInput { name: "front-desk".to_owned(), ..role_input("desk") };
    let request =
        UpdateRoleRequest { id: role.id.clone(), version: 1, role: Some(renamed), reason: None };
    bob(world.calls.update_role(request)).await.unwrap();
    let late = UpdateRoleRequest {
        id: role.id.clone(),
        version: 1,
        role: Some(role_input("back-desk")),
        reason: None,
    };
    let conflict = ada(world.calls.update_role(late)).await.unwrap_err();
    assert_eq!((conflict.code, &*conflict.reason), (ErrorCode::Precondition, "record_changed"));
    assert!(conflict.message.contains("version 2"), "{}", conflict.message);
    assert_eq!(conflict.violations.len(), 1);
    assert_eq!(conflict.violations[0].path, "name");
    let message = &conflict.violations[0].message;
    assert!(message.contains(BOB) && message.ends_with("to front-desk"), "{message}");
    let late = status(&role.id, 7, AccessStatus::Disabled);
    assert_eq!(reason(ada(world.calls.set_role_status(late)).await), "record_changed");
    world.settle().await;
}

#[tokio::test]
async fn wrong_values_are_refused_with_their_fields() {
    let mut world = World::start().await;
    let wrong = RoleInput {
        name: "No".to_owned(),
        display_name: " ".to_owned(),
        description: "x".repeat(1_001),
    };
    let request = CreateRoleRequest { role: Some(wrong), reason: None };
    let refused = ada(world.calls.create_role(request)).await.unwrap_err();
    assert_eq!(refused.code, ErrorCode::Invalid);
    let paths: Vec<&str> = refused.violations.iter().map(|one| one.path.as_str()).collect();
    assert_eq!(paths, ["name", "display_name", "description"]);
    world.role("desk").await;
    let again = CreateRoleRequest { role: Some(role_input("desk")), reason: None };
    assert_eq!(reason(ada(world.calls.create_role(again)).await), "name_taken");
    let unknown = GetRoleRequest { id: ADA.to_owned() };
    assert_eq!(reason(ada(world.calls.get_role(unknown)).await), "role_not_found");
    let unknown = status("me", 1, AccessStatus::Disabled);
    assert_eq!(reason(ada(world.calls.set_role_status(unknown)).await), "input_invalid");
    world.settle().await;
}

#[tokio::test]
async fn lists_are_filtered_and_paged() {
    let mut world = World::start().await;
    for name in ["desk-one", "desk-two", "desk-three"] {
        world.role(name).await;
    }
    let filter = Some(equals("kind", QueryValue::text("custom")));
    let pagination = Some(Paging { per_page: Some(2), ..Paging::default() });
    let query = Query { filter, pagination, ..Query::default() };
    let page = ada(world.calls.list_roles(query)).await.unwrap();
    let names: Vec<_> = page.results.iter().map(|one| &*one.role.as_ref().unwrap().name).collect();
    assert_eq!(names, ["desk-three", "desk-two"]);
    assert_eq!(page.pagination.unwrap().result_count, 3);
    world.settle().await;
}
