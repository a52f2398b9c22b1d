//! The values of series as they are known now or were at an earlier instant, and the derived series computed from them.

use std::collections::HashMap;
use std::sync::Arc;

use crate::column::Column;
use crate::day::Day;
use crate::formulas::{Derived, derive};
use crate::series::{Origin, Series};
use crate::value_selection::CarriedColumn;

/// The values of the series of one query.
#[derive(Default)]
pub struct Columns {
    /// The values known at an earlier instant, by series id; `None` for the present.
    earlier: Option<HashMap<i64, Column>>,
    derived: HashMap<i64, Derived>,
}

impl Columns {
    /// Values as they were known at an earlier instant, by series id.
    pub fn earlier(columns: HashMap<i64, Column>) -> Self {
        Self { earlier: Some(columns), ..Self::default() }
    }

    /// Computes the derived ones of some series, for a range of days.
    pub fn derive<'a>(
        &mut self,
        series: impl IntoIterator<Item = &'a Arc<Series>>,
        range: (Day, Day),
    ) {
        for series in series {
            let Some(Origin { derivation, inputs, distributions }) = &series.origin else {
                continue;
            };
            let [Some(first), Some(second)] = inputs.each_ref().map(|input| self.stored(input))
            else {
                continue;
            };
            let paid = distributions.as_ref().and_then(|paid| self.stored(paid));
            let paid = paid.map(|CarriedColumn { column, .. }| column);
            let derived =
                derive(derivation.formula, derivation.selections(), [first, second], paid, range);
            self.derived.insert(series.id, derived);
        }
    }

    fn stored<'a>(&'a self, series: &'a Series) -> Option<CarriedColumn<'a>> {
        let column = match &self.earlier {
            None => Some(&*series.column),
            Some(columns) => columns.get(&series.id),
        };
        column.map(|column| CarriedColumn { column, carry: series.carry })
    }

    /// The values of a series; `None` if nothing was known.
    pub fn get<'a>(&'a self, series: &'a Series) -> Option<CarriedColumn<'a>> {
        if series.origin.is_none() {
            return self.stored(series);
        }
        let derived = self.derived.get(&series.id)?;
        Some(CarriedColumn { column: &derived.column, carry: derived.carry })
    }

    /// The day of its newest value.
    pub fn last(&self, series: &Series) -> Option<Day> {
        match self.derived.get(&series.id) {
            Some(derived) => derived.last,
            None => self.stored(series)?.column.last(),
        }
    }
}
