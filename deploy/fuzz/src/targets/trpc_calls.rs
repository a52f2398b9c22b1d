//! The path and the query of a tRPC request, between which an input has its first question mark.

use gateway::fuzzing::{MAX_CALLS, parameter, trpc_calls};
use percent_encoding::percent_decode_str;

use crate::target::Target;

pub const TARGET: Target = Target {
    name: "trpc_calls",
    run,
    tokens: &[
        "?",
        ",",
        "%2C",
        "%2c",
        "%",
        "%25",
        "%00",
        "%ff",
        ".",
        "&",
        "batch=1",
        "batch=0",
        "input=",
        "assets.list",
        ",,,,,,,,,,,,,,,,,,,,,,,,,",
        "/",
        "é",
    ],
    rounds: 4000,
};

fn run(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else { return };
    let (path, query) = text.split_once('?').unwrap_or((text, ""));
    let Ok(calls) = trpc_calls(path, query) else { return };
    let is_batch = parameter(query, "batch").as_deref() == Some("1");
    assert_eq!(calls.batch, is_batch);
    assert!((1..=MAX_CALLS).contains(&calls.names.len()), "{}", calls.names.len());
    assert!(is_batch || calls.names.len() == 1);
    let decoded = percent_decode_str(path).decode_utf8().expect("it was decoded before");
    assert_eq!(calls.names.join(","), decoded);
}
