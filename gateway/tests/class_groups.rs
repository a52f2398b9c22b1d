//! Conditions on the classification reach timeseries as conditions on asset classes, by the version of the time.

use crate::support::World;
use crate::support::identity::Behavior;
use proto::catalog::v1::{ClassPlace, GetClassificationRequest, GetClassificationResponse};
use proto::query::v1::query_value::Kind;
use proto::query::v1::{Filter, Operator};
use proto::timeseries::v1::{
    GetAggregateResponse, ListRankedSlugsRequest, ListRankedSlugsResponse, MeasureKind,
    SeriesInterval,
};
use serde_json::{Value, json};

async fn world() -> World {
    let world = World::start().await;
    let (interval, kind) = (SeriesInterval::Day.into(), MeasureKind::Stock.into());
    world.catalog.answer_with(
        "GetAggregate",
        &GetAggregateResponse { interval, kind, ..GetAggregateResponse::default() },
    );
    classify(&world, "funds");
    world
}

/// The classification puts houses into a group, and leaves coins out of totals.
fn classify(world: &World, group: &str) {
    let place = |class: &str, group: Option<&str>, is_in_totals| ClassPlace {
        asset_class_slug: class.to_owned(),
        group_slug: group.map(str::to_owned),
        is_in_totals,
        asset_class_id: None,
    };
    let classes = vec![
        place("houses", Some(group), true),
        place("notes", Some("funds"), true),
        place("coins", None, false),
    ];
    world.catalog.answer_with("GetClassification", &GetClassificationResponse { classes });
}

fn condition(field: &str, value: impl Into<Value>) -> Value {
    json!({"operator": "equals", "field": field, "value": value.into()})
}

fn address(input: &Value) -> String {
    let input: String =
        url::form_urlencoded::byte_serialize(input.to_string().as_bytes()).collect();
    format!("/api/trpc/timeseries.aggregate?input={input}")
}

/// The filter that reaches timeseries.
async fn sent(world: &World, filter: &Value, as_of: Option<&str>) -> Filter {
    let input = json!({"measure": "71", "filter": filter, "as_of": as_of});
    let answer = world.get(&address(&input)).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    world.catalog.aggregates().pop().unwrap().filter.unwrap()
}

fn classes(filter: &Filter) -> Vec<String> {
    assert_eq!((filter.operator(), filter.field.as_deref()), (Operator::In, Some("asset_class")));
    let Some(Kind::List(list)) = filter.value.clone().unwrap().kind else { panic!("a list") };
    let text = |item: proto::query::v1::QueryValue| match item.kind {
        Some(Kind::Text(text)) => text,
        _ => panic!("a text"),
    };
    list.items.into_iter().map(text).collect()
}

#[tokio::test]
async fn a_group_becomes_its_classes_of_now() {
    let world = world().await;
    let funds = condition("class_group", "funds");
    assert_eq!(classes(&sent(&world, &funds, None).await), ["houses", "notes"]);
    classify(&world, "property");
    assert_eq!(classes(&sent(&world, &funds, None).await), ["notes"], "the next query follows");

    let totals = condition("is_in_totals", true);
    let nested = json!({"operator": "and", "filters": [condition("issuer", "acme"), totals]});
    let filter = sent(&world, &nested, None).await;
    let [issuer, counted] = &filter.filters[..] else { panic!("two parts") };
    assert_eq!(issuer.field.as_deref(), Some("issuer"));
    let [coins] = &counted.filters[..] else { panic!("one class is left out") };
    assert_eq!(
        (coins.operator(), coins.field.as_deref()),
        (Operator::NotEquals, Some("asset_class"))
    );

    let compared = json!({"operator": "like", "field": "class_group", "value": "f"});
    let answer = world.get(&address(&json!({"measure": "71", "filter": compared}))).await;
    assert_eq!(answer.status, 400, "{}", answer.text());
}

#[tokio::test]
async fn the_class_of_a_record_is_compared_as_that_of_each_day() {
    let world = world().await;
    world.catalog.hold("assets", &["one"]);
    let class = condition("asset_class_slug", "houses");
    let of_days = sent(&world, &class, None).await;
    assert_eq!(of_days.field.as_deref(), Some("asset_class"));
    let named = condition("status", "active");
    let both = json!({"operator": "and", "filters": [class, named]});
    for input in [
        json!({"measure": "71", "filter": both}),
        json!({"measure": "71", "asset_filter": both, "subject_kind": "token"}),
    ] {
        let answer = world.get(&address(&input)).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        let filter = world.catalog.aggregates().pop().unwrap().filter.unwrap();
        let fields: Vec<_> = filter.filters.iter().map(|part| part.field.as_deref()).collect();
        assert_eq!(fields, [Some("asset_class"), Some("asset")]);
    }
    let of_loans = json!({"measure": "71", "filter": class, "subject_kind": "loan"});
    world.catalog.hold("loans", &["one"]);
    world.get(&address(&of_loans)).await;
    let filter = world.catalog.aggregates().pop().unwrap().filter.unwrap();
    assert_ne!(filter.field.as_deref(), Some("asset_class"));
}

#[tokio::test]
async fn an_earlier_time_has_the_classification_of_then() {
    let world = world().await;
    let funds = condition("class_group", "funds");
    for as_of in [None, Some("2026-05-31")] {
        let filter = sent(&world, &funds, as_of).await;
        assert_eq!(classes(&filter), ["houses", "notes"]);
        let read: Vec<GetClassificationRequest> = world.catalog.requests("GetClassification");
        assert_eq!(read.last().unwrap().as_of.as_deref(), as_of);
    }
}

#[tokio::test]
async fn lists_are_sorted_by_what_the_classification_counts() {
    let world = world().await;
    world.catalog.hold("networks", &["one"]);
    world.catalog.answer_with("ListRankedSlugs", &ListRankedSlugsResponse::default());
    let input = json!({"sort": {"field": "holders", "direction": "desc"}});
    let input: String =
        url::form_urlencoded::byte_serialize(input.to_string().as_bytes()).collect();
    let answer = world.get(&format!("/api/trpc/networks.list?input={input}")).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let request = world.catalog.requests::<ListRankedSlugsRequest>("ListRankedSlugs").pop();
    let only = format!("{:?}", request.unwrap().number.unwrap().only.unwrap());
    assert!(only.contains("coins") && !only.contains("is_in_totals"), "{only}");
}

#[tokio::test]
async fn stablecoins_are_a_group_and_classes_without_one_are_not_among_them() {
    let world = world().await;
    classify(&world, "stablecoins");
    world.catalog.hold("assets", &["one"]);
    world.catalog.answer_with("ListRankedSlugs", &ListRankedSlugsResponse::default());
    let input = json!({"sort": {"field": "value", "direction": "desc"}});
    let input: String =
        url::form_urlencoded::byte_serialize(input.to_string().as_bytes()).collect();
    let answer = world.get(&format!("/api/trpc/assets.list?input={input}")).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let request = world.catalog.requests::<ListRankedSlugsRequest>("ListRankedSlugs").pop();
    let only = request.unwrap().number.unwrap().only.unwrap();
    let [houses] = &only.filters[..] else { panic!("one class is left out: {only:?}") };
    assert_eq!(
        (houses.operator(), houses.field.as_deref()),
        (Operator::NotEquals, Some("asset_class"))
    );
    assert!(format!("{:?}", houses.value).contains("houses"), "{houses:?}");
}

#[tokio::test]
async fn an_unavailable_catalog_is_reported_until_a_classification_was_read() {
    let world = world().await;
    world.catalog.be(Behavior::Away);
    let answer = world
        .get(&address(&json!({"measure": "71", "filter": condition("class_group", "funds")})))
        .await;
    assert_eq!(answer.status, 503, "{}", answer.text());
}
