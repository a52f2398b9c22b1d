//! Reads the files of a folder that can be imported.

use std::path::Path;

use anyhow::{Context as _, ensure};
use kit::imports::folder;

use super::limits::LARGEST_IMPORT_FILE;

/// The endings of files that are read.
pub const ENDINGS: &[&str] = &["csv", "json"];

/// A file to be imported.
#[derive(Clone, Debug)]
pub struct File {
    /// Its name without the folder.
    pub name: String,
    pub bytes: Vec<u8>,
}

/// Reads the files of a folder that can be imported.
pub fn read(path: &Path) -> anyhow::Result<Vec<File>> {
    let mut files = Vec::new();
    for (name, path) in folder(path, ENDINGS)? {
        let bytes = std::fs::metadata(&path)?.len();
        ensure!(
            bytes <= LARGEST_IMPORT_FILE,
            "{} has {bytes} bytes; the limit is {LARGEST_IMPORT_FILE}",
            path.display()
        );
        let bytes = std::fs::read(&path).with_context(|| format!("cannot read {name}"))?;
        files.push(File { name, bytes });
    }
    Ok(files)
}
