//! The newest transfers in memory: most pages show no others.

use std::fmt;
use std::sync::OnceLock;

use kit::query::{FirstRows, QueryFailure};
use sqlx::postgres::PgRow;
use sqlx::{FromRow, PgConnection};

use super::resource::{TRANSACTIONS, TransactionRow};

/// Two hundred pages of the usual length.
const HELD: usize = 10_000;
/// The most memory they may take. Rows longer than a kilobyte or two are not expected.
const MOST_BYTES: usize = 48 << 20;

/// The newest transfers of a generation of the data, or of a later one. Until they are read, the database answers.
#[derive(Default)]
pub struct NewestTransfers(OnceLock<Option<FirstRows<TransferJson>>>);

impl NewestTransfers {
    /// The transfers; `None` if they take too much memory or are not read yet.
    pub fn get(&self) -> Option<&FirstRows<TransferJson>> {
        self.0.get()?.as_ref()
    }

    /// Whether they were read.
    pub fn is_read(&self) -> bool {
        self.0.get().is_some()
    }

    /// Reads them, outside of any query: it may take longer than one. The caller bounds the time.
    pub async fn read(&self, conn: &mut PgConnection) -> Result<(), QueryFailure> {
        let weigh = |row: &TransferJson| row.0.len();
        let newest = FirstRows::load(conn, &TRANSACTIONS, HELD, MOST_BYTES, weigh).await?;
        // A concurrent reader found the same or newer ones.
        let _ = self.0.set(newest);
        Ok(())
    }
}

impl fmt::Debug for NewestTransfers {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = self.get().map(FirstRows::bytes);
        out.debug_struct("NewestTransfers").field("bytes", &bytes).finish()
    }
}

/// A transfer as JSON, written once.
pub struct TransferJson(Box<[u8]>);

impl AsRef<[u8]> for TransferJson {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl FromRow<'_, PgRow> for TransferJson {
    fn from_row(row: &PgRow) -> Result<Self, sqlx::Error> {
        let transfer = TransactionRow::from_row(row)?.transaction();
        let text =
            serde_json::to_vec(&transfer).map_err(|error| sqlx::Error::Decode(error.into()))?;
        Ok(Self(text.into()))
    }
}
