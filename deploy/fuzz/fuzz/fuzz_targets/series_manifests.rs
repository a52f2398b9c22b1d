//! Runs the target `series_manifests` under cargo-fuzz.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz::run("series_manifests", data));
