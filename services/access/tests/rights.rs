//! The rights of the login of the service, and the declarations of its lists.

use access::MIGRATOR;
use access::resources::RESOURCES;
use kit::testing;

use crate::support::{World, ada};
use proto::query::v1::GetMetaRequest;

#[tokio::test]
async fn every_list_is_declared_soundly() {
    let mut world = World::start().await;
    let mut conn = world.test_db.raw().await;
    for resource in RESOURCES {
        testing::resource(&mut conn, resource).await;
        let request = GetMetaRequest { resource: resource.name.to_owned() };
        let meta = ada(world.calls.get_meta(request)).await.unwrap();
        assert_eq!(meta.fields.len(), resource.fields.len());
    }
    let unknown = GetMetaRequest { resource: "users".to_owned() };
    assert!(ada(world.calls.get_meta(unknown)).await.is_err());
    world.settle().await;
}

#[tokio::test]
async fn the_service_adds_audit_entries_and_changes_none() {
    let test_db = testing::database(&MIGRATOR).await;
    let mut owner = test_db.raw().await;
    let name: String =
        sqlx::query_scalar("SELECT current_database()").fetch_one(&mut owner).await.unwrap();
    let run = async |conn: &mut sqlx::PgConnection, statement: String| {
        sqlx::raw_sql(sqlx::AssertSqlSafe(statement)).execute(conn).await
    };
    // As deploy/postgres/rights.sql gives rights on all tables, before the next migration.
    let rights = format!("{name}_rights");
    run(&mut owner, format!("CREATE ROLE {rights}")).await.unwrap();
    let grant = "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO";
    run(&mut owner, format!("{grant} {rights}")).await.unwrap();
    kit::db::migrate(&test_db.db, &MIGRATOR).await.unwrap();

    let mut service = test_db.raw().await;
    run(&mut service, format!("SET ROLE {rights}")).await.unwrap();
    let insert = "INSERT INTO audit_entries (day, number, id, made_at, action, kind, changes, hash)
                  VALUES ('2026-11-30', 1, gen_random_uuid(), now(), 'a', 'b', '[]', '')";
    run(&mut service, insert.to_owned()).await.unwrap();
    run(&mut service, "SELECT * FROM audit_entries".to_owned()).await.unwrap();
    for statement in [
        "UPDATE audit_entries SET action = 'c'",
        "DELETE FROM audit_entries",
        "TRUNCATE audit_entries CASCADE",
        "ALTER TABLE audit_entries DISABLE TRIGGER ALL",
    ] {
        let refused = run(&mut service, statement.to_owned()).await.unwrap_err().to_string();
        assert!(
            refused.contains("permission denied") || refused.contains("must be owner"),
            "{refused}"
        );
    }
    // Nor does the owner change them by mistake.
    for statement in [
        "UPDATE audit_entries SET action = 'c'",
        "DELETE FROM audit_entries",
        "TRUNCATE audit_entries CASCADE",
    ] {
        let refused = run(&mut owner, statement.to_owned()).await.unwrap_err().to_string();
        assert!(refused.contains("are never changed"), "{refused}");
    }
    run(&mut service, "RESET ROLE".to_owned()).await.unwrap();
    run(&mut owner, format!("DROP OWNED BY {rights}; DROP ROLE {rights}")).await.unwrap();
}
