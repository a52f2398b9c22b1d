//! Totals that a source states itself, compared with the values of its file where the manifest declares them.

use std::time::Duration;

use crate::support::{HEAD, World};
use timeseries::import::{LoadSummary, Outcome, Report};

/// A total of 100 on each day. Token two has no row on the third, an unknown value on the fourth, and has ended later.
const ROWS: &str = "network,base,71,2026-01-01,100\ntoken,one:c,71,2026-01-01,60\ntoken,two:c,71,2026-01-01,40.05\n\
    network,base,71,2026-01-02,100\ntoken,one:c,71,2026-01-02,60\ntoken,two:c,71,2026-01-02,50\n\
    network,base,71,2026-01-03,100\ntoken,one:c,71,2026-01-03,60\n\
    network,base,71,2026-01-04,100\ntoken,one:c,71,2026-01-04,60\ntoken,two:c,71,2026-01-04,null\n\
    network,base,71,2026-01-20,100\ntoken,one:c,71,2026-01-20,100\n\
    network,base,71,2026-01-21,100\ntoken,one:c,71,2026-01-21,60\n\
    network,base,71,2026-01-22,100\n\
    network,base,15,2026-01-02,7\ntoken,one:c,15,2026-01-02,3\n";

async fn report(world: &World, total: &str, rows: &str) -> Report {
    let manifest = format!(
        r#"{{"files": {{"total.csv": {{"source": "test", "licence": "CC0-1.0", "retrieved_on": "2026-11-20"{total}}}}}}}"#
    );
    let text = format!("{HEAD}\n{rows}");
    let files = [("manifest.json", manifest.as_str()), ("total.csv", text.as_str())];
    world.import(&files).await.unwrap()
}

async fn loaded(world: &World, total: &str, rows: &str) -> LoadSummary {
    let report = report(world, total, rows).await;
    let Outcome::Loaded(loaded) = &report.files[0].outcome else { panic!("{report}") };
    loaded.clone()
}

fn declared(slug: &str) -> String {
    format!(r#", "total": {{"subject_kind": "network", "subject_slug": "{slug}"}}"#)
}

#[tokio::test]
async fn a_declared_total_that_differs_from_its_rows_is_withheld() {
    let world = World::start().await;
    let first = loaded(&world, &declared("base"), ROWS).await;
    assert_eq!(first.withheld, [("total_disagrees".to_owned(), 2)]);
    let kept = world.observations().await;
    let total: Vec<&String> = kept.iter().filter(|row| row.starts_with("base bridged")).collect();
    let expected = [
        "2026-01-01 100",
        "2026-01-02 withheld: total_disagrees",
        "2026-01-03 100",
        "2026-01-04 100",
        "2026-01-20 100",
        "2026-01-21 withheld: total_disagrees",
        "2026-01-22 100",
    ];
    assert_eq!(
        total,
        expected.map(|row| format!("base bridged_token_value_dollar {row}")).each_ref()
    );
    assert!(
        kept.contains(&"two:c bridged_token_value_dollar 2026-01-02 50".to_owned()),
        "{kept:?}"
    );

    // It is published once its rows are corrected.
    world.clock.advance(Duration::from_hours(1));
    let corrected = ROWS.replace("2026-01-02,50", "2026-01-02,40");
    let second = loaded(&world, &declared("base"), &corrected).await;
    assert_eq!((second.restated, second.withheld_count()), (2, 0));
    let kept = world.observations().await;
    assert!(
        kept.contains(&"base bridged_token_value_dollar 2026-01-02 100".to_owned()),
        "{kept:?}"
    );
}

#[tokio::test]
async fn a_part_that_an_earlier_load_has_of_the_day_is_not_missing() {
    let world = World::start().await;
    world.load("token,two:c,71,2026-01-20,40").await;
    let rows = "network,base,71,2026-01-21,100\ntoken,one:c,71,2026-01-21,60\ntoken,two:c,71,2026-02-20,40\n";
    let loaded = loaded(&world, &declared("base"), rows).await;
    assert_eq!(loaded.withheld_count(), 0, "its last value stands: {loaded:?}");
}

#[tokio::test]
async fn a_total_is_compared_only_if_it_is_declared() {
    let world = World::start().await;
    let undeclared = loaded(&world, "", ROWS).await;
    assert_eq!(undeclared.withheld_count(), 0, "{undeclared:?}");
    world.clock.advance(Duration::from_hours(1));
    let declared_later = loaded(&world, &declared("base"), ROWS).await;
    assert_eq!(declared_later.withheld, [("total_disagrees".to_owned(), 2)]);
    assert_eq!((declared_later.accepted, declared_later.restated), (2, 2));
}

#[tokio::test]
async fn a_file_without_the_declared_total_is_refused() {
    let world = World::start().await;
    let report = report(&world, &declared("bose"), ROWS).await;
    let Outcome::Refused(rejections) = &report.files[0].outcome else { panic!("{report}") };
    let [found] = rejections.all() else { panic!("{report}") };
    assert_eq!(
        (found.line, found.column.as_str(), found.found.as_str()),
        (1, "subject_slug", "bose")
    );
}
