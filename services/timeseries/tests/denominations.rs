//! Yields of assets in other currencies: calculated from values in their own, refused from values in dollars.

use crate::support::{self, Client, World, asset, is_close, shown};
use kit::error::Problem;
use proto::timeseries::v1::{
    GetAggregateRequest, GetLatestRequest, GetSeriesRequest, SeriesKey, SubjectKind,
};

const DAY: &str = "2026-01-31";

/// A bond in euros that gains a thousandth in a week while the euro gains two percent, one that is valued in dollars only,
/// and a fund in dollars.
const VALUES: &str = "asset,euros,3,2026-01-24,100\nasset,euros,3,2026-01-31,102.102\n\
    asset,euros,net_asset_value_own_currency,2026-01-24,90\nasset,euros,net_asset_value_own_currency,2026-01-31,90.09\n\
    asset,euros,71,2026-01-31,300\n\
    asset,converted,3,2026-01-24,100\nasset,converted,3,2026-01-31,102\nasset,converted,71,2026-01-31,900\n\
    asset,fund,3,2026-01-24,100\nasset,fund,3,2026-01-31,100.2\nasset,fund,71,2026-01-31,100\n";

async fn world() -> World {
    let world = World::start().await;
    world.load(VALUES).await;
    let mut conn = world.test_db.db.conn().await.unwrap();
    sqlx::query(
        "UPDATE subjects SET asset_class_slug = 'corporate-bonds', is_yield_bearing = true,
             denomination = CASE slug WHEN 'fund' THEN 'USD' ELSE 'EUR' END",
    )
    .execute(&mut *conn)
    .await
    .unwrap();
    drop(conn);
    world
}

async fn on(client: &mut Client, slug: &str, measure: &str) -> Option<f64> {
    let request = GetSeriesRequest {
        keys: vec![asset(slug, measure)],
        from: Some(DAY.to_owned()),
        to: Some(DAY.to_owned()),
        ..GetSeriesRequest::default()
    };
    shown(&client.get_series(request).await.unwrap().into_inner().lines[0].values)[0]
}

#[tokio::test]
async fn a_yield_is_that_of_the_own_currency_and_a_return_in_dollars() {
    let world = world().await;
    let mut client = world.serve().await;
    let euros = on(&mut client, "euros", "yield_7d").await;
    assert!(is_close(euros, Some(0.001 * 365.0 / 7.0)), "{euros:?}");
    let fund = on(&mut client, "fund", "yield_7d").await;
    assert!(is_close(fund, Some(0.002 * 365.0 / 7.0)), "{fund:?}");
    let request = GetAggregateRequest {
        measure: "yield_7d".to_owned(),
        from: Some(DAY.to_owned()),
        to: Some(DAY.to_owned()),
        ..GetAggregateRequest::default()
    };
    let total = client.get_aggregate(request).await.unwrap().into_inner().total.unwrap();
    let average = (300.0 * 0.001 + 100.0 * 0.002) / 400.0 * 365.0 / 7.0;
    assert!(is_close(shown(&total.values)[0], Some(average)), "{total:?}");
    assert_eq!(total.member_count, 2, "what is valued in dollars only does not count");
}

#[tokio::test]
async fn a_yield_from_converted_values_is_refused_with_its_currency() {
    let world = world().await;
    let mut client = world.serve().await;
    for measure in
        ["yield_7d", "yield_30d", "apy_7d_effective", "apy_30d_effective", "daily_yield_rate"]
    {
        let request = GetSeriesRequest {
            keys: vec![asset("converted", measure)],
            ..GetSeriesRequest::default()
        };
        let refused = Problem::from(client.get_series(request).await.unwrap_err());
        assert_eq!(refused.reason, "yield_refused", "{measure}");
        assert!(refused.message.contains("EUR"), "{}", refused.message);
    }
    let keys = vec![asset("converted", "yield_7d"), asset("euros", "yield_7d")];
    let answer =
        support::latest(&mut client, GetLatestRequest { keys, ..Default::default() }).await;
    let reasons: Vec<&str> = answer.unknown.iter().map(|one| one.reason.as_str()).collect();
    assert_eq!((answer.results.len(), reasons), (1, vec!["yield_refused"]));
}

#[tokio::test]
async fn dollars_are_divided_by_units_that_are_worth_one() {
    let world = World::start().await;
    let pools = ["coin", "euros", "unstated"].map(|slug| {
        format!(
            "pool,{slug},8,{DAY},80\npool,{slug},21,{DAY},{}\n",
            if slug == "coin" { 100 } else { 400 }
        )
    });
    world.load(&pools.concat()).await;
    let currencies = "UPDATE subjects SET denomination = CASE slug WHEN 'coin' THEN 'USDC' WHEN 'euros' THEN 'EUR' END";
    sqlx::query(currencies).execute(&mut world.test_db.raw().await).await.unwrap();
    let mut client = world.serve().await;
    let pool = |slug: &str, measure: &str| SeriesKey {
        subject_kind: SubjectKind::Pool.into(),
        subject_slug: slug.to_owned(),
        measure: measure.to_owned(),
        ..SeriesKey::default()
    };
    for (measure, expected) in [("utilization", 0.8), ("cash_drag", 0.2)] {
        let of = |slug: &str| GetSeriesRequest {
            keys: vec![pool(slug, measure)],
            from: Some(DAY.to_owned()),
            to: Some(DAY.to_owned()),
            ..GetSeriesRequest::default()
        };
        let answer = client.get_series(of("coin")).await.unwrap().into_inner();
        assert!(is_close(shown(&answer.lines[0].values)[0], Some(expected)), "{answer:?}");
        for (slug, cause) in [("euros", "The currency is EUR"), ("unstated", "not stated")] {
            let refused = Problem::from(client.get_series(of(slug)).await.unwrap_err());
            assert_eq!(refused.reason, "currency_refused", "{measure} of {slug}");
            assert!(refused.message.contains(cause), "{}", refused.message);
        }
        let request = GetAggregateRequest {
            measure: measure.to_owned(),
            subject_kind: Some(SubjectKind::Pool.into()),
            from: Some(DAY.to_owned()),
            to: Some(DAY.to_owned()),
            ..GetAggregateRequest::default()
        };
        let total = client.get_aggregate(request).await.unwrap().into_inner().total.unwrap();
        assert!(is_close(shown(&total.values)[0], Some(expected)), "{total:?}");
        assert_eq!(total.member_count, 1, "{measure}");
    }
    let keys = vec![pool("euros", "utilization"), pool("coin", "utilization")];
    let answer =
        support::latest(&mut client, GetLatestRequest { keys, ..Default::default() }).await;
    let reasons: Vec<&str> = answer.unknown.iter().map(|one| one.reason.as_str()).collect();
    assert_eq!((answer.results.len(), reasons), (1, vec!["currency_refused"]));
}

#[tokio::test]
async fn distributions_in_dollars_are_not_reinvested_at_values_in_euros() {
    let world = world().await;
    world.load("asset,euros,distribution_per_unit_dollar,2026-01-28,1\n").await;
    let mut client = world.serve().await;
    let request =
        GetSeriesRequest { keys: vec![asset("euros", "yield_7d")], ..GetSeriesRequest::default() };
    let refused = Problem::from(client.get_series(request).await.unwrap_err());
    assert_eq!(refused.reason, "yield_refused");

    let own = "asset,euros,distribution_per_unit_own_currency,2026-01-28,0.9\n";
    world.load(own).await;
    let mut client = world.serve().await;
    let expected = (1.001 * (1.0 + 0.9 / 90.0) - 1.0) * 365.0 / 7.0;
    let found = on(&mut client, "euros", "yield_7d").await;
    assert!(is_close(found, Some(expected)), "{found:?} for {expected}");
}
