//! Averages of months: of which day they are, when they are known, and where they are shown.

use std::time::Duration;

use crate::support::{self, HEAD, World, shown};
use proto::timeseries::v1::{
    GetAggregateRequest, GetExplanationRequest, GetLatestRequest, GetSeriesRequest, SeriesGroup,
    SeriesInterval, SeriesKey, SeriesMode, SubjectKind,
};
use timeseries::import::Outcome;

fn columns(frequency: &str) -> String {
    format!(
        "file,column,subject_kind,subject_slug,subject_name,network_slug,measure,scale,source,frequency\n\
         wide.csv,a,benchmark,gold,Gold,,benchmark_price_dollar,one,desk,{frequency}\n"
    )
}

fn gold() -> SeriesKey {
    SeriesKey {
        subject_kind: SubjectKind::Benchmark.into(),
        subject_slug: "gold".to_owned(),
        measure: "benchmark_price_dollar".to_owned(),
        ..SeriesKey::default()
    }
}

#[tokio::test]
async fn an_average_belongs_to_its_month() {
    let world = World::start().await;
    // An earlier version dated it on the first day of its month.
    let earlier = "date,a\n2026-06-01,4228\n";
    world.import(&[("wide.csv", earlier), ("series.csv", &columns("monthly"))]).await.unwrap();
    world.clock.advance(Duration::from_hours(1));
    let values = "date,a\n2026-05-01,4587\n2026-06-01,4228\n2026-10-15,4100\n";
    let average = columns("monthly_average");
    let report = world.import(&[("wide.csv", values), ("series.csv", &average)]).await.unwrap();
    assert!(!report.is_refused(), "{report}");
    assert_eq!(
        world.observations().await,
        [
            "gold benchmark_price_dollar 2026-05-31 4587",
            "gold benchmark_price_dollar 2026-06-01 4228",
            "gold benchmark_price_dollar 2026-06-01 null",
            "gold benchmark_price_dollar 2026-06-30 4228",
            "gold benchmark_price_dollar 2026-10-31 4100",
        ]
    );
    let running = "date,a\n2026-11-01,4000\n";
    let report = world.import(&[("wide.csv", running), ("series.csv", &average)]).await.unwrap();
    let Outcome::Refused(rejections) = &report.files[0].outcome else { panic!("{report}") };
    assert_eq!(rejections.all()[0].expected, "a month that is over");

    let mut client = world.serve().await;
    let mut ask = async |interval: SeriesInterval, from: &str, to: &str| {
        let request = GetSeriesRequest {
            keys: vec![gold()],
            interval: Some(interval.into()),
            from: Some(from.to_owned()),
            to: Some(to.to_owned()),
            ..GetSeriesRequest::default()
        };
        let answer = client.get_series(request).await.unwrap().into_inner();
        let line = answer.lines[0].clone();
        let averages: Vec<String> = line
            .qualifiers
            .iter()
            .filter(|qualifier| qualifier.is_average)
            .filter_map(|qualifier| qualifier.value_date.clone())
            .collect();
        (shown(&line.values), averages)
    };
    let (values, averages) = ask(SeriesInterval::Month, "2026-05-01", "2026-07-31").await;
    assert_eq!(values, [Some(4587.0), Some(4228.0), None], "gold of July is not June's");
    assert_eq!(averages, ["2026-05-31", "2026-06-30"]);
    let (values, averages) = ask(SeriesInterval::Day, "2026-06-28", "2026-07-08").await;
    let mut expected = vec![None; 11];
    expected[2] = Some(4228.0);
    assert_eq!(values, expected, "on the last day of its month alone");
    assert_eq!(averages, ["2026-06-30"]);
    let (values, averages) = ask(SeriesInterval::Week, "2026-06-22", "2026-07-12").await;
    assert_eq!(values, [None, Some(4228.0), None], "in the week in which its month ends");
    assert_eq!(averages, ["2026-06-30"]);
    let (values, _) = ask(SeriesInterval::Month, "2026-06-01", "2026-07-03").await;
    assert_eq!(values, [Some(4228.0), None], "not in the first days of the next month");
    for (date, value) in [("2026-07-05", Some(4228.0)), ("2026-07-06", None)] {
        let request = GetExplanationRequest {
            key: Some(gold()),
            date: Some(date.to_owned()),
            ..GetExplanationRequest::default()
        };
        let explanation = client.get_explanation(request).await.unwrap().into_inner();
        assert_eq!((explanation.value, explanation.is_average), (value, true), "{date}");
    }
}

#[tokio::test]
async fn an_average_is_known_after_its_month() {
    let world = World::start().await;
    let manifest = r#"{"files":{"long.csv":{"source":"s","licence":"CC0-1.0","retrieved_on":"2026-11-20","frequency":"monthly_average"}}}"#;
    let row = |known_at: &str| {
        let row = "benchmark,gold,benchmark_price_dollar,2026-09-15,4100";
        format!("{HEAD},known_at\n{row},{known_at}\n")
    };
    for known_at in ["2026-09-14T00:00:00Z", "2026-09-16T00:00:00Z", "2026-09-30T23:59:59Z"] {
        let file = row(known_at);
        let report =
            world.import(&[("long.csv", &file), ("manifest.json", manifest)]).await.unwrap();
        let Outcome::Refused(rejections) = &report.files[0].outcome else { panic!("{report}") };
        let refused = &rejections.all()[0];
        assert_eq!((refused.line, refused.column.as_str()), (2, "known_at"), "{known_at}");
        let expected = "an instant after the month of the average, and not in the future";
        assert_eq!(refused.expected, expected, "{known_at}");
    }
    let file = row("2026-10-01T00:00:00Z");
    let report = world.import(&[("long.csv", &file), ("manifest.json", manifest)]).await.unwrap();
    assert!(!report.is_refused(), "{report}");
    assert_eq!(world.observations().await, ["gold benchmark_price_dollar 2026-09-30 4100"]);
}

/// The days of the averages among the values of a group, and whether they are carried.
fn averages(group: &SeriesGroup) -> Vec<(&str, bool)> {
    let averages = group.qualifiers.iter().filter(|qualifier| qualifier.is_average);
    averages
        .map(|qualifier| (qualifier.value_date.as_deref().unwrap(), qualifier.is_carried))
        .collect()
}

#[tokio::test]
async fn an_aggregate_of_averages_alone_is_marked_as_one() {
    let world = World::start().await;
    let columns = columns("monthly_average")
        + "wide.csv,b,asset,coin,Coin,,bridged_token_value_dollar,one,desk,monthly_average\n\
           wide.csv,c,asset,bond,Bond,,bridged_token_value_dollar,one,desk,daily\n";
    let values = "date,a,b,c\n2026-05-01,4587,,\n2026-06-01,4228,100,\n2026-07-02,,,5\n";
    let report = world.import(&[("wide.csv", values), ("series.csv", &columns)]).await.unwrap();
    assert!(!report.is_refused(), "{report}");
    let mut client = world.serve().await;
    let months = GetAggregateRequest {
        measure: "benchmark_price_dollar".to_owned(),
        subject_kind: Some(SubjectKind::Benchmark.into()),
        interval: Some(SeriesInterval::Month.into()),
        from: Some("2026-05-01".to_owned()),
        to: Some("2026-07-31".to_owned()),
        ..GetAggregateRequest::default()
    };
    let gold = client.get_aggregate(months.clone()).await.unwrap().into_inner().total.unwrap();
    assert_eq!(shown(&gold.values), [Some(4587.0), Some(4228.0), None]);
    assert_eq!(averages(&gold), [("2026-05-31", false), ("2026-06-30", false)]);
    let changes = GetAggregateRequest { mode: Some(SeriesMode::Flow.into()), ..months.clone() };
    let changes = client.get_aggregate(changes).await.unwrap().into_inner().total.unwrap();
    assert_eq!(shown(&changes.values), [None, Some(-359.0), None]);
    assert_eq!(averages(&changes), [("2026-06-30", false)]);
    let series = GetSeriesRequest {
        keys: vec![self::gold()],
        mode: Some(SeriesMode::Flow.into()),
        interval: months.interval,
        from: months.from,
        to: months.to,
        ..GetSeriesRequest::default()
    };
    let line = client.get_series(series).await.unwrap().into_inner().lines.remove(0);
    assert_eq!(shown(&line.values), shown(&changes.values));
    assert_eq!(line.qualifiers, changes.qualifiers);
    // It is current until the one of the next month is late.
    assert_eq!((gold.last_date.as_deref(), gold.carry_days), (Some("2026-06-30"), 62));
    // From a rollup, and calculated.
    for counts_feeders in [None, Some(true)] {
        let request = GetAggregateRequest {
            measure: "bridged_token_value_dollar".to_owned(),
            from: Some("2026-06-30".to_owned()),
            to: Some("2026-07-07".to_owned()),
            counts_feeders,
            ..GetAggregateRequest::default()
        };
        let total = client.get_aggregate(request).await.unwrap().into_inner().total.unwrap();
        let mut expected = vec![Some(5.0); 8];
        (expected[0], expected[1]) = (Some(100.0), None);
        assert_eq!(shown(&total.values), expected, "{counts_feeders:?}");
        let alone = [("2026-06-30", false)];
        assert_eq!(averages(&total), alone, "{counts_feeders:?}");
    }
}

#[tokio::test]
async fn a_change_is_of_its_period_and_of_no_longer_one() {
    let world = World::start().await;
    // The averages of December, January and February.
    let values = "date,a\n2025-12-01,100\n2026-01-01,110\n2026-02-01,121\n";
    let average = columns("monthly_average");
    world.import(&[("wide.csv", values), ("series.csv", &average)]).await.unwrap();
    let mut client = world.serve().await;
    let request = GetLatestRequest { keys: vec![gold()], as_of: None };
    let gold = support::latest(&mut client, request).await.results.remove(0);
    assert_eq!((gold.date.as_deref(), gold.is_average), (Some("2026-02-28"), true));
    assert_eq!((gold.value_date.as_deref(), gold.is_carried), (Some("2026-02-28"), true));
    let changes: Vec<_> = gold.changes.iter().map(|change| (change.days, change.amount)).collect();
    // 30 days before 28 February is 29 January: the value of the 31st is near, that of December is not.
    let expected =
        [(1, None), (7, None), (30, Some(11.0)), (90, None), (365, None), (59, Some(21.0))];
    assert_eq!(changes, expected);
}
