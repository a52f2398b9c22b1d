//! The values of records as files and editors write them.

use serde_json::{Map, Value};
use sqlx::{AssertSqlSafe, PgConnection};
use time::OffsetDateTime;

use super::PROVENANCE_COLUMNS;
use crate::schema::{self, Column, ColumnType, Kind};

/// A record by the columns of files; empty values are left out.
#[derive(Debug, sqlx::FromRow)]
pub struct RecordCells {
    pub id: i64,
    pub slug: String,
    /// Its writer: `import`, `editor` or `sample`.
    pub origin: String,
    /// When it was last changed.
    pub updated_at: OffsetDateTime,
    /// Its values. Amounts are texts to keep every digit.
    #[sqlx(json)]
    pub cells: Map<String, Value>,
}

impl RecordCells {
    /// Whether it belongs to the sample universe.
    pub fn is_sample(&self) -> bool {
        self.origin == "sample"
    }

    /// Whether two states of a record have the same values and the same writer.
    pub fn is_like(&self, other: &Self) -> bool {
        (&self.origin, &self.cells) == (&other.origin, &other.cells)
    }
}

/// The records of these slugs.
pub async fn cells(
    conn: &mut PgConnection,
    kind: &'static Kind,
    slugs: &[String],
) -> Result<Vec<RecordCells>, sqlx::Error> {
    let own =
        kind.written_columns().map(|column| format!("{} AS {}", value(column), column.filed()));
    let provenance = PROVENANCE_COLUMNS.iter().map(|column| format!("t.{column} AS {column}"));
    let columns: Vec<String> = own.chain(provenance).collect();
    let statement = format!(
        "SELECT t.id, t.slug, t.origin, t.updated_at, (
             SELECT jsonb_strip_nulls(to_jsonb(w)) FROM (SELECT t.name AS name, {}) AS w
         ) AS cells
         FROM {} WHERE t.slug = ANY($1)",
        columns.join(", "),
        schema::from_clause(kind, None),
    );
    sqlx::query_as(AssertSqlSafe(statement)).bind(slugs).fetch_all(conn).await
}

fn value(column: &Column) -> String {
    let name = column.name;
    match column.column_type {
        ColumnType::Reference(_, shows) => format!("{name}.{}", shows.key()),
        ColumnType::Decimal => format!("trim_scale(t.{name})::text"),
        _ => format!("t.{name}"),
    }
}
