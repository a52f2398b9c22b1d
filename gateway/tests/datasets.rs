//! Published datasets: whole, in parts, and not again for a browser with a current copy.

use crate::support::World;
use crate::support::browser::Answer;
use proto::timeseries::v1::{DatasetManifest, GetDatasetsResponse};

const HASH: &str = "5e0f";
const FILE: &str = "/api/download/datasets/5e0f/series.parquet";

fn bytes() -> Vec<u8> {
    (0..2_500_u32).flat_map(u32::to_be_bytes).collect()
}

async fn world() -> World {
    let world = World::start().await;
    world.catalog.keep(HASH, "series.parquet", bytes());
    world
}

async fn part(world: &World, range: &str) -> Answer {
    world.anonymous().with("range", range).get(FILE).await
}

#[tokio::test]
async fn a_file_is_served_whole_with_its_name_and_size() {
    let world = world().await;
    let answer = world.get(FILE).await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.body, bytes());
    assert_eq!(answer.header("content-length"), Some("10000"));
    assert_eq!(answer.header("accept-ranges"), Some("bytes"));
    assert_eq!(answer.header("etag"), Some("\"5e0f\""));
    assert_eq!(answer.header("content-type"), Some("application/vnd.apache.parquet"));
    let name = answer.header("content-disposition");
    assert_eq!(name, Some("attachment; filename=\"series.parquet\""));
    let head = world.anonymous().send("HEAD", FILE, None).await;
    assert_eq!((head.status, head.header("content-length")), (200, Some("10000")));
    assert!(head.body.is_empty());
}

#[tokio::test]
async fn an_interrupted_download_can_be_resumed() {
    let world = world().await;
    for (range, start, end) in
        [("bytes=0-0", 0, 1), ("bytes=995-1004", 995, 1_005), ("bytes=9000-", 9_000, 10_000)]
    {
        let answer = part(&world, range).await;
        assert_eq!(answer.status, 206, "{range}");
        let range = format!("bytes {start}-{}/10000", end - 1);
        assert_eq!(answer.header("content-range"), Some(range.as_str()));
        assert_eq!(answer.body, bytes()[start..end], "{range}");
    }
    let beyond = part(&world, "bytes=10000-").await;
    assert_eq!((beyond.status, beyond.header("content-range")), (416, Some("bytes */10000")));
    let other = world.anonymous().with("range", "bytes=5-9").with("if-range", "\"other\"");
    assert_eq!(other.get(FILE).await.status, 200, "other bytes than the client began with");
    let known = world.anonymous().with("if-none-match", "\"5e0f\"").get(FILE).await;
    assert_eq!((known.status, known.body.len()), (304, 0));
}

#[tokio::test]
async fn the_manifest_its_signature_and_the_key_are_files() {
    let world = world().await;
    let folder = "/api/download/datasets";
    assert_eq!(world.get(&format!("{folder}/manifest.json")).await.status, 404, "none is written");
    world.catalog.answer_with(
        "GetDatasets",
        &GetDatasetsResponse {
            manifest: Some(DatasetManifest::default()),
            text: "{ \"files\": [] }".to_owned(),
            signature: "AAEC".to_owned(),
            public_key: "-----BEGIN PUBLIC KEY-----\n".to_owned(),
        },
    );
    assert_eq!(world.get(&format!("{folder}/manifest.json")).await.text(), "{ \"files\": [] }");
    assert_eq!(world.get(&format!("{folder}/manifest.json.sig")).await.body, [0, 1, 2]);
    assert!(world.get(&format!("{folder}/public_key.pem")).await.text().starts_with("-----BEGIN"));
}

#[tokio::test]
async fn an_unknown_file_is_not_found() {
    let world = world().await;
    for path in ["", "5e0f", "5e0f/other.parquet", "ffff/series.parquet", "5e0f/%2e%2e/x"] {
        let answer = world.get(&format!("/api/download/datasets/{path}")).await;
        assert_eq!((answer.status, answer.code().as_str()), (404, "NOT_FOUND"), "{path}");
    }
}
