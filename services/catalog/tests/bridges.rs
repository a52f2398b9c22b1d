//! Bridges: imported, listed with both networks, distinguished by whether they reconcile, and refused where they are wrong.

use crate::support::{World, listed, record};
use proto::catalog::v1::{Bridge, ListBridgesResponse};
use proto::query::v1::{Filter, Operator, Query, QueryValue};

const HEAD: &str = "slug,name,source_token_slug,target_token_slug,bridge_name,bridge_type,escrow_address,reported_on,\
                    locked_amount,minted_amount,source,licence,retrieved_on\n";

fn row(slug: &str, target: &str, kind: &str, escrow: &str, day: &str, amounts: &str) -> String {
    format!(
        "{slug},Bridge {slug},one:0xab,{target},Ferry,{kind},{escrow},{day},{amounts},test,CC0-1.0,2026-01-02\n"
    )
}

/// The small world with a second token of its asset, on the other network.
async fn world() -> World {
    let world = World::small().await;
    let tokens = "slug,name,asset_slug,network_slug,address,decimals,token_type,tokenization_type\n\
                  one:0xab,Coin,coin,one,0xab,6,fungible,distributed\n\
                  two:0xcd,Coin,coin,two,0xcd,6,fungible,distributed\n";
    let report = world.add("tokens.csv", tokens).await;
    assert!(!report.is_refused(), "{report}");
    world
}

#[tokio::test]
async fn a_pair_shows_both_networks_and_whether_it_reconciles() {
    let world = world().await;
    let day = "2025-10-31";
    let file = HEAD.to_owned()
        + &row("even", "two:0xcd", "lock_and_mint", "0xee", day, "1000,999")
        + &row("uneven", "two:0xcd", "burn_and_mint", "", day, "1000,998.9")
        + &row("none", "two:0xcd", "burn_and_mint", "", day, "0,0");
    let report = world.add("bridges.csv", &file).await;
    assert!(!report.is_refused(), "{report}");
    assert_eq!(world.add("bridges.csv", &file).await.changed_count(), 0);

    let mut client = world.serve().await;
    let even: Bridge = record(&mut client, "bridges", "even").await.unwrap();
    assert_eq!(even.asset_slug.as_deref(), Some("coin"));
    let networks = (even.source_network_slug.as_deref(), even.target_network_slug.as_deref());
    assert_eq!(networks, (Some("one"), Some("two")));
    assert_eq!((even.locked_amount, even.minted_amount), (1000.0, 999.0));
    let filter = Filter {
        operator: Operator::Equals.into(),
        field: Some("is_reconciled".to_owned()),
        value: Some(QueryValue::flag(true)),
        filters: Vec::new(),
    };
    let query = Query { filter: Some(filter), ..Query::default() };
    let page: ListBridgesResponse = listed(&mut client, "bridges", query).await.unwrap();
    let slugs: Vec<&str> = page.results.iter().map(|bridge| bridge.slug.as_str()).collect();
    assert_eq!(slugs, ["even", "none"], "a thousandth of the larger amount is tolerated");
}

#[tokio::test]
async fn wrong_pairs_are_refused_with_their_place() {
    let world = world().await;
    let day = "2025-10-31";
    let (burning, locking) = ("burn_and_mint", "lock_and_mint");
    for (row, column, expected) in [
        (row("a", "one:0xab", burning, "", day, "1,1"), "target_token_slug", "another token"),
        (row("a", "two:0xff", burning, "", day, "1,1"), "target_token_slug", "existing tokens"),
        (row("a", "two:0xcd", burning, "0xee", day, "1,1"), "escrow_address", "no address"),
        (row("a", "two:0xcd", "swap", "", day, "1,1"), "bridge_type", "one of lock_and_mint"),
        (row("a", "two:0xcd", locking, "0xee", "2999-01-01", "1,1"), "reported_on", "not after"),
        (row("a", "two:0xcd", locking, "0xee", day, "-1,1"), "locked_amount", ""),
    ] {
        let report = world.add("bridges.csv", &(HEAD.to_owned() + &row)).await;
        let rejections = &report.files[0].rejections;
        assert_eq!(rejections.len(), 1, "{row}{report}");
        assert_eq!((rejections[0].line, rejections[0].column.as_deref()), (2, Some(column)));
        assert!(rejections[0].expected.contains(expected), "{expected}\n{report}");
    }
    assert_eq!(world.texts("SELECT slug FROM bridges").await, Vec::<String>::new());
}
