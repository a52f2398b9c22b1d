//! Answers from memory equal those of the database, stay current, and outlive an outage.

use std::time::Duration;

use crate::support::{self, MANIFEST, World, load_samples};
use catalog::import::{self, Prune};
use catalog::kinds::KINDS;
use catalog::memory::Records;
use catalog::schema::Writer;
use catalog::{resources, seed};
use faultkit::proxy::Proxy;
use futures::stream::{self, StreamExt as _};
use kit::grpc::{Channel, within};
use kit::query::{Field, Resource};
use kit::testing::eventually;
use proto::catalog::v1::catalog_client::CatalogClient;
use proto::catalog::v1::{Asset, ListRowsRequest, Network};
use proto::query::v1::{
    Filter, GetMetaRequest, ListGroupsRequest, Operator, Paging, Query, QueryValue, Sort,
    SortDirection,
};
use serde_json::Value;

const UP: SortDirection = SortDirection::Asc;
const DOWN: SortDirection = SortDirection::Desc;

fn sorted(field: &Field, direction: SortDirection) -> Query {
    let sort = Sort { field: field.name.to_owned(), direction: direction.into() };
    let paging = Paging { per_page: Some(7), ..Paging::default() };
    Query { sort: Some(sort), pagination: Some(paging), ..Query::default() }
}

fn where_null(field: &Field, operator: Operator) -> Query {
    let filter = Filter {
        operator: operator.into(),
        field: Some(field.name.to_owned()),
        value: Some(QueryValue::null()),
        filters: Vec::new(),
    };
    Query { filter: Some(filter), ..sorted(field, DOWN) }
}

/// Every order of a resource, up or down in turn, and for each field the rows with or without a value.
fn questions(resource: &'static Resource) -> Vec<Query> {
    let mut questions = Vec::new();
    for (at, field) in resource.fields.iter().filter(|field| field.sortable).enumerate() {
        questions.push(sorted(field, if at % 2 == 0 { UP } else { DOWN }));
        if field.nullable {
            let operator = if at % 3 == 0 { Operator::Equals } else { Operator::NotEquals };
            questions.push(where_null(field, operator));
        }
    }
    questions
}

/// The same question behind the page of an answer.
fn next(mut query: Query, answer: &[u8]) -> Option<Query> {
    let answer: Value = serde_json::from_slice(answer).unwrap();
    let cursor = answer["pagination"]["nextCursor"].as_str()?.to_owned();
    query.pagination = Some(Paging { cursor: Some(cursor), per_page: Some(7), page: None });
    Some(query)
}

#[tokio::test]
async fn memory_and_database_answer_letter_by_letter_the_same() {
    let world = World::start().await;
    let (db, now) = (&world.test_db.db, world.clock.now());
    import::import(db, seed::files(), Prune::Keep, now).await.unwrap();
    load_samples(db, now).await;
    let records = Records::new(256 << 20);
    records.reload(db).await.unwrap();
    let ctx = |records: &Records| catalog::context::Context {
        db: db.clone(),
        records: records.clone(),
        clock: world.clock.clone(),
    };
    let (memory, database) = (ctx(&records), ctx(&Records::new(0)));
    let (records, memory, database) = (&records, &memory, &database);
    // A few side by side, as each waits for the database.
    let compared = stream::iter(resources::all()).for_each_concurrent(4, async |(name, list)| {
        for question in questions(&list.resource) {
            let mut next_query = Some(question);
            // The first page, and the one behind its cursor.
            for _ in 0..2 {
                let Some(query) = next_query.take() else { break };
                let remembered =
                    records.answer(name, |image| Some(image.list(&query).unwrap()?.rows.len()));
                assert!(remembered.is_some(), "{name} is not answered from memory: {query:?}");
                let request =
                    ListRowsRequest { resource: name.to_owned(), query: Some(query.clone()) };
                // A busy machine needs longer than a visitor waits.
                let answer = catalog::rows(database, &request);
                let answer = within(Duration::from_mins(1), answer).await.unwrap().json;
                let remembered = catalog::rows(memory, &request).await.unwrap().json;
                assert_eq!(text(&remembered), text(&answer), "{name} {query:?}");
                next_query = next(query, &answer);
            }
        }
    });
    compared.await;
}

fn text(json: &[u8]) -> &str {
    std::str::from_utf8(json).unwrap()
}

async fn listed(client: &CatalogClient<Channel>, resource: &str) -> Vec<String> {
    let request = ListRowsRequest { resource: resource.to_owned(), query: None };
    let json = client.clone().list_rows(request).await.unwrap().into_inner().json;
    let answer: Value = serde_json::from_slice(&json).unwrap();
    let rows = answer["results"].as_array().unwrap();
    rows.iter().map(|row| row["name"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn every_replica_follows_what_changes() {
    let world = World::small().await;
    let url = world.test_db.url.clone();
    let (one, _one) = world.replica(&url).await;
    let (other, _other) = world.replica(&url).await;
    let shown = async |resource: &str, names: &[&str]| {
        for client in [&one, &other] {
            let what = format!("{resource}: {names:?}");
            eventually(&what, || async { listed(client, resource).await == names }).await;
        }
    };
    shown("assets", &["Coin"]).await;

    // A file, with what follows from it elsewhere.
    let file = "slug,name,asset_class_slug,status\nbar,Bar,stablecoins,active\n";
    assert!(!world.add("assets.csv", file).await.is_refused());
    shown("assets", &["Bar", "Coin"]).await;
    assert!(!world.add("issuers.csv", "slug,name\nacme,Acme Two\n").await.is_refused());
    shown("issuers", &["Acme Two"]).await;
    shown("companies", &["Acme Two"]).await;

    // A file that names less.
    let files = [("manifest.json", MANIFEST), ("assets.csv", support::small()[4].1)];
    assert!(!world.import_with(&files, Prune::Apply).await.is_refused());
    shown("assets", &["Coin"]).await;

    // A write that does not go through the service.
    let mut conn = world.test_db.raw().await;
    let statement = "UPDATE assets SET name = 'Penny', sort_name = 'penny', origin = 'editor'";
    sqlx::query(statement).execute(&mut conn).await.unwrap();
    shown("assets", &["Penny"]).await;
    sqlx::query("TRUNCATE tokens CASCADE").execute(&mut conn).await.unwrap();
    shown("tokens", &[]).await;
}

#[tokio::test]
async fn what_an_editor_changed_is_not_answered_from_before() {
    let world = World::small().await;
    let rows: Vec<String> = (0..600).map(|at| format!("issuer-{at},Issuer {at}")).collect();
    let file = format!("slug,name\n{}\n", rows.join("\n"));
    assert!(!world.add("issuers.csv", &file).await.is_refused());
    let (db, records) = (&world.test_db.db, Records::new(256 << 20));
    records.reload(db).await.unwrap();
    let answers = |resource: &str| records.answer(resource, |_| Some(())).is_some();
    assert!(answers("issuers") && answers("networks"));
    let mut conn = world.test_db.raw().await;
    for table in ["issuers", "networks"] {
        let statement = format!("UPDATE {table} SET website = 'https://example.com'");
        sqlx::query(sqlx::AssertSqlSafe(statement)).execute(&mut conn).await.unwrap();
    }
    // No task reads the large list here, as if it took too long.
    records.show_change(db).await;
    assert!(!answers("issuers") && answers("networks"));
    records.reload(db).await.unwrap();
    assert!(answers("issuers"));
}

#[tokio::test]
async fn answers_keep_coming_while_the_database_is_away() {
    let world = World::small().await;
    let (_, place) = world.test_db.url.split_once('@').unwrap();
    let (upstream, _) = place.split_once('/').unwrap();
    let proxy = Proxy::start(upstream).await;
    let url = world.test_db.url.replace(upstream, &proxy.address());
    let (mut client, records) = world.replica(&url).await;

    proxy.go_dark();
    assert_eq!(listed(&client, "assets").await, ["Coin"]);
    let asset: Asset = support::record(&mut client, "assets", "coin").await.unwrap();
    assert_eq!((asset.name.as_str(), asset.network_slugs), ("Coin", vec!["one".to_owned()]));
    let network: Network = support::record(&mut client, "networks", "old-one").await.unwrap();
    assert_eq!(network.slug, "one");
    let request = ListGroupsRequest { resource: "assets".to_owned(), query: None };
    let groups = client.clone().list_groups(request).await.unwrap().into_inner();
    assert_eq!(groups.results[0].count, 1);
    let request = GetMetaRequest { resource: "assets".to_owned() };
    let meta = client.clone().get_meta(request).await.unwrap().into_inner();
    assert!(!meta.referenced_by.is_empty());
    let is_class = |name: &str| name.starts_with("asset_class");
    let mut classes = meta.fields.iter().filter(|field| is_class(&field.name));
    assert!(classes.any(|field| !field.valid_values.is_empty()), "{meta:?}");
    assert!(records.are_complete());

    proxy.light_up();
    assert!(!world.add("issuers.csv", "slug,name\nnew,New\n").await.is_refused());
    eventually("news arrive again", || async {
        listed(&client, "issuers").await == ["Acme", "New"]
    })
    .await;
}

#[tokio::test]
async fn resources_that_do_not_fit_in_memory_come_from_the_database() {
    let world = World::small().await;
    let records = Records::new(0);
    records.reload(&world.test_db.db).await.unwrap();
    assert!(records.are_complete() && records.answer("assets", |_| Some(())).is_none());
    assert_eq!(listed(&world.serve().await, "assets").await, ["Coin"]);
}

#[tokio::test]
async fn every_table_counts_its_changes() {
    let world = World::start().await;
    let counted = world.texts("SELECT table_name FROM table_versions").await;
    let watched = world
        .texts("SELECT tgrelid::regclass::text FROM pg_trigger WHERE tgname = 'note_change'")
        .await;
    for kind in KINDS {
        assert!(counted.iter().any(|table| table == kind.table), "{}", kind.table);
        let view = kind.rules.writer == Writer::View;
        assert!(view || watched.iter().any(|table| table == kind.table), "{}", kind.table);
    }
}
