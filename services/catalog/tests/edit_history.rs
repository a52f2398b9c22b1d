//! The history of edited records: its parts, its export, and what is left of an editor who is erased.

use crate::support::World;
use crate::support::desk::{ADA, Desk, issuer, json_of};
use catalog::context::Context;
use catalog::memory::Records;
use kit::error::Problem;
use kit::outbox;
use kit::shared_limits::MOST_ADDED_SECTION_BYTES;
use kit::testing::{as_administrator, eventually};
use proto::catalog::v1::{ExportPersonRequest, ListRecordChangesRequest};
use proto::identity::v1::UserErased;
use serde_json::{Value, json};

#[tokio::test]
async fn the_changes_of_a_record_come_in_parts() {
    let desk = Desk::open().await;
    for name in ["A", "B", "C"] {
        desk.save("issuers", json!([issuer("x", name)])).await.unwrap();
    }
    let mut request = ListRecordChangesRequest {
        resource: "issuers".to_owned(),
        slug: "x".to_owned(),
        per_page: Some(2),
        cursor: None,
    };
    let mut names = Vec::new();
    loop {
        let mut client = desk.client.clone();
        let call = client.list_record_changes(request.clone());
        let answer = as_administrator(ADA, call).await.unwrap().into_inner();
        let after = answer.results.iter().map(|change| json_of(change.after_json.as_ref()));
        names.extend(after.map(|record| record["name"].clone()));
        request.cursor = answer.next_cursor;
        if request.cursor.is_none() {
            break;
        }
    }
    assert_eq!(names, ["C", "B", "A"]);
    request.cursor = Some("x".to_owned());
    let mut client = desk.client.clone();
    let refused = as_administrator(ADA, client.list_record_changes(request)).await.unwrap_err();
    assert_eq!(Problem::from(refused).reason, "cursor_invalid");
}

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

    let World { app, clock, test_db } = &desk.world;
    let bus = kit::testing::bus(app);
    let ctx = Context { db: test_db.connect(app), records: Records::new(0), clock: clock.clone() };
    outbox::relay(app, ctx.db.clone(), (*bus).clone());
    catalog::consumers::start(app, &ctx, &bus);
    let mut tx = ctx.db.tx().await.unwrap();
    let erased = UserErased { user_id: ADA.to_owned(), erased_at: 0 };
    outbox::publish(&mut tx, &erased).await.unwrap();
    tx.commit().await.unwrap();
    eventually("the editor is replaced", || async {
        desk.changes("issuers", "new").await[0].changed_by != ADA
    })
    .await;
    kit::testing::outbox_sent(&test_db.db).await;
    assert_eq!(kit::testing::dead_letters(&bus).await, Vec::<String>::new());
}
