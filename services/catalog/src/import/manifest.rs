//! Parses `manifest.json`, which states the provenance of the files of a folder.

use std::collections::BTreeMap;

use kit::licence::Terms;
use proto::timeseries::v1::Visibility;
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
    /// What the licence allows; an editor leaves it as it is.
    pub terms: Option<Terms>,
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
    visible_to: Option<Visibility>,
    redistributable: Option<bool>,
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
            terms: Some(self.terms(file)),
        }
    }

    /// What the licence of a file allows.
    pub fn terms(&self, file: &str) -> Terms {
        let entry = self.files.get(file);
        let visible_to = entry.and_then(|entry| entry.visible_to);
        let redistributable = entry.and_then(|entry| entry.redistributable);
        Terms {
            visible_to: visible_to.unwrap_or(Terms::FREE.visible_to),
            is_redistributable: redistributable.unwrap_or(Terms::FREE.is_redistributable),
        }
    }
}
