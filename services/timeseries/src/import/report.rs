//! The report of an import.

use std::fmt;

use super::limits::{LONGEST_FOUND, MOST_REJECTIONS};

/// A value that was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejection {
    /// The line in the file, counted from 1.
    pub line: i64,
    /// The column, where one is to blame.
    pub column: String,
    /// The text found there, shortened.
    pub found: String,
    /// The expectation, in words that follow "expected".
    pub expected: String,
}

impl Rejection {
    /// A value that was refused at a line and a column.
    pub fn at(line: i64, column: &str, found: &str, expected: &str) -> Self {
        let found: String = found.chars().take(LONGEST_FOUND).collect();
        Self { line, column: column.to_owned(), found, expected: expected.to_owned() }
    }
}

/// The rejected rows of a file; past a bound it is not read on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rejections(Vec<Rejection>);

impl Rejections {
    /// Adds one.
    pub fn push(&mut self, rejection: Rejection) {
        if !self.is_full() {
            self.0.push(rejection);
        }
    }

    /// Whether nothing was refused.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether no more are kept.
    pub fn is_full(&self) -> bool {
        self.0.len() >= MOST_REJECTIONS
    }

    /// Whether the head of the file is wrong.
    pub fn of_head(&self) -> bool {
        self.0.iter().any(|rejection| rejection.line <= 1)
    }

    pub fn all(&self) -> &[Rejection] {
        &self.0
    }
}

/// The numbers of accepted, unchanged and withheld values of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LoadSummary {
    pub load_id: i64,
    /// Values that were new or differed.
    pub accepted: i64,
    /// Values that were the same as before.
    pub unchanged: i64,
    /// The number of accepted values that replaced an earlier one.
    pub restated: i64,
    /// The number of accepted values that are withheld, by reason.
    pub withheld: Vec<(String, i64)>,
    /// Series that the file has values of.
    pub series: i64,
    /// The number of these series that another source had first, by that source: totals and charts show that one.
    pub earlier_sources: Vec<(String, i64)>,
    /// The first and the last day of a value that was new or differed.
    pub first_date: Option<time::Date>,
    pub last_date: Option<time::Date>,
}

impl LoadSummary {
    /// How many values are withheld.
    pub fn withheld_count(&self) -> i64 {
        self.withheld.iter().map(|(_, count)| count).sum()
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    Loaded(LoadSummary),
    /// It is the one that was loaded last under this name.
    Known,
    /// Nothing of it was loaded.
    Refused(Rejections),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileReport {
    pub file: String,
    pub outcome: Outcome,
}

/// The outcome of all files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// In the order in which they were read.
    pub files: Vec<FileReport>,
}

impl Report {
    /// Whether anything was refused.
    pub fn is_refused(&self) -> bool {
        !self.refused_files().is_empty()
    }

    pub fn refused_files(&self) -> Vec<&str> {
        let refused = self.files.iter().filter(|file| matches!(file.outcome, Outcome::Refused(_)));
        refused.map(|file| file.file.as_str()).collect()
    }

    /// How many values were added or replaced.
    pub fn accepted_count(&self) -> i64 {
        let loaded = self.files.iter().map(|file| match &file.outcome {
            Outcome::Loaded(loaded) => loaded.accepted,
            _ => 0,
        });
        loaded.sum()
    }
}

impl From<Rejection> for Rejections {
    fn from(rejection: Rejection) -> Self {
        Self(vec![rejection])
    }
}

impl fmt::Display for Rejection {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "line {}", self.line)?;
        if !self.column.is_empty() {
            write!(out, ", {}", self.column)?;
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
        match &self.outcome {
            Outcome::Known => writeln!(out, "{}: loaded before", self.file),
            Outcome::Refused(rejections) => {
                writeln!(out, "{}: refused, nothing of it was loaded", self.file)?;
                for rejection in rejections.all() {
                    writeln!(out, "  {rejection}")?;
                }
                if rejections.is_full() {
                    writeln!(out, "  and perhaps more")?;
                }
                Ok(())
            }
            Outcome::Loaded(loaded) => {
                writeln!(
                    out,
                    "{}: {} values of {} series accepted ({} replaced others), {} unchanged",
                    self.file, loaded.accepted, loaded.series, loaded.restated, loaded.unchanged
                )?;
                for (reason, count) in &loaded.withheld {
                    writeln!(out, "  withheld: {count} for {reason}")?;
                }
                for (source, count) in &loaded.earlier_sources {
                    writeln!(
                        out,
                        "  behind another source: {count} series that the source {source} had first count where its last \
                         value no longer stands; with source_slug {source} they continue it, with series_source they \
                         are shown alone"
                    )?;
                }
                Ok(())
            }
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.files.iter().try_for_each(|file| write!(out, "{file}"))
    }
}
