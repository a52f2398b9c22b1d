//! Ways to data that policies withhold: answers that were made for others, calls side by side, earlier knowledge, guessed names.

use crate::answers::keeping;
use crate::support::browser::{Answer, Browser};
use crate::support::identity::{Behavior, user_id};
use crate::support::{ADMIN, COLLEAGUE, CUSTOMER, World};
use futures::future::join_all;
use kit::clock::Clock;
use kit::testing::{self, eventually};
use proto::access::v1::{
    Action, ApiKeyChanged, Condition, ConditionOperator, Dimension, Effect, Endpoint, Limits,
    Policy, PolicyChanged, Scope, TimeBounds,
};
use proto::catalog::v1::Asset;
use proto::codec::Text as _;
use serde_json::{Value, json};

fn reason(answer: &Answer) -> String {
    answer.json()["error"]["data"]["reason"].as_str().unwrap_or("none").to_owned()
}

fn policy(endpoints: &[Endpoint]) -> Policy {
    Policy {
        effect: Effect::Allow.into(),
        actions: Action::VALUES.iter().map(|(action, _)| (*action).into()).collect(),
        endpoints: endpoints.iter().map(|endpoint| (*endpoint).into()).collect(),
        ..Policy::default()
    }
}

fn of_class(class: i64) -> Policy {
    let condition = Condition {
        dimension: Dimension::AssetClass.into(),
        operator: ConditionOperator::In.into(),
        ids: vec![class],
    };
    Policy { r#where: vec![condition], ..policy(&[Endpoint::Assets]) }
}

/// The organizations of the customer and of the colleague have one class of assets each.
async fn narrow(world: &World, bus: &testing::TestBus) -> (Browser, Browser) {
    let mut epoch = 0;
    for (number, name, class) in [(1, "treasuries", 27), (3, "stablecoins", 28)] {
        world.access.change(|documents| documents.add(name, of_class(class)));
        epoch = world.access.grant(&user_id(number + 10), &[name]);
    }
    bus.publish(&PolicyChanged::default(), kit::id::new()).await.unwrap();
    let epoch = epoch.to_string();
    let [one, other] =
        [CUSTOMER, COLLEAGUE].map(|token| world.signed_in(token).with("x-min-epoch", &epoch));
    (one, other)
}

/// The classes in the scope of the last call of this name.
fn classes(world: &World, call: &str) -> Option<Vec<i64>> {
    let scope = world.catalog.last_scope(call)?;
    Some(scope.permissions.iter().flat_map(|one| one.r#where[0].ids.clone()).collect())
}

#[tokio::test]
async fn an_answer_for_a_stronger_caller_is_never_one_for_a_weaker() {
    let bus = testing::bus(&testing::app());
    let world = keeping(&bus).await;
    world.catalog.have(vec![Asset { slug: "coin".to_owned(), ..Asset::default() }]);
    let (treasuries, stablecoins) = narrow(&world, &bus).await;
    let everything = world.signed_in(ADMIN);
    for (procedure, input, call) in [
        ("assets.list", json!({}), "ListRows"),
        ("assets.get", json!({"slug": "coin"}), "GetRecord"),
        ("assets.aggregate", json!({}), "ListGroups"),
    ] {
        let target = Browser::query(procedure, &input);
        for caller in [&everything, &everything, &treasuries, &stablecoins] {
            assert_eq!(caller.get(&target).await.status, 200, "{procedure}");
        }
        eventually("the answers of all three are cached", || async {
            let calls = world.catalog.calls_of(call);
            for caller in [&everything, &treasuries, &stablecoins, &everything] {
                caller.get(&target).await;
            }
            world.catalog.calls_of(call) == calls
        })
        .await;
        // From the cache, each has its own.
        for (caller, name) in [
            (&treasuries, Some("treasuries")),
            (&stablecoins, Some("stablecoins")),
            (&everything, None),
        ] {
            let answer = caller.get(&target).await.json();
            let policies = &answer["result"]["data"]["meta"]["access"]["policies"];
            let expected = name.map_or(Value::Null, |name| json!([name]));
            assert_eq!(*policies, expected, "{procedure}");
        }
    }
}

#[tokio::test]
async fn equal_queries_of_different_scopes_at_once_are_different_calls() {
    let bus = testing::bus(&testing::app());
    let world = keeping(&bus).await;
    let (treasuries, stablecoins) = narrow(&world, &bus).await;
    let filter = json!({"operator": "equals", "field": "name", "value": "together"});
    let target = Browser::query("assets.list", &json!({"filter": filter}));
    let before = world.catalog.calls_of("ListRows");
    let door = world.catalog.close().await;
    let everything = world.signed_in(ADMIN);
    let callers = [&everything, &treasuries, &stablecoins, &treasuries, &everything];
    let answers = join_all(callers.map(|caller| caller.get(&target)));
    let opened = async {
        eventually("all are asked for", || async {
            world.catalog.calls_of("ListRows") >= before + 3
        })
        .await;
        drop(door);
    };
    let (answers, ()) = tokio::join!(answers, opened);
    let policies = answers.iter().map(|answer| {
        answer.json()["result"]["data"]["meta"]["access"]["policies"][0].as_str().map(str::to_owned)
    });
    let [treasuries, stablecoins] = ["treasuries", "stablecoins"].map(|it| Some(it.to_owned()));
    let expected = [None, treasuries.clone(), stablecoins, treasuries, None];
    assert_eq!(policies.collect::<Vec<_>>(), expected);
}

#[tokio::test]
async fn a_file_in_memory_is_of_its_own_scope() {
    let bus = testing::bus(&testing::app());
    let world = keeping(&bus).await;
    world.catalog.have(vec![Asset { slug: "coin".to_owned(), ..Asset::default() }]);
    let (treasuries, stablecoins) = narrow(&world, &bus).await;
    let file = "/api/download/assets.csv";
    let everything = world.signed_in(ADMIN);
    eventually("files are remembered", || async {
        for caller in [&everything, &treasuries] {
            assert_eq!(caller.get(file).await.status, 200);
        }
        world.catalog.be(Behavior::Away);
        let whole = everything.get(file).await.status;
        let part = treasuries.get(file).await.status;
        // Nobody of this scope has had the file.
        assert_eq!(stablecoins.get(file).await.status, 503);
        world.catalog.be(Behavior::Well);
        (whole, part) == (200, 200)
    })
    .await;
    assert_eq!(stablecoins.get(file).await.status, 200);
    assert_eq!(classes(&world, "ListRows"), Some(vec![28]));
}

#[tokio::test]
async fn a_batch_answers_each_call_within_its_own_scope() {
    let world = World::start().await;
    world.catalog.have(vec![Asset { slug: "coin".to_owned(), ..Asset::default() }]);
    world.access.change(|documents| {
        documents.add("treasuries", of_class(27));
        documents.add("networks", policy(&[Endpoint::Networks]));
        documents.add(
            "days",
            Policy {
                time: Some(TimeBounds { max_days_back: Some(30), ..TimeBounds::default() }),
                ..policy(&[Endpoint::Transactions])
            },
        );
    });
    let epoch = world.access.grant(&user_id(11), &["treasuries", "networks", "days"]);
    let customer = world.signed_in(CUSTOMER).with("x-min-epoch", &epoch.to_string());
    let names = [
        "networks.list",
        "assets.list",
        "tokens.list",
        "transactions.list",
        "users.getProfile",
        "adminUsers.list",
        "no.such",
        "assets.aggregate",
        "assets.list",
    ];
    // The order of the last call is of numbers at another endpoint.
    let sorted = json!({"sort": {"field": "change_30d", "direction": "desc"}});
    let inputs: serde_json::Map<_, _> = (0..names.len())
        .map(|at| (at.to_string(), if at == 8 { sorted.clone() } else { json!({}) }))
        .collect();
    let target = Browser::query(&names.join(","), &json!(inputs)).replace('?', "?batch=1&");
    let answer = customer.get(&target).await;
    assert_eq!(answer.status, 207, "{}", answer.text());
    let entries = answer.json();
    let expected = [
        "none",
        "none",
        "access.denied",
        "none",
        "none",
        "role_required",
        "none",
        "none",
        "access.denied",
    ];
    for (at, expected) in expected.iter().enumerate() {
        let found = entries[at]["error"]["data"]["reason"].as_str().unwrap_or("none");
        let is_unknown = entries[at]["error"]["data"]["code"] == "NOT_FOUND";
        assert!(is_unknown || found == *expected, "{at}: {}", entries[at]);
        let policies = &entries[at]["result"]["data"]["meta"]["access"]["policies"];
        let has_part = [1, 7].contains(&at);
        assert_eq!(*policies == json!(["treasuries"]), has_part, "{at}: {}", entries[at]);
    }
    assert_eq!(entries[6]["error"]["data"]["code"], "NOT_FOUND");
    assert_eq!(classes(&world, "ListGroups"), Some(vec![27]));
}

#[tokio::test]
async fn what_was_known_earlier_is_no_way_around_the_days_of_a_scope() {
    let world = World::start().await;
    let days = TimeBounds { max_days_back: Some(30), ..TimeBounds::default() };
    let endpoints =
        [Endpoint::AssetTimeseries, Endpoint::ProtocolTimeseries, Endpoint::Transactions];
    let bounded = Policy { time: Some(days.clone()), ..policy(&endpoints) };
    world.access.change(|documents| {
        documents.add("month", bounded);
        documents.add("tokens", policy(&[Endpoint::Tokens]));
    });
    let epoch = world.access.grant(&user_id(11), &["month", "tokens"]);
    let customer = world.signed_in(CUSTOMER).with("x-min-epoch", &epoch.to_string());
    let key = json!({"subject_kind": "asset", "subject_slug": "coin", "measure": "71"});
    let (from, to, as_of) = ("2020-01-01", "2020-12-31", "2021-01-01");
    for (procedure, call, input) in [
        (
            "timeseries.get",
            "GetSeriesText",
            json!({"keys": [key], "from": from, "to": to, "as_of": as_of}),
        ),
        (
            "timeseries.aggregate",
            "GetAggregateText",
            json!({"measure": "71", "from": from, "to": to, "as_of": as_of}),
        ),
        ("timeseries.latest", "GetLatestText", json!({"keys": [key], "as_of": as_of})),
        ("timeseries.explain", "GetExplanation", json!({"key": key, "date": from, "as_of": as_of})),
        ("timeseries.list", "ListSeries", json!({"as_of": as_of})),
        ("restatements.list", "ListRestatements", json!({"as_of": as_of})),
        ("transactions.list", "ListTransactionsText", json!({"as_of": as_of})),
        (
            "holders.cohorts",
            "GetHolderCohorts",
            json!({"token_slug": "a", "from": from, "as_of": as_of}),
        ),
    ] {
        let calls = world.catalog.calls_of(call);
        let answer = customer.get(&Browser::query(procedure, &input)).await;
        if answer.status == 403 {
            assert_eq!(reason(&answer), "access.scope", "{procedure}");
            assert_eq!(world.catalog.calls_of(call), calls, "{procedure}");
        } else if world.catalog.calls_of(call) > calls {
            // The service applies the days, whatever the request says about time.
            let scope = world.catalog.last_scope(call);
            let scope = scope.unwrap_or_else(|| panic!("{procedure} was asked for everything"));
            let is_bounded = |one: &proto::access::v1::Permission| one.time.as_ref() == Some(&days);
            assert!(scope.permissions.iter().all(is_bounded), "{procedure}: {scope:?}");
        }
    }
}

#[tokio::test]
async fn series_of_several_endpoints_go_with_the_days_of_each() {
    let world = World::start().await;
    world.catalog.answer_empty_numbers();
    let bounded = |endpoint, days| Policy {
        time: Some(TimeBounds { max_days_back: Some(days), ..TimeBounds::default() }),
        limits: Some(Limits { rows_per_response: Some(100), ..Limits::default() }),
        ..policy(&[endpoint])
    };
    world.access.change(|documents| {
        documents.add("assets", bounded(Endpoint::AssetTimeseries, 30));
        documents.add("protocols", bounded(Endpoint::ProtocolTimeseries, 60));
        documents.add("more", bounded(Endpoint::ProtocolTimeseries, 200));
    });
    let key = |kind: &str| json!({"subject_kind": kind, "subject_slug": "a", "measure": "71"});
    let target = Browser::query("timeseries.get", &json!({"keys": [key("asset"), key("pool")]}));
    // The days of both together are those of the rows.
    for (protocols, expected) in [("protocols", "none"), ("more", "access.rows")] {
        let epoch = world.access.grant(&user_id(11), &["assets", protocols]).to_string();
        let customer = world.signed_in(CUSTOMER).with("x-min-epoch", &epoch);
        let answer = customer.get(&target).await;
        assert_eq!(reason(&answer), expected, "{}", answer.text());
    }
    let scope = world.catalog.last_scope("GetSeriesText").unwrap();
    assert_eq!(scope.endpoint(), Endpoint::AssetTimeseries);
    let further: Vec<Endpoint> = scope.further.iter().map(Scope::endpoint).collect();
    assert_eq!(further, [Endpoint::ProtocolTimeseries]);
}

#[tokio::test]
async fn a_cached_key_ends_at_its_moment_without_an_event() {
    let bus = testing::bus(&testing::app());
    let world = keeping(&bus).await;
    let ends = Clock::system().now_milliseconds() + 5_000;
    let key = world.access.have_key(1, |key| key.expires_at = ends);
    let program = world.program(&key);
    let target = Browser::query("networks.list", &json!({}));
    eventually("the key is cached", || async {
        let event = ApiKeyChanged { key_id: "other".to_owned(), ..ApiKeyChanged::default() };
        bus.publish(&event, kit::id::new()).await.unwrap();
        program.get(&target).await;
        let checks = world.access.checks();
        program.get(&target).await;
        world.access.checks() == checks
    })
    .await;
    // The service, which goes by its own clock, says nothing.
    world.access.end_key(&key);
    while Clock::system().now_milliseconds() < ends - 100 {
        assert_eq!(program.get(&target).await.status, 200);
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    eventually("it has ended", || async { program.get(&target).await.status == 401 }).await;
    assert!(Clock::system().now_milliseconds() >= ends);
}
