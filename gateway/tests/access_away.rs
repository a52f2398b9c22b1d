//! Data while the service access is away: the last policies decide for a while, and then nobody receives any.

use std::time::Duration;

use crate::support::browser::{Answer, Browser};
use crate::support::identity::Behavior;
use crate::support::{ADMIN, CUSTOMER, World};
use kit::testing::eventually;
use proto::catalog::v1::Asset;

const NETWORKS: &str = "/api/trpc/networks.list?input=%7B%7D";
const FILE: &str = "/api/download/assets.csv";
const FEED: &str = "/feeds/news.xml";
const PROFILE: &str = "/api/trpc/users.getProfile";

fn reason(answer: &Answer) -> String {
    answer.json()["error"]["data"]["reason"].as_str().unwrap_or("none").to_owned()
}

/// Lets time pass at once for everything in this process.
async fn pass(time: Duration) {
    tokio::time::pause();
    tokio::time::advance(time).await;
    tokio::time::resume();
    // What was due meanwhile is done, such as asking the service again.
    tokio::time::sleep(Duration::from_millis(100)).await;
}

/// A visitor, a user, an administrator and a program, who have all called before.
async fn known_callers(world: &World) -> Vec<Browser> {
    let key = world.access.have_key(1, |_| {});
    let callers = vec![
        world.anonymous(),
        world.signed_in(CUSTOMER),
        world.signed_in(ADMIN),
        world.program(&key),
    ];
    for caller in &callers {
        assert_eq!(caller.get(NETWORKS).await.status, 200);
        assert_eq!(caller.get(FILE).await.status, 200);
    }
    callers
}

async fn statuses(callers: &[Browser], target: &str) -> Vec<u16> {
    let mut statuses = Vec::new();
    for caller in callers {
        let answer = caller.get(target).await;
        if answer.status == 503 && target != FEED {
            assert_eq!(reason(&answer), "access.unavailable");
            assert!(answer.header("retry-after").is_some());
        }
        statuses.push(answer.status);
    }
    statuses
}

async fn world() -> World {
    let world = World::start().await;
    world.catalog.have(vec![Asset { slug: "coin".to_owned(), ..Asset::default() }]);
    world
}

#[tokio::test]
async fn files_end_after_a_minute_and_reading_after_a_quarter_of_an_hour() {
    let world = world().await;
    let callers = known_callers(&world).await;
    world.access.be(Behavior::Away);
    pass(Duration::from_secs(45)).await;
    assert_eq!(statuses(&callers, FILE).await, [200; 4]);
    assert_eq!(statuses(&callers, NETWORKS).await, [200; 4]);
    pass(Duration::from_secs(20)).await;
    assert_eq!(statuses(&callers, FILE).await, [503; 4]);
    assert_eq!(statuses(&callers, NETWORKS).await, [200; 4]);
    assert_eq!(statuses(&callers, FEED).await, [200; 4]);
    pass(Duration::from_mins(13)).await;
    assert_eq!(statuses(&callers, NETWORKS).await, [200; 4]);
    pass(Duration::from_mins(1)).await;
    let calls = world.catalog.call_count();
    for target in [NETWORKS, FILE, FEED] {
        assert_eq!(statuses(&callers, target).await, [503; 4], "{target}");
    }
    assert_eq!(world.catalog.call_count(), calls);
    // Hours later, too.
    pass(Duration::from_hours(5)).await;
    assert_eq!(statuses(&callers, NETWORKS).await, [503; 4]);
    // No policy decides on one's own account.
    assert_eq!(world.signed_in(CUSTOMER).get(PROFILE).await.status, 200);
    world.access.be(Behavior::Well);
    eventually("the service confirms its policies", || async {
        world.get(NETWORKS).await.status == 200
    })
    .await;
    for target in [NETWORKS, FILE] {
        assert_eq!(statuses(&callers, target).await, [200; 4], "{target}");
    }
}

#[tokio::test]
async fn a_service_that_hangs_is_away() {
    let world = world().await;
    let callers = known_callers(&world).await;
    world.access.be(Behavior::Hanging);
    pass(Duration::from_secs(70)).await;
    // The poll that is under way ends by its deadline.
    pass(Duration::from_secs(10)).await;
    assert_eq!(statuses(&callers, FILE).await, [503; 4]);
    pass(Duration::from_mins(15)).await;
    assert_eq!(statuses(&callers, NETWORKS).await, [503; 4]);
}

#[tokio::test]
async fn callers_whose_roles_were_never_read_receive_no_data() {
    let world = world().await;
    world.access.be(Behavior::Away);
    let before = world.catalog.calls();
    let target = "/api/trpc/assets.list?input=%7B%7D";
    for caller in [world.signed_in(CUSTOMER), world.signed_in(ADMIN)] {
        let answer = caller.get(target).await;
        assert_eq!((answer.status, reason(&answer).as_str()), (503, "access.unavailable"));
    }
    let key = world.access.have_key(1, |_| {});
    let answer = world.program(&key).get(target).await;
    assert_eq!((answer.status, reason(&answer).as_str()), (503, "access.unavailable"));
    assert_eq!(world.catalog.calls(), before);
    world.access.be(Behavior::Well);
    assert_eq!(world.signed_in(CUSTOMER).get(target).await.status, 200);
}
