//! The series that aggregates select from, with an index of each dimension that they are filtered and grouped by.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use super::dimension::Dimension;
use crate::snapshots::series::Series;

/// Series in the order of their first days, so that series that are added up side by side have values on the same days;
/// series that begin on one day are in the order of their ids. They never change: each dimension is indexed once.
#[derive(Debug, Default)]
pub struct Candidates {
    series: Vec<Arc<Series>>,
    indexes: [OnceLock<Index>; Dimension::COUNT],
}

/// The values of all series in one dimension.
#[derive(Debug)]
struct Index {
    /// The value of each series, as a position among the distinct values.
    values: Vec<u32>,
    /// For each distinct value the position of the first series that has it.
    first_series: Vec<u32>,
}

impl Candidates {
    pub fn new(mut series: Vec<Arc<Series>>) -> Self {
        // One order of additions on every replica.
        series.sort_unstable_by_key(|series| {
            (series.column.first(), series.id, series.class_days.map(|days| days.from))
        });
        Self { series, ..Self::default() }
    }

    pub fn series(&self) -> &[Arc<Series>] {
        &self.series
    }

    /// The distinct values in a dimension, and for each series the position of its value among them.
    pub fn index(
        &self,
        dimension: Dimension,
    ) -> (impl ExactSizeIterator<Item = Option<&str>>, &[u32]) {
        let index = self.indexes[dimension as usize].get_or_init(|| self.build(dimension));
        let first_series = index.first_series.iter();
        (
            first_series.map(move |place| dimension.value(&self.series[*place as usize])),
            &index.values,
        )
    }

    /// The memory they take, without the series themselves.
    pub fn bytes(&self) -> usize {
        let indexes = self.indexes.iter().filter_map(OnceLock::get).map(|index| {
            (index.values.capacity() + index.first_series.capacity()) * size_of::<u32>()
        });
        size_of::<Self>()
            + self.series.capacity() * size_of::<Arc<Series>>()
            + indexes.sum::<usize>()
    }

    fn build(&self, dimension: Dimension) -> Index {
        let mut known: HashMap<Option<&str>, u32> = HashMap::new();
        let values = Vec::with_capacity(self.series.len());
        let mut index = Index { values, first_series: Vec::new() };
        for (place, series) in self.series.iter().enumerate() {
            let next = index.first_series.len() as u32;
            let value = *known.entry(dimension.value(series)).or_insert(next);
            if value == next {
                index.first_series.push(place as u32);
            }
            index.values.push(value);
        }
        index
    }
}
