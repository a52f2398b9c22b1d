//! Runs the target `catalog_manifests` under cargo-fuzz.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz::run("catalog_manifests", data));
