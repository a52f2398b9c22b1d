//! The licences of the rows of a file, collected while they are written.

use std::collections::BTreeSet;

use crate::{Cell, Column};

/// The most pairs of licence and source in a file.
const MOST_PAIRS: usize = 100;
/// The columns that mark a row or its numbers as sample data.
const SAMPLE: [&str; 2] = ["is_sample", "numbers_are_sample"];

/// The licences of the rows so far.
pub struct Licences {
    licence: Option<usize>,
    source: Option<usize>,
    sample: Vec<usize>,
    pairs: BTreeSet<(String, String)>,
    is_cut: bool,
    has_sample: bool,
}

impl Licences {
    /// An empty collection for rows with these columns.
    pub fn new(columns: &[Column]) -> Self {
        let at = |name: &str| columns.iter().position(|column| column.name == name);
        Self {
            licence: at("licence"),
            // The licence belongs to the source of the load, which may differ from the source of the value.
            source: at("load_sources").or_else(|| at("source")),
            sample: SAMPLE.into_iter().filter_map(at).collect(),
            pairs: BTreeSet::new(),
            is_cut: false,
            has_sample: false,
        }
    }

    /// Adds the licence of a row.
    pub fn note(&mut self, cells: &[Cell]) {
        self.has_sample |= self.sample.iter().any(|at| cells[*at] == Cell::Truth(true));
        let text = |at: Option<usize>| match at.map(|at| &cells[at]) {
            Some(Cell::Text(text)) => text.as_str(),
            _ => "",
        };
        let (licence, source) = (text(self.licence), text(self.source));
        if licence.is_empty() && source.is_empty() {
            return;
        }
        let is_known = self.pairs.iter().any(|(one, of)| one == licence && of == source);
        if is_known {
            return;
        }
        if self.pairs.len() < MOST_PAIRS {
            self.pairs.insert((licence.to_owned(), source.to_owned()));
        } else {
            self.is_cut = true;
        }
    }

    /// Pairs of licence and source.
    pub fn pairs(&self) -> impl Iterator<Item = &(String, String)> {
        self.pairs.iter()
    }

    /// Whether a row is sample data.
    pub fn has_sample(&self) -> bool {
        self.has_sample
    }

    /// All licences in one line.
    pub fn sentence(&self) -> String {
        let mut parts: Vec<String> = Vec::new();
        for (licence, source) in &self.pairs {
            let licence = if licence.is_empty() { "not stated" } else { licence };
            let source = if source.is_empty() { String::new() } else { format!(" ({source})") };
            parts.push(format!("{licence}{source}"));
        }
        if self.is_cut {
            parts.push("further licences are listed in the rows".to_owned());
        }
        let listed = if parts.is_empty() { "none stated".to_owned() } else { parts.join("; ") };
        let sample = if self.has_sample {
            ". Sample data: fictitious values for demonstration, not a measurement."
        } else {
            ""
        };
        let line = format!("Licence: {listed}{sample}");
        line.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}
