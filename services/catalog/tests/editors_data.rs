//! The export and the erasure of an editor in the history of records.

use crate::support::World;
use crate::support::desk::{ADA, Desk, issuer};
use catalog::context::Context;
use catalog::memory::Records;
use kit::outbox;
use kit::personal_data::MOST_ADDED_SECTION_BYTES;
use kit::testing::{TestBus, as_administrator, eventually};
use proto::catalog::v1::ExportPersonRequest;
use proto::identity::v1::UserErased;
use serde_json::{Value, json};
use sqlx::AssertSqlSafe;

#[tokio::test]
async fn a_long_history_is_exported_whole_or_its_rest_is_counted() {
    let desk = Desk::open().await;
    let add = async |count: i32, slug: &str| {
        sqlx::query(
            "INSERT INTO record_changes
                 (resource, record_id, slug, action, changed_by, changed_at, after)
             SELECT 'issuers', number, $3, 'created', $1, now(), '{}'
             FROM generate_series(1, $2) AS number",
        )
        .bind(ADA)
        .bind(count)
        .bind(slug)
        .execute(&mut *desk.world.test_db.db.conn().await.unwrap())
        .await
        .unwrap();
    };
    let export = async || {
        let mut client = desk.client.clone();
        let call = as_administrator(ADA, client.export_person(ExportPersonRequest {})).await;
        let section = call.unwrap().into_inner().sections.remove(0);
        assert!(section.rows_json.len() <= MOST_ADDED_SECTION_BYTES);
        let rows: Vec<Value> = serde_json::from_str(&section.rows_json).unwrap();
        (rows, section.left_out)
    };
    add(12_000, "first").await;
    let (rows, left_out) = export().await;
    assert_eq!((rows.len(), left_out), (12_000, 0));
    add(20_000, "second").await;
    let (rows, left_out) = export().await;
    assert!(left_out > 0 && rows.len() > 12_000, "{left_out} of {}", rows.len());
    assert_eq!(rows.len() as i64 + left_out, 32_000);
    assert_eq!(rows[0]["slug"], "second", "the newest come first");
}

#[tokio::test]
async fn the_history_exports_an_editor_and_forgets_them_when_they_are_erased() {
    let desk = Desk::open().await;
    desk.save("issuers", json!([issuer("new", "New")])).await.unwrap();
    let mut client = desk.client.clone();
    let export = as_administrator(ADA, client.export_person(ExportPersonRequest {})).await;
    let section = export.unwrap().into_inner().sections.remove(0);
    assert_eq!(section.name, "catalog_changes");
    let rows: Value = serde_json::from_str(&section.rows_json).unwrap();
    assert_eq!((&rows[0]["slug"], &rows[0]["action"]), (&json!("new"), &json!("created")));
    assert_eq!(rows.as_array().unwrap().len(), 1);

    let erasures = Erasures::follow(&desk.world);
    erasures.publish().await;
    eventually("the editor is replaced", || async {
        desk.changes("issuers", "new").await[0].changed_by != ADA
    })
    .await;
    erasures.settle(&desk.world).await;
}

#[tokio::test]
async fn no_change_names_an_erased_editor_neither_one_under_way_nor_a_later_one() {
    let desk = Desk::open().await;
    let erasures = Erasures::follow(&desk.world);
    desk.save("issuers", json!([issuer("new", "New"), issuer("gone", "Gone")])).await.unwrap();
    // A change that has written its entry, and is not committed while the event arrives.
    let mut saving = desk.world.test_db.raw().await;
    let change = format!(
        "BEGIN;
         SELECT pg_advisory_xact_lock(hashtext('catalog edit'));
         INSERT INTO record_changes
             (resource, record_id, slug, action, changed_by, changed_at, after)
         VALUES ('issuers', 7, 'late', 'created', '{ADA}', now(), '{{}}')"
    );
    sqlx::raw_sql(AssertSqlSafe(change)).execute(&mut saving).await.unwrap();
    erasures.publish().await;
    let handled = || desk.world.texts("SELECT event_id::text FROM inbox");
    let waiting = || {
        desk.world.texts(
            "SELECT pid::text FROM pg_locks JOIN pg_database ON pg_database.oid = database
             WHERE datname = current_database() AND locktype = 'advisory' AND NOT granted
                 AND objid::bigint = hashtext('catalog edit')::bigint & 4294967295",
        )
    };
    // An erasure that does not wait is over instead, and has missed the entry.
    eventually("the erasure waits for the change", || async {
        !waiting().await.is_empty() || !handled().await.is_empty()
    })
    .await;
    sqlx::raw_sql("COMMIT").execute(&mut saving).await.unwrap();
    eventually("the editor is erased", || async { handled().await.len() == 1 }).await;
    let editors = || desk.world.texts("SELECT DISTINCT changed_by FROM record_changes ORDER BY 1");
    let found = editors().await;
    assert!(found.len() == 1 && found[0] != ADA, "one random id for all changes: {found:?}");

    // The statement about the editor is valid for a moment more.
    desk.save("issuers", json!([issuer("later", "Later")])).await.unwrap();
    desk.remove("issuers", "gone").await.unwrap();
    let changed = || desk.world.texts("SELECT slug FROM record_changes ORDER BY id");
    assert_eq!(changed().await, ["new", "gone", "late", "later", "gone"]);
    let before = editors().await;
    assert!(!before.contains(&ADA.to_owned()), "{before:?}");

    // The event arrives once more, and finds nothing to replace.
    erasures.publish().await;
    eventually("the event is handled again", || async { handled().await.len() == 2 }).await;
    assert_eq!(editors().await, before);
    erasures.settle(&desk.world).await;
}

/// The consumer of the service, and a bus on which a test publishes the erasure of the editor as identity would.
struct Erasures {
    bus: TestBus,
}

impl Erasures {
    fn follow(world: &World) -> Self {
        let World { app, clock, test_db } = world;
        let bus = kit::testing::bus(app);
        let ctx =
            Context { db: test_db.connect(app), records: Records::new(0), clock: clock.clone() };
        outbox::relay(app, ctx.db.clone(), (*bus).clone());
        catalog::consumers::start(app, &ctx, &bus);
        Self { bus }
    }

    /// Past the outbox, which sends nothing while an earlier transaction is open.
    async fn publish(&self) {
        let (erased, id) = (UserErased { user_id: ADA.to_owned(), erased_at: 0 }, kit::id::new());
        eventually("the event is sent", || async { self.bus.publish(&erased, id).await.is_ok() })
            .await;
    }

    /// Every event has left, and none died.
    async fn settle(self, world: &World) {
        kit::testing::outbox_sent(&world.test_db.db).await;
        assert_eq!(kit::testing::dead_letters(&self.bus).await, Vec::<String>::new());
    }
}
