//! Decisions of policies reach the service access: all of them as numbers, and calls that were refused with their callers.

use crate::support::identity::{Behavior, user_id};
use crate::support::{CUSTOMER, World};
use futures::future::join_all;
use kit::testing::eventually;
use proto::access::v1::{
    Action, ActionAtEndpoint, DecidedCalls, DecisionCount, DecisionOutcome, Effect, Endpoint,
    Policy,
};

const ASSETS: &str = "/api/trpc/assets.list?input=%7B%7D";
const NETWORKS: &str = "/api/trpc/networks.list?input=%7B%7D";
const NETWORKS_FILE: &str = "/api/download/networks.csv";

/// A denial of everything at the networks.
fn denial() -> Policy {
    Policy {
        effect: Effect::Deny.into(),
        actions: vec![Action::List.into(), Action::Export.into()],
        endpoints: vec![Endpoint::Networks.into()],
        ..Policy::default()
    }
}

fn counts(world: &World) -> Vec<DecisionCount> {
    world.access.decisions().into_iter().flat_map(|report| report.counts).collect()
}

fn calls(world: &World) -> Vec<DecidedCalls> {
    world.access.decisions().into_iter().flat_map(|report| report.calls).collect()
}

/// The decisions on lists of an endpoint with an outcome.
fn sum(world: &World, endpoint: Endpoint, outcome: DecisionOutcome) -> i64 {
    let counted = counts(world).into_iter().filter(|count| {
        (count.endpoint(), count.action(), count.outcome()) == (endpoint, Action::List, outcome)
    });
    counted.map(|count| count.decisions).sum()
}

#[tokio::test]
async fn a_refused_call_is_reported_with_its_caller_and_what_it_needed() {
    let world = World::start().await;
    world.access.change(|documents| documents.add("closed", denial()));
    let epoch = world.access.grant(&user_id(1), &["closed"]);
    let customer = world.signed_in(CUSTOMER).with("x-min-epoch", &epoch.to_string());
    for target in [NETWORKS, NETWORKS, NETWORKS_FILE] {
        assert_eq!(customer.get(target).await.status, 403, "{target}");
    }
    let refused = |world: &World| {
        let mut refused: Vec<_> = calls(world)
            .into_iter()
            .filter(|one| one.outcome() == DecisionOutcome::Refused)
            .collect();
        refused.sort_by_key(|one| one.export_format);
        refused
    };
    eventually("they are reported", || async {
        refused(&world).iter().map(|one| one.calls).sum::<i64>() == 3
    })
    .await;
    let found = refused(&world);
    let need = |action: Action| ActionAtEndpoint {
        action: action.into(),
        endpoint: Endpoint::Networks.into(),
    };
    for one in &found {
        assert_eq!(one.user_id.as_deref(), Some(&*user_id(1)));
        assert_eq!(one.refusal.as_deref(), Some("access.denied"), "{one:?}");
        assert_eq!((one.minute_at % 60_000, one.key_id.as_deref()), (0, None));
    }
    assert_eq!(found[0].needs, [need(Action::List)]);
    assert_eq!(found.last().unwrap().needs, [need(Action::Export)]);
    assert_eq!(sum(&world, Endpoint::Networks, DecisionOutcome::Refused), 2);
    let counted = counts(&world);
    let count = counted.iter().find(|one| one.outcome() == DecisionOutcome::Refused).unwrap();
    assert!(count.policy_ids.contains(&"closed".to_owned()), "{count:?}");
    assert!(count.role_ids.contains(&"closed".to_owned()) && count.role_ids.len() == 2);
}

#[tokio::test]
async fn allowed_calls_are_counted_and_one_in_a_hundred_is_reported_as_a_call() {
    let world = World::start().await;
    for _ in 0..200 {
        let answers = join_all((0..10).map(|_| world.get(ASSETS))).await;
        assert!(answers.iter().all(|answer| answer.status == 200));
    }
    eventually("they are reported", || async {
        sum(&world, Endpoint::Assets, DecisionOutcome::Allowed) == 2_000
    })
    .await;
    let sampled: i64 = calls(&world).iter().map(|one| one.calls).sum();
    assert!((1..100).contains(&sampled), "{sampled}");
    let visitor = &calls(&world)[0];
    assert_eq!((&visitor.user_id, &visitor.organization_id), (&None, &None));
    assert_eq!(visitor.outcome(), DecisionOutcome::Allowed);
}

#[tokio::test]
async fn nothing_is_lost_or_counted_twice_while_the_service_is_away() {
    let world = World::start().await;
    assert_eq!(world.get(ASSETS).await.status, 200);
    world.access.be(Behavior::Away);
    assert_eq!(world.get(ASSETS).await.status, 200);
    tokio::time::sleep(std::time::Duration::from_secs(11)).await;
    assert_eq!(counts(&world), []);
    world.access.lose_answers(1);
    world.access.be(Behavior::Well);
    assert_eq!(world.get(ASSETS).await.status, 200);
    eventually("the report arrives again", || async { world.access.lost_answers() == 0 }).await;
    eventually("they are counted", || async {
        sum(&world, Endpoint::Assets, DecisionOutcome::Allowed) == 3
    })
    .await;
    assert!(world.access.decisions().iter().all(|report| report.lost == 0));
}
