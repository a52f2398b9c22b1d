//! Pages of records exist for the slugs of the catalog, on a real broker.

use std::time::Duration;

use crate::support::catalog::FakeCatalog;
use crate::support::identity::Behavior;
use crate::support::{World, write};
use kit::testing::{self, TestBus, eventually};
use proto::catalog::v1::{
    Asset, AssetCreated, AssetDeleted, Network, NetworkUpdated, PlatformCreated,
};
use proto::events::Event;
use tempfile::TempDir;

const PAGES: [&str; 11] = [
    "404",
    "assets/[assetSlug]",
    "assets/aggregates",
    "networks/[networkSlug]",
    "platforms/[platformSlug]",
    "protocols/[protocolSlug]",
    "issuers/[issuerSlug]",
    "managers/[managerSlug]",
    "investments/[investmentSlug]",
    "admin/users/[userID]",
    "admin/organizations/[organizationID]",
];

fn export() -> TempDir {
    let directory = tempfile::tempdir().unwrap();
    for page in PAGES {
        write(directory.path(), &format!("{page}.html"), page);
    }
    directory
}

fn filled() -> FakeCatalog {
    let catalog = FakeCatalog::default();
    catalog.hold("networks", &["binance-smart-chain", "bsc", "ethereum"]);
    catalog.hold("platforms", &["maple"]);
    catalog.hold("assets", &["gold", "silver"]);
    catalog
}

/// A gateway with loaded slugs.
async fn knowing(bus: &TestBus) -> World {
    let world = World::before(filled(), bus, export().path()).await;
    for page in
        ["networks", "platforms", "protocols", "issuers", "managers", "investments", "assets"]
    {
        becomes(&world, &format!("/{page}/nothing"), 404).await;
    }
    rests(&world).await;
    world
}

/// A link that is up only now may have missed events, so that everything is listed once more.
async fn rests(world: &World) {
    let mut before = 0;
    while before != world.catalog.call_count() {
        before = world.catalog.call_count();
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
}

async fn becomes(world: &World, target: &str, status: u16) {
    eventually(&format!("{target} is {status}"), || async {
        world.get(target).await.status == status
    })
    .await;
}

async fn publish(bus: &TestBus, event: &impl Event) {
    bus.publish(event, kit::id::new()).await.unwrap();
}

#[tokio::test]
async fn a_page_exists_for_every_record() {
    let bus = testing::bus(&testing::app());
    let world = knowing(&bus).await;
    let calls = world.catalog.call_count();
    for (target, status) in [
        ("/networks/ethereum", 200),
        ("/networks/ethereum/", 200),
        ("/networks/ethereum?tab=tokens", 200),
        ("/networks/binance-smart-chain", 200),
        ("/networks/Ethereum", 404),
        ("/networks/[networkSlug]", 404),
        ("/networks/%5BnetworkSlug%5D", 404),
        ("/networks/maple", 404),
        ("/networks/%F0%9F%90%89", 404),
        ("/networks/bsc%2Fx", 404),
        ("/platforms/maple", 200),
        ("/protocols/maple", 200),
        ("/issuers/maple", 404),
        ("/investments/gold", 404),
        ("/assets/gold", 200),
        ("/assets/aggregates", 200),
        ("/assets/timeseries", 404),
        ("/admin/users/nobody", 200),
        ("/admin/organizations/nothing", 200),
    ] {
        let answer = world.get(target).await;
        assert_eq!(answer.status, status, "{target}");
        assert_eq!(answer.text() == "404", status == 404, "{target}: {answer:?}");
    }
    assert_eq!(world.catalog.call_count(), calls, "a document costs no call");
}

#[tokio::test]
async fn crawlers_find_the_page_of_every_record() {
    let bus = testing::bus(&testing::app());
    let world = knowing(&bus).await;
    let sitemap = world.get("/sitemap.xml").await;
    assert_eq!(sitemap.header("content-type"), Some("application/xml; charset=utf-8"));
    let text = sitemap.text();
    for path in ["/assets/gold", "/networks/ethereum", "/platforms/maple", "/protocols/maple"] {
        assert!(text.contains(&format!("{path}</loc>")), "{path}: {text}");
    }
    assert!(!text.contains('[') && !text.contains("/admin"), "{text}");
    let packed = world.anonymous().with("accept-encoding", "gzip, br").get("/sitemap.xml").await;
    assert_eq!(packed.header("content-encoding"), Some("br"));
    assert_eq!(packed.decoded(), text.as_bytes());

    let asset = Asset { slug: "copper".to_owned(), ..Asset::default() };
    publish(&bus, &AssetCreated { asset: Some(asset) }).await;
    eventually("copper is listed", || async {
        world.get("/sitemap.xml").await.text().contains("/assets/copper</loc>")
    })
    .await;
}

#[tokio::test]
async fn events_of_the_catalog_change_the_known_slugs() {
    let bus = testing::bus(&testing::app());
    let world = knowing(&bus).await;

    let asset = Asset { slug: "copper".to_owned(), ..Asset::default() };
    publish(&bus, &AssetCreated { asset: Some(asset) }).await;
    becomes(&world, "/assets/copper", 200).await;

    // The list is loaded again, without copper.
    world.catalog.hold("assets", &["silver"]);
    publish(&bus, &AssetDeleted { slug: "gold".to_owned(), ..AssetDeleted::default() }).await;
    becomes(&world, "/assets/gold", 404).await;
    assert_eq!(world.get("/assets/silver").await.status, 200);

    let platform =
        proto::catalog::v1::Platform { slug: "centrifuge".to_owned(), ..Default::default() };
    publish(&bus, &PlatformCreated { platform: Some(platform) }).await;
    becomes(&world, "/protocols/centrifuge", 200).await;
    becomes(&world, "/platforms/centrifuge", 200).await;

    world.catalog.hold("networks", &["binance-smart-chain", "bnb", "ethereum"]);
    let network = Network { slug: "bnb".to_owned(), ..Network::default() };
    publish(&bus, &NetworkUpdated { network: Some(network) }).await;
    becomes(&world, "/networks/bnb", 200).await;
    becomes(&world, "/networks/bsc", 404).await;
}

#[tokio::test]
async fn while_the_catalog_is_away_every_page_exists() {
    let bus = testing::bus(&testing::app());
    let catalog = filled();
    catalog.be(Behavior::Away);
    let world = World::before(catalog, &bus, export().path()).await;
    eventually("the catalog was called", || async { world.catalog.call_count() > 5 }).await;
    assert_eq!(world.get("/assets/nothing").await.status, 200);
    world.catalog.be(Behavior::Well);
    becomes(&world, "/assets/nothing", 404).await;
    assert_eq!(world.get("/assets/gold").await.status, 200);
}

#[tokio::test]
async fn a_catalog_that_drips_its_answers_is_asked_again() {
    let bus = testing::bus(&testing::app());
    let catalog = filled();
    catalog.be(Behavior::Dripping);
    let world = World::before(catalog, &bus, export().path()).await;
    // Six lists of slugs and two states of data: none is requested again before the last answer is given up.
    eventually("every answer was given up", || async {
        world.catalog.calls_of("ListSlugs") > 6 * 2
            && world.catalog.calls_of("GetGeneration") > 2 * 2
    })
    .await;
    assert_eq!(world.get("/assets/nothing").await.status, 200);
    world.catalog.be(Behavior::Well);
    for page in ["networks", "platforms", "issuers", "managers", "investments", "assets"] {
        becomes(&world, &format!("/{page}/nothing"), 404).await;
    }
}

#[tokio::test]
async fn without_a_bus_every_page_exists() {
    let world = World::with(kit::config::Env::default(), Some(export().path())).await;
    assert_eq!(world.get("/assets/nothing").await.status, 200);
}
