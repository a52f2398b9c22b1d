//! Random questions: most make sense, some do not.

use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

use super::naive::FIELDS;
use super::{CODES, DAYS, MOMENTS, PRICES, RATIOS, TAGS, TEXTS, word};

const OPERATORS: &[&str] = &[
    "equals",
    "notEquals",
    "gt",
    "gte",
    "lt",
    "lte",
    "like",
    "ilike",
    "notLike",
    "startsWith",
    "in",
    "onOrAfter",
    "onOrBefore",
];
const PATTERNS: &[&str] = &[
    "%",
    "",
    "_",
    "alpha%",
    "%eta",
    "%\\%%",
    "Be\\_ta",
    "Be_ta",
    "%Z_RICH",
    "%'%",
    "a%a%a%",
    "back\\\\%",
    "lone\\",
    "%日%",
    "ALPHA",
];

/// A question for rows, without its paging.
pub fn question() -> impl Strategy<Value = Value> {
    let filter = prop_oneof![1 => Just(Value::Null), 9 => filter()];
    let at = prop_oneof![4 => value("date"), 4 => value("instant"), 1 => Just(json!("then"))];
    let at = prop_oneof![7 => Just(Value::Null), 1 => at];
    (filter, sort(), at).prop_map(|(filter, sort, at)| {
        let mut question = json!({});
        if !filter.is_null() {
            question["filter"] = filter;
        }
        if !sort.is_null() {
            question["sort"] = sort;
        }
        if !at.is_null() {
            question["as_of"] = at;
        }
        question
    })
}

fn sort() -> impl Strategy<Value = Value> {
    let named = (select(FIELDS), select(&["asc", "desc"][..]))
        .prop_map(|(field, direction)| json!({"field": field.0, "direction": direction}));
    prop_oneof![1 => Just(Value::Null), 9 => named]
}

/// A filter that may be groups of filters.
pub fn filter() -> impl Strategy<Value = Value> {
    comparison().prop_recursive(3, 12, 4, |part| {
        (select(&["and", "or"][..]), prop::collection::vec(part, 0..4))
            .prop_map(|(operator, parts)| json!({"operator": operator, "filters": parts}))
    })
}

fn comparison() -> impl Strategy<Value = Value> {
    let sensible = select(FIELDS).prop_flat_map(|field| {
        let operator = select(operators(field.1));
        (Just(field.0), operator).prop_flat_map(move |(name, operator)| {
            values(field.1, operator)
                .prop_map(move |value| json!({"field": name, "operator": operator, "value": value}))
        })
    });
    let wild = (field(), select(OPERATORS), anything()).prop_map(
        |(field, operator, value)| json!({"field": field, "operator": operator, "value": value}),
    );
    prop_oneof![40 => sensible, 1 => wild]
}

fn field() -> impl Strategy<Value = String> {
    prop_oneof![
        9 => select(FIELDS).prop_map(|field| field.0.to_owned()),
        1 => word(&["", "price)", "i.price", "Price", "query_key", "xmin"]),
    ]
}

fn operators(kind: &str) -> &'static [&'static str] {
    match kind {
        "text" => &["equals", "notEquals", "in", "like", "ilike", "notLike", "startsWith"],
        "int" | "exact" | "double" => &["equals", "notEquals", "in", "gt", "gte", "lt", "lte"],
        "bool" => &["equals", "notEquals"],
        "date" => {
            &["equals", "notEquals", "in", "gt", "gte", "lt", "lte", "onOrAfter", "onOrBefore"]
        }
        "instant" => &["equals", "notEquals", "gt", "gte", "lt", "lte", "onOrAfter", "onOrBefore"],
        _ => &["equals", "notEquals", "in"],
    }
}

fn values(kind: &'static str, operator: &'static str) -> BoxedStrategy<Value> {
    match operator {
        "in" => prop::collection::vec(value(kind), 1..4).prop_map(Value::from).boxed(),
        "like" | "ilike" | "notLike" => word(PATTERNS).prop_map(Value::from).boxed(),
        "equals" | "notEquals" => prop_oneof![1 => Just(Value::Null), 9 => value(kind)].boxed(),
        "onOrAfter" | "onOrBefore" if kind == "instant" => {
            prop_oneof![value("date"), value("instant")].boxed()
        }
        _ => value(kind).boxed(),
    }
}

fn value(kind: &'static str) -> BoxedStrategy<Value> {
    match kind {
        "text" => word(TEXTS).prop_map(Value::from).boxed(),
        "texts" => word(TAGS).prop_map(Value::from).boxed(),
        "enum" => word(&["open", "late", "closed"]).prop_map(Value::from).boxed(),
        "uuid" => word(CODES).prop_map(Value::from).boxed(),
        "id" => (-50..50_i64).prop_map(Value::from).boxed(),
        "int" | "ids" => (-3..4_i64).prop_map(Value::from).boxed(),
        "exact" => prop_oneof![
            word(PRICES).prop_map(Value::from),
            (-4..11_i64).prop_map(Value::from),
            Just(json!(3.5))
        ]
        .boxed(),
        "double" => prop_oneof![
            select(RATIOS)
                .prop_filter("has few digits", |ratio| *ratio < 1e50)
                .prop_map(Value::from),
            Just(json!("0.3")),
        ]
        .boxed(),
        "bool" => any::<bool>().prop_map(Value::from).boxed(),
        "date" => word(DAYS).prop_map(Value::from).boxed(),
        _ => word(MOMENTS).prop_map(Value::from).boxed(),
    }
}

/// Values of any kind, hardly ever fit for a field.
fn anything() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (-999..999_i32).prop_map(|number| json!(f64::from(number) / 4.0)),
        ".{0,12}".prop_map(Value::from),
        Just(json!("x".repeat(201))),
        Just(json!("nul \u{0} inside")),
        prop::collection::vec(word(TEXTS).prop_map(Value::from), 0..3).prop_map(Value::from),
    ]
}
