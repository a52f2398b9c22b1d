//! The input of a call: JSON within limits, and the same as a type of the contract.

use gateway::fuzzing::{Input, MAX_DEPTH, check_texts, decode, parse};
use proto::query::v1::Query;
use proto::timeseries::v1::{GetAggregateRequest, GetSeriesRequest};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::target::Target;

pub const TARGET: Target = Target {
    name: "trpc_input",
    run,
    tokens: &[
        "{",
        "}",
        "[",
        "]",
        ":",
        ",",
        "\"",
        "\\",
        "\\u0000",
        "\\ud800",
        "null",
        "true",
        "0",
        "-1",
        "1e999",
        "1.5",
        "\"0\":",
        "\"filter\":",
        "\"operator\":\"and\"",
        "\"filters\":",
        "\"value\":",
        "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
        "]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]",
    ],
    rounds: 2000,
};

fn run(input: &[u8]) {
    let Ok(Some(parsed)) = parse::<Input<'_>>(input, 0) else { return };
    let value: Value = serde_json::from_slice(input).expect("it is JSON");
    assert!(depth(&value) <= MAX_DEPTH);
    assert_eq!(parsed, Input::from(value.clone()));
    if check_texts(&parsed).is_ok() {
        assert!(!has_control(&value));
    }
    decoded::<Query>(&parsed, &value);
    decoded::<GetAggregateRequest>(&parsed, &value);
    decoded::<GetSeriesRequest>(&parsed, &value);
}

/// Input that the gateway accepts for a type is of that type for any reader, and a refusal reveals little of the input.
fn decoded<T: DeserializeOwned + PartialEq + std::fmt::Debug + 'static>(
    input: &Input<'_>,
    value: &Value,
) {
    match decode::<T>(Some(input)) {
        Ok(found) => {
            let known: T = serde_json::from_value(value.clone()).expect("any reader takes it");
            assert_eq!(found, known);
        }
        Err(problem) => assert!(problem.to_string().len() < 2000, "{problem}"),
    }
}

fn depth(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(depth).max().unwrap_or_default(),
        Value::Object(members) => 1 + members.values().map(depth).max().unwrap_or_default(),
        _ => 0,
    }
}

fn has_control(value: &Value) -> bool {
    let is_odd = |text: &str| {
        text.chars().any(|letter| letter.is_control() && !matches!(letter, '\n' | '\r' | '\t'))
    };
    match value {
        Value::String(text) => is_odd(text),
        Value::Array(items) => items.iter().any(has_control),
        Value::Object(members) => {
            members.iter().any(|(name, one)| is_odd(name) || has_control(one))
        }
        _ => false,
    }
}
