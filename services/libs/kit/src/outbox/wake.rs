//! Wakes the relay when a transaction with events commits; a lost notification delays events, but loses none.

use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::PgListener;
use tokio::sync::Notify;

use crate::db::{Db, DbError};
use crate::run::App;

const CHANNEL: &str = "outbox";
/// After this long without a notification the connection is checked.
const LISTEN_SILENCE: Duration = Duration::from_secs(15);
const ANSWER: Duration = Duration::from_secs(2);

pub(super) fn listen(app: &App, db: Db, wake: Arc<Notify>) {
    let stopping = app.stopping();
    app.spawn("outbox.listen", async move {
        let listening = async {
            loop {
                let _ = receive(&db, &wake).await;
                tokio::time::sleep(Duration::from_millis(rand::random_range(500..1_500))).await;
            }
        };
        stopping.run_until_cancelled(listening).await;
    });
}

async fn receive(db: &Db, wake: &Notify) -> Result<(), DbError> {
    let mut listener = db.listen(CHANNEL).await?;
    loop {
        match tokio::time::timeout(LISTEN_SILENCE, listener.recv()).await {
            Ok(received) => {
                received?;
                wake.notify_one();
            }
            Err(_) => answers(&mut listener).await?,
        }
    }
}

async fn answers(listener: &mut PgListener) -> Result<(), DbError> {
    match tokio::time::timeout(ANSWER, listener.listen(CHANNEL)).await {
        Ok(answer) => Ok(answer?),
        Err(_) => Err(DbError::Timeout),
    }
}
