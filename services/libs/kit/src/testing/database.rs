//! A database for each test, cloned from one that was migrated once.

use std::str::FromStr;
use std::time::Duration;

use sha2::{Digest, Sha256};
use sqlx::migrate::Migrator;
use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, Executor as _, PgConnection};

use crate::db::{Db, DbConfig, migrate};
use crate::run::App;

const LONGEST_WAIT: Duration = Duration::from_secs(30);

/// A database that lives as long as its test.
pub struct TestDb {
    /// A pool on it.
    pub db: Db,
    pub url: String,
    name: String,
}

impl TestDb {
    /// Another pool on it, for another process of the test.
    pub fn connect(&self, app: &App) -> Db {
        Db::connect(app, &self.config())
    }

    /// The settings of a pool on it, with longer time limits than a service has: tests share a busy machine.
    pub fn config(&self) -> DbConfig {
        with_long_limits(&self.url)
    }

    /// A connection outside every pool.
    pub async fn raw(&self) -> PgConnection {
        PgConnection::connect(&self.url).await.expect("the test database answers")
    }
}

impl Drop for TestDb {
    fn drop(&mut self) {
        let drop = format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", self.name);
        let cleanup = std::thread::spawn(move || {
            let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build()
            else {
                return;
            };
            // A remaining database does no harm.
            let _ = runtime.block_on(async {
                let mut admin = PgConnection::connect(&admin_url()).await?;
                admin.execute(sqlx::raw_sql(AssertSqlSafe(drop))).await
            });
        });
        let _ = cleanup.join();
    }
}

/// A fresh database with a schema.
pub async fn database(migrator: &'static Migrator) -> TestDb {
    let admin_url = admin_url();
    let options = PgConnectOptions::from_str(&admin_url).expect("TEST_DATABASE_URL is an address");
    let mut admin = options.connect().await.expect("the test database server answers");
    let template = template(&mut admin, migrator, &options).await;

    let name = format!("test_{}", crate::id::new().simple());
    run(&mut admin, format!("CREATE DATABASE {name} TEMPLATE {template}")).await;
    let _ = admin.close().await;

    let mut url = url::Url::parse(&admin_url).expect("TEST_DATABASE_URL is an address");
    url.set_path(&name);
    let url = url.to_string();
    TestDb { db: Db::connect(&super::app(), &with_long_limits(&url)), url, name }
}

fn with_long_limits(url: &str) -> DbConfig {
    let mut config = DbConfig::from_url(url).expect("the address was made here");
    config.acquire = LONGEST_WAIT;
    config.statement = LONGEST_WAIT;
    config
}

async fn template(
    admin: &mut PgConnection,
    migrator: &'static Migrator,
    options: &PgConnectOptions,
) -> String {
    let mut hash = Sha256::new();
    for checksum in migrate::checksums(migrator) {
        hash.update(checksum);
    }
    let name = format!("template_{}", &hex::encode(hash.finalize())[..16]);

    // Tests of one schema start together in many processes; one of them makes the template.
    run(admin, format!("SELECT pg_advisory_lock(hashtext('{name}'))")).await;
    let exists: bool =
        sqlx::query_scalar("SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)")
            .bind(&name)
            .fetch_one(&mut *admin)
            .await
            .expect("the list of databases is readable");
    if !exists {
        run(admin, format!("DROP DATABASE IF EXISTS {name}_new WITH (FORCE)")).await;
        run(admin, format!("CREATE DATABASE {name}_new")).await;
        let fresh = options.clone().database(&format!("{name}_new"));
        let mut connection = fresh.connect().await.expect("the new database answers");
        migrate::run(&mut connection, migrator).await.expect("the migrations run");
        connection.close().await.expect("the connection closes");
        run(admin, format!("ALTER DATABASE {name}_new RENAME TO {name}")).await;
    }
    run(admin, format!("SELECT pg_advisory_unlock(hashtext('{name}'))")).await;
    name
}

async fn run(admin: &mut PgConnection, statement: String) {
    let shown = statement.clone();
    if let Err(error) = admin.execute(sqlx::raw_sql(AssertSqlSafe(statement))).await {
        panic!("{shown}: {error}");
    }
}

fn admin_url() -> String {
    super::server("TEST_DATABASE_URL")
}
