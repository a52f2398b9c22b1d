//! Brings the schema of a database up to date: the tables that every service has, then those of its own.

use std::borrow::Cow;
use std::time::Duration;

use sqlx::migrate::{MigrateError, Migrator};
use sqlx::{ConnectOptions as _, Connection as _, PgConnection};
use tokio::time::Instant;

use super::{Db, DbError};

/// How long to wait for another process that migrates the same database.
const LONGEST_WAIT: Duration = Duration::from_mins(1);

/// Outbox and inbox, which every service with a database has.
static SHARED: Migrator =
    Migrator { table_name: Cow::Borrowed("_kit_migrations"), ..sqlx::migrate!("./migrations") };

/// Runs the migrations that are missing, on a connection of its own without a statement limit.
pub async fn migrate(db: &Db, own: &Migrator) -> anyhow::Result<()> {
    let options = db.config.options.clone().options([("lock_timeout", "3s"), ("TimeZone", "UTC")]);
    let deadline = Instant::now() + LONGEST_WAIT;
    loop {
        let outcome = async {
            let mut connection = options.connect().await?;
            let outcome = run(&mut connection, own).await;
            connection.close().await?;
            outcome
        };
        match outcome.await {
            Err(MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _))
                if Instant::now() < deadline =>
            {
                let error = DbError::from(error);
                if !error.is_transient() {
                    return Err(error.into());
                }
                tracing::info!(%error, "the database is busy or unavailable, migration waits");
                tokio::time::sleep(Duration::from_millis(rand::random_range(200..600))).await;
            }
            outcome => return Ok(outcome?),
        }
    }
}

/// Runs the shared migrations and the service's own on a connection.
pub(crate) async fn run(conn: &mut PgConnection, own: &Migrator) -> Result<(), MigrateError> {
    SHARED.run_direct(None, conn, false).await?;
    forget_copy(conn).await?;
    own.run_direct(None, conn, false).await?;
    restrict_rights(conn).await?;
    Ok(())
}

/// The checksums of everything that `run` would apply.
#[cfg(feature = "testing")]
pub(crate) fn checksums(own: &Migrator) -> impl Iterator<Item = &[u8]> {
    SHARED.iter().chain(own.iter()).map(|migration| &*migration.checksum)
}

/// In earlier releases every service had the shared tables as its own first migration. Its record in such a database
/// would be taken for a migration of a newer release.
async fn forget_copy(conn: &mut PgConnection) -> Result<(), sqlx::Error> {
    sqlx::raw_sql(
        "DO $$ BEGIN
             IF to_regclass('_sqlx_migrations') IS NOT NULL THEN
                 DELETE FROM _sqlx_migrations WHERE version = 1 AND description = 'outbox';
             END IF;
         END $$",
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Takes from the logins of the service what new tables give them: which migrations have run, they only read, and to tables
/// with the comment `append-only` they only add rows.
async fn restrict_rights(conn: &mut PgConnection) -> Result<(), sqlx::Error> {
    sqlx::raw_sql(
        "DO $$
         DECLARE granted record;
         BEGIN
             FOR granted IN
                 SELECT rolname AS role, name, 'INSERT, UPDATE, DELETE' AS rights
                 FROM pg_roles, unnest(ARRAY['_kit_migrations', '_sqlx_migrations']) AS name
                 WHERE rolname = current_database() || '_rights'
                     AND has_table_privilege(pg_roles.oid, name, 'INSERT, UPDATE, DELETE')
                 UNION ALL
                 SELECT rolname, relname, 'UPDATE, DELETE'
                 FROM pg_roles, pg_class
                 WHERE rolname = current_database() || '_rights'
                     AND relnamespace = 'public'::regnamespace AND relkind = 'r'
                     AND obj_description(pg_class.oid, 'pg_class') = 'append-only'
                     AND has_table_privilege(pg_roles.oid, pg_class.oid, 'UPDATE, DELETE')
             LOOP
                 EXECUTE format(
                     'REVOKE %s ON %I FROM %I', granted.rights, granted.name, granted.role
                 );
             END LOOP;
         END $$",
    )
    .execute(conn)
    .await?;
    Ok(())
}
