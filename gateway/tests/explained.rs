//! Explanations of one number: the service call and its request.

use crate::support::World;
use crate::support::browser::Browser;
use proto::timeseries::v1::{
    AggregateExplanation, AggregateMethod, Explanation, GetExplanationRequest, MeasureKind,
    SeriesInterval,
};
use serde_json::{Value, json};

async fn explain(world: &World, input: &Value) -> (u16, Value) {
    let answer = world.get(&Browser::query("timeseries.explain", input)).await;
    (answer.status, answer.json())
}

fn key() -> Value {
    json!({"subject_kind": "asset", "subject_slug": "coin", "measure": "71"})
}

#[tokio::test]
async fn explains_series_directly_and_aggregates_by_the_assets_that_match() {
    let world = World::start().await;
    world.catalog.hold("assets", &["gilt", "note"]);
    let of_series = Explanation { definition: "One unit".to_owned(), ..Explanation::default() };
    world.catalog.answer_with("GetExplanation", &of_series);
    let of_aggregate = AggregateExplanation {
        kind: MeasureKind::Stock.into(),
        interval: SeriesInterval::Day.into(),
        method: AggregateMethod::Sum.into(),
        value: Some(3.0),
        ..AggregateExplanation::default()
    };
    world.catalog.answer_with("GetAggregateExplanation", &of_aggregate);

    let (status, answer) = explain(&world, &json!({ "key": key() })).await;
    assert_eq!(
        (status, &answer["result"]["data"]),
        (200, &serde_json::to_value(of_series).unwrap())
    );

    let filter = json!({"operator": "equals", "field": "domicile", "value": "LU"});
    let aggregate = json!({"measure": "71", "group_by": "asset", "asset_filter": filter});
    let group = json!({"key": "gilt"});
    let input = json!({"aggregate": aggregate, "group": group, "date": "2026-11-18"});
    let (status, answer) = explain(&world, &input).await;
    let answer = &answer["result"]["data"];
    assert_eq!((status, &answer["method"], &answer["value"]), (200, &json!("sum"), &json!(3.0)));
    assert_eq!(answer["series"], Value::Null);
    let [sent] = &world.catalog.requests::<GetExplanationRequest>("GetAggregateExplanation")[..]
    else {
        panic!("one request")
    };
    assert_eq!(sent.date.as_deref(), Some("2026-11-18"));
    assert_eq!(sent.group.as_ref().unwrap().key.as_deref(), Some("gilt"));
    let aggregate = sent.aggregate.as_ref().unwrap();
    assert!(aggregate.asset_filter.is_none());
    assert_eq!(aggregate.filter.as_ref().unwrap().field.as_deref(), Some("asset"));

    // The service refuses a request that names no number, or two.
    for input in [json!({}), json!({"key": key(), "aggregate": {"measure": "71"}})] {
        explain(&world, &input).await;
        let requests = world.catalog.requests::<GetExplanationRequest>("GetExplanation");
        assert_eq!(requests.last().unwrap().key.is_some(), !input["key"].is_null());
    }
    assert_eq!(world.catalog.requests::<GetExplanationRequest>("GetAggregateExplanation").len(), 1);
}
