//! Sources and loads of the numbers of an answer.

use std::time::Duration;

use crate::support::{World, asset};
use proto::timeseries::v1::{
    GetAggregateRequest, GetOriginsResponse, GetSeriesRequest, SeriesInterval, SeriesKey,
    WithheldRun,
};

fn days_and_loads(origins: &GetOriginsResponse) -> Vec<(&str, &str, i64)> {
    let runs = origins.runs.iter();
    runs.map(|run| (run.first_date.as_str(), run.last_date.as_str(), run.load_id)).collect()
}

async fn two_loads() -> (World, i64, i64) {
    let world = World::start().await;
    let first = world
        .load("asset,coin,71,2026-01-01,1\nasset,coin,71,2026-01-02,2\nasset,bond,71,2026-01-03,3")
        .await;
    world.clock.advance(Duration::from_hours(48));
    let second = world.load("asset,coin,71,2026-01-02,9\nasset,coin,71,2026-01-03,3").await;
    (world, first.load_id, second.load_id)
}

fn coin() -> GetSeriesRequest {
    let keys: Vec<SeriesKey> = vec![asset("coin", "71")];
    GetSeriesRequest { keys, ..GetSeriesRequest::default() }
}

#[tokio::test]
async fn every_day_of_a_series_has_the_load_that_is_shown() {
    let (world, first, second) = two_loads().await;
    let mut client = world.serve().await;
    let origins = client.get_series_origins(coin()).await.unwrap().into_inner();
    let expected = [("2026-01-01", "2026-01-01", first), ("2026-01-02", "2026-01-03", second)];
    assert_eq!(days_and_loads(&origins), expected);
    let loads: Vec<_> = origins.loads.iter().map(|load| (load.id, load.licence.as_str())).collect();
    assert_eq!(loads, [(first, "CC0-1.0"), (second, "CC0-1.0")]);

    let before = GetSeriesRequest { as_of: Some("2026-11-21".to_owned()), ..coin() };
    let origins = client.get_series_origins(before).await.unwrap().into_inner();
    assert_eq!(days_and_loads(&origins), [("2026-01-01", "2026-01-02", first)]);
    assert_eq!(origins.loads.len(), 1);
}

#[tokio::test]
async fn intervals_without_a_value_tell_why_it_is_withheld() {
    let world = World::start().await;
    let days = ["01,1", "02,-1", "04,3", "20,-3"];
    let rows = days.map(|day| format!("asset,coin,71,2026-01-{day}"));
    world.load(&rows.join("\n")).await;
    let mut client = world.serve().await;
    let mut withheld = async |request: GetSeriesRequest| -> Vec<String> {
        let withheld = client.get_series_origins(request).await.unwrap().into_inner().withheld;
        let text =
            |run: &WithheldRun| format!("{}..{} {}", run.first_date, run.last_date, run.reason);
        withheld.iter().map(text).collect()
    };
    let by_day = withheld(coin()).await;
    assert_eq!(by_day, ["2026-01-02..2026-01-03 negative", "2026-01-20..2026-01-20 negative"]);
    let interval = Some(SeriesInterval::Week.into());
    let by_week = withheld(GetSeriesRequest { interval, ..coin() }).await;
    assert_eq!(by_week, ["2026-01-19..2026-01-19 negative"], "the first week ends with a value");
    let before = Some("2026-11-19".to_owned());
    let unknown = withheld(GetSeriesRequest { as_of: before, ..coin() }).await;
    assert!(unknown.is_empty(), "{unknown:?}");
}

#[tokio::test]
async fn a_derived_series_has_the_days_of_every_input() {
    let world = World::start().await;
    let price = world.load("asset,gold,price_dollar,2026-01-01,11").await.load_id;
    world.clock.advance(Duration::from_hours(1));
    let nav = world.load_as("later.csv", "asset,gold,3,2026-01-01,10").await.load_id;
    let mut client = world.serve().await;
    let keys = vec![asset("gold", "premium_to_nav")];
    let request = GetSeriesRequest { keys, ..GetSeriesRequest::default() };
    let line = client.get_series(request.clone()).await.unwrap().into_inner().lines.remove(0);
    let origins = client.get_series_origins(request).await.unwrap().into_inner();
    let day = "2026-01-01";
    assert_eq!(days_and_loads(&origins), [(day, day, price), (day, day, nav)]);
    assert!(origins.runs.iter().all(|run| run.series_id == line.series_id));
    assert_ne!(origins.runs[0].input_id, origins.runs[1].input_id);
    assert_eq!(origins.loads.len(), 2);
    let [method] = &origins.methods[..] else { panic!("{:?}", origins.methods) };
    assert_eq!((method.series_id, method.method_version.as_str()), (line.series_id, "3"));
    let request =
        GetAggregateRequest { measure: "premium_to_nav".to_owned(), ..Default::default() };
    let methods = client.get_aggregate_origins(request).await.unwrap().into_inner().methods;
    assert_eq!(methods.iter().map(|method| method.series_id).collect::<Vec<_>>(), [0]);
}

#[tokio::test]
async fn a_range_that_begins_with_a_carried_value_tells_its_load() {
    let (world, _, second) = two_loads().await;
    let mut client = world.serve().await;
    let from = Some("2026-01-05".to_owned());
    let origins = client.get_series_origins(GetSeriesRequest { from, ..coin() }).await.unwrap();
    assert_eq!(
        days_and_loads(&origins.into_inner()).last(),
        Some(&("2026-01-02", "2026-01-03", second))
    );
}

#[tokio::test]
async fn an_aggregate_has_the_loads_of_its_members() {
    let (world, first, second) = two_loads().await;
    let mut client = world.serve().await;
    let request = GetAggregateRequest { measure: "71".to_owned(), ..Default::default() };
    let ids = |origins: GetOriginsResponse| -> Vec<i64> {
        origins.loads.iter().map(|load| load.id).collect()
    };
    let all = client.get_aggregate_origins(request.clone()).await.unwrap().into_inner();
    assert!(all.runs.is_empty() && all.methods.is_empty(), "nothing of it is derived");
    assert_eq!(ids(all), [first, second]);
    let before = GetAggregateRequest { as_of: Some("2026-11-21".to_owned()), ..request };
    assert_eq!(ids(client.get_aggregate_origins(before).await.unwrap().into_inner()), [first]);
}
