//! An aggregate before it is written.

use std::sync::Arc;

use proto::timeseries::v1::{GetAggregateResponse, SeriesGroup};

use crate::day::{self, Day};
use crate::json;
use crate::rollups::{Group, Rollup, Window};

/// Bytes of a group beside its numbers, and of a number or a day, as most have them.
const ENVELOPE: usize = 256;
const NUMBER: usize = 20;

/// An answer apart from its days and its numbers.
pub struct AggregateAnswer {
    frame: GetAggregateResponse,
    days: Vec<Day>,
    groups: Vec<(SeriesGroup, Numbers)>,
    total: Numbers,
}

/// The numbers of a group.
pub enum Numbers {
    /// Worked out for this answer.
    Own {
        /// Its values.
        values: Vec<f64>,
        /// The share of members that have one.
        coverage: Vec<f64>,
    },
    /// Some days of sums that are kept: of one of the groups, or of all together.
    Rollup(Arc<Rollup>, Option<usize>, Window),
}

impl AggregateAnswer {
    /// An answer that was worked out.
    pub fn made(mut frame: GetAggregateResponse, days: Vec<Day>) -> Self {
        let mut total = frame.total.take().unwrap_or_default();
        let of_total = Numbers::taken(&mut total);
        let groups = std::mem::take(&mut frame.groups).into_iter().map(|mut group| {
            let numbers = Numbers::taken(&mut group);
            (group, numbers)
        });
        let groups = groups.collect();
        Self::new(GetAggregateResponse { total: Some(total), ..frame }, days, groups, of_total)
    }

    /// An answer by its parts, of which the frame tells everything but groups, days and numbers.
    pub fn new(
        frame: GetAggregateResponse,
        days: Vec<Day>,
        groups: Vec<(SeriesGroup, Numbers)>,
        total: Numbers,
    ) -> Self {
        Self { frame, days, groups, total }
    }

    /// The answer as services get it.
    pub fn message(mut self) -> GetAggregateResponse {
        self.frame.dates = day::texts(&self.days);
        self.frame.total = self.frame.total.map(|total| self.total.put(total));
        let groups = self.groups.into_iter().map(|(group, numbers)| numbers.put(group));
        self.frame.groups = groups.collect();
        self.frame
    }

    /// The answer as browsers get it.
    pub fn text(&self) -> Result<Vec<u8>, serde_json::Error> {
        let lists = 1 + 2 * (self.groups.len() + 1);
        let mut out = Vec::with_capacity(lists * (ENVELOPE + NUMBER * self.days.len()));
        let dates = |out: &mut Vec<u8>| {
            json::days(out, &self.days);
            Ok(())
        };
        let groups = |out: &mut Vec<u8>| {
            json::list(out, &self.groups, |out, (group, numbers)| {
                let (values, coverage) = numbers.written();
                json::filled(out, group, &[("values", &values), ("coverage", &coverage)])
            })
        };
        // Those of the whole are the last ones.
        let (values, coverage) = self.total.written();
        let lists: [(&str, json::Fill<'_>); 4] =
            [("dates", &dates), ("groups", &groups), ("values", &values), ("coverage", &coverage)];
        json::filled(&mut out, &self.frame, &lists)?;
        Ok(out)
    }
}

type Written = Result<(), serde_json::Error>;

impl Numbers {
    fn taken(group: &mut SeriesGroup) -> Self {
        let (values, coverage) =
            (std::mem::take(&mut group.values), std::mem::take(&mut group.coverage));
        Self::Own { values, coverage }
    }

    fn put(self, group: SeriesGroup) -> SeriesGroup {
        let (values, coverage) = match self {
            Self::Own { values, coverage } => (values, coverage),
            Self::Rollup(rolled, place, window) => {
                let Group { values, coverage, .. } = kept(&rolled, place);
                (window.of(values.numbers()), window.of(coverage.numbers()))
            }
        };
        SeriesGroup { values, coverage, ..group }
    }

    fn written(
        &self,
    ) -> (impl Fn(&mut Vec<u8>) -> Written + '_, impl Fn(&mut Vec<u8>) -> Written + '_) {
        let write = |is_coverage| {
            move |out: &mut Vec<u8>| {
                self.write(out, is_coverage);
                Ok(())
            }
        };
        (write(false), write(true))
    }

    fn write(&self, out: &mut Vec<u8>, is_coverage: bool) {
        match self {
            Self::Own { values, coverage } => {
                let numbers = if is_coverage { coverage } else { values };
                json::numbers(out, numbers.iter().copied());
            }
            Self::Rollup(rolled, place, window) => {
                let Group { values, coverage, .. } = kept(rolled, *place);
                window.write(out, if is_coverage { coverage } else { values });
            }
        }
    }
}

fn kept(rolled: &Rollup, place: Option<usize>) -> &Group {
    place.map_or(&rolled.total, |place| &rolled.groups[place])
}
