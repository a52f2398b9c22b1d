//! Runs the target `catalog_files` under cargo-fuzz.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz::run("catalog_files", data));
