//! The statements of checks: how they run, and lists within them.

use sqlx::{AssertSqlSafe, PgConnection};

pub async fn write(tx: &mut PgConnection, statements: Vec<String>) -> Result<(), sqlx::Error> {
    for statement in statements {
        sqlx::raw_sql(AssertSqlSafe(statement)).execute(&mut *tx).await?;
    }
    Ok(())
}

/// Slugs of measures as a list in a statement.
pub fn listed(measures: impl IntoIterator<Item = &'static str>) -> String {
    measures.into_iter().map(|slug| format!("'{slug}'")).collect::<Vec<_>>().join(", ")
}
