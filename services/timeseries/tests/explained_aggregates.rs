//! Explanations of a number of an aggregate: the number, its members, and when they became known.

use std::time::Duration;

use crate::support::{Client, NOW, World, asset};
use kit::error::{ErrorCode, Problem};
use proto::query::v1::{Filter, Operator, QueryValue};
use proto::timeseries::v1::{
    AggregateExplanation, AggregateMember, AggregateMethod, GetAggregateRequest,
    GetExplanationRequest, GroupKey, SeriesGroupBy, SeriesMode,
};

const DAY: &str = "2026-11-18";

fn on(measure: &str, by: SeriesGroupBy, from: &str, to: &str) -> GetAggregateRequest {
    GetAggregateRequest {
        measure: measure.to_owned(),
        group_by: Some(by.into()),
        from: Some(from.to_owned()),
        to: Some(to.to_owned()),
        ..GetAggregateRequest::default()
    }
}

fn explaining(
    query: GetAggregateRequest,
    group: impl Into<Option<GroupKey>>,
) -> GetExplanationRequest {
    let group = group.into();
    GetExplanationRequest { aggregate: Some(query), group, ..GetExplanationRequest::default() }
}

fn named(key: &str) -> GroupKey {
    GroupKey { key: Some(key.to_owned()), is_other: None }
}

fn other() -> GroupKey {
    GroupKey { key: None, is_other: Some(true) }
}

async fn explain(client: &mut Client, request: GetExplanationRequest) -> AggregateExplanation {
    client.get_aggregate_explanation(request).await.unwrap().into_inner()
}

async fn refused(client: &mut Client, request: GetExplanationRequest) -> (ErrorCode, String) {
    let refused = if request.aggregate.is_some() && request.key.is_none() {
        client.get_aggregate_explanation(request).await.map(drop)
    } else {
        client.get_explanation(request).await.map(drop)
    };
    let problem = Problem::from(refused.unwrap_err());
    (problem.code, problem.reason.into_owned())
}

/// The members that count, each with its value and the day since which that stands.
fn counted(members: &[AggregateMember]) -> Vec<(&str, f64, &str)> {
    let counted = members.iter().filter_map(|member| {
        let counted = member.counted.as_ref()?;
        Some((member.subject_slug.as_str(), counted.value, counted.from.as_str()))
    });
    counted.collect()
}

/// One restated, one carried, one withheld and one that stands no more.
async fn four() -> World {
    let world = World::start().await;
    world
        .load(
            "asset,big,71,2026-11-18,60\nasset,mid,71,2026-11-15,30\nasset,bad,71,2026-11-18,-5\n\
             asset,old,71,2026-11-01,9",
        )
        .await;
    world.clock.advance(Duration::from_hours(1));
    world.load_as("later.csv", "asset,big,71,2026-11-18,70").await;
    world.clock.advance(Duration::from_hours(1));
    world
}

#[tokio::test]
async fn a_sum_is_explained_by_its_members_and_their_loads() {
    let world = four().await;
    let mut client = world.serve().await;
    let query = on("71", SeriesGroupBy::Asset, DAY, DAY);
    let of_sum = explain(&mut client, explaining(query.clone(), None)).await;
    assert_eq!((of_sum.value, of_sum.from.as_str()), (Some(100.0), DAY));
    assert_eq!((of_sum.last_date.as_deref(), of_sum.method_version.as_str()), (Some(DAY), "7"));
    assert!(of_sum.definition.contains("times net asset value") && of_sum.formula.is_none());
    assert!(of_sum.composition.starts_with("The sum of the members"));
    assert_eq!((of_sum.method(), of_sum.is_total), (AggregateMethod::Sum, true));
    assert_eq!(
        (of_sum.measure_slug.as_str(), of_sum.unit.as_str()),
        ("bridged_token_value_dollar", "usd")
    );
    let counts = (of_sum.member_count, of_sum.begun_count, of_sum.value_count);
    assert_eq!((counts, of_sum.coverage), ((4, 4, 2), Some(0.5)));
    assert_eq!((of_sum.age_days, of_sum.carry_days, of_sum.is_stale), (Some(0), 7, false));
    assert_eq!(counted(&of_sum.members), [("big", 70.0, DAY), ("mid", 30.0, "2026-11-15")]);
    assert_eq!(of_sum.more_members, 0);

    let [withheld] = &of_sum.withheld[..] else { panic!("{:?}", of_sum.withheld) };
    assert_eq!((withheld.subject_slug.as_str(), withheld.reason.as_str()), ("bad", "negative"));
    assert_eq!(of_sum.withheld_count, 1);
    let failed: Vec<_> = of_sum.checks.iter().map(|check| check.withheld_count).collect();
    assert_eq!((of_sum.checks[0].reason.as_str(), &failed[..2]), ("negative", &[1, 0][..]));

    let loaded = kit::clock::milliseconds(NOW);
    let later = loaded + 3_600_000;
    let known: Vec<_> = of_sum.members.iter().map(|member| member.known_at).collect();
    assert_eq!(known, [Some(later), Some(loaded)]);
    assert_eq!(of_sum.members_known_at, Some(later));
    let loads: Vec<_> = of_sum.loads.iter().map(|load| load.file.as_str()).collect();
    assert_eq!(loads, ["long.csv", "later.csv"]);

    // Each member can be explained itself.
    let series_id = of_sum.members[0].series_id;
    let key = Some(asset("big", &of_sum.members[0].measure_slug));
    let request = GetExplanationRequest { key, ..GetExplanationRequest::default() };
    let alone = client.get_explanation(request).await.unwrap().into_inner();
    assert_eq!((alone.series.unwrap().series_id, alone.value), (series_id, Some(70.0)));

    let group = explain(&mut client, explaining(query.clone(), named("mid"))).await;
    assert_eq!((group.value, group.member_count, group.withheld_count), (Some(30.0), 1, 0));
    assert_eq!((group.group_key.as_deref(), group.is_total), (Some("mid"), false));
    assert_eq!((group.age_days, group.loads.len()), (Some(3), 1));

    let then = Some("2026-11-20T12:30:00Z".to_owned());
    let before = GetAggregateRequest { as_of: then, ..query };
    let earlier = explain(&mut client, explaining(before, None)).await;
    assert_eq!(earlier.value, Some(90.0));
    assert_eq!((earlier.members_known_at, earlier.loads.len()), (Some(loaded), 1));
    assert_eq!(earlier.known_at, loaded + 1_800_000);
}

#[tokio::test]
async fn a_change_states_the_value_before_and_a_stale_number_its_age() {
    let world = World::start().await;
    world
        .load(
            "asset,a,71,2026-10-31,10\nasset,a,71,2026-11-05,25\nasset,b,71,2026-10-30,8\n\
             asset,c,71,2026-11-04,4",
        )
        .await;
    let mut client = world.serve().await;
    let flow = GetAggregateRequest {
        mode: Some(SeriesMode::Flow.into()),
        ..on("71", SeriesGroupBy::None, "2026-11-05", "2026-11-05")
    };
    let change = explain(&mut client, explaining(flow, None)).await;
    assert_eq!(change.value, Some(15.0), "25 + 8 + 4 less 10 + 8 + 4");
    assert!(change.composition.contains("less their last values before it"));
    let both: Vec<_> = change
        .members
        .iter()
        .map(|member| {
            let value = |at: &Option<_>| {
                at.as_ref().map(|at: &proto::timeseries::v1::CountedValue| at.value)
            };
            (member.subject_slug.as_str(), value(&member.before), value(&member.counted))
        })
        .collect();
    let expected =
        [("a", Some(10.0), Some(25.0)), ("b", Some(8.0), Some(8.0)), ("c", Some(4.0), Some(4.0))];
    assert_eq!(both, expected);

    let query = on("71", SeriesGroupBy::None, "2026-11-01", "2026-11-18");
    let newest = explain(&mut client, explaining(query.clone(), None)).await;
    assert_eq!(
        (newest.from.as_str(), newest.value),
        ("2026-11-12", Some(25.0)),
        "the last one with a value"
    );
    assert_eq!((newest.age_days, newest.is_stale), (Some(7), false));
    let last = GetExplanationRequest { date: Some(DAY.to_owned()), ..explaining(query, None) };
    let gone = explain(&mut client, last).await;
    assert_eq!((gone.value, gone.last_date.as_deref()), (None, Some("2026-11-05")));
    assert_eq!((gone.age_days, gone.is_stale, gone.members.len()), (Some(13), true, 0));
    assert_eq!((gone.begun_count, gone.value_count), (3, 0));
}

#[tokio::test]
async fn a_weighted_average_states_weights_and_inputs_of_derived_members() {
    let world = World::start().await;
    world
        .load(
            "asset,a,3,2026-01-24,100\nasset,a,3,2026-01-31,101\nasset,a,71,2026-01-31,300\n\
             asset,b,3,2026-01-24,100\nasset,b,3,2026-01-31,103\nasset,b,71,2026-01-30,100",
        )
        .await;
    let mut client = world.serve().await;
    let query = on("yield_7d", SeriesGroupBy::None, "2026-01-31", "2026-01-31");
    let average = explain(&mut client, explaining(query, None)).await;
    // (300 × 0.01 + 100 × 0.03) / 400 = 0.015 in 7 days.
    assert!((average.value.unwrap() - 0.015 * 365.0 / 7.0).abs() < 1e-12, "{average:?}");
    assert!(average.formula.as_ref().unwrap().contains("365 / days between"));
    assert!(average.composition.ends_with("Members are weighted by Bridged token value."));
    assert_eq!(average.method(), AggregateMethod::WeightedAverage);
    assert_eq!(average.weight_slug.as_deref(), Some("bridged_token_value_dollar"));
    let [a, b] = &average.members[..] else { panic!("{:?}", average.members) };
    let weight = |member: &AggregateMember| member.counted.as_ref().and_then(|at| at.weight);
    assert_eq!((weight(a), weight(b)), (Some(300.0), Some(100.0)));
    assert!(a.series_id < 0 && a.known_at.is_some());
    let inputs: Vec<_> = b
        .inputs
        .iter()
        .map(|input| (input.role.as_str(), input.to.as_str(), input.value))
        .collect();
    let expected = [
        ("Latest net asset value", "2026-01-31", 103.0),
        ("Net asset value nearest to 7 days before", "2026-01-24", 100.0),
    ];
    assert_eq!(inputs, expected);
    assert_eq!(b.inputs[0].measure_slug, "net_asset_value_dollar");
    assert!(average.checks.iter().any(|check| check.reason == "nav_jump"));
}

#[tokio::test]
async fn a_token_with_the_yield_of_its_asset_states_the_inputs() {
    let world = World::start().await;
    world
        .load(
            "asset,fund,3,2026-01-24,100\nasset,fund,3,2026-01-31,101\nasset,fund,71,2026-01-31,40\n\
             token,one:fund,71,2026-01-31,30\ntoken,two:fund,71,2026-01-31,10",
        )
        .await;
    let mut conn = world.test_db.db.conn().await.unwrap();
    sqlx::query(
        "UPDATE subjects SET asset_slug = 'fund', network_slug = split_part(slug, ':', 1) WHERE kind = 'token'",
    )
    .execute(&mut *conn)
    .await
    .unwrap();
    drop(conn);
    let mut client = world.serve().await;
    let query = on("yield_7d", SeriesGroupBy::Network, "2026-01-31", "2026-01-31");
    let there = explain(&mut client, explaining(query, named("one"))).await;
    let [member] = &there.members[..] else { panic!("{:?}", there.members) };
    let counted = member.counted.as_ref().unwrap();
    assert_eq!((member.subject_slug.as_str(), counted.weight), ("one:fund", Some(30.0)));
    let input = &member.inputs[0];
    let key = asset(&input.subject_slug, &member.measure_slug);
    let request = GetExplanationRequest { key: Some(key), ..GetExplanationRequest::default() };
    let explanation = client.get_explanation(request).await.unwrap().into_inner();
    assert_eq!((explanation.value, there.value), (Some(counted.value), Some(counted.value)));
}

#[tokio::test]
async fn shares_tell_the_part_and_the_whole() {
    let world = World::start().await;
    world
        .load(
            "asset,a,71,2026-01-01,20\nasset,b,71,2026-01-01,30\nasset,c,71,2026-01-01,50\n\
             asset,a,71,2026-01-31,60\nasset,b,71,2026-01-31,30\nasset,c,71,2026-01-31,30",
        )
        .await;
    let mut client = world.serve().await;
    let query = |measure: &str| GetAggregateRequest {
        group_limit: Some(1),
        ..on(measure, SeriesGroupBy::Asset, "2026-01-31", "2026-01-31")
    };
    let group = explain(&mut client, explaining(query("market_share"), named("a"))).await;
    let share = group.share.clone().unwrap();
    assert_eq!((group.value, share.part, share.whole), (Some(0.5), Some(60.0), Some(120.0)));
    assert_eq!((share.groups.len(), group.method), (0, AggregateMethod::Share.into()));
    assert_eq!(group.member_measure_slug, "bridged_token_value_dollar");
    assert_eq!(counted(&group.members), [("a", 60.0, "2026-01-31")]);

    let change = query("market_share_change_30d");
    let rest = explain(&mut client, explaining(change, other())).await;
    let share = rest.share.clone().unwrap();
    // In percentage points.
    assert_eq!((rest.value, rest.is_other), (Some(50.0 - 80.0), true));
    assert_eq!((share.part, share.whole), (Some(60.0), Some(120.0)));
    assert_eq!((share.earlier_part, share.earlier_whole), (Some(80.0), Some(100.0)));
    assert_eq!(share.earlier_date.as_deref(), Some("2026-01-01"));

    let all = explain(&mut client, explaining(query("concentration"), None)).await;
    assert_eq!((all.value, all.unit.as_str()), (Some(2_500.0 + 625.0 + 625.0), "index"));
    assert_eq!((all.method(), all.method_version.as_str()), (AggregateMethod::Concentration, "4"));
    let largest = explain(&mut client, explaining(query("top_1_share"), None)).await;
    assert_eq!((largest.value, largest.method()), (Some(0.5), AggregateMethod::TopShare));
    assert!(largest.composition.contains("the largest group"), "{}", largest.composition);
    assert_eq!(largest.share.as_ref().map(|share| share.groups.len()), Some(3));
    let share = all.share.clone().unwrap();
    let groups: Vec<_> =
        share.groups.iter().map(|one| (one.key.as_deref(), one.part, one.share)).collect();
    let expected = [
        (Some("a"), Some(60.0), Some(0.5)),
        (Some("b"), Some(30.0), Some(0.25)),
        (Some("c"), Some(30.0), Some(0.25)),
    ];
    assert_eq!((groups, share.more_groups), (expected.to_vec(), 0));
}

#[tokio::test]
async fn members_and_withheld_members_are_bounded() {
    let world = World::start().await;
    let row = |asset: i32| {
        format!("asset,held-{asset:02},71,{DAY},{asset}\nasset,lost-{asset:02},71,{DAY},-1\n")
    };
    world.load(&(1..=25).map(row).collect::<String>()).await;
    let mut client = world.serve().await;
    let query = on("71", SeriesGroupBy::None, DAY, DAY);
    let sum = explain(&mut client, explaining(query, None)).await;
    assert_eq!(sum.value, Some(f64::from((1..=25).sum::<i32>())));
    assert_eq!((sum.members.len(), sum.more_members), (20, 5));
    assert_eq!(sum.members[0].subject_slug, "held-25", "the largest first");
    assert_eq!((sum.withheld.len(), sum.withheld_count), (20, 25));
    assert_eq!((sum.begun_count, sum.value_count), (50, 25));
}

#[tokio::test]
async fn a_request_that_names_no_number_is_refused() {
    let world = four().await;
    let mut client = world.serve().await;
    let query =
        GetAggregateRequest { group_limit: Some(1), ..on("71", SeriesGroupBy::Asset, DAY, DAY) };
    let key = Some(asset("big", "71"));
    let both = GetExplanationRequest { key: key.clone(), ..explaining(query.clone(), None) };
    let grouped = GetExplanationRequest { key, group: Some(other()), ..Default::default() };
    let twice =
        GetExplanationRequest { as_of: Some(DAY.to_owned()), ..explaining(query.clone(), None) };
    let date = |date: &str| GetExplanationRequest {
        date: Some(date.to_owned()),
        ..explaining(query.clone(), None)
    };
    let wide = GetAggregateRequest { group_limit: Some(101), ..query.clone() };
    let ahead = on("71", SeriesGroupBy::None, "2026-12-01", "2026-12-01");
    let absurd = GetAggregateRequest { mode: Some(SeriesMode::Cumulative.into()), ..query.clone() };
    let unresolved = GetAggregateRequest {
        asset_filter: Some(Filter {
            operator: Operator::Equals.into(),
            field: Some("slug".to_owned()),
            value: Some(QueryValue::text("big")),
            filters: Vec::new(),
        }),
        ..query.clone()
    };
    for (request, reason) in [
        (GetExplanationRequest::default(), "key_or_aggregate"),
        (both, "key_or_aggregate"),
        (grouped, "group_misplaced"),
        (twice, "as_of_misplaced"),
        (date("2026-11-17"), "date_outside"),
        (date("2026-11-19"), "date_outside"),
        (date("soon"), "date_invalid"),
        (explaining(wide, None), "group_limit_bound"),
        (explaining(ahead, None), "range_ahead"),
        (explaining(absurd, None), "stock_not_summed"),
        (explaining(unresolved, None), "asset_filter_unresolved"),
        (explaining(query.clone(), named("mid")), "group_in_other"),
    ] {
        assert_eq!(refused(&mut client, request).await, (ErrorCode::Invalid, reason.to_owned()));
    }
    let missing = [
        explaining(query.clone(), named("unknown")),
        explaining(query.clone(), GroupKey::default()),
        explaining(on("71", SeriesGroupBy::None, DAY, DAY), other()),
    ];
    for request in missing {
        let expected = (ErrorCode::NotFound, "group_not_found".to_owned());
        assert_eq!(refused(&mut client, request).await, expected);
    }
    let rest = explain(&mut client, explaining(query, other())).await;
    assert_eq!((rest.value, rest.member_count, rest.is_other), (Some(30.0), 3, true));
}
