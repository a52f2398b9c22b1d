//! The files of an import: of a folder, of the program, or received by calls.

use std::fs::File;
use std::io::{self, Cursor, Read};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use bytes::Bytes;
use kit::imports::{self, ending};

use super::table::Table;
use crate::import::report::Rejection;

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
    Bytes(Bytes),
    Path(PathBuf),
}

impl Input {
    /// A file that is part of the program.
    pub fn bundled(name: &str, bytes: &'static [u8]) -> Self {
        Self { name: name.to_owned(), content: Content::Bytes(Bytes::from_static(bytes)) }
    }

    /// A file that another process has sent.
    pub fn received(name: String, bytes: Vec<u8>) -> Self {
        Self { name, content: Content::Bytes(bytes.into()) }
    }

    /// Begins to read it.
    pub fn open(&self) -> io::Result<Box<dyn Read + Send>> {
        Ok(match &self.content {
            Content::Bytes(bytes) => Box::new(Cursor::new(bytes.clone())),
            Content::Path(path) => Box::new(File::open(path)?),
        })
    }

    /// Begins to read its rows, in the format of its ending.
    pub fn table(&self) -> io::Result<Result<Table, Rejection>> {
        if ending(&self.name) != PARQUET {
            return Ok(Ok(Table::csv(self.open()?, self.bytes()?)));
        }
        Ok(match &self.content {
            Content::Bytes(bytes) => Table::parquet(bytes.clone()),
            Content::Path(path) => Table::parquet(File::open(path)?),
        })
    }

    fn bytes(&self) -> io::Result<u64> {
        Ok(match &self.content {
            Content::Bytes(bytes) => bytes.len() as u64,
            Content::Path(path) => path.metadata()?.len(),
        })
    }

    /// Its contents; those that another process has sent are not copied.
    pub fn contents(&self) -> io::Result<Bytes> {
        match &self.content {
            Content::Bytes(bytes) => Ok(bytes.clone()),
            Content::Path(path) => Ok(std::fs::read(path)?.into()),
        }
    }

    /// The contents of a small file.
    pub fn read_all(&self) -> anyhow::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let mut reader = self.open().with_context(|| format!("cannot read {}", self.name))?;
        reader.read_to_end(&mut bytes).with_context(|| format!("cannot read {}", self.name))?;
        Ok(bytes)
    }
}

/// The endings of files that are read.
pub const ENDINGS: &[&str] = &["csv", "json", PARQUET];

/// The CSV, Parquet and JSON files of a folder, in the order of their names.
pub fn folder(folder: &Path) -> anyhow::Result<Vec<Input>> {
    let files = imports::folder(folder, ENDINGS)?.into_iter();
    Ok(files.map(|(name, path)| Input { name, content: Content::Path(path) }).collect())
}
