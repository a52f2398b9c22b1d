//! Reads a page of the rows that match a query, by number or by cursor.

use proto::query::v1::{Pagination, Paging, Query};
use sqlx::postgres::PgRow;
use sqlx::{FromRow, PgConnection, Row as _};

use super::counts::Counts;
use super::cursor::{self, Cursor};
use super::error::{Fault, QueryError, QueryFailure};
use super::plan::{self, Condition};
use super::registry::Resource;
use super::scope::{self, Mask, WithheldFields};
use super::shown_rows::ShownRows;
use super::sql::{self, From, Statement};
use crate::query_limits::{LARGEST_PAGE, LAST_PAGE, USUAL_PAGE};

/// The most rows before a page that is requested by number: the database walks over all of them.
const MOST_ROWS_BEFORE_PAGE: u64 = 100_000;

/// A page of rows, and its position.
#[derive(Debug)]
pub struct ListPage<T> {
    pub rows: Vec<T>,
    /// Their position among all rows.
    pub pagination: Pagination,
    /// The fields that the scope of the caller leaves out of each row; empty if every row has all.
    pub withheld: Vec<WithheldFields>,
}

/// Bytes of a page's JSON beside its rows.
const ENVELOPE: usize = 512;

impl<T: AsRef<[u8]>> ListPage<T> {
    /// The page as JSON, if its rows are JSON, without the fields that are withheld.
    pub fn json(&self) -> Result<Vec<u8>, serde_json::Error> {
        let length = self.rows.iter().map(|row| row.as_ref().len() + 1).sum::<usize>();
        let mut out = Vec::with_capacity(length + ENVELOPE);
        out.extend_from_slice(b"{\"results\":[");
        for (at, row) in self.rows.iter().enumerate() {
            if at > 0 {
                out.push(b',');
            }
            match self.withheld.get(at) {
                Some(names) if !names.is_empty() => {
                    out.extend_from_slice(&scope::without(row.as_ref(), names)?);
                }
                _ => out.extend_from_slice(row.as_ref()),
            }
        }
        out.extend_from_slice(b"],\"pagination\":");
        serde_json::to_writer(&mut out, &self.pagination)?;
        out.push(b'}');
        Ok(out)
    }
}

/// A validated query for rows.
pub(super) struct List {
    pub(super) rows: sql::Rows,
    digest: String,
    pub(super) per_page: u32,
    pub(super) start: Start,
}

/// The start of a page.
pub(super) enum Start {
    Page(u32),
    After(Cursor),
}

/// Reads one page. The caller limits its time.
///
/// Rows are counted only if the page does not show how many there are, and only once: the cursor carries the count.
pub async fn list<T>(
    conn: &mut PgConnection,
    resource: &'static Resource,
    query: &Query,
) -> Result<ListPage<T>, QueryFailure>
where
    T: for<'row> FromRow<'row, PgRow>,
{
    list_counted(conn, resource, query, &Counts::default()).await
}

/// The same, with cached counts of the current state of the data.
pub async fn list_counted<T>(
    conn: &mut PgConnection,
    resource: &'static Resource,
    query: &Query,
    counts: &Counts,
) -> Result<ListPage<T>, QueryFailure>
where
    T: for<'row> FromRow<'row, PgRow>,
{
    read_page(conn, check(resource, query)?, (resource, query), counts).await
}

/// The same among the rows that the scope of the caller shows, where the service applies it. Their count is not cached.
pub async fn list_shown<T>(
    conn: &mut PgConnection,
    resource: &'static Resource,
    query: &Query,
    shown: &ShownRows,
) -> Result<ListPage<T>, QueryFailure>
where
    T: for<'row> FromRow<'row, PgRow>,
{
    let condition = plan::filter_within(resource, query, Some(shown.condition()))?;
    let list = check_rest(resource, query, condition)?;
    read_page(conn, list, (resource, query), &Counts::default()).await
}

async fn read_page<T>(
    conn: &mut PgConnection,
    list: List,
    (resource, query): (&'static Resource, &Query),
    counts: &Counts,
) -> Result<ListPage<T>, QueryFailure>
where
    T: for<'row> FromRow<'row, PgRow>,
{
    if let Start::Page(page) = list.start {
        let before = u64::from(page - 1) * u64::from(list.per_page);
        if before > MOST_ROWS_BEFORE_PAGE {
            let count = counts
                .get_or_count(resource.name, &plan::chosen(resource, query), list.count(conn))
                .await?;
            return list.past_the_end(before, count);
        }
    }
    // One row more than the page shows whether another page follows.
    let limit = i64::from(list.per_page) + 1;
    let mut rows = match &list.start {
        Start::Page(page) => {
            let offset = i64::from(page - 1) * i64::from(list.per_page);
            read(conn, list.rows.page("", &From::Offset(offset), limit)).await?
        }
        Start::After(cursor) => list.after(conn, cursor, limit).await?,
    };
    let more = rows.len() > list.per_page as usize;
    rows.truncate(list.per_page as usize);

    let (before, count) = match &list.start {
        Start::After(cursor) => (cursor.before, cursor.count),
        Start::Page(page) => {
            let before = u64::from(page - 1) * u64::from(list.per_page);
            let is_counted = !more && (*page == 1 || !rows.is_empty());
            let count = if is_counted {
                before + rows.len() as u64
            } else {
                counts
                    .get_or_count(resource.name, &plan::chosen(resource, query), list.count(conn))
                    .await?
            };
            (before, count)
        }
    };
    let next_cursor = match rows.last() {
        Some(last) if more => Some(list.cursor(last, before + rows.len() as u64, count)?),
        _ => None,
    };
    let pagination = list.pagination(before, count, next_cursor);
    let withheld = list.withheld(&rows)?;
    let rows: Result<Vec<T>, sqlx::Error> = rows.iter().map(T::from_row).collect();
    Ok(ListPage { rows: rows?, pagination, withheld })
}

/// The texts of a unique field, such as the slugs of all rows of a filter: sorted, after a given one, up to a limit.
pub async fn texts(
    conn: &mut PgConnection,
    resource: &'static Resource,
    query: &Query,
    field: &str,
    after: Option<&str>,
    limit: i64,
) -> Result<Vec<String>, QueryFailure> {
    let condition = plan::filter(resource, query)?;
    let field = plan::declared(resource, field);
    let mut statement = sql::Rows::texts(resource, condition.as_ref(), field, after, limit);
    Ok(statement.build_query_scalar().fetch_all(conn).await?)
}

#[cfg(feature = "testing")]
pub async fn explain(
    conn: &mut PgConnection,
    resource: &'static Resource,
    query: &Query,
) -> Result<serde_json::Value, QueryFailure> {
    let list = check(resource, query)?;
    let from = From::Offset(0);
    let mut statement =
        list.rows.page("EXPLAIN (FORMAT JSON) ", &from, i64::from(list.per_page) + 1);
    Ok(statement.build_query_scalar().fetch_one(conn).await?)
}

pub(super) fn check(resource: &'static Resource, query: &Query) -> Result<List, QueryError> {
    let condition = plan::filter(resource, query)?;
    check_rest(resource, query, condition)
}

/// Validates everything but the filter, of which the condition was made.
fn check_rest(
    resource: &'static Resource,
    query: &Query,
    condition: Option<Condition>,
) -> Result<List, QueryError> {
    if query.aggregate.is_some() {
        return Err(Fault::Misplaced("not supported for lists").at("aggregate", None));
    }
    let by = plan::order(resource, query.sort.as_ref())?;
    let digest = cursor::digest(resource, query, by);
    let paging = query.pagination.clone().unwrap_or_default();
    let per_page = bounded(paging.per_page, USUAL_PAGE, LARGEST_PAGE, "pagination.perPage")?;
    let start = start(&paging, &digest)?;
    let key = plan::declared(resource, resource.key);
    let mask = Mask::new(resource);
    Ok(List { rows: sql::Rows { resource, key, condition, by, mask }, digest, per_page, start })
}

fn start(paging: &Paging, digest: &str) -> Result<Start, QueryError> {
    match (&paging.cursor, paging.page) {
        (Some(_), Some(_)) => {
            let why = "cannot be combined with a cursor";
            Err(Fault::Misplaced(why).at("pagination.page", None))
        }
        (Some(cursor), None) => Cursor::read(cursor, digest)
            .map(Start::After)
            .map_err(|fault| fault.at("pagination.cursor", None)),
        (None, page) => bounded(page, 1, LAST_PAGE, "pagination.page").map(Start::Page),
    }
}

/// A number from 1 on, or the default.
pub(super) fn bounded(
    requested: Option<u32>,
    usual: u32,
    most: u32,
    path: &str,
) -> Result<u32, QueryError> {
    match requested.unwrap_or(usual) {
        number if (1..=most).contains(&number) => Ok(number),
        _ => Err(Fault::Bounds(1, u64::from(most)).at(path, None)),
    }
}

impl List {
    /// Refuses a page that is too deep to be requested by number; a page after the last row is empty.
    fn past_the_end<T>(&self, before: u64, count: u64) -> Result<ListPage<T>, QueryFailure> {
        if before < count {
            return Err(Fault::FarPage(MOST_ROWS_BEFORE_PAGE).at("pagination.page", None).into());
        }
        let pagination = self.pagination(before, count, None);
        Ok(ListPage { rows: Vec::new(), pagination, withheld: Vec::new() })
    }

    /// The fields that are left out of each row.
    fn withheld(&self, rows: &[PgRow]) -> Result<Vec<WithheldFields>, sqlx::Error> {
        let Some(mask) = &self.rows.mask else { return Ok(Vec::new()) };
        let met: Vec<Vec<bool>> =
            rows.iter().map(|row| sql::met(row, mask)).collect::<Result<_, _>>()?;
        Ok(mask.of_rows(met.into_iter()))
    }

    /// The rows after a cursor: first those with a sort value, then those without. As two statements, both can start at
    /// their position in an index.
    async fn after(
        &self,
        conn: &mut PgConnection,
        cursor: &Cursor,
        limit: i64,
    ) -> Result<Vec<PgRow>, QueryFailure> {
        let key = cursor.key.as_str();
        let Some(order) = cursor.order.as_deref() else {
            return self.rows_from(conn, &From::Tail { key: Some(key) }, limit).await;
        };
        let mut rows = self.rows_from(conn, &From::After { order, key }, limit).await?;
        let missing = limit - rows.len() as i64;
        if self.rows.by.field.nullable && missing > 0 {
            rows.extend(self.rows_from(conn, &From::Tail { key: None }, missing).await?);
        }
        Ok(rows)
    }

    async fn rows_from(
        &self,
        conn: &mut PgConnection,
        from: &From<'_>,
        limit: i64,
    ) -> Result<Vec<PgRow>, QueryFailure> {
        read(conn, self.rows.page("", from, limit)).await.map_err(|failure| match failure {
            // Data exceptions: a value of the cursor does not have its field's type.
            QueryFailure::Database(error) if error.is_value_error() => {
                Fault::Cursor.at("pagination.cursor", None).into()
            }
            failure => failure,
        })
    }

    /// The number of all rows.
    pub(super) async fn count(&self, conn: &mut PgConnection) -> Result<u64, QueryFailure> {
        let count: i64 = self.rows.count().build_query_scalar().fetch_one(conn).await?;
        Ok(count as u64)
    }

    fn cursor(&self, last: &PgRow, before: u64, count: u64) -> Result<String, sqlx::Error> {
        let order = last.try_get(sql::ORDER_COLUMN)?;
        let key = last.try_get(sql::KEY_COLUMN)?;
        Ok(self.cursor_at(order, key, before, count))
    }

    /// The cursor of a row, made from its values as text.
    pub(super) fn cursor_at(
        &self,
        order: Option<String>,
        key: String,
        before: u64,
        count: u64,
    ) -> String {
        Cursor::new(self.digest.clone(), order, key, before, count).write()
    }

    /// The position of a page.
    pub(super) fn pagination(
        &self,
        before: u64,
        count: u64,
        next_cursor: Option<String>,
    ) -> Pagination {
        let per_page = u64::from(self.per_page);
        Pagination {
            page: (before / per_page + 1) as u32,
            per_page: self.per_page,
            page_count: count.div_ceil(per_page),
            result_count: count,
            next_cursor,
        }
    }
}

async fn read(
    conn: &mut PgConnection,
    mut statement: Statement,
) -> Result<Vec<PgRow>, QueryFailure> {
    Ok(statement.build().fetch_all(conn).await?)
}
