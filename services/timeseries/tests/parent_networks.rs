//! Values by parent network: those of a network and of the networks that settle on it.

use crate::support::{Client, World, shown};
use kit::outbox;
use kit::testing::{self, eventually};
use proto::catalog::v1::{Network, NetworkUpdated};
use proto::query::v1::{Filter, Operator, QueryValue};
use proto::timeseries::v1::{
    GetAggregateRequest, GetAggregateResponse, SeriesGroupBy, SubjectKind,
};

const DAY: &str = "2026-11-18";

/// Tokens of an asset on a network, on one that settles there, on one that settles on that one, and on another network;
/// one token is in books.
async fn world() -> World {
    let world = World::start().await;
    let token = |slug: &str, value: i32| format!("token,{slug},71,{DAY},{value}\n");
    let rows = [("main:a", 10), ("layer:a", 20), ("deep:a", 5), ("other:a", 7), ("books:a", 3)];
    let tokens = rows.map(|(slug, value)| token(slug, value)).concat();
    let networks =
        ["main", "layer", "deep", "other"].map(|slug| format!("network,{slug},71,{DAY},1\n"));
    world.load(&(tokens + &networks.concat())).await;
    let mut conn = world.test_db.db.conn().await.unwrap();
    sqlx::query(
        "UPDATE subjects SET
             asset_slug = CASE kind WHEN 'token' THEN 'a' END,
             network_slug = CASE WHEN kind = 'token' AND slug <> 'books:a' THEN split_part(slug, ':', 1) END,
             parent_slug = CASE WHEN kind = 'network' THEN
                 CASE slug WHEN 'layer' THEN 'main' WHEN 'deep' THEN 'layer' END END",
    )
    .execute(&mut *conn)
    .await
    .unwrap();
    drop(conn);
    world
}

fn request(by: SeriesGroupBy, filter: Option<Filter>) -> GetAggregateRequest {
    GetAggregateRequest {
        measure: "71".to_owned(),
        subject_kind: Some(SubjectKind::Token.into()),
        group_by: Some(by.into()),
        filter,
        from: Some(DAY.to_owned()),
        to: Some(DAY.to_owned()),
        ..GetAggregateRequest::default()
    }
}

fn is(field: &str, value: &str) -> Filter {
    Filter {
        operator: Operator::Equals.into(),
        field: Some(field.to_owned()),
        value: Some(QueryValue::text(value)),
        filters: Vec::new(),
    }
}

async fn ask(client: &mut Client, request: GetAggregateRequest) -> GetAggregateResponse {
    client.get_aggregate(request).await.unwrap().into_inner()
}

fn groups(answer: &GetAggregateResponse) -> Vec<(&str, Option<f64>)> {
    let groups = answer.groups.iter();
    groups.map(|group| (group.key.as_deref().unwrap_or("-"), shown(&group.values)[0])).collect()
}

#[tokio::test]
async fn a_parent_has_its_own_values_and_those_of_the_networks_that_settle_on_it() {
    let world = world().await;
    let mut client = world.serve().await;
    let expected = [("main", Some(35.0)), ("other", Some(7.0)), ("-", Some(3.0))];
    let answer = ask(&mut client, request(SeriesGroupBy::ParentNetwork, None)).await;
    assert_eq!(groups(&answer), expected);
    assert_eq!(answer.groups[0].member_count, 3);
    assert_eq!(shown(&answer.total.unwrap().values), [Some(45.0)]);
    // The same beside a filter, for which no sums are kept.
    let of_asset = Some(is("asset", "a"));
    let answer = ask(&mut client, request(SeriesGroupBy::ParentNetwork, of_asset.clone())).await;
    assert_eq!(groups(&answer), expected);
    // Assets count by their tokens.
    let of_assets = GetAggregateRequest {
        subject_kind: Some(SubjectKind::Asset.into()),
        ..request(SeriesGroupBy::ParentNetwork, None)
    };
    world.load_as("later.csv", &format!("asset,a,71,{DAY},45")).await;
    world.refresh().await;
    assert_eq!(groups(&ask(&mut client, of_assets).await), expected);
    let of_networks = GetAggregateRequest {
        subject_kind: Some(SubjectKind::Network.into()),
        ..request(SeriesGroupBy::ParentNetwork, None)
    };
    assert_eq!(
        groups(&ask(&mut client, of_networks).await),
        [("main", Some(3.0)), ("other", Some(1.0))]
    );
}

#[tokio::test]
async fn what_is_below_a_parent_is_chosen_by_it() {
    let world = world().await;
    let mut client = world.serve().await;
    let below = Some(is("parent_network", "main"));
    let answer = ask(&mut client, request(SeriesGroupBy::Network, below)).await;
    let expected = [("layer", Some(20.0)), ("main", Some(10.0)), ("deep", Some(5.0))];
    assert_eq!(groups(&answer), expected);
}

#[tokio::test]
async fn the_catalog_announces_a_parent() {
    let world = World::start().await;
    let bus = testing::bus(&world.app);
    let ctx = world.context();
    world.run(&ctx, &bus);
    world.load(&format!("network,layer,71,{DAY},1\nnetwork,main,71,{DAY},2")).await;
    let network = Network {
        id: 1,
        slug: "layer".to_owned(),
        name: "Layer".to_owned(),
        parent_slug: Some("main".to_owned()),
        updated_at: 1,
        ..Network::default()
    };
    let mut tx = world.test_db.db.tx().await.unwrap();
    outbox::publish(&mut tx, &NetworkUpdated { network: Some(network) }).await.unwrap();
    tx.commit().await.unwrap();
    testing::outbox_sent(&world.test_db.db).await;
    eventually("the catalog was heard", || async {
        world
            .texts(
                "SELECT parent_slug FROM subjects WHERE slug = 'layer' AND parent_slug IS NOT NULL",
            )
            .await
            == ["main"]
    })
    .await;
    let mut client = world.serve().await;
    let of_networks = GetAggregateRequest {
        subject_kind: Some(SubjectKind::Network.into()),
        ..request(SeriesGroupBy::ParentNetwork, None)
    };
    assert_eq!(groups(&ask(&mut client, of_networks).await), [("main", Some(3.0))]);
    assert_eq!(testing::dead_letters(&bus).await, Vec::<String>::new());
}
