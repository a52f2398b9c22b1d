//! The explained number is that of the aggregate, to the last bit, and follows from its members.

use std::fmt::Write as _;
use std::time::Duration;

use crate::support::{Client, HEAD, World};
use engine::day::{self, Day};
use proto::query::v1::{Filter, Operator, QueryValue};
use proto::timeseries::v1::{
    AggregateExplanation, AggregateMember, AggregateMethod, CountedValue, GetAggregateRequest,
    GetExplanationRequest, GroupKey, SeriesGroup, SeriesGroupBy, SeriesInterval, SeriesMode,
};

const FIRST: Day = 20_600;
const DAYS: Day = 75;
const ASSETS: i32 = 7;

/// Numbers whose sum depends on their order, with gaps, withheld values, and assets that begin late.
fn rows() -> String {
    let mut rows = format!("{HEAD},network_slug\n");
    let value = |asset: i32, day: Day, measure: i32| {
        f64::from(1_000 * (asset + 1) + (day * 7 + asset * 13 + measure * 3) % 97) / 7.0
    };
    for asset in 0..ASSETS {
        for at in FIRST + asset * 4..FIRST + DAYS {
            let day = day::text(at);
            if (at + asset) % 5 == 0 && asset % 2 == 0 || asset == 5 && at > FIRST + 40 {
                continue;
            }
            let sign = if asset == 3 && at % 17 == 0 { "-" } else { "" };
            for (network, part) in [("", 1.0), ("one", 0.25), ("two", 0.75)] {
                let worth = value(asset, at, 71) * part;
                writeln!(rows, "asset,a{asset},71,{day},{sign}{worth},{network}").unwrap();
            }
            for measure in [14, 18, 19] {
                let amount = value(asset, at, measure).round();
                writeln!(rows, "asset,a{asset},{measure},{day},{sign}{amount},").unwrap();
            }
            let unit = 1.0 + f64::from(at - FIRST + asset) / 1_000.0;
            writeln!(rows, "asset,a{asset},3,{day},{unit},").unwrap();
            writeln!(rows, "asset,a{asset},8,{day},{},", value(asset, at, 8)).unwrap();
        }
    }
    rows
}

async fn world() -> World {
    let world = World::start().await;
    let report = world.import(&[("long.csv", &rows())]).await.unwrap();
    assert!(!report.is_refused(), "{report}");
    let mut conn = world.test_db.db.conn().await.unwrap();
    sqlx::query(
        "UPDATE subjects SET issuer_slug = CASE slug WHEN 'a6' THEN NULL ELSE 'issuer-' || (substr(slug, 2)::int % 3) END",
    )
    .execute(&mut *conn)
    .await
    .unwrap();
    drop(conn);
    world.clock.advance(Duration::from_hours(48));
    let day = day::text(FIRST + DAYS - 1);
    world
        .load_as(
            "later.csv",
            &format!("asset,a1,18,{day},77\nasset,a2,3,{day},1.5\nasset,a4,8,{day},9"),
        )
        .await;
    world
}

/// Queries over all days with values and a few around them, of every kind of measure, grouping and interval.
fn queries() -> Vec<GetAggregateRequest> {
    use SeriesGroupBy as By;
    use SeriesInterval as In;
    use SeriesMode as As;
    let ask = |measure: &str, by: By, interval: In, mode: As| GetAggregateRequest {
        measure: measure.to_owned(),
        group_by: Some(by.into()),
        interval: Some(interval.into()),
        mode: Some(mode.into()),
        from: Some(day::text(FIRST - 3)),
        to: Some(day::text(FIRST + DAYS + 4)),
        group_limit: Some(2),
        ..GetAggregateRequest::default()
    };
    let then = Some("2026-11-21".to_owned());
    let without = Filter {
        operator: Operator::NotEquals.into(),
        field: Some("slug".to_owned()),
        value: Some(QueryValue::text("a4")),
        filters: Vec::new(),
    };
    let worth = || Some("71".to_owned());
    vec![
        ask("71", By::None, In::Day, As::Level),
        ask("71", By::Network, In::Week, As::Level),
        ask("71", By::Issuer, In::Day, As::Flow),
        ask("71", By::Asset, In::Month, As::Flow),
        GetAggregateRequest {
            is_cohort: Some(true),
            from: Some(day::text(FIRST + 8)),
            to: Some(day::text(FIRST + 70)),
            ..ask("71", By::Issuer, In::Day, As::Level)
        },
        GetAggregateRequest { filter: Some(without), ..ask("71", By::Asset, In::Day, As::Level) },
        ask("18", By::Issuer, In::Day, As::Level),
        ask("18", By::Issuer, In::Week, As::Flow),
        ask("18", By::Issuer, In::Week, As::Cumulative),
        GetAggregateRequest {
            as_of: then.clone(),
            ..ask("18", By::Asset, In::Week, As::Cumulative)
        },
        ask("14", By::Asset, In::Day, As::Level),
        ask("3", By::Issuer, In::Day, As::Level),
        GetAggregateRequest { weight: worth(), ..ask("3", By::Issuer, In::Week, As::Level) },
        ask("yield_7d", By::Issuer, In::Day, As::Level),
        ask("yield_7d", By::Network, In::Day, As::Flow),
        GetAggregateRequest { as_of: then, ..ask("yield_7d", By::Asset, In::Week, As::Level) },
        GetAggregateRequest {
            weight: Some("8".to_owned()),
            ..ask("yield_7d", By::Issuer, In::Month, As::Level)
        },
        ask("net_flow_dollar", By::Issuer, In::Week, As::Cumulative),
        ask("net_flow_7d_dollar", By::Asset, In::Day, As::Flow),
        ask("market_share", By::Issuer, In::Day, As::Level),
        ask("market_share_change_30d", By::Asset, In::Week, As::Level),
        ask("concentration", By::Asset, In::Day, As::Level),
        ask("concentration", By::Issuer, In::Month, As::Level),
        ask("top_1_share", By::Asset, In::Week, As::Level),
        ask("top_5_share", By::Issuer, In::Day, As::Level),
        GetAggregateRequest {
            weight: Some("8".to_owned()),
            ..ask("market_share", By::Asset, In::Day, As::Level)
        },
    ]
}

fn is_close(found: f64, expected: f64) -> bool {
    (found - expected).abs() <= 1e-9 * expected.abs().max(1.0)
}

fn weighted<'a>(parts: impl Iterator<Item = Option<&'a CountedValue>>) -> Option<f64> {
    let parts: Vec<&CountedValue> = parts.flatten().collect();
    // A single value needs no weight.
    if let [part] = parts[..] {
        return Some(part.value);
    }
    let (sum, weights) = parts.into_iter().fold((0.0, 0.0), |(sum, weights), part| {
        let weight = part.weight.unwrap_or(1.0);
        (sum + part.value * weight, weights + weight)
    });
    (weights > 0.0).then(|| sum / weights)
}

/// The number that follows from the listed members, if all are listed.
fn made(of: &AggregateExplanation) -> Option<f64> {
    let now = || of.members.iter().map(|member| member.counted.as_ref());
    let before = || of.members.iter().map(|member| member.before.as_ref());
    let is_change = before().any(|part| part.is_some());
    let value = |part: Option<&CountedValue>| part.map_or(0.0, |part| part.value);
    match of.method() {
        AggregateMethod::Sum => {
            Some(now().map(value).sum::<f64>() - before().map(value).sum::<f64>())
        }
        AggregateMethod::WeightedAverage | AggregateMethod::Average => {
            let then = if is_change { weighted(before())? } else { 0.0 };
            Some(weighted(now())? - then)
        }
        AggregateMethod::Alone => Some(now().map(value).sum()),
        AggregateMethod::Share => {
            let share = of.share.as_ref()?;
            Some(share.part? / share.whole?)
        }
        AggregateMethod::ShareChange => {
            let share = of.share.as_ref()?;
            let earlier = share.earlier_part? / share.earlier_whole?;
            Some(100.0 * (share.part? / share.whole? - earlier))
        }
        AggregateMethod::Concentration => {
            let share = of.share.as_ref()?;
            let shares = share.groups.iter().filter_map(|group| group.share);
            Some(shares.map(|share| (100.0 * share) * (100.0 * share)).sum())
        }
        AggregateMethod::TopShare => {
            let share = of.share.as_ref()?;
            // The largest come first.
            let shares: Vec<f64> = share.groups.iter().filter_map(|group| group.share).collect();
            let count = of.measure_slug.split('_').nth(1)?.parse().ok()?;
            let most = shares.iter().take(count).sum();
            // Whether a group is one of the largest, the other groups decide.
            if of.is_total { Some(most) } else { of.value.filter(|value| *value <= most + 1e-9) }
        }
        AggregateMethod::Unspecified => None,
    }
}

fn check(
    query: &GetAggregateRequest,
    group: &SeriesGroup,
    place: usize,
    of: &AggregateExplanation,
) {
    let value = of.value.unwrap_or(f64::NAN);
    let what = format!("{query:?} {:?} on {}: {of:?}", group.key, of.from);
    let same = |found: f64, expected: f64| {
        found.to_bits() == expected.to_bits() || found.is_nan() && expected.is_nan()
    };
    assert!(same(value, group.values[place]), "{value} {what}");
    assert!(same(of.coverage.unwrap_or(f64::NAN), group.coverage[place]), "{what}");
    assert_eq!((of.member_count, of.has_sample), (group.member_count, group.has_sample), "{what}");
    assert_eq!((&of.group_key, of.is_other), (&group.key, group.is_other));
    if place + 1 == group.values.len() {
        let newest = (&of.last_date, of.carry_days);
        assert_eq!(newest, (&group.last_date, group.carry_days), "{what}");
    }
    let is_so_far = query.mode == Some(SeriesMode::Cumulative.into());
    if !is_so_far && of.begun_count > 0 {
        let coverage = f64::from(of.value_count) / f64::from(of.begun_count);
        assert_eq!(of.coverage, Some(coverage), "{what}");
    }
    assert_eq!(of.more_members, 0);
    if !value.is_nan() {
        assert!(is_close(made(of).unwrap(), value), "{:?} {what}", made(of));
        let is_known = |member: &AggregateMember| member.known_at.is_some();
        assert!(of.members.iter().all(is_known) && !of.loads.is_empty(), "{what}");
    }
}

async fn explained(client: &mut Client, request: GetExplanationRequest) -> AggregateExplanation {
    client.get_aggregate_explanation(request).await.unwrap().into_inner()
}

#[tokio::test]
async fn explanations_agree_with_the_answer_and_with_the_members() {
    let world = world().await;
    let mut client = world.serve().await;
    for query in queries() {
        let answer = client.get_aggregate(query.clone()).await.unwrap().into_inner();
        let total = answer.total.as_ref().unwrap();
        let is_any = total.values.iter().any(|value| !value.is_nan());
        let is_alone = ["14", "3"].contains(&query.measure.as_str()) && query.weight.is_none();
        assert!(is_any || is_alone, "{query:?}");
        let groups = answer.groups.iter().map(|group| {
            let key = GroupKey { key: group.key.clone(), is_other: Some(group.is_other) };
            (group, Some(key))
        });
        for (group, key) in groups.chain([(total, None)]) {
            let aggregate = Some(query.clone());
            let request = GetExplanationRequest { aggregate, group: key, ..Default::default() };
            let newest = group.values.iter().rposition(|value| !value.is_nan());
            let explanation = explained(&mut client, request.clone()).await;
            check(&query, group, newest.unwrap_or(group.values.len() - 1), &explanation);
            let last = answer.dates.len() - 1;
            for place in (0..last).step_by(last.div_ceil(3)).chain([last]) {
                let date = Some(answer.dates[place].clone());
                let request = GetExplanationRequest { date: date.clone(), ..request.clone() };
                let explanation = explained(&mut client, request).await;
                assert_eq!(Some(&explanation.from), date.as_ref());
                check(&query, group, place, &explanation);
            }
        }
    }
}
