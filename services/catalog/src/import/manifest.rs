//! What a folder says about its files, in `manifest.json`.

use std::collections::BTreeMap;

use serde::Deserialize;

/// What is said of a row that does not say it itself.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    /// Where the rows were taken from.
    pub source: Option<String>,
    /// The licence they were taken under.
    pub licence: Option<String>,
    /// When they were taken.
    pub retrieved_on: Option<String>,
    /// Who wrote them: `import`, `editor` or `sample`.
    pub kind: &'static str,
}

/// What is said of each file by its name.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// By name; files that are not named here speak for themselves.
    #[serde(default)]
    pub files: BTreeMap<String, Entry>,
}

/// What is said of one file.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The table it is for; its name without the ending if left out.
    pub resource: Option<String>,
    source: Option<String>,
    licence: Option<String>,
    retrieved_on: Option<String>,
}

impl Manifest {
    /// What is said of the rows of a file.
    pub fn origin(&self, file: &str) -> Origin {
        let entry = self.files.get(file).cloned().unwrap_or_default();
        Origin {
            source: entry.source,
            licence: entry.licence,
            retrieved_on: entry.retrieved_on,
            kind: "import",
        }
    }
}
