//! Runs the target `query_grammar` under cargo-fuzz.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz::run("query_grammar", data));
