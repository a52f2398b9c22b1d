//! Answers under random scopes compared with those of a reader who asks the evaluator of policies about every value.

use std::collections::{BTreeMap, BTreeSet};

use super::{announce, within};
use crate::properties::{KnownValues, level, sum};
use crate::support::{Client, World, asset, shown};
use engine::day::{self, Day};
use engine::{end_of, start_of};
use kit::error::Problem;
use policy::{Attributes, Observation};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::subsequence;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use proto::access::v1::{
    Condition, ConditionOperator, Dimension, Endpoint, Exclusion, Granularity, Permission, Scope,
    TimeBounds,
};
use proto::timeseries::v1::{GetAggregateRequest, GetSeriesRequest, SeriesGroupBy, SeriesInterval};

/// How many days have values.
pub const DAYS: Day = 90;
const CARRY: Day = 7;
pub const STOCK: i64 = 71;
pub const FLOW: i64 = 20;

/// An asset: its class, issuer and platform, and the networks that it is on.
pub type Attributed = (i64, Option<i64>, Option<i64>, &'static [i64]);

pub const ASSETS: [Attributed; 8] = [
    (27, Some(1), Some(5), &[11]),
    (27, Some(1), None, &[11, 12]),
    (27, Some(2), Some(6), &[12]),
    (28, Some(2), Some(5), &[]),
    (28, None, Some(6), &[11]),
    (28, Some(1), Some(6), &[11, 12]),
    (33, Some(2), None, &[12]),
    (33, None, None, &[]),
];

pub const ANNOUNCED: &str = r#"
    UPDATE subjects SET catalog_id = 11, scope_attributes = '{"network_slugs": ["n11"]}' WHERE slug = 'n11';
    UPDATE subjects SET catalog_id = 12, scope_attributes = '{"network_slugs": ["n12"]}' WHERE slug = 'n12';
    UPDATE subjects AS s SET catalog_id = a.id, asset_class_slug = 'class-' || a.class,
        issuer_slug = 'issuer-' || a.issuer, scope_attributes = jsonb_build_object('asset_class_id', a.class,
            'issuer_id', a.issuer, 'platform_id', a.platform, 'asset_id', a.id, 'network_slugs', a.networks)
    FROM (VALUES (1, 27, 1, 5, '["n11"]'::jsonb), (2, 27, 1, NULL, '["n11", "n12"]'), (3, 27, 2, 6, '["n12"]'),
        (4, 28, 2, 5, '[]'), (5, 28, NULL, 6, '["n11"]'), (6, 28, 1, 6, '["n11", "n12"]'),
        (7, 33, 2, NULL, '["n12"]'), (8, 33, NULL, NULL, '[]')) AS a (id, class, issuer, platform, networks)
    WHERE s.slug = 'a' || a.id"#;

fn conditions() -> impl Strategy<Value = Vec<Condition>> {
    let condition = |(dimension, ids): (Dimension, Vec<i64>), is_in: bool| Condition {
        dimension: dimension.into(),
        operator: if is_in { ConditionOperator::In } else { ConditionOperator::NotIn }.into(),
        ids,
    };
    let ids = |dimension, ids: Vec<i64>| {
        let most = ids.len();
        subsequence(ids, 1..=most).prop_map(move |ids| (dimension, ids))
    };
    let one = prop_oneof![
        3 => ids(Dimension::AssetClass, vec![27, 28, 33]),
        2 => ids(Dimension::Issuer, vec![1, 2]),
        1 => ids(Dimension::Platform, vec![5, 6]),
        2 => ids(Dimension::Network, vec![11, 12]),
        1 => ids(Dimension::Asset, (1..9).collect()),
        2 => ids(Dimension::Measure, vec![STOCK, FLOW]),
    ];
    vec((one, prop::bool::weighted(0.7)), 0..3).prop_map(move |all| {
        all.into_iter().map(|(one, is_in)| condition(one, is_in)).collect::<Vec<_>>()
    })
}

fn times(today: Day) -> impl Strategy<Value = TimeBounds> {
    let days = move || option::weighted(0.3, (today - DAYS..today).prop_map(day::text));
    let back = option::weighted(0.4, 1..DAYS);
    let lag = option::weighted(0.3, 1..5_000_i32);
    let finest = option::weighted(0.2, 1..4_i32);
    (days(), days(), back, lag, finest).prop_map(|(from, to, max_days_back, lag, finest)| {
        // Valid bounds have a day.
        let to = to.filter(|to| from.as_ref().is_none_or(|from| from <= to));
        TimeBounds { from, to, max_days_back, min_lag_minutes: lag, granularity_min: finest }
    })
}

pub fn scopes(today: Day) -> impl Strategy<Value = Scope> {
    let permission = (conditions(), times(today)).prop_map(|(conditions, time)| Permission {
        r#where: conditions,
        time: Some(time),
        ..Permission::default()
    });
    let exclusion = conditions()
        .prop_filter("it would exclude everything", |conditions| !conditions.is_empty())
        .prop_map(|conditions| Exclusion { r#where: conditions, ..Exclusion::default() });
    (vec(permission, 1..3), vec(exclusion, 0..2)).prop_map(|(permissions, exclusions)| Scope {
        endpoint: Endpoint::AssetTimeseries.into(),
        permissions,
        exclusions,
        hides_others: false,
        further: Vec::new(),
    })
}

#[derive(Clone, Debug)]
pub struct Query {
    pub measure: i64,
    pub interval: SeriesInterval,
    pub range: (Day, Day),
    pub by: Option<SeriesGroupBy>,
}

fn queries(today: Day) -> impl Strategy<Value = Query> {
    let interval = prop_oneof![
        3 => Just(SeriesInterval::Day),
        1 => Just(SeriesInterval::Week),
        1 => Just(SeriesInterval::Month),
    ];
    let by = prop_oneof![
        Just(None),
        Just(Some(SeriesGroupBy::AssetClass)),
        Just(Some(SeriesGroupBy::Issuer)),
        Just(Some(SeriesGroupBy::Asset)),
    ];
    let measure = prop_oneof![Just(STOCK), Just(FLOW)];
    (measure, interval, today - DAYS - 10..today, 0..60_i32, by).prop_map(
        move |(measure, interval, from, length, by)| Query {
            measure,
            interval,
            range: (from, (from + length).min(today)),
            by,
        },
    )
}

fn granularity(interval: SeriesInterval) -> Granularity {
    match interval {
        SeriesInterval::Week => Granularity::Week,
        SeriesInterval::Month => Granularity::Month,
        _ => Granularity::Day,
    }
}

/// The evaluator of policies, asked about one value after the other.
pub struct Evaluator {
    pub scope: policy::Scope,
    pub now: i64,
    pub query: Query,
}

impl Evaluator {
    /// Whether a value of an asset on some days is visible: with each of its networks.
    fn shows(&self, place: usize, days: (Day, Day)) -> bool {
        let (class, issuer, platform, networks) = ASSETS[place];
        let (class, issuer, platform) = ([class], Vec::from_iter(issuer), Vec::from_iter(platform));
        let id = [place as i64 + 1];
        let attributes = Attributes::default()
            .with(Dimension::AssetClass, &class)
            .with(Dimension::Issuer, &issuer)
            .with(Dimension::Platform, &platform)
            .with(Dimension::Asset, &id);
        let observation = Observation {
            measure: self.query.measure,
            days,
            interval: granularity(self.query.interval),
        };
        let shows = |attributes: &Attributes<'_>| {
            self.scope.observation(attributes, observation, self.now).is_some()
        };
        let mut each = networks.iter().map(|network| {
            shows(&attributes.with(Dimension::Network, std::slice::from_ref(network)))
        });
        if networks.is_empty() { shows(&attributes) } else { each.all(|is_shown| is_shown) }
    }

    /// The visible values of an asset in answers up to a day. Values that are left out before others hide those before them.
    pub fn visible(&self, place: usize, all: &KnownValues, to: Day) -> KnownValues {
        let interval = self.query.interval;
        let days = |day: Day| match self.query.measure {
            FLOW => (start_of(interval, day), end_of(interval, day).min(to.max(day))),
            _ => (day, day),
        };
        let shown: BTreeSet<Day> = all
            .first_key_value()
            .into_iter()
            .flat_map(|(first, _)| *first..=to.max(*first + DAYS))
            .filter(|day| self.shows(place, days(*day)))
            .collect();
        let mut visible: KnownValues = all
            .iter()
            .filter(|(day, _)| shown.contains(day))
            .map(|(day, value)| (*day, *value))
            .collect();
        let Some((last, _)) = visible.last_key_value().map(|(day, value)| (*day, *value)) else {
            return visible;
        };
        let first = *all.keys().next().unwrap();
        let mut run: Vec<Day> = Vec::new();
        for day in first..=last {
            if !shown.contains(&day) {
                run.push(day);
                continue;
            }
            let is_left_out = run.iter().any(|day| all.contains_key(day));
            visible.extend(run.drain(..).filter(|_| is_left_out).map(|day| (day, None)));
        }
        visible
    }
}

/// The value of an interval, of values that are visible.
fn value(measure: i64, known: &KnownValues, (start, end): (Day, Day)) -> Option<f64> {
    if measure == FLOW { sum(known, start, end) } else { level(known, end, CARRY) }
}

fn key(by: Option<SeriesGroupBy>, place: usize) -> Option<String> {
    let (class, issuer, ..) = ASSETS[place];
    match by {
        None => Some("all".to_owned()),
        Some(SeriesGroupBy::AssetClass) => Some(format!("class-{class}")),
        Some(SeriesGroupBy::Issuer) => issuer.map(|issuer| format!("issuer-{issuer}")),
        _ => Some(format!("a{}", place + 1)),
    }
}

/// The values of each asset: whole numbers, which add up the same in any order, with days that have none.
pub fn known(place: usize, measure: i64, today: Day) -> KnownValues {
    let days = (today - DAYS..=today).filter(|day| (day + place as Day + measure as Day) % 5 != 0);
    days.map(|day| (day, Some(f64::from(1_000 + day % 7 * 8 + place as Day)))).collect()
}

/// All values by asset and measure, and as the rows of a file.
fn all_values(today: Day) -> (BTreeMap<(usize, i64), KnownValues>, String) {
    let mut rows = Vec::new();
    for network in ["n11", "n12"] {
        rows.push(format!("network,{network},71,{},1\n", day::text(today)));
    }
    let mut all = BTreeMap::new();
    for place in 0..ASSETS.len() {
        for measure in [STOCK, FLOW] {
            let values = known(place, measure, today);
            for (day, value) in &values {
                let (day, value) = (day::text(*day), value.unwrap());
                rows.push(format!("asset,a{},{measure},{day},{value}\n", place + 1));
            }
            all.insert((place, measure), values);
        }
    }
    (all, rows.concat())
}

/// Compares the series of an asset with the values that the scope shows.
async fn compare_series(
    client: &mut Client,
    scope: &Scope,
    query: &Query,
    (visible, axis): (&[KnownValues], &[(Day, Day)]),
) {
    let place = usize::try_from(query.range.0).unwrap() % ASSETS.len();
    let case = format!("a{} of {query:?} within {scope:?}", place + 1);
    let request = GetSeriesRequest {
        keys: vec![asset(&format!("a{}", place + 1), &query.measure.to_string())],
        interval: Some(query.interval.into()),
        from: Some(day::text(query.range.0)),
        to: Some(day::text(query.range.1)),
        ..GetSeriesRequest::default()
    };
    match within(scope, client.get_series(request)).await {
        Ok(answer) => {
            let answer = answer.into_inner();
            assert_eq!(answer.dates.len(), axis.len(), "{case}");
            let ranges = axis.iter().map(|range| value(query.measure, &visible[place], *range));
            let values: Vec<Option<f64>> = ranges.collect();
            assert_eq!(shown(&answer.lines[0].values), values, "{case}");
        }
        Err(status) => {
            assert_eq!(Problem::from(status).reason, "series_not_found", "{case}");
            assert!(visible[place].values().all(Option::is_none), "{case}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn narrowed_answers_equal_those_of_a_reader_who_asks_about_each_value() {
    let world = World::start().await;
    let today = day::at(world.clock.now());
    let (all, rows) = all_values(today);
    world.load(&rows).await;
    announce(&world, ANNOUNCED).await;
    let mut client = world.serve().await;
    let mut runner = TestRunner::deterministic();
    let cases = kit::testing::cases(500);
    let (mut answered, mut narrowed) = (0, 0);
    for _ in 0..cases {
        let (scope, query) =
            (scopes(today), queries(today)).new_tree(&mut runner).unwrap().current();
        let evaluator = Evaluator {
            scope: policy::Scope::try_from(&scope).unwrap(),
            now: world.clock.now_milliseconds(),
            query: query.clone(),
        };
        let visible = |to: Day| -> Vec<KnownValues> {
            let of = |place| evaluator.visible(place, &all[&(place, query.measure)], to);
            (0..ASSETS.len()).map(of).collect()
        };
        let request = GetAggregateRequest {
            measure: query.measure.to_string(),
            interval: Some(query.interval.into()),
            from: Some(day::text(query.range.0)),
            to: Some(day::text(query.range.1)),
            group_by: query.by.map(i32::from),
            group_limit: Some(20),
            ..GetAggregateRequest::default()
        };
        let case = format!("{query:?} within {scope:?}");
        let answer = match within(&scope, client.get_aggregate(request)).await {
            Ok(answer) => answer.into_inner(),
            Err(status) => {
                assert_eq!(Problem::from(status).reason, "access.scope", "{case}");
                // A refusal hides nothing that an answer would have shown.
                let has = |known: &KnownValues| {
                    known.range(query.range.0..=query.range.1).any(|(_, value)| value.is_some())
                };
                let is_coarse = query.interval != SeriesInterval::Day;
                assert!(is_coarse || !visible(query.range.1).iter().any(has), "{case}");
                continue;
            }
        };
        answered += 1;
        let starts: Vec<Day> = answer.dates.iter().map(|date| day::parse(date).unwrap()).collect();
        let to = day::parse(&answer.to).unwrap();
        let visible = visible(to);
        let ends = starts.iter().map(|start| end_of(query.interval, *start).min(to));
        let axis: Vec<(Day, Day)> = starts.iter().copied().zip(ends).collect();
        let mut expected: BTreeMap<Option<String>, Vec<Option<f64>>> = BTreeMap::new();
        let mut total: Vec<Option<f64>> = vec![None; axis.len()];
        for (place, known) in visible.iter().enumerate() {
            let group =
                expected.entry(key(query.by, place)).or_insert_with(|| vec![None; axis.len()]);
            for (at, range) in axis.iter().enumerate() {
                let Some(value) = value(query.measure, known, *range) else { continue };
                *group[at].get_or_insert_default() += value;
                *total[at].get_or_insert_default() += value;
            }
        }
        narrowed += u32::from(visible.iter().any(|known| known.values().any(Option::is_none)));
        let found = answer.total.unwrap();
        assert_eq!(shown(&found.values), total, "the total of {case}");
        if query.measure == STOCK || query.interval == SeriesInterval::Day {
            let members = visible.iter().filter(|known| !known.is_empty()).count();
            assert_eq!(found.member_count as usize, members, "the members of {case}");
        }
        for group in answer.groups {
            let values = expected.remove(&group.key).unwrap_or_default();
            assert_eq!(shown(&group.values), values, "{:?} of {case}", group.key);
        }
        if query.by.is_some() {
            expected.retain(|_, values| values.iter().any(Option::is_some));
            assert!(expected.is_empty(), "{expected:?} are missing in {case}");
        }
        // Every visible value in the range is in the answer.
        if query.interval == SeriesInterval::Day {
            for (day, _) in visible.iter().flatten().filter(|(_, value)| value.is_some()) {
                let is_selected = (query.range.0..=query.range.1).contains(day);
                assert!(!is_selected || starts.contains(day), "{day} of {case}");
            }
        }
        compare_series(&mut client, &scope, &query, (&visible, &axis)).await;
    }
    assert!(answered > cases / 3 && narrowed > cases / 10, "{answered} {narrowed}");
}
