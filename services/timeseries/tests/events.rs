//! Events of the catalog that the service consumes, and loads that every replica receives, on a real bus.

use crate::support::World;
use kit::outbox;
use kit::testing::{self, eventually};
use proto::catalog::v1::{Asset, AssetCreated, AssetUpdated, Token, TokenCreated};
use proto::timeseries::v1::{GetAggregateRequest, SeriesGroupBy, SubjectKind};
use timeseries::context::Context;
use timeseries::snapshot::{self, CurrentSnapshot};

fn coin(class: &str, updated_at: i64) -> Asset {
    Asset {
        id: 1,
        slug: "coin".to_owned(),
        name: "Coin".to_owned(),
        asset_class_id: 27,
        asset_class_slug: class.to_owned(),
        network_slugs: vec!["one".to_owned()],
        issuer_id: Some(3),
        issuer_slug: Some("mint".to_owned()),
        manager_slug: Some("keeper".to_owned()),
        platform_slug: Some("works".to_owned()),
        country_code: Some("LU".to_owned()),
        source: "mint.example".to_owned(),
        licence: "facts".to_owned(),
        updated_at,
        ..Asset::default()
    }
}

#[tokio::test]
async fn numbers_are_grouped_by_properties_of_the_catalog() {
    let world = World::start().await;
    let bus = testing::bus(&world.app);
    let ctx = world.context();
    world.run(&ctx, &bus);
    world.load("asset,coin,71,2026-11-18,5\ntoken,coin-one,71,2026-11-18,3").await;
    let mut tx = world.test_db.db.tx().await.unwrap();
    outbox::publish(&mut tx, &AssetUpdated { asset: Some(coin("treasuries", 2)) }).await.unwrap();
    // The event that was published first arrives last.
    outbox::publish(&mut tx, &AssetCreated { asset: Some(coin("stablecoins", 1)) }).await.unwrap();
    let token = Token {
        id: 2,
        slug: "coin-one".to_owned(),
        name: "Coin on One".to_owned(),
        asset_id: Some(1),
        asset_slug: Some("coin".to_owned()),
        platform_slug: Some("house".to_owned()),
        updated_at: 1,
        ..Token::default()
    };
    outbox::publish(&mut tx, &TokenCreated { token: Some(token) }).await.unwrap();
    tx.commit().await.unwrap();
    testing::outbox_sent(&world.test_db.db).await;

    eventually("the catalog was heard", || async {
        world.texts("SELECT count(*)::text FROM inbox").await == ["3"]
    })
    .await;
    let origin = "SELECT source || ', ' || licence FROM subjects WHERE slug = 'coin'";
    assert_eq!(world.texts(origin).await, ["mint.example, facts"]);
    let attributes = "SELECT concat_ws(' ', slug, scope_attributes->'asset_class_id', scope_attributes->'issuer_id',
            scope_attributes->'asset_id', scope_attributes->'network_slugs')
        FROM subjects ORDER BY slug";
    let expected = [r#"coin 27 3 1 ["one"]"#, "coin-one null null 1 []"];
    assert_eq!(world.texts(attributes).await, expected);
    let mut client = world.serve().await;
    let mut groups = async |kind: SubjectKind, by: SeriesGroupBy| {
        let request = GetAggregateRequest {
            measure: "71".to_owned(),
            subject_kind: Some(kind.into()),
            group_by: Some(by.into()),
            ..GetAggregateRequest::default()
        };
        let answer = client.get_aggregate(request).await.unwrap().into_inner();
        answer.groups.into_iter().filter_map(|group| group.key).collect::<Vec<_>>()
    };
    // The facts of the asset hold for its token, unless the token states others.
    for kind in [SubjectKind::Asset, SubjectKind::Token] {
        assert_eq!(groups(kind, SeriesGroupBy::AssetClass).await, ["treasuries"]);
        assert_eq!(groups(kind, SeriesGroupBy::Issuer).await, ["mint"]);
        assert_eq!(groups(kind, SeriesGroupBy::Manager).await, ["keeper"]);
        assert_eq!(groups(kind, SeriesGroupBy::Country).await, ["LU"]);
    }
    assert_eq!(groups(SubjectKind::Asset, SeriesGroupBy::Platform).await, ["works"]);
    assert_eq!(groups(SubjectKind::Token, SeriesGroupBy::Platform).await, ["house"]);
    assert_eq!(testing::dead_letters(&bus).await, Vec::<String>::new());
}

#[tokio::test]
async fn a_load_reaches_every_replica() {
    let world = World::start().await;
    let bus = testing::bus(&world.app);
    let ctx = world.context();
    world.run(&ctx, &bus);
    let second = Context { snapshot: CurrentSnapshot::new(1 << 30), ..ctx.clone() };
    snapshot::follow(&world.app, &second.db, &second.snapshot, Some(&bus));
    eventually("both are ready", || async {
        ctx.snapshot.get().is_some() && second.snapshot.get().is_some()
    })
    .await;
    let loaded = world.load("asset,coin,71,2026-11-18,5").await;
    eventually("both have the load", || async {
        let has = |current: &CurrentSnapshot| {
            current
                .get()
                .is_some_and(|served| served.snapshot().generation().load == loaded.load_id)
        };
        has(&ctx.snapshot) && has(&second.snapshot)
    })
    .await;
}
