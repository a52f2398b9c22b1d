//! Runs the target `cookies` under cargo-fuzz.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz::run("cookies", data));
