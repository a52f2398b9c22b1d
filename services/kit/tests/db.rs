//! Connections and transactions on a real database.

use kit::db::DbError;
use kit::testing;
use sqlx::Row as _;

static MIGRATOR: sqlx::migrate::Migrator = sqlx::migrate!("tests/migrations");

#[tokio::test]
async fn a_transaction_keeps_what_it_commits_and_forgets_the_rest() {
    let test = testing::database(&MIGRATOR).await;
    for (id, keep) in [("kept", true), ("dropped", false)] {
        let mut tx = test.db.tx().await.unwrap();
        sqlx::query("INSERT INTO outbox_aggregates VALUES ($1, 1)")
            .bind(id)
            .execute(&mut *tx)
            .await
            .unwrap();
        if keep {
            tx.commit().await.unwrap();
        }
    }
    let mut conn = test.db.conn().await.unwrap();
    let rows =
        sqlx::query("SELECT aggregate FROM outbox_aggregates").fetch_all(&mut *conn).await.unwrap();
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0].get::<String, _>(0), "kept");
}

#[tokio::test]
async fn names_the_constraint_that_was_broken() {
    let test = testing::database(&MIGRATOR).await;
    let mut conn = test.db.conn().await.unwrap();
    let insert = "INSERT INTO outbox_aggregates VALUES ('same', 1)";
    sqlx::query(insert).execute(&mut *conn).await.unwrap();
    let error: DbError = sqlx::query(insert).execute(&mut *conn).await.unwrap_err().into();
    assert_eq!(error.constraint(), Some("outbox_aggregates_pkey"));
    assert!(!error.is_transient());
}
