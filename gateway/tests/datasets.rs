//! Published datasets: whole, in parts, and not again for a browser with a current copy; and only those that policies allow whole.

use crate::answers::keeping;
use crate::support::access::{Documents, TIERED};
use crate::support::browser::{Answer, Browser};
use crate::support::catalog::FakeCatalog;
use crate::support::identity::user_id;
use crate::support::{ADMIN, COLLEAGUE, CUSTOMER, World};
use kit::testing::{self, eventually};
use proto::access::v1::PolicyChanged;
use proto::timeseries::v1::{Dataset, DatasetManifest, GetDatasetsResponse};
use serde_json::{Value, json};

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

const LIST: &str = "/api/trpc/datasets.list";

fn reason(answer: &Answer) -> String {
    answer.json()["error"]["data"]["reason"].as_str().unwrap_or("none").to_owned()
}

/// Publishes files of some data sets.
fn publish(catalog: &FakeCatalog) {
    let described = |(sha256, file): (&str, &str)| Dataset {
        dataset: file.split('.').next().unwrap().to_owned(),
        file: file.to_owned(),
        sha256: sha256.to_owned(),
        rows: 1,
        ..Dataset::default()
    };
    let files = [
        ("5e0f", "series.csv.gz"),
        ("ab12", "subjects.csv.gz"),
        ("cd34", "transfers-sample.csv.gz"),
    ];
    for (sha256, file) in files {
        catalog.keep(sha256, file, bytes());
    }
    let files = files.map(described).to_vec();
    let manifest = DatasetManifest { files, load_id: 7, ..DatasetManifest::default() };
    catalog.answer_with(
        "GetDatasets",
        &GetDatasetsResponse {
            manifest: Some(manifest),
            text: "{ \"files\": [] }".to_owned(),
            signature: "AAEC".to_owned(),
            public_key: "-----BEGIN PUBLIC KEY-----\n".to_owned(),
        },
    );
}

/// The set of policies that differ by plan, with plans of some organizations; answers the epoch.
fn tiered(world: &World) -> String {
    world.access.grant(&user_id(13), &["plan.premium_stablecoins"]);
    world.access.grant(&user_id(12), &["plan.premium_all_access"]);
    world.access.change(|documents| *documents = Documents::from_set(TIERED)).to_string()
}

fn listed(answer: &Answer) -> Vec<String> {
    let files = answer.json()["result"]["data"]["manifest"]["files"].clone();
    let files = files.as_array().cloned().unwrap_or_default();
    files.iter().map(|file| file["file"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn a_dataset_whose_name_was_guessed_is_refused_like_one_that_does_not_exist() {
    let world = World::start().await;
    publish(&world.catalog);
    let series = "/api/download/datasets/5e0f/series.csv.gz";
    assert_eq!(world.get(series).await.status, 200, "all plans of the open set have it");
    let epoch = tiered(&world);
    let calls = world.catalog.call_count();
    let key = world.access.have_key(1, |_| {});
    for (caller, expected) in [
        (world.anonymous(), "access.denied"),
        (world.signed_in(CUSTOMER), "access.scope"),
        (world.signed_in(COLLEAGUE), "access.scope"),
        (world.program(&key), "access.scope"),
    ] {
        let caller = caller.with("x-min-epoch", &epoch);
        let mut refusals = Vec::new();
        for file in [
            "5e0f/series.csv.gz",
            "ffff/series.csv.gz",
            "ffff/series-sample.csv.gz",
            "5e0f/observations-asset.csv.gz",
            "5e0f/other.csv.gz",
            "../5e0f/series.csv.gz",
            "%35e0f/series.csv.gz",
        ] {
            let target = format!("/api/download/datasets/{file}");
            for range in [None, Some("bytes=0-0")] {
                let caller = range.map_or_else(
                    || caller.clone(),
                    |range| caller.clone().with("range", range).with("if-none-match", "\"5e0f\""),
                );
                let answer = caller.get(&target).await;
                assert_eq!((answer.status, answer.header("etag")), (403, None), "{target}");
                assert_eq!(reason(&answer), expected, "{target}");
                refusals.push(answer.text());
            }
        }
        assert!(refusals.iter().all(|refusal| *refusal == refusals[0]), "{refusals:?}");
        // It names all of them.
        for file in ["manifest.json", "manifest.json.sig"] {
            let manifest = caller.get(&format!("/api/download/datasets/{file}")).await;
            assert_eq!((manifest.status, reason(&manifest).as_str()), (403, expected), "{file}");
        }
    }
    assert_eq!(world.catalog.call_count(), calls, "nobody looked whether it exists");
    // Who may have all data may have it, and others learn only now that a name is wrong.
    let everything = world.signed_in(ADMIN).with("x-min-epoch", &epoch);
    let answer = everything.get(series).await;
    assert_eq!((answer.status, answer.body), (200, bytes()));
    for file in ["ffff/series.csv.gz", "5e0f/other.csv.gz"] {
        let answer = everything.get(&format!("/api/download/datasets/{file}")).await;
        assert_eq!(answer.status, 404, "{file}");
    }
}

#[tokio::test]
async fn whoever_may_export_all_of_a_dataset_receives_it_and_learns_of_no_other() {
    let world = World::start().await;
    publish(&world.catalog);
    let all = ["series.csv.gz", "subjects.csv.gz", "transfers-sample.csv.gz"];
    assert_eq!(listed(&world.get(LIST).await), all);
    let epoch = tiered(&world);
    let refused = world.anonymous().with("x-min-epoch", &epoch).get(LIST).await;
    assert_eq!((refused.status, reason(&refused).as_str()), (403, "access.denied"));
    // Records are whole in every plan with files.
    for (caller, policy) in
        [(CUSTOMER, "plan.free.records"), (COLLEAGUE, "plan.premium_of_a_class.records")]
    {
        let caller = world.signed_in(caller).with("x-min-epoch", &epoch);
        let answer = caller.get(LIST).await;
        assert_eq!(listed(&answer), ["subjects.csv.gz"]);
        let data = answer.json()["result"]["data"].clone();
        assert_eq!((&data["text"], &data["signature"]), (&json!(""), &json!("")));
        assert_eq!(data["manifest"]["load_id"], 0);
        let access = &data["meta"]["access"];
        assert_eq!(access["narrowed"], json!(["data_sets"]));
        assert!(access["policies"].as_array().unwrap().contains(&json!(policy)), "{access}");
        assert_eq!(access["plans"], json!(["TRIAL_ALL_ACCESS", "PREMIUM_ALL_ACCESS"]));
        let file = |name: &str| format!("/api/download/datasets/{name}");
        let answer = caller.get(&file("ab12/subjects.csv.gz")).await;
        assert_eq!((answer.status, answer.body.clone()), (200, bytes()));
        let cached = answer.header("cache-control");
        assert_eq!(cached, Some("private, max-age=31536000, immutable"));
        let part = caller.clone().with("range", "bytes=5-9");
        let part = part.get(&file("ab12/subjects.csv.gz")).await;
        assert_eq!((part.status, part.body), (206, bytes()[5..10].to_vec()));
        // The hash of another file is as unknown as one that no file has.
        let [other, none] = ["5e0f/subjects.csv.gz", "ffff/subjects.csv.gz"].map(file);
        let (other, none) = (caller.get(&other).await, caller.get(&none).await);
        assert_eq!((other.status, other.text()), (404, none.text()));
        let format = caller.get(&file("ab12/subjects.parquet")).await;
        assert_eq!((format.status, reason(&format).as_str()), (403, "access.format"));
        let manifest = caller.get(&file("manifest.json")).await;
        assert_eq!((manifest.status, reason(&manifest).as_str()), (403, "access.scope"));
        let plans = &manifest.json()["error"]["data"]["plans"];
        assert_eq!(*plans, json!(["TRIAL_ALL_ACCESS", "PREMIUM_ALL_ACCESS"]));
        assert_eq!(caller.get(&file("public_key.pem")).await.status, 200);
    }
    let everything = world.signed_in(ADMIN).with("x-min-epoch", &epoch).get(LIST).await;
    assert_eq!(listed(&everything), all);
    let data = everything.json()["result"]["data"].clone();
    assert_eq!((&data["signature"], &data["meta"]), (&json!("AAEC"), &Value::Null));
}

#[tokio::test]
async fn lists_of_other_datasets_share_no_cached_answer() {
    let bus = testing::bus(&testing::app());
    let world = keeping(&bus).await;
    publish(&world.catalog);
    let epoch = tiered(&world);
    bus.publish(&PolicyChanged::default(), kit::id::new()).await.unwrap();
    let [free, everything]: [Browser; 2] =
        [CUSTOMER, ADMIN].map(|token| world.signed_in(token).with("x-min-epoch", &epoch));
    eventually("both are cached", || async {
        let calls = world.catalog.calls_of("GetDatasets");
        for (caller, count) in [(&everything, 3), (&free, 1), (&everything, 3), (&free, 1)] {
            assert_eq!(listed(&caller.get(LIST).await).len(), count);
        }
        world.catalog.calls_of("GetDatasets") == calls
    })
    .await;
}
