//! Checks at the end of a service test: the outbox is sent, and there are no dead letters.

use proto::events::DEAD_LETTERS;

use super::TestBus;
use crate::db::Db;

/// Waits until every event of the outbox is sent.
pub async fn outbox_sent(db: &Db) {
    super::eventually("the outbox is empty", || async {
        let Ok(mut conn) = db.conn().await else { return false };
        let pending = sqlx::query_scalar("SELECT count(*) FROM outbox WHERE published_at IS NULL");
        pending.fetch_one(&mut *conn).await.is_ok_and(|pending: i64| pending == 0)
    })
    .await;
}

/// The reasons of the dead letters on the bus.
pub async fn dead_letters(bus: &TestBus) -> Vec<String> {
    let letters = bus.messages(&DEAD_LETTERS).await;
    letters
        .iter()
        .map(|(headers, _)| headers.get("dlq-reason").map(ToString::to_string).unwrap_or_default())
        .collect()
}
