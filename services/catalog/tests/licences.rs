//! No answer has data that a licence does not allow: a property over every call that reads records.

use std::collections::HashMap;
use std::fmt::Write as _;

use crate::support::World;
use catalog::kinds::KINDS;
use catalog::memory::{self, Records};
use catalog::schema::{Column, ColumnType, Kind};
use kit::grpc::{Channel, Reader};
use kit::testing::{LicenceTerms, as_administrator, as_reader, eventually, may_have, stated};
use prost::Message as _;
use prost_types::FileDescriptorSet;
use proto::catalog::v1::catalog_client::CatalogClient;
use proto::catalog::v1::{
    GetClassificationRequest, GetRecordRequest, GetRequest, ListRecordChangesRequest,
    ListRowsRequest, ListSlugsRequest, RemoveRecordRequest, SaveRecordsRequest,
};
use proto::query::v1::{
    Aggregate, Filter, GetGenerationRequest, GetMetaRequest, ListGroupsRequest, Operator, Query,
    QueryValue, Sort, SortDirection,
};
use serde_json::json;
use sqlx::AssertSqlSafe;

const EDITOR: &str = "01930000-0000-7000-8000-00000000000a";
/// Records of each kind, each with a licence of its own.
const RECORDS: usize = 8;

type Client = CatalogClient<Channel>;

/// The values that a record may refer to, by table and key.
type Targets = HashMap<(&'static str, &'static str), Vec<String>>;

/// A word that stands in every text of a record.
fn mark(number: usize) -> String {
    format!("secret{number}x")
}

fn found(text: &str) -> Vec<usize> {
    (0..RECORDS).filter(|number| text.contains(&mark(*number))).collect()
}

fn kinds() -> impl Iterator<Item = &'static Kind> {
    KINDS.iter().copied().filter(|kind| kind.rules.may_be_restricted)
}

/// The records that others can refer to: assets and tokens for each of them, and the records that these need.
async fn world() -> World {
    let world = World::small().await;
    let rows = |row: fn(usize) -> String| (0..RECORDS).map(row).collect::<Vec<_>>().join("\n");
    let assets = rows(|number| format!("a{number},A,stablecoins,active"));
    let tokens = rows(|number| format!("one:0x{number},T,a{number},one,0x{number},fungible"));
    let more = ",source,licence,retrieved_on\n";
    let jurisdictions = format!("slug,name,code,kind{more}law,Law,LW,country,a,b,2026-01-02\n");
    let providers = format!("slug,name,roles{more}bank,Bank,custodian,a,b,2026-01-02\n");
    for (name, file) in [
        ("assets.csv", format!("slug,name,asset_class_slug,status\n{assets}")),
        ("tokens.csv", format!("slug,name,asset_slug,network_slug,address,token_type\n{tokens}")),
        ("jurisdictions.csv", jurisdictions),
        ("service_providers.csv", providers),
    ] {
        let report = world.add(name, &file).await;
        assert!(!report.is_refused(), "{report}");
    }
    world
}

async fn targets(world: &World) -> Targets {
    let mut targets = Targets::new();
    let mut conn = world.test_db.db.conn().await.unwrap();
    for (kind, key) in kinds().flat_map(|kind| kind.columns).filter_map(Column::refers_to) {
        let statement = format!("SELECT {key} FROM {} ORDER BY slug", kind.table);
        let values = sqlx::query_scalar(AssertSqlSafe(statement)).fetch_all(&mut *conn).await;
        targets.insert((kind.table, key), values.unwrap());
    }
    targets
}

/// The cells that every record of a kind has; references of one record lead to different ones.
fn cells(kind: &Kind, number: usize, targets: &Targets) -> Vec<(String, String)> {
    let mut cells = vec![("slug".to_owned(), mark(number)), ("name".to_owned(), mark(number))];
    // A freeze names the address that it concerns.
    if kind.table == "compliance_events" {
        cells.push(("address".to_owned(), mark(number)));
    }
    let required = kind.columns.iter().filter(|column| column.required && column.is_written());
    for (place, column) in required.enumerate() {
        let value = match column.column_type {
            ColumnType::Text(_) => mark(number),
            ColumnType::Url => format!("https://{}.example", mark(number)),
            ColumnType::Sha256 => "ab".repeat(32),
            ColumnType::Integer(least, _) => least.to_string(),
            ColumnType::Decimal => "1".to_owned(),
            ColumnType::Date => "2026-01-02".to_owned(),
            ColumnType::Instant => "2026-01-02T10:00:00Z".to_owned(),
            ColumnType::Choice(choices) => choices.words()[0].to_owned(),
            ColumnType::Reference(target, shows) => {
                let values = &targets[&(target.table, shows.key())];
                values[(number + place) % values.len()].clone()
            }
            other => panic!("{}.{}: {other:?}", kind.table, column.name),
        };
        cells.push((column.filed(), value));
    }
    cells
}

/// Loads a file of one record for each licence and kind.
async fn load(world: &World, terms: &[LicenceTerms], targets: &Targets) {
    let (mut files, mut manifest) = (Vec::new(), serde_json::Map::new());
    for kind in kinds() {
        for (number, terms) in terms.iter().enumerate() {
            let name = format!("{}-{number}.csv", kind.table);
            let (columns, values): (Vec<_>, Vec<_>) =
                cells(kind, number, targets).into_iter().unzip();
            files.push((name.clone(), format!("{}\n{}\n", columns.join(","), values.join(","))));
            let entry = json!({
                "resource": kind.table, "source": mark(number), "licence": mark(number),
                "retrieved_on": "2026-01-02", "visible_to": stated(*terms), "redistributable": terms.1,
            });
            manifest.insert(name, entry);
        }
    }
    files.push(("manifest.json".to_owned(), json!({ "files": manifest }).to_string()));
    let files: Vec<(&str, &str)> =
        files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let report = world.import(&files).await;
    assert!(!report.is_refused(), "{report}");
}

/// A filter that every record passes.
fn any() -> Filter {
    Filter {
        operator: Operator::NotEquals.into(),
        field: Some("licence".to_owned()),
        value: Some(QueryValue::text("none")),
        filters: Vec::new(),
    }
}

async fn rows(client: &mut Client, resource: &str) -> String {
    let sort = Sort { field: "slug".to_owned(), direction: SortDirection::Desc.into() };
    let queries =
        [Query::default(), Query { sort: Some(sort), filter: Some(any()), ..Query::default() }];
    let mut texts = Vec::new();
    for query in queries {
        let request = ListRowsRequest { resource: resource.to_owned(), query: Some(query) };
        let json = client.list_rows(request).await.unwrap().into_inner().json;
        texts.push(String::from_utf8(json.to_vec()).unwrap());
    }
    assert_eq!(found(&texts[0]), found(&texts[1]));
    texts.concat()
}

async fn records(client: &mut Client, resource: &str) -> String {
    let mut text = String::new();
    for number in 0..RECORDS {
        let record = Some(GetRequest { slug: Some(mark(number)), id: None });
        let request = GetRecordRequest { resource: resource.to_owned(), record };
        match client.get_record(request).await {
            Ok(record) => text += &String::from_utf8_lossy(&record.into_inner().json),
            Err(status) => assert_eq!(status.code(), tonic::Code::NotFound, "{status:?}"),
        }
    }
    text
}

async fn groups(client: &mut Client, resource: &str) -> String {
    let aggregate = Aggregate { group_by: Some("licence".to_owned()), ..Aggregate::default() };
    let query = Query { aggregate: Some(aggregate), ..Query::default() };
    let request = ListGroupsRequest { resource: resource.to_owned(), query: Some(query) };
    format!("{:?}", client.list_groups(request).await.unwrap().into_inner())
}

async fn slugs(client: &mut Client, resource: &str) -> String {
    let mut texts = Vec::new();
    for filter in [None, Some(any())] {
        let request = ListSlugsRequest { resource: resource.to_owned(), filter, after: None };
        texts.push(client.list_slugs(request).await.unwrap().into_inner().results.join(" "));
    }
    assert_eq!(texts[0], texts[1]);
    texts.concat()
}

async fn changes(client: &mut Client, resource: &str) -> String {
    let mut text = String::new();
    for number in 0..RECORDS {
        let request = ListRecordChangesRequest {
            resource: resource.to_owned(),
            slug: mark(number),
            ..ListRecordChangesRequest::default()
        };
        match as_administrator(EDITOR, client.list_record_changes(request)).await {
            Ok(changes) => write!(text, "{:?}", changes.into_inner()).unwrap(),
            Err(status) => assert_eq!(status.code(), tonic::Code::NotFound, "{status:?}"),
        }
    }
    text
}

async fn classifications(client: &mut Client) -> String {
    let mut text = String::new();
    for as_of in [None, Some("2026-01-01".to_owned())] {
        let request = GetClassificationRequest { as_of };
        write!(text, "{:?}", client.get_classification(request).await.unwrap()).unwrap();
    }
    text
}

/// The answers of a call to requests that would show every record, one for each kind, and whether every record is in them.
async fn answers(client: &mut Client, call: &str) -> (bool, Vec<(&'static str, String)>) {
    let mut texts = Vec::new();
    let mut shows_all = true;
    for kind in kinds() {
        let resource = kind.table;
        let text = match call {
            "ListRows" => rows(client, resource).await,
            "GetRecord" => records(client, resource).await,
            "ListGroups" => groups(client, resource).await,
            "ListSlugs" => slugs(client, resource).await,
            "ListRecordChanges" | "GetMeta" | "GetGeneration" | "GetClassification" => {
                shows_all = false;
                match call {
                    "ListRecordChanges" => changes(client, resource).await,
                    "GetMeta" => {
                        let request = GetMetaRequest { resource: resource.to_owned() };
                        format!("{:?}", client.get_meta(request).await.unwrap())
                    }
                    "GetClassification" => classifications(client).await,
                    _ => format!("{:?}", client.get_generation(GetGenerationRequest {}).await),
                }
            }
            // These answer only what the caller sends, or did.
            "SaveRecords" | "RemoveRecord" | "ExportPerson" => String::new(),
            other => {
                panic!("{other} is not covered: add the requests that would show every record")
            }
        };
        texts.push((resource, text));
    }
    (shows_all && !["SaveRecords", "RemoveRecord", "ExportPerson"].contains(&call), texts)
}

fn calls() -> Vec<String> {
    let set = FileDescriptorSet::decode(proto::DESCRIPTORS).unwrap();
    let mut services = set.file.into_iter().flat_map(|file| file.service);
    let service = services.find(|service| service.name() == "Catalog").unwrap();
    service.method.into_iter().filter_map(|method| method.name).collect()
}

async fn check(client: &mut Client, terms: &[LicenceTerms]) {
    for reader in Reader::ALL {
        let allowed: Vec<usize> =
            (0..RECORDS).filter(|number| may_have(reader, terms[*number])).collect();
        for call in calls() {
            let (shows_all, texts) = as_reader(reader, Box::pin(answers(client, &call))).await;
            for (resource, text) in texts {
                let found = found(&text);
                let shown = format!("{call} of {resource} as {reader:?} of {terms:?}: {text}");
                if shows_all {
                    assert_eq!(found, allowed, "{shown}");
                } else {
                    assert!(found.iter().all(|number| allowed.contains(number)), "{shown}");
                }
            }
        }
    }
}

async fn read_again(world: &World, records: &Records) {
    eventually("the records are read again", async || {
        records.generation() == memory::generation(&world.test_db.db).await.ok()
    })
    .await;
}

#[tokio::test]
async fn nothing_is_answered_that_a_licence_does_not_allow() {
    let world = world().await;
    let targets = targets(&world).await;
    let (mut replica, kept) = world.replica(&world.test_db.url).await;
    let mut client = world.serve().await;
    let terms = |round: usize| -> Vec<LicenceTerms> {
        // Each possible licence once; in the next rounds others in their place, since the newest manifest counts.
        (0..RECORDS)
            .map(|number| (number + round * 3) % RECORDS)
            .map(|at| (at % 4, at < 4))
            .collect()
    };
    for round in 0..3 {
        load(&world, &terms(round), &targets).await;
        check(&mut client, &terms(round)).await;
        read_again(&world, &kept).await;
        check(&mut replica, &terms(round)).await;
    }
    // Editors change records without their licences; their history is as restricted as they are.
    for kind in kinds() {
        let records: Vec<_> = (0..RECORDS)
            .map(|number| {
                json!({"slug": mark(number), "name": format!("{} again", mark(number)),
                "source": "a filing", "licence": mark(number)})
            })
            .collect();
        let request = SaveRecordsRequest {
            resource: kind.table.to_owned(),
            records_json: json!(records).to_string(),
        };
        as_administrator(EDITOR, client.save_records(request)).await.unwrap();
    }
    check(&mut client, &terms(2)).await;
    check_history(&mut client, &terms(2)).await;
    // A later load with other terms leaves the editors' values, and its terms count.
    load(&world, &terms(3), &targets).await;
    check(&mut client, &terms(3)).await;
    read_again(&world, &kept).await;
    check(&mut replica, &terms(3)).await;
    let mut conn = world.test_db.db.conn().await.unwrap();
    for kind in kinds() {
        let statement = format!("SELECT name FROM {} WHERE slug LIKE 'secret%'", kind.table);
        let names: Vec<String> =
            sqlx::query_scalar(AssertSqlSafe(statement)).fetch_all(&mut *conn).await.unwrap();
        assert_eq!(names.len(), RECORDS, "{kind:?}");
        assert!(names.iter().all(|name| name.ends_with(" again")), "{names:?}");
    }
    drop(conn);
    // A removed record leaves its history as restricted as it was, and a later one of the same slug does not open it.
    for kind in kinds() {
        for number in 0..RECORDS {
            let request =
                RemoveRecordRequest { resource: kind.table.to_owned(), slug: mark(number) };
            as_administrator(EDITOR, client.remove_record(request)).await.unwrap();
        }
    }
    check_history(&mut client, &terms(3)).await;
    load(&world, &[(0, true); RECORDS], &targets).await;
    check_history(&mut client, &terms(3)).await;
}

/// Checks that each reader has the history of exactly the records that they may have.
async fn check_history(client: &mut Client, terms: &[LicenceTerms]) {
    for reader in Reader::ALL {
        let allowed: Vec<usize> =
            (0..RECORDS).filter(|number| may_have(reader, terms[*number])).collect();
        for (resource, text) in
            as_reader(reader, Box::pin(answers(client, "ListRecordChanges"))).await.1
        {
            assert_eq!(found(&text), allowed, "{resource} as {reader:?}");
        }
    }
}

#[tokio::test]
async fn a_record_that_others_show_cannot_be_restricted() {
    let world = World::small().await;
    for term in [r#""redistributable": false"#, r#""visible_to": "members""#] {
        let manifest = format!(
            r#"{{"files": {{"issuers.csv": {{"source": "a", "licence": "b", "retrieved_on": "2026-01-02", {term}}}}}}}"#
        );
        let report = world
            .import(&[("manifest.json", &manifest), ("issuers.csv", "slug,name\nnew,New\n")])
            .await;
        let rejection = &report.files[0].rejections[0];
        assert!(rejection.expected.contains("other records show or count issuers"), "{report}");
    }
    assert_eq!(world.texts("SELECT slug FROM issuers").await, ["acme"]);
}
