//! Files of transfers and of holders, a row for each, which are canonical: a row that is there already is unchanged,
//! and one that says otherwise is refused.

mod cells;
mod holders;
mod incoming;
mod insert;
mod row;
mod transfers;

use bytes::Bytes;
use kit::db::{DbError, Tx};
use time::Date;

use crate::import::files::point::Bounds;
use crate::import::files::progress::Progress;
use crate::import::files::table::Table;
use crate::import::report::{LoadSummary, Rejection, Rejections};
use crate::import::store::known_subjects::Subjects;
use incoming::{copy, copy_typed, prepare};
use insert::insert;

pub use holders::{Holding, keep_month_ends};
pub use row::Row;
pub use transfers::Transfer;

/// The rows of a file.
pub enum Rows {
    /// Each cell is a text that is checked.
    Texts(Result<Table, Rejection>),
    /// A Parquet file whose columns have their types.
    Typed(Bytes),
}

/// A file on its way.
pub struct Source<'a, 'b> {
    pub rows: Rows,
    pub bounds: Bounds,
    pub subjects: Subjects,
    pub is_sample: bool,
    pub progress: &'a mut Progress<'b>,
}

/// Adds the rows of a file that are new, with the number of a load that is noted later; what was refused otherwise.
pub async fn load<R: Row>(
    tx: &mut Tx,
    source: Source<'_, '_>,
    load_id: i64,
) -> Result<Result<LoadSummary, Rejections>, DbError> {
    let Source { rows, bounds, subjects, is_sample, progress } = source;
    prepare::<R>(tx).await?;
    let rejections = match rows {
        Rows::Texts(table) => copy::<R>(tx, table, bounds, progress).await?,
        Rows::Typed(bytes) => copy_typed::<R>(tx, bytes, bounds).await?,
    };
    if !rejections.is_empty() {
        return Ok(Err(rejections));
    }
    let accepted = match insert::<R>(tx, subjects, is_sample, load_id).await? {
        Ok(accepted) => accepted,
        Err(rejections) => return Ok(Err(rejections)),
    };
    let all: i64 = sqlx::query_scalar("SELECT count(*) FROM incoming").fetch_one(&mut **tx).await?;
    let (first_date, last_date): (Option<Date>, Option<Date>) =
        sqlx::query_as(R::DATES).bind(load_id).fetch_one(&mut **tx).await?;
    let unchanged = all - accepted;
    Ok(Ok(LoadSummary {
        load_id,
        accepted,
        unchanged,
        first_date,
        last_date,
        ..LoadSummary::default()
    }))
}
