//! Records deleted in the catalog count nowhere, and count again when they are created again.

use std::collections::BTreeMap;

use crate::support::{Client, World, asset, shown};
use kit::db::Tx;
use kit::inbox::{Consumer, Durable};
use kit::outbox;
use kit::testing::{self, TestBus, eventually};
use proto::catalog::v1::{
    Asset, AssetCreated, AssetDeleted, AssetUpdated, Token, TokenCreated, TokenDeleted,
};
use proto::events::{CATALOG, Event as _, Keyed};
use proto::query::v1::Query;
use proto::timeseries::v1::{
    GetAggregateRequest, GetHolderCohortsRequest, GetSeriesRequest, GetTopHoldersRequest,
    RecordsChanged, SubjectKind,
};

/// As the service declares it.
static FOLLOWER: Durable = Durable::new("timeseries__catalog", &CATALOG);
/// As it was before: a durable for each type.
static ASSETS_CREATED: Durable = Durable {
    subjects: AssetCreated::SUBJECT,
    ..Durable::new("timeseries__assets_created", &CATALOG)
};

fn coin(id: i64, slug: &str, updated_at: i64) -> Asset {
    let (slug, name) = (slug.to_owned(), slug.to_uppercase());
    Asset { id, slug, name, updated_at, ..Asset::default() }
}

fn deleted(id: i64, slug: &str) -> AssetDeleted {
    AssetDeleted { id, slug: slug.to_owned(), name: slug.to_uppercase() }
}

/// The service on a bus, and the outbox of a catalog, which is its own.
pub struct FollowingService {
    pub world: World,
    bus: TestBus,
    pub client: Client,
}

impl FollowingService {
    pub async fn start() -> Self {
        let world = World::start().await;
        let bus = testing::bus(&world.app);
        // The catalog's to create, which is not here.
        eventually("the stream is there", || async { bus.ensure(&CATALOG).await.is_ok() }).await;
        world.run(&world.context(), &bus);
        let client = world.serve().await;
        Self { world, bus, client }
    }

    pub async fn tx(&self) -> Tx {
        self.world.test_db.db.tx().await.unwrap()
    }

    pub async fn publish<E: Keyed>(&self, event: &E) {
        let mut tx = self.tx().await;
        outbox::publish(&mut tx, event).await.unwrap();
        tx.commit().await.unwrap();
    }

    /// Waits until every event has taken effect, also in memory.
    pub async fn settle(&self) {
        testing::outbox_sent(&self.world.test_db.db).await;
        eventually("the catalog is followed", || async {
            self.bus.unhandled(&FOLLOWER).await == Some(0)
        })
        .await;
        testing::outbox_sent(&self.world.test_db.db).await;
        // The service refreshes its snapshot beside the test.
        eventually("the snapshot is current", || async {
            self.world.refresh().await;
            let state = "SELECT coalesce(max(id), 0) || '.' || (SELECT coalesce(sum(version), 0) FROM subjects) + (SELECT count(*) FROM source_ranks) FROM loads";
            let snapshot = self.world.snapshot.get().map(|served| served.snapshot().generation().to_string());
            snapshot == self.world.texts(state).await.pop()
        })
        .await;
        assert!(testing::dead_letters(&self.bus).await.is_empty());
    }

    async fn total(&self) -> Vec<Option<f64>> {
        let request = GetAggregateRequest {
            measure: "71".to_owned(),
            subject_kind: Some(SubjectKind::Asset.into()),
            from: Some("2026-11-18".to_owned()),
            to: Some("2026-11-19".to_owned()),
            ..GetAggregateRequest::default()
        };
        let answer = self.client.clone().get_aggregate(request).await.unwrap().into_inner();
        shown(&answer.total.map(|total| total.values).unwrap_or_default())
    }

    async fn series(&self) -> Vec<String> {
        let answer = self.client.clone().list_series(Query::default()).await.unwrap().into_inner();
        answer.results.into_iter().map(|series| series.subject_slug).collect()
    }

    async fn transactions(&self) -> String {
        let answer = self.client.clone().list_transactions_text(Query::default()).await.unwrap();
        String::from_utf8(answer.into_inner().json.to_vec()).unwrap()
    }

    /// How often answers about each subject were declared out of date.
    async fn announced(&self) -> BTreeMap<String, usize> {
        let mut counts = BTreeMap::new();
        for changed in self.bus.events::<RecordsChanged>().await {
            for slug in changed.event.subject_slugs {
                *counts.entry(slug).or_default() += 1;
            }
        }
        counts
    }

    async fn deleted(&self) -> Vec<String> {
        let statement = "SELECT slug FROM subjects WHERE deleted_at IS NOT NULL ORDER BY slug";
        self.world.texts(statement).await
    }
}

#[tokio::test]
async fn a_deleted_record_counts_nowhere_until_it_is_created_again() {
    let service = FollowingService::start().await;
    service.publish(&AssetCreated { asset: Some(coin(7, "coin", 1)) }).await;
    service.publish(&AssetCreated { asset: Some(coin(8, "cash", 1)) }).await;
    let token = Token {
        id: 3,
        slug: "coin-one".to_owned(),
        name: "Coin on One".to_owned(),
        asset_slug: Some("coin".to_owned()),
        updated_at: 1,
        ..Token::default()
    };
    service.publish(&TokenCreated { token: Some(token) }).await;
    service.settle().await;
    let world = &service.world;
    world
        .load(
            "asset,coin,71,2026-11-18,5\nasset,cash,71,2026-11-18,7\ntoken,coin-one,71,2026-11-18,5",
        )
        .await;
    let mut tx = service.tx().await;
    sqlx::raw_sql(
        "INSERT INTO transfers (token_id, load_id, happened_at, block_number, transaction_hash, log_index, kind,
             to_address, amount_raw, amount)
         SELECT id, 1, '2026-11-18', 1, '0xabc', 0, 'mint', '0x1', 5, 5 FROM subjects WHERE slug = 'coin-one';
         INSERT INTO holders (token_id, date, rank, load_id, address, is_issuer, balance_raw, balance, share)
         SELECT id, '2026-11-18', 1, 1, '0x1', false, 5, 5, 1 FROM subjects WHERE slug = 'coin-one'",
    )
    .execute(&mut *tx)
    .await
    .unwrap();
    tx.commit().await.unwrap();
    // Transfers come with loads.
    world.load_as("later.csv", "asset,cash,71,2026-11-19,7").await;
    service.settle().await;
    assert_eq!(service.total().await, [Some(12.0), Some(12.0)]);
    assert_eq!(service.series().await, ["coin", "cash", "coin-one"]);
    assert!(service.transactions().await.contains("0xabc"));
    let holders = |as_of: Option<&str>| {
        let request = GetTopHoldersRequest {
            token_slug: "coin-one".to_owned(),
            as_of: as_of.map(str::to_owned),
            ..GetTopHoldersRequest::default()
        };
        let mut client = service.client.clone();
        async move { client.get_top_holders(request).await }
    };
    assert!(holders(None).await.is_ok());
    let cohorts = || {
        let token_slug = "coin-one".to_owned();
        let request = GetHolderCohortsRequest { token_slug, ..GetHolderCohortsRequest::default() };
        let mut client = service.client.clone();
        async move { client.get_holder_cohorts(request).await }
    };
    assert_eq!(cohorts().await.unwrap().into_inner().results.len(), 1);
    let before = (world.observations().await, service.announced().await);

    let token = TokenDeleted { id: 3, slug: "coin-one".to_owned(), ..TokenDeleted::default() };
    service.publish(&token).await;
    service.publish(&deleted(7, "coin")).await;
    service.settle().await;
    assert_eq!(service.deleted().await, ["coin", "coin-one"]);
    assert_eq!(service.total().await, [Some(7.0), Some(7.0)]);
    assert_eq!(service.series().await, ["cash"]);
    assert!(!service.transactions().await.contains("0xabc"));
    assert!(holders(None).await.is_err() && cohorts().await.is_err());
    let request =
        GetSeriesRequest { keys: vec![asset("coin", "71")], ..GetSeriesRequest::default() };
    assert!(service.client.clone().get_series(request).await.is_err());
    assert_eq!(world.observations().await, before.0, "the numbers stay");
    let announced = service.announced().await;
    assert_eq!(announced["coin"], before.1["coin"] + 1, "answers are made anew");
    assert_eq!(announced["coin-one"], before.1["coin-one"] + 1);

    // A file brings nobody back.
    world.load_as("later.csv", "asset,coin,71,2026-11-19,6").await;
    service.settle().await;
    assert_eq!(service.total().await, [Some(7.0), Some(7.0)]);
    assert_eq!(service.deleted().await, ["coin", "coin-one"]);

    service.publish(&AssetCreated { asset: Some(coin(9, "coin", 2)) }).await;
    service.settle().await;
    assert_eq!(service.deleted().await, ["coin-one"]);
    assert_eq!(service.total().await, [Some(12.0), Some(13.0)], "with what it had");
    assert_eq!(service.series().await, ["coin", "cash"]);

    // The end of a record that another one has followed.
    service.publish(&deleted(7, "coin")).await;
    service.settle().await;
    assert_eq!(service.deleted().await, ["coin-one"]);
}

#[tokio::test]
async fn a_replay_of_the_stream_ends_where_it_began() {
    let service = FollowingService::start().await;
    service.publish(&AssetCreated { asset: Some(coin(7, "coin", 1)) }).await;
    service.publish(&AssetUpdated { asset: Some(coin(7, "coin", 2)) }).await;
    service.publish(&deleted(7, "coin")).await;
    service.publish(&AssetCreated { asset: Some(coin(8, "cash", 1)) }).await;
    service.publish(&AssetUpdated { asset: Some(coin(8, "cash", 2)) }).await;
    service.settle().await;
    let before = service.announced().await;
    assert_eq!(before["cash"], 2);
    let state = || async {
        let statement = "SELECT slug || ' ' || version || ' ' || updated_at || coalesce(' deleted ' || catalog_id, '')
             FROM subjects ORDER BY slug";
        service.world.texts(statement).await
    };
    let known = state().await;

    // The inbox forgets old events: the order of the records is still known.
    forget(&service, "DELETE FROM inbox").await;
    service.settle().await;
    assert_eq!((state().await, service.announced().await), (known, before.clone()));

    // Nothing at all is known of what was handled.
    forget(&service, "DELETE FROM inbox; DELETE FROM inbox_aggregates").await;
    service.settle().await;
    assert_eq!(service.deleted().await, ["coin"]);
    assert_eq!(service.announced().await["cash"], before["cash"]);
}

async fn forget(service: &FollowingService, statement: &'static str) {
    let mut tx = service.tx().await;
    sqlx::raw_sql(statement).execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
    service.bus.delete_consumer(&FOLLOWER).await;
    eventually("the consumer is there again", || async {
        service.bus.unhandled(&FOLLOWER).await.is_some()
    })
    .await;
}

#[tokio::test]
async fn the_durable_goes_on_where_those_of_the_release_before_ended() {
    let world = World::start().await;
    let bus = testing::bus(&world.app);
    let before = testing::app();
    let old = bus.reconnect(&before);
    outbox::relay(&before, world.test_db.connect(&before), old.clone());
    // Its effects are left out, so that what is handled again would show.
    Consumer::new(&ASSETS_CREATED).on::<AssetCreated>(|_, _| Box::pin(async { Ok(()) })).start(
        &before,
        &old,
        &world.test_db.connect(&before),
    );
    let publish = |ids: std::ops::Range<i64>| {
        let db = world.test_db.db.clone();
        async move {
            let mut tx = db.tx().await.unwrap();
            for id in ids {
                let created = AssetCreated { asset: Some(coin(id, &format!("coin-{id:02}"), 1)) };
                outbox::publish(&mut tx, &created).await.unwrap();
            }
            tx.commit().await.unwrap();
        }
    };
    publish(0..20).await;
    eventually("half of the events are handled", || async {
        world.texts("SELECT count(*)::text FROM inbox").await == ["20"]
    })
    .await;
    eventually("and acknowledged", || async { bus.unhandled(&ASSETS_CREATED).await == Some(0) })
        .await;
    before.stopping().cancel();
    publish(20..40).await;

    world.run(&world.context(), &bus);
    eventually("the other half is handled", || async {
        world.texts("SELECT count(*)::text FROM subjects").await == ["20"]
    })
    .await;
    eventually("everything is acknowledged", || async {
        bus.unhandled(&FOLLOWER).await == Some(0)
    })
    .await;
    assert_eq!(world.texts("SELECT min(slug) FROM subjects").await, ["coin-20"]);
    assert_eq!(world.texts("SELECT count(*)::text FROM subjects").await, ["20"]);
    eventually("the earlier durable is gone", || async {
        bus.unhandled(&ASSETS_CREATED).await.is_none()
    })
    .await;
}
