//! The files of an import: those of a folder, those that are part of the program, and the manifest that describes them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, ensure};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::json_objects::unique_keys;

/// The name of the file that describes the others.
pub const MANIFEST: &str = "manifest.json";

/// The content of `manifest.json`: the kind of rows in a folder and, by the name of the file, the facts that a service
/// needs about it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "F: Deserialize<'de>"))]
pub struct FolderManifest<F> {
    /// The kind of rows in the folder.
    #[serde(default)]
    pub kind: FolderKind,
    /// The entries by file name, one for each.
    #[serde(default = "BTreeMap::new", deserialize_with = "unique_keys")]
    pub files: BTreeMap<String, F>,
}

impl<F> Default for FolderManifest<F> {
    fn default() -> Self {
        Self { kind: FolderKind::default(), files: BTreeMap::new() }
    }
}

impl<F: DeserializeOwned> FolderManifest<F> {
    /// Parses the contents of `manifest.json`.
    pub fn parse(bytes: &[u8]) -> anyhow::Result<Self> {
        serde_json::from_slice(bytes).context(MANIFEST)
    }
}

/// The kind of rows in a folder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FolderKind {
    /// Rows about real things.
    #[default]
    Import,
    /// The whole sample universe, which is fictional.
    Sample,
}

/// The files of a folder with one of the endings, by name and in its order.
pub fn folder(folder: &Path, endings: &[&str]) -> anyhow::Result<BTreeMap<String, PathBuf>> {
    let entries = std::fs::read_dir(folder)
        .with_context(|| format!("cannot read the folder {}", folder.display()))?;
    let mut files = BTreeMap::new();
    for entry in entries {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if endings.contains(&ending(&name).as_str()) {
            files.insert(name, path);
        }
    }
    let expected = endings.join(", ");
    ensure!(!files.is_empty(), "{} contains no file that ends in {expected}", folder.display());
    Ok(files)
}

/// The ending of a name in small letters, without the dot.
pub fn ending(name: &str) -> String {
    Path::new(name).extension().unwrap_or_default().to_string_lossy().to_lowercase()
}

/// The files of a folder of the repository as part of the program: a list of name and contents. The folder is relative to
/// the file with the macro, and ends in a slash.
#[macro_export]
macro_rules! bundled_files {
    ($folder:literal: $($name:literal)*) => {
        &[$(($name, include_bytes!(concat!($folder, $name)))),*]
    };
}
