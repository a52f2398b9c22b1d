//! The files bundled with the program load, and loading them again changes nothing.

use crate::support::World;
use catalog::import::{self, Prune};
use catalog::seed;

#[tokio::test]
async fn the_shipped_files_load_once_and_again_without_a_change() {
    let world = World::start().await;
    let now = world.clock.now();
    let first = import::import(&world.test_db.db, seed::files(), Prune::Keep, now).await.unwrap();
    assert!(!first.is_refused(), "{first}");
    let counts = |report: &import::Report| {
        let files = report.files.iter();
        files.map(|file| (file.file.clone(), file.saved.created)).collect::<Vec<_>>()
    };
    let created = counts(&first);
    assert!(created.contains(&("networks.csv".into(), 37)), "{created:?}");
    assert!(created.contains(&("assets.csv".into(), 1399)), "{created:?}");
    assert!(created.contains(&("tokens.csv".into(), 3131)), "{created:?}");
    world.forget_events().await;

    let again = import::import(&world.test_db.db, seed::files(), Prune::Apply, now).await.unwrap();
    assert!(!again.is_refused(), "{again}");
    assert_eq!(again.changed_count(), 0, "{again}");
    assert!(again.files.iter().all(|file| file.absent.is_empty()), "{again}");
    assert_eq!(world.queued_events().await, Vec::<String>::new());

    let kept =
        world.texts("SELECT slug || ' ' || id FROM platforms WHERE id < 10000 ORDER BY id").await;
    assert_eq!(
        kept,
        [
            "clearpool 6",
            "ribbon-lend 7",
            "homecoin 9",
            "securitize 10",
            "florence-finance 22",
            "figure 270"
        ]
    );
    let aliases = world
        .texts(
            "SELECT n.slug || ' is ' || a.slug FROM networks n JOIN networks a ON a.id = n.alias_of_id",
        )
        .await;
    assert_eq!(aliases, ["binance-smart-chain is bsc"]);
}
