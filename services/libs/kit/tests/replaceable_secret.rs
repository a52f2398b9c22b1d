//! Logins and authorities are replaced while the process runs: their files are read again.

use std::path::Path;
use std::time::{Duration, Instant};

use faultkit::servers::Server;
use kit::bus::Bus;
use kit::clock::Clock;
use kit::config::Env;
use kit::db::{Conn, Db, DbConfig};
use kit::private_ca::PrivateCa;
use kit::rate_limits::RateLimits;
use kit::testing::{self, eventually};
use sqlx::Row as _;

use crate::certificates::Authority;

const HOUR: Duration = Duration::from_hours(1);

/// Settings with the address in a file, as in production.
fn in_file(folder: &Path, name: &str, address: &str) -> Env {
    let file = folder.join(name);
    std::fs::write(&file, address).unwrap();
    Env::default().with(&format!("{name}_FILE"), &file.display().to_string())
}

/// A pool with connections of the first login of its server, whose settings then name another login.
async fn with_second_login(server: &Server, folder: &Path) -> (Db, Conn) {
    let mut env = in_file(folder, "KIT_DATABASE_URL", &server.url());
    let db = Db::connect(&testing::app(), &DbConfig::from_env(&mut env, "KIT").unwrap());
    let mut first = db.conn().await.unwrap();
    sqlx::query("CREATE ROLE \"next/one\" LOGIN").execute(&mut *first).await.unwrap();
    let address = server.url().replace("postgres@", "next%2Fone@");
    std::fs::write(folder.join("KIT_DATABASE_URL"), address).unwrap();
    (db, first)
}

async fn is_second(conn: &mut Conn) -> bool {
    let row = sqlx::query("SELECT current_user::text").fetch_one(&mut **conn).await.unwrap();
    row.get::<String, _>(0) == "next/one"
}

#[tokio::test]
async fn new_connections_to_postgres_use_the_new_login() {
    let server = Server::postgres().await;
    let folder = tempfile::tempdir().unwrap();
    let (db, first) = with_second_login(&server, folder.path()).await;
    // Each keeps its connection, so that the next needs another.
    let mut held = vec![first];
    for _ in 0..7 {
        tokio::time::sleep(Duration::from_millis(400)).await;
        let mut conn = db.conn().await.unwrap();
        if is_second(&mut conn).await {
            return;
        }
        held.push(conn);
    }
    panic!("every connection has the old login");
}

#[tokio::test]
async fn a_connection_to_postgres_of_the_former_login_is_not_lent_again() {
    let server = Server::postgres().await;
    let folder = tempfile::tempdir().unwrap();
    let (db, mut first) = with_second_login(&server, folder.path()).await;
    assert!(!is_second(&mut first).await);
    drop(first);
    // Sooner than scripts end the sessions of the former login (`deploy/local/rotate`).
    let until = Instant::now() + Duration::from_secs(8);
    while !is_second(&mut db.conn().await.unwrap()).await {
        assert!(Instant::now() < until, "the pool lends connections of the former login");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn redis_is_connected_anew_with_the_new_login() {
    let server = Server::redis().await;
    let folder = tempfile::tempdir().unwrap();
    let env = in_file(folder.path(), "REDIS_URL", &server.url())
        .replaceable_address("REDIS_URL")
        .unwrap();
    let limits = RateLimits::connect(&testing::app(), "kit", &env).unwrap();
    assert!(limits.limit("key", 1, HOUR).await);

    let client = redis::Client::open(server.url()).unwrap();
    let mut operator = client.get_multiplexed_async_connection().await.unwrap();
    let mut user = redis::cmd("ACL");
    user.arg(&["SETUSER", "kit_next", "on", ">word", "~kit:*", "+eval", "+time", "+get", "+set"]);
    user.query_async::<()>(&mut operator).await.unwrap();
    let address = server.url().replace("redis://", "redis://kit_next:word@");
    std::fs::write(folder.path().join("REDIS_URL"), address).unwrap();
    eventually("the new login is in use, with the rights that it needs", async || {
        limits.limit("key", 1, HOUR).await;
        let mut list = redis::cmd("CLIENT");
        let clients: String = list.arg("LIST").query_async(&mut operator.clone()).await.unwrap();
        clients.contains("user=kit_next")
    })
    .await;
    assert!(!limits.limit("key", 1, HOUR).await, "the limit is still counted in Redis");
}

#[tokio::test]
async fn the_bus_is_connected_again_with_the_new_login() {
    let mut server = Server::nats().await;
    server.demand("kit", "first").await;
    let folder = tempfile::tempdir().unwrap();
    let url =
        in_file(folder.path(), "NATS_URL", &server.url()).replaceable_address("NATS_URL").unwrap();
    let app = testing::app();
    let bus = Bus::connect(&app, &url).unwrap();
    bus.connected(Duration::from_secs(30)).await.unwrap();
    server.demand("kit_next", "second").await;
    std::fs::write(folder.path().join("NATS_URL"), server.url()).unwrap();
    // By then the client has noticed that its first login is refused.
    tokio::time::sleep(Duration::from_millis(500)).await;
    eventually("the bus is connected", async || bus.is_connected()).await;
    app.stop().await;
}

#[tokio::test]
async fn servers_may_get_certificates_of_another_authority() {
    let soon = Clock::system().now() + time::Duration::days(1);
    let [first, second] = ["first", "second"].map(Authority::new);
    let folder = tempfile::tempdir().unwrap();
    let mut env = in_file(folder.path(), "PRIVATE_CA", &first.certificate);
    let mut app = testing::app();
    app.private_ca = PrivateCa::from_env(&mut env).unwrap();
    let mut servers = [Server::postgres().await, Server::redis().await, Server::nats().await];
    for server in &mut servers {
        let shown = first.sign("127.0.0.1", soon);
        server.secure(&shown.certificate, &shown.key).await;
    }
    let _db = Db::connect(&app, &DbConfig::from_url(&servers[0].url()).unwrap());
    let _limits = RateLimits::connect(&app, "kit", &servers[1].url()).unwrap();
    let _bus = Bus::connect(&app, &servers[2].url()).unwrap();
    let all_answer = || async { app.health.report().await.missing.is_empty() };
    eventually("all servers are trusted", &all_answer).await;

    // Both are trusted before a server uses the second.
    let both = format!("{}{}", second.certificate, first.certificate);
    std::fs::write(folder.path().join("PRIVATE_CA"), both).unwrap();
    for server in &mut servers {
        let shown = second.sign("127.0.0.1", soon);
        server.secure(&shown.certificate, &shown.key).await;
    }
    // They were restarted, so that every connection is new.
    tokio::time::sleep(Duration::from_millis(1_500)).await;
    eventually("all servers are trusted again", &all_answer).await;
    app.stop().await;
}
