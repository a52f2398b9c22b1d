//! Derived measures of many members, each worked out by hand.

use crate::support::{self, Client, World, asset, is_close, shown};
use kit::error::Problem;
use proto::query::v1::{Filter, Operator, QueryValue};
use proto::timeseries::v1::{
    GetAggregateRequest, GetAggregateResponse, GetExplanationRequest, GetLatestRequest,
    GetSeriesRequest, GroupKey, SeriesGroupBy, SeriesInterval, SeriesMode, SubjectKind,
};

async fn aggregate(client: &mut Client, measure: &str, by: SeriesGroupBy) -> GetAggregateResponse {
    let request = GetAggregateRequest {
        measure: measure.to_owned(),
        group_by: Some(by.into()),
        from: Some("2026-01-31".to_owned()),
        to: Some("2026-01-31".to_owned()),
        group_limit: Some(2),
        ..GetAggregateRequest::default()
    };
    client.get_aggregate(request).await.unwrap().into_inner()
}

#[tokio::test]
async fn averages_count_each_member_as_much_as_it_is_worth() {
    let world = World::start().await;
    world
        .load(
            "asset,a,3,2026-01-24,100\nasset,a,3,2026-01-31,101\nasset,a,71,2026-01-31,300\n\
             asset,b,3,2026-01-24,100\nasset,b,3,2026-01-31,103\nasset,b,71,2026-01-31,100\n\
             asset,young,3,2026-01-31,100\nasset,young,71,2026-01-31,900\n\
             asset,c,62,2026-01-31,100\nasset,c,63,2026-01-31,80\n\
             asset,d,62,2026-01-31,100\nasset,d,63,2026-01-31,120\n",
        )
        .await;
    let mut client = world.serve().await;
    let none = SeriesGroupBy::None;
    let total = aggregate(&mut client, "yield_7d", none).await.total.unwrap();
    // (300 × 0.01 + 100 × 0.03) / 400 = 0.015, of two of three.
    assert!(is_close(shown(&total.values)[0], Some(0.015 * 365.0 / 7.0)), "{total:?}");
    assert_eq!(shown(&total.coverage), [Some(2.0 / 3.0)]);
    let total = aggregate(&mut client, "premium_to_nav", none).await.total.unwrap();
    assert!(is_close(shown(&total.values)[0], Some(0.0)), "200 / 200 − 1: {total:?}");
    let alone = aggregate(&mut client, "growth_of_10000", SeriesGroupBy::Asset).await;
    assert!(is_close(shown(&alone.groups[0].values)[0], Some(10_300.0)));
    assert_eq!(shown(&alone.total.unwrap().values), [None], "growth does not add up");
}

#[tokio::test]
async fn properties_count_by_their_value_before_debt() {
    let world = World::start().await;
    let day = "2026-01-31";
    let rows = ["half", "free"].map(|slug| {
        let (debt, rent) = if slug == "half" { (0.5, 6) } else { (0.0, 10) };
        format!(
            "asset,{slug},loan_to_value,{day},{debt}\nasset,{slug},property_value_dollar,{day},100\n\
             asset,{slug},annual_rent_dollar,{day},{rent}\nasset,{slug},2,{day},{}\n",
            100.0 * (1.0 - debt)
        )
    });
    world.load(&rows.concat()).await;
    let mut client = world.serve().await;
    // 50 of 200 are debt, and 16 of 200 are rent.
    for (measure, expected) in [("loan_to_value", 0.25), ("rental_yield", 0.08)] {
        let total = aggregate(&mut client, measure, SeriesGroupBy::None).await.total.unwrap();
        assert!(is_close(shown(&total.values)[0], Some(expected)), "{measure}: {total:?}");
    }
}

#[tokio::test]
async fn the_page_of_a_fund_has_the_digits_of_its_newest_value_also_without_supply() {
    let world = World::start().await;
    world
        .load(
            "asset,full,3,2026-01-24,1.0371\nasset,full,3,2026-01-31,1.0383\n\
             asset,full,71,2026-01-31,333.37\n\
             asset,empty,3,2026-01-24,1.0107\nasset,empty,3,2026-01-31,1.0139\n\
             asset,empty,71,2026-01-31,0\n",
        )
        .await;
    let mut client = world.serve().await;
    for slug in ["full", "empty"] {
        for measure in ["yield_7d", "apy_7d_effective"] {
            let keys = vec![asset(slug, measure)];
            let request = GetLatestRequest { keys, as_of: None };
            let newest = support::latest(&mut client, request).await.results.remove(0).value;
            assert!(newest.is_some(), "{measure} of {slug}");
            // As the page of the record asks.
            let request = GetAggregateRequest {
                measure: measure.to_owned(),
                filter: Some(Filter {
                    operator: Operator::Equals.into(),
                    field: Some("asset".to_owned()),
                    value: Some(QueryValue::text(slug)),
                    filters: Vec::new(),
                }),
                from: Some("2026-01-31".to_owned()),
                to: Some("2026-01-31".to_owned()),
                ..GetAggregateRequest::default()
            };
            let page = client.get_aggregate(request).await.unwrap().into_inner();
            let shown_alone = shown(&page.total.unwrap().values)[0];
            // As a row of a list.
            let list = aggregate(&mut client, measure, SeriesGroupBy::Asset).await;
            let row = list.groups.iter().find(|group| group.key.as_deref() == Some(slug)).unwrap();
            let bits = |value: Option<f64>| value.map(f64::to_bits);
            assert_eq!(bits(shown_alone), bits(newest), "{measure} of {slug}");
            assert_eq!(bits(shown(&row.values)[0]), bits(newest), "{measure} of {slug}");
            // Of both together, the one without money does not count.
            let total = shown(&list.total.unwrap().values)[0];
            assert_eq!(is_close(total, newest), slug == "full", "{measure} of {slug}");
        }
    }
}

#[tokio::test]
async fn terms_are_weighted_by_principal_and_idle_parts_by_funding() {
    let world = World::start().await;
    let day = "2026-01-31";
    let rows = [
        ("loan,a", [("days_to_maturity", 10), ("8", 300)]),
        ("loan,b", [("days_to_maturity", 50), ("8", 100)]),
        ("loan,c", [("days_to_maturity", 90), ("8", 100)]),
        ("pool,one", [("8", 80), ("21", 100)]),
        ("pool,two", [("8", 120), ("21", 300)]),
    ];
    let rows = rows.iter().flat_map(|(whose, values)| {
        values.iter().map(move |(measure, value)| format!("{whose},{measure},{day},{value}"))
    });
    world.load(&rows.collect::<Vec<_>>().join("\n")).await;
    let mut conn = world.test_db.db.conn().await.unwrap();
    sqlx::query(
        "UPDATE subjects SET platform_slug = CASE slug WHEN 'c' THEN 'other' ELSE 'lender' END,
             denomination = 'USDC'",
    )
    .execute(&mut *conn)
    .await
    .unwrap();
    drop(conn);
    let mut client = world.serve().await;
    let mut ask = async |measure: &str, kind: SubjectKind, by: SeriesGroupBy| {
        let request = GetAggregateRequest {
            measure: measure.to_owned(),
            subject_kind: Some(kind.into()),
            group_by: Some(by.into()),
            from: Some(day.to_owned()),
            to: Some(day.to_owned()),
            ..GetAggregateRequest::default()
        };
        client.get_aggregate(request).await.unwrap().into_inner()
    };
    let term = ask("days_to_maturity", SubjectKind::Loan, SeriesGroupBy::Platform).await;
    assert_eq!(term.unit, "days");
    let by: Vec<_> =
        term.groups.iter().map(|group| (group.key.as_deref(), shown(&group.values)[0])).collect();
    // (300 × 10 + 100 × 50) / 400 = 20, and with 100 × 90 of the other one 17,000 / 500 = 34.
    assert_eq!(by, [(Some("other"), Some(90.0)), (Some("lender"), Some(20.0))]);
    assert_eq!(shown(&term.total.unwrap().values), [Some(34.0)]);
    // 20 of 100 and 180 of 300 lie idle: 200 of 400.
    let idle = ask("cash_drag", SubjectKind::Pool, SeriesGroupBy::None).await.total.unwrap();
    assert!(is_close(shown(&idle.values)[0], Some(0.5)), "{idle:?}");
}

#[tokio::test]
async fn numbers_of_a_property_have_no_network() {
    let world = World::start().await;
    world
        .load(
            "asset,home,loan_to_value,2026-01-31,0.5\nasset,home,property_value_dollar,2026-01-31,100\n\
             asset,home,annual_rent_dollar,2026-01-31,6\ntoken,home-one,71,2026-01-31,50\n",
        )
        .await;
    let belong =
        "UPDATE subjects SET asset_slug = 'home', network_slug = 'one' WHERE kind = 'token'";
    sqlx::query(belong).execute(&mut world.test_db.raw().await).await.unwrap();
    let mut client = world.serve().await;
    for (measure, expected) in [("loan_to_value", 0.5), ("rental_yield", 0.06)] {
        let answer = aggregate(&mut client, measure, SeriesGroupBy::Network).await;
        let groups: Vec<_> = answer
            .groups
            .iter()
            .map(|group| (group.key.as_deref(), shown(&group.values)[0]))
            .collect();
        assert_eq!(groups, [(None, Some(expected))], "{measure}");
    }
}

#[tokio::test]
async fn a_weight_is_a_stock_that_adds_up() {
    let world = World::start().await;
    world.load("asset,fund,3,2026-01-01,100\nasset,fund,3,2026-01-31,102").await;
    let mut client = world.serve().await;
    for unfit in ["price_dollar", "yield_30d", "net_flow_7d_dollar", "daily_mints_dollar", "43"] {
        let question = GetAggregateRequest {
            measure: "yield_7d".to_owned(),
            weight: Some(unfit.to_owned()),
            ..GetAggregateRequest::default()
        };
        let refused = Problem::from(client.get_aggregate(question).await.unwrap_err());
        assert_eq!(refused.reason, "weight_unfit", "{unfit}");
    }
    let of_flows = GetAggregateRequest {
        measure: "market_share".to_owned(),
        weight: Some("daily_mints_dollar".to_owned()),
        group_by: Some(SeriesGroupBy::Asset.into()),
        ..GetAggregateRequest::default()
    };
    assert!(client.get_aggregate(of_flows).await.is_ok());
}

#[tokio::test]
async fn shares_are_of_the_total_of_the_query() {
    let world = World::start().await;
    world
        .load(
            "asset,a,71,2026-01-01,20\nasset,b,71,2026-01-01,30\nasset,c,71,2026-01-01,50\n\
             asset,a,71,2026-01-31,60\nasset,b,71,2026-01-31,30\nasset,c,71,2026-01-31,25\nasset,d,71,2026-01-31,5\n\
             asset,a,8,2026-01-31,1\nasset,b,8,2026-01-31,3\n",
        )
        .await;
    let mut client = world.serve().await;
    let by = SeriesGroupBy::Asset;
    let values = |answer: &GetAggregateResponse| {
        let groups = answer.groups.iter().chain(&answer.total);
        groups.map(|group| shown(&group.values)[0]).collect::<Vec<_>>()
    };
    let share = aggregate(&mut client, "market_share", by).await;
    assert_eq!(values(&share), [Some(0.5), Some(0.25), Some(0.25), Some(1.0)]);
    assert!(share.groups[2].is_other && share.unit == "ratio");
    let concentration = aggregate(&mut client, "concentration", by).await;
    assert_eq!(concentration.unit, "index");
    // 10,000 × (60² + 30² + 25² + 5²) / 120²
    let expected = [3_600.0, 900.0, 650.0, 5_150.0].map(|square| Some(square / 1.44));
    let found = values(&concentration);
    assert!(found.iter().zip(expected).all(|(found, value)| is_close(*found, value)), "{found:?}");
    let change = aggregate(&mut client, "market_share_change_30d", by).await;
    // In percentage points.
    assert_eq!(values(&change), [Some(30.0), Some(-5.0), Some(-25.0), Some(0.0)]);
    assert_eq!(change.unit, "percentage_points");
    // a has 60 of 120, b 30 and c 25: d is none of the five, but of the ten.
    let largest = aggregate(&mut client, "top_1_share", by).await;
    assert_eq!(values(&largest), [Some(0.5), Some(0.0), Some(0.0), Some(0.5)]);
    let largest = aggregate(&mut client, "top_5_share", by).await;
    assert_eq!(values(&largest), [Some(0.5), Some(0.25), Some(0.25), Some(1.0)]);
    let of_groups =
        ["market_share", "market_share_change_30d", "concentration", "10222", "top_10_share"];
    for measure in of_groups {
        let alone = GetAggregateRequest { measure: measure.to_owned(), ..Default::default() };
        let refused = Problem::from(client.get_aggregate(alone).await.unwrap_err());
        assert_eq!(refused.reason, "share_of_no_group", "{measure}");
        assert!(refused.message.contains("group_by"), "{}", refused.message);
    }
    let request = GetAggregateRequest {
        measure: "market_share".to_owned(),
        weight: Some("outstanding_capital_dollar".to_owned()),
        group_by: Some(by.into()),
        from: Some("2026-01-31".to_owned()),
        to: Some("2026-01-31".to_owned()),
        ..GetAggregateRequest::default()
    };
    let lent = client.get_aggregate(request.clone()).await.unwrap().into_inner();
    assert_eq!(values(&lent), [Some(0.75), Some(0.25), Some(1.0)]);
    let flow = GetAggregateRequest { mode: Some(SeriesMode::Flow.into()), ..request };
    let refused = Problem::from(client.get_aggregate(flow).await.unwrap_err());
    assert_eq!(refused.reason, "share_not_summed");
    let alone =
        GetSeriesRequest { keys: vec![asset("a", "market_share")], ..GetSeriesRequest::default() };
    let refused = Problem::from(client.get_series(alone).await.unwrap_err());
    assert_eq!(refused.reason, "share_of_no_group");
}

#[tokio::test]
async fn a_share_of_a_total_with_sample_data_is_marked() {
    let world = World::start().await;
    world
        .load(
            "asset,a,71,2026-01-01,20\nasset,made,71,2026-01-01,30\n\
             asset,a,71,2026-01-31,60\nasset,made,71,2026-01-31,30\n",
        )
        .await;
    let mark = "UPDATE subjects SET is_sample = slug = 'made'";
    sqlx::query(mark).execute(&mut world.test_db.raw().await).await.unwrap();
    let mut client = world.serve().await;
    let by = SeriesGroupBy::Asset;
    for (measure, is_of_total) in [
        ("71", false),
        ("market_share", true),
        ("market_share_change_30d", true),
        ("concentration", true),
        ("top_1_share", true),
        ("top_5_share", true),
        ("top_10_share", true),
    ] {
        let answer = aggregate(&mut client, measure, by).await;
        let marks = |key: &str| {
            let group = answer.groups.iter().find(|group| group.key.as_deref() == Some(key));
            group.map(|group| (group.has_sample, group.sample_count)).unwrap()
        };
        assert_eq!(marks("a"), (is_of_total, 0), "{measure}");
        assert_eq!(marks("made"), (true, 1), "{measure}");
        let total = answer.total.as_ref().unwrap();
        assert_eq!((total.has_sample, total.sample_count), (true, 1), "{measure}");

        let request = GetExplanationRequest {
            aggregate: Some(GetAggregateRequest {
                measure: measure.to_owned(),
                group_by: Some(by.into()),
                from: Some("2026-01-31".to_owned()),
                to: Some("2026-01-31".to_owned()),
                ..GetAggregateRequest::default()
            }),
            group: Some(GroupKey { key: Some("a".to_owned()), ..GroupKey::default() }),
            ..GetExplanationRequest::default()
        };
        let explanation = client.get_aggregate_explanation(request).await.unwrap().into_inner();
        assert_eq!(explanation.has_sample, is_of_total, "{measure}");
    }
}

#[tokio::test]
async fn what_has_no_group_is_no_group_of_its_own() {
    let world = World::start().await;
    world
        .load(
            "asset,a,71,2026-01-31,40\nasset,b,71,2026-01-31,10\nasset,c,71,2026-01-31,20\n\
             asset,d,71,2026-01-31,30\n",
        )
        .await;
    let name = "UPDATE subjects SET manager_slug = CASE slug WHEN 'a' THEN 'one' WHEN 'b' THEN 'one' \
                WHEN 'c' THEN 'two' END";
    sqlx::query(name).execute(&mut world.test_db.raw().await).await.unwrap();
    let mut client = world.serve().await;
    let by = SeriesGroupBy::Manager;
    // One has half of the value, two a fifth, and of 30 % the manager is not known.
    for (measure, least, most) in
        [("top_1_share", 0.5, 0.8), ("top_5_share", 0.7, 1.0), ("concentration", 2_900.0, 6_800.0)]
    {
        let answer = aggregate(&mut client, measure, by).await;
        assert_eq!(answer.group_count, 2, "{measure}");
        let keys: Vec<_> = answer.groups.iter().map(|group| group.key.as_deref()).collect();
        assert_eq!(keys, [Some("one"), Some("two"), None], "{measure}");
        let undisclosed = answer.undisclosed.unwrap();
        let found = shown(&answer.total.unwrap().values)[0];
        assert!(is_close(found, Some(least)), "{measure}: {found:?}");
        assert!(is_close(shown(&undisclosed.shares)[0], Some(0.3)), "{undisclosed:?}");
        assert!(is_close(shown(&undisclosed.at_most)[0], Some(most)), "{measure}: {undisclosed:?}");
        assert_eq!(shown(&answer.groups[2].values), [None], "{measure}");

        let request = GetAggregateRequest {
            measure: measure.to_owned(),
            group_by: Some(by.into()),
            from: Some("2026-01-31".to_owned()),
            to: Some("2026-01-31".to_owned()),
            ..GetAggregateRequest::default()
        };
        let request =
            GetExplanationRequest { aggregate: Some(request), ..GetExplanationRequest::default() };
        let explanation = client.get_aggregate_explanation(request).await.unwrap().into_inner();
        let share = explanation.share.unwrap();
        assert!(is_close(share.undisclosed_share, Some(0.3)), "{share:?}");
        assert!(is_close(share.at_most, Some(most)), "{share:?}");
        assert_eq!(share.groups.len(), 2, "{share:?}");
    }
    let shares = aggregate(&mut client, "market_share", by).await;
    assert_eq!((shares.group_count, shares.undisclosed), (3, None));
}

#[tokio::test]
async fn shares_of_flows_are_compared_with_an_equal_earlier_range() {
    let world = World::start().await;
    world
        .load(
            "asset,a,20,2025-12-10,30\nasset,b,20,2025-12-10,70\nasset,a,20,2026-01-01,5\nasset,b,20,2026-01-01,5\n\
             asset,a,20,2026-01-20,60\nasset,b,20,2026-01-20,40\n",
        )
        .await;
    let mut client = world.serve().await;
    let request = GetAggregateRequest {
        measure: "market_share_change_30d".to_owned(),
        weight: Some("20".to_owned()),
        group_by: Some(SeriesGroupBy::Asset.into()),
        from: Some("2026-01-01".to_owned()),
        to: Some("2026-01-31".to_owned()),
        interval: Some(SeriesInterval::Month.into()),
        ..GetAggregateRequest::default()
    };
    let answer = client.get_aggregate(request).await.unwrap().into_inner();
    // Of January, and of the 31 days up to New Year.
    let of_a = shown(&answer.groups[0].values)[0];
    assert!(is_close(of_a, Some(6_500.0 / 110.0 - 3_500.0 / 110.0)), "{answer:?}");
}
