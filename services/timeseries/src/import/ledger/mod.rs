//! Files of transfers and of holders, a row for each, which are canonical: a row that is there already is unchanged,
//! and one that says otherwise is refused.

mod holders;
mod transfers;

use kit::clock::from_milliseconds;
use kit::db::{DbError, Tx};
use kit::spreadsheet_formulas::FORMULA_SIGNS;
use sqlx::{AssertSqlSafe, PgConnection};
use time::{Date, OffsetDateTime};

use super::columns::{Columns, Form, named_once};
use super::copy::Rows as CopiedRows;
use super::known_subjects::Subjects;
use super::long_format::instant;
use super::point::{Bounds, LARGEST};
use super::progress::Progress;
use super::report::{Loaded, Rejection, Rejections};
use super::table::Table;
use super::typed_table::{Column, Group, TypedTable};
use crate::import::limits::{LONGEST_LEDGER_TEXT, MOST_RAW_DIGITS};
use bytes::Bytes;
use csv::StringRecord;

pub use holders::Holding;
pub use transfers::Transfer;

const COPY: &str = "COPY incoming FROM STDIN (FORMAT binary)";
/// Rows that are copied between two looks at the clock.
const PART: u64 = 4_096;

/// A cell that is refused: its column and what was expected.
type Refused = (usize, String);

/// A row of such a file. The first column of each form is the slug of the token.
pub trait Row: Sized {
    /// Its columns in a file.
    const FORM: Form;
    /// Its columns in the table `incoming`, after the line and the token.
    const INCOMING: &'static str;
    /// How many these are.
    const WIDTH: i16;
    /// Lines that contradict each other or what is known, the column to blame, and what was expected.
    const CONTRADICTIONS: &'static [&'static str];
    /// Adds the rows of a load ($1) that are not there yet.
    const INSERT: &'static str;
    /// The days of the rows of a load.
    const DATES: &'static str;

    /// Its columns in a file that is taken over as recorded, in the order of the form.
    const TYPED: &'static [Column];

    /// The row that follows in such a file, after its token.
    fn read(rows: &mut Group, bounds: Bounds) -> Result<Self, Refused>;

    /// The row, once its cells are checked.
    fn parse(cells: &Cells<'_>, bounds: Bounds) -> Result<Self, Refused>;

    /// Hands its columns to the database.
    fn copy(&self, rows: &mut CopiedRows<'_>);
}

pub struct Cells<'a> {
    columns: &'a Columns,
    record: &'a StringRecord,
}

impl<'a> Cells<'a> {
    fn text(&self, column: usize) -> &'a str {
        self.columns.cell(self.record, column)
    }

    /// A name or a hash.
    fn plain(&self, column: usize, expected: &str) -> Result<&'a str, Refused> {
        let text = self.text(column);
        let is_plain = text.chars().all(|letter| !letter.is_whitespace() && !letter.is_control());
        if text.is_empty() || text.len() > LONGEST_LEDGER_TEXT || !is_plain {
            return Err((column, expected.to_owned()));
        }
        Ok(text)
    }

    fn whole<T: std::str::FromStr>(&self, column: usize, expected: &str) -> Result<T, Refused> {
        self.text(column).parse().map_err(|_| (column, expected.to_owned()))
    }

    /// An amount in the token's own parts.
    fn raw(&self, column: usize) -> Result<String, Refused> {
        whole_digits(self.text(column), column)
    }

    fn amount(&self, column: usize, most: f64) -> Result<f64, Refused> {
        let number: Option<f64> = self.text(column).parse().ok();
        let within = number.filter(|number| (0.0..=most).contains(number));
        within.ok_or_else(|| (column, format!("a number from 0 to {most:e}")))
    }

    fn dollars(&self, column: usize) -> Result<Option<f64>, Refused> {
        let is_known = !self.text(column).is_empty();
        is_known.then(|| self.amount(column, LARGEST)).transpose()
    }

    /// When something became known that was so since an instant; nothing where it is with the load.
    fn known_at(
        &self,
        column: usize,
        since: OffsetDateTime,
        bounds: Bounds,
    ) -> Result<Option<OffsetDateTime>, Refused> {
        if self.text(column).is_empty() {
            return Ok(None);
        }
        check_known_at(self.instant(column)?, since, bounds, column).map(Some)
    }

    fn instant(&self, column: usize) -> Result<OffsetDateTime, Refused> {
        instant(self.text(column)).map_err(|expected| (column, expected))
    }
}

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
) -> Result<Result<Loaded, Rejections>, DbError> {
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
    Ok(Ok(Loaded { load_id, accepted, unchanged, first_date, last_date, ..Loaded::default() }))
}

/// Removes balances of fictional tokens of days that end no month, before the last day of a load.
pub async fn keep_month_ends(tx: &mut PgConnection, load_id: i64) -> Result<(), DbError> {
    sqlx::query(
        "DELETE FROM holders AS h USING subjects AS u
         WHERE u.id = h.token_id AND u.is_sample AND extract(day FROM h.date + 1) <> 1
             AND h.date < (SELECT max(date) FROM holders WHERE load_id = $1)",
    )
    .bind(load_id)
    .execute(tx)
    .await?;
    Ok(())
}

/// Makes the table that rows are copied into; it ends with the transaction.
async fn prepare<R: Row>(tx: &mut PgConnection) -> Result<(), DbError> {
    let create = format!(
        "CREATE TEMPORARY TABLE incoming (line bigint NOT NULL, token text COLLATE \"C\" NOT NULL, {}) ON COMMIT DROP",
        R::INCOMING
    );
    sqlx::raw_sql(AssertSqlSafe(create)).execute(tx).await?;
    Ok(())
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

/// Checks the table `incoming` and adds its rows that are new; answers how many these are.
async fn insert<R: Row>(
    tx: &mut PgConnection,
    subjects: Subjects,
    is_sample: bool,
    load_id: i64,
) -> Result<Result<i64, Rejections>, DbError> {
    sqlx::raw_sql("ANALYZE incoming").execute(&mut *tx).await?;
    let mut rejections = Rejections::default();
    tokens(tx, subjects, is_sample, &mut rejections).await?;
    for statement in R::CONTRADICTIONS {
        let found: Vec<(i64, String, String)> =
            sqlx::query_as(*statement).fetch_all(&mut *tx).await?;
        for (line, column, expected) in found {
            rejections.push(Rejection::at(line, &column, "", &expected));
        }
    }
    if !rejections.is_empty() {
        return Ok(Err(rejections));
    }
    let added = sqlx::query(R::INSERT).bind(load_id).execute(tx).await?;
    Ok(Ok(added.rows_affected() as i64))
}

/// Copies every row into the table `incoming`, unless one is refused.
async fn copy<R: Row>(
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
        if count.is_multiple_of(PART) {
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
async fn copy_typed<R: Row>(
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

fn text(rows: &mut Group, column: usize) -> Option<String> {
    rows.text(column).map(|text| String::from_utf8_lossy(text).into_owned())
}

/// An amount of a row in the token's own parts.
fn raw(rows: &mut Group, column: usize) -> Result<String, Refused> {
    whole_digits(&text(rows, column).unwrap_or_default(), column)
}

/// An instant of a row, at which something that was so since another one was known.
fn known_at(
    rows: &mut Group,
    column: usize,
    since: OffsetDateTime,
    bounds: Bounds,
) -> Result<Option<OffsetDateTime>, Refused> {
    let at = from_milliseconds(rows.integer(column).unwrap_or_default());
    check_known_at(at, since, bounds, column).map(Some)
}

fn whole_digits(text: &str, column: usize) -> Result<String, Refused> {
    let is_whole = !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit());
    if !is_whole || text.len() > MOST_RAW_DIGITS {
        return Err((column, format!("a whole number of at most {MOST_RAW_DIGITS} digits")));
    }
    Ok(text.to_owned())
}

fn check_known_at(
    at: OffsetDateTime,
    since: OffsetDateTime,
    bounds: Bounds,
    column: usize,
) -> Result<OffsetDateTime, Refused> {
    if at < since || at > bounds.now {
        let expected = "an instant that is not before it happened and not in the future";
        return Err((column, expected.to_owned()));
    }
    Ok(at)
}

/// Refuses tokens that are unknown, and real ones where the file is fictional; adds those that may be unknown.
async fn tokens(
    tx: &mut PgConnection,
    subjects: Subjects,
    is_sample: bool,
    rejections: &mut Rejections,
) -> Result<(), DbError> {
    let refused: Vec<(i64, String, bool)> = sqlx::query_as(
        "SELECT min(i.line), i.token, coalesce($2 AND NOT u.is_sample, false) AS is_real
         FROM incoming AS i LEFT JOIN subjects AS u ON u.kind = 'token' AND u.slug = i.token
         WHERE ($1 AND (u.id IS NULL OR u.updated_at = 0 AND NOT u.is_sample)) OR ($2 AND NOT u.is_sample)
         GROUP BY i.token, 3 ORDER BY 1 LIMIT 50",
    )
    .bind(subjects == Subjects::Known)
    .bind(is_sample)
    .fetch_all(&mut *tx)
    .await?;
    for (line, token, is_real) in refused {
        let expected = if is_real {
            "a fictional token: this one is real"
        } else {
            "the slug of a record of the catalog of the kind token, or --any-subject"
        };
        rejections.push(Rejection::at(line, "token_slug", &token, expected));
    }
    sqlx::query(
        "INSERT INTO subjects (kind, slug, name, is_sample)
         SELECT DISTINCT 'token', token, token, $1 FROM incoming ON CONFLICT (kind, slug) DO NOTHING",
    )
    .bind(is_sample)
    .execute(tx)
    .await?;
    Ok(())
}
