//! The first rows of a resource in its default order: the most frequent query, for resources too large for memory.

use std::ops::DerefMut;

use proto::query::v1::Query;
use sqlx::postgres::PgRow;
use sqlx::{FromRow, PgConnection};

use super::super::counts::Counts;
use super::super::error::QueryFailure;
use super::super::list::{self, ListPage, Start};
use super::super::plan;
use super::super::registry::Resource;
use super::super::sql::Rows;
use super::{Snapshot, load};
use crate::db::DbError;

/// The first rows of a resource, as they were at one moment.
pub struct FirstRows<T> {
    snapshot: Snapshot<T>,
    /// Whether they are all rows.
    is_whole: bool,
}

impl<T> FirstRows<T>
where
    T: for<'row> FromRow<'row, PgRow> + Send + 'static,
{
    /// Reads this many rows; none if they would exceed the memory limit. The caller limits the time, and loads again
    /// when rows have changed.
    pub async fn load(
        conn: &mut PgConnection,
        resource: &'static Resource,
        rows: usize,
        most: usize,
        weigh: fn(&T) -> usize,
    ) -> Result<Option<Self>, QueryFailure> {
        let key = plan::declared(resource, resource.key);
        let by = plan::order(resource, None)?;
        let order = Rows { resource, key, condition: None, by, mask: None };
        let mut statement = load::statement(resource);
        order.write_order(&mut statement);
        statement.push(" LIMIT ").push_bind(rows as i64);
        let snapshot = Snapshot::load_by(conn, resource, statement, most, weigh).await?;
        Ok(snapshot.map(|snapshot| Self { is_whole: snapshot.len() < rows, snapshot }))
    }
}

impl<T> FirstRows<T> {
    /// Answers one page; none if it may reach beyond these rows or has another order. The database counts all rows,
    /// once while the count is cached.
    pub async fn list<C: DerefMut<Target = PgConnection>>(
        &self,
        query: &Query,
        counts: &Counts,
        conn: impl Future<Output = Result<C, DbError>>,
    ) -> Result<Option<ListPage<&T>>, QueryFailure> {
        let resource = self.snapshot.resource;
        let list = list::check(resource, query)?;
        if list.rows.by != plan::order(resource, None)? {
            return Ok(None);
        }
        let Some(page) = self.snapshot.page(&list)?.filter(|page| page.more || self.is_whole)
        else {
            return Ok(None);
        };
        let count = match &list.start {
            Start::Page(_) if !self.is_whole => {
                let count = Box::pin(async { list.count(&mut *conn.await?).await });
                counts.get_or_count(resource.name, &plan::chosen(resource, query), count).await?
            }
            _ => self.snapshot.count(&list, &page),
        };
        Ok(Some(self.snapshot.list_page(&list, &page, count)))
    }

    /// About how many bytes they take up.
    pub fn bytes(&self) -> usize {
        self.snapshot.bytes()
    }
}
