//! Feeder funds and their master fund: money counts once in a total, and each fund by itself has all of its value.

use crate::support::{Client, World, asset, shown};
use kit::outbox;
use kit::testing::{self, eventually};
use proto::catalog::v1::{Asset, AssetUpdated};
use proto::query::v1::{Filter, Operator, QueryValue};
use proto::timeseries::v1::{
    GetAggregateRequest, GetAggregateResponse, GetExplanationRequest, GetSeriesRequest, GroupKey,
    ListRankedSlugsRequest, RankedNumber, SeriesGroupBy, SubjectKind,
};

const DAY: &str = "2026-11-18";

/// A master fund of which two feeder funds hold nearly all, and a fund of its own.
const FUNDS: [(&str, i32, &str, &str); 4] = [
    ("pot", 100, "", "ann"),
    ("onshore", 60, "pot", "ann"),
    ("offshore", 35, "pot", "bob"),
    ("own", 7, "", "bob"),
];

async fn world() -> World {
    let world = World::start().await;
    let values = FUNDS.map(|(slug, value, ..)| {
        format!(
            "asset,{slug},71,{DAY},{value}\nasset,{slug},18,{DAY},{value}\nasset,{slug},15,{DAY},{value}\n\
             token,one:{slug},71,{DAY},{value}\n"
        )
    });
    world.load(&values.concat()).await;
    let mut conn = world.test_db.db.conn().await.unwrap();
    for (slug, _, master, manager) in FUNDS {
        sqlx::query(
            "UPDATE subjects SET master_slug = nullif($2, ''), manager_slug = $3 WHERE kind = 'asset' AND slug = $1",
        )
        .bind(slug)
        .bind(master)
        .bind(manager)
        .execute(&mut *conn)
        .await
        .unwrap();
    }
    sqlx::query("UPDATE subjects SET asset_slug = split_part(slug, ':', 2), network_slug = 'one' WHERE kind = 'token'")
        .execute(&mut *conn)
        .await
        .unwrap();
    drop(conn);
    world
}

fn request(measure: &str, by: SeriesGroupBy) -> GetAggregateRequest {
    GetAggregateRequest {
        measure: measure.to_owned(),
        group_by: Some(by.into()),
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

async fn ask(client: &mut Client, request: &GetAggregateRequest) -> GetAggregateResponse {
    client.get_aggregate(request.clone()).await.unwrap().into_inner()
}

fn total(answer: &GetAggregateResponse) -> Option<f64> {
    shown(&answer.total.as_ref().unwrap().values)[0]
}

fn groups(answer: &GetAggregateResponse) -> Vec<(&str, Option<f64>)> {
    let groups = answer.groups.iter();
    groups.map(|group| (group.key.as_deref().unwrap_or("-"), shown(&group.values)[0])).collect()
}

fn feeders(answer: &GetAggregateResponse) -> Vec<(&str, &str)> {
    let feeders = answer.feeders.iter();
    feeders.map(|fund| (fund.asset_slug.as_str(), fund.master_slug.as_str())).collect()
}

#[tokio::test]
async fn a_total_counts_the_money_of_feeders_in_their_master() {
    let world = world().await;
    let mut client = world.serve().await;
    let left_out = [("offshore", "pot"), ("onshore", "pot")];
    for measure in ["71", "18"] {
        for by in [SeriesGroupBy::None, SeriesGroupBy::Manager, SeriesGroupBy::Asset] {
            let kept = ask(&mut client, &request(measure, by)).await;
            assert_eq!(
                (total(&kept), feeders(&kept), kept.feeder_count),
                (Some(107.0), left_out.to_vec(), 2)
            );
            assert_eq!(kept.total.as_ref().unwrap().member_count, 2);
            // Of weeks there are no kept sums.
            let weekly = GetAggregateRequest {
                interval: Some(proto::timeseries::v1::SeriesInterval::Week.into()),
                ..request(measure, by)
            };
            let calculated = ask(&mut client, &weekly).await;
            assert_eq!((total(&calculated), groups(&calculated)), (total(&kept), groups(&kept)));
            assert_eq!(calculated.feeders, kept.feeders);
        }
    }
    let by_manager = ask(&mut client, &request("71", SeriesGroupBy::Manager)).await;
    assert_eq!(groups(&by_manager), [("ann", Some(100.0)), ("bob", Some(7.0))]);
    // Holders of a feeder are no holders of the master.
    let holders = ask(&mut client, &request("15", SeriesGroupBy::None)).await;
    assert_eq!((total(&holders), holders.feeder_count), (Some(202.0), 0));
}

#[tokio::test]
async fn tokens_of_feeders_are_left_out_with_their_funds() {
    let world = world().await;
    let mut client = world.serve().await;
    let of_tokens = GetAggregateRequest {
        subject_kind: Some(SubjectKind::Token.into()),
        ..request("71", SeriesGroupBy::Network)
    };
    let by_network = request("71", SeriesGroupBy::Network);
    for request in [of_tokens, by_network] {
        let answer = ask(&mut client, &request).await;
        assert_eq!(groups(&answer), [("one", Some(107.0))]);
        assert_eq!(feeders(&answer), [("offshore", "pot"), ("onshore", "pot")]);
    }
}

#[tokio::test]
async fn a_feeder_counts_where_its_master_does_not() {
    let world = world().await;
    let mut client = world.serve().await;
    let of_bob = GetAggregateRequest {
        filter: Some(is("manager", "bob")),
        ..request("71", SeriesGroupBy::None)
    };
    let answer = ask(&mut client, &of_bob).await;
    assert_eq!((total(&answer), answer.feeder_count), (Some(42.0), 0));
    let keys = vec![asset("onshore", "71")];
    let series = GetSeriesRequest { keys, ..GetSeriesRequest::default() };
    let series = client.get_series(series).await.unwrap().into_inner();
    assert_eq!(shown(&series.lines[0].values), [Some(60.0)]);
}

#[tokio::test]
async fn a_reader_may_ask_for_every_fund() {
    let world = world().await;
    let mut client = world.serve().await;
    let every =
        GetAggregateRequest { counts_feeders: Some(true), ..request("71", SeriesGroupBy::Asset) };
    let answer = ask(&mut client, &every).await;
    assert_eq!((total(&answer), answer.counts_twice, answer.feeder_count), (Some(202.0), true, 0));
    assert_eq!(answer.groups.len(), 4);
    let alone = GetAggregateRequest { filter: Some(is("slug", "onshore")), ..every };
    assert!(!ask(&mut client, &alone).await.counts_twice);
    let rank = |by: SeriesGroupBy, slugs: &[&str]| ListRankedSlugsRequest {
        slugs: slugs.iter().map(|slug| (*slug).to_owned()).collect(),
        number: Some(RankedNumber { measure: "71".to_owned(), ..RankedNumber::default() }),
        subject_kind: SubjectKind::Asset.into(),
        group_by: by.into(),
        is_descending: true,
        limit: 10,
        ..ListRankedSlugsRequest::default()
    };
    let ranked = |by, slugs: &'static [&'static str]| {
        let (mut client, request) = (client.clone(), rank(by, slugs));
        async move {
            let results = client.list_ranked_slugs(request).await.unwrap().into_inner().results;
            results.into_iter().map(|one| (one.slug, one.value)).collect::<Vec<_>>()
        }
    };
    let funds = ranked(SeriesGroupBy::Asset, &["onshore", "pot"]).await;
    assert_eq!(funds, [("pot".to_owned(), Some(100.0)), ("onshore".to_owned(), Some(60.0))]);
    let managers = ranked(SeriesGroupBy::Manager, &["ann", "bob"]).await;
    assert_eq!(managers, [("ann".to_owned(), Some(100.0)), ("bob".to_owned(), Some(7.0))]);
}

#[tokio::test]
async fn an_explanation_names_the_feeders_that_a_total_leaves_out() {
    let world = world().await;
    let mut client = world.serve().await;
    let of = request("71", SeriesGroupBy::None);
    let request =
        GetExplanationRequest { aggregate: Some(of.clone()), ..GetExplanationRequest::default() };
    let explained = client.get_aggregate_explanation(request).await.unwrap().into_inner();
    let answer = ask(&mut client, &of).await;
    assert_eq!((explained.value, explained.method_version.as_str()), (Some(107.0), "7"));
    assert_eq!((explained.feeder_count, explained.feeders), (2, answer.feeders));
    assert_eq!(explained.members.len(), 2);
}

#[tokio::test]
async fn an_explanation_of_a_group_names_its_own_feeders() {
    let world = world().await;
    let mut client = world.serve().await;
    let by_manager = request("71", SeriesGroupBy::Manager);
    // Ann manages the master and the first feeder, Bob the second feeder and a fund of his own.
    for (measure, manager, expected) in [
        ("71", "ann", &["onshore"][..]),
        ("71", "bob", &["offshore"][..]),
        ("market_share", "bob", &["offshore", "onshore"][..]),
    ] {
        let request = GetExplanationRequest {
            aggregate: Some(GetAggregateRequest {
                measure: measure.to_owned(),
                ..by_manager.clone()
            }),
            group: Some(GroupKey { key: Some(manager.to_owned()), is_other: None }),
            ..GetExplanationRequest::default()
        };
        let explained = client.get_aggregate_explanation(request).await.unwrap().into_inner();
        let named: Vec<&str> =
            explained.feeders.iter().map(|fund| fund.asset_slug.as_str()).collect();
        assert_eq!((named.as_slice(), explained.feeder_count as usize), (expected, expected.len()));
    }
}

#[tokio::test]
async fn the_catalog_announces_a_master() {
    let world = World::start().await;
    let bus = testing::bus(&world.app);
    let ctx = world.context();
    world.run(&ctx, &bus);
    world.load(&format!("asset,onshore,71,{DAY},60\nasset,pot,71,{DAY},100")).await;
    let feeder = Asset {
        id: 1,
        slug: "onshore".to_owned(),
        name: "Onshore".to_owned(),
        master_slug: Some("pot".to_owned()),
        updated_at: 1,
        ..Asset::default()
    };
    let mut tx = world.test_db.db.tx().await.unwrap();
    outbox::publish(&mut tx, &AssetUpdated { asset: Some(feeder) }).await.unwrap();
    tx.commit().await.unwrap();
    testing::outbox_sent(&world.test_db.db).await;
    eventually("the catalog was heard", || async {
        world.texts("SELECT master_slug FROM subjects WHERE slug = 'onshore' AND master_slug IS NOT NULL").await
            == ["pot"]
    })
    .await;
    let mut client = world.serve().await;
    let answer = ask(&mut client, &request("71", SeriesGroupBy::None)).await;
    assert_eq!((total(&answer), feeders(&answer)), (Some(100.0), vec![("onshore", "pot")]));
    assert_eq!(answer.feeders[0].name, "Onshore");
}
