//! Yields and returns, each worked out by hand.

use crate::derived::{FUND, holds};
use crate::support::{self, World, asset, is_close, shown};
use kit::error::Problem;
use proto::query::v1::query_value::Kind;
use proto::query::v1::{Filter, Operator, QueryValue};
use proto::timeseries::v1::{
    GetAggregateRequest, GetExplanationRequest, GetLatestRequest, GetSeriesRequest,
};

#[tokio::test]
async fn yields_and_returns_follow_from_net_asset_values() {
    let world = World::start().await;
    world.load(FUND).await;
    let mut client = world.serve().await;
    let day = "2026-01-31";
    holds(
        &mut client,
        &[
            // 102 / 101.6 − 1 = 0.003937…, 7 days apart
            ("fund", "yield_7d", day, Some(0.205_286_839_145_106_86)),
            ("fund", "apy_7d_effective", day, Some(0.227_382_420_996_178_54)),
            ("fund", "daily_yield_rate", day, Some(0.000_562_429_696_287_964)),
            // 102 / 100.1 − 1 = 0.018981…, 30 days apart
            ("fund", "return_30d", day, Some(0.018_981_018_981_018_98)),
            ("fund", "yield_30d", day, Some(0.230_935_730_935_730_93)),
            ("fund", "apy_30d_effective", day, Some(0.257_054_615_879_195_55)),
            // 102 / 96, 102 / 90 and 102 / 100
            ("fund", "return_90d", day, Some(0.0625)),
            ("fund", "return_1y", day, Some(12.0 / 90.0)),
            ("fund", "return_ytd", day, Some(0.02)),
            ("fund", "growth_of_10000", day, Some(1_020_000.0 / 90.0)),
            ("fund", "growth_of_10000", "2025-01-31", Some(10_000.0)),
            // A carried valuation says what it said on its day; a week later it says nothing.
            ("fund", "yield_7d", "2026-02-07", Some(0.205_286_839_145_106_86)),
            ("fund", "yield_7d", "2026-02-08", None),
            // A single valuation, or the same one twice, shows no growth.
            ("fund", "yield_7d", "2025-01-31", None),
            ("fund", "return_ytd", "2026-01-01", Some(0.001)),
            ("fund", "return_ytd", "2025-12-31", None),
        ],
    )
    .await;
}

#[tokio::test]
async fn yields_take_the_true_distance_of_valuations() {
    let world = World::start().await;
    world
        .load(
            "asset,slow,3,2026-01-01,100\nasset,slow,3,2026-01-03,101\nasset,slow,3,2026-01-12,102\n\
             asset,near,3,2026-01-03,100\nasset,near,3,2026-01-09,101\n\
             asset,week,3,2026-01-01,100\nasset,week,3,2026-01-08,107\n\
             asset,late,3,2026-01-01,100\nasset,late,3,2026-01-09,108\n\
             asset,zero,3,2026-01-01,0\nasset,zero,3,2026-01-08,5\n\
             asset,gone,3,2026-01-01,10\nasset,gone,3,2026-01-02,null\nasset,gone,3,2026-01-08,11\n",
        )
        .await;
    let mut client = world.serve().await;
    holds(
        &mut client,
        &[
            // No valuation lies six to eight days before: none allows a yield of a week.
            ("slow", "yield_7d", "2026-01-12", None),
            ("slow", "apy_7d_effective", "2026-01-12", None),
            // Six days lie between the 3rd and the 9th, and they are what the yield is divided by.
            ("near", "yield_7d", "2026-01-09", Some(0.01 * 365.0 / 6.0)),
            ("slow", "daily_yield_rate", "2026-01-12", None),
            ("slow", "daily_yield_rate", "2026-01-03", Some(0.005)),
            ("week", "daily_yield_rate", "2026-01-08", Some(0.01)),
            // The value of eight days before still stands on the day before.
            ("late", "daily_yield_rate", "2026-01-09", None),
            ("zero", "yield_7d", "2026-01-08", None),
            ("gone", "yield_7d", "2026-01-08", Some(0.1 * 365.0 / 7.0)),
            ("gone", "yield_7d", "2026-01-09", Some(0.1 * 365.0 / 7.0)),
            ("gone", "daily_yield_rate", "2026-01-08", None),
        ],
    )
    .await;
}

#[tokio::test]
async fn returns_begin_with_the_valuation_nearest_to_their_time() {
    let world = World::start().await;
    let manifest = r#"{"files":{"monthly.csv":{"source":"s","licence":"CC0-1.0","retrieved_on":"2026-11-20","frequency":"monthly"}}}"#;
    let rows = "asset,m,3,2025-02-28,98\nasset,m,3,2025-12-31,100\nasset,m,3,2026-01-31,101\nasset,m,3,2026-02-28,103.02\n\
                asset,q,3,2025-12-31,100\nasset,q,3,2026-03-31,104\n";
    let file = format!("{}\n{rows}", support::HEAD);
    world.import(&[("manifest.json", manifest), ("monthly.csv", &file)]).await.unwrap();
    let mut client = world.serve().await;
    holds(
        &mut client,
        &[
            ("m", "return_30d", "2026-02-28", Some(0.02)),
            // From one month end to another, 28 days apart; no two valuations lie a week apart.
            ("m", "return_1m", "2026-02-28", Some(0.02)),
            ("m", "return_12m", "2026-02-28", Some(5.02 / 98.0)),
            ("m", "return_12m", "2026-01-31", None),
            ("m", "yield_30d", "2026-02-28", Some(0.02 * 365.0 / 28.0)),
            ("m", "yield_7d", "2026-02-28", None),
            // Both valuations still stand, but every day would show a 28th of the growth of February.
            ("m", "daily_yield_rate", "2026-02-28", None),
            ("m", "daily_yield_rate", "2026-03-10", None),
            ("q", "return_1m", "2026-03-31", None),
            ("m", "return_90d", "2026-02-28", None),
            ("q", "return_30d", "2026-03-31", None),
            ("q", "return_90d", "2026-03-31", Some(0.04)),
        ],
    )
    .await;
}

#[tokio::test]
async fn yields_are_refused_for_what_moves_with_a_price() {
    let world = World::start().await;
    world
        .load(
            "asset,fund,3,2026-01-24,100\nasset,fund,3,2026-01-31,101\nasset,fund,71,2026-01-31,100\n\
             asset,share,3,2026-01-24,100\nasset,share,3,2026-01-31,150\nasset,share,71,2026-01-31,900\n\
             asset,metal,3,2026-01-24,100\nasset,metal,3,2026-01-31,120\nasset,metal,71,2026-01-31,900\n",
        )
        .await;
    let mut conn = world.test_db.db.conn().await.unwrap();
    sqlx::query(
        "UPDATE subjects SET asset_class_slug = CASE slug WHEN 'fund' THEN 'treasury-products'
             WHEN 'share' THEN 'public-equity' ELSE 'commodities' END",
    )
    .execute(&mut *conn)
    .await
    .unwrap();
    drop(conn);
    let mut client = world.serve().await;
    let day = Some("2026-01-31".to_owned());
    for measure in ["yield_7d", "apy_7d", "10202", "apy_30d_effective", "daily_yield_rate"] {
        let of = |slug: &str| GetSeriesRequest {
            keys: vec![asset(slug, measure)],
            ..GetSeriesRequest::default()
        };
        let refused = Problem::from(client.get_series(of("share")).await.unwrap_err());
        assert_eq!(refused.reason, "yield_refused", "{measure}");
        assert!(refused.message.contains("stocks"), "{}", refused.message);
        let request =
            GetExplanationRequest { key: Some(asset("metal", measure)), ..Default::default() };
        let refused = Problem::from(client.get_explanation(request).await.unwrap_err());
        assert_eq!(refused.reason, "yield_refused", "{measure}");
        assert!(client.get_series(of("fund")).await.is_ok(), "{measure}");
    }
    let keys = vec![asset("fund", "yield_7d"), asset("share", "yield_7d")];
    let answer =
        support::latest(&mut client, GetLatestRequest { keys, ..Default::default() }).await;
    assert_eq!((answer.results.len(), answer.unknown.len()), (1, 1));
    assert_eq!(
        (answer.unknown[0].position, answer.unknown[0].reason.as_str()),
        (1, "yield_refused")
    );
    let mut of = async |filter: Option<Filter>| {
        let request = GetAggregateRequest {
            measure: "yield_7d".to_owned(),
            from: day.clone(),
            to: day.clone(),
            filter,
            ..GetAggregateRequest::default()
        };
        client.get_aggregate(request).await.map(|answer| answer.into_inner().total.unwrap())
    };
    let total = of(None).await.unwrap();
    assert!(is_close(shown(&total.values)[0], Some(0.01 * 365.0 / 7.0)), "{total:?}");
    assert_eq!((total.member_count, shown(&total.coverage)[0]), (1, Some(1.0)));
    let stocks = Filter {
        operator: Operator::Equals.into(),
        field: Some("asset_class".to_owned()),
        value: Some(QueryValue { kind: Some(Kind::Text("public-equity".to_owned())) }),
        filters: Vec::new(),
    };
    let refused = Problem::from(of(Some(stocks)).await.unwrap_err());
    assert_eq!(refused.reason, "yield_refused");
}
