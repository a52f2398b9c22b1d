//! Flows of sources that list events alone: a day without a row is 0 where the manifest declares it, and unknown elsewhere.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Duration;

use crate::derived::holds;
use crate::support::{HEAD, World, asset, shown};
use engine::day::{self, Day};
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use proto::timeseries::v1::{
    GetAggregateRequest, GetExplanationRequest, GetSeriesRequest, SeriesInterval,
};
use timeseries::import::{LoadSummary, Outcome, Report};

const PERIOD: &str = r#", "event_period": {"from": "2026-10-01", "to": "2026-11-10"}"#;
const DAYS: i64 = 41;
/// A mint and a redemption.
const EVENTS: &str = "asset,a,18,2026-10-05,50\nasset,a,19,2026-10-20,30\n";

fn manifest(file: &str, more: &str) -> String {
    format!(
        r#"{{"files": {{"{file}": {{"source": "test", "licence": "CC0-1.0", "retrieved_on": "2026-11-20"{more}}}}}}}"#
    )
}

async fn report(world: &World, more: &str, text: &str) -> anyhow::Result<Report> {
    let manifest = manifest("events.csv", more);
    world.import(&[("manifest.json", manifest.as_str()), ("events.csv", text)]).await
}

async fn loaded(world: &World, more: &str, rows: &str) -> LoadSummary {
    let report = report(world, more, &format!("{HEAD}\n{rows}")).await.unwrap();
    let Outcome::Loaded(loaded) = &report.files[0].outcome else { panic!("{report}") };
    loaded.clone()
}

#[tokio::test]
async fn a_day_without_an_event_is_zero_in_the_declared_period() {
    let world = World::start().await;
    loaded(&world, "", EVENTS).await;
    let mut client = world.serve().await;
    let month = "net_flow_30d_dollar";
    holds(&mut client, &[("a", month, "2026-10-20", None), ("a", "18", "2026-10-06", None)]).await;

    let world = World::start().await;
    let loaded = loaded(&world, PERIOD, EVENTS).await;
    assert_eq!((loaded.accepted, loaded.series), (2 * DAYS, 2));
    let mut client = world.serve().await;
    holds(
        &mut client,
        &[
            ("a", "18", "2026-10-06", Some(0.0)),
            ("a", "18", "2026-09-30", None),
            ("a", "18", "2026-11-11", None),
            ("a", "net_flow_dollar", "2026-10-20", Some(-30.0)),
            ("a", "net_flow_7d_dollar", "2026-10-20", Some(-30.0)),
            ("a", month, "2026-10-20", Some(20.0)),
            ("a", month, "2026-11-03", Some(20.0)),
            ("a", month, "2026-11-04", Some(-30.0)),
            ("a", month, "2026-11-10", Some(-30.0)),
            ("a", month, "2026-11-18", None),
        ],
    )
    .await;
    for (on, value, coverage) in
        [("2026-11-10", Some(-30.0), Some(1.0)), ("2026-11-18", None, Some(0.0))]
    {
        let request = GetAggregateRequest {
            measure: month.to_owned(),
            interval: Some(SeriesInterval::Day.into()),
            from: Some(on.to_owned()),
            to: Some(on.to_owned()),
            ..GetAggregateRequest::default()
        };
        let total = client.get_aggregate(request).await.unwrap().into_inner().total.unwrap();
        let found = (shown(&total.values)[0], shown(&total.coverage)[0]);
        assert_eq!(found, (value, coverage), "{on}");
    }
    let request = GetExplanationRequest {
        key: Some(asset("a", month)),
        date: Some("2026-11-10".to_owned()),
        ..GetExplanationRequest::default()
    };
    let explanation = client.get_explanation(request).await.unwrap().into_inner();
    assert_eq!(explanation.method_version, "5");
    let load = explanation.inputs[0].versions[0].load.as_ref().unwrap();
    let words = "days without a row from 2026-10-01 to 2026-11-10 are 0";
    assert!(load.transformation.as_ref().unwrap().starts_with(words), "{load:?}");
}

#[tokio::test]
async fn an_event_that_is_listed_later_is_a_restatement() {
    let world = World::start().await;
    loaded(&world, PERIOD, EVENTS).await;
    world.clock.advance(Duration::from_hours(1));
    let late = format!("{EVENTS}asset,a,18,2026-10-12,7\nasset,a,19,2026-10-13,null\n");
    let second = loaded(&world, PERIOD, &late).await;
    assert_eq!((second.accepted, second.restated, second.unchanged), (2, 2, 2 * DAYS - 2));
    // An event that is no longer listed did not happen.
    world.clock.advance(Duration::from_hours(1));
    let third = loaded(&world, PERIOD, EVENTS).await;
    assert_eq!((third.accepted, third.restated, third.unchanged), (2, 2, 2 * DAYS - 2));
    let of_day = "SELECT coalesce(value::text, 'null') FROM observations WHERE date = '2026-10-12' OR date = '2026-10-13'
        ORDER BY series_id, date, known_at";
    let (mints, burns) = (["0", "7", "0", "0"], ["0", "0", "null", "0"]);
    assert_eq!(world.texts(of_day).await, [mints, burns].concat());
}

#[tokio::test]
async fn a_column_without_any_event_is_zero() {
    let world = World::start().await;
    let columns = "file,column,subject_kind,subject_slug,subject_name,network_slug,measure,scale,source,frequency\n\
                   wide.csv,in,asset,a,,,daily_mints_dollar,one,desk,\nwide.csv,out,asset,a,,,daily_burns_dollar,one,desk,\n";
    let manifest = manifest("wide.csv", PERIOD);
    let files = [
        ("manifest.json", manifest.as_str()),
        ("series.csv", columns),
        ("wide.csv", "date,in,out\n2026-10-05,50,\n2026-10-06,1,\n"),
    ];
    let report = world.import(&files).await.unwrap();
    assert!(!report.is_refused(), "{report}");
    let mut client = world.serve().await;
    holds(&mut client, &[("a", "net_flow_30d_dollar", "2026-11-10", Some(0.0))]).await;
    holds(&mut client, &[("a", "net_flow_30d_dollar", "2026-10-31", Some(51.0))]).await;
}

#[tokio::test]
async fn a_file_that_contradicts_its_period_is_refused() {
    let world = World::start().await;
    let refused = async |text: &str| {
        let report = report(&world, PERIOD, text).await.unwrap();
        let Outcome::Refused(rejections) = &report.files[0].outcome else { panic!("{report}") };
        let [found] = rejections.all() else { panic!("{report}") };
        (found.line, found.column.clone())
    };
    let of = |rows: &str| format!("{HEAD}\n{EVENTS}{rows}\n");
    assert_eq!(refused(&of("asset,a,71,2026-10-05,5")).await, (1, "measure".to_owned()));
    assert_eq!(refused(&of("asset,a,18,2026-10-06,")).await, (4, "value".to_owned()));
    let dated = format!("{HEAD},known_at\nasset,a,18,2026-10-05,50,2026-10-06T00:00:00Z\n");
    assert_eq!(refused(&dated).await, (2, "known_at".to_owned()));
    let many = (0..2_000).fold(format!("{HEAD}\n"), |mut text, asset| {
        writeln!(text, "asset,a{asset},18,2026-10-05,1").unwrap();
        text
    });
    let century = PERIOD.replace("2026-10-01", "1900-01-01");
    let report_of_many = report(&world, &century, &many).await.unwrap();
    assert!(report_of_many.to_string().contains("20000000 days"), "{report_of_many}");

    let running = PERIOD.replace("2026-11-10", "2026-11-20");
    let ledger = format!(r#"{PERIOD}, "contents": "holders""#);
    for (more, expected) in
        [(&running, "before retrieved_on"), (&ledger, "values that are checked")]
    {
        let error = report(&world, more, &of("")).await.unwrap_err();
        assert!(format!("{error:#}").contains(expected), "{error:#}");
    }
    assert_eq!(world.observations().await, Vec::<String>::new());
}

/// Days and sides of events (whether it is a redemption), with their amounts.
type Events = BTreeMap<(Day, bool), u32>;

const FIRST: Day = 20_000;
const LAST: Day = FIRST + 70;

fn all_events() -> impl Strategy<Value = Vec<Events>> {
    vec(btree_map((FIRST - 40..LAST + 10, any::<bool>()), 0..50_u32, 0..25), 40_usize)
}

/// The amount of a side on a day: that of its event, or 0 in the period.
fn amount(events: &Events, day: Day, is_burn: bool) -> Option<u32> {
    let in_period = (FIRST..=LAST).contains(&day);
    events.get(&(day, is_burn)).copied().or(in_period.then_some(0))
}

/// The net flow of 30 days, of days that have both sides or neither.
fn naive(events: &Events, at: Day) -> Option<f64> {
    let mut sum = 0.0;
    for day in at - 29..=at {
        match [false, true].map(|is_burn| amount(events, day, is_burn)) {
            [Some(minted), Some(burnt)] => sum += f64::from(minted) - f64::from(burnt),
            [None, None] => {}
            _ => return None,
        }
    }
    Some(sum)
}

#[tokio::test(flavor = "multi_thread")]
async fn net_flows_of_events_equal_those_of_a_naive_reader() {
    let mut runner = TestRunner::deterministic();
    for _ in 0..kit::testing::cases(3) {
        let mut all = all_events().new_tree(&mut runner).unwrap().current();
        let mut rows = String::new();
        for (place, events) in all.iter_mut().enumerate() {
            // A series without events has a row of 0.
            for is_burn in [false, true] {
                events.entry((FIRST, is_burn)).or_insert(0);
            }
            for ((day, is_burn), amount) in &*events {
                let measure = if *is_burn { "19" } else { "18" };
                writeln!(rows, "asset,a{place},{measure},{},{amount}", day::text(*day)).unwrap();
            }
        }
        let (from, to) = (day::text(FIRST), day::text(LAST));
        let world = World::start().await;
        let period = format!(r#", "event_period": {{"from": "{from}", "to": "{to}"}}"#);
        loaded(&world, &period, &rows).await;
        let mut client = world.serve().await;
        let request = GetSeriesRequest {
            keys: (0..all.len())
                .map(|place| asset(&format!("a{place}"), "net_flow_30d_dollar"))
                .collect(),
            interval: Some(SeriesInterval::Day.into()),
            from: Some(from),
            to: Some(to),
            ..GetSeriesRequest::default()
        };
        let answer = client.get_series(request).await.unwrap().into_inner();
        for (events, line) in all.iter().zip(&answer.lines) {
            let expected: Vec<_> = (FIRST..=LAST).map(|at| naive(events, at)).collect();
            assert_eq!(shown(&line.values), expected, "{events:?}");
        }
    }
}
