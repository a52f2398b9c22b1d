//! Parses `manifest.json`, which states the provenance of the files of a folder.

use std::collections::BTreeMap;

use serde::Deserialize;

/// The provenance of rows that do not state it themselves.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    /// The source of the rows.
    pub source: Option<String>,
    /// The licence of the source.
    pub licence: Option<String>,
    /// The day of retrieval.
    pub retrieved_on: Option<String>,
    /// The writer of the rows: `import`, `editor` or `sample`.
    pub kind: &'static str,
}

/// The entries of `manifest.json`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// Whose records a folder holds.
    #[serde(default)]
    pub kind: RecordKind,
    /// By file name; rows of other files state everything themselves.
    #[serde(default)]
    pub files: BTreeMap<String, Entry>,
}

/// Whose records a folder holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RecordKind {
    /// Those of real things.
    #[default]
    Import,
    /// The whole sample universe.
    Sample,
}

/// The entry of one file.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The table; the file name without its ending if left out.
    pub resource: Option<String>,
    source: Option<String>,
    licence: Option<String>,
    retrieved_on: Option<String>,
}

impl Manifest {
    /// The provenance of the rows of a file.
    pub fn origin(&self, file: &str) -> Origin {
        let entry = self.files.get(file).cloned().unwrap_or_default();
        Origin {
            source: entry.source,
            licence: entry.licence,
            retrieved_on: entry.retrieved_on,
            kind: match self.kind {
                RecordKind::Import => "import",
                RecordKind::Sample => "sample",
            },
        }
    }
}
