//! The loading of one file: what is loaded, and what became of it.

use super::known_subjects::Subjects;
use super::manifest::{Column, Origin};
use super::report::Loaded;
use super::source::Input;

/// A file with its description.
pub struct Job<'a> {
    pub file: &'a Input,
    pub origin: &'a Origin,
    pub columns: Option<&'a [Column]>,
    pub is_sample: bool,
    pub subjects: Subjects,
    pub hash: String,
}

/// The result of a load: its counts, the series that it changed, and those of them that it corrected.
pub type LoadOutcome = (Loaded, Vec<i64>, Vec<i64>);
