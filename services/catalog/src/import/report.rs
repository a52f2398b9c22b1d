//! The report of an import.

use std::fmt;

use super::limits::MOST_SHOWN;
use crate::store::SaveCounts;

/// A value that was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejection {
    /// The line in the file, counted from 1.
    pub line: usize,
    /// The column, where the fault is in one.
    pub column: Option<String>,
    /// The value found, shortened.
    pub found: String,
    /// The expected value, in words that follow "expected".
    pub expected: String,
}

/// The result of one file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileReport {
    pub file: String,
    /// Its table.
    pub resource: String,
    /// The numbers of records written.
    pub saved: SaveCounts,
    /// The rows left out, and why.
    pub skipped: Vec<String>,
    /// Records that were imported before and are not in the file.
    pub absent: Vec<String>,
    /// Whether these were removed.
    pub pruned: bool,
    /// How many records were removed.
    pub removed: usize,
    /// The refused values; with any, nothing of the file is loaded.
    pub rejections: Vec<Rejection>,
}

/// The results of all files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// In the order of the import.
    pub files: Vec<FileReport>,
}

impl Report {
    /// Whether anything was refused.
    pub fn is_refused(&self) -> bool {
        !self.refused_files().is_empty()
    }

    pub fn refused_files(&self) -> Vec<&str> {
        let refused = self.files.iter().filter(|file| !file.rejections.is_empty());
        refused.map(|file| file.file.as_str()).collect()
    }

    /// How many records were removed.
    pub fn removed_count(&self) -> usize {
        self.files.iter().map(|file| file.removed).sum()
    }

    /// How many records were added or changed.
    pub fn changed_count(&self) -> usize {
        self.files.iter().map(|file| file.saved.created + file.saved.updated).sum()
    }
}

impl fmt::Display for Rejection {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "line {}", self.line)?;
        if let Some(column) = &self.column {
            write!(out, ", {column}")?;
        }
        write!(out, ": expected {}", self.expected)?;
        if !self.found.is_empty() {
            write!(out, ", found {:?}", self.found)?;
        }
        Ok(())
    }
}

impl fmt::Display for FileReport {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.rejections.is_empty() {
            writeln!(out, "{}: refused, nothing of it was loaded", self.file)?;
            for rejection in self.rejections.iter().take(MOST_SHOWN) {
                writeln!(out, "  {rejection}")?;
            }
            if let Some(more) = self.rejections.len().checked_sub(MOST_SHOWN + 1) {
                writeln!(out, "  and {} more", more + 1)?;
            }
            return Ok(());
        }
        let SaveCounts { created, updated, unchanged } = self.saved;
        write!(
            out,
            "{} → {}: {created} added, {updated} changed, {unchanged} unchanged",
            self.file, self.resource
        )?;
        match self.removed {
            0 => writeln!(out)?,
            removed => writeln!(out, ", {removed} removed")?,
        }
        lines(out, &self.skipped, "left out")?;
        lines(out, &self.absent, if self.pruned { "removed" } else { "not in the file any more" })
    }
}

impl fmt::Display for Report {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.files.iter().try_for_each(|file| write!(out, "{file}"))
    }
}

fn lines(out: &mut fmt::Formatter<'_>, items: &[String], what: &str) -> fmt::Result {
    for item in items.iter().take(MOST_SHOWN) {
        writeln!(out, "  {what}: {item}")?;
    }
    if let Some(more) = items.len().checked_sub(MOST_SHOWN + 1) {
        writeln!(out, "  {what}: {} more", more + 1)?;
    }
    Ok(())
}
