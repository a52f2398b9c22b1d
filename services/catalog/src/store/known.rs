//! Which records are there, by what others call them.

use std::collections::HashMap;

use sqlx::{AssertSqlSafe, PgConnection};

/// Numbers of records by slug or code, looked up once for each table.
#[derive(Default)]
pub struct Known {
    with_samples: bool,
    tables: HashMap<(&'static str, &'static str), HashMap<String, i64>>,
}

impl Known {
    /// What records of an origin may refer to: only what is fictional refers to the fictional.
    pub fn to(origin: &str) -> Self {
        Self { with_samples: origin == "sample", ..Self::default() }
    }

    /// Reads the names of a table, unless that was done.
    pub async fn load(
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

    /// The number of a record, of a table that was loaded.
    pub fn id(&self, table: &'static str, key: &'static str, name: &str) -> Option<i64> {
        self.tables.get(&(table, key))?.get(name).copied()
    }

    /// A number for a record that comes.
    pub async fn next(&self, conn: &mut PgConnection, table: &str) -> Result<i64, sqlx::Error> {
        sqlx::query_scalar("SELECT nextval(pg_get_serial_sequence($1, 'id'))")
            .bind(table)
            .fetch_one(conn)
            .await
    }

    /// A record that comes, by its slug.
    pub fn add(&mut self, table: &'static str, slug: &str, id: i64) {
        self.tables.entry((table, "slug")).or_default().insert(slug.to_owned(), id);
    }
}
