//! One number explained: which service call tells it, and in which words it is asked for.

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
async fn a_series_is_told_as_ever_and_an_aggregate_by_the_assets_that_its_filter_finds() {
    let world = World::start().await;
    world.catalog.hold("assets", &["gilt", "note"]);
    let of_series = Explanation { definition: "One unit".to_owned(), ..Explanation::default() };
    world.catalog.tell("GetExplanation", &of_series);
    let of_aggregate = AggregateExplanation {
        kind: MeasureKind::Stock.into(),
        interval: SeriesInterval::Day.into(),
        method: AggregateMethod::Sum.into(),
        value: Some(3.0),
        ..AggregateExplanation::default()
    };
    world.catalog.tell("GetAggregateExplanation", &of_aggregate);

    let (status, told) = explain(&world, &json!({ "key": key() })).await;
    assert_eq!((status, &told["result"]["data"]), (200, &serde_json::to_value(of_series).unwrap()));

    let filter = json!({"operator": "equals", "field": "domicile", "value": "LU"});
    let aggregate = json!({"measure": "71", "group_by": "asset", "asset_filter": filter});
    let group = json!({"key": "gilt"});
    let input = json!({"aggregate": aggregate, "group": group, "date": "2026-11-18"});
    let (status, told) = explain(&world, &input).await;
    let told = &told["result"]["data"];
    assert_eq!((status, &told["method"], &told["value"]), (200, &json!("sum"), &json!(3.0)));
    assert_eq!(told["series"], Value::Null);
    let [sent] = &world.catalog.heard::<GetExplanationRequest>("GetAggregateExplanation")[..]
    else {
        panic!("asked once")
    };
    assert_eq!(sent.date.as_deref(), Some("2026-11-18"));
    assert_eq!(sent.group.as_ref().unwrap().key.as_deref(), Some("gilt"));
    let asked = sent.aggregate.as_ref().unwrap();
    assert!(asked.asset_filter.is_none());
    assert_eq!(asked.filter.as_ref().unwrap().field.as_deref(), Some("asset"));

    // What names no number, or two, is for the service to refuse.
    for input in [json!({}), json!({"key": key(), "aggregate": {"measure": "71"}})] {
        explain(&world, &input).await;
        let heard = world.catalog.heard::<GetExplanationRequest>("GetExplanation");
        assert_eq!(heard.last().unwrap().key.is_some(), !input["key"].is_null());
    }
    assert_eq!(world.catalog.heard::<GetExplanationRequest>("GetAggregateExplanation").len(), 1);
}
