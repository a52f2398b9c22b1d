//! Rows that are looked up together.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use crate::world::MIGRATOR;
use faultkit::servers::Server;
use futures::future::{BoxFuture, join_all};
use kit::db::{Db, DbConfig, DbError, Lookup};
use kit::testing::{self, TestDb, eventually};
use sqlx::{Executor as _, PgConnection};

/// Long past every deadline of a pool, even on a busy machine: what takes longer hangs.
const HANGS: Duration = Duration::from_secs(30);

type Rows = Result<HashMap<String, i64>, sqlx::Error>;

#[tokio::test]
async fn everybody_gets_their_own_row_or_none() {
    let test = filled(0..50).await;
    let effects = Lookup::new(&test.db, read);
    let keys = (0..100).chain(0..100);
    let answers = join_all(keys.clone().map(|key| effects.get(key.to_string()))).await;
    for (key, answer) in keys.zip(answers) {
        assert_eq!(answer.unwrap(), (key < 50).then_some(key), "{key}");
    }
}

#[tokio::test]
async fn concurrent_lookups_share_a_statement() {
    let test = filled(0..1).await;
    let statements = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&statements);
    let effects = Lookup::new(&test.db, move |conn, keys| {
        counted.fetch_add(1, Ordering::Relaxed);
        read(conn, keys)
    });
    let answers = join_all((0..256).map(|key| effects.get(key.to_string()))).await;
    assert!(answers.iter().all(Result::is_ok));
    assert!(statements.load(Ordering::Relaxed) <= 3, "{statements:?} statements");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lookup_sees_earlier_writes() {
    let test = filled(0..1).await;
    let effects = Lookup::new(&test.db, read);
    let writers = (0..8).map(|writer| {
        let (db, effects) = (test.db.clone(), effects.clone());
        async move {
            for count in 0..40_i64 {
                let insert = sqlx::query(
                    "INSERT INTO effects VALUES ($1, $2)
                     ON CONFLICT (event) DO UPDATE SET times = excluded.times",
                );
                let key = format!("writer {writer}");
                db.conn().await.unwrap().execute(insert.bind(&key).bind(count)).await.unwrap();
                assert_eq!(effects.get(key).await.unwrap(), Some(count));
            }
        }
    });
    join_all(writers).await;
}

#[tokio::test]
async fn a_cancelled_lookup_does_not_affect_the_others() {
    let test = filled(0..10).await;
    let effects = Lookup::new(&test.db, read);
    let mut cancelled: Vec<_> =
        (0..10).map(|key| Box::pin(effects.get(format!("{key}")))).collect();
    for lookup in &mut cancelled {
        assert!(futures::poll!(lookup).is_pending());
    }
    let remaining = effects.get("7".to_owned());
    drop(cancelled);
    assert_eq!(remaining.await.unwrap(), Some(7));
}

#[tokio::test]
async fn a_failed_statement_fails_only_the_lookups_that_shared_it() {
    let test = filled(0..10).await;
    let effects = Lookup::new(&test.db, |conn, keys: Vec<String>| {
        Box::pin(async move {
            assert!(!keys.contains(&"panic".to_owned()), "requested");
            if keys.contains(&"refused".to_owned()) {
                conn.execute("SELECT 1/0").await?;
            }
            read(conn, keys).await
        })
    });
    let refused = join_all([effects.get("refused".to_owned()), effects.get("1".to_owned())]).await;
    assert!(matches!(refused[0], Err(DbError::Statement(_))), "{refused:?}");
    for _ in 0..6 {
        let lost = effects.get("panic".to_owned()).await;
        assert!(matches!(lost, Err(DbError::Away(_))), "{lost:?}");
    }
    assert_eq!(effects.get("1".to_owned()).await.unwrap(), Some(1));
}

#[tokio::test]
async fn a_database_that_is_away_is_reported_in_time_and_found_again() {
    let mut postgres = Server::postgres().await;
    let config = DbConfig::from_url(&postgres.url()).unwrap();
    let db = Db::connect(&testing::app(), &config);
    kit::db::migrate(&db, &MIGRATOR).await.unwrap();
    let effects = Lookup::new(&db, read);
    assert_eq!(effects.get("none".to_owned()).await.unwrap(), None);
    postgres.kill().await;
    // Processes that serve a connection may outlive it for a moment.
    eventually("it is away", || async { effects.get("none".to_owned()).await.is_err() }).await;
    let lookups = join_all((0..30).map(|key| effects.get(format!("{key}"))));
    for outcome in tokio::time::timeout(HANGS, lookups).await.expect("it hangs") {
        assert!(outcome.expect_err("it is away").is_transient());
    }
    postgres.start().await;
    eventually("it is found again", || async { effects.get("none".to_owned()).await.is_ok() })
        .await;
}

fn read(conn: &mut PgConnection, keys: Vec<String>) -> BoxFuture<'_, Rows> {
    Box::pin(async move {
        let rows: Vec<(String, i64)> =
            sqlx::query_as("SELECT event, times FROM effects WHERE event = ANY($1)")
                .bind(keys)
                .fetch_all(conn)
                .await?;
        Ok(rows.into_iter().collect())
    })
}

/// A database where the effect of each number is that number.
async fn filled(numbers: std::ops::Range<i64>) -> TestDb {
    let test = testing::database(&MIGRATOR).await;
    for number in numbers {
        let insert = sqlx::query("INSERT INTO effects VALUES ($1, $2)");
        let insert = insert.bind(number.to_string()).bind(number);
        test.db.conn().await.unwrap().execute(insert).await.unwrap();
    }
    test
}
