//! The records and days that a request selects.

use proto::access::v1::{Dimension, Endpoint, Granularity};

use crate::sets::conditions::Conditions;
use crate::sets::dimensions::values;
use crate::sets::ids::IdSet;
use crate::sets::rule::Rule;
use crate::sets::time_bounds::Day;

/// The explicit filters of a request: for some dimensions the ids, of which a record has at least one, and the days of its
/// values over time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    ids: Vec<(Dimension, IdSet)>,
    days: Option<((Day, Day), Granularity)>,
}

impl Selection {
    /// Every record, and no values over time.
    pub fn everything() -> Self {
        Self::default()
    }

    /// The same selection, in which a record has one of these ids, too.
    #[must_use]
    pub fn with(mut self, dimension: Dimension, ids: impl IntoIterator<Item = i64>) -> Self {
        self.ids.push((dimension, ids.into_iter().collect()));
        self
    }

    /// The same selection of the values of some days, in intervals of this length.
    #[must_use]
    pub fn over(mut self, days: (Day, Day), interval: Granularity) -> Self {
        self.days = Some((days, interval));
        self
    }

    /// The days and the interval, if the request is about values over time.
    pub fn days(&self) -> Option<((Day, Day), Granularity)> {
        self.days
    }

    /// The selected records of an endpoint; `None` if there are none.
    pub(crate) fn conditions(&self, endpoint: Endpoint) -> Option<Conditions> {
        let mut conditions = Conditions::default();
        for (dimension, ids) in &self.ids {
            // Records of the endpoint that lack the dimension do not have one of the ids.
            let rule = Rule::any_of(values(endpoint, *dimension)?, ids.clone())?;
            conditions = conditions.and(&Conditions::new([(*dimension, rule)]))?;
        }
        Some(conditions)
    }
}
