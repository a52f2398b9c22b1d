//! Reserve reports: imported, listed, edited, published, and refused where they are wrong.

use crate::support::{self, World, listed, record};
use catalog::context::Context;
use catalog::memory::Records;
use kit::testing;
use proto::catalog::v1::{
    ListReserveReportsResponse, RemoveRecordRequest, ReserveReport, ReserveReportCreated,
    ReserveReportDeleted, ReserveReportUpdated, SaveRecordsRequest,
};
use proto::query::v1::{Filter, Operator, Query, QueryValue};
use serde_json::{Value, json};

const EDITOR: &str = "01930000-0000-7000-8000-00000000000a";
const SHA: &str = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
const HEAD: &str = "slug,name,issuer_slug,asset_slug,reported_on,attestor,document_url,document_sha256,currency,\
                    total_amount,composition,source,licence,retrieved_on\n";

fn row(slug: &str, asset: &str, day: &str, sha: &str, total: &str, composition: &str) -> String {
    format!(
        "{slug},Report {slug},acme,{asset},{day},Auditor LLP,https://acme.example/{slug}.pdf,{sha},USD,{total},\
         {composition},test,CC0-1.0,2026-01-02\n"
    )
}

fn october() -> String {
    let composition = "treasury_bills:899.6; cash: 100.40";
    HEAD.to_owned() + &row("october", "coin", "2025-10-31", SHA, "1000", composition)
}

#[tokio::test]
async fn reports_are_imported_listed_and_got() {
    let world = World::small().await;
    let report = world.add("reserve_reports.csv", &october()).await;
    assert!(!report.is_refused(), "{report}");
    let again = world.add("reserve_reports.csv", &october()).await;
    assert_eq!(again.changed_count(), 0, "{again}");
    let everything = HEAD.to_owned() + &row("issuer", "", "2025-09-30", SHA, "12.5", "");
    assert!(!world.add("reserve_reports.csv", &everything).await.is_refused());

    let mut client = world.serve().await;
    let october: ReserveReport = record(&mut client, "reserve_reports", "october").await.unwrap();
    assert_eq!(
        (october.issuer_name.as_str(), october.asset_slug.as_deref()),
        ("Acme", Some("coin"))
    );
    assert_eq!(october.composition, ["treasury_bills: 899.6", "cash: 100.40"]);
    assert_eq!((october.total_amount, october.document_sha256.as_str()), (1000.0, SHA));

    let page: ListReserveReportsResponse =
        listed(&mut client, "reserve_reports", Query::default()).await.unwrap();
    let slugs: Vec<_> = page.results.iter().map(|report| report.slug.as_str()).collect();
    assert_eq!(slugs, ["october", "issuer"], "the newest first");
    let without_asset = Filter {
        operator: Operator::Equals.into(),
        field: Some("asset_slug".to_owned()),
        value: Some(QueryValue::null()),
        filters: Vec::new(),
    };
    let query = Query { filter: Some(without_asset), ..Query::default() };
    let page: ListReserveReportsResponse =
        listed(&mut client, "reserve_reports", query).await.unwrap();
    assert_eq!(page.results.len(), 1);
    assert_eq!((page.results[0].asset_id, page.results[0].composition.len()), (None, 0));
}

#[tokio::test]
async fn wrong_reports_are_refused_with_their_place() {
    let world = World::small().await;
    let late = "2999-01-01";
    for (row, column, expected) in [
        (row("a", "", "2025-10-31", "abc", "1", ""), "document_sha256", "a SHA-256 digest"),
        (row("a", "", "2025-10-31", &SHA.to_uppercase(), "1", ""), "document_sha256", "a SHA-256"),
        (
            row("a", "", "2025-10-31", &format!("{}g", &SHA[1..]), "1", ""),
            "document_sha256",
            "a SHA",
        ),
        (row("a", "", "2025-10-31", SHA, "100", "cash"), "composition", "lines such as"),
        (row("a", "", "2025-10-31", SHA, "100", "cash: ten"), "composition", "an amount such as"),
        (row("a", "", "2025-10-31", SHA, "100", "cash: -100"), "composition", "an amount such as"),
        (row("a", "", "2025-10-31", SHA, "100", "cash: NaN"), "composition", "an amount such as"),
        (row("a", "", "2025-10-31", SHA, "100", "<b>: 100"), "composition", "one of cash"),
        (row("a", "", "2025-10-31", SHA, "100", "cash: 99"), "composition", "lines that add up"),
        (
            row("a", "", "2025-10-31", SHA, "100", "cash: 40; cash: 60"),
            "composition",
            "one line for cash",
        ),
        (row("a", "", late, SHA, "100", ""), "reported_on", "a day that is not after today"),
        (
            row("a", "nothing", "2025-10-31", SHA, "1", ""),
            "asset_slug",
            "one of the existing assets",
        ),
        (row("a", "", "2025-10-31", SHA, "", ""), "total_amount", "a value"),
    ] {
        let report = world.add("reserve_reports.csv", &(HEAD.to_owned() + &row)).await;
        let rejections = &report.files[0].rejections;
        assert_eq!(rejections.len(), 1, "{row}{report}");
        assert_eq!((rejections[0].line, rejections[0].column.as_deref()), (2, Some(column)));
        assert!(rejections[0].expected.contains(expected), "{expected}\n{report}");
    }
    assert_eq!(world.texts("SELECT slug FROM reserve_reports").await, Vec::<String>::new());
}

#[tokio::test]
async fn an_editor_changes_and_removes_reports_and_every_change_is_published() {
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
            resource: "reserve_reports".to_owned(),
            records_json: json!([record]).to_string(),
        };
        let call = client.save_records(request);
        testing::as_administrator(EDITOR, call).await.map_err(kit::error::Problem::from)
    };
    save(json!({
        "slug": "october", "name": "October", "issuer_slug": "acme", "asset_slug": "coin",
        "reported_on": "2025-10-31", "attestor": "Auditor LLP",
        "document_url": "https://acme.example/october.pdf", "document_sha256": SHA,
        "currency": "USD", "total_amount": 1000, "composition": ["cash: 1000"],
        "source": "a filing", "licence": "CC0-1.0",
    }))
    .await
    .unwrap();
    save(json!({"slug": "october", "composition": ["cash: 400", "treasury_bills: 600"]}))
        .await
        .unwrap();
    let refused = save(json!({"slug": "october", "total_amount": 999_999})).await.unwrap_err();
    assert_eq!(refused.violations[0].path, "records[0].composition");
    let request =
        RemoveRecordRequest { resource: "reserve_reports".to_owned(), slug: "october".to_owned() };
    let mut client = world.serve().await;
    testing::as_administrator(EDITOR, client.remove_record(request)).await.unwrap();
    testing::outbox_sent(&world.test_db.db).await;

    let created = bus.events::<ReserveReportCreated>().await;
    let report = created[0].event.reserve_report.clone().unwrap();
    assert_eq!((created.len(), report.composition.as_slice()), (1, &["cash: 1000".to_owned()][..]));
    assert_eq!(created[0].aggregate_id, report.id.to_string());
    let updated = bus.events::<ReserveReportUpdated>().await;
    assert_eq!(updated[0].event.reserve_report.clone().unwrap().composition.len(), 2);
    let deleted = bus.events::<ReserveReportDeleted>().await;
    assert_eq!((deleted.len(), deleted[0].event.slug.as_str()), (1, "october"));
    assert_eq!(testing::dead_letters(&bus).await, Vec::<String>::new());
}
