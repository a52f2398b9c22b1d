//! The values of series as they are known now or were at an earlier instant, and the derived series computed from them.

use std::collections::HashMap;
use std::sync::Arc;

use super::series::{Origin, Series};
use crate::calendar::day::Day;
use crate::columns::column::Column;
use crate::derived::formulas::{DerivedValues, derive};
use crate::derived::value_selection::CarriedColumn;
use crate::membership::yield_refusals;

/// The values of the series of one query.
#[derive(Default)]
pub struct Columns {
    /// The values known at an earlier instant, by series id; `None` for the present.
    earlier: Option<HashMap<i64, Column>>,
    derived: HashMap<i64, DerivedValues>,
}

impl Columns {
    /// Values as they were known at an earlier instant, by series id.
    pub fn earlier(columns: HashMap<i64, Column>) -> Self {
        Self { earlier: Some(columns), ..Self::default() }
    }

    /// Composes those that several sources report, as far as their values were known.
    pub fn compose<'a>(&mut self, series: impl IntoIterator<Item = &'a Arc<Series>>) {
        let Some(columns) = &mut self.earlier else { return };
        for series in series.into_iter().flat_map(Series::inputs) {
            if let Some(ranked) = &series.ranked {
                let composed = ranked.compose(|source| columns.get(&source.id));
                columns.insert(series.id, composed);
            }
        }
    }

    /// The source whose value of a day a series shows: the series itself, unless several sources compose it.
    pub fn source_on<'a>(&'a self, series: &'a Arc<Series>, day: Day) -> &'a Arc<Series> {
        let Some(ranked) = &series.ranked else { return series };
        let column = |source| self.column(source);
        let taken = ranked.source_on(day, column).map(|(source, _)| source);
        taken.or_else(|| ranked.series().next()).unwrap_or(series)
    }

    /// The days from one to another on which a series has values of its own, with the id of the stored series that each is of.
    pub fn source_runs(
        &self,
        series: &Arc<Series>,
        (from, to): (Day, Day),
    ) -> Vec<(i64, Day, Day)> {
        let Some(ranked) = &series.ranked else { return vec![(series.id, from, to)] };
        let column = |source| self.column(source);
        let days = ranked
            .series()
            .filter_map(column)
            .filter_map(|column| Some((column.first()?, column.last()?)));
        let edges = days.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)));
        let Some((first, last)) = edges else { return Vec::new() };
        let mut runs: Vec<(i64, Day, Day)> = Vec::new();
        for day in from.max(first)..=to.min(last) {
            let Some((source, _)) = ranked.source_on(day, column) else { continue };
            match runs.last_mut() {
                Some((id, _, until)) if *id == source.id => *until = day,
                _ => runs.push((source.id, day, day)),
            }
        }
        runs
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
            let bears_yield = yield_refusals::bears_yield(&series.subject);
            let derived = derive(
                derivation.formula,
                derivation.selections(),
                [first, second],
                paid,
                bears_yield,
                range,
            );
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

    fn column<'a>(&'a self, series: &'a Arc<Series>) -> Option<&'a Column> {
        self.stored(series).map(|values| values.column)
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
