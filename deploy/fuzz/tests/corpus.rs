//! The files from which a target starts.

use std::fs;
use std::path::{Path, PathBuf};

/// The largest file of a corpus.
const LARGEST: u64 = 4096;

/// The folder that cargo-fuzz expects.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz")
}

/// The files of a target, in the order of their names.
pub fn read(target: &str) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder().join("corpus").join(target)).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
    paths.iter().map(|path| (name(path), fs::read(path).unwrap())).collect()
}

#[test]
fn every_target_has_a_small_corpus_and_a_program_for_cargo_fuzz() {
    for target in fuzz::TARGETS {
        let name = target.name;
        let files = read(name);
        assert!((5..=20).contains(&files.len()), "{name} has {} files", files.len());
        for (file, bytes) in files {
            assert!(bytes.len() as u64 <= LARGEST, "{name}/{file} is too large");
        }
        let program = folder().join(format!("fuzz_targets/{name}.rs"));
        assert!(program.is_file(), "{} is missing", program.display());
    }
    let folders = fs::read_dir(folder().join("corpus")).unwrap().count();
    assert_eq!(folders, fuzz::TARGETS.len());
}
