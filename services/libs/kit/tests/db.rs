//! Connections and transactions on a real database that hangs, restarts and loses its line.

use std::time::Duration;

use crate::world::{self, MIGRATOR};
use faultkit::proxy::Proxy;
use faultkit::servers::Server;
use futures::FutureExt as _;
use kit::db::{Db, DbConfig, DbError};
use kit::error::{ErrorCode, Problem};
use kit::security_log::{Entry, Event};
use kit::testing::{self, SecurityLog, TestDb, eventually};
use sqlx::{Connection as _, Executor as _, Row as _};

/// Long past every deadline of a pool, even on a busy machine: what takes longer hangs.
const HANGS: Duration = Duration::from_secs(30);

#[tokio::test]
async fn a_transaction_keeps_only_committed_changes() {
    let test = testing::database(&MIGRATOR).await;
    for (id, keep) in [("kept", true), ("dropped", false)] {
        let mut tx = test.db.tx().await.unwrap();
        tx.execute(sqlx::query("INSERT INTO effects VALUES ($1, 1)").bind(id)).await.unwrap();
        if keep {
            tx.commit().await.unwrap();
        }
    }
    let mut conn = test.db.conn().await.unwrap();
    let rows = conn.fetch_all("SELECT event FROM effects").await.unwrap();
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0].get::<String, _>(0), "kept");
}

#[tokio::test]
async fn the_security_log_has_what_was_committed_or_may_have_been() {
    let (test, proxy) = behind_proxy().await;
    let db = connect(&testing::app(), &test, &proxy, 2);
    let log = SecurityLog::record();
    let outcomes = || -> Vec<String> {
        let entries = log.entries();
        entries.iter().map(|entry| entry["outcome"].as_str().unwrap().to_owned()).collect()
    };
    let begin = async || {
        let mut tx = db.tx().await.unwrap();
        tx.log(Entry::success(Event::LinkUsed));
        tx
    };
    drop(begin().await);
    begin().await.rollback().await.unwrap();
    let tx = begin().await;
    assert_eq!(outcomes(), [] as [&str; 0]);
    tx.commit().await.unwrap();
    assert_eq!(outcomes(), ["success"]);

    let tx = begin().await;
    proxy.go_dark();
    tx.commit().await.unwrap_err();
    assert_eq!(outcomes(), ["unknown"]);
}

#[tokio::test]
async fn names_the_constraint_that_was_broken() {
    let test = testing::database(&MIGRATOR).await;
    let mut conn = test.db.conn().await.unwrap();
    let insert = "INSERT INTO effects VALUES ('same', 1)";
    conn.execute(insert).await.unwrap();
    let error: DbError = conn.execute(insert).await.unwrap_err().into();
    assert_eq!(error.constraint(), Some("effects_pkey"));
    assert!(!error.is_transient());
}

#[tokio::test]
async fn a_begin_that_is_cancelled_at_any_moment_leaves_no_transaction_open() {
    let (test, proxy) = behind_proxy().await;
    let app = testing::app();
    let db = connect(&app, &test, &proxy, 4);
    db.ping().await.unwrap();
    // An answer takes 100 ms: every cancellation falls into the BEGIN.
    proxy.delay(Duration::from_millis(50));
    for step in (0..80).step_by(2) {
        drop(tokio::time::timeout(Duration::from_millis(step), db.tx()).await);
    }
    proxy.delay(Duration::ZERO);
    // Places are granted in turn: holding all of them proves that every BEGIN has ended.
    eventually("the cancelled ones are over", || async {
        futures::future::try_join_all((0..4).map(|_| db.conn())).await.is_ok()
    })
    .await;
    let open = "SELECT count(*) FROM pg_stat_activity
                WHERE datname = current_database() AND state LIKE 'idle in transaction%'";
    nothing_like(&test, open).await;
    for _ in 0..20 {
        let mut conn = db.conn().await.unwrap();
        conn.execute("SELECT 1").await.unwrap();
    }
}

#[tokio::test]
async fn a_connection_dropped_inside_a_transaction_comes_back_clean() {
    let test = testing::database(&MIGRATOR).await;
    let db = Db::connect(&testing::app(), &test.config().with_pool(1));
    for poison in ["BEGIN", "BEGIN; SELECT 1/0"] {
        let mut conn = db.conn().await.unwrap();
        let _ = conn.execute(sqlx::raw_sql(poison)).await;
        drop(conn);
        let mut conn = db.conn().await.unwrap();
        let insert = sqlx::query("INSERT INTO effects VALUES ($1, 1)").bind(poison);
        conn.execute(insert).await.unwrap();
        drop(conn);
        let kept = sqlx::query("SELECT FROM effects WHERE event = $1").bind(poison);
        assert!(test.raw().await.fetch_optional(kept).await.unwrap().is_some(), "{poison}");
    }
}

#[tokio::test]
async fn more_callers_than_can_be_served_are_refused_in_time() {
    let test = testing::database(&MIGRATOR).await;
    let mut config = test.config().with_pool(2);
    config.acquire = Duration::from_secs(1);
    let db = Db::connect(&testing::app(), &config);
    let held = [db.conn().await.unwrap(), db.conn().await.unwrap()];
    let all = (0..40).map(|_| db.conn());
    let waited = futures::future::join_all(all);
    let refused = tokio::time::timeout(HANGS, waited).await.unwrap();
    for outcome in refused {
        let error = outcome.expect_err("no caller can be served");
        assert!(matches!(error, DbError::Busy), "{error:?}");
        assert_eq!(Problem::from(error).code, ErrorCode::Unavailable);
    }
    drop(held);
    eventually("all are served again", || async { db.conn().await.is_ok() }).await;
}

#[tokio::test]
async fn a_burst_that_can_be_served_in_time_is_served() {
    let test = testing::database(&MIGRATOR).await;
    let db = Db::connect(&testing::app(), &test.config().with_pool(8));
    let burst = (0..200).map(|_| async {
        let mut tx = db.tx().await?;
        tx.execute("SELECT 1").await?;
        tx.commit().await
    });
    let served = futures::future::join_all(burst).await;
    assert!(served.iter().all(Result::is_ok), "{served:?}");
}

#[tokio::test]
async fn a_crowd_past_the_queue_is_turned_away_without_waiting() {
    let test = testing::database(&MIGRATOR).await;
    let mut config = test.config().with_pool(1);
    config.acquire = Duration::from_hours(1);
    let db = Db::connect(&testing::app(), &config);
    let _held = db.conn().await.unwrap();
    let mut queue: Vec<_> = (0..64).map(|_| Box::pin(db.conn())).collect();
    for waiting in &mut queue {
        assert!(futures::poll!(waiting).is_pending());
    }
    let turned_away = db.conn().now_or_never().expect("it does not wait");
    assert!(matches!(turned_away, Err(DbError::Busy)));
}

#[tokio::test]
async fn lines_that_go_dark_are_left_for_new_ones() {
    let (test, proxy) = behind_proxy().await;
    let app = testing::app();
    let db = connect(&app, &test, &proxy, 4);
    let warm: Vec<_> = futures::future::join_all((0..4).map(|_| db.conn())).await;
    assert!(warm.iter().all(Result::is_ok));
    drop(warm);
    eventually("all rest", || async { db.ping().await.is_ok() }).await;
    tokio::time::sleep(world::A_WHILE).await;
    proxy.darken_lines();
    for _ in 0..8 {
        tokio::time::timeout(HANGS, db.ping()).await.expect("no call hangs").ok();
    }
    for _ in 0..4 {
        db.ping().await.expect("what was dark is gone");
    }
}

#[tokio::test]
async fn a_query_on_a_dead_connection_ends_in_time_and_returns_its_place() {
    let (test, proxy) = behind_proxy().await;
    let app = testing::app();
    let db = connect(&app, &test, &proxy, 1);
    let mut conn = db.conn().await.unwrap();
    proxy.darken_lines();
    let work = db.within(world::A_WHILE, async {
        Ok::<_, DbError>(conn.execute("SELECT 1").await.map(drop)?)
    });
    assert!(matches!(work.await, Err(DbError::Timeout)));
    drop(conn);
    eventually("the pool serves again", || async { db.ping().await.is_ok() }).await;
}

#[tokio::test]
async fn a_database_that_is_away_is_reported_in_time_and_found_again() {
    let mut postgres = Server::postgres().await;
    let app = testing::app();
    let db = Db::connect(&app, &DbConfig::from_url(&postgres.url()).unwrap());
    db.ping().await.unwrap();
    postgres.kill().await;
    // The process of an open connection ends a moment after the server.
    eventually("it is away", || async { db.ping().await.is_err() }).await;
    let calls = futures::future::join_all((0..30).map(|_| async { db.tx().await.map(drop) }));
    for outcome in tokio::time::timeout(HANGS, calls).await.expect("in time") {
        let problem = Problem::from(outcome.expect_err("it is away"));
        assert_eq!(problem.code, ErrorCode::Unavailable, "{problem:?}");
    }
    assert_eq!(app.health.report().await.missing, ["postgres"]);
    postgres.start().await;
    eventually("it is found again", || async { db.ping().await.is_ok() }).await;
    assert!(app.health.report().await.missing.is_empty());
}

#[tokio::test]
async fn a_restarted_database_is_not_stormed() {
    let mut postgres = Server::postgres().await;
    let proxy = Proxy::start(&postgres.address()).await;
    let url = postgres.url_at(&proxy.address());
    let app = testing::app();
    let config = DbConfig::from_url(&url).unwrap().with_pool(10);
    let processes: Vec<Db> = (0..8).map(|_| Db::connect(&app, &config)).collect();
    postgres.kill().await;
    for db in &processes {
        assert!(db.ping().await.is_err());
    }
    postgres.start().await;
    // Every process wants all its connections at once from now on.
    let before = proxy.opened();
    let wanted = || {
        let all = processes.iter().flat_map(|db| {
            (0..10).map(move |_| async move {
                let mut conn = db.conn().await?;
                Ok::<_, DbError>(conn.execute("SELECT pg_sleep(0.05)").await.map(drop)?)
            })
        });
        futures::future::join_all(all)
    };
    let (_, opened) = tokio::join!(wanted(), async {
        tokio::time::sleep(world::A_WHILE).await;
        proxy.opened() - before
    });
    assert!(opened < 60, "{opened} of 80 connections were opened at once");
    eventually("all are served", || async { wanted().await.iter().all(Result::is_ok) }).await;
}

#[tokio::test]
async fn the_server_ends_statements_after_the_callers_deadline() {
    let test = testing::database(&MIGRATOR).await;
    let mut config = test.config();
    config.statement = Duration::from_hours(1);
    let db = Db::connect(&testing::app(), &config);
    let callers = (0..6).map(|_| async {
        let work = kit::grpc::within(Duration::from_millis(300), async {
            let mut tx = db.tx().await?;
            Ok::<_, DbError>(tx.execute("SELECT pg_sleep(600)").await.map(drop)?)
        });
        tokio::time::timeout(Duration::from_millis(100), work).await
    });
    futures::future::join_all(callers).await;
    let asleep = "SELECT count(*) FROM pg_stat_activity
                  WHERE datname = current_database() AND query LIKE '%pg_sleep(600)%'
                    AND state = 'active' AND pid <> pg_backend_pid()";
    nothing_like(&test, asleep).await;
}

#[tokio::test]
async fn the_server_detects_a_disconnected_caller() {
    let test = testing::database(&MIGRATOR).await;
    let mut config = test.config();
    config.statement = Duration::from_hours(1);
    let db = Db::connect(&testing::app(), &config);
    let callers = (0..6).map(|_| async {
        let work = async {
            let mut conn = db.conn().await?;
            Ok::<_, DbError>(conn.execute("SELECT pg_sleep(601)").await.map(drop)?)
        };
        tokio::time::timeout(Duration::from_millis(100), work).await
    });
    futures::future::join_all(callers).await;
    let asleep = "SELECT count(*) FROM pg_stat_activity
                  WHERE datname = current_database() AND query LIKE '%pg_sleep(601)%'
                    AND state = 'active' AND pid <> pg_backend_pid()";
    nothing_like(&test, asleep).await;
}

#[tokio::test]
async fn migrations_of_two_processes_wait_for_each_other() {
    let postgres = Server::postgres().await;
    let config = DbConfig::from_url(&postgres.url()).unwrap();
    let app = testing::app();
    let (one, two) = (Db::connect(&app, &config), Db::connect(&app, &config));
    let (first, second) =
        tokio::join!(kit::db::migrate(&one, &MIGRATOR), kit::db::migrate(&two, &MIGRATOR));
    first.unwrap();
    second.unwrap();
    sqlx::PgConnection::connect(&postgres.url())
        .await
        .unwrap()
        .execute("SELECT FROM effects")
        .await
        .unwrap();
}

async fn nothing_like(test: &TestDb, counting: &'static str) {
    eventually("nothing is left on the server", || async {
        let row = test.raw().await.fetch_one(counting).await.unwrap();
        row.get::<i64, _>(0) == 0
    })
    .await;
}

async fn behind_proxy() -> (TestDb, Proxy) {
    let test = testing::database(&MIGRATOR).await;
    let url = url::Url::parse(&test.url).unwrap();
    let address = format!("{}:{}", url.host_str().unwrap(), url.port().unwrap());
    (test, Proxy::start(&address).await)
}

fn connect(app: &kit::run::App, test: &TestDb, proxy: &Proxy, pool: u32) -> Db {
    let mut url = url::Url::parse(&test.url).unwrap();
    let (host, port) =
        proxy.address().rsplit_once(':').map(|(h, p)| (h.to_owned(), p.to_owned())).unwrap();
    url.set_host(Some(&host)).unwrap();
    url.set_port(port.parse().ok()).unwrap();
    let config = DbConfig::from_url(url.as_str()).unwrap();
    Db::connect(app, &config.with_pool(pool))
}

#[tokio::test]
async fn a_dependency_of_two_pools_is_reported_once_with_its_failure() {
    for answers in [[Err("is away"), Ok(())], [Ok(()), Err("is away")], [Err("is away"); 2]] {
        let health = testing::app().health;
        for answer in answers {
            health.check("postgres", move || async move { answer.map_err(str::to_owned) });
        }
        let report = health.report().await;
        assert_eq!((report.status, &report.missing[..]), ("not ready", &["postgres"][..]));
        assert_eq!(report.checks["postgres"], "is away");
    }
}

#[tokio::test]
async fn a_database_of_an_earlier_release_keeps_its_events() {
    let test = testing::database(&MIGRATOR).await;
    let mut conn = test.raw().await;
    // Then each service had the shared tables as its own first migration.
    conn.execute(sqlx::raw_sql(
        "DROP TABLE _kit_migrations;
         INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
         VALUES (1, 'outbox', true, '\\x00', 0);
         INSERT INTO inbox (consumer, event_id) VALUES ('earlier', gen_random_uuid())",
    ))
    .await
    .unwrap();
    for _ in 0..2 {
        kit::db::migrate(&test.db, &MIGRATOR).await.unwrap();
    }
    let kept: i64 =
        sqlx::query_scalar("SELECT count(*) FROM inbox").fetch_one(&mut conn).await.unwrap();
    assert_eq!(kept, 1);
}

#[tokio::test]
async fn a_snapshot_shows_one_moment_and_writes_nothing() {
    let test = testing::database(&MIGRATOR).await;
    let mut snapshot = test.db.snapshot(HANGS).await.unwrap();
    let count = "SELECT count(*) FROM effects";
    let before: i64 = sqlx::query_scalar(count).fetch_one(&mut *snapshot).await.unwrap();
    let mut conn = test.raw().await;
    conn.execute("INSERT INTO effects VALUES ('later', 1)").await.unwrap();
    let after: i64 = sqlx::query_scalar(count).fetch_one(&mut *snapshot).await.unwrap();
    assert_eq!((before, after), (0, 0));
    let write = sqlx::query("INSERT INTO effects VALUES ('mine', 1)").execute(&mut *snapshot).await;
    assert!(write.unwrap_err().to_string().contains("read-only"));
}
