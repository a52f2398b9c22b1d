//! Reads the files of a folder that can be imported.

use std::path::Path;

use anyhow::Context as _;

/// The largest file that is read.
const LARGEST: u64 = 256 << 20;

/// A file to be imported.
#[derive(Clone, Debug)]
pub struct File {
    /// Its name without the folder.
    pub name: String,
    /// Its contents.
    pub bytes: Vec<u8>,
}

/// Reads the files of a folder that can be imported.
pub fn read(folder: &Path) -> anyhow::Result<Vec<File>> {
    let mut files = Vec::new();
    let entries = std::fs::read_dir(folder)
        .with_context(|| format!("cannot read the folder {}", folder.display()))?;
    for entry in entries {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if !matches!(ending(&name).as_str(), "csv" | "json") {
            continue;
        }
        let bytes = std::fs::metadata(&path)?.len();
        anyhow::ensure!(
            bytes <= LARGEST,
            "{} has {bytes} bytes; the limit is {LARGEST}",
            path.display()
        );
        let bytes = std::fs::read(&path).with_context(|| format!("cannot read {name}"))?;
        files.push(File { name, bytes });
    }
    anyhow::ensure!(!files.is_empty(), "{} contains no CSV or JSON file", folder.display());
    Ok(files)
}

/// The ending of a name in small letters, without the dot.
pub fn ending(name: &str) -> String {
    name.rsplit_once('.').map_or_else(String::new, |(_, ending)| ending.to_lowercase())
}
