//! Redis may fail over, hang or vanish; limits hold and answers come all the same.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use faultkit::proxy::Proxy;
use faultkit::servers::Server;
use futures::future::Either;
use kit::cache::Cache;
use kit::testing::{self, eventually};
use tokio::sync::Notify;
use tokio::time::Instant;

const HOUR: Duration = Duration::from_hours(1);
/// Less than a hundred callers would take who each wait for Redis, even on a busy machine.
const NOBODY_WAITED: Duration = Duration::from_secs(30);

fn cache(url: &str) -> Cache {
    let app = testing::app();
    Cache::connect(&app, url).unwrap().with_prefix(&format!("{}:", kit::id::new().simple()))
}

#[tokio::test]
async fn a_limit_is_shared_by_all_processes() {
    let prefix = kit::id::new().simple().to_string();
    let [one, two] = [(); 2].map(|()| cache(&testing::redis_url()).with_prefix(&prefix));
    let mut allowed = 0;
    for _ in 0..10 {
        allowed += usize::from(one.limit("mail", 5, HOUR).await);
        allowed += usize::from(two.limit("mail", 5, HOUR).await);
    }
    assert_eq!(allowed, 5);
    assert!(one.limit("other", 5, HOUR).await);
}

#[tokio::test]
async fn a_limit_gives_back_over_time() {
    let cache = cache(&testing::redis_url());
    let window = Duration::from_millis(300);
    while cache.limit("key", 3, window).await {}
    eventually("one more is allowed", || cache.limit("key", 3, window)).await;
}

#[tokio::test]
async fn without_redis_limits_are_counted_here() {
    let mut redis = Server::redis().await;
    let cache = cache(&redis.url());
    assert!(cache.limit("key", 8, HOUR).await);
    redis.kill().await;
    let start = Instant::now();
    let mut allowed = 0;
    for _ in 0..100 {
        allowed += usize::from(cache.limit("key", 8, HOUR).await);
    }
    assert_eq!(allowed, 4);
    assert!(start.elapsed() < NOBODY_WAITED, "callers must not wait for Redis");
    redis.start().await;
    eventually("limits are shared again", || async { redis_answers(&cache).await }).await;
}

#[tokio::test]
async fn a_server_that_became_a_replica_is_left() {
    let (old, new) = (Server::redis().await, Server::redis().await);
    // The proxy stands for the name that a failover points to another server.
    let proxy = Proxy::start(&old.address()).await;
    let cache = cache(&old.url_at(&proxy.address()));
    assert!(redis_answers(&cache).await);
    make_replica(&old, &new).await;
    proxy.point_to(&new.address());
    eventually("writes are taken again", || redis_answers(&cache)).await;
}

#[tokio::test]
async fn a_dead_connection_is_replaced() {
    let redis = Server::redis().await;
    let proxy = Proxy::start(&redis.address()).await;
    let cache = cache(&redis.url_at(&proxy.address()));
    assert!(redis_answers(&cache).await);
    proxy.darken_lines();
    eventually("commands are answered again", || redis_answers(&cache)).await;
}

#[tokio::test]
async fn a_slow_answer_does_not_hold_up_limits() {
    let redis = Server::redis().await;
    let proxy = Proxy::start(&redis.address()).await;
    let cache = cache(&redis.url_at(&proxy.address()));
    let answer = || async { Ok::<_, ()>(1) };
    cache.get_or_load("slow", HOUR, answer).await.unwrap();
    // Only the line of the answers exists yet.
    proxy.darken_lines();
    let (slow, limited) =
        tokio::join!(cache.get_or_load("slow2", HOUR, answer), redis_answers(&cache));
    assert!(slow.is_ok());
    assert!(limited);
}

#[tokio::test]
async fn many_that_miss_at_once_share_one_computation() {
    let cache = cache(&testing::redis_url());
    let computed = Arc::new(AtomicUsize::new(0));
    let asking = (0..100).map(|_| {
        let (cache, computed) = (cache.clone(), computed.clone());
        async move {
            cache
                .get_or_load("key", HOUR, || async {
                    computed.fetch_add(1, Ordering::SeqCst);
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    Ok::<_, ()>("answer".to_owned())
                })
                .await
        }
    });
    let answers = futures::future::join_all(asking).await;
    assert!(answers.iter().all(|answer| answer.as_deref() == Ok("answer")));
    assert_eq!(computed.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn an_old_answer_is_served_while_one_caller_renews_it() {
    let url = testing::redis_url();
    let prefix = kit::id::new().simple().to_string();
    // Kept for four times as long, so that it is old and there for some seconds.
    let ttl = Duration::from_secs(2);
    let other_process = || cache(&url).with_prefix(&prefix);
    let load = |answer: u32| move || async move { Ok::<_, ()>(answer) };
    let ask = |answer| async move {
        other_process().get_or_load("key", ttl, load(answer)).await.unwrap()
    };
    assert_eq!(ask(1).await, 1);
    let renewed = Arc::new(Notify::new());
    let renew = || async {
        let (begun, go_on) = (Notify::new(), renewed.clone());
        let process = other_process();
        let renewing = process.get_or_load("key", ttl, || async {
            begun.notify_one();
            go_on.notified().await;
            Ok::<_, ()>(2)
        });
        let another = async {
            begun.notified().await;
            let served = ask(3).await;
            go_on.notify_one();
            served
        };
        futures::pin_mut!(renewing, another);
        match futures::future::select(renewing, another).await {
            Either::Left(_) => false,
            Either::Right((served, renewing)) => {
                assert_eq!(served, 1, "the old answer, as it is being renewed");
                assert_eq!(renewing.await, Ok(2));
                true
            }
        }
    };
    eventually("one caller renews it", renew).await;
    assert_eq!(ask(4).await, 2);
}

#[tokio::test]
async fn failures_are_not_cached() {
    let cache = cache(&testing::redis_url());
    let failed = cache.get_or_load("key", HOUR, || async { Err::<u32, _>("no") }).await;
    assert_eq!(failed.map_err(|error| *error), Err("no"));
    assert_eq!(cache.get_or_load("key", HOUR, || async { Ok::<_, ()>(7) }).await, Ok(7));
}

#[tokio::test]
async fn a_malformed_address_is_refused_by_name() {
    let error = Cache::connect(&testing::app(), "nonsense").err().unwrap().to_string();
    assert!(error.starts_with("setting REDIS_URL"), "{error}");
}

/// Whether the shared counter works: alone, a process allows half of two.
async fn redis_answers(cache: &Cache) -> bool {
    let key = kit::id::new().to_string();
    cache.limit(&key, 2, HOUR).await && cache.limit(&key, 2, HOUR).await
}

async fn make_replica(server: &Server, of: &Server) {
    let client = redis::Client::open(server.url()).unwrap();
    let mut connection = client.get_multiplexed_async_connection().await.unwrap();
    let (host, port) =
        of.address().rsplit_once(':').map(|(h, p)| (h.to_owned(), p.to_owned())).unwrap();
    let _: () =
        redis::cmd("REPLICAOF").arg(host).arg(port).query_async(&mut connection).await.unwrap();
}
