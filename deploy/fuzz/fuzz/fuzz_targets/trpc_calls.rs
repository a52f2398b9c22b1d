//! Runs the target `trpc_calls` under cargo-fuzz.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz::run("trpc_calls", data));
