//! Under a scope, provenance, histories and lists say nothing of what it hides.

use std::time::Duration;

use super::{
    TREASURIES, announce, days_back, is_in, permission, refusal, scope, total, treasuries, within,
    world,
};
use crate::support::{World, asset};
use kit::error::Problem;
use proto::access::v1::{Dimension, Endpoint, Scope, TimeBounds};
use proto::query::v1::Query;
use proto::timeseries::v1::{
    GetAggregateRequest, GetExplanationRequest, GetHolderCohortsRequest, GetOriginsResponse,
    GetSeriesRequest, GetTopHoldersRequest, ListRankedSlugsRequest, RankedNumber, SeriesGroupBy,
    SubjectKind,
};
use timeseries::transactions;
use tonic::Status;

const TRANSFERS: &str = "token_slug,happened_at,block_number,transaction_hash,log_index,kind,amount_raw,amount,from_address,to_address,value_dollar,known_at\n\
    bill-one,2026-11-01T10:00:00Z,7,0xa,0,mint,5000000,5,,0x1,5.5,2026-11-02T00:00:00Z\n\
    bill-one,2026-11-03T10:00:00Z,8,0xb,0,mint,2000000,2,,0x1,,\n\
    coin-one,2026-11-03T10:00:00Z,9,0xc,1,mint,2000000,2,,0x2,,\n";
const HOLDERS: &str = "token_slug,date,rank,address,is_issuer,balance_raw,balance,share,value_dollar\n\
    bill-one,2026-11-03,1,0x1,false,7000000,7,1,\n\
    coin-one,2026-11-03,1,0x2,false,2000000,2,1,\n";

fn reason<T: std::fmt::Debug>(outcome: Result<T, Status>) -> String {
    Problem::from(outcome.unwrap_err()).reason.into_owned()
}

/// Treasuries at an endpoint, at some times.
fn treasuries_at(endpoint: Endpoint, time: TimeBounds) -> Scope {
    let class = vec![is_in(Dimension::AssetClass, &[TREASURIES])];
    Scope { endpoint: endpoint.into(), ..scope(vec![permission(class, time)]) }
}

fn recent_treasuries() -> Scope {
    treasuries_at(Endpoint::AssetTimeseries, days_back(3))
}

fn of_key(slug: &str, date: Option<&str>) -> GetExplanationRequest {
    GetExplanationRequest {
        key: Some(asset(slug, "71")),
        date: date.map(str::to_owned),
        ..GetExplanationRequest::default()
    }
}

#[tokio::test]
async fn a_number_is_explained_without_what_is_hidden() {
    let (_world, mut client) = world().await;
    let client = &mut client;
    within(&recent_treasuries(), async {
        for date in [Some("2026-11-18"), None] {
            let found = client.get_explanation(of_key("bill", date)).await.unwrap().into_inner();
            assert_eq!((found.value, found.versions.len()), (Some(1.0), 1));
            let load = found.versions[0].load.clone().unwrap();
            assert_eq!(load.file, "long.csv");
            assert_eq!((load.accepted, load.series_count, load.first_date), (0, 0, None));
        }
        for slug in ["coin", "new", "none"] {
            let hidden = client.get_explanation(of_key(slug, Some("2026-11-18"))).await;
            assert_eq!(reason(hidden), "series_not_found", "{slug}");
        }
        let old = refusal(client.get_explanation(of_key("bill", Some("2026-11-16"))).await);
        assert!(old.contains("days"), "{old}");
        let of_total = GetExplanationRequest {
            aggregate: Some(total("71")),
            ..GetExplanationRequest::default()
        };
        let found = client.get_aggregate_explanation(of_total).await.unwrap().into_inner();
        let members: Vec<&str> = found.members.iter().map(|one| &*one.subject_slug).collect();
        assert_eq!((found.value, members), (Some(1.0), vec!["bill"]));
        assert_eq!(found.loads.iter().map(|load| load.accepted).collect::<Vec<_>>(), [0]);
    })
    .await;
    let whole = client.get_explanation(of_key("bill", Some("2026-11-16"))).await.unwrap();
    assert!(whole.into_inner().versions[0].load.as_ref().unwrap().accepted > 0);
}

#[tokio::test]
async fn where_months_alone_are_shown_their_last_values_are_explained() {
    let (world, mut client) = world().await;
    let client = &mut client;
    world.clock.advance(Duration::from_hours(1));
    world.load("asset,bill,71,2026-09-30,1\nasset,bill,71,2026-10-29,1.5").await;
    world.refresh().await;
    let months = TimeBounds { granularity_min: Some(3), ..TimeBounds::default() };
    within(&treasuries_at(Endpoint::AssetTimeseries, months), async {
        for (date, month, day, value) in [
            (Some("2026-09-30"), "2026-09-30", "2026-09-30", 1.0),
            (Some("2026-10-31"), "2026-10-31", "2026-10-29", 1.5),
            (None, "2026-10-31", "2026-10-29", 1.5),
        ] {
            let found = client.get_explanation(of_key("bill", date)).await.unwrap().into_inner();
            assert_eq!((&*found.date, found.value_date.as_deref()), (month, Some(day)));
            assert_eq!((found.value, found.versions.len()), (Some(value), 1));
            assert_eq!(found.versions[0].load.as_ref().unwrap().accepted, 0);
        }
        // Neither a day within a month, nor the month that is not over.
        for date in ["2026-10-29", "2026-11-18", "2026-11-20"] {
            let refused = refusal(client.get_explanation(of_key("bill", Some(date))).await);
            assert!(refused.contains("interval"), "{date}: {refused}");
        }
        let of_flow = GetExplanationRequest {
            key: Some(asset("bill", "20")),
            date: Some("2026-10-31".to_owned()),
            ..GetExplanationRequest::default()
        };
        let refused = refusal(client.get_explanation(of_flow).await);
        assert!(refused.contains("interval"), "{refused}");
        let hidden = client.get_explanation(of_key("coin", Some("2026-10-31"))).await;
        assert_eq!(reason(hidden), "series_not_found");
    })
    .await;
}

#[tokio::test]
async fn the_loads_of_numbers_are_those_of_shown_values() {
    let (world, mut client) = world().await;
    let client = &mut client;
    let first: i64 = world.texts("SELECT max(id)::text FROM loads").await[0].parse().unwrap();
    // A load is known after those before it, so that its values are of the future while the clock stands still.
    let mut later = Vec::new();
    for row in ["asset,coin,71,2026-11-19,10", "asset,bill,71,2026-11-10,1"] {
        world.clock.advance(Duration::from_hours(1));
        later.push(world.load(row).await.load_id);
    }
    world.refresh().await;
    let series = GetSeriesRequest {
        keys: vec![asset("bill", "71")],
        from: Some("2026-10-01".to_owned()),
        ..GetSeriesRequest::default()
    };
    let aggregate = GetAggregateRequest {
        from: Some("2026-10-01".to_owned()),
        to: Some("2026-11-19".to_owned()),
        ..total("71")
    };
    within(&recent_treasuries(), async {
        let origins = client.get_series_origins(series.clone()).await.unwrap().into_inner();
        assert_eq!(origins.loads.len(), 1);
        assert!(!origins.runs.is_empty());
        assert!(origins.runs.iter().all(|run| *run.first_date >= *"2026-11-17"), "{origins:?}");
        let origins = client.get_aggregate_origins(aggregate.clone()).await.unwrap().into_inner();
        assert_eq!(origins.loads.len(), 1);
    })
    .await;
    let ids = |origins: GetOriginsResponse| -> Vec<i64> {
        origins.loads.iter().map(|load| load.id).collect()
    };
    let of_class = within(&treasuries(), client.get_aggregate_origins(aggregate.clone())).await;
    assert_eq!(ids(of_class.unwrap().into_inner()), [first, later[1]]);
    let whole = client.get_aggregate_origins(aggregate).await.unwrap().into_inner();
    assert_eq!(ids(whole), [first, later[0], later[1]]);
}

#[tokio::test]
async fn restatements_of_hidden_values_are_neither_listed_nor_counted() {
    let (world, mut client) = world().await;
    let client = &mut client;
    let rows =
        "asset,bill,71,2026-11-16,1.1\nasset,bill,71,2026-11-18,1.1\nasset,coin,71,2026-11-18,11";
    world.load(rows).await;
    world.refresh().await;
    let protocols = treasuries_at(Endpoint::ProtocolTimeseries, TimeBounds::default());
    let both = Scope { further: vec![protocols], ..recent_treasuries() };
    for scope in [recent_treasuries(), both] {
        within(&scope, async {
            let listed = client.list_restatements(Query::default()).await.unwrap().into_inner();
            let found: Vec<_> =
                listed.results.iter().map(|row| (&*row.subject_slug, &*row.date)).collect();
            assert_eq!(found, [("bill", "2026-11-18")]);
            assert_eq!(listed.pagination.unwrap().result_count, 1);
        })
        .await;
    }
    let whole = client.list_restatements(Query::default()).await.unwrap().into_inner();
    assert_eq!(whole.results.len(), 3);
}

/// Tokens of two classes with transfers and holders.
async fn ledger() -> World {
    let world = World::start().await;
    let files = [("transfers.csv", TRANSFERS), ("holders.csv", HOLDERS)];
    assert!(!world.import(&files).await.unwrap().is_refused());
    announce(
        &world,
        r#"UPDATE subjects SET catalog_id = 21, scope_attributes = '{"asset_class_id": 27}'
               WHERE slug = 'bill-one';
           UPDATE subjects SET catalog_id = 22, scope_attributes = '{"asset_class_id": 28}'
               WHERE slug = 'coin-one'"#,
    )
    .await;
    world
}

#[tokio::test]
async fn transactions_of_hidden_tokens_and_days_are_neither_listed_nor_counted() {
    let world = ledger().await;
    world.refresh().await;
    let ctx = world.context();
    let of_tokens = |time| treasuries_at(Endpoint::Transactions, time);
    // The first transfer is older than 18 days.
    for (time, expected) in [(TimeBounds::default(), 2), (days_back(18), 1)] {
        within(&of_tokens(time), async {
            let page = transactions::list(&ctx, &Query::default()).await.unwrap();
            assert!(page.results.iter().all(|row| row.token_slug == "bill-one"), "{page:?}");
            assert_eq!(page.results.len(), expected);
            assert_eq!(page.pagination.unwrap().result_count, expected as u64);
        })
        .await;
    }
    let of_series = treasuries();
    assert!(within(&of_series, transactions::list(&ctx, &Query::default())).await.is_err());
    let whole = transactions::list(&ctx, &Query::default()).await.unwrap();
    assert_eq!(whole.results.len(), 3);
}

#[tokio::test]
async fn holders_are_those_of_shown_tokens_and_days() {
    let world = ledger().await;
    let mut client = world.serve().await;
    let client = &mut client;
    let top = |slug: &str, date: Option<&str>| GetTopHoldersRequest {
        token_slug: slug.to_owned(),
        date: date.map(str::to_owned),
        ..GetTopHoldersRequest::default()
    };
    let history = |slug: &str| GetHolderCohortsRequest {
        token_slug: slug.to_owned(),
        ..GetHolderCohortsRequest::default()
    };
    within(&treasuries_at(Endpoint::Tokens, TimeBounds::default()), async {
        let found = client.get_top_holders(top("bill-one", None)).await.unwrap().into_inner();
        assert_eq!((found.results.len(), found.load.unwrap().accepted), (1, 0));
        for slug in ["coin-one", "none"] {
            let hidden = client.get_top_holders(top(slug, None)).await;
            assert_eq!(reason(hidden), "token_not_found", "{slug}");
        }
        // This scope is about records, and not about values over time.
        refusal(client.get_holder_cohorts(history("bill-one")).await);
    })
    .await;
    within(&treasuries_at(Endpoint::Tokens, days_back(3)), async {
        let found = client.get_top_holders(top("bill-one", None)).await.unwrap().into_inner();
        assert_eq!((found.results.len(), found.date), (0, None));
        let old = refusal(client.get_top_holders(top("bill-one", Some("2026-11-03"))).await);
        assert!(old.contains("days"), "{old}");
    })
    .await;
    within(&treasuries(), async {
        let found = client.get_holder_cohorts(history("bill-one")).await.unwrap().into_inner();
        assert_eq!((found.results.len(), found.loads[0].accepted), (1, 0));
        let hidden = client.get_holder_cohorts(history("coin-one")).await;
        assert_eq!(reason(hidden), "token_not_found");
    })
    .await;
}

#[tokio::test]
async fn an_order_needs_the_numbers_of_all_records() {
    let (_world, mut client) = world().await;
    let client = &mut client;
    let ranked = |slugs: &[&str], is_all_required| ListRankedSlugsRequest {
        slugs: slugs.iter().map(|slug| (*slug).to_owned()).collect(),
        number: Some(RankedNumber { measure: "71".to_owned(), ..RankedNumber::default() }),
        subject_kind: SubjectKind::Asset.into(),
        group_by: SeriesGroupBy::Asset.into(),
        is_descending: true,
        limit: 10,
        is_all_required,
        ..ListRankedSlugsRequest::default()
    };
    within(&treasuries(), async {
        let found = client.list_ranked_slugs(ranked(&["bill", "coin"], false)).await.unwrap();
        let results = found.into_inner().results;
        let found: Vec<_> = results.iter().map(|row| (&*row.slug, row.value)).collect();
        assert_eq!(found, [("bill", Some(1.0)), ("coin", None)]);
        let refused = refusal(client.list_ranked_slugs(ranked(&["bill", "coin"], true)).await);
        assert!(refused.contains("number"), "{refused}");
        client.list_ranked_slugs(ranked(&["bill"], true)).await.unwrap();
    })
    .await;
    let whole = client.list_ranked_slugs(ranked(&["bill", "coin"], true)).await.unwrap();
    assert_eq!(whole.into_inner().results[0].slug, "coin");
}
