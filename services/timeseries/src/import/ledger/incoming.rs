//! The table `incoming`, into which the rows of a file are copied once their cells are checked.

use bytes::Bytes;
use csv::StringRecord;
use kit::db::DbError;
use kit::spreadsheet_formulas::FORMULA_SIGNS;
use sqlx::{AssertSqlSafe, PgConnection};

use super::cells::{Cells, text};
use super::row::Row;
use crate::import::files::columns::{Columns, named_once};
use crate::import::files::point::Bounds;
use crate::import::files::progress::Progress;
use crate::import::files::table::Table;
use crate::import::files::typed_table::TypedTable;
use crate::import::limits::ROWS_PER_PART;
use crate::import::report::{Rejection, Rejections};
use crate::import::store::copy::Rows as CopiedRows;

const COPY: &str = "COPY incoming FROM STDIN (FORMAT binary)";

/// Makes the table that rows are copied into; it ends with the transaction.
pub async fn prepare<R: Row>(tx: &mut PgConnection) -> Result<(), DbError> {
    let create = format!(
        "CREATE TEMPORARY TABLE incoming (line bigint NOT NULL, token text COLLATE \"C\" NOT NULL, {}) ON COMMIT DROP",
        R::INCOMING
    );
    sqlx::raw_sql(AssertSqlSafe(create)).execute(tx).await?;
    Ok(())
}

/// Copies every row into the table `incoming`, unless one is refused.
pub async fn copy<R: Row>(
    tx: &mut PgConnection,
    table: Result<Table, Rejection>,
    bounds: Bounds,
    progress: &mut Progress<'_>,
) -> Result<Rejections, DbError> {
    let mut rejections = Rejections::default();
    let opened = table.and_then(|mut table| Ok((table.head()?, table)));
    let (head, mut table) = match opened {
        Ok(opened) => opened,
        Err(rejection) => {
            rejections.push(rejection);
            return Ok(rejections);
        }
    };
    named_once(&head, &mut rejections);
    let columns = Columns::find(R::FORM, &head, &mut rejections);
    let mut rows = CopiedRows::begin(tx, COPY).await?;
    let (mut record, mut count) = (StringRecord::new(), 0_u64);
    while !rejections.of_head() && !rejections.is_full() {
        let line = match table.next(&mut record) {
            Ok(Some(line)) => line,
            Ok(None) => break,
            Err(rejection) => {
                rejections.push(rejection);
                break;
            }
        };
        let cells = Cells { columns: &columns, record: &record };
        let token = cells.plain(0, "the slug of a token");
        let token = token.and_then(|token| {
            let expected = || (0, "a slug that does not begin with =, +, - or @".to_owned());
            Some(token).filter(|token| !token.starts_with(FORMULA_SIGNS)).ok_or_else(expected)
        });
        match token.and_then(|token| Ok((token, R::parse(&cells, bounds)?))) {
            Ok((token, row)) => {
                write(&mut rows, line, token, &row).await?;
            }
            Err((column, expected)) => {
                rejections.push(columns.rejection(line, &record, column, &expected));
            }
        }
        count += 1;
        if count.is_multiple_of(ROWS_PER_PART) {
            progress.read(count, table.percent());
        }
    }
    if count == 0 && rejections.is_empty() {
        rejections.push(Rejection::at(1, "", "", "at least one row below the head"));
    }
    if rejections.is_empty() {
        rows.end().await?;
    } else {
        rows.abort().await?;
    }
    Ok(rejections)
}

/// The same of a file whose columns have their types.
pub async fn copy_typed<R: Row>(
    tx: &mut PgConnection,
    bytes: Bytes,
    bounds: Bounds,
) -> Result<Rejections, DbError> {
    let table = match TypedTable::open(bytes, R::TYPED) {
        Ok(table) => table,
        Err(rejections) => return Ok(rejections),
    };
    let columns: Vec<usize> = (0..R::TYPED.len()).collect();
    let mut out = CopiedRows::begin(tx, COPY).await?;
    // The first line is the head, as in a text.
    let mut line = 2;
    let mut rejections = Rejections::default();
    'groups: for group in 0..table.group_count() {
        let mut rows = match table.group(group, &columns, line) {
            Ok(rows) => rows,
            Err(rejection) => {
                rejections.push(rejection);
                break;
            }
        };
        for _ in 0..rows.row_count {
            let token = text(&mut rows, 0).unwrap_or_default();
            match R::read(&mut rows, bounds) {
                Ok(row) => write(&mut out, line, &token, &row).await?,
                // The rest of the row was not taken: the columns are not at the same row any more.
                Err((column, expected)) => {
                    rejections.push(Rejection::at(line, R::TYPED[column].name, "", &expected));
                    break 'groups;
                }
            }
            line += 1;
        }
    }
    if rejections.is_empty() {
        out.end().await?;
    } else {
        out.abort().await?;
    }
    Ok(rejections)
}

/// Copies a row into the table `incoming`.
async fn write<R: Row>(
    rows: &mut CopiedRows<'_>,
    line: i64,
    token: &str,
    row: &R,
) -> Result<(), DbError> {
    rows.row(R::WIDTH + 2).await?;
    rows.long(line);
    rows.text(Some(token));
    row.copy(rows);
    Ok(())
}
