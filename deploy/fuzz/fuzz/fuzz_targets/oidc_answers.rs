//! Runs the target `oidc_answers` under cargo-fuzz.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz::run("oidc_answers", data));
