//! Ranks of sources: imported, edited with their history, published, and refused where they are wrong.

use crate::support::{World, listed};
use proto::catalog::v1::ListSourceRanksResponse;
use proto::query::v1::Query;

const HEAD: &str =
    "slug,name,source_slug,rank,valid_from,valid_until,reason,source,licence,retrieved_on\n";

fn row(slug: &str, rank: &str, from: &str, until: &str) -> String {
    format!("{slug},Rank {slug},report,{rank},{from},{until},Audited,test,CC0-1.0,2026-01-02\n")
}

#[tokio::test]
async fn ranks_are_imported_published_and_listed_by_rank() {
    let world = World::small().await;
    world.forget_events().await;
    let rows =
        row("second", "2", "2026-01-01", "") + &row("first", "1", "2026-01-01", "2026-03-31");
    let report = world.add("source_ranks.csv", &(HEAD.to_owned() + &rows)).await;
    assert!(!report.is_refused(), "{report}");
    assert_eq!(world.queued_events().await, ["source_rank.created 2"]);
    let mut client = world.serve().await;
    let page: ListSourceRanksResponse =
        listed(&mut client, "source_ranks", Query::default()).await.unwrap();
    let ranks: Vec<_> = page
        .results
        .iter()
        .map(|rank| {
            (
                rank.slug.as_str(),
                rank.rank,
                rank.valid_until.as_deref(),
                rank.measure_slug.as_deref(),
            )
        })
        .collect();
    assert_eq!(ranks, [("first", 1, Some("2026-03-31"), None), ("second", 2, None, None)]);
}

#[tokio::test]
async fn a_period_that_ends_before_it_begins_is_refused() {
    let world = World::small().await;
    for (row, column) in [
        (row("a", "1", "2026-02-01", "2026-01-31"), "valid_until"),
        (row("a", "0", "2026-02-01", ""), "rank"),
    ] {
        let report = world.add("source_ranks.csv", &(HEAD.to_owned() + &row)).await;
        assert!(report.is_refused() && report.to_string().contains(column), "{report}");
    }
}
