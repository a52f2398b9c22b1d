//! Files from memory while their service is away: of the present state, and never from the answer of a screen.

use crate::answers::{change, keeping, knows, publish};
use crate::support::World;
use crate::support::browser::Browser;
use crate::support::catalog::FakeCatalog;
use crate::support::identity::Behavior;
use kit::testing::{self, eventually};
use proto::catalog::v1::Asset;
use proto::query::v1::Pagination;
use proto::timeseries::v1::{
    DatasetManifest, GetAggregateResponse, GetDatasetsResponse, ListLoadsResponse, Load,
    MeasureKind, SeriesGroup, SeriesInterval, Visibility,
};
use serde_json::json;

/// A list of two pages, one of timeseries, numbers, and a text of its own.
const FILES: [&str; 4] = [
    "/api/download/assets.csv",
    "/api/download/loads.csv",
    "/api/download/timeseries.aggregate.csv?query=%7B%22measure%22%3A%2271%22%7D",
    "/api/download/datasets/manifest.json",
];

/// The answers from which the files are written.
fn fill_files(catalog: &FakeCatalog) {
    let asset = |number: usize| Asset { slug: format!("asset-{number}"), ..Asset::default() };
    catalog.have((0..501).map(asset).collect());
    let pagination = Some(Pagination { result_count: 1, ..Pagination::default() });
    let visible_to = Visibility::Everybody.into();
    let results = vec![Load { source: "Ledger".to_owned(), visible_to, ..Load::default() }];
    catalog.answer_with("ListLoads", &ListLoadsResponse { results, pagination });
    let total = SeriesGroup {
        member_count: 1,
        values: vec![1.5],
        coverage: vec![1.0],
        ..SeriesGroup::default()
    };
    let numbers = GetAggregateResponse {
        interval: SeriesInterval::Day.into(),
        kind: MeasureKind::Stock.into(),
        dates: vec!["2026-11-18".to_owned()],
        to: "2026-11-18".to_owned(),
        total: Some(total),
        ..GetAggregateResponse::default()
    };
    catalog.answer_with("GetAggregate", &numbers);
    let datasets = GetDatasetsResponse {
        manifest: Some(DatasetManifest::default()),
        text: "{ \"files\": [] }".to_owned(),
        ..GetDatasetsResponse::default()
    };
    catalog.answer_with("GetDatasets", &datasets);
}

async fn download(world: &World) -> Vec<(u16, String)> {
    let mut answers = Vec::new();
    for file in FILES {
        let answer = world.get(file).await;
        answers.push((answer.status, answer.text()));
    }
    answers
}

#[tokio::test]
async fn while_a_service_is_away_a_file_comes_from_memory() {
    let bus = testing::bus(&testing::app());
    let world = keeping(&bus).await;
    fill_files(&world.catalog);
    eventually("files are remembered", || async {
        let before = download(&world).await;
        assert!(before.iter().all(|(status, _)| *status == 200), "{before:?}");
        assert!(before[0].1.contains("asset-500"), "{before:?}");
        world.catalog.be(Behavior::Away);
        let after = download(&world).await;
        world.catalog.be(Behavior::Well);
        after == before
    })
    .await;
    let calls = world.catalog.calls_of("ListLoads");
    assert_eq!(world.get(FILES[1]).await.status, 200);
    assert_eq!(world.catalog.calls_of("ListLoads"), calls + 1, "its service is asked first");
    change(&world.catalog, 2);
    publish(&bus).await;
    knows(&world, 2).await;
    world.catalog.be(Behavior::Away);
    assert_eq!(world.get(FILES[0]).await.status, 503, "what is remembered is of an earlier state");
}

#[tokio::test]
async fn a_file_is_never_written_from_the_answer_of_a_screen() {
    let bus = testing::bus(&testing::app());
    let world = keeping(&bus).await;
    fill_files(&world.catalog);
    let page = json!({"pagination": {"page": 1, "perPage": 500}});
    let targets = [Browser::query("loads.list", &page), Browser::query("loads.meta", &json!({}))];
    for target in &targets {
        eventually("it is kept", || async {
            let calls = world.catalog.call_count();
            assert_eq!(world.get(target).await.status, 200);
            world.catalog.call_count() == calls
        })
        .await;
    }
    world.catalog.be(Behavior::Away);
    assert_eq!(world.get(FILES[1]).await.status, 503);
    assert_eq!(world.get(&targets[0]).await.status, 200, "the screen has it");
}
