//! The import by calls: the sample universe of another process is loaded whole, once, and removed without a trace.

use crate::support::World;
use catalog::import::calls;
use kit::error::Problem;
use kit::grpc::Channel;
use proto::catalog::v1::catalog_import_client::CatalogImportClient;
use proto::catalog::v1::{
    AddImportPartRequest, BeginImportRequest, GetImportRequest, Import, ImportState,
    RemoveSamplesRequest, RunImportRequest,
};
use tonic::service::Routes;

const MANIFEST: &str = r#"{"kind": "sample", "files": {
    "issuers.json": {"source": "test", "licence": "CC0-1.0", "retrieved_on": "2026-01-02"},
    "assets.json": {"source": "test", "licence": "CC0-1.0", "retrieved_on": "2026-01-02"}
}}"#;
const ISSUERS: &str = r#"[{"slug": "made-sample", "name": "Made (sample)"}]"#;
const ASSETS: &str = r#"[
    {"slug": "one-sample", "name": "One (sample)", "asset_class_slug": "stablecoins", "issuer_slug": "made-sample",
     "status": "active"},
    {"slug": "two-sample", "name": "Two (sample)", "asset_class_slug": "stablecoins", "issuer_slug": "made-sample",
     "status": "active"}
]"#;
const RECORDS: &str =
    "SELECT slug || ' ' || origin FROM assets UNION ALL SELECT slug || ' ' || origin FROM issuers
    ORDER BY 1";
const EVENTS: &str = "SELECT count(*)::text FROM outbox";

type Client = CatalogImportClient<Channel>;

async fn serve(world: &World) -> Client {
    let db = || world.test_db.connect(&world.app);
    let imports = calls::imports(world.app.clone(), db(), db());
    let any = "127.0.0.1:0".parse().unwrap();
    let routes = Routes::new(calls::service(imports));
    let address = kit::grpc::serve(&world.app, any, routes).await.unwrap();
    let url = format!("http://{address}");
    let caller = kit::testing::app_of("sample", &world.app);
    CatalogImportClient::new(kit::grpc::connect(&caller, "CATALOG_URL", &url).await.unwrap())
}

async fn ended(client: &mut Client, import_id: i64) -> Import {
    loop {
        let import = client.get_import(GetImportRequest { import_id }).await.unwrap().into_inner();
        if import.state() != ImportState::Loading {
            return import;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
}

async fn import(client: &mut Client, files: &[(&str, &str)]) -> Import {
    let begun = client.begin_import(BeginImportRequest {}).await.unwrap().into_inner();
    let import_id = begun.import_id;
    for (file, text) in files {
        let (file, bytes) = ((*file).to_owned(), text.as_bytes().to_vec());
        let part = AddImportPartRequest { import_id, file, place: 0, bytes };
        client.add_import_part(part).await.unwrap();
    }
    client.run_import(RunImportRequest { import_id }).await.unwrap();
    ended(client, import_id).await
}

#[tokio::test]
async fn the_sample_universe_is_loaded_once_and_removed_without_a_trace() {
    let world = World::small().await;
    let real = world.texts(RECORDS).await;
    let mut client = serve(&world).await;
    let universe =
        [("manifest.json", MANIFEST), ("assets.json", ASSETS), ("issuers.json", ISSUERS)];
    let first = import(&mut client, &universe).await;
    assert_eq!((first.state(), first.is_refused), (ImportState::Finished, false), "{}", first.text);
    assert_eq!((first.added_count, first.changed_count, first.removed_count), (3, 0, 0));
    let (loaded, events) = (world.texts(RECORDS).await, world.texts(EVENTS).await);
    let samples = loaded.iter().filter(|record| record.ends_with(" sample"));
    assert_eq!((loaded.len(), samples.count()), (real.len() + 3, 3));

    let again = import(&mut client, &universe).await;
    assert_eq!((again.added_count, again.changed_count, again.removed_count), (0, 0, 0));
    assert_eq!((world.texts(RECORDS).await, world.texts(EVENTS).await), (loaded, events));

    // Records that the universe no longer has are removed.
    let fewer = format!("[{}", &ASSETS[ASSETS.find("{\"slug\": \"two").unwrap()..]);
    let fewer = [universe[0], ("assets.json", fewer.as_str()), universe[2]];
    let third = import(&mut client, &fewer).await;
    assert_eq!((third.added_count, third.removed_count), (0, 1), "{}", third.text);

    let removal = client.remove_samples(RemoveSamplesRequest {}).await.unwrap().into_inner();
    let removed = ended(&mut client, removal.import_id).await;
    assert_eq!((removed.state(), removed.removed_count), (ImportState::Finished, 2));
    assert_eq!(world.texts(RECORDS).await, real);
}

#[tokio::test]
async fn nothing_is_loaded_of_a_universe_with_a_fault() {
    let world = World::small().await;
    let real = world.texts(RECORDS).await;
    let mut client = serve(&world).await;
    let faulty = ASSETS.replace("\"stablecoins\"", "\"nothing\"");
    let faulty =
        [("manifest.json", MANIFEST), ("assets.json", faulty.as_str()), ("issuers.json", ISSUERS)];
    let import = import(&mut client, &faulty).await;
    assert_eq!((import.state(), import.is_refused), (ImportState::Finished, true));
    assert!(import.text.contains("assets.json: refused"), "{}", import.text);
    assert_eq!(world.texts(RECORDS).await, real);
    let running = client.begin_import(BeginImportRequest {}).await;
    assert!(running.is_ok(), "it has ended");
    let second = Problem::from(client.begin_import(BeginImportRequest {}).await.unwrap_err());
    assert_eq!(second.reason, "import_running");
}
