//! The events that the catalog publishes, on a real bus.

use crate::support::{self, MANIFEST, World};
use catalog::context::Context;
use catalog::import::Prune;
use catalog::kinds::KINDS;
use catalog::memory::Records;
use catalog::store;
use kit::testing;
use proto::catalog::v1::{AssetCreated, AssetUpdated, IssuerDeleted, IssuerUpdated, TokenCreated};

#[tokio::test]
async fn a_change_is_published_with_the_whole_record() {
    let world = World::start().await;
    let bus = testing::bus(&world.app);
    let ctx = Context {
        db: world.test_db.connect(&world.app),
        records: Records::new(0),
        clock: world.clock.clone(),
    };
    kit::outbox::relay(&world.app, ctx.db.clone(), (*bus).clone());
    world.import(&support::small()).await;
    world.add("issuers.csv", "slug,name\nacme,Acme\nother,Other\n").await;
    let files = [("manifest.json", MANIFEST), ("issuers.csv", "slug,name\nacme,Acme\n")];
    world.import_with(&files, Prune::Apply).await;
    testing::outbox_sent(&world.test_db.db).await;

    let published = bus.events::<AssetCreated>().await;
    let asset = published[0].event.asset.clone().unwrap();
    assert_eq!((published.len(), asset.slug.as_str()), (1, "coin"));
    assert_eq!(published[0].aggregate_id, asset.id.to_string());
    assert_eq!(asset.issuer_name.as_deref(), Some("Acme"));
    assert_eq!(asset.network_slugs, Vec::<String>::new(), "its token came later");
    let published = bus.events::<AssetUpdated>().await;
    assert_eq!(published[0].event.asset.clone().unwrap().network_slugs, ["one"]);
    let published = bus.events::<TokenCreated>().await;
    assert_eq!(published[0].event.token.clone().unwrap().asset_slug.as_deref(), Some("coin"));
    let published = bus.events::<IssuerDeleted>().await;
    assert_eq!(
        (published[0].event.slug.as_str(), published[0].event.name.as_str()),
        ("other", "Other")
    );
    assert_eq!(testing::dead_letters(&bus).await, Vec::<String>::new());
}

#[tokio::test]
async fn unchanged_records_can_be_published_again() {
    let world = World::start().await;
    let bus = testing::bus(&world.app);
    let db = world.test_db.connect(&world.app);
    kit::outbox::relay(&world.app, db.clone(), (*bus).clone());
    world.import(&support::small()).await;
    let issuers = KINDS.iter().find(|kind| kind.table == "issuers").unwrap();
    let mut tx = db.tx().await.unwrap();
    let count = store::announce_all(&mut tx, issuers).await.unwrap();
    tx.commit().await.unwrap();
    testing::outbox_sent(&world.test_db.db).await;
    let published = bus.events::<IssuerUpdated>().await;
    assert_eq!(published.len(), count);
    let slugs: Vec<String> =
        published.into_iter().map(|event| event.event.issuer.unwrap().slug).collect();
    assert!(slugs.contains(&"acme".to_owned()), "{slugs:?}");
}
