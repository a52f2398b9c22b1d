//! The ids of records that others may refer to.

use std::collections::HashMap;

use sqlx::{AssertSqlSafe, PgConnection};

use crate::schema::{Column, Kind};

/// Ids of records by slug or code, read once for each table.
#[derive(Default)]
pub struct Targets {
    with_samples: bool,
    tables: HashMap<(&'static str, &'static str), HashMap<String, i64>>,
}

impl Targets {
    /// The records that those of an origin may refer to: only sample records refer to sample records.
    pub fn for_origin(origin: &str) -> Self {
        Self { with_samples: origin == "sample", ..Self::default() }
    }

    /// Reads everything that a kind refers to.
    pub async fn load(
        &mut self,
        conn: &mut PgConnection,
        kind: &'static Kind,
    ) -> Result<(), sqlx::Error> {
        for (target, key) in kind.columns.iter().filter_map(Column::refers_to) {
            self.load_table(conn, target.table, key).await?;
        }
        Ok(())
    }

    async fn load_table(
        &mut self,
        conn: &mut PgConnection,
        table: &'static str,
        key: &'static str,
    ) -> Result<(), sqlx::Error> {
        if self.tables.contains_key(&(table, key)) {
            return Ok(());
        }
        let statement = format!("SELECT {key}, id FROM {table} WHERE $1 OR origin <> 'sample'");
        let rows: Vec<(String, i64)> = sqlx::query_as(AssertSqlSafe(statement))
            .bind(self.with_samples)
            .fetch_all(conn)
            .await?;
        self.tables.insert((table, key), rows.into_iter().collect());
        Ok(())
    }

    /// The id of the record with this slug or code, of a table that was read.
    pub fn id(&self, kind: &Kind, key: &'static str, value: &str) -> Option<i64> {
        self.tables.get(&(kind.table, key))?.get(value).copied()
    }

    /// An id for a new record.
    pub async fn next_id(&self, conn: &mut PgConnection, kind: &Kind) -> Result<i64, sqlx::Error> {
        sqlx::query_scalar("SELECT nextval(pg_get_serial_sequence($1, 'id'))")
            .bind(kind.table)
            .fetch_one(conn)
            .await
    }

    /// Adds a new record by its slug.
    pub fn add(&mut self, kind: &Kind, slug: &str, id: i64) {
        self.tables.entry((kind.table, "slug")).or_default().insert(slug.to_owned(), id);
    }
}
