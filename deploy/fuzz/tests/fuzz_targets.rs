//! One test for each target.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;

use kit::testing::cases;

use crate::corpus;
use crate::mutator::Mutator;

const SEED: u64 = 20_261_127;

/// Runs a target on the files of its corpus, then on changes of them.
fn run(name: &str) {
    let target = fuzz::TARGETS.iter().find(|target| target.name == name).unwrap();
    let files = corpus::read(name);
    for (file, bytes) in &files {
        attempt(name, file, bytes);
    }
    let corpus: Vec<Vec<u8>> = files.into_iter().map(|(_, bytes)| bytes).collect();
    let mut mutator = Mutator::new(SEED, &corpus, target.tokens);
    for round in 1..=cases(target.rounds) {
        attempt(name, &format!("round {round}"), &mutator.input());
    }
}

/// Runs a target on one input, and keeps the input where it fails.
fn attempt(name: &str, origin: &str, input: &[u8]) {
    let Err(panic) = catch_unwind(AssertUnwindSafe(|| fuzz::run(name, input))) else { return };
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.failed"));
    fs::write(&path, input).unwrap();
    println!("{name} fails at {origin}: {:?}", String::from_utf8_lossy(input));
    println!("The input is kept as {}", path.display());
    resume_unwind(panic);
}

macro_rules! tests {
    ($($name:ident)*) => {
        $(
            #[test]
            fn $name() {
                run(stringify!($name));
            }
        )*

        #[test]
        fn every_target_has_a_test() {
            let tested = [$(stringify!($name)),*];
            let targets: Vec<&str> = fuzz::TARGETS.iter().map(|target| target.name).collect();
            assert_eq!(tested.as_slice(), targets);
        }
    };
}

tests! {
    callback_addresses
    catalog_files
    catalog_manifests
    cookies
    cursors
    email_addresses
    oidc_answers
    query_grammar
    query_strings
    range_headers
    series_manifests
    series_parquet
    series_text
    trpc_calls
    trpc_input
}
