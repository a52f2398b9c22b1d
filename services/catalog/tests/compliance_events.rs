//! Compliance events: imported, listed by asset and network, edited, published, and refused where they are wrong.

use crate::support::{self, World, listed, record};
use catalog::context::Context;
use catalog::memory::Records;
use kit::testing;
use proto::catalog::v1::{
    ComplianceEvent, ComplianceEventCreated, ComplianceEventDeleted, ComplianceEventUpdated,
    ListComplianceEventsResponse, RemoveRecordRequest, SaveRecordsRequest,
};
use proto::query::v1::{Filter, Operator, Query, QueryValue};
use serde_json::{Value, json};

const HEAD: &str = "slug,name,event_type,occurred_at,token_slug,transaction_hash,address,note,source,licence,retrieved_on\n";
const USER: &str = "01930000-0000-7000-8000-00000000000a";

fn row(slug: &str, event_type: &str, at: &str, token: &str, address: &str) -> String {
    format!(
        "{slug},Event {slug},{event_type},{at},{token},0xfe,{address},,test,CC0-1.0,2026-01-02\n"
    )
}

fn where_equals(field: &str, value: &str) -> Query {
    let filter = Filter {
        operator: Operator::Equals.into(),
        field: Some(field.to_owned()),
        value: Some(QueryValue::text(value)),
        filters: Vec::new(),
    };
    Query { filter: Some(filter), ..Query::default() }
}

#[tokio::test]
async fn events_are_imported_and_listed_by_asset_and_network() {
    let world = World::small().await;
    let file = HEAD.to_owned()
        + &row("frozen", "freeze", "2025-10-31T12:00:00Z", "one:0xab", "0xcd")
        + &row("paused", "pause", "2025-11-01T08:30:00Z", "one:0xab", "");
    let report = world.add("compliance_events.csv", &file).await;
    assert!(!report.is_refused(), "{report}");
    assert_eq!(world.add("compliance_events.csv", &file).await.changed_count(), 0);

    let mut client = world.serve().await;
    let frozen: ComplianceEvent = record(&mut client, "compliance_events", "frozen").await.unwrap();
    assert_eq!((frozen.event_type.as_str(), frozen.token_slug.as_str()), ("freeze", "one:0xab"));
    assert_eq!(
        (frozen.asset_slug.as_deref(), frozen.asset_name.as_deref()),
        (Some("coin"), Some("Coin"))
    );
    assert_eq!(
        (frozen.network_slug.as_deref(), frozen.network_name.as_deref()),
        (Some("one"), Some("One"))
    );
    assert_eq!((frozen.address.as_deref(), frozen.occurred_at), (Some("0xcd"), 1_761_912_000_000));
    for (field, value) in [("asset_slug", "coin"), ("network_slug", "one")] {
        let page: ListComplianceEventsResponse =
            listed(&mut client, "compliance_events", where_equals(field, value)).await.unwrap();
        let slugs: Vec<_> = page.results.iter().map(|event| event.slug.as_str()).collect();
        assert_eq!(slugs, ["paused", "frozen"], "the newest first, by {field}");
    }
    let page: ListComplianceEventsResponse =
        listed(&mut client, "compliance_events", where_equals("event_type", "pause"))
            .await
            .unwrap();
    assert_eq!(page.results.len(), 1);
}

#[tokio::test]
async fn wrong_events_are_refused_with_their_place() {
    let world = World::small().await;
    let at = "2025-10-31T12:00:00Z";
    for (row, column, expected) in [
        (row("a", "seizure", at, "one:0xab", "0xcd"), "event_type", "one of freeze, unfreeze"),
        (row("a", "freeze", at, "one:0xab", ""), "address", "the address that the freeze concerns"),
        (
            row("a", "forced_transfer", at, "one:0xab", ""),
            "address",
            "the forced transfer concerns",
        ),
        (
            row("a", "pause", "2999-01-01T00:00:00Z", "one:0xab", ""),
            "occurred_at",
            "not in the future",
        ),
        (row("a", "pause", "2025-10-31", "one:0xab", ""), "occurred_at", "a moment as RFC 3339"),
        (row("a", "pause", at, "one:0xff", ""), "token_slug", "one of the existing tokens"),
        (row("a", "pause", at, "", ""), "token_slug", "a value"),
    ] {
        let report = world.add("compliance_events.csv", &(HEAD.to_owned() + &row)).await;
        let rejections = &report.files[0].rejections;
        assert_eq!(rejections.len(), 1, "{row}{report}");
        assert_eq!((rejections[0].line, rejections[0].column.as_deref()), (2, Some(column)));
        assert!(rejections[0].expected.contains(expected), "{expected}\n{report}");
    }
    assert_eq!(world.texts("SELECT slug FROM compliance_events").await, Vec::<String>::new());
}

#[tokio::test]
async fn an_editor_changes_and_removes_events_and_every_change_is_published() {
    let world = World::start().await;
    let bus = testing::bus(&world.app);
    let ctx = Context {
        db: world.test_db.connect(&world.app),
        records: Records::new(0),
        clock: world.clock.clone(),
    };
    kit::outbox::relay(&world.app, ctx.db.clone(), (*bus).clone());
    world.import(&support::small()).await;
    let mut client = world.serve().await;
    let mut save = async |record: Value| {
        let request = SaveRecordsRequest {
            resource: "compliance_events".to_owned(),
            records_json: json!([record]).to_string(),
        };
        let call = client.save_records(request);
        testing::as_administrator(USER, call).await.map_err(kit::error::Problem::from)
    };
    save(json!({
        "slug": "frozen", "name": "Frozen", "event_type": "freeze", "token_slug": "one:0xab",
        "occurred_at": "2025-10-31T12:00:00Z", "address": "0xcd", "source": "a notice",
        "licence": "CC0-1.0",
    }))
    .await
    .unwrap();
    save(json!({"slug": "frozen", "note": "Released a day later."})).await.unwrap();
    let refused = save(json!({"slug": "frozen", "address": null})).await.unwrap_err();
    assert_eq!(refused.violations[0].path, "records[0].address");
    let request =
        RemoveRecordRequest { resource: "compliance_events".to_owned(), slug: "frozen".to_owned() };
    let mut client = world.serve().await;
    testing::as_administrator(USER, client.remove_record(request)).await.unwrap();
    testing::outbox_sent(&world.test_db.db).await;

    let created = bus.events::<ComplianceEventCreated>().await;
    let event = created[0].event.compliance_event.clone().unwrap();
    assert_eq!((created.len(), event.asset_slug.as_deref()), (1, Some("coin")));
    assert_eq!(created[0].aggregate_id, event.id.to_string());
    let updated = bus.events::<ComplianceEventUpdated>().await;
    let event = updated[0].event.compliance_event.clone().unwrap();
    assert_eq!(event.note.as_deref(), Some("Released a day later."));
    let deleted = bus.events::<ComplianceEventDeleted>().await;
    assert_eq!((deleted.len(), deleted[0].event.slug.as_str()), (1, "frozen"));
    assert_eq!(testing::dead_letters(&bus).await, Vec::<String>::new());
}
