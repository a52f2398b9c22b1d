use proto::identity::v1::{ListUsersRequest, Role, SetUserRoleRequest};
use serde::Deserialize;
use serde_json::{Map, json};

use super::*;

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
        ("/role", json!({"ADMIN": null}), "role: not one of the known values"),
        ("/role", json!(1), "role: not one of the known values"),
        ("/roles/0", json!({"ADMIN": null}), "roles[0]: not one of the known values"),
        ("/roles", json!({"0": "ADMIN"}), "roles: must be a list"),
    ] {
        assert_eq!(changed(pointer, value), expected, "{pointer}");
    }
    assert_eq!(refusal::<ListUsersRequest>(json!([])), "The input must be an object");
    assert_eq!(refusal::<SetUserRoleRequest>(json!(["1", "ADMIN"])), "The input must be an object");
}

#[test]
fn tells_the_place_in_words_for_people() {
    for (pointer, value, expected) in [
        ("/role", json!("KING"), "role: not one of the known values"),
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
    assert_eq!(refusal::<Role>(json!("KING")), "The input is not one of the known values");
}

#[test]
fn never_repeats_what_is_long() {
    let long = "x".repeat(10_000);
    let mut input = fits();
    input["inner"] = json!({ &long: 1 });
    assert!(refusal::<Outer>(input).len() < 80);
    assert_eq!(changed("/role", json!(long)), "role: not one of the known values");
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
