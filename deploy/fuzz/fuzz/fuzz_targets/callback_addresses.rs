//! Runs the target `callback_addresses` under cargo-fuzz.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz::run("callback_addresses", data));
