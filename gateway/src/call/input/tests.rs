//! Inputs that the decoder accepts, and its refusals of all others.

use proto::catalog::v1::GetRequest;
use proto::identity::v1::{Role, SetUserRoleRequest};
use proto::profiles::v1::Occupation;
use proto::query::v1::{Aggregate, Filter, Operator, Paging, Query, QueryValue};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::refusal::Refusal;

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Outer {
    role: Role,
    roles: Vec<Role>,
    inner: Inner,
    #[serde(default)]
    wish: Option<Inner>,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Inner {
    on: bool,
    count: u8,
}

fn read<T: DeserializeOwned>(input: Value) -> Result<T, Refusal> {
    super::decode::read(&input.into())
}

fn fits() -> Value {
    json!({"role": "ADMIN", "roles": ["CUSTOMER"], "inner": {"on": true, "count": 7}})
}

fn refusal<T: DeserializeOwned + std::fmt::Debug>(input: Value) -> String {
    read::<T>(input).unwrap_err().to_string()
}

fn changed(pointer: &str, value: Value) -> String {
    let mut input = fits();
    *input.pointer_mut(pointer).unwrap() = value;
    refusal::<Outer>(input)
}

#[test]
fn reads_what_fits() {
    let read: Outer = read(fits()).unwrap();
    assert_eq!((read.role, read.roles), (Role::Admin, vec![Role::Customer]));
    assert_eq!((read.inner.count, read.wish), (7, None));
}

#[test]
fn a_list_is_no_object_and_an_object_no_value() {
    for (pointer, value, expected) in [
        ("", json!(["ADMIN", [], [true, 7], null]), "The input must be an object"),
        ("/inner", json!([true, 7]), "inner: must be an object"),
        ("/role", json!({"ADMIN": null}), "role: not one of CUSTOMER, ADMIN"),
        ("/role", json!(1), "role: not one of CUSTOMER, ADMIN"),
        ("/roles/0", json!({"ADMIN": null}), "roles[0]: not one of CUSTOMER, ADMIN"),
        ("/roles", json!({"0": "ADMIN"}), "roles: must be a list"),
    ] {
        assert_eq!(changed(pointer, value), expected, "{pointer}");
    }
    assert_eq!(refusal::<GetRequest>(json!([])), "The input must be an object");
    assert_eq!(refusal::<SetUserRoleRequest>(json!(["1", "ADMIN"])), "The input must be an object");
}

#[test]
fn tells_the_place_in_words_for_people() {
    for (pointer, value, expected) in [
        ("/role", json!("KING"), "role: not one of CUSTOMER, ADMIN"),
        ("/inner/on", json!("yes"), "inner.on: must be true or false"),
        ("/inner/count", json!(1.5), "inner.count: must be a whole number"),
        ("/inner/count", json!(256), "inner.count: a number out of range"),
        ("/inner/count", json!(null), "inner.count: must be a whole number"),
        ("/inner", json!({"on": true}), "inner.count: missing"),
        ("/inner", json!({"on": true, "off": 1}), "inner.off: not a known field"),
        ("", json!(null), "The input must be an object"),
    ] {
        assert_eq!(changed(pointer, value), expected, "{pointer}");
    }
    assert_eq!(refusal::<Occupation>(json!("King")), "The input is not one of the known values");
    assert_eq!(refusal::<Role>(json!("KING")), "The input is not one of CUSTOMER, ADMIN");
}

#[test]
fn never_repeats_what_is_long() {
    let long = "x".repeat(10_000);
    let mut input = fits();
    input["inner"] = json!({ &long: 1 });
    assert!(refusal::<Outer>(input).len() < 80);
    assert_eq!(changed("/role", json!(long)), "role: not one of CUSTOMER, ADMIN");
    let deep = (0..90).fold(json!("x"), |value, _| json!({ "a".repeat(100): value }));
    assert!(refusal::<Deep>(deep).chars().count() < 200);
}

#[derive(Debug, Deserialize)]
struct Deep(
    #[expect(dead_code, reason = "only read into")] std::collections::HashMap<String, Chain>,
);

#[derive(Debug, Deserialize)]
#[serde(transparent)]
struct Chain(
    #[expect(dead_code, reason = "only read into")] std::collections::HashMap<String, Chain>,
);

#[test]
fn takes_any_value_where_the_contract_does() {
    let anything = json!({"a": [1, -1, 1.5, null, {"b": [true]}], "c": "d"});
    assert_eq!(json!(read::<Map<String, Value>>(anything.clone()).unwrap()), anything);
    assert_eq!(refusal::<Map<String, Value>>(json!([])), "The input must be an object");
}

#[test]
fn reads_a_query_in_the_grammar_of_lists() {
    let part = json!({"operator": "in", "field": "network_slug", "value": ["base", 7, "1.50"]});
    let filter = json!({"operator": "and", "filters": [part, {"operator": "or", "filters": []}]});
    let question: Query = read(json!({
        "filter": filter,
        "sort": {"field": "name", "direction": "desc"},
        "pagination": {"page": 2, "perPage": 25},
        "aggregate": {"groupBy": "asset_class", "aggregateFunction": "sum", "field": "value_usd"},
    }))
    .unwrap();
    let parts = question.filter.unwrap().filters;
    let items = [QueryValue::text("base"), QueryValue::number(7), QueryValue::text("1.50")];
    assert_eq!(parts[0].operator(), Operator::In);
    assert_eq!(parts[0].value, Some(QueryValue::list(items)));
    assert_eq!(parts[1], Filter { operator: Operator::Or.into(), ..Filter::default() });
    let paging = Paging { page: Some(2), per_page: Some(25), cursor: None };
    assert_eq!(question.pagination, Some(paging));
    assert_eq!(question.aggregate.unwrap().group_by.as_deref(), Some("asset_class"));
    assert_eq!(read::<Query>(json!({})).unwrap(), Query::default());
}

#[test]
fn a_value_of_null_is_a_value_and_a_missing_one_is_missing() {
    let filter = |value: Value| read::<Filter>(value).unwrap().value;
    let null = json!({"operator": "equals", "field": "name", "value": null});
    assert_eq!(filter(null), Some(QueryValue::null()));
    assert_eq!(filter(json!({"operator": "equals", "field": "name"})), None);
}

#[test]
fn numbers_of_a_query_keep_their_digits() {
    for (number, digits) in [
        (json!(9_007_199_254_740_993_i64), "9007199254740993"),
        (json!(u64::MAX), "18446744073709551615"),
        (json!(-0.1), "-0.1"),
        (json!(1e21), "1000000000000000000000"),
        (json!(1e-7), "0.0000001"),
    ] {
        assert_eq!(read::<QueryValue>(number).unwrap(), QueryValue::number(digits));
    }
}

#[test]
fn a_query_is_read_no_looser_than_the_contract() {
    let compare =
        |value: Value| json!({"filter": {"operator": "equals", "field": "name", "value": value}});
    for (question, expected) in [
        (compare(json!({"$ne": null})), "filter.value: of the wrong type"),
        (compare(json!([["nested"]])), "filter.value[0]: not valid"),
        (compare(json!([{"a": 1}])), "filter.value[0]: of the wrong type"),
        (json!({"filter": ["equals", "name"]}), "filter: must be an object"),
        (json!({"filter": {"field": "name"}}), "filter.operator: missing"),
        (
            json!({"filter": {"operator": "and", "filters": [7]}}),
            "filter.filters[0]: must be an object",
        ),
        (
            json!({"filter": {"operator": "contains", "field": "name", "value": "x"}}),
            "filter.operator: not one of and, or, equals, notEquals, gt, gte, lt, lte, like, ilike, \
             notLike, startsWith, in, onOrAfter, onOrBefore",
        ),
        (json!({"filter": {"operator": "and", "where": "1=1"}}), "filter.where: not a known field"),
        (json!({"sort": {"field": "name"}}), "sort.direction: missing"),
        (json!({"sort": "name"}), "sort: must be an object"),
        (json!({"sort": [{"field": "name", "direction": "asc"}]}), "sort: must be an object"),
        (json!({"pagination": {"page": -1}}), "pagination.page: a number out of range"),
        (json!({"pagination": {"page": 1.5}}), "pagination.page: must be a whole number"),
        (json!({"pagination": {"per_page": 5}}), "pagination.per_page: not a known field"),
        (
            json!({"aggregate": {"aggregateFunction": "median"}}),
            "aggregate.aggregateFunction: not one of sum, avg, min, max, countDistinct",
        ),
        (json!({"select": "*"}), "select: not a known field"),
    ] {
        assert_eq!(refusal::<Query>(question), expected);
    }
    assert!(read::<Aggregate>(json!({})).is_ok());
}
