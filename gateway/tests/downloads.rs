//! Lists as files: complete or broken off, with the query of the table, and no faster than the client reads.

use crate::support::World;
use crate::support::catalog::BROKEN;
use crate::support::identity::Behavior;
use bytes::Bytes;
use parquet::file::reader::{FileReader as _, SerializedFileReader};
use parquet::record::Field;
use proto::catalog::v1::Asset;
use proto::query::v1::{Pagination, Query};
use proto::timeseries::v1::{
    AddressKind, GetHolderCohortsRequest, GetHolderCohortsResponse, GetTopHoldersRequest,
    GetTopHoldersResponse, HolderCohort, HolderDay, ListRestatementsResponse,
    ListTransactionsResponse, Load, TopHolder,
};
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

const ASSETS: &str = "/api/download/assets.csv";

fn asset(number: usize, name: &str) -> Asset {
    Asset {
        name: name.to_owned(),
        slug: format!("asset-{number}"),
        source: "Generated".to_owned(),
        licence: "CC0-1.0".to_owned(),
        is_sample: true,
        ..Asset::default()
    }
}

fn assets(count: usize) -> Vec<Asset> {
    (0..count).map(|number| asset(number, &format!("Asset {number}"))).collect()
}

/// Whether the answer to a request came to its last chunk.
async fn is_whole(world: &World, target: &str) -> bool {
    let mut stream = ask(world, target).await;
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).await.unwrap();
    assert!(bytes.starts_with(b"HTTP/1.1 200 OK\r\n"));
    bytes.ends_with(b"\r\n0\r\n\r\n")
}

async fn ask(world: &World, target: &str) -> TcpStream {
    let mut stream = TcpStream::connect(world.address).await.unwrap();
    let request = format!("GET {target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    stream
}

#[tokio::test]
async fn a_file_has_every_row_once_with_its_provenance() {
    let world = World::start().await;
    world.catalog.have(assets(1_201));
    let answer = world.get(&format!("{ASSETS}?fields=symbol,name")).await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("content-type"), Some("text/csv; charset=utf-8; header=present"));
    assert_eq!(answer.header("assay-rows"), Some("1201"));
    assert_eq!(answer.header("cache-control"), Some("private, no-store"));
    let name = answer.header("content-disposition").unwrap();
    assert!(name.starts_with("attachment; filename=\"assets-20"), "{name}");
    let text = answer.text();
    let mut lines = text.split_terminator("\r\n");
    assert_eq!(lines.next(), Some("symbol,name,slug,is_sample,source,licence,retrieved_on"));
    for (number, line) in lines.by_ref().take(1_201).enumerate() {
        assert_eq!(line, format!(",Asset {number},asset-{number},true,Generated,CC0-1.0,"));
    }
    assert_eq!(
        lines.collect::<Vec<_>>(),
        [
            "# Licence: CC0-1.0 (Generated). Sample data: fictitious values for demonstration, not a measurement."
        ]
    );
    let places: Vec<_> = world
        .catalog
        .queries()
        .into_iter()
        .map(|query| query.pagination.unwrap())
        .map(|place| (place.page, place.cursor, place.per_page))
        .collect();
    let expected = [
        (Some(1), None, Some(500)),
        (None, Some("500".to_owned()), Some(500)),
        (None, Some("1000".to_owned()), Some(500)),
    ];
    assert_eq!(places, expected);
}

#[tokio::test]
async fn every_page_is_requested_with_the_query_of_the_view() {
    let world = World::start().await;
    world.catalog.have(assets(501));
    let query = r#"{"filter":{"operator":"equals","field":"symbol","value":"A&B"},"sort":{"field":"name","direction":"desc"}}"#;
    let query: String = url::form_urlencoded::byte_serialize(query.as_bytes()).collect();
    assert_eq!(world.get(&format!("{ASSETS}?query={query}")).await.status, 200);
    let queries = world.catalog.queries();
    assert_eq!(queries.len(), 2);
    for query in queries {
        assert_eq!(query.filter.unwrap().field.as_deref(), Some("symbol"));
        assert_eq!(query.sort.unwrap().field, "name");
    }
}

#[tokio::test]
async fn hostile_text_stays_text() {
    let world = World::start().await;
    let names = ["=1+1", "<script>alert(1)</script>", "\u{202e}=cmd", "a\r\nb\",", "\u{202e}abc"];
    let rows = names.iter().enumerate().map(|(number, name)| asset(number, name));
    world.catalog.have(rows.collect());
    let text = world.get(&format!("{ASSETS}?fields=name")).await.text();
    let first_cells = [
        "\r\n'=1+1,",
        "\r\n<script>alert(1)</script>,",
        "\r\n'\u{202e}=cmd,",
        "\r\n\"a\r\nb\"\",\",",
        "\r\n\u{202e}abc,",
    ];
    for cell in first_cells {
        assert!(text.contains(cell), "{cell:?} in {text}");
    }
}

#[tokio::test]
async fn a_list_is_written_in_three_formats() {
    let world = World::start().await;
    world.catalog.have(assets(1_201));
    let answer = world.get("/api/download/assets.ndjson?fields=name").await;
    assert_eq!(answer.header("content-type"), Some("application/x-ndjson"));
    let text = answer.text();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 1_202);
    assert_eq!(lines[1_200]["name"], "Asset 1200");
    assert_eq!(lines[1_200]["is_sample"], true);
    assert_eq!(lines[1_201]["_file"]["has_sample"], true);

    let answer = world.get("/api/download/assets.parquet?fields=name").await;
    assert_eq!(answer.header("content-type"), Some("application/vnd.apache.parquet"));
    let name = answer.header("content-disposition").unwrap();
    assert!(name.ends_with(".parquet\""), "{name}");
    let file = SerializedFileReader::new(Bytes::from(answer.body)).unwrap();
    let metadata = file.metadata().file_metadata().key_value_metadata().unwrap();
    assert!(metadata[0].value.as_deref().unwrap().starts_with("Licence: CC0-1.0 (Generated)"));
    let names: Vec<Field> = file
        .get_row_iter(None)
        .unwrap()
        .map(|row| row.unwrap().into_columns().swap_remove(0).1)
        .collect();
    assert_eq!(names.len(), 1_201);
    assert_eq!(names[1_200], Field::Str("Asset 1200".to_owned()));
}

#[tokio::test]
async fn an_empty_list_is_a_line_of_names() {
    let world = World::start().await;
    let text = world.get(&format!("{ASSETS}?fields=name")).await.text();
    let names = "name,slug,is_sample,source,licence,retrieved_on\r\n";
    assert_eq!(text, format!("{names}# Licence: none stated\r\n"));
}

#[tokio::test]
async fn an_invalid_query_is_refused_with_its_place() {
    let world = World::start().await;
    for (query, message) in [
        ("fields=name,secret", "fields[1]: unknown field"),
        ("fields=", "fields[0]: unknown field"),
        ("quary={}", "quary: the file supports query, fields, numbers only"),
        ("fields=name&sort=name", "sort: the file supports query, fields, numbers only"),
        ("query=[1]", "query: expected an object"),
        ("query={", "The input is not JSON: line 1, column 1"),
        (
            "query={%22pagination%22:{}}",
            "query.pagination: a file supports filter, sort and as_of only",
        ),
        (
            "query={%22aggregate%22:{}}",
            "query.aggregate: a file supports filter, sort and as_of only",
        ),
        ("query={%22filter%22:{%22operator%22:%22near%22}}", "filter.operator: "),
        ("query={%22sort%22:7}", "sort: "),
    ] {
        let answer = world.get(&format!("{ASSETS}?{query}")).await;
        assert_eq!((answer.status, answer.code().as_str()), (400, "BAD_REQUEST"), "{query}");
        let failure = answer.json()["error"].clone();
        assert!(failure["message"].as_str().unwrap().starts_with(message), "{failure}");
        assert_eq!(failure["data"]["path"], "assets.list");
    }
}

#[tokio::test]
async fn the_largest_holders_are_a_file_with_their_provenance() {
    let world = World::start().await;
    let holder = |rank: i32, value_dollar| TopHolder {
        address_kind: (rank == 1).then_some(AddressKind::Escrow.into()),
        rank,
        address: format!("0x{rank}"),
        is_issuer: rank == 1,
        balance_raw: "12345678901234567890".to_owned(),
        balance: 12.5,
        share: 0.25,
        value_dollar,
    };
    let load = Load {
        id: 7,
        source: "Ledger".to_owned(),
        licence: "CC0-1.0".to_owned(),
        method_version: "2".to_owned(),
        known_at: 1_767_225_600_000,
        ..Load::default()
    };
    let answer = GetTopHoldersResponse {
        token_slug: "coin".to_owned(),
        token_name: "Coin".to_owned(),
        date: Some("2025-12-31".to_owned()),
        results: vec![holder(1, Some(9.5)), holder(2, None)],
        known_at: Some(1_767_225_600_000),
        load: Some(load),
        ..GetTopHoldersResponse::default()
    };
    world.catalog.answer_with("GetTopHolders", &answer);
    let query = r#"{"token_slug":"coin","limit":2,"as_of":"2026-01-01"}"#;
    let query: String = url::form_urlencoded::byte_serialize(query.as_bytes()).collect();
    let file = world.get(&format!("/api/download/holders.top.csv?query={query}")).await;
    assert_eq!((file.status, file.header("assay-rows")), (200, Some("2")));
    assert!(file.header("content-disposition").unwrap().contains("\"holders-20"));
    let raw = "12345678901234567890";
    let origin = "Ledger,CC0-1.0,,7,2026-01-01T00:00:00.000Z,2,false";
    let text = file.text();
    assert_eq!(
        text.split_terminator("\r\n").collect::<Vec<_>>(),
        [
            "token_slug,token_name,date,rank,address,is_issuer,balance_raw,balance,share,value_dollar,\
             address_kind,source,licence,attribution,load_id,known_at,method_version,is_sample",
            &format!("coin,Coin,2025-12-31,1,0x1,true,{raw},12.5,0.25,9.5,escrow,{origin}"),
            &format!("coin,Coin,2025-12-31,2,0x2,false,{raw},12.5,0.25,,,{origin}"),
            "# Licence: CC0-1.0 (Ledger)",
        ]
    );
    let [request] = &world.catalog.requests::<GetTopHoldersRequest>("GetTopHolders")[..] else {
        panic!("one request")
    };
    assert_eq!((request.limit, request.as_of.as_deref()), (Some(2), Some("2026-01-01")));
    let refused = world.get("/api/download/holders.top.csv?query=%7B%7D").await;
    assert_eq!(refused.status, 400);
}

#[tokio::test]
async fn cohorts_of_holders_are_a_file_with_the_provenance_of_all_days() {
    let world = World::start().await;
    let cohort = |month: &str, is_from_start, holder_count| HolderCohort {
        month: month.to_owned(),
        is_from_start,
        holder_count,
        units: 250.5,
    };
    let day = |date: &str, other_units: Option<f64>, cohorts| HolderDay {
        date: date.to_owned(),
        known_at: 1_767_225_600_000,
        load_id: 8,
        known_count: 3,
        is_complete: other_units == Some(0.0),
        circulating: other_units.map(|_| 501.0),
        other_units,
        cohorts,
        ..HolderDay::default()
    };
    let load = |id, source: &str| Load {
        id,
        source: source.to_owned(),
        licence: "CC0-1.0".to_owned(),
        method_version: "2".to_owned(),
        ..Load::default()
    };
    let answer = GetHolderCohortsResponse {
        token_slug: "coin".to_owned(),
        token_name: "Coin".to_owned(),
        is_sample: true,
        results: vec![
            day("2025-11-30", Some(0.0), vec![cohort("2025-11", true, 3)]),
            day("2025-12-31", None, vec![cohort("2025-11", true, 2), cohort("2025-12", false, 1)]),
        ],
        has_earlier: false,
        loads: vec![load(7, "Ledger"), load(8, "Explorer")],
    };
    world.catalog.answer_with("GetHolderCohorts", &answer);
    let query = r#"{"token_slug":"coin","from":"2025-11-01"}"#;
    let query: String = url::form_urlencoded::byte_serialize(query.as_bytes()).collect();
    let file = world.get(&format!("/api/download/holders.cohorts.csv?query={query}")).await;
    assert_eq!((file.status, file.header("assay-rows")), (200, Some("3")));
    assert!(file.header("content-disposition").unwrap().contains("\"holder_cohorts-20"));
    let origin = "2026-01-01T00:00:00.000Z,Explorer; Ledger,CC0-1.0,,8; 7,2,true";
    let text = file.text();
    assert_eq!(
        text.split_terminator("\r\n").collect::<Vec<_>>(),
        [
            "token_slug,token_name,date,cohort,is_from_start,holder_count,units,known_count,is_complete,circulating,\
             other_units,known_at,load_sources,licence,attribution,load_ids,method_version,is_sample",
            &format!("coin,Coin,2025-11-30,2025-11,true,3,250.5,3,true,501.0,0.0,{origin}"),
            &format!("coin,Coin,2025-12-31,2025-11,true,2,250.5,3,false,,,{origin}"),
            &format!("coin,Coin,2025-12-31,2025-12,false,1,250.5,3,false,,,{origin}"),
            "# Licence: CC0-1.0 (Explorer; Ledger). Sample data: fictitious values for demonstration, not a measurement.",
        ]
    );
    let [request] = &world.catalog.requests::<GetHolderCohortsRequest>("GetHolderCohorts")[..]
    else {
        panic!("one request")
    };
    assert_eq!(request.from.as_deref(), Some("2025-11-01"));
    let refused = world.get("/api/download/holders.cohorts.csv?query=%7B%7D").await;
    assert_eq!(refused.status, 400);
}

#[tokio::test]
async fn a_list_and_its_file_can_be_requested_as_of_a_date() {
    let world = World::start().await;
    let pagination = Some(Pagination::default());
    let restatements = ListRestatementsResponse { pagination: pagination.clone(), results: vec![] };
    world.catalog.answer_with("ListRestatements", &restatements);
    let transactions = ListTransactionsResponse { pagination, results: vec![], current_at: 0 };
    world.catalog.answer_with("ListTransactions", &transactions);
    let query: String =
        url::form_urlencoded::byte_serialize(br#"{"as_of":"2026-01-31"}"#).collect();
    for (name, call) in
        [("restatements", "ListRestatements"), ("transactions", "ListTransactionsText")]
    {
        for target in [
            format!("/api/trpc/{name}.list?input={query}"),
            format!("/api/download/{name}.csv?query={query}"),
        ] {
            let answer = world.get(&target).await;
            assert_eq!(answer.status, 200, "{target}: {}", answer.text());
        }
        let queries: Vec<Query> = world.catalog.requests(call);
        let then: Vec<Option<&str>> = queries.iter().map(|query| query.as_of.as_deref()).collect();
        assert_eq!(then, [Some("2026-01-31"); 2], "{call}");
    }
}

#[tokio::test]
async fn only_lists_are_files() {
    let world = World::start().await;
    for file in [
        "",
        "/",
        "/assets",
        "/assets.json",
        "/assets.list.csv",
        "/users.csv",
        "/assetClasses.csv",
        "/a%2Fb.csv",
        "/assets.parquet.csv",
        "/timeseries.latest.csv",
        "/assets.xls",
    ] {
        let answer = world.get(&format!("/api/download{file}")).await;
        assert_eq!((answer.status, answer.code().as_str()), (404, "NOT_FOUND"), "{file}");
    }
    assert_ne!(world.get("/api/download/asset_classes.csv").await.status, 404);
    let answer = world.anonymous().post(ASSETS, "{}").await;
    assert_eq!((answer.status, answer.header("allow")), (405, Some("GET, HEAD")));
}

#[tokio::test]
async fn a_file_that_cannot_begin_is_refused() {
    let world = World::start().await;
    for (behavior, code) in
        [(Behavior::Away, "SERVICE_UNAVAILABLE"), (Behavior::Broken, "INTERNAL_SERVER_ERROR")]
    {
        world.catalog.be(behavior);
        let answer = world.get(ASSETS).await;
        assert_eq!(answer.code(), code);
        assert!(answer.header("content-disposition").is_none());
    }
}

#[tokio::test]
async fn a_file_that_cannot_be_completed_is_broken_off() {
    let world = World::start().await;
    let mut all = assets(700);
    all[600].name = BROKEN.to_owned();
    world.catalog.have(all);
    assert!(!is_whole(&world, ASSETS).await, "a part must not look like the whole");
    world.catalog.have(assets(700));
    assert!(is_whole(&world, ASSETS).await);
}

#[tokio::test]
async fn a_file_too_large_is_refused_before_it_begins() {
    let world = World::start().await;
    world.catalog.have(assets(250_001));
    let answer = world.get(ASSETS).await;
    assert_eq!((answer.status, answer.code().as_str()), (400, "BAD_REQUEST"));
    assert_eq!(answer.json()["error"]["data"]["reason"], "download_too_large");
    assert_eq!(world.catalog.queries().len(), 1);
    let answer = world.anonymous().send("HEAD", "/api/download/assets.ndjson", None).await;
    assert_eq!(answer.status, 200, "what no spreadsheet opens may be longer");
}

#[tokio::test]
async fn no_page_is_loaded_ahead_of_a_client_that_reads_nothing() {
    const PAGES: usize = 40;
    let world = World::start().await;
    let large = "x".repeat(2_000);
    world.catalog.have((0..PAGES * 500).map(|number| asset(number, &large)).collect());
    let mut idle = ask(&world, ASSETS).await;
    let mut begun = [0; 15];
    idle.read_exact(&mut begun).await.unwrap();
    assert_eq!(&begun, b"HTTP/1.1 200 OK");
    assert!(is_whole(&world, ASSETS).await, "others are served meanwhile");
    assert!(world.catalog.queries().len() < 2 * PAGES, "the client took nothing");
}
