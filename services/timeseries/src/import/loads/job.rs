//! The loading of one file: what is loaded, and what became of it.

use crate::import::files::source::Input;
use crate::import::manifests::manifest::{Column, Origin};
use crate::import::report::LoadSummary;
use crate::import::store::known_subjects::Subjects;

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
pub type LoadOutcome = (LoadSummary, Vec<i64>, Vec<i64>);
