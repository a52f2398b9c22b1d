//! Records as files and people write them.

use serde_json::{Map, Value};
use sqlx::{AssertSqlSafe, PgConnection};
use time::OffsetDateTime;

use super::TAIL;
use crate::schema::{self, Column, ColumnType, Kind};

/// A record by the columns of files; what is blank is left out.
#[derive(Debug, sqlx::FromRow)]
pub struct Written {
    /// Its number.
    pub id: i64,
    /// Its slug.
    pub slug: String,
    /// Who wrote it: `import`, `editor` or `sample`.
    pub origin: String,
    /// When it was last changed.
    pub updated_at: OffsetDateTime,
    /// Its values. Amounts are texts, so that no digit is lost.
    #[sqlx(json)]
    pub cells: Map<String, Value>,
}

impl Written {
    /// Whether two states of a record say the same and are said by the same.
    pub fn is_like(&self, other: &Self) -> bool {
        (&self.origin, &self.cells) == (&other.origin, &other.cells)
    }
}

/// The records of these slugs.
pub async fn written(
    conn: &mut PgConnection,
    kind: &'static Kind,
    slugs: &[String],
) -> Result<Vec<Written>, sqlx::Error> {
    let own = kind.written().map(|column| format!("{} AS {}", value(column), column.filed()));
    let tail = TAIL.iter().map(|column| format!("t.{column} AS {column}"));
    let cells: Vec<String> = own.chain(tail).collect();
    let statement = format!(
        "SELECT t.id, t.slug, t.origin, t.updated_at, (
             SELECT jsonb_strip_nulls(to_jsonb(w)) FROM (SELECT t.name AS name, {}) AS w
         ) AS cells
         FROM {} WHERE t.slug = ANY($1)",
        cells.join(", "),
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
