//! The instant at which the values of a load become known.

use kit::db::{DbError, Tx};
use time::OffsetDateTime;

/// The present, after every load before: on machines whose clocks differ, what is loaded later is known later.
pub async fn instant(tx: &mut Tx, now: OffsetDateTime) -> Result<OffsetDateTime, DbError> {
    Ok(sqlx::query_scalar(
        "SELECT greatest($1, max(known_at) + interval '1 millisecond') FROM loads",
    )
    .bind(now)
    .fetch_one(&mut **tx)
    .await?)
}
