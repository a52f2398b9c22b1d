//! Sources with ranks: the value of each day is that of the best one, earlier states keep the ranks of their time, and sources
//! that differ are shown.

use std::time::Duration;

use crate::deleted::FollowingService;
use crate::support::{Client, HEAD, World, asset, latest, shown};
use proto::catalog::v1::{SourceRank, SourceRankCreated, SourceRankDeleted, SourceRankUpdated};
use proto::timeseries::v1::{
    Explanation, GetAggregateRequest, GetExplanationRequest, GetLatestRequest, GetSeriesRequest,
    SeriesKey,
};

const NAV: &str = "net_asset_value_dollar";
/// After the loads, whose values so are known.
const RANKED: &str = "2026-11-20T13:00:00Z";
const RANKED_MS: i64 = 1_795_179_600_000;

fn rank(slug: &str, source: &str, measure: Option<&str>, from: &str, rank: i64) -> SourceRank {
    SourceRank {
        id: rank,
        slug: slug.to_owned(),
        source_slug: source.to_owned(),
        measure_slug: measure.map(str::to_owned),
        rank,
        valid_from: from.to_owned(),
        updated_at: RANKED_MS,
        ..SourceRank::default()
    }
}

/// Two sources of the net asset value of a fund, which differ from the 17th on. The report was loaded first.
async fn two_sources(world: &World) {
    let manifest = r#"{"files": {
        "a.csv": {"source": "Report", "licence": "CC0-1.0", "retrieved_on": "2026-01-02", "source_slug": "report"},
        "b.csv": {"source": "Oracle", "licence": "CC0-1.0", "retrieved_on": "2026-01-02", "source_slug": "oracle"}}}"#;
    let rows = |values: [&str; 4]| {
        let days = ["2026-11-15", "2026-11-16", "2026-11-17", "2026-11-18"];
        let rows = days.iter().zip(values).filter(|(_, value)| !value.is_empty());
        let rows = rows.map(|(day, value)| format!("\nasset,fund,{NAV},{day},{value}"));
        format!("{HEAD}{}", rows.collect::<String>())
    };
    let report = world
        .import(&[
            ("manifest.json", manifest),
            ("a.csv", &rows(["10", "10.01", "10.02", "10.03"])),
            ("b.csv", &rows(["10.02", "10.03", "", "10.33"])),
        ])
        .await
        .unwrap();
    assert!(!report.is_refused(), "{report}");
}

async fn values(
    client: &Client,
    key: SeriesKey,
    as_of: Option<&str>,
) -> (String, Vec<Option<f64>>) {
    let request = GetSeriesRequest {
        keys: vec![key],
        as_of: as_of.map(str::to_owned),
        ..GetSeriesRequest::default()
    };
    let line = client.clone().get_series(request).await.unwrap().into_inner().lines.remove(0);
    (line.source, shown(&line.values))
}

async fn explained(client: &Client, date: &str) -> Explanation {
    let request = GetExplanationRequest {
        key: Some(asset("fund", NAV)),
        date: Some(date.to_owned()),
        ..GetExplanationRequest::default()
    };
    client.clone().get_explanation(request).await.unwrap().into_inner()
}

fn known(values: [f64; 4]) -> Vec<Option<f64>> {
    values.map(Some).to_vec()
}

#[tokio::test]
async fn the_best_source_of_a_day_counts_and_earlier_states_keep_their_ranks() {
    let service = FollowingService::start().await;
    let (world, client) = (&service.world, &service.client);
    two_sources(world).await;
    service.settle().await;
    let of_report = ("report".to_owned(), known([10.0, 10.01, 10.02, 10.03]));
    assert_eq!(values(client, asset("fund", NAV), None).await, of_report, "first loaded");
    world.clock.advance(Duration::from_hours(2));

    // The oracle from the 16th on; it has no value of the 17th, where its value of the 16th stands.
    let oracle = rank("oracle", "oracle", Some(NAV), "2026-11-16", 1);
    service.publish(&SourceRankCreated { source_rank: Some(oracle.clone()) }).await;
    service.settle().await;
    let of_oracle = ("oracle".to_owned(), known([10.0, 10.03, 10.03, 10.33]));
    assert_eq!(values(client, asset("fund", NAV), None).await, of_oracle);
    let earlier = "2026-11-20T12:30:00Z";
    assert_eq!(values(client, asset("fund", NAV), Some(earlier)).await, of_report, "as of then");
    assert_eq!(values(client, asset("fund", NAV), Some(RANKED)).await, of_oracle, "as of now");
    let alone = SeriesKey { source: Some("report".to_owned()), ..asset("fund", NAV) };
    assert_eq!(values(client, alone, None).await, of_report, "what the source itself reports");

    let request = |as_of: Option<&str>| GetAggregateRequest {
        measure: NAV.to_owned(),
        from: Some("2026-11-18".to_owned()),
        to: Some("2026-11-18".to_owned()),
        group_by: Some(proto::timeseries::v1::SeriesGroupBy::Asset.into()),
        as_of: as_of.map(str::to_owned),
        ..GetAggregateRequest::default()
    };
    for (as_of, value) in [(None, 10.33), (Some(earlier), 10.03)] {
        let answer = client.clone().get_aggregate(request(as_of)).await.unwrap().into_inner();
        assert_eq!(shown(&answer.groups[0].values), [Some(value)], "{as_of:?}");
    }

    // The explanation names the source that was taken, its rank, and the other one.
    let found = explained(client, "2026-11-18").await;
    let line = found.series.unwrap();
    assert_eq!((found.value, line.source.as_str()), (Some(10.33), "oracle"));
    let loads: Vec<_> = found
        .versions
        .iter()
        .filter_map(|version| version.load.as_ref())
        .map(|load| load.source.as_str())
        .collect();
    assert_eq!(loads, ["Oracle"]);
    let sources: Vec<_> = found
        .sources
        .iter()
        .map(|of| (of.source.as_str(), of.value, of.rank, of.is_taken, of.differs))
        .collect();
    let (first, second) = (Some(10.33), Some(10.03));
    assert_eq!(
        sources,
        [("oracle", first, Some(1), true, false), ("report", second, None, false, true)]
    );
    assert_eq!(found.sources[0].rank_known_at, Some(RANKED_MS));
    let before = explained(client, "2026-11-15").await;
    assert_eq!((before.value, before.series.unwrap().source.as_str()), (Some(10.0), "report"));
    assert!(before.sources.iter().all(|of| of.rank.is_none() && !of.differs), "within 1 %");

    // On the wire of newest values, too; with the ranks of an earlier time it is the other one that differs.
    let newest = async |as_of: Option<&str>| {
        let as_of = as_of.map(str::to_owned);
        let request = GetLatestRequest { keys: vec![asset("fund", NAV)], as_of };
        let line = latest(&mut client.clone(), request).await.results.remove(0);
        let differing = line.differing.into_iter().map(|of| of.source).collect::<Vec<_>>();
        (line.source, line.value, differing)
    };
    assert_eq!(newest(None).await, ("oracle".to_owned(), first, vec!["report".to_owned()]));
    assert_eq!(
        newest(Some(earlier)).await,
        ("report".to_owned(), second, vec!["oracle".to_owned()])
    );

    // A rank that ends counts no longer afterwards, and one that is removed not at all.
    let ended = SourceRank {
        valid_until: Some("2026-11-17".to_owned()),
        updated_at: RANKED_MS + 1_000,
        ..oracle
    };
    service.publish(&SourceRankUpdated { source_rank: Some(ended) }).await;
    service.settle().await;
    let until = ("report".to_owned(), known([10.0, 10.03, 10.03, 10.03]));
    assert_eq!(values(client, asset("fund", NAV), None).await, until);
    assert_eq!(values(client, asset("fund", NAV), Some(RANKED)).await, of_oracle);
    let gone = SourceRankDeleted { id: 1, slug: "oracle".to_owned(), name: String::new() };
    service.publish(&gone).await;
    service.settle().await;
    assert_eq!(values(client, asset("fund", NAV), None).await, of_report);
}

#[tokio::test]
async fn without_ranks_a_live_source_replaces_one_that_has_ended() {
    let world = World::start().await;
    let load = async |name: &str, source: &str, rows: String| {
        let manifest = format!(
            r#"{{"files": {{"{name}": {{"source": "s", "licence": "CC0-1.0", "retrieved_on": "2026-01-02", "source_slug": "{source}"}}}}}}"#
        );
        let text = format!("{HEAD}\n{rows}");
        let files = [("manifest.json", &*manifest), (name, &*text)];
        let report = world.import(&files).await.unwrap();
        assert!(!report.is_refused(), "{report}");
    };
    let row = |day: i32, value: i32| format!("asset,fund,{NAV},2026-11-{day:02},10.{value}\n");
    load("a.csv", "report", (1..=3).map(|day| row(day, 10 + day)).collect()).await;
    world.clock.advance(Duration::from_hours(2));
    load("b.csv", "oracle", (1..=18).map(|day| row(day, 30 + day)).collect()).await;
    let client = world.serve().await;
    let ask = async |as_of: Option<&str>| {
        let request = GetSeriesRequest {
            keys: vec![asset("fund", NAV)],
            from: Some("2026-11-09".to_owned()),
            to: Some("2026-11-12".to_owned()),
            as_of: as_of.map(str::to_owned),
            ..GetSeriesRequest::default()
        };
        let line = client.clone().get_series(request).await.unwrap().into_inner().lines.remove(0);
        shown(&line.values)
    };
    // The last value of the report is of the 3rd, and stands for a week.
    let stands = Some(10.13);
    assert_eq!(ask(None).await, [stands, stands, Some(10.41), Some(10.42)]);
    assert_eq!(ask(Some("2026-11-20T13:00:00Z")).await, [stands, stands, None, None]);
    let request = GetAggregateRequest {
        measure: NAV.to_owned(),
        from: Some("2026-11-10".to_owned()),
        to: Some("2026-11-12".to_owned()),
        group_by: Some(proto::timeseries::v1::SeriesGroupBy::Asset.into()),
        ..GetAggregateRequest::default()
    };
    let answer = client.clone().get_aggregate(request).await.unwrap().into_inner();
    assert_eq!(shown(&answer.groups[0].values), [stands, Some(10.41), Some(10.42)]);
    let found = explained(&client, "2026-11-12").await;
    let sources: Vec<_> =
        found.sources.iter().map(|of| (of.source.as_str(), of.rank, of.is_taken)).collect();
    assert_eq!(sources, [("oracle", None, true), ("report", None, false)]);
}

#[tokio::test]
async fn every_value_has_the_load_of_its_source() {
    let world = World::start().await;
    two_sources(&world).await;
    sqlx::query(
        "INSERT INTO source_ranks (slug, known_at, source, valid_from, rank)
         VALUES ('oracle', '2026-11-01T00:00:00Z', 'oracle', '2026-11-16', 1)",
    )
    .execute(&mut *world.test_db.db.conn().await.unwrap())
    .await
    .unwrap();
    world.clock.advance(Duration::from_hours(1));
    let mut client = world.serve().await;
    let request =
        GetSeriesRequest { keys: vec![asset("fund", NAV)], ..GetSeriesRequest::default() };
    let found = client.get_series_origins(request).await.unwrap().into_inner();
    let source = |load_id: i64| {
        found.loads.iter().find(|load| load.id == load_id).map(|load| load.source.clone()).unwrap()
    };
    let mut runs: Vec<_> = found
        .runs
        .iter()
        .map(|run| (run.first_date.as_str(), run.last_date.as_str(), source(run.load_id)))
        .collect();
    runs.sort();
    assert_eq!(
        runs,
        [
            ("2026-11-15", "2026-11-15", "Report".to_owned()),
            ("2026-11-16", "2026-11-18", "Oracle".to_owned()),
        ]
    );
    assert!(found.runs.iter().all(|run| run.series_id == run.input_id));
}
