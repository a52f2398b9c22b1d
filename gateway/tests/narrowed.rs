//! Callers whose policies allow a part of the catalog receive that part, with a statement that it is one.

use crate::answers::keeping;
use crate::support::access::Documents;
use crate::support::browser::{Answer, Browser};
use crate::support::identity::user_id;
use crate::support::{COLLEAGUE, CUSTOMER, World};
use kit::testing::{self, eventually};
use proto::access::v1::{
    Action, Condition, ConditionOperator, Dimension, Effect, Endpoint, FieldMode, Fields, Limits,
    Policy, Scope, TimeBounds,
};
use proto::catalog::v1::Asset;
use proto::timeseries::v1::{
    AggregateExplanation, AggregateMethod, Explanation, GetAggregateResponse,
    ListRankedSlugsRequest, ListRankedSlugsResponse, MeasureKind, RankedSlug, SeriesGroup,
    SeriesInterval,
};
use serde_json::{Value, json};

fn reason(answer: &Answer) -> String {
    answer.json()["error"]["data"]["reason"].as_str().unwrap_or("none").to_owned()
}

fn is_in(dimension: Dimension, ids: impl IntoIterator<Item = i64>) -> Condition {
    let operator = ConditionOperator::In.into();
    Condition { dimension: dimension.into(), operator, ids: ids.into_iter().collect() }
}

/// Everything that may be done with assets that meet the conditions, except for their websites.
fn assets(conditions: Vec<Condition>) -> Policy {
    let fields = Fields { mode: FieldMode::Except.into(), names: vec!["website".to_owned()] };
    let actions = [Action::List, Action::Read, Action::Export, Action::Stream];
    Policy {
        effect: Effect::Allow.into(),
        actions: actions.map(i32::from).to_vec(),
        endpoints: vec![Endpoint::Assets.into()],
        r#where: conditions,
        fields: Some(fields),
        ..Policy::default()
    }
}

/// A caller whose only policy is this one, of the name `part`.
fn caller(world: &World, policy: Policy) -> Browser {
    world.access.change(|documents| documents.add("part", policy));
    // The organization of the customer.
    let epoch = world.access.grant(&user_id(11), &["part"]);
    world.signed_in(CUSTOMER).with("x-min-epoch", &epoch.to_string())
}

#[tokio::test]
async fn a_part_is_answered_within_its_scope_and_says_so() {
    let world = World::start().await;
    world.catalog.have(vec![Asset { slug: "bill".to_owned(), ..Asset::default() }]);
    world.catalog.answer_record(&json!({"slug": "bill"}));
    let customer = caller(&world, assets(vec![is_in(Dimension::AssetClass, [27])]));
    let expected = json!({"access": {"narrowed": ["asset_class", "fields"], "policies": ["part"]}});
    let slug = json!({"slug": "bill"});
    for (procedure, input, call) in [
        ("assets.list", json!({}), "ListRows"),
        ("assets.get", slug, "GetRecord"),
        ("assets.meta", Value::Null, "GetMeta"),
        ("assets.aggregate", json!({}), "ListGroups"),
    ] {
        let target = if input.is_null() {
            format!("/api/trpc/{procedure}")
        } else {
            Browser::query(procedure, &input)
        };
        let answer = customer.get(&target).await;
        assert_eq!(answer.status, 200, "{procedure} {}", answer.text());
        let data = answer.json()["result"]["data"].clone();
        assert_eq!(data["meta"], expected, "{procedure}: {data}");
        let scope = world.catalog.last_scope(call).unwrap();
        assert_eq!(scope.endpoint(), Endpoint::Assets, "{procedure}");
        let permission = &scope.permissions[0];
        assert_eq!(permission.r#where, [is_in(Dimension::AssetClass, [27])]);
        assert_eq!(permission.fields.as_ref().unwrap().names, ["website"]);
        assert_eq!(permission.limits, None);
        assert!(scope.hides_others, "tokens may not be listed");
        // Somebody who may have everything shares nothing of it.
        let whole = world.get(&target).await;
        assert_eq!(whole.json()["result"]["data"]["meta"], Value::Null, "{procedure}");
        assert_eq!(world.catalog.last_scope(call), None, "{procedure}");
    }
    let file = customer.get("/api/download/assets.csv").await;
    assert_eq!(file.status, 200, "{}", file.text());
    assert!(world.catalog.last_scope("ListRows").is_some());
    assert!(world.catalog.last_scope("GetMeta").is_some());
}

#[tokio::test]
async fn a_part_that_cannot_be_left_out_of_the_rest_is_refused() {
    let world = World::start().await;
    let customer = caller(&world, assets(vec![is_in(Dimension::AssetClass, [27])]));
    let calls = world.catalog.call_count();
    // The order is of numbers, which the policy does not allow.
    let sorted = json!({"sort": {"field": "change_30d", "direction": "desc"}});
    let sorted = customer.get(&Browser::query("assets.list", &sorted)).await;
    assert_eq!((sorted.status, reason(&sorted).as_str()), (403, "access.denied"));
    let tokens = customer.get("/api/trpc/tokens.list?input=%7B%7D").await;
    assert_eq!(reason(&tokens), "access.denied");
    assert_eq!(world.catalog.call_count(), calls);
}

#[tokio::test]
async fn a_scope_that_fits_into_no_header_is_refused() {
    let world = World::start().await;
    let ids = || 1_000_000_000..1_000_001_000;
    let conditions = vec![is_in(Dimension::Platform, ids()), is_in(Dimension::Issuer, ids())];
    let customer = caller(&world, assets(conditions));
    let calls = world.catalog.call_count();
    let answer = customer.get("/api/trpc/assets.list?input=%7B%7D").await;
    assert_eq!((answer.status, reason(&answer).as_str()), (403, "access.scope"));
    assert_eq!(world.catalog.call_count(), calls);
}

#[tokio::test]
async fn a_policy_that_restricts_days_alone_narrows_no_record() {
    let world = World::start().await;
    let time = TimeBounds { max_days_back: Some(30), ..Default::default() };
    // No other records that assets could count are hidden.
    let counted =
        [Endpoint::Assets, Endpoint::Tokens, Endpoint::Pools, Endpoint::Loans, Endpoint::Issuers];
    let policy = Policy {
        endpoints: counted.map(i32::from).to_vec(),
        fields: None,
        time: Some(time),
        ..assets(Vec::new())
    };
    let customer = caller(&world, policy);
    let answer = customer.get("/api/trpc/assets.list?input=%7B%7D").await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(answer.json()["result"]["data"]["meta"], Value::Null);
    assert_eq!(world.catalog.last_scope("ListRows"), None);
}

/// The market value of assets on the last days, within a limit of rows.
fn headlines(max_days_back: i32, rows_per_response: i64) -> Policy {
    let actions = [Action::Timeseries, Action::Aggregate, Action::Export];
    Policy {
        effect: Effect::Allow.into(),
        actions: actions.map(i32::from).to_vec(),
        endpoints: vec![Endpoint::AssetTimeseries.into()],
        r#where: vec![is_in(Dimension::Measure, [62])],
        time: Some(TimeBounds { max_days_back: Some(max_days_back), ..TimeBounds::default() }),
        limits: Some(Limits { rows_per_response: Some(rows_per_response), ..Limits::default() }),
        ..Policy::default()
    }
}

#[tokio::test]
async fn values_over_time_are_answered_within_their_scope() {
    let world = World::start().await;
    world.catalog.hold("assets", &["bill"]);
    world.catalog.answer_empty_numbers();
    let customer = caller(&world, headlines(30, 100));
    let expected = json!({"access": {"narrowed": ["measure", "days"], "policies": ["part"]}});
    let keys = json!([{"subject_kind": "asset", "subject_slug": "bill", "measure": "62"}]);
    let website = json!({"operator": "equals", "field": "website", "value": "https://a.example"});
    for (procedure, input, call) in [
        ("timeseries.aggregate", json!({"measure": "62", "filter": website}), "GetAggregateText"),
        ("timeseries.get", json!({"keys": keys.clone()}), "GetSeriesText"),
        ("timeseries.latest", json!({"keys": keys}), "GetLatestText"),
    ] {
        let target = Browser::query(procedure, &input);
        let answer = customer.get(&target).await;
        assert_eq!(answer.status, 200, "{procedure} {}", answer.text());
        assert_eq!(answer.json()["result"]["data"]["meta"], expected, "{procedure}");
        let scope = world.catalog.last_scope(call).unwrap();
        assert_eq!(scope.endpoint(), Endpoint::AssetTimeseries, "{procedure}");
        let time = scope.permissions[0].time.as_ref().unwrap();
        assert_eq!(time.max_days_back, Some(30), "{procedure}");
        assert!(!scope.hides_others, "series count no records: {procedure}");
        // Somebody who may have everything shares nothing of it.
        let whole = world.get(&target).await;
        assert_eq!(whole.json()["result"]["data"]["meta"], Value::Null, "{procedure}");
        assert_eq!(world.catalog.last_scope(call), None, "{procedure}");
    }
    // The scope is about series: the records of a filter are found without it.
    assert!(world.catalog.calls_of("ListSlugs") > 0);
    assert_eq!(world.catalog.last_scope("ListSlugs"), None);
}

#[tokio::test]
async fn equal_scopes_share_an_answer_and_those_of_other_days_do_not() {
    // Without a bus no answer is cached.
    let bus = testing::bus(&testing::app());
    let world = keeping(&bus).await;
    world.catalog.answer_empty_numbers();
    let target = Browser::query("timeseries.aggregate", &json!({"measure": "62"}));
    let call = "GetAggregateText";
    for days in [30, 31] {
        let change = |documents: &mut Documents| {
            documents.policies.retain(|policy| policy.id != "part");
            documents.roles.retain(|role| role.id != "part");
            documents.assignments.retain(|assignment| assignment.role_id != "part");
        };
        world.access.change(change);
        let customer = caller(&world, headlines(days, 100));
        // The organization of the colleague.
        let epoch = world.access.grant(&user_id(13), &["part"]).to_string();
        let colleague = world.signed_in(COLLEAGUE).with("x-min-epoch", &epoch);
        let calls = world.catalog.calls_of(call);
        assert_eq!(customer.get(&target).await.status, 200);
        assert_eq!(world.catalog.calls_of(call), calls + 1);
        let scope = world.catalog.last_scope(call).unwrap();
        let time = scope.permissions[0].time.as_ref().unwrap();
        assert_eq!(time.max_days_back, Some(days));
        eventually("the answer is cached", || async {
            let calls = world.catalog.calls_of(call);
            customer.get(&target).await;
            world.catalog.calls_of(call) == calls
        })
        .await;
        let calls = world.catalog.calls_of(call);
        let shared = colleague.get(&target).await;
        let meta = shared.json()["result"]["data"]["meta"].clone();
        assert_eq!((shared.status, meta), (200, part_of_days()));
        assert_eq!(world.catalog.calls_of(call), calls, "one call for both");
    }
}

#[tokio::test]
async fn the_rows_of_values_over_time_are_their_intervals() {
    let daily = json!({"measure": "62"});
    let monthly = json!({"measure": "62", "interval": "month"});
    // A year of days, of which scopes show 301 or 31; the estimate has one more.
    for (days, rows, input, expected) in [
        (300, 300, &daily, (403, "access.rows")),
        (300, 300, &monthly, (200, "none")),
        (300, 302, &daily, (200, "none")),
        (30, 100, &daily, (200, "none")),
    ] {
        let world = World::start().await;
        world.catalog.answer_empty_numbers();
        let customer = caller(&world, headlines(days, rows));
        let answer = customer.get(&Browser::query("timeseries.aggregate", input)).await;
        assert_eq!((answer.status, reason(&answer).as_str()), expected, "{days} {rows} {input}");
    }
}

fn part_of_days() -> Value {
    json!({"access": {"narrowed": ["measure", "days"], "policies": ["part"]}})
}

#[tokio::test]
async fn provenance_and_histories_are_answered_within_their_scope() {
    let world = World::start().await;
    world.catalog.answer_with("GetExplanation", &Explanation::default());
    let of_total = AggregateExplanation {
        kind: MeasureKind::Stock.into(),
        interval: SeriesInterval::Day.into(),
        method: AggregateMethod::Sum.into(),
        ..AggregateExplanation::default()
    };
    world.catalog.answer_with("GetAggregateExplanation", &of_total);
    let customer = caller(&world, headlines(30, 100));
    let key = json!({"subject_kind": "asset", "subject_slug": "bill", "measure": "62"});
    let of_key = json!({"key": key.clone(), "date": "2026-11-18"});
    let of_total = json!({"aggregate": {"measure": "62"}, "date": "2026-11-18"});
    for (procedure, input, call) in [
        ("timeseries.origins", json!({"measure": "62"}), "GetAggregateOrigins"),
        ("timeseries.seriesOrigins", json!({"keys": [key]}), "GetSeriesOrigins"),
        ("timeseries.explain", of_key, "GetExplanation"),
        // Its members and its total are two actions at one endpoint.
        ("timeseries.explain", of_total, "GetAggregateExplanation"),
        ("holders.cohorts", json!({"token_slug": "bill"}), "GetHolderCohorts"),
    ] {
        let answer = customer.get(&Browser::query(procedure, &input)).await;
        assert_eq!(answer.status, 200, "{procedure} {}", answer.text());
        assert_eq!(answer.json()["result"]["data"]["meta"], part_of_days(), "{procedure}");
        let scope = world.catalog.last_scope(call).unwrap();
        assert_eq!(scope.endpoint(), Endpoint::AssetTimeseries, "{procedure}");
        assert!(scope.further.is_empty(), "{procedure}");
    }
    // Not every kind of subject is of the same endpoint.
    let pool = json!({"keys": [{"subject_kind": "pool", "subject_slug": "a", "measure": "62"}]});
    let pool = customer.get(&Browser::query("timeseries.get", &pool)).await;
    assert_eq!((pool.status, reason(&pool).as_str()), (403, "access.denied"));
}

#[tokio::test]
async fn transactions_holders_and_restatements_have_the_scopes_of_their_endpoints() {
    let world = World::start().await;
    let actions = [Action::List, Action::Read];
    let endpoints = [
        Endpoint::Transactions,
        Endpoint::Tokens,
        Endpoint::AssetTimeseries,
        Endpoint::ProtocolTimeseries,
    ];
    let policy = Policy {
        actions: actions.map(i32::from).to_vec(),
        endpoints: endpoints.map(i32::from).to_vec(),
        r#where: vec![is_in(Dimension::AssetClass, [27])],
        fields: None,
        ..assets(Vec::new())
    };
    let customer = caller(&world, policy);
    for (procedure, input, call, endpoint) in [
        ("transactions.list", json!({}), "ListTransactionsText", Endpoint::Transactions),
        ("holders.top", json!({"token_slug": "bill"}), "GetTopHolders", Endpoint::Tokens),
        ("restatements.list", json!({}), "ListRestatements", Endpoint::AssetTimeseries),
        ("timeseries.list", json!({}), "ListSeries", Endpoint::AssetTimeseries),
        ("loads.list", json!({}), "ListLoads", Endpoint::AssetTimeseries),
    ] {
        let answer = customer.get(&Browser::query(procedure, &input)).await;
        assert_eq!(answer.status, 200, "{procedure} {}", answer.text());
        let narrowed = &answer.json()["result"]["data"]["meta"]["access"]["narrowed"];
        assert_eq!(*narrowed, json!(["asset_class"]), "{procedure}");
        let scope = world.catalog.last_scope(call).unwrap();
        assert_eq!(scope.endpoint(), endpoint, "{procedure}");
        let further: Vec<_> = scope.further.iter().map(Scope::endpoint).collect();
        let is_of_several = endpoint == Endpoint::AssetTimeseries;
        let expected: &[Endpoint] =
            if is_of_several { &[Endpoint::ProtocolTimeseries] } else { &[] };
        assert_eq!(further, expected, "{procedure}");
    }
}

#[tokio::test]
async fn a_narrowed_file_says_so_in_its_head_and_in_each_row() {
    let world = World::start().await;
    let total = SeriesGroup { values: vec![7.0], coverage: vec![1.0], ..SeriesGroup::default() };
    let dates = vec!["2026-11-18".to_owned()];
    let answer = GetAggregateResponse {
        dates,
        total: Some(total),
        interval: SeriesInterval::Day.into(),
        kind: MeasureKind::Stock.into(),
        ..Default::default()
    };
    world.catalog.answer_with("GetAggregate", &answer);
    let customer = caller(&world, headlines(30, 100));
    let query: String = url::form_urlencoded::byte_serialize(br#"{"measure":"62"}"#).collect();
    let target = format!("/api/download/timeseries.aggregate.csv?query={query}");
    let file = customer.get(&target).await;
    assert_eq!(file.status, 200, "{}", file.text());
    let statement = part_of_days()["access"].to_string();
    assert_eq!(file.header("assay-access"), Some(statement.as_str()));
    let text = file.text();
    let rows: Vec<&str> = text.lines().collect();
    assert!(rows[0].ends_with(",access"), "{}", rows[0]);
    assert!(rows[1].contains("narrowed") && rows[1].contains("part"), "{}", rows[1]);
    for call in ["GetAggregate", "GetAggregateOrigins"] {
        assert!(world.catalog.last_scope(call).is_some(), "{call}");
    }
    let whole = world.get(&target).await;
    assert_eq!((whole.status, whole.header("assay-access")), (200, None));
    assert!(!whole.text().lines().next().unwrap().ends_with(",access"));
}

#[tokio::test]
async fn records_in_the_order_of_numbers_have_a_scope_for_both() {
    let world = World::start().await;
    world.catalog.hold("assets", &["bill"]);
    world.catalog.have(vec![Asset { slug: "bill".to_owned(), ..Asset::default() }]);
    let ranked = RankedSlug { slug: "bill".to_owned(), ..RankedSlug::default() };
    let ranked = ListRankedSlugsResponse { results: vec![ranked], ..Default::default() };
    world.catalog.answer_with("ListRankedSlugs", &ranked);
    let actions = [Action::List, Action::Aggregate];
    let policy = Policy {
        actions: actions.map(i32::from).to_vec(),
        endpoints: vec![Endpoint::Assets.into(), Endpoint::AssetTimeseries.into()],
        fields: None,
        ..assets(vec![is_in(Dimension::AssetClass, [27])])
    };
    let customer = caller(&world, policy);
    let sorted = json!({"sort": {"field": "holders", "direction": "desc"}});
    let target = Browser::query("assets.list", &sorted);
    let answer = customer.get(&target).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    for (call, endpoint) in [
        ("ListSlugs", Endpoint::Assets),
        ("ListRankedSlugs", Endpoint::AssetTimeseries),
        ("ListRows", Endpoint::Assets),
    ] {
        let scope = world.catalog.last_scope(call);
        assert_eq!(scope.map(|scope| scope.endpoint()), Some(endpoint), "{call}");
    }
    let requests = world.catalog.requests::<ListRankedSlugsRequest>("ListRankedSlugs");
    assert!(requests.last().unwrap().is_all_required);
    let whole = world.get(&target).await;
    assert_eq!(whole.status, 200, "{}", whole.text());
    assert_eq!(world.catalog.last_scope("ListRankedSlugs"), None);
    let requests = world.catalog.requests::<ListRankedSlugsRequest>("ListRankedSlugs");
    assert!(!requests.last().unwrap().is_all_required);
}
