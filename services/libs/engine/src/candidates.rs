//! The series that aggregates choose from, and what they are chosen and grouped by as numbers.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use crate::dimension::Dimension;
use crate::series::Series;

/// Series in the order of their first days, so that those that are added up side by side have values on the same days, and
/// of one day by their numbers. They never change: what each has of a trait is looked at once.
#[derive(Debug, Default)]
pub struct Candidates {
    series: Vec<Arc<Series>>,
    facts: [OnceLock<Facts>; Dimension::COUNT],
}

/// What series have of a trait.
#[derive(Debug)]
struct Facts {
    /// Of each series the place of its fact.
    of: Vec<u32>,
    /// Of each fact the place of a series that has it.
    told_by: Vec<u32>,
}

impl Candidates {
    /// Those that are given.
    pub fn new(mut series: Vec<Arc<Series>>) -> Self {
        // One order of additions: every replica answers to the last bit the same.
        series.sort_unstable_by_key(|series| (series.column.first(), series.id));
        Self { series, ..Self::default() }
    }

    /// The series.
    pub fn series(&self) -> &[Arc<Series>] {
        &self.series
    }

    /// What of a trait there is, each once, and of each series the place where that stands.
    pub fn facts(&self, of: Dimension) -> (impl ExactSizeIterator<Item = Option<&str>>, &[u32]) {
        let facts = self.facts[of as usize].get_or_init(|| self.found(of));
        let told_by = facts.told_by.iter();
        (told_by.map(move |place| of.value(&self.series[*place as usize])), &facts.of)
    }

    /// What they take in memory, beside the series themselves.
    pub fn bytes(&self) -> usize {
        let facts = self
            .facts
            .iter()
            .filter_map(OnceLock::get)
            .map(|facts| (facts.of.capacity() + facts.told_by.capacity()) * size_of::<u32>());
        size_of::<Self>() + self.series.capacity() * size_of::<Arc<Series>>() + facts.sum::<usize>()
    }

    fn found(&self, of: Dimension) -> Facts {
        let mut known: HashMap<Option<&str>, u32> = HashMap::new();
        let mut facts = Facts { of: Vec::with_capacity(self.series.len()), told_by: Vec::new() };
        for (place, series) in self.series.iter().enumerate() {
            let next = facts.told_by.len() as u32;
            let fact = *known.entry(of.value(series)).or_insert(next);
            if fact == next {
                facts.told_by.push(place as u32);
            }
            facts.of.push(fact);
        }
        facts
    }
}
