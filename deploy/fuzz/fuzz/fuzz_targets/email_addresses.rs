//! Runs the target `email_addresses` under cargo-fuzz.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz::run("email_addresses", data));
