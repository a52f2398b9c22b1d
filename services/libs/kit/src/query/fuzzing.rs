//! The texts of statements and the cursors of the grammar, exposed for the fuzz targets (`deploy/fuzz`) alone.

use proto::query::v1::Query;

use super::cursor::Cursor;
use super::error::QueryError;
use super::list;
use super::registry::Resource;
use super::sql::{From, Statement};

/// The statements of a valid query for rows: its first page, pages after a row, and how many rows there are.
pub fn statements(resource: &'static Resource, query: &Query) -> Result<Vec<String>, QueryError> {
    let list = list::check(resource, query)?;
    let starts =
        [From::Offset(0), From::After { order: "1", key: "2" }, From::Tail { key: Some("2") }];
    let pages = starts.iter().map(|start| list.rows.page("", start, 51));
    Ok(pages.chain([list.rows.count()]).map(Statement::into_string).collect())
}

/// The content of a cursor beside the query that it is made for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CursorContent {
    /// The sort value of the last row.
    pub order: Option<String>,
    /// The key of the last row.
    pub key: String,
    /// The number of rows before the next page.
    pub before: u64,
    /// The number of all rows.
    pub count: u64,
}

/// The cursor with this content, made for the query with this digest.
pub fn write_cursor(digest: &str, content: &CursorContent) -> String {
    let CursorContent { order, key, before, count } = content.clone();
    Cursor::new(digest.to_owned(), order, key, before, count).write()
}

/// The content of a cursor, if it was made for the query with this digest.
pub fn read_cursor(text: &str, digest: &str) -> Option<CursorContent> {
    let Cursor { order, key, before, count, .. } = Cursor::read(text, digest).ok()?;
    Some(CursorContent { order, key, before, count })
}
