//! Runs the target `cursors` under cargo-fuzz.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz::run("cursors", data));
