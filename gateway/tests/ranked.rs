//! Lists of the catalog sorted by numbers of timeseries.

use crate::support::World;
use proto::catalog::v1::{Asset, GetClassificationResponse, ListRowsRequest, ListSlugsRequest};
use proto::timeseries::v1::{ListRankedSlugsRequest, ListRankedSlugsResponse, RankedSlug};
use serde_json::{Value, json};

fn place(slug: &str, value: Option<f64>) -> RankedSlug {
    RankedSlug { slug: slug.to_owned(), value, ..RankedSlug::default() }
}

async fn world() -> World {
    let world = World::start().await;
    world.catalog.hold("assets", &["a", "b", "c"]);
    let asset = |slug: &str| Asset { slug: slug.to_owned(), ..Asset::default() };
    world.catalog.have(["a", "b", "c"].map(asset).to_vec());
    world.catalog.answer_with("GetClassification", &GetClassificationResponse::default());
    world
}

/// The answer of a rank by a measure that is no yield.
fn ranked(results: Vec<RankedSlug>) -> ListRankedSlugsResponse {
    ListRankedSlugsResponse { results, measure_slug: "bridged_token_value_dollar".to_owned() }
}

fn answer_ranked(world: &World, results: Vec<RankedSlug>) {
    world.catalog.answer_with("ListRankedSlugs", &ranked(results));
}

async fn ask(world: &World, query: Value) -> (u16, Value) {
    let mut input = json!({"sort": {"field": "value", "direction": "desc"}});
    input.as_object_mut().unwrap().extend(query.as_object().unwrap().clone());
    let input: String =
        url::form_urlencoded::byte_serialize(input.to_string().as_bytes()).collect();
    let answer = world.get(&format!("/api/trpc/assets.list?input={input}")).await;
    (answer.status, answer.json())
}

fn slugs(answer: &Value) -> String {
    let rows = answer["result"]["data"]["results"].as_array().unwrap();
    rows.iter().map(|row| row["slug"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn rows_are_sorted_by_their_numbers_and_continue_after_the_cursor() {
    let world = world().await;
    answer_ranked(&world, vec![place("c", Some(9.5)), place("a", Some(0.1)), place("b", None)]);
    let filter = json!({"operator": "equals", "field": "status", "value": "active"});
    let (status, answer) =
        ask(&world, json!({"filter": filter, "pagination": {"perPage": 2}})).await;
    assert_eq!((status, slugs(&answer).as_str()), (200, "ca"), "{answer}");
    let pagination = &answer["result"]["data"]["pagination"];
    assert_eq!((&pagination["resultCount"], &pagination["pageCount"]), (&json!(3), &json!(2)));
    let requests: Vec<ListSlugsRequest> = world.catalog.requests("ListSlugs");
    assert!(requests.iter().all(|request| request.filter.is_some()), "only the records that match");
    let requests: Vec<ListRankedSlugsRequest> = world.catalog.requests("ListRankedSlugs");
    assert_eq!(requests[0].slugs, ["a", "b", "c"]);
    assert_eq!((requests[0].limit, requests[0].offset, requests[0].is_descending), (3, 0, true));
    let rows: Vec<ListRowsRequest> = world.catalog.requests("ListRows");
    assert_eq!(rows.len(), 1, "only the rows of the page are loaded");

    answer_ranked(&world, vec![place("b", None)]);
    let cursor = pagination["nextCursor"].clone();
    let next = json!({"filter": filter, "pagination": {"perPage": 2, "cursor": cursor}});
    let (_, answer) = ask(&world, next).await;
    assert_eq!(slugs(&answer), "b");
    let pagination = &answer["result"]["data"]["pagination"];
    assert_eq!((&pagination["page"], &pagination["nextCursor"]), (&json!(2), &Value::Null));
    let requests: Vec<ListRankedSlugsRequest> = world.catalog.requests("ListRankedSlugs");
    assert_eq!(requests[1].after, Some(place("a", Some(0.1))), "to the last bit");

    let elsewhere = json!({"pagination": {"cursor": cursor}});
    let (status, answer) = ask(&world, elsewhere).await;
    assert_eq!(
        (status, &answer["error"]["data"]["reason"]),
        (400, &json!("cursor_of_another_query"))
    );
}

#[tokio::test]
async fn a_list_without_sample_records_is_sorted_by_numbers_without_sample_data() {
    let world = world().await;
    answer_ranked(&world, vec![place("a", Some(1.0))]);
    let real = json!({"operator": "equals", "field": "is_sample", "value": false});
    let active = json!({"operator": "equals", "field": "status", "value": "active"});
    let both = json!({"operator": "and", "filters": [active, real]});
    let either = json!({"operator": "or", "filters": [active, real]});
    for filter in [&real, &both, &active, &either] {
        let (status, answer) = ask(&world, json!({"filter": filter})).await;
        assert_eq!(status, 200, "{answer}");
    }
    let requests: Vec<ListRankedSlugsRequest> = world.catalog.requests("ListRankedSlugs");
    let are_real = requests.iter().map(|request| {
        let parts = request.filter.iter().flat_map(|filter| &filter.filters);
        parts.filter(|part| part.field.as_deref() == Some("is_sample")).count()
    });
    assert_eq!(are_real.collect::<Vec<_>>(), [1, 1, 0, 0]);
}

#[tokio::test]
async fn a_number_of_some_records_alone_is_taken_of_those() {
    let world = world().await;
    answer_ranked(&world, vec![place("b", Some(0.001)), place("a", None), place("c", None)]);
    let (status, answer) =
        ask(&world, json!({"sort": {"field": "off_peg", "direction": "desc"}})).await;
    assert_eq!((status, slugs(&answer).as_str()), (200, "bac"), "{answer}");
    let requests: Vec<ListSlugsRequest> = world.catalog.requests("ListSlugs");
    let by_peg = |request: &&ListSlugsRequest| {
        let filter = request.filter.as_ref();
        filter.and_then(|filter| filter.field.as_deref()) == Some("peg_currency")
    };
    assert!(requests.iter().any(|request| by_peg(&request)), "the records that the number has");
    let requests: Vec<ListRankedSlugsRequest> = world.catalog.requests("ListRankedSlugs");
    let number = requests[0].number.as_ref().unwrap();
    let only = serde_json::to_value(number.only.as_ref()).unwrap();
    assert_eq!((&only["field"], &only["value"]), (&json!("asset"), &json!(["a", "b", "c"])));
    assert_eq!(number.against, Some(1.0));
}

#[tokio::test]
async fn a_page_can_be_requested_by_number_and_invalid_paging_is_refused() {
    let world = world().await;
    answer_ranked(&world, vec![place("b", None)]);
    let (_, answer) = ask(&world, json!({"pagination": {"page": 2, "perPage": 2}})).await;
    assert_eq!(slugs(&answer), "b");
    let requests: Vec<ListRankedSlugsRequest> = world.catalog.requests("ListRankedSlugs");
    assert_eq!((requests[0].offset, requests[0].limit), (2, 3));
    for (pagination, reason) in [
        (json!({"page": 0}), "number_out_of_bounds"),
        (json!({"perPage": 1_001}), "number_out_of_bounds"),
        (json!({"cursor": "nonsense"}), "cursor_invalid"),
        (json!({"cursor": "x", "page": 1}), "query_misplaced"),
    ] {
        let (status, answer) = ask(&world, json!({"pagination": pagination})).await;
        let found = &answer["error"]["data"]["reason"];
        assert_eq!((status, found), (400, &json!(reason)), "{answer}");
    }
    for misplaced in [json!({"aggregate": {}}), json!({"as_of": "2026-01-31"})] {
        let (status, answer) = ask(&world, misplaced).await;
        let found = &answer["error"]["data"]["reason"];
        assert_eq!((status, found), (400, &json!("query_misplaced")), "{answer}");
    }
}

/// The address of the file of a view of assets with these fields and numbers.
fn target(fields: &str, numbers: &Value) -> String {
    let mut query = url::form_urlencoded::Serializer::new(String::new());
    query.append_pair("fields", fields).append_pair("numbers", &numbers.to_string());
    format!("/api/download/assets.csv?{}", query.finish())
}

#[tokio::test]
async fn a_file_has_the_numbers_of_its_view_and_marks_sample_data() {
    let world = world().await;
    let numbers = json!({
        "subject_kind": "token",
        "group_by": "network",
        "filter": {"operator": "equals", "field": "tokenization_type", "value": "distributed"},
        "columns": {
            "worth": {"measure": "71", "over_days": null, "against": 1},
            "worth_30d": {"measure": "71", "since_days": 30},
        },
    });
    world.catalog.answer_in_turn(
        "ListRankedSlugs",
        [
            vec![place("a", Some(2.5)), place("b", Some(7.0)), place("c", None)],
            vec![place("a", Some(2.5)), place("b", Some(1.0)), place("c", None)],
            vec![place("a", Some(0.1)), place("b", None), place("c", None)],
            vec![place("a", Some(0.1)), place("b", None), place("c", None)],
        ]
        .map(ranked),
    );
    let answer = world.get(&target("worth_30d,slug,worth", &numbers)).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let text = answer.text();
    let lines: Vec<&str> = text.split_terminator("\r\n").collect();
    let qualified = |name: &str| {
        let marks = ["value_date", "is_carried", "is_partial", "is_average"];
        format!("{name},{}", marks.map(|mark| format!("{name}_{mark}")).join(","))
    };
    let head = format!("{},slug,{},is_sample,", qualified("worth_30d"), qualified("worth"));
    assert!(lines[0].starts_with(&head), "{}", lines[0]);
    assert!(lines[0].ends_with(",numbers_are_sample"), "{}", lines[0]);
    for (line, (begin, end)) in lines[1..].iter().zip([
        ("0.1,,false,false,false,a,2.5,,false,false,false,", ",false"),
        (",,,,,b,7,,false,false,false,", ",true"),
        (",,,,,c,,,,,,", ",false"),
    ]) {
        assert!(line.starts_with(begin) && line.ends_with(end), "{line}");
    }
    assert!(lines[4].contains("Sample data"), "{}", lines[4]);
    let requests: Vec<ListRankedSlugsRequest> = world.catalog.requests("ListRankedSlugs");
    assert_eq!((requests.len(), requests[0].slugs.len(), requests[0].limit), (4, 3, 3));
    let [distributed, real] = &requests[1].filter.as_ref().unwrap().filters[..] else { panic!() };
    assert_eq!(distributed.field.as_deref(), Some("tokenization_type"));
    assert_eq!(real.field.as_deref(), Some("is_sample"));
    assert_eq!(requests[0].number.as_ref().unwrap().against, Some(1.0));
    assert_eq!(requests[2].number.as_ref().unwrap().since_days, Some(30));

    for (numbers, message) in [
        (
            json!({"subject_kind": "token", "group_by": "colour", "columns": {"a": {"measure": "71"}}}),
            "unknown kind",
        ),
        (json!({"subject_kind": "token", "group_by": "network", "columns": {}}), "1 to 24 columns"),
        (
            json!({"subject_kind": "token", "group_by": "network", "columns": {"name": {"measure": "71"}}}),
            "already has this field",
        ),
        (
            json!({"subject_kind": "token", "group_by": "network", "columns":
                {"worth": {"measure": "71"}, "worth_is_carried": {"measure": "70"}}}),
            "numbers.columns.worth_is_carried: the list already has this field",
        ),
        (json!([]), "numbers: "),
    ] {
        let answer = world.get(&target("slug", &numbers)).await;
        assert_eq!(answer.status, 400);
        assert!(answer.text().contains(message), "{}", answer.text());
    }
}

#[tokio::test]
async fn a_number_in_a_file_has_its_day_and_says_whether_it_is_carried_or_partial() {
    let world = world().await;
    let of_day = |slug: &str, value: f64, day: &str| RankedSlug {
        value_date: Some(day.to_owned()),
        ..place(slug, Some(value))
    };
    let volumes = vec![
        RankedSlug { is_partial: true, ..of_day("a", 7.0, "2026-11-19") },
        of_day("b", 8.0, "2026-11-19"),
        place("c", None),
    ];
    let values = vec![
        RankedSlug { is_carried: true, is_average: true, ..of_day("a", 2.5, "2026-10-31") },
        of_day("b", 3.5, "2026-11-19"),
        place("c", None),
    ];
    world.catalog.answer_in_turn(
        "ListRankedSlugs",
        [volumes.clone(), volumes, values.clone(), values].map(ranked),
    );
    let numbers = json!({
        "subject_kind": "token",
        "group_by": "network",
        "columns": {"volume": {"measure": "20", "over_days": 30}, "worth": {"measure": "71"}},
    });
    let answer = world.get(&target("slug,worth,volume", &numbers)).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let text = answer.text();
    let lines: Vec<&str> = text.split_terminator("\r\n").collect();
    for (line, begin) in lines.iter().zip([
        "slug,worth,worth_value_date,worth_is_carried,worth_is_partial,worth_is_average,\
         volume,volume_value_date,volume_is_carried,volume_is_partial,volume_is_average,",
        "a,2.5,2026-10-31,true,false,true,7,2026-11-19,false,true,false,",
        "b,3.5,2026-11-19,false,false,false,8,2026-11-19,false,false,false,",
        "c,,,,,,,,,,,",
    ]) {
        assert!(line.starts_with(begin), "{line}");
    }
}

/// The columns of a yield, under each name of its measure, and of its change.
fn yields(world: &World, name: &str, results: &[RankedSlug]) -> String {
    let answer =
        ListRankedSlugsResponse { results: results.to_vec(), measure_slug: "yield_7d".to_owned() };
    world.catalog.answer_with("ListRankedSlugs", &answer);
    let numbers = json!({
        "subject_kind": "token",
        "group_by": "network",
        "columns": {"earned": {"measure": name}, "change": {"measure": name, "since_days": 30}},
    });
    target("slug,earned,change", &numbers)
}

#[tokio::test]
async fn a_yield_in_a_file_has_its_convention_whichever_name_its_measure_is_given() {
    let world = world().await;
    let found = [place("a", Some(0.04)), place("b", None), place("c", None)];
    let convention = sheet::yield_convention("yield_7d").unwrap();
    for name in ["yield_7d", "Yield7d", "10201", "apy_7d"] {
        let answer = world.get(&yields(&world, name, &found)).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        let text = answer.text();
        let lines: Vec<&str> = text.split_terminator("\r\n").collect();
        for (line, begin) in lines.iter().zip([
            "slug,earned,earned_value_date,earned_is_carried,earned_is_partial,earned_is_average,earned_convention,change,",
            &format!("a,0.04,,false,false,false,\"{convention}\",0.04,,false,false,false,"),
            "b,,,,,,,,,,,,",
        ]) {
            assert!(line.starts_with(begin), "{name}: {line}");
        }
    }
    let objects = yields(&world, "10201", &found).replace(".csv?", ".ndjson?");
    let text = world.get(&objects).await.text();
    let row: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    assert_eq!(row["earned_convention"], json!(convention), "{row}");
    assert!(row.get("change_convention").is_none(), "{row}");
}

#[tokio::test]
async fn a_file_without_rows_has_the_columns_of_its_yields() {
    let world = world().await;
    world.catalog.hold("assets", &[]);
    world.catalog.have(Vec::new());
    let answer = world.get(&yields(&world, "apy_7d", &[])).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert!(answer.text().starts_with("slug,earned,"), "{}", answer.text());
    assert!(answer.text().contains(",earned_convention,change,"), "{}", answer.text());
    let requests: Vec<ListRankedSlugsRequest> = world.catalog.requests("ListRankedSlugs");
    assert!(requests.iter().all(|request| request.limit == 1), "which the service accepts");
    assert_eq!(requests.len(), 2, "no row can differ without sample data");
}
