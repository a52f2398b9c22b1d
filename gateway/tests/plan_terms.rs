//! The plan of an organization with the use of its rates, which is read without a use.

use crate::rates::{counts_in_redis, env};
use crate::support::access::Documents;
use crate::support::browser::Answer;
use crate::support::identity::Behavior;
use crate::support::{CUSTOMER, World};
use kit::testing;
use proto::access::v1::Limits;
use serde_json::{Value, json};

const PLAN: &str = "/api/trpc/plans.get";
const NETWORKS: &str =
    "/api/trpc/networks.list?input=%7B%22pagination%22%3A%7B%22perPage%22%3A10%7D%7D";

fn rates(answer: &Answer) -> Value {
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()["result"]["data"]["rates"].clone()
}

async fn limited() -> World {
    let world = World::with(env(&testing::redis_url()), None).await;
    counts_in_redis(&world).await;
    let epoch = world.access.change(|documents: &mut Documents| {
        documents.limit("plan.free", |limits| {
            *limits = Limits {
                requests_per_second: Some(1),
                burst: Some(20),
                requests_per_day: Some(50),
                rows_per_day: Some(1_000),
                ..Limits::default()
            };
        });
    });
    let page = world.signed_in(CUSTOMER).with("sec-fetch-site", "same-origin");
    page.with("x-min-epoch", &epoch.to_string()).get(NETWORKS).await;
    world
}

#[tokio::test]
async fn the_use_of_programs_is_shown_and_reading_it_uses_nothing() {
    let world = limited().await;
    let page = world.signed_in(CUSTOMER).with("sec-fetch-site", "same-origin");
    let before = rates(&page.get(PLAN).await);
    assert_eq!(before["requests_per_day"]["limit"], 50);
    let used = |rates: &Value, rate: &str| rates[rate]["used"].as_u64().unwrap();
    let key = world.access.have_key(1, |_| {});
    for _ in 0..3 {
        assert_eq!(world.program(&key).get(NETWORKS).await.status, 200);
    }
    let after = rates(&page.get(PLAN).await);
    assert_eq!(used(&after, "requests_per_day") - used(&before, "requests_per_day"), 3);
    assert_eq!(used(&after, "rows_per_day") - used(&before, "rows_per_day"), 30);
    assert_eq!(
        (after["requests"]["limit"].clone(), after["requests"]["window_seconds"].clone()),
        (json!(20), json!(20))
    );
    let again = rates(&page.get(PLAN).await);
    assert_eq!(used(&again, "requests_per_day"), used(&after, "requests_per_day"));
}

#[tokio::test]
async fn the_terms_are_shown_without_the_counters_and_never_without_the_service() {
    let world = World::start().await;
    let page = world.signed_in(CUSTOMER);
    let answer = page.get(PLAN).await;
    assert_eq!(rates(&answer), Value::Null, "nothing is limited here");
    assert_eq!(answer.json()["result"]["data"]["plan"]["plan"], "FREE");
    let wanted = json!({"plan": "PREMIUM_ALL_ACCESS", "message": "More"});
    let asked = page.post("/api/trpc/plans.request", &wanted.to_string()).await;
    assert_eq!(asked.json()["result"]["data"]["request"]["plan"], "PREMIUM_ALL_ACCESS");
    world.access.be(Behavior::Away);
    assert_eq!(page.get(PLAN).await.status, 503);
}
