//! Files of series, aggregates and holders: the numbers of the answer, each with its provenance.

use crate::support::World;
use crate::support::identity::Behavior;
use bytes::Bytes;
use parquet::file::reader::{FileReader as _, SerializedFileReader};
use parquet::record::Field;
use proto::catalog::v1::ListRowsRequest;
use proto::query::v1::query_value::Kind;
use proto::query::v1::{Operator, QueryValue};
use proto::timeseries::v1::{
    GetAggregateResponse, GetOriginsResponse, GetSeriesResponse, Load, MeasureKind, OriginRun,
    SeriesGroup, SeriesInterval, SeriesLine, SubjectKind, ValueQualifier, WithheldRun,
};
use serde_json::json;

/// A number whose last digits a careless reader loses.
const LONG: f64 = 6_631.234_567_891_234;

fn target(procedure: &str, format: &str, query: &str) -> String {
    let query: String = url::form_urlencoded::byte_serialize(query.as_bytes()).collect();
    format!("/api/download/{procedure}.{format}?query={query}")
}

fn series(format: &str) -> String {
    let key = r#"{"subject_kind":"benchmark","subject_slug":"sofr","measure":"benchmark_rate"}"#;
    target("timeseries.get", format, &format!("{{\"keys\":[{key}]}}"))
}

fn load(id: i64, licence: &str) -> Load {
    Load {
        id,
        source: format!("Source {id}"),
        licence: licence.to_owned(),
        attribution: Some("The bank".to_owned()),
        method_version: "1".to_owned(),
        known_at: 1_763_629_200_000 + id,
        ..Load::default()
    }
}

fn run(day: &str, load_id: i64) -> OriginRun {
    OriginRun {
        series_id: 7,
        input_id: 7,
        first_date: day.to_owned(),
        last_date: day.to_owned(),
        known_at: 1_763_629_200_000,
        load_id,
    }
}

async fn world() -> World {
    let world = World::start().await;
    let line = SeriesLine {
        series_id: 7,
        subject_kind: SubjectKind::Benchmark.into(),
        subject_slug: "sofr".to_owned(),
        subject_name: "=SOFR".to_owned(),
        measure_slug: "benchmark_rate".to_owned(),
        measure_name: "Benchmark rate".to_owned(),
        kind: MeasureKind::Stock.into(),
        unit: "ratio".to_owned(),
        source: "Fed".to_owned(),
        values: vec![0.1, f64::NAN, LONG],
        qualifiers: vec![ValueQualifier {
            from: "2026-11-20".to_owned(),
            to: "2026-11-20".to_owned(),
            value_date: Some("2026-11-17".to_owned()),
            is_carried: true,
            ..ValueQualifier::default()
        }],
        ..SeriesLine::default()
    };
    world.catalog.answer_with(
        "GetSeries",
        &GetSeriesResponse {
            interval: SeriesInterval::Day.into(),
            dates: ["2026-11-18", "2026-11-19", "2026-11-20"].map(str::to_owned).to_vec(),
            lines: vec![line],
            current_at: 0,
            to: "2026-11-20".to_owned(),
        },
    );
    world.catalog.answer_with(
        "GetSeriesOrigins",
        &GetOriginsResponse {
            runs: vec![run("2026-11-18", 1), run("2026-11-20", 2)],
            loads: vec![load(1, "Public domain"), load(2, "CC-BY-4.0")],
            withheld: vec![WithheldRun {
                series_id: 7,
                first_date: "2026-11-19".to_owned(),
                last_date: "2026-11-20".to_owned(),
                reason: "nav_jump".to_owned(),
            }],
            ..GetOriginsResponse::default()
        },
    );
    world
}

#[tokio::test]
async fn every_value_of_a_series_has_its_provenance() {
    let world = world().await;
    let answer = world.get(&series("csv")).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(answer.header("assay-rows"), Some("3"));
    let name = answer.header("content-disposition").unwrap();
    assert!(name.starts_with("attachment; filename=\"series-20"), "{name}");
    let convention = "\"per year, as published by the source\"";
    let subject = format!(
        "benchmark,sofr,'=SOFR,,benchmark_rate,Benchmark rate,ratio,{convention},day,level"
    );
    let known = "2025-11-20T09:00:00.000Z,1,false";
    assert_eq!(
        answer.text().split_terminator("\r\n").collect::<Vec<_>>(),
        [
            "date,to_date,subject_kind,subject_slug,subject_name,network_slug,measure_slug,measure_name,unit,\
             convention,interval,mode,value,reason,value_date,is_carried,is_partial,spans_gap,is_average,lacks_days,source,load_sources,licence,attribution,load_id,known_at,method_version,is_sample",
            &format!(
                "2026-11-18,2026-11-18,{subject},0.1,,2026-11-18,false,false,false,false,false,Fed,Source 1,Public domain,The bank,1,{known}"
            ),
            &format!(
                "2026-11-19,2026-11-19,{subject},,nav_jump,,,,,,,Fed,Source 1,Public domain,The bank,1,{known}"
            ),
            &format!(
                "2026-11-20,2026-11-20,{subject},{LONG},,2026-11-17,true,false,false,false,false,Fed,Source 2,CC-BY-4.0,The bank,2,{known}"
            ),
            "# Licence: CC-BY-4.0 (Source 2); Public domain (Source 1)",
        ]
    );
}

#[tokio::test]
async fn parquet_has_the_numbers_of_the_answer() {
    let world = world().await;
    let answer = world.get(&series("parquet")).await;
    let file = SerializedFileReader::new(Bytes::from(answer.body)).unwrap();
    let rows: Vec<Vec<(String, Field)>> =
        file.get_row_iter(None).unwrap().map(|row| row.unwrap().into_columns()).collect();
    let field = |row: usize, name: &str| {
        rows[row].iter().find(|(known, _)| known == name).map(|(_, field)| field.clone()).unwrap()
    };
    let values: Vec<Field> = (0..3).map(|row| field(row, "value")).collect();
    assert_eq!(values, [Field::Double(0.1), Field::Null, Field::Double(LONG)]);
    let reasons: Vec<Field> = (0..3).map(|row| field(row, "reason")).collect();
    let reason = Field::Str("nav_jump".to_owned());
    assert_eq!(reasons, [Field::Null, reason, Field::Null], "only where there is no value");
    let text = world.get(&series("ndjson")).await.text();
    let reasons: Vec<serde_json::Value> =
        text.lines().take(3).map(|line| serde_json::from_str(line).unwrap()).collect();
    let reasons: Vec<_> = reasons.iter().map(|row| row["reason"].as_str()).collect();
    assert_eq!(reasons, [None, Some("nav_jump"), None]);
    assert_eq!(field(2, "date"), Field::Date(20_777));
    assert_eq!(field(1, "to_date"), Field::Date(20_776));
    assert_eq!(field(2, "known_at"), Field::TimestampMillis(1_763_629_200_000));
    assert_eq!(field(0, "subject_name"), Field::Str("=SOFR".to_owned()), "nothing runs it there");
}

#[tokio::test]
async fn groups_are_rows_and_the_total_only_without_groups() {
    let world = world().await;
    let group = |key: Option<&str>, value: f64| SeriesGroup {
        key: key.map(str::to_owned),
        member_count: 2,
        sample_count: 1,
        values: vec![value],
        coverage: vec![0.5],
        has_sample: true,
        last_date: key.map(|_| "2026-11-14".to_owned()),
        carry_days: if key.is_some() { 14 } else { 0 },
        qualifiers: vec![ValueQualifier {
            from: "2026-11-01".to_owned(),
            to: "2026-11-01".to_owned(),
            is_partial: true,
            lacks_days: true,
            ..ValueQualifier::default()
        }],
        ..SeriesGroup::default()
    };
    let response = GetAggregateResponse {
        measure_slug: "total_value".to_owned(),
        unit: "usd".to_owned(),
        interval: SeriesInterval::Month.into(),
        dates: vec!["2026-11-01".to_owned()],
        groups: vec![group(Some("bonds"), 3.0), group(None, 1.0)],
        total: Some(group(None, 4.0)),
        current_at: 1_763_629_200_003,
        known_at: 1_763_629_200_002,
        to: "2026-11-21".to_owned(),
        ..GetAggregateResponse::default()
    };
    world.catalog.answer_with("GetAggregate", &response);
    let loads = vec![load(1, "CC0-1.0"), load(2, "CC-BY-4.0")];
    let origins = GetOriginsResponse { loads, ..GetOriginsResponse::default() };
    world.catalog.answer_with("GetAggregateOrigins", &origins);
    let request = |query: &str| target("timeseries.aggregate", "csv", query);
    let loads = "Source 1; Source 2,CC-BY-4.0; CC0-1.0,The bank,2; 1,1,true";
    let origin = format!("2025-11-20T09:00:00.002Z,{loads}");
    let text =
        world.get(&request(r#"{"measure":"total_value","group_by":"asset_class"}"#)).await.text();
    let lines: Vec<_> = text.split_terminator("\r\n").collect();
    let day = "2026-11-21,false,true,false,false,true";
    let group = "2026-11-01,2026-11-21,total_value,usd,,month,level,false,,asset_class";
    assert!(
        lines[0].contains(",member_count,sample_count,value,coverage,last_date,carry_days,value_date,is_carried,is_partial,spans_gap,is_average,lacks_days,as_of,load_sources,"),
        "{}",
        lines[0]
    );
    assert_eq!(lines[1], format!("{group},bonds,,false,2,1,3.0,0.5,2026-11-14,14,{day},{origin}"));
    assert_eq!(lines[2], format!("{group},,,false,2,1,1.0,0.5,,0,{day},{origin}"));
    assert!(
        lines[3].starts_with("# Licence: CC-BY-4.0; CC0-1.0 (Source 1; Source 2). Sample data"),
        "{}",
        lines[3]
    );
    let text = world.get(&request(r#"{"measure":"total_value"}"#)).await.text();
    let lines: Vec<_> = text.split_terminator("\r\n").collect();
    assert_eq!(
        lines[1],
        format!(
            "2026-11-01,2026-11-21,total_value,usd,,month,level,false,,none,,,false,2,1,4.0,0.5,,0,{day},{origin}"
        )
    );
    assert_eq!(lines.len(), 3);
    let cumulative = r#"{"measure":"total_value","mode":"cumulative","is_cohort":true,"filter":{"operator":"equals","field":"is_sample","value":"false"}}"#;
    let text = world.get(&request(cumulative)).await.text();
    let filter =
        r#""{""operator"":""equals"",""field"":""is_sample"",""value"":""false"",""filters"":[]}""#;
    assert!(text.contains(&format!(",month,cumulative,true,{filter},none,")), "{text}");
}

#[tokio::test]
async fn yields_of_groups_have_their_convention_in_every_format() {
    let world = world().await;
    let yields = GetAggregateResponse {
        measure_slug: "apy_7d_effective".to_owned(),
        unit: "ratio".to_owned(),
        dates: vec!["2026-11-01".to_owned()],
        to: "2026-11-01".to_owned(),
        ..nothing()
    };
    world.catalog.answer_with("GetAggregate", &yields);
    let request =
        |format: &str| target("timeseries.aggregate", format, r#"{"measure":"apy_7d_effective"}"#);
    let text = world.get(&request("ndjson")).await.text();
    let row: serde_json::Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    let convention = row["convention"].as_str().unwrap();
    assert_eq!(convention, sheet::yield_convention("apy_7d_effective").unwrap());
    for part in ["act/365", "NAV-based", "distributions reinvested", ", compounded"] {
        assert!(convention.contains(part), "{convention}");
    }
    let csv = world.get(&request("csv")).await.text();
    assert!(csv.contains(&format!(",ratio,\"{convention}\",")), "{csv}");
    let parquet = world.get(&request("parquet")).await;
    let file = SerializedFileReader::new(Bytes::from(parquet.body)).unwrap();
    let row = file.get_row_iter(None).unwrap().next().unwrap().unwrap().into_columns();
    assert!(row.contains(&("convention".to_owned(), Field::Str(convention.to_owned()))));
    assert_eq!(world.get(&request("xlsx")).await.status, 200);
}

#[tokio::test]
async fn groups_have_the_names_of_their_records() {
    let world = world().await;
    let group = |key: Option<&str>, is_other: bool| SeriesGroup {
        key: key.map(str::to_owned),
        is_other,
        values: vec![1.0],
        coverage: vec![1.0],
        ..SeriesGroup::default()
    };
    let response = GetAggregateResponse {
        dates: vec!["2026-11-01".to_owned()],
        groups: vec![
            group(Some("CH"), false),
            group(Some("XK"), false),
            group(None, false),
            group(None, true),
        ],
        to: "2026-11-01".to_owned(),
        ..nothing()
    };
    world.catalog.answer_with("GetAggregate", &response);
    world
        .catalog
        .list("countries", &json!([{"slug": "switzerland", "code": "CH", "name": "Switzerland"}]));
    world.catalog.list("pools", &json!([{"slug": "CH", "name": "=Chalet"}]));
    let named = [
        (r#"{"measure":"71","group_by":"country"}"#, Some(("countries", "code", "Switzerland"))),
        (
            r#"{"measure":"71","group_by":"token","subject_kind":"pool"}"#,
            Some(("pools", "slug", "=Chalet")),
        ),
        (r#"{"measure":"71","group_by":"token","subject_kind":"benchmark"}"#, None),
    ];
    for (query, expected) in named {
        let text = world.get(&target("timeseries.aggregate", "ndjson", query)).await.text();
        let rows: Vec<serde_json::Value> =
            text.lines().take(4).map(|line| serde_json::from_str(line).unwrap()).collect();
        let names: Vec<_> = rows.iter().map(|row| row["group_name"].as_str()).collect();
        assert_eq!(names, [expected.map(|(.., name)| name), None, None, None], "{query}");
        let Some((resource, field, name)) = expected else { continue };
        let request: ListRowsRequest = world.catalog.requests("ListRows").pop().unwrap();
        assert_eq!(request.resource, resource);
        let filter = request.query.unwrap().filter.unwrap();
        assert_eq!((filter.operator(), filter.field.as_deref()), (Operator::In, Some(field)));
        let csv = world.get(&target("timeseries.aggregate", "csv", query)).await.text();
        assert!(csv.contains(&format!(",CH,{},", name.replace('=', "'="))), "{csv}");
        let parquet = world.get(&target("timeseries.aggregate", "parquet", query)).await;
        let file = SerializedFileReader::new(Bytes::from(parquet.body)).unwrap();
        let row = file.get_row_iter(None).unwrap().next().unwrap().unwrap().into_columns();
        assert!(row.contains(&("group_name".to_owned(), Field::Str(name.to_owned()))), "{row:?}");
    }
}

fn nothing() -> GetAggregateResponse {
    GetAggregateResponse {
        kind: MeasureKind::Stock.into(),
        interval: SeriesInterval::Day.into(),
        total: Some(SeriesGroup::default()),
        ..GetAggregateResponse::default()
    }
}

#[tokio::test]
async fn a_filter_of_the_catalog_becomes_the_matching_assets() {
    let world = world().await;
    hold(&world, "assets", 300);
    world.catalog.answer_with("GetAggregate", &nothing());
    let filter = r#"{"operator":"equals","field":"domicile","value":"LU"}"#;
    let own = r#"{"operator":"equals","field":"is_sample","value":"false"}"#;
    let request = format!(r#"{{"measure":"71","filter":{own},"asset_filter":{filter}}}"#);
    let input: String = url::form_urlencoded::byte_serialize(request.as_bytes()).collect();
    for address in [
        format!("/api/trpc/timeseries.aggregate?input={input}"),
        target("timeseries.aggregate", "csv", &request),
    ] {
        let answer = world.get(&address).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        let sent = world.catalog.aggregates().pop().unwrap();
        assert!(sent.asset_filter.is_none());
        let [before, chosen] = &sent.filter.unwrap().filters[..] else { panic!("two parts") };
        assert_eq!(before.field.as_deref(), Some("is_sample"));
        assert_eq!(chosen.field.as_deref(), Some("asset"));
        let Some(Kind::List(list)) = chosen.value.clone().unwrap().kind else { panic!("a list") };
        assert_eq!((list.items.len(), &list.items[299]), (300, &QueryValue::text("r1299")));
    }
    let question = world.catalog.queries()[0].clone().filter.unwrap();
    assert_eq!(question.field.as_deref(), Some("domicile"));

    hold(&world, "assets", 20_001);
    let answer = world.get(&format!("/api/trpc/timeseries.aggregate?input={input}")).await;
    assert_eq!(answer.status, 400);
    assert!(answer.text().contains("more than 20000 assets"), "{}", answer.text());
}

/// Holds a number of records, with slugs in the order of their numbers.
fn hold(world: &World, resource: &str, count: usize) {
    let slugs: Vec<String> = (1_000..1_000 + count).map(|number| format!("r{number}")).collect();
    world.catalog.hold(resource, &slugs.iter().map(String::as_str).collect::<Vec<_>>());
}

#[tokio::test]
async fn fields_of_the_catalog_combine_with_those_of_series() {
    let world = world().await;
    hold(&world, "loans", 3);
    world.catalog.answer_with("GetAggregate", &nothing());
    let request = r#"{"measure":"10","subject_kind":"loan","filter":{"operator":"and","filters":[
        {"operator":"equals","field":"is_sample","value":"true"},
        {"operator":"or","filters":[
            {"operator":"equals","field":"status","value":"late"},
            {"operator":"startsWith","field":"slug","value":"s"}]}]}}"#;
    let input: String = url::form_urlencoded::byte_serialize(request.as_bytes()).collect();
    let answer = world.get(&format!("/api/trpc/timeseries.aggregate?input={input}")).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let sent = world.catalog.aggregates().pop().unwrap().filter.unwrap();
    let [own, chosen] = &sent.filters[..] else { panic!("two parts") };
    assert_eq!(own.field.as_deref(), Some("is_sample"));
    assert_eq!((chosen.operator(), chosen.field.as_deref()), (Operator::In, Some("slug")));
    let [question] = &world.catalog.queries()[..] else { panic!("one question") };
    assert_eq!(question.filter.as_ref().unwrap().filters.len(), 2);

    let leaf = r#"{"operator":"like","field":"name","value":"a"}"#;
    let mixed = [leaf, r#"{"operator":"equals","field":"series_source","value":"a"}"#].join(",");
    let parts = vec![format!(r#"{{"operator":"or","filters":[{mixed}]}}"#); 9].join(",");
    let wide = format!(r#"{{"measure":"10","filter":{{"operator":"and","filters":[{parts}]}}}}"#);
    let input: String = url::form_urlencoded::byte_serialize(wide.as_bytes()).collect();
    let answer = world.get(&format!("/api/trpc/timeseries.aggregate?input={input}")).await;
    assert_eq!(answer.status, 400, "{}", answer.text());
    assert!(answer.text().contains("at most 8 parts"), "{}", answer.text());
}

#[tokio::test]
async fn a_refusal_of_the_procedure_is_no_file() {
    let world = world().await;
    for (procedure, query, message) in [
        ("timeseries.get", r#"{"keys":7}"#, "keys: "),
        ("timeseries.get", "[]", "query: expected an object"),
        ("timeseries.aggregate", r#"{"measure":"a","group_by":"colour"}"#, "group_by: "),
    ] {
        let answer = world.get(&target(procedure, "ndjson", query)).await;
        assert_eq!((answer.status, answer.code().as_str()), (400, "BAD_REQUEST"), "{query}");
        let failure = answer.json()["error"].clone();
        assert!(failure["message"].as_str().unwrap().starts_with(message), "{failure}");
        assert_eq!(failure["data"]["path"], procedure);
    }
    world.catalog.be(Behavior::Away);
    let answer = world.get(&series("csv")).await;
    assert_eq!(answer.code(), "SERVICE_UNAVAILABLE");
    assert!(answer.header("content-disposition").is_none());
}
