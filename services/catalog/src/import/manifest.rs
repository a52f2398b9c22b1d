//! Parses `manifest.json`, which states the provenance of the files of a folder.

use anyhow::Context as _;
use kit::imports::{FolderKind, FolderManifest, MANIFEST};
use kit::licence::Terms;
use proto::timeseries::v1::Visibility;
use serde::Deserialize;

/// The provenance of rows that do not state it themselves.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    pub source: Option<String>,
    pub licence: Option<String>,
    /// The day of retrieval.
    pub retrieved_on: Option<String>,
    /// The writer of the rows: `import`, `editor` or `sample`.
    pub kind: &'static str,
    /// The terms of the licence; an editor leaves them as they are.
    pub terms: Option<Terms>,
}

/// The entries of `manifest.json`; rows of files without an entry state everything themselves.
#[derive(Clone, Debug, Default)]
pub struct Manifest(FolderManifest<Entry>);

/// The entry of one file.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    resource: Option<String>,
    source: Option<String>,
    licence: Option<String>,
    retrieved_on: Option<String>,
    visible_to: Option<Visibility>,
    redistributable: Option<bool>,
}

impl Manifest {
    /// Parses the contents of `manifest.json`.
    pub fn parse(bytes: &[u8]) -> anyhow::Result<Self> {
        let manifest = FolderManifest::parse(bytes).map(Self)?;
        for file in manifest.0.files.keys() {
            manifest.terms(file).check().with_context(|| format!("{MANIFEST}, {file}"))?;
        }
        Ok(manifest)
    }

    /// Whether the folder holds the whole sample universe.
    pub fn is_sample(&self) -> bool {
        self.0.kind == FolderKind::Sample
    }

    /// The table of a file that states another one than its name.
    pub fn resource(&self, file: &str) -> Option<&str> {
        self.0.files.get(file)?.resource.as_deref()
    }

    /// The provenance of the rows of a file.
    pub fn origin(&self, file: &str) -> Origin {
        let entry = self.0.files.get(file).cloned().unwrap_or_default();
        Origin {
            source: entry.source,
            licence: entry.licence,
            retrieved_on: entry.retrieved_on,
            kind: if self.is_sample() { "sample" } else { "import" },
            terms: Some(self.terms(file)),
        }
    }

    /// The terms of the licence of a file.
    pub fn terms(&self, file: &str) -> Terms {
        let entry = self.0.files.get(file);
        let visible_to = entry.and_then(|entry| entry.visible_to);
        Terms::stated(visible_to, entry.and_then(|entry| entry.redistributable))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_not_be_passed_on_is_not_for_everybody() {
        let parse = |terms: &str| {
            Manifest::parse(format!(r#"{{"files": {{"articles.csv": {{{terms}}}}}}}"#).as_bytes())
        };
        let unstated = parse(r#""redistributable": false"#).unwrap();
        assert_eq!(unstated.terms("articles.csv").visible_to, Visibility::Members);
        let contrary = r#""redistributable": false, "visible_to": "everybody""#;
        let refusal = format!("{:#}", parse(contrary).unwrap_err());
        assert!(refusal.starts_with("manifest.json, articles.csv: "), "{refusal}");
        assert!(refusal.contains("Remove visible_to"), "{refusal}");
    }
}
