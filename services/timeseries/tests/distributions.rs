//! Distributions, each number worked out by hand: a flow of each unit, which yields and returns reinvest.

use std::fmt::Write as _;
use std::time::Duration;

use crate::support::{Client, World, asset, is_close, shown};
use proto::timeseries::v1::{
    GetAggregateRequest, GetExplanationRequest, GetSeriesRequest, SeriesInterval, SeriesMode,
};

const MEASURE: &str = "distribution_per_unit_dollar";
const DAY: &str = "2026-01-31";

async fn on(client: &mut Client, slug: &str, measure: &str, as_of: Option<&str>) -> Option<f64> {
    let request = GetSeriesRequest {
        keys: vec![asset(slug, measure)],
        from: Some(DAY.to_owned()),
        to: Some(DAY.to_owned()),
        as_of: as_of.map(str::to_owned),
        ..GetSeriesRequest::default()
    };
    shown(&client.get_series(request).await.unwrap().into_inner().lines[0].values)[0]
}

/// Values of January, and distributions on some of its days.
fn january(slug: &str, value: impl Fn(u32) -> f64, paid: &[(u32, f64)]) -> String {
    let mut rows = String::new();
    writeln!(rows, "asset,{slug},3,2025-12-31,{}", value(0)).unwrap();
    for day in 1..=31 {
        writeln!(rows, "asset,{slug},3,2026-01-{day:02},{}", value(day)).unwrap();
    }
    for (day, paid) in paid {
        writeln!(rows, "asset,{slug},{MEASURE},2026-01-{day:02},{paid}").unwrap();
    }
    rows
}

#[tokio::test]
async fn yields_and_returns_reinvest_distributions() {
    let world = World::start().await;
    let daily: Vec<(u32, f64)> = (1..=31).map(|day| (day, 0.000_1)).collect();
    let mut rows = january("daily", |_| 1.0, &daily);
    rows += &january("silent", |_| 1.0, &[]);
    rows += &january("monthly", |_| 1.0, &[(1, 0.004), (31, 0.004)]);
    rows += &january("once", |_| 1.0, &[(31, 0.004)]);
    // It gains a tenth a day and pays two on the 29th, which its value then excludes.
    let value = |day: u32| 100.0 + f64::from(day) / 10.0 - if day >= 29 { 2.0 } else { 0.0 };
    rows += &january("gains", value, &[(29, 2.0)]);
    rows += &january("lost", |_| 1.0, &[(25, 0.000_1), (30, -1.0)]);
    for slug in ["earns", "home", "coin", "bars"] {
        rows += &january(slug, |_| 1.0, &[]);
    }
    world.load(&rows).await;
    for classify in [
        "UPDATE subjects SET asset_class_slug = 'treasury-products' WHERE slug IN ('earns', 'once')",
        "UPDATE subjects SET asset_class_slug = 'real-estate' WHERE slug = 'home'",
        "UPDATE subjects SET asset_class_slug = 'stablecoins' WHERE slug = 'coin'",
        "UPDATE subjects SET is_yield_bearing = false WHERE slug = 'bars'",
    ] {
        sqlx::query(classify).execute(&mut world.test_db.raw().await).await.unwrap();
    }
    world.refresh().await;
    let mut client = world.serve().await;
    let week = 1.000_1_f64.powi(7);
    // The value of the 24th is 102.4; on the 29th 2 buy units at 100.9, which are worth 101.1 on the 31st.
    let gained = 101.1 / 102.4 * (1.0 + 2.0 / 100.9);
    for (slug, measure, expected) in [
        ("daily", "yield_7d", Some((week - 1.0) * 365.0 / 7.0)),
        ("daily", "apy_7d_effective", Some(week.powf(365.0 / 7.0) - 1.0)),
        ("daily", "daily_yield_rate", Some(0.000_1)),
        ("daily", "return_30d", Some(1.000_1_f64.powi(30) - 1.0)),
        ("daily", "return_ytd", Some(1.000_1_f64.powi(31) - 1.0)),
        ("daily", "growth_of_10000", Some(10_000.0 * 1.000_1_f64.powi(31))),
        // Nothing is known of what a value that stands still pays: a yield of zero would say that it pays nothing.
        ("silent", "yield_7d", None),
        ("silent", "daily_yield_rate", None),
        // No growth is known either, unless the catalog says that it bears no yield.
        ("silent", "return_30d", None),
        ("home", "return_30d", None),
        ("home", "growth_of_10000", None),
        ("coin", "return_30d", Some(0.0)),
        ("bars", "growth_of_10000", Some(10_000.0)),
        ("earns", "return_30d", None),
        ("earns", "return_ytd", None),
        ("earns", "growth_of_10000", None),
        // A week does not hold what a month pays, thirty days do.
        ("monthly", "yield_7d", None),
        ("monthly", "yield_30d", Some(0.004 * 365.0 / 30.0)),
        ("monthly", "return_1m", Some(1.004 * 1.004 - 1.0)),
        // Of the only distribution it is unknown for how many days it is.
        ("once", "yield_30d", None),
        // Growth is not per year, and contains it whatever it is for.
        ("once", "return_30d", Some(0.004)),
        ("once", "growth_of_10000", Some(10_040.0)),
        ("gains", "yield_7d", Some((gained - 1.0) * 365.0 / 7.0)),
        ("gains", "return_30d", Some(101.1 / 100.1 * (1.0 + 2.0 / 100.9) - 1.0)),
        // A withheld distribution leaves growth over its day unknown.
        ("lost", "return_30d", None),
        ("lost", "yield_7d", None),
        ("daily", MEASURE, Some(0.000_1)),
    ] {
        let found = on(&mut client, slug, measure, None).await;
        assert!(is_close_to(found, expected), "{measure} of {slug}: {found:?}, {expected:?}");
    }
}

fn is_close_to(found: Option<f64>, expected: Option<f64>) -> bool {
    let round = |value: Option<f64>| value.map(|value| (value * 1e9).round() / 1e9);
    is_close(round(found), round(expected))
}

#[tokio::test]
async fn distributions_add_up_over_time_and_not_over_funds() {
    let world = World::start().await;
    let rows = january("a", |_| 1.0, &[(5, 0.25), (20, 0.5)]) + &january("b", |_| 1.0, &[(5, 2.0)]);
    world.load(&rows).await;
    let mut client = world.serve().await;
    let request = GetSeriesRequest {
        keys: vec![asset("a", MEASURE)],
        from: Some("2026-01-01".to_owned()),
        to: Some(DAY.to_owned()),
        interval: Some(SeriesInterval::Month.into()),
        ..GetSeriesRequest::default()
    };
    let month = client.get_series(request.clone()).await.unwrap().into_inner();
    assert_eq!(shown(&month.lines[0].values), [Some(0.75)]);
    assert_eq!(month.lines[0].unit.as_str(), "usd");
    let request = GetSeriesRequest { mode: Some(SeriesMode::Cumulative.into()), ..request };
    let sum = client.get_series(request).await.unwrap().into_inner();
    assert_eq!(shown(&sum.lines[0].values), [Some(0.75)]);
    let all = GetAggregateRequest {
        measure: MEASURE.to_owned(),
        from: Some("2026-01-05".to_owned()),
        to: Some("2026-01-05".to_owned()),
        ..GetAggregateRequest::default()
    };
    let all = client.get_aggregate(all).await.unwrap().into_inner();
    assert_eq!(shown(&all.total.unwrap().values), [None], "units of two funds are two things");
}

#[tokio::test]
async fn growth_is_explained_with_its_distributions() {
    let world = World::start().await;
    world.load(&january("fund", |_| 1.0, &[(26, 0.001), (28, 0.001), (30, 0.001)])).await;
    world.load("asset,fund,71,2026-01-31,100\n").await;
    let mut client = world.serve().await;
    let request = GetExplanationRequest {
        key: Some(asset("fund", "yield_7d")),
        date: Some(DAY.to_owned()),
        ..GetExplanationRequest::default()
    };
    let explanation = client.get_explanation(request).await.unwrap().into_inner();
    assert!(explanation.definition.contains("Distributions are reinvested"));
    assert_eq!(explanation.method_version, "6");
    let [_, _, paid] = &explanation.inputs[..] else { panic!("{:?}", explanation.inputs) };
    assert_eq!(paid.role, "Distributions reinvested, per unit");
    assert!(is_close_to(paid.value, Some(0.003)), "{paid:?}");
    assert_eq!(
        (paid.from.as_deref(), paid.to.as_deref()),
        (Some("2026-01-25"), Some("2026-01-30"))
    );
    assert_eq!(paid.versions.len(), 1);

    let aggregate = GetAggregateRequest {
        measure: "yield_7d".to_owned(),
        from: Some(DAY.to_owned()),
        to: Some(DAY.to_owned()),
        ..GetAggregateRequest::default()
    };
    let request = GetExplanationRequest {
        aggregate: Some(aggregate),
        date: Some(DAY.to_owned()),
        ..GetExplanationRequest::default()
    };
    let explanation = client.get_aggregate_explanation(request).await.unwrap().into_inner();
    let roles: Vec<&str> =
        explanation.members[0].inputs.iter().map(|input| input.role.as_str()).collect();
    assert_eq!(roles.len(), 3);
    assert_eq!(roles[2], "Distributions reinvested, per unit");
}

#[tokio::test]
async fn an_earlier_state_reinvests_what_was_known_then() {
    let world = World::start().await;
    world.load(&january("fund", |day| 1.0 + f64::from(day) / 1e3, &[])).await;
    let then = world.clock.now();
    world.clock.advance(Duration::from_hours(24));
    world.load(&format!("asset,fund,{MEASURE},2026-01-20,0.01\n")).await;
    let mut client = world.serve().await;
    let then = then.format(&time::format_description::well_known::Rfc3339).unwrap();
    let plain = 1.031 / 1.001 - 1.0;
    let before = on(&mut client, "fund", "return_30d", Some(&then)).await;
    assert!(is_close_to(before, Some(plain)), "{before:?}");
    let now = on(&mut client, "fund", "return_30d", None).await;
    assert!(is_close_to(now, Some(1.031 / 1.001 * (1.0 + 0.01 / 1.02) - 1.0)), "{now:?}");
}
