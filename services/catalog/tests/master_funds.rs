//! Feeder funds of master funds: imported together, listed with their master, and refused where they are wrong.

use crate::support::{World, record};
use proto::catalog::v1::Asset;

const HEAD: &str = "slug,name,asset_class_slug,status,master_slug,source,licence,retrieved_on\n";

fn row(slug: &str, master: &str) -> String {
    format!("{slug},Fund {slug},stablecoins,active,{master},test,CC0-1.0,2026-01-02\n")
}

#[tokio::test]
async fn feeders_come_with_their_master_in_one_file() {
    let world = World::small().await;
    let file = HEAD.to_owned() + &row("onshore", "pot") + &row("offshore", "pot") + &row("pot", "");
    let report = world.add("assets.csv", &file).await;
    assert!(!report.is_refused(), "{report}");
    assert_eq!(world.add("assets.csv", &file).await.changed_count(), 0);
    let mut client = world.serve().await;
    let feeder: Asset = record(&mut client, "assets", "onshore").await.unwrap();
    let master = (feeder.master_slug.as_deref(), feeder.master_name.as_deref());
    assert_eq!(master, (Some("pot"), Some("Fund pot")));
    assert_eq!(feeder.feeder_count, 0);
    let master: Asset = record(&mut client, "assets", "pot").await.unwrap();
    assert_eq!((master.master_slug, master.feeder_count), (None, 2));
}

#[tokio::test]
async fn a_master_is_no_feeder_and_nobody_feeds_itself() {
    let world = World::small().await;
    let known = HEAD.to_owned() + &row("onshore", "pot") + &row("pot", "");
    assert!(!world.add("assets.csv", &known).await.is_refused());
    for (rows, line, expected) in [
        (row("own", "own"), 2, "another asset than the feeder fund itself"),
        (row("pot", "pot"), 2, "another asset than the feeder fund itself"),
        (row("deep", "onshore"), 2, "not a feeder fund itself"),
        (row("pot", "coin"), 2, "since the asset has feeder funds"),
        (row("two", "") + &row("one", "two") + &row("three", "one"), 4, "not a feeder fund itself"),
        (row("new", "nobody"), 2, "existing assets"),
    ] {
        let report = world.add("assets.csv", &(HEAD.to_owned() + &rows)).await;
        let rejections = &report.files[0].rejections;
        let found =
            rejections.iter().find(|one| one.line == line && one.expected.contains(expected));
        assert!(
            found.is_some_and(|one| one.column.as_deref() == Some("master_slug")),
            "{rows}{report}"
        );
    }
    // A fund that stops being a feeder may have feeders from then on.
    let turned = HEAD.to_owned() + &row("onshore", "") + &row("pot", "onshore");
    let report = world.add("assets.csv", &turned).await;
    assert!(!report.is_refused(), "{report}");
}
