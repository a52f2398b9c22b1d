//! Redis may fail over, hang or vanish; limits hold all the same.

use std::time::Duration;

use faultkit::proxy::Proxy;
use faultkit::servers::Server;
use kit::rate_limits::{Quota, RateLimits};
use kit::testing::{self, eventually};
use tokio::time::Instant;

const HOUR: Duration = Duration::from_hours(1);
/// Less than a hundred callers would take who each wait for Redis, even on a busy machine.
const NOBODY_WAITED: Duration = Duration::from_secs(30);

fn limits(url: &str) -> RateLimits {
    let app = testing::app();
    let limits = RateLimits::connect(&app, "kit", url).unwrap();
    limits.with_prefix(&format!("{}:", kit::id::new().simple()))
}

#[tokio::test]
async fn a_limit_is_shared_by_all_processes() {
    let prefix = kit::id::new().simple().to_string();
    let [one, two] = [(); 2].map(|()| limits(&testing::redis_url()).with_prefix(&prefix));
    let mut allowed = 0;
    for _ in 0..10 {
        allowed += usize::from(one.limit("mail", 5, HOUR).await);
        allowed += usize::from(two.limit("mail", 5, HOUR).await);
    }
    assert_eq!(allowed, 5);
    assert!(one.limit("other", 5, HOUR).await);
}

#[tokio::test]
async fn a_key_that_is_used_often_is_taken_in_portions_and_its_limit_holds() {
    const USES: u32 = 1_000;
    let redis = Server::redis().await;
    let prefix = kit::id::new().simple().to_string();
    let [one, two] = [(); 2].map(|()| limits(&redis.url()).with_prefix(&prefix));
    let mut allowed = 0;
    for _ in 0..USES {
        allowed += u32::from(one.limit("key", USES, HOUR * 24).await);
        allowed += u32::from(two.limit("key", USES, HOUR * 24).await);
    }
    // One comes back in 86 seconds, and a process that was interrupted for three seconds has lost the rest of its portion.
    assert!((USES - 100..=USES + 1).contains(&allowed), "{allowed}");
    let mut connection = redis_connection(&redis).await;
    let statistics: String =
        redis::cmd("INFO").arg("commandstats").query_async(&mut connection).await.unwrap();
    let calls = statistics.split("cmdstat_eval:calls=").nth(1).unwrap();
    let calls: u32 = calls.split(',').next().unwrap().parse().unwrap();
    // All that was refused, and each tenth of what was allowed.
    assert!(calls < 2 * USES - allowed + USES / 4, "{calls}");
}

#[tokio::test]
async fn reading_a_quota_uses_nothing() {
    let limits = limits(&testing::redis_url());
    let quota = Quota { uses: 5, window: HOUR };
    let left = async || limits.read("key", quota).await.unwrap().left;
    assert_eq!(left().await, 5);
    limits.take("key", quota).await;
    limits.take_all("key", quota, 2).await;
    assert_eq!((left().await, left().await), (2, 2));
    let whole = limits.read("key", quota).await.unwrap().whole;
    assert!(whole > HOUR / 2 && whole <= HOUR * 3 / 5, "{whole:?}");
    while limits.take("key", quota).await.is_allowed {}
    assert_eq!(left().await, 0);
}

#[tokio::test]
async fn a_limit_gives_back_over_time() {
    let limits = limits(&testing::redis_url());
    let window = Duration::from_millis(300);
    while limits.limit("key", 3, window).await {}
    eventually("one more is allowed", || limits.limit("key", 3, window)).await;
}

#[tokio::test]
async fn without_redis_limits_are_counted_here() {
    let mut redis = Server::redis().await;
    let limits = limits(&redis.url());
    assert!(limits.limit("key", 8, HOUR).await);
    redis.kill().await;
    let start = Instant::now();
    let mut allowed = 0;
    for _ in 0..100 {
        allowed += usize::from(limits.limit("key", 8, HOUR).await);
    }
    assert_eq!(allowed, 4);
    assert!(start.elapsed() < NOBODY_WAITED, "callers must not wait for Redis");
    redis.start().await;
    eventually("limits are shared again", || async { redis_answers(&limits).await }).await;
}

#[tokio::test]
async fn a_full_redis_counts_nothing_and_the_limit_holds() {
    let redis = Server::redis().await;
    let limits = limits(&redis.url());
    assert!(limits.limit("key", 8, HOUR).await);
    set_memory(&redis, "1").await;
    let mut allowed = 0;
    for _ in 0..20 {
        allowed += usize::from(limits.limit("key", 8, HOUR).await);
    }
    assert_eq!(allowed, 4, "half of it, counted in this process");
    set_memory(&redis, "0").await;
    eventually("limits are shared again", || redis_answers(&limits)).await;
}

#[tokio::test]
async fn a_use_says_what_is_left() {
    let limits = limits(&testing::redis_url());
    let quota = Quota { uses: 3, window: HOUR };
    for left in [2, 1, 0] {
        let taken = limits.take("key", quota).await;
        assert_eq!((taken.is_allowed, taken.left), (true, left));
        assert!(taken.whole <= HOUR && (left > 0) == taken.next.is_zero(), "{taken:?}");
    }
    let refused = limits.take("key", quota).await;
    assert_eq!((refused.is_allowed, refused.left), (false, 0));
    assert!(refused.next <= HOUR / 3 && refused.next > HOUR / 4, "{refused:?}");
}

#[tokio::test]
async fn a_short_timeout_does_not_wait_for_a_silent_server() {
    let redis = Server::redis().await;
    let proxy = Proxy::start(&redis.address()).await;
    let limits = limits(&redis.url_at(&proxy.address())).with_timeout(Duration::from_millis(50));
    eventually("the counter is shared", || redis_answers(&limits)).await;
    proxy.go_dark();
    let start = Instant::now();
    let mut allowed = 0;
    for _ in 0..1_000 {
        allowed += usize::from(limits.limit("key", 8, HOUR).await);
    }
    assert_eq!(allowed, 4);
    assert!(start.elapsed() < NOBODY_WAITED);
}

#[tokio::test]
async fn a_server_that_became_a_replica_is_left() {
    let (old, new) = (Server::redis().await, Server::redis().await);
    // The proxy stands for the name that a failover points to another server.
    let proxy = Proxy::start(&old.address()).await;
    let limits = limits(&old.url_at(&proxy.address()));
    assert!(redis_answers(&limits).await);
    make_replica(&old, &new).await;
    proxy.point_to(&new.address());
    eventually("writes are taken again", || redis_answers(&limits)).await;
}

#[tokio::test]
async fn a_dead_connection_is_replaced() {
    let redis = Server::redis().await;
    let proxy = Proxy::start(&redis.address()).await;
    let limits = limits(&redis.url_at(&proxy.address()));
    assert!(redis_answers(&limits).await);
    proxy.darken_lines();
    eventually("commands are answered again", || redis_answers(&limits)).await;
}

#[tokio::test]
async fn a_malformed_address_is_refused_by_name() {
    let error = RateLimits::connect(&testing::app(), "kit", "nonsense").err().unwrap().to_string();
    assert!(error.starts_with("setting REDIS_URL"), "{error}");
}

/// Whether the shared counter works: alone, a process allows half of two.
async fn redis_answers(limits: &RateLimits) -> bool {
    let key = kit::id::new().to_string();
    limits.limit(&key, 2, HOUR).await && limits.limit(&key, 2, HOUR).await
}

async fn make_replica(server: &Server, of: &Server) {
    let mut connection = redis_connection(server).await;
    let (host, port) =
        of.address().rsplit_once(':').map(|(h, p)| (h.to_owned(), p.to_owned())).unwrap();
    let _: () =
        redis::cmd("REPLICAOF").arg(host).arg(port).query_async(&mut connection).await.unwrap();
}

async fn redis_connection(server: &Server) -> redis::aio::MultiplexedConnection {
    let client = redis::Client::open(server.url()).unwrap();
    client.get_multiplexed_async_connection().await.unwrap()
}

/// Changes how many bytes Redis may take; 0 is no bound.
async fn set_memory(server: &Server, bytes: &str) {
    let mut connection = redis_connection(server).await;
    let mut set = redis::cmd("CONFIG");
    set.arg("SET").arg("maxmemory").arg(bytes);
    let _: () = set.query_async(&mut connection).await.unwrap();
}
