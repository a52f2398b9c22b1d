//! Derived measures, each worked out by hand.

use std::time::Duration;

use crate::support::{self, Client, World, asset, is_close, shown};
use kit::error::Problem;
use proto::timeseries::v1::{
    GetAggregateRequest, GetExplanationRequest, GetLatestRequest, GetSeriesRequest, SeriesInterval,
    SeriesMode,
};
use timeseries::import::Outcome;

/// Net asset values of a fund. From 24 to 31 January it grows by 0.4, from 1 to 31 January by 1.9.
pub(super) const FUND: &str = "asset,fund,3,2025-01-31,90\nasset,fund,3,2025-11-02,96\nasset,fund,3,2025-12-31,100\n\
    asset,fund,3,2026-01-01,100.1\nasset,fund,3,2026-01-24,101.6\nasset,fund,3,2026-01-31,102\n";

async fn on(client: &mut Client, slug: &str, measure: &str, day: &str) -> Option<f64> {
    let request = GetSeriesRequest {
        keys: vec![asset(slug, measure)],
        from: Some(day.to_owned()),
        to: Some(day.to_owned()),
        ..GetSeriesRequest::default()
    };
    let answer = client.get_series(request).await.unwrap().into_inner();
    shown(&answer.lines[0].values)[0]
}

pub(super) async fn holds(client: &mut Client, expected: &[(&str, &str, &str, Option<f64>)]) {
    for (slug, measure, day, expected) in expected {
        let found = on(client, slug, measure, day).await;
        assert!(is_close(found, *expected), "{measure} of {slug} on {day}: {found:?}");
    }
}

#[tokio::test]
async fn a_net_flow_needs_mints_and_burns() {
    let world = World::start().await;
    let rows = "asset,a,18,2026-01-01,50\nasset,a,19,2026-01-01,0\nasset,a,18,2026-01-03,20\nasset,a,19,2026-01-03,30\n\
                asset,b,18,2026-01-01,50\nasset,b,18,2026-01-03,20\nasset,b,19,2026-01-03,30\n\
                asset,c,18,2026-01-01,50\nasset,c,19,2026-01-03,30\n";
    world.load(rows).await;
    let mut client = world.serve().await;
    let mut month = async |slug: &str| {
        let request = GetSeriesRequest {
            keys: vec![asset(slug, "net_flow_dollar")],
            interval: Some(SeriesInterval::Month.into()),
            from: Some("2026-01-01".to_owned()),
            to: Some("2026-01-31".to_owned()),
            ..GetSeriesRequest::default()
        };
        let answer = client.get_series(request).await.unwrap().into_inner();
        shown(&answer.lines[0].values)
    };
    assert_eq!(month("a").await, [Some(40.0)], "a day without mints and burns lacks nothing");
    assert_eq!(
        month("b").await,
        [Some(-10.0)],
        "the first day, of which burns are not known, is left out"
    );
    let day = "2026-01-03";
    holds(
        &mut client,
        &[
            ("a", "net_flow_7d_dollar", day, Some(40.0)),
            ("b", "net_flow_7d_dollar", day, None),
            ("b", "net_flow_30d_dollar", day, None),
            // Of events without zeros it is unknown whether the other side was zero or is not reported.
            ("c", "net_flow_dollar", day, None),
            ("c", "net_flow_7d_dollar", day, None),
            ("c", "net_flow_30d_dollar", day, None),
        ],
    )
    .await;
}

#[tokio::test]
async fn a_price_is_compared_with_its_underlying_and_a_rent_with_its_property() {
    let world = World::start().await;
    world
        .load(
            "asset,share,39,2026-01-23,101\nasset,share,39,2026-01-24,120\n\
             asset,share,39,2026-01-26,98\nasset,share,underlying_price_dollar,2026-01-23,100\n\
             asset,share,underlying_price_dollar,2026-01-26,100\n\
             asset,house,annual_rent_dollar,2026-01-31,60000\nasset,house,2,2026-01-31,375000\n\
             asset,house,property_value_dollar,2026-01-31,750000\n",
        )
        .await;
    let mut client = world.serve().await;
    holds(
        &mut client,
        &[
            ("share", "premium_to_underlying", "2026-01-23", Some(0.01)),
            ("share", "premium_to_underlying", "2026-01-26", Some(-0.02)),
            ("house", "rental_yield", "2026-01-31", Some(0.08)),
        ],
    )
    .await;
    let weekend = GetSeriesRequest {
        keys: vec![asset("share", "premium_to_underlying")],
        from: Some("2026-01-24".to_owned()),
        to: Some("2026-01-25".to_owned()),
        ..GetSeriesRequest::default()
    };
    let answer = client.get_series(weekend).await.unwrap().into_inner();
    let values = shown(&answer.lines[0].values);
    let is_of_friday = |value: &Option<f64>| value.is_none_or(|value| (value - 0.01).abs() < 1e-9);
    assert!(values.iter().all(is_of_friday), "the price of a Saturday has no close: {values:?}");
}

#[tokio::test]
async fn flows_turnover_and_premium_follow_from_values_and_volumes() {
    let world = World::start().await;
    world
        .load(
            "asset,coin,18,2026-01-01,10\nasset,coin,19,2026-01-01,4\nasset,coin,18,2026-01-20,100\n\
             asset,coin,19,2026-01-20,30\nasset,coin,18,2026-01-21,50\nasset,coin,19,2026-01-21,70\n\
             asset,coin,20,2026-01-20,100\nasset,coin,20,2026-01-21,300\n\
             asset,coin,62,2026-01-20,1000\nasset,coin,62,2026-01-21,3000\n\
             asset,coin,63,2026-01-20,1250\nasset,coin,63,2026-01-21,2500\n\
             asset,unit,39,2026-01-20,0.98\nasset,unit,3,2026-01-20,1\n\
             asset,late,18,2026-01-20,5\nasset,late,18,2026-01-21,5\nasset,late,19,2026-01-20,1\n",
        )
        .await;
    let mut client = world.serve().await;
    let day = "2026-01-21";
    holds(
        &mut client,
        &[
            ("coin", "net_flow_dollar", "2026-01-20", Some(70.0)),
            ("coin", "net_flow_dollar", day, Some(-20.0)),
            ("coin", "net_flow_dollar", "2026-01-10", None),
            ("coin", "net_flow_7d_dollar", day, Some(50.0)),
            ("coin", "net_flow_30d_dollar", day, Some(56.0)),
            ("coin", "circulating_market_value_30d_dollar", day, Some(2_000.0)),
            ("coin", "turnover_30d", day, Some(0.2)),
            ("coin", "premium_to_nav", "2026-01-20", Some(-0.2)),
            ("coin", "premium_to_nav", day, Some(0.2)),
            ("unit", "premium_to_nav", "2026-01-20", Some(-0.02)),
            // Of the burns of the 21st nothing is known yet: what was known of the 20th stands.
            ("late", "net_flow_7d_dollar", day, Some(4.0)),
        ],
    )
    .await;
    let month = GetSeriesRequest {
        keys: vec![asset("coin", "net_flow_dollar")],
        interval: Some(SeriesInterval::Month.into()),
        mode: Some(SeriesMode::Cumulative.into()),
        ..GetSeriesRequest::default()
    };
    let answer = client.get_series(month).await.unwrap().into_inner();
    assert_eq!(shown(&answer.lines[0].values), [Some(56.0)]);
    assert!(answer.lines[0].series_id < 0, "what is derived has a number of its own");
}

#[tokio::test]
async fn credit_measures_are_ratios() {
    let world = World::start().await;
    world
        .load(
            "asset,pool,8,2026-01-01,80\nasset,pool,21,2026-01-01,100\nasset,pool,10,2026-01-01,200\n\
             asset,pool,defaulted_loans_amount_dollar,2026-01-01,5\n\
             asset,odd,8,2026-01-01,120\nasset,odd,21,2026-01-01,100\n\
             asset,odd,10,2026-01-01,150\nasset,odd,defaulted_loans_amount_dollar,2026-01-01,160\n\
             asset,odd,cumulative_defaulted_amount_dollar,2026-01-01,160\n\
             asset,lost,8,2026-01-01,100\nasset,lost,10,2026-01-01,100\n\
             asset,lost,defaulted_loans_amount_dollar,2026-01-01,100\n\
             asset,paid,8,2026-01-01,0\nasset,paid,defaulted_loans_amount_dollar,2026-01-01,0\n",
        )
        .await;
    let coin = "UPDATE subjects SET denomination = 'USDC'";
    sqlx::query(coin).execute(&mut world.test_db.raw().await).await.unwrap();
    let mut client = world.serve().await;
    let day = "2026-01-01";
    holds(
        &mut client,
        &[
            ("pool", "utilization", day, Some(0.8)),
            ("pool", "cash_drag", day, Some(0.2)),
            ("pool", "defaulted_share_of_outstanding", day, Some(0.0625)),
            ("pool", "defaulted_share_of_issued", day, Some(0.025)),
            ("odd", "utilization", day, None),
            ("odd", "cash_drag", day, None),
            // A part does not exceed its whole.
            ("odd", "defaulted_share_of_outstanding", day, None),
            ("odd", "defaulted_share_of_issued", day, None),
            ("odd", "cumulative_default_rate", day, None),
            ("lost", "defaulted_share_of_outstanding", day, Some(1.0)),
            ("lost", "defaulted_share_of_issued", day, Some(1.0)),
            ("paid", "defaulted_share_of_outstanding", day, None),
        ],
    )
    .await;
    for (measure, reasons) in [
        ("utilization", vec!["above_maximum"]),
        ("defaulted_share_of_issued", vec!["above_maximum"]),
        ("defaulted_loans_amount_dollar", vec![]),
    ] {
        let request = GetSeriesRequest {
            keys: vec![asset("odd", measure)],
            from: Some(day.to_owned()),
            to: Some(day.to_owned()),
            ..GetSeriesRequest::default()
        };
        let origins = client.get_series_origins(request).await.unwrap().into_inner();
        let found: Vec<&str> = origins.withheld.iter().map(|run| run.reason.as_str()).collect();
        assert_eq!(found, reasons, "{measure}");
    }
}

#[tokio::test]
async fn derived_values_of_an_earlier_instant_can_be_queried() {
    let world = World::start().await;
    world.load(FUND).await;
    world.clock.advance(Duration::from_hours(48));
    world.load("asset,fund,3,2026-01-31,104\nasset,fund,3,2025-01-31,91").await;
    let mut client = world.serve().await;
    for (measure, now, then) in [
        ("return_90d", 8.0 / 96.0, 0.0625),
        ("growth_of_10000", 1_040_000.0 / 91.0, 1_020_000.0 / 90.0),
    ] {
        let key = asset("fund", measure);
        for (as_of, expected) in [(None, now), (Some("2026-11-21".to_owned()), then)] {
            let latest = GetLatestRequest { keys: vec![key.clone()], as_of: as_of.clone() };
            let latest = support::latest(&mut client, latest).await.results;
            // The newest value is older than an earlier state is read.
            let range = GetSeriesRequest {
                keys: vec![key.clone()],
                from: Some("2026-01-31".to_owned()),
                to: Some("2026-01-31".to_owned()),
                as_of: as_of.clone(),
                ..GetSeriesRequest::default()
            };
            let answer = client.get_series(range).await.unwrap().into_inner();
            assert!(is_close(shown(&answer.lines[0].values)[0], Some(expected)), "{measure}");
            assert!(is_close(latest[0].value, Some(expected)), "{measure}: {latest:?}");
        }
    }
}

#[tokio::test]
async fn a_derived_number_is_explained_by_its_inputs_and_its_formula() {
    let world = World::start().await;
    world.load(FUND).await;
    let mut client = world.serve().await;
    let request = GetExplanationRequest {
        key: Some(asset("fund", "yield_7d")),
        date: Some("2026-02-03".to_owned()),
        ..GetExplanationRequest::default()
    };
    let explanation = client.get_explanation(request).await.unwrap().into_inner();
    assert!(is_close(explanation.value, Some(0.205_286_839_145_106_86)), "{explanation:?}");
    assert!(explanation.formula.unwrap().contains("365 / days between"));
    assert_eq!((explanation.method_version.as_str(), explanation.versions.len()), ("6", 0));
    let inputs: Vec<_> = explanation
        .inputs
        .iter()
        .map(|input| (input.role.as_str(), input.to.as_deref(), input.value))
        .collect();
    let expected = [
        ("Latest net asset value", Some("2026-01-31"), Some(102.0)),
        ("Net asset value nearest to 7 days before", Some("2026-01-24"), Some(101.6)),
    ];
    assert_eq!(inputs, expected);
    let version = &explanation.inputs[1].versions[0];
    assert_eq!(
        (version.value, version.load.as_ref().unwrap().file.as_str()),
        (Some(101.6), "long.csv")
    );

    let wanted =
        GetSeriesRequest { keys: vec![asset("fund", "yield_7d")], ..GetSeriesRequest::default() };
    let origins = client.get_series_origins(wanted).await.unwrap().into_inner();
    assert!(origins.runs[0].series_id < 0 && origins.loads[0].licence == "CC0-1.0");
    let shares = GetAggregateRequest { measure: "yield_7d".to_owned(), ..Default::default() };
    let origins = client.get_aggregate_origins(shares).await.unwrap().into_inner();
    assert_eq!(origins.loads.len(), 1);

    let report = world
        .import(&[("later.csv", &format!("{}\nasset,fund,yield_7d,2026-01-01,1", support::HEAD))])
        .await
        .unwrap();
    assert!(
        matches!(report.files[0].outcome, Outcome::Refused(_)),
        "nobody may say what is derived"
    );
}

#[tokio::test]
async fn a_range_that_ends_in_the_future_ends_today() {
    let world = World::start().await;
    world
        .load("asset,fund,3,2026-11-01,10\nasset,fund,3,2026-11-15,11\nasset,fund,71,2026-11-15,50")
        .await;
    let mut client = world.serve().await;
    let series = |from: &str, to: Option<&str>, as_of: Option<&str>| GetSeriesRequest {
        keys: ["yield_30d", "return_30d", "71", "3"].map(|measure| asset("fund", measure)).into(),
        from: Some(from.to_owned()),
        to: to.map(str::to_owned),
        as_of: as_of.map(str::to_owned),
        ..GetSeriesRequest::default()
    };
    let ahead = Some("9999-12-31");
    for as_of in [None, Some("2026-11-19")] {
        let answer = client.get_series(series("2026-11-10", ahead, as_of)).await.unwrap();
        assert_eq!(answer.into_inner().dates.last().map(String::as_str), Some("2026-11-20"));
        for measure in ["yield_30d", "71"] {
            let request = GetAggregateRequest {
                measure: measure.to_owned(),
                from: Some("2026-11-10".to_owned()),
                to: ahead.map(str::to_owned),
                as_of: as_of.map(str::to_owned),
                ..GetAggregateRequest::default()
            };
            let answer = client.get_aggregate(request).await.unwrap().into_inner();
            assert_eq!(answer.dates.last().map(String::as_str), Some("2026-11-20"), "{measure}");
        }
    }
    let century = GetAggregateRequest {
        measure: "71".to_owned(),
        from: Some("1900-01-01".to_owned()),
        ..GetAggregateRequest::default()
    };
    let answer = client.get_aggregate(century).await.unwrap().into_inner();
    assert_eq!(answer.dates.len(), 46_344, "groups count only in grouped queries");
    // The newest value is carried into a range without an end that begins after it.
    let answer = client.get_series(series("2026-11-19", None, None)).await.unwrap().into_inner();
    assert_eq!(answer.dates, ["2026-11-19", "2026-11-20"]);
    assert_eq!(shown(&answer.lines[2].values), [Some(50.0), Some(50.0)]);
    let today = GetAggregateRequest {
        measure: "71".to_owned(),
        from: Some("2026-11-20".to_owned()),
        ..GetAggregateRequest::default()
    };
    let answer = client.get_aggregate(today.clone()).await.unwrap().into_inner();
    assert_eq!(shown(&answer.total.unwrap().values), [Some(50.0)]);
    let tomorrow = Some("2026-11-21".to_owned());
    let refused = client.get_aggregate(GetAggregateRequest { from: tomorrow, ..today }).await;
    assert_eq!(Problem::from(refused.unwrap_err()).reason, "range_ahead");
    let refused = client.get_series(series("2026-11-21", None, None)).await.unwrap_err();
    assert_eq!(Problem::from(refused).reason, "range_ahead");
}

#[tokio::test]
async fn carried_values_do_not_depend_on_the_begin_of_the_range() {
    let world = World::start().await;
    world
        .load(
            "asset,coin,62,2026-01-19,75\nasset,coin,63,2026-01-19,100\nasset,coin,62,2026-01-21,90\n\
             asset,coin,63,2026-01-25,100\nasset,late,62,2026-02-10,1\nasset,late,63,2026-02-10,1\n",
        )
        .await;
    world.clock.advance(Duration::from_hours(48));
    let mut client = world.serve().await;
    let as_of = Some("2026-11-21".to_owned());
    for (to, value, coverage) in [
        ("2026-01-22", Some(-0.25), Some(1.0)),
        ("2026-02-20", None, Some(0.0)),
        ("2026-02-12", Some(0.0), Some(0.5)),
    ] {
        for (from, as_of) in [(to, None), ("2026-01-02", None), (to, as_of.clone())] {
            let request = GetAggregateRequest {
                measure: "premium_to_nav".to_owned(),
                from: Some(from.to_owned()),
                to: Some(to.to_owned()),
                as_of,
                ..GetAggregateRequest::default()
            };
            let total = client.get_aggregate(request).await.unwrap().into_inner().total.unwrap();
            let last = [&total.values, &total.coverage].map(|all| *shown(all).last().unwrap());
            assert_eq!(last, [value, coverage], "{from} to {to}");
        }
    }
}
