//! The values of series as they are known now, or were known at an earlier instant, with those that are derived of them.

use std::collections::HashMap;
use std::sync::Arc;

use crate::column::Column;
use crate::day::Day;
use crate::derive::{Derived, Held, derive};
use crate::series::{Origin, Series};

/// The values of series as they were known.
#[derive(Default)]
pub struct Columns {
    /// Those of an earlier state, by the number of the series; none where the present is asked for.
    earlier: Option<HashMap<i64, Column>>,
    derived: HashMap<i64, Derived>,
}

impl Columns {
    /// The values of series as they were known at an earlier instant, by the number of each.
    pub fn earlier(columns: HashMap<i64, Column>) -> Self {
        Self { earlier: Some(columns), ..Self::default() }
    }

    /// Works out what is derived, from one day to another.
    pub fn derive<'a>(
        &mut self,
        series: impl IntoIterator<Item = &'a Arc<Series>>,
        range: (Day, Day),
    ) {
        for series in series {
            let Some(Origin { way, inputs }) = &series.origin else { continue };
            let [Some(first), Some(second)] = inputs.each_ref().map(|input| self.stored(input))
            else {
                continue;
            };
            let derived = derive(way.formula, way.takes(), [first, second], range);
            self.derived.insert(series.id, derived);
        }
    }

    fn stored<'a>(&'a self, series: &'a Series) -> Option<Held<'a>> {
        let column = match &self.earlier {
            None => Some(&*series.column),
            Some(columns) => columns.get(&series.id),
        };
        column.map(|column| Held { column, carry: series.carry })
    }

    /// The values of a series; none where nothing was known.
    pub fn get<'a>(&'a self, series: &'a Series) -> Option<Held<'a>> {
        if series.origin.is_none() {
            return self.stored(series);
        }
        let derived = self.derived.get(&series.id)?;
        Some(Held { column: &derived.column, carry: derived.carry })
    }

    /// The day from which on all that it is made of is told.
    pub fn begun(&self, series: &Arc<Series>) -> Option<Day> {
        series.stored().filter_map(|series| self.stored(series)?.column.first()).max()
    }

    /// The day of its newest value.
    pub fn last(&self, series: &Series) -> Option<Day> {
        match self.derived.get(&series.id) {
            Some(derived) => derived.last,
            None => self.stored(series)?.column.last(),
        }
    }
}
