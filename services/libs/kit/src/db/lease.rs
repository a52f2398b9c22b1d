//! Leadership among replicas: a row with an expiry, and an epoch that fences the writes of its holder.

use std::time::Duration;

use sqlx::PgConnection;
use uuid::Uuid;

use super::DbError;

/// A claim to be the only process that does a job.
#[derive(Clone, Copy, Debug)]
pub struct Lease {
    name: &'static str,
    holder: Uuid,
    time: Duration,
}

impl Lease {
    /// A claim of this process; it is valid for this time after each [`Lease::hold`].
    pub fn new(name: &'static str, time: Duration) -> Self {
        Self { name, holder: crate::id::new(), time }
    }

    /// How long it is valid.
    pub fn time(&self) -> Duration {
        self.time
    }

    /// Takes or renews the lease. Returns its epoch, or none while another process holds it.
    pub async fn hold(&self, conn: &mut PgConnection) -> Result<Option<i64>, DbError> {
        Ok(sqlx::query_scalar(
            "INSERT INTO lease (name, holder, epoch, expires_at)
             VALUES ($1, $2, 1, clock_timestamp() + $3 * interval '1 millisecond')
             ON CONFLICT (name) DO UPDATE SET
                 holder = excluded.holder,
                 expires_at = excluded.expires_at,
                 epoch = lease.epoch + (lease.holder <> excluded.holder)::int
             WHERE lease.holder = excluded.holder OR lease.expires_at < clock_timestamp()
             RETURNING epoch",
        )
        .bind(self.name)
        .bind(self.holder)
        .bind(self.time.as_millis() as f64)
        .fetch_optional(conn)
        .await?)
    }

    /// Releases the lease, so that another process need not wait for its end.
    pub async fn release(&self, conn: &mut PgConnection) -> Result<(), DbError> {
        sqlx::query("UPDATE lease SET expires_at = '-infinity' WHERE name = $1 AND holder = $2")
            .bind(self.name)
            .bind(self.holder)
            .execute(conn)
            .await?;
        Ok(())
    }

    /// Whether the epoch is still valid; locks it until the transaction ends.
    pub async fn fence(&self, conn: &mut PgConnection, epoch: i64) -> Result<bool, DbError> {
        let held: Option<i64> =
            sqlx::query_scalar("SELECT epoch FROM lease WHERE name = $1 AND epoch = $2 FOR SHARE")
                .bind(self.name)
                .bind(epoch)
                .fetch_optional(conn)
                .await?;
        Ok(held.is_some())
    }
}
