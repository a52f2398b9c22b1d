//! Files, wherever they lie.

use std::fs::File;
use std::io::{self, Cursor, Read};
use std::path::{Path, PathBuf};

use anyhow::Context as _;

use super::report::Rejection;
use super::table::Table;

const PARQUET: &str = "parquet";

/// A file by its name.
#[derive(Clone, Debug)]
pub struct Input {
    /// Its name without the folder.
    pub name: String,
    content: Content,
}

#[derive(Clone, Debug)]
enum Content {
    Bytes(&'static [u8]),
    Path(PathBuf),
}

impl Input {
    /// A file that is part of the program.
    pub fn bundled(name: &str, bytes: &'static [u8]) -> Self {
        Self { name: name.to_owned(), content: Content::Bytes(bytes) }
    }

    /// Begins to read it.
    pub fn open(&self) -> io::Result<Box<dyn Read + Send>> {
        Ok(match &self.content {
            Content::Bytes(bytes) => Box::new(Cursor::new(*bytes)),
            Content::Path(path) => Box::new(File::open(path)?),
        })
    }

    /// Begins to read its rows, in the format that its name tells.
    pub fn table(&self) -> io::Result<Result<Table, Rejection>> {
        match &self.content {
            Content::Path(path) if ending(path) == PARQUET => Ok(Table::parquet(File::open(path)?)),
            _ => Ok(Ok(Table::csv(self.open()?, self.bytes()?))),
        }
    }

    fn bytes(&self) -> io::Result<u64> {
        Ok(match &self.content {
            Content::Bytes(bytes) => bytes.len() as u64,
            Content::Path(path) => path.metadata()?.len(),
        })
    }

    /// The whole of a small one.
    pub fn whole(&self) -> anyhow::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let mut reader = self.open().with_context(|| format!("cannot read {}", self.name))?;
        reader.read_to_end(&mut bytes).with_context(|| format!("cannot read {}", self.name))?;
        Ok(bytes)
    }
}

fn ending(path: &Path) -> String {
    path.extension().unwrap_or_default().to_string_lossy().to_lowercase()
}

/// The CSV, Parquet and JSON files of a folder, in the order of their names.
pub fn folder(folder: &Path) -> anyhow::Result<Vec<Input>> {
    let mut files = Vec::new();
    let entries = std::fs::read_dir(folder)
        .with_context(|| format!("cannot read the folder {}", folder.display()))?;
    for entry in entries {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if matches!(ending(&path).as_str(), "csv" | "json" | PARQUET) {
            files.push(Input { name, content: Content::Path(path) });
        }
    }
    anyhow::ensure!(!files.is_empty(), "{} holds no CSV or Parquet file", folder.display());
    files.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(files)
}
