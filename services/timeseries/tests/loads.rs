//! A load is there as a whole, with the instant at which it was written, and announced then.

use std::time::Duration;

use crate::support::{self, HEAD, NOW, World};
use faultkit::processes::Process;
use kit::clock::Clock;
use kit::config::Env;
use kit::db::{Db, DbConfig};
use kit::{failpoint, testing};
use proto::timeseries::v1::{ObservationsLoaded, ObservationsRestated};
use time::macros::datetime;
use timeseries::import::{self, Outcome, Subjects};
use timeseries::seed;
use tokio::process::Command;

#[tokio::test]
async fn loads_are_published_once_they_are_readable() {
    let world = World::start().await;
    let bus = testing::bus(&world.app);
    world.run(&world.context(), &bus);
    world.load("asset,coin,71,2026-01-01,1\nasset,other,71,2026-01-02,2").await;
    world.refused("later.csv", "nonsense\n").await;
    world.clock.advance(Duration::from_hours(1));
    world.load("asset,coin,71,2026-01-01,3").await;
    world.load_as("later.csv", "asset,coin,71,2026-01-01,3").await;
    testing::outbox_sent(&world.test_db.db).await;

    let mut announced = bus.events::<ObservationsLoaded>().await;
    // Events of different loads come in any order.
    announced.sort_by_key(|loaded| loaded.event.load_id);
    let counts: Vec<(usize, i64)> = announced
        .iter()
        .map(|loaded| (loaded.event.series_ids.len(), loaded.event.accepted))
        .collect();
    assert_eq!(counts, [(2, 2), (1, 1)], "a load that changes nothing is not announced as numbers");
    assert_eq!(announced[0].event.first_date.as_deref(), Some("2026-01-01"));
    let restated = bus.events::<ObservationsRestated>().await;
    assert_eq!(restated.len(), 1);
    assert_eq!(restated[0].event.load_id, announced[1].event.load_id);
    assert_eq!(testing::dead_letters(&bus).await, Vec::<String>::new());
}

#[tokio::test]
async fn shipped_data_loads_once_and_again_without_a_change() {
    let world = World::start().await;
    // After the day on which the files were taken.
    let clock = Clock::fixed(datetime!(2026-12-01 12:00 UTC));
    let report =
        import::import(&world.test_db.db, seed::files(), Subjects::Known, &clock).await.unwrap();
    assert!(!report.is_refused(), "{report}");
    assert_eq!(report.accepted_count(), 501_417, "{report}");
    let nothing: Vec<String> = Vec::new();
    assert_eq!(
        world.texts("SELECT DISTINCT reason FROM observations WHERE reason IS NOT NULL").await,
        nothing
    );
    assert_eq!(world.texts("SELECT count(*)::text FROM series").await, ["79"]);
    // A value of a month is dated on its last day.
    let averages = "SELECT u.slug || ' ' || max(o.date) || ' ' || bool_and(extract(day FROM o.date + 1) = 1)
        FROM observations AS o JOIN series AS s ON s.id = o.series_id JOIN subjects AS u ON u.id = s.subject_id
        WHERE s.is_monthly_average GROUP BY u.slug ORDER BY u.slug";
    let expected = [
        "fred-cpiaucsl 2026-08-31 true",
        "fred-fedfunds 2026-08-31 true",
        "fred-m2sl 2026-07-31 true",
        "gold-usd-monthly 2026-06-30 true",
    ];
    assert_eq!(world.texts(averages).await, expected);
    let again =
        import::import(&world.test_db.db, seed::files(), Subjects::Known, &clock).await.unwrap();
    assert!(again.files.iter().all(|file| file.outcome == Outcome::Known), "{again}");
}

#[tokio::test]
async fn a_load_that_waited_for_another_is_known_since_it_was_written() {
    let world = World::start().await;
    let mut other = world.test_db.db.tx().await.unwrap();
    sqlx::query("SELECT pg_advisory_xact_lock(hashtext('timeseries import'))")
        .execute(&mut *other)
        .await
        .unwrap();
    let let_go = async {
        let waiting = "SELECT count(*)::text FROM pg_locks
            WHERE locktype = 'advisory' AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
        while world.texts(waiting).await != ["1"] {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        world.clock.advance(Duration::from_mins(5));
        other.rollback().await.unwrap();
    };
    let (loaded, ()) = tokio::join!(world.load("asset,coin,71,2026-01-01,1"), let_go);
    assert_eq!(loaded.accepted, 1);
    let known = "SELECT to_char(known_at, 'HH24:MI:SS') FROM ";
    for table in ["loads", "observations", "series_loads"] {
        let statement = sqlx::AssertSqlSafe(format!("{known}{table}"));
        let mut conn = world.test_db.db.conn().await.unwrap();
        let at: String = sqlx::query_scalar(statement).fetch_one(&mut *conn).await.unwrap();
        assert_eq!(at, "12:05:00", "{table}");
    }
}

/// The other process of the test below: this program again, whose environment says which part it plays.
#[tokio::test]
async fn child() {
    let mut env = Env::process();
    let Ok(folder) = env.required("CHILD_FOLDER") else { return };
    let config = DbConfig::from_url(&env.required("CHILD_DATABASE").unwrap()).unwrap();
    failpoint::arm(&env.required("CHILD_DIES_AT").unwrap(), 1);
    let db = Db::connect(&testing::app(), &config);
    import::import(
        &db,
        import::folder(folder.as_ref()).unwrap(),
        Subjects::Any,
        &Clock::fixed(NOW),
    )
    .await
    .unwrap();
}

#[tokio::test]
async fn a_load_that_is_killed_leaves_all_of_it_or_nothing() {
    let world = World::start().await;
    let many: Vec<String> =
        (1..=28).map(|day| format!("asset,coin,71,2026-01-{day:02},{day}\n")).collect();
    let many = many.concat();
    let folder = support::folder(&[("long.csv", &format!("{HEAD}\n{many}"))]);
    for (place, left) in [
        ("import.copied", "0 0 0"),
        ("import.written", "0 0 0"),
        ("import.announced", "0 0 0"),
        ("import.committed", "28 1 1"),
    ] {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", "loads::child", "--nocapture"]);
        command
            .env("CHILD_FOLDER", folder.path())
            .env("CHILD_DATABASE", &world.test_db.url)
            .env("CHILD_DIES_AT", place);
        let mut child = Process::start(command, &folder.path().join("child.log"));
        assert!(!child.ended().await, "{place} was not reached: {}", child.output());
        let counts = world
            .texts(
                "SELECT (SELECT count(*) FROM observations) || ' ' || (SELECT count(*) FROM loads) || ' ' ||
                     (SELECT count(*) FROM outbox)",
            )
            .await;
        assert_eq!(counts, [left], "{place}");
    }
    let files = import::folder(folder.path()).unwrap();
    let again =
        import::import(&world.test_db.db, files, Subjects::Any, &Clock::fixed(NOW)).await.unwrap();
    assert_eq!(again.files[0].outcome, Outcome::Known, "what was killed after its commit is there");
}
