//! Erased users: their roles end, and nothing names them any more.

use access::audit::verify::verify;
use kit::testing::eventually;
use proto::access::v1::{CreateUserRoleRequest, ExportPersonRequest, UpdateRoleRequest};
use proto::identity::v1::UserErased;
use serde_json::Value;

use crate::support::{ADA, BOB, World, ada, bob, reason, role_input, somebody};

fn grant(user_id: &str, role_id: &str) -> CreateUserRoleRequest {
    CreateUserRoleRequest {
        user_id: user_id.to_owned(),
        role_id: role_id.to_owned(),
        reason: "Covers the desk of Eve".to_owned(),
        ..CreateUserRoleRequest::default()
    }
}

#[tokio::test]
async fn an_export_has_the_roles_of_the_person_and_the_changes_that_they_made() {
    let mut world = World::start().await;
    let role = world.role("desk").await;
    ada(world.calls.create_user_role(grant(BOB, &role.id))).await.unwrap();
    let of_bob = bob(world.reads.export_person(ExportPersonRequest {})).await.unwrap().sections;
    let names: Vec<&str> = of_bob.iter().map(|section| section.name.as_str()).collect();
    assert_eq!(names, ["access_roles", "access_changes", "api_keys", "plan_requests"]);
    let held: Value = serde_json::from_str(&of_bob[0].rows_json).unwrap();
    assert_eq!((held[0]["role"].as_str(), held[1].is_null()), (Some("desk"), true));
    assert_eq!(held[0]["reason"], "Covers the desk of Eve");
    assert_eq!((of_bob[1].rows_json.as_str(), of_bob[1].left_out), ("[]", 0));

    let of_ada = ada(world.reads.export_person(ExportPersonRequest {})).await.unwrap().sections;
    assert_eq!(of_ada[0].rows_json, "[]");
    let changes: Value = serde_json::from_str(&of_ada[1].rows_json).unwrap();
    let actions: Vec<&str> =
        changes.as_array().unwrap().iter().filter_map(|change| change["action"].as_str()).collect();
    assert_eq!(actions, ["user_role.created", "role.created"], "the newest first");
    world.settle().await;
}

async fn erase(world: &World, user_id: &str) {
    let event = UserErased { user_id: user_id.to_owned(), erased_at: 0 };
    world.publish(&event).await;
    eventually("the user is erased", || async {
        let erased =
            sqlx::query_scalar("SELECT EXISTS (SELECT FROM erased_users WHERE user_id = $1::uuid)");
        let mut conn = world.test_db.db.conn().await.unwrap();
        erased.bind(user_id).fetch_one(&mut *conn).await.unwrap()
    })
    .await;
}

#[tokio::test]
async fn an_erased_user_loses_their_roles_and_gets_none_again() {
    let mut world = World::start().await;
    let (role, eve) = (world.role("desk").await, somebody());
    let granted = ada(world.calls.create_user_role(grant(&eve, &role.id))).await.unwrap();
    let id = granted.user_role.unwrap().id;
    erase(&world, &eve).await;
    let history = world.history(&id).await;
    assert_eq!(history.len(), 2);
    assert!(history.iter().all(|entry| entry.user_id.as_deref() != Some(&*eve)));
    assert!(history.iter().all(|entry| entry.reason.is_none()));
    assert_eq!(history[0].user_id, history[1].user_id, "one pseudonym connects them");
    assert_eq!(history[0].actor_id, None, "the installation ended it");
    let again = ada(world.calls.create_user_role(grant(&eve, &role.id))).await;
    assert_eq!(reason(again), "user_erased");
    // The event arrives again.
    erase(&world, &eve).await;
    assert!(verify(&mut world.test_db.raw().await).await.unwrap().is_ok());
    world.settle().await;
}

#[tokio::test]
async fn an_erased_administrator_is_replaced_by_a_pseudonym_and_the_chain_holds() {
    let mut world = World::start().await;
    let role = world.role("desk").await;
    ada(world.calls.create_user_role(grant(ADA, &role.id))).await.unwrap_err();
    ada(world.calls.create_user_role(grant(BOB, &role.id))).await.unwrap();
    erase(&world, ADA).await;

    let mut tables: Vec<(String, String)> = sqlx::query_as(
        "SELECT table_name::text, column_name::text FROM information_schema.columns
         WHERE table_schema = 'public' AND data_type IN ('uuid', 'text', 'jsonb')
             AND table_name NOT IN ('erased_users', 'inbox', 'inbox_aggregates', 'outbox', 'outbox_aggregates')",
    )
    .fetch_all(&mut world.test_db.raw().await)
    .await
    .unwrap();
    tables.retain(|(table, _)| !table.starts_with('_'));
    for (table, column) in tables {
        let statement = format!("SELECT count(*) FROM {table} WHERE \"{column}\"::text LIKE $1");
        let found: i64 = sqlx::query_scalar(sqlx::AssertSqlSafe(statement))
            .bind(format!("%{ADA}%"))
            .fetch_one(&mut world.test_db.raw().await)
            .await
            .unwrap();
        assert_eq!(found, 0, "{table}.{column} names an erased user");
    }
    assert!(verify(&mut world.test_db.raw().await).await.unwrap().is_ok());
    // A statement from before changes nothing more.
    let request = UpdateRoleRequest {
        id: role.id.clone(),
        version: 1,
        role: Some(role_input("other")),
        reason: None,
    };
    let late = ada(world.calls.update_role(request.clone())).await.unwrap_err();
    assert_eq!(late.reason, "user_erased");
    bob(world.calls.update_role(request)).await.unwrap();
    world.settle().await;
}
