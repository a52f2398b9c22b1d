//! Derived values of days on which no input has a value: they are carried and say so.

use std::collections::BTreeMap;

use crate::support::{self, Client, World, asset, is_close, shown};
use engine::day::Day;
use engine::{CarriedColumn, Column, Formula, ValueSelection, derive};
use proptest::collection::btree_map;
use proptest::option;
use proptest::prelude::*;
use proto::timeseries::v1::{
    GetAggregateRequest, GetExplanationRequest, GetLatestRequest, GetSeriesRequest, SeriesGroupBy,
    SeriesInterval, SeriesMode, ValueQualifier,
};

/// Net asset values of working days: a Friday, the next Friday, and the Monday after it.
const WORKING_DAYS: &str = "asset,fund,3,2026-01-16,100\nasset,fund,3,2026-01-23,101\n\
    asset,fund,3,2026-01-26,101.5\nasset,fund,71,2026-01-23,500\nasset,fund,71,2026-01-26,500\n\
    asset,fund,39,2026-01-23,102\nasset,fund,39,2026-01-24,103\nasset,fund,39,2026-01-26,103\n";

fn request(measure: &str, from: &str, to: &str) -> GetSeriesRequest {
    GetSeriesRequest {
        keys: vec![asset("fund", measure)],
        from: Some(from.to_owned()),
        to: Some(to.to_owned()),
        ..GetSeriesRequest::default()
    }
}

/// The days whose values are carried, each with the day that they are of.
fn carried(qualifiers: &[ValueQualifier]) -> Vec<(&str, &str, &str)> {
    let carried = qualifiers.iter().filter(|qualifier| qualifier.is_carried);
    carried
        .map(|qualifier| {
            let of = qualifier.value_date.as_deref().unwrap_or_default();
            (qualifier.from.as_str(), qualifier.to.as_str(), of)
        })
        .collect()
}

async fn days(
    client: &mut Client,
    request: GetSeriesRequest,
) -> (Vec<Option<f64>>, Vec<ValueQualifier>) {
    let line = client.get_series(request).await.unwrap().into_inner().lines.remove(0);
    (shown(&line.values), line.qualifiers)
}

#[tokio::test]
async fn a_yield_of_a_weekend_is_that_of_friday_and_says_so() {
    let world = World::start().await;
    world.load(WORKING_DAYS).await;
    let mut client = world.serve().await;
    let friday = Some(0.01 * 365.0 / 7.0);
    for from in ["2026-01-23", "2026-01-24", "2026-01-25"] {
        let (values, qualifiers) = days(&mut client, request("yield_7d", from, "2026-01-26")).await;
        let weekend = values.len() - 1;
        assert!(values[..weekend].iter().all(|value| is_close(*value, friday)), "{values:?}");
        let first = from.max("2026-01-24");
        assert_eq!(carried(&qualifiers), [(first, "2026-01-25", "2026-01-23")], "{from}");
    }
    let aggregate = GetAggregateRequest {
        measure: "yield_7d".to_owned(),
        from: Some("2026-01-23".to_owned()),
        to: Some("2026-01-26".to_owned()),
        ..GetAggregateRequest::default()
    };
    let total = client.get_aggregate(aggregate).await.unwrap().into_inner().total.unwrap();
    assert!(is_close(shown(&total.values)[2], friday), "{total:?}");
    assert_eq!(carried(&total.qualifiers), [("2026-01-24", "2026-01-25", "2026-01-23")]);
    // On Monday there is none: a week before, no valuation is near enough.
    assert_eq!(shown(&total.coverage), [1.0, 1.0, 1.0, 0.0].map(Some));

    let request = GetExplanationRequest {
        key: Some(asset("fund", "yield_7d")),
        date: Some("2026-01-25".to_owned()),
        ..GetExplanationRequest::default()
    };
    let explanation = client.get_explanation(request).await.unwrap().into_inner();
    assert_eq!(explanation.value_date.as_deref(), Some("2026-01-23"));
    assert!(is_close(explanation.value, friday), "{explanation:?}");
}

#[tokio::test]
async fn a_change_of_a_day_without_a_new_value_is_carried_as_its_level_is() {
    let world = World::start().await;
    world.load(WORKING_DAYS).await;
    let mut client = world.serve().await;
    let weekend = ("2026-01-24", "2026-01-25", "2026-01-23");
    let week = ("2026-01-19", "2026-01-22", "2026-01-16");
    let nav = [0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.5];
    let value = [500.0, 0.0, 0.0, 0.0];
    for (measure, from, expected, days_carried) in [
        ("3", "2026-01-19", &nav[..], &[week, weekend][..]),
        ("71", "2026-01-23", &value[..], &[weekend][..]),
    ] {
        let mode = Some(SeriesMode::Flow.into());
        let series = GetSeriesRequest { mode, ..request(measure, from, "2026-01-26") };
        let (values, qualifiers) = days(&mut client, series).await;
        let expected: Vec<Option<f64>> = expected.iter().copied().map(Some).collect();
        assert_eq!((values, carried(&qualifiers)), (expected.clone(), days_carried.to_vec()));
        let aggregate = GetAggregateRequest {
            measure: measure.to_owned(),
            mode,
            from: Some(from.to_owned()),
            to: Some("2026-01-26".to_owned()),
            ..GetAggregateRequest::default()
        };
        let total = client.get_aggregate(aggregate).await.unwrap().into_inner().total.unwrap();
        assert_eq!(shown(&total.values), expected, "{measure}");
        assert_eq!(total.qualifiers, qualifiers, "{measure}");
    }
    // The week of the 19th ends with the value of its Friday.
    let weeks = GetSeriesRequest {
        mode: Some(SeriesMode::Flow.into()),
        interval: Some(SeriesInterval::Week.into()),
        ..request("3", "2026-01-19", "2026-01-25")
    };
    let (values, qualifiers) = days(&mut client, weeks).await;
    assert_eq!(values, [Some(1.0)]);
    assert_eq!(qualifiers[0].value_date.as_deref(), Some("2026-01-23"));
    assert!(!qualifiers[0].is_carried);
}

#[tokio::test]
async fn a_day_with_a_value_of_one_input_is_measured() {
    let world = World::start().await;
    world.load(WORKING_DAYS).await;
    let mut client = world.serve().await;
    let (values, qualifiers) =
        days(&mut client, request("premium_to_nav", "2026-01-23", "2026-01-26")).await;
    // On Saturday there is a price, and the net asset value of Friday; on Sunday there is neither.
    let expected = [102.0, 103.0, 103.0].map(|price| Some(price / 101.0 - 1.0));
    let is_expected = |(found, expected): (&Option<f64>, Option<f64>)| is_close(*found, expected);
    assert!(values.iter().zip(expected).all(is_expected), "{values:?}");
    assert_eq!(carried(&qualifiers), [("2026-01-25", "2026-01-25", "2026-01-24")]);
}

#[tokio::test]
async fn a_fund_that_is_valued_monthly_has_one_measured_return_a_month() {
    let world = World::start().await;
    let manifest = r#"{"files":{"monthly.csv":{"source":"s","licence":"CC0-1.0","retrieved_on":"2026-11-20","frequency":"monthly"}}}"#;
    let rows = "asset,fund,3,2025-12-31,100\nasset,fund,3,2026-01-31,101\n\
                asset,fund,3,2026-02-28,102\nasset,fund,3,2026-03-31,103\n";
    let file = format!("{}\n{rows}", support::HEAD);
    world.import(&[("manifest.json", manifest), ("monthly.csv", &file)]).await.unwrap();
    let mut client = world.serve().await;
    let (values, qualifiers) =
        days(&mut client, request("return_1m", "2026-01-01", "2026-04-30")).await;
    // Of the first valuation there is no return; that of the last one is carried as long as its value.
    assert_eq!(values.iter().position(Option::is_some), Some(30));
    assert!(values[30..].iter().all(Option::is_some), "{values:?}");
    let expected = [
        ("2026-02-01", "2026-02-27", "2026-01-31"),
        ("2026-03-01", "2026-03-30", "2026-02-28"),
        ("2026-04-01", "2026-04-30", "2026-03-31"),
    ];
    assert_eq!(carried(&qualifiers), expected);
}

#[tokio::test]
async fn a_return_of_the_last_year_is_not_carried_into_the_next() {
    let world = World::start().await;
    let rows =
        "asset,fund,3,2024-12-31,100\nasset,fund,3,2025-12-31,110\nasset,fund,3,2026-01-02,112\n";
    world.load(rows).await;
    let mut client = world.serve().await;
    let (values, _) = days(&mut client, request("return_ytd", "2025-12-31", "2026-01-03")).await;
    assert!(is_close(values[0], Some(0.1)), "{values:?}");
    assert_eq!(values[1], None, "of the new year there is no valuation yet");
    assert!(is_close(values[2], Some(2.0 / 110.0)), "{values:?}");
}

#[tokio::test]
async fn a_return_of_the_year_begins_a_week_before_it_at_most() {
    let world = World::start().await;
    let manifest = r#"{"files":{"monthly.csv":{"source":"s","licence":"CC0-1.0","retrieved_on":"2026-11-20","frequency":"monthly"}}}"#;
    let rows = "asset,late,3,2025-12-10,100\nasset,late,3,2026-01-31,104\n\
                asset,near,3,2025-12-26,100\nasset,near,3,2026-01-31,104\n";
    let file = format!("{}\n{rows}", support::HEAD);
    world.import(&[("manifest.json", manifest), ("monthly.csv", &file)]).await.unwrap();
    let mut client = world.serve().await;
    for (slug, expected) in [("late", None), ("near", Some(0.04))] {
        let keys = vec![asset(slug, "return_ytd")];
        let request =
            GetSeriesRequest { keys, ..request("return_ytd", "2026-01-31", "2026-01-31") };
        let (values, _) = days(&mut client, request).await;
        assert!(is_close(values[0], expected), "{slug}: {values:?}");
    }
}

#[tokio::test]
async fn a_value_is_carried_no_longer_than_both_inputs_allow() {
    let world = World::start().await;
    // The price of the 15th stands for a week, the net asset value of the 11th until the 18th.
    let rows = "asset,fund,3,2026-11-11,100\nasset,fund,39,2026-11-11,101\nasset,fund,39,2026-11-13,102\n\
                asset,fund,39,2026-11-15,103\n";
    world.load(rows).await;
    let mut client = world.serve().await;
    let (values, qualifiers) =
        days(&mut client, request("premium_to_nav", "2026-11-11", "2026-11-20")).await;
    let known: Vec<bool> = values.iter().map(Option::is_some).collect();
    assert_eq!(known, (0..10).map(|place| place < 8).collect::<Vec<bool>>(), "{values:?}");
    let expected = [
        ("2026-11-12", "2026-11-12", "2026-11-11"),
        ("2026-11-14", "2026-11-14", "2026-11-13"),
        ("2026-11-16", "2026-11-18", "2026-11-15"),
    ];
    assert_eq!(carried(&qualifiers), expected);
    let keys = vec![asset("fund", "premium_to_nav")];
    let request = GetLatestRequest { keys, ..GetLatestRequest::default() };
    let latest = support::latest(&mut client, request).await.results.remove(0);
    assert!(is_close(latest.value, Some(0.03)), "{latest:?}");
    assert_eq!((latest.date.as_deref(), latest.is_stale), (Some("2026-11-15"), true));
    assert_eq!((latest.value_date.as_deref(), latest.is_carried), (Some("2026-11-15"), true));
}

#[tokio::test]
async fn a_newest_value_tells_its_day_and_whether_it_is_carried_or_partial() {
    let world = World::start().await;
    // A net asset value of days ago, a value of yesterday, a volume of days ago and one of the running week, and a withheld day.
    let rows = "asset,fund,3,2026-11-17,100\nasset,fund,71,2026-11-19,500\nasset,fund,20,2026-11-17,7\n\
                asset,fund,1001,2026-11-16,9\nasset,bad,15,2026-11-19,-1\n";
    world.load(rows).await;
    let mut client = world.serve().await;
    let mut keys = ["3", "71", "20", "1001"].map(|measure| asset("fund", measure)).to_vec();
    keys.push(asset("bad", "15"));
    let request = GetLatestRequest { keys, ..GetLatestRequest::default() };
    let latest = support::latest(&mut client, request).await.results;
    let found: Vec<_> = latest
        .iter()
        .map(|value| (value.value_date.as_deref(), value.is_carried, value.is_partial))
        .collect();
    let expected = [
        (Some("2026-11-17"), true, false),
        (Some("2026-11-19"), false, false),
        (Some("2026-11-17"), false, false),
        (Some("2026-11-16"), false, true),
        (None, false, false),
    ];
    assert_eq!(found, expected);
    let withheld = latest.last().unwrap();
    assert_eq!((withheld.value, withheld.date.as_deref()), (None, Some("2026-11-19")));
}

#[tokio::test]
async fn a_premium_over_nothing_is_unknown_and_ends_the_one_before() {
    let world = World::start().await;
    // All units are redeemed on the 17th. Of another fund, the 18th has an asset value of zero and no market value.
    let rows = "asset,fund,62,2026-11-16,98\nasset,fund,63,2026-11-16,100\nasset,fund,62,2026-11-17,0\n\
                asset,fund,63,2026-11-17,0\nasset,half,62,2026-11-17,98\nasset,half,63,2026-11-17,100\n\
                asset,half,63,2026-11-18,0\nasset,half,62,2026-11-19,5\n";
    world.load(rows).await;
    let mut client = world.serve().await;
    for (slug, first, date) in
        [("fund", "2026-11-16", "2026-11-17"), ("half", "2026-11-17", "2026-11-18")]
    {
        let keys = vec![asset(slug, "premium_to_nav")];
        let series = GetSeriesRequest { keys, ..request("premium_to_nav", first, "2026-11-20") };
        let (values, qualifiers) = days(&mut client, series).await;
        assert!(is_close(values[0], Some(98.0 / 100.0 - 1.0)), "{slug}: {values:?}");
        assert!(values[1..].iter().all(Option::is_none), "{slug}: {values:?}");
        assert!(carried(&qualifiers).is_empty(), "{slug}: {qualifiers:?}");
        let keys = vec![asset(slug, "premium_to_nav")];
        let request = GetLatestRequest { keys, ..GetLatestRequest::default() };
        let latest = support::latest(&mut client, request).await.results.remove(0);
        assert_eq!((latest.value, latest.value_date.as_deref()), (None, None), "{slug}");
        assert_eq!(latest.date.as_deref(), Some(date), "{slug}");
    }
    let aggregate = GetAggregateRequest {
        measure: "premium_to_nav".to_owned(),
        from: Some("2026-11-16".to_owned()),
        to: Some("2026-11-20".to_owned()),
        ..GetAggregateRequest::default()
    };
    let total = client.get_aggregate(aggregate).await.unwrap().into_inner().total.unwrap();
    let known: Vec<bool> = shown(&total.values).iter().map(Option::is_some).collect();
    assert_eq!(known, [true, true, false, false, false], "{total:?}");
}

#[tokio::test]
async fn a_running_interval_without_a_value_is_not_partial() {
    let world = World::start().await;
    let rows = "asset,old,20,2026-10-05,7\nasset,new,20,2026-10-06,5\nasset,new,20,2026-11-06,9\n";
    world.load(rows).await;
    let mut client = world.serve().await;
    let month = Some(SeriesInterval::Month.into());
    let partial = |qualifiers: &[ValueQualifier]| -> Vec<String> {
        let partial = qualifiers.iter().filter(|qualifier| qualifier.is_partial);
        partial.map(|qualifier| qualifier.from.clone()).collect()
    };
    let aggregate = GetAggregateRequest {
        measure: "20".to_owned(),
        group_by: Some(SeriesGroupBy::Asset.into()),
        from: Some("2026-10-01".to_owned()),
        to: Some("2026-11-20".to_owned()),
        ..GetAggregateRequest::default()
    };
    let by_month = GetAggregateRequest { interval: month, ..aggregate.clone() };
    let by_month = client.get_aggregate(by_month).await.unwrap().into_inner();
    for (slug, november, expected) in
        [("old", None, &[][..]), ("new", Some(9.0), &["2026-11-01"][..])]
    {
        let keys = vec![asset(slug, "20")];
        let series = request("20", "2026-10-01", "2026-11-20");
        let series = GetSeriesRequest { keys, interval: month, ..series };
        let (values, qualifiers) = days(&mut client, series).await;
        assert_eq!((values[1], partial(&qualifiers)), (november, texts(expected)), "{slug}");
        let group =
            by_month.groups.iter().find(|group| group.key.as_deref() == Some(slug)).unwrap();
        assert_eq!(shown(&group.values)[1], november, "{slug}");
        assert_eq!(partial(&group.qualifiers), texts(expected), "{slug}");
    }
    assert_eq!(partial(&by_month.total.unwrap().qualifiers), ["2026-11-01"]);
    // Days are read from a rollup. Of today there is nothing yet.
    let by_day = client.get_aggregate(aggregate).await.unwrap().into_inner();
    let all = by_day.groups.iter().chain(&by_day.total);
    assert!(all.flat_map(|group| &group.qualifiers).all(|qualifier| !qualifier.is_partial));
}

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

const FIRST: Day = 20_000;

type KnownValues = BTreeMap<Day, Option<f64>>;

fn known() -> impl Strategy<Value = KnownValues> {
    let value = option::weighted(0.9, (1..1_000_i32).prop_map(f64::from));
    btree_map(FIRST..FIRST + 120, value, 1..60)
}

fn selections() -> impl Strategy<Value = ValueSelection> {
    prop_oneof![
        Just(ValueSelection::Newest),
        (1..40).prop_map(ValueSelection::Before),
        (1..40).prop_map(ValueSelection::Near),
        (1..4).prop_map(ValueSelection::Months),
        Just(ValueSelection::First),
    ]
}

proptest! {
    /// Compared with a reader who looks for the last day on which one of the inputs has an entry.
    #[test]
    fn a_derived_value_is_of_the_last_day_with_an_entry_of_an_input(
        known in known(),
        other in known(),
        carry in 0..40_i32,
        second in selections(),
        formula in prop_oneof![Just(Formula::Identity), Just(Formula::Ratio), Just(Formula::Return)],
        begin in FIRST - 10..FIRST + 130,
        length in 0..60_i32,
    ) {
        let columns = [&known, &other].map(|known| {
            Column::from_points(known.iter().map(|(day, value)| (*day, *value)))
        });
        let held = columns.each_ref().map(|column| CarriedColumn { column, carry });
        let of = |range| {
            derive(formula, [ValueSelection::Newest, second], held, None, false, range)
        };
        let (part, whole) = (of((begin, begin + length)), of((FIRST, FIRST + 200)));
        let has_entry = |day: &Day| known.contains_key(day) || other.contains_key(day);
        for day in begin..=begin + length {
            let found = part.column.level(day, part.carry);
            prop_assert_eq!(found, whole.column.level(day, whole.carry), "{}", day);
            if let Some((of, _)) = found {
                prop_assert_eq!(Some(of), (FIRST..=day).rev().find(has_entry), "{}", day);
            }
        }
    }
}
