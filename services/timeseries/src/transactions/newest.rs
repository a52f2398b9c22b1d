//! The newest transfers in memory, as most pages show no others.

use std::fmt;

use kit::db::Db;
use kit::query::First;
use sqlx::FromRow;
use sqlx::postgres::PgRow;
use tokio::sync::OnceCell;

use super::{TRANSACTIONS, TransactionRow};
use crate::error::TimeseriesError;

/// How many: of pages of the usual length two hundred.
const HELD: usize = 10_000;
/// What they may take up. Rows longer than a kilobyte or two are not expected.
const MOST_BYTES: usize = 48 << 20;

/// The newest transfers of one state of the database, or of a later one, once they were asked for.
#[derive(Default)]
pub struct Newest(OnceCell<Option<First<Written>>>);

impl Newest {
    /// Reads them, where nobody has yet. None where they take up too much.
    pub async fn get(&self, db: &Db) -> Result<Option<&First<Written>>, TimeseriesError> {
        let read = async {
            let mut conn = db.conn().await?;
            let weigh = |row: &Written| row.0.len();
            let newest = First::load(&mut conn, &TRANSACTIONS, HELD, MOST_BYTES, weigh).await?;
            Ok::<_, TimeseriesError>(newest)
        };
        Ok(self.0.get_or_try_init(|| read).await?.as_ref())
    }
}

impl fmt::Debug for Newest {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = self.0.get().and_then(Option::as_ref).map(First::bytes);
        out.debug_struct("Newest").field("bytes", &bytes).finish()
    }
}

/// A transfer as JSON, written once.
pub struct Written(Box<[u8]>);

impl AsRef<[u8]> for Written {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl FromRow<'_, PgRow> for Written {
    fn from_row(row: &PgRow) -> Result<Self, sqlx::Error> {
        let transfer = TransactionRow::from_row(row)?.transaction();
        let text =
            serde_json::to_vec(&transfer).map_err(|error| sqlx::Error::Decode(error.into()))?;
        Ok(Self(text.into()))
    }
}
