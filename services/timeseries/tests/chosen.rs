//! Members of an aggregate whose filter uses a dimension that only parts of an asset have.

use crate::support::{Client, HEAD, World, shown};
use kit::error::Problem;
use proto::query::v1::{Filter, Operator, QueryValue};
use proto::timeseries::v1::{
    GetAggregateRequest, GetAggregateResponse, SeriesGroupBy, SeriesMode, SubjectKind,
};

const DAY: &str = "2026-11-18";

/// An asset on two networks, which can leave its platform on one of them, and an asset without tokens.
async fn world() -> World {
    let world = World::start().await;
    let values = [("asset,a", 30), ("asset,b", 5), ("token,one:a", 10), ("token,two:a", 20)];
    let row = |(subject, value): (&str, i32)| {
        format!("{subject},71,{DAY},{value}\n{subject},18,{DAY},{}\n", value / 5)
    };
    world.load(&values.map(row).concat()).await;
    let mut conn = world.test_db.db.conn().await.unwrap();
    sqlx::query(
        "UPDATE subjects SET asset_slug = 'a', network_slug = split_part(slug, ':', 1),
             tokenization_type = CASE WHEN slug = 'one:a' THEN 'distributed' ELSE 'represented' END
         WHERE kind = 'token'",
    )
    .execute(&mut *conn)
    .await
    .unwrap();
    drop(conn);
    world
}

fn is(field: &str, operator: Operator, value: &str) -> Filter {
    Filter {
        operator: operator.into(),
        field: Some(field.to_owned()),
        value: Some(QueryValue::text(value)),
        filters: Vec::new(),
    }
}

fn both(filters: [Filter; 2]) -> Filter {
    Filter { operator: Operator::And.into(), filters: filters.into(), ..Filter::default() }
}

fn request(by: SeriesGroupBy, filter: Filter) -> GetAggregateRequest {
    GetAggregateRequest {
        measure: "71".to_owned(),
        group_by: Some(by.into()),
        filter: Some(filter),
        from: Some(DAY.to_owned()),
        to: Some(DAY.to_owned()),
        ..GetAggregateRequest::default()
    }
}

async fn ask(client: &mut Client, request: GetAggregateRequest) -> GetAggregateResponse {
    client.get_aggregate(request).await.unwrap().into_inner()
}

fn groups(answer: &GetAggregateResponse) -> Vec<(&str, Vec<Option<f64>>)> {
    let groups = answer.groups.iter();
    groups.map(|group| (group.key.as_deref().unwrap_or("-"), shown(&group.values))).collect()
}

#[tokio::test]
async fn assets_on_a_network_have_their_numbers_there() {
    let world = world().await;
    let mut client = world.serve().await;
    let on_one = is("network", Operator::Equals, "one");
    let elsewhere = is("network", Operator::NotEquals, "one");
    let free = is("tokenization_type", Operator::Equals, "distributed");
    for (filter, expected) in [
        (on_one.clone(), vec![("a", 10.0)]),
        (elsewhere.clone(), vec![("a", 20.0), ("b", 5.0)]),
        (free.clone(), vec![("a", 10.0)]),
        (both([free, elsewhere]), vec![]),
        (both([on_one, is("slug", Operator::Equals, "a")]), vec![("a", 10.0)]),
    ] {
        let answer = ask(&mut client, request(SeriesGroupBy::Asset, filter.clone())).await;
        let expected: Vec<_> =
            expected.into_iter().map(|(key, value)| (key, vec![Some(value)])).collect();
        assert_eq!(groups(&answer), expected, "{filter:?}");
        let whole: f64 = expected.iter().filter_map(|(_, values)| values[0]).sum();
        let total = shown(&answer.total.unwrap().values);
        assert_eq!(total, [(whole > 0.0).then_some(whole)], "{filter:?}");
    }
}

#[tokio::test]
async fn derived_series_of_assets_on_a_network_are_selected_too() {
    let world = world().await;
    let mut client = world.serve().await;
    let of_network = |measure: &str| GetAggregateRequest {
        measure: measure.to_owned(),
        ..request(SeriesGroupBy::Asset, is("network", Operator::Equals, "two"))
    };
    let mints = ask(&mut client, of_network("18")).await;
    assert_eq!(groups(&mints), [("a", vec![Some(4.0)])]);
    let share = ask(&mut client, of_network("market_share")).await;
    assert_eq!(groups(&share), [("a", vec![Some(1.0)])]);
    let origins = client.get_aggregate_origins(of_network("71")).await.unwrap().into_inner();
    assert_eq!(origins.loads.len(), 1);
}

#[tokio::test]
async fn an_asset_is_chosen_by_its_slug_where_its_tokens_stand_in_for_it() {
    let world = world().await;
    let mut client = world.serve().await;
    let by_slug = |slug| request(SeriesGroupBy::Network, is("slug", Operator::Equals, slug));
    let answer = ask(&mut client, by_slug("a")).await;
    assert_eq!(groups(&answer), [("two", vec![Some(20.0)]), ("one", vec![Some(10.0)])]);
    assert_eq!(groups(&ask(&mut client, by_slug("one:a")).await), [], "that is no asset");
}

#[tokio::test]
async fn a_number_of_a_whole_asset_counts_on_each_network() {
    let world = world().await;
    world
        .load_as(
            "later.csv",
            "asset,a,3,2026-10-15,1\nasset,a,3,2026-11-18,1.1\nasset,b,3,2026-10-15,1\nasset,b,3,2026-11-18,1.2",
        )
        .await;
    let mut client = world.serve().await;
    let everything =
        both([is("slug", Operator::NotEquals, "x"), is("slug", Operator::NotEquals, "y")]);
    let mut of = async |by: SeriesGroupBy, filter: Filter| {
        let measure = "return_30d".to_owned();
        let question = GetAggregateRequest { measure, ..request(by, filter) };
        let answer = ask(&mut client, question).await;
        let groups = answer.groups.iter().map(|group| (group.key.clone(), group.member_count));
        (groups.collect::<Vec<_>>(), answer.total.map(|total| shown(&total.values)))
    };
    let (groups, _) = of(SeriesGroupBy::Network, everything).await;
    let mut keys: Vec<_> = groups.iter().map(|(key, count)| (key.as_deref(), *count)).collect();
    keys.sort_unstable();
    assert_eq!(keys, [(None, 1), (Some("one"), 1), (Some("two"), 1)]);
    let (_, total) = of(SeriesGroupBy::None, is("network", Operator::Equals, "two")).await;
    let returned = total.unwrap()[0].unwrap();
    assert!((returned - 0.1).abs() < 1e-9, "{returned}");
}

#[tokio::test]
async fn an_asset_does_not_count_again_beside_its_tokens() {
    let world = world().await;
    world
        .load_as(
            "later.csv",
            &format!(
                "token,one:a,62,{DAY},11\ntoken,one:a,63,{DAY},10\ntoken,two:a,62,{DAY},22\ntoken,two:a,63,{DAY},20\n\
                 asset,a,62,{DAY},33\nasset,a,63,{DAY},30\nasset,a,39,{DAY},1.5\nasset,a,3,{DAY},1"
            ),
        )
        .await;
    let mut client = world.serve().await;
    let anything = is("slug", Operator::NotEquals, "x");
    let question = GetAggregateRequest {
        measure: "premium_to_nav".to_owned(),
        ..request(SeriesGroupBy::Network, anything)
    };
    let answer = ask(&mut client, question).await;
    let groups: Vec<_> = answer.groups.iter().map(|group| group.key.as_deref()).collect();
    assert_eq!(groups, [Some("one"), Some("two")]);
    let total = answer.total.unwrap();
    assert_eq!(total.member_count, 2);
    assert!((shown(&total.values)[0].unwrap() - 0.1).abs() < 1e-9);
}

#[tokio::test]
async fn the_rate_of_an_asset_holds_on_its_networks() {
    let world = world().await;
    world.load_as("later.csv", &format!("asset,a,1,{DAY},0.05\nasset,b,1,{DAY},0.02")).await;
    let mut client = world.serve().await;
    let mut of = async |by: SeriesGroupBy, filter: Option<Filter>| {
        let anything = is("slug", Operator::NotEquals, "x");
        let measure = "yield_to_maturity".to_owned();
        let question = GetAggregateRequest { measure, ..request(by, filter.unwrap_or(anything)) };
        ask(&mut client, question).await
    };
    let by_network = of(SeriesGroupBy::Network, None).await;
    let expected = [("one", vec![Some(0.05)]), ("two", vec![Some(0.05)]), ("-", vec![Some(0.02)])];
    assert_eq!(groups(&by_network), expected);
    let total = shown(&by_network.total.unwrap().values)[0].unwrap();
    assert!((total - (30.0 * 0.05 + 5.0 * 0.02) / 35.0).abs() < 1e-12, "{total}");
    let there = of(SeriesGroupBy::None, Some(is("network", Operator::Equals, "two"))).await;
    assert_eq!(shown(&there.total.unwrap().values), [Some(0.05)]);
    let whole = of(SeriesGroupBy::None, None).await.total.unwrap();
    assert_eq!((whole.member_count, shown(&whole.values)), (2, vec![Some(total)]));
}

#[tokio::test]
async fn alike_are_those_that_have_a_value_and_a_weight_at_both_ends() {
    let world = World::start().await;
    world
        .load(
            "asset,a,1,2026-11-01,0.04\nasset,a,1,2026-11-18,0.05\nasset,a,71,2026-11-01,10\nasset,a,71,2026-11-18,10\n\
             asset,b,1,2026-11-01,0.08\nasset,b,1,2026-11-18,0.09\nasset,b,71,2026-11-18,30",
        )
        .await;
    let mut client = world.serve().await;
    let question = GetAggregateRequest {
        measure: "yield_to_maturity".to_owned(),
        from: Some("2026-11-01".to_owned()),
        is_cohort: Some(true),
        ..request(SeriesGroupBy::None, is("slug", Operator::NotEquals, "x"))
    };
    let total = ask(&mut client, question).await.total.unwrap();
    let values = shown(&total.values);
    assert_eq!((total.member_count, values[0], values[17]), (1, Some(0.04), Some(0.05)));
}

#[tokio::test]
async fn of_several_sources_the_first_counts_that_may_be_chosen() {
    let world = World::start().await;
    let rows = |source: &str, rows: &str| {
        let rows = rows.replace(';', &format!(",{source}\n"));
        format!("{HEAD},source\n{rows}")
    };
    let one = rows("one", "asset,coin,71,2026-01-01,5;asset,other,71,2026-01-01,1;");
    world.import(&[("long.csv", &one)]).await.unwrap();
    let two = rows("two", "asset,coin,71,2026-01-01,7;");
    world.import(&[("later.csv", &two)]).await.unwrap();
    let mut client = world.serve().await;
    for (source, expected) in [(None, 6.0), (Some("one"), 6.0), (Some("two"), 7.0)] {
        let filter = source.map(|source| is("series_source", Operator::Equals, source));
        let request = GetAggregateRequest {
            measure: "71".to_owned(),
            from: Some("2026-01-01".to_owned()),
            to: Some("2026-01-01".to_owned()),
            filter,
            ..GetAggregateRequest::default()
        };
        let answer = client.get_aggregate(request).await.unwrap().into_inner();
        assert_eq!(shown(&answer.total.unwrap().values), [Some(expected)], "{source:?}");
    }
}

#[tokio::test]
async fn a_filter_without_content_is_refused() {
    let world = world().await;
    let mut client = world.serve().await;
    let a = || is("asset", Operator::Equals, "a");
    let nobody = Filter { operator: Operator::Or.into(), ..Filter::default() };
    let beside = Filter { field: Some("asset".to_owned()), ..both([a(), a()]) };
    let behind = Filter { filters: vec![a()], ..a() };
    for (filter, message) in [
        (nobody, "at least one"),
        (beside, "cannot be combined with filters"),
        (behind, "only with the operators and, or"),
    ] {
        let answered = client.get_aggregate(request(SeriesGroupBy::Asset, filter)).await;
        let refused = Problem::from(answered.unwrap_err());
        assert_eq!(refused.reason, "filter_invalid");
        assert!(refused.message.contains(message), "{}", refused.message);
    }
}

/// Tokens on two networks; the database of an installation without sample data never has the fictional ones.
async fn with_tokens(tokens: &[(&str, i32)]) -> World {
    let world = World::start().await;
    let row = |(slug, value): &(&str, i32)| {
        let (of, days) = (format!("token,{slug}"), ["2026-11-16", "2026-11-17", DAY]);
        let on = |at: usize, day: &str| {
            let level = value * (at as i32 + 2);
            let mints = value + at as i32;
            format!(
                "{of},71,{day},{level}\n{of},18,{day},{mints}\n{of},holding_addresses_count,{day},{level}\n"
            )
        };
        days.iter().enumerate().map(|(at, day)| on(at, day)).collect::<String>()
    };
    world.load(&tokens.iter().map(row).collect::<String>()).await;
    let mut conn = world.test_db.db.conn().await.unwrap();
    sqlx::query(
        "UPDATE subjects SET network_slug = split_part(slug, ':', 1), asset_slug = split_part(slug, ':', 2),
             is_sample = slug LIKE '%-sample'",
    )
    .execute(&mut *conn)
    .await
    .unwrap();
    drop(conn);
    world
}

#[tokio::test]
async fn sums_without_sample_data_are_those_of_an_installation_that_has_none() {
    let real = [("one:a", 10), ("two:a", 20), ("two:b", 7)];
    let made = [("one:c-sample", 900), ("three:d-sample", 4)];
    let (mixed, pure) = (with_tokens(&[&real[..], &made].concat()).await, with_tokens(&real).await);
    let (mut mixed, mut pure) = (mixed.serve().await, pure.serve().await);
    for (measure, mode) in [
        ("71", SeriesMode::Level),
        ("71", SeriesMode::Flow),
        ("18", SeriesMode::Cumulative),
        ("market_share", SeriesMode::Level),
        ("holding_addresses_count", SeriesMode::Level),
    ] {
        for by in [SeriesGroupBy::None, SeriesGroupBy::Network, SeriesGroupBy::Asset] {
            if measure == "market_share" && by == SeriesGroupBy::None {
                continue;
            }
            let everything = GetAggregateRequest {
                measure: measure.to_owned(),
                subject_kind: Some(SubjectKind::Token.into()),
                mode: Some(mode.into()),
                from: Some("2026-11-16".to_owned()),
                filter: None,
                ..request(by, Filter::default())
            };
            let filter = Some(is("is_sample", Operator::Equals, "false"));
            let chosen = GetAggregateRequest { filter, ..everything.clone() };
            let without = ask(&mut mixed, chosen).await;
            let expected = ask(&mut pure, everything.clone()).await;
            assert_eq!(
                (&without.groups, &without.total, without.group_count),
                (&expected.groups, &expected.total, expected.group_count),
                "{measure} {mode:?} {by:?}"
            );
            let with = ask(&mut mixed, everything).await.total.unwrap();
            let without = without.total.unwrap();
            assert!(with.has_sample && !without.has_sample);
            assert_eq!((with.sample_count, without.sample_count), (2, 0), "{measure} {by:?}");
        }
    }
}
