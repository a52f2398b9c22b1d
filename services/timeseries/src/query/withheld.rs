//! Whose values an aggregate lacks because they are withheld, and why.

use std::cmp::Reverse;
use std::sync::Arc;

use proto::timeseries::v1::{GetAggregateResponse, SeriesGroup, WithheldMember};

use crate::compute::{Axis, Stretch};
use crate::day;
use crate::snapshot::Series;

/// How many stretches of members one answer names.
const MOST_NAMED: usize = 20;

/// The stretches of all members of an answer.
#[derive(Default)]
pub struct Withheld {
    found: Vec<Found>,
    members: u32,
}

struct Found {
    key: Option<String>,
    is_other: bool,
    series: Arc<Series>,
    stretch: Stretch,
}

impl Withheld {
    /// Notes the stretches of the members of a group, and on it how many members have any.
    pub fn note(
        &mut self,
        group: &mut SeriesGroup,
        members: impl IntoIterator<Item = (Arc<Series>, Vec<Stretch>)>,
    ) {
        for (series, stretches) in members {
            let is_any = u32::from(!stretches.is_empty());
            group.withheld_count += is_any;
            self.members += is_any;
            for stretch in stretches {
                let (key, is_other, series) =
                    (group.key.clone(), group.is_other, Arc::clone(&series));
                self.found.push(Found { key, is_other, series, stretch });
            }
        }
    }

    /// Tells them in the answer: those that came last first, as far as there is room.
    pub fn tell(self, answer: &mut GetAggregateResponse, axis: &Axis) {
        if let Some(total) = &mut answer.total {
            total.withheld_count = self.members;
        }
        answer.withheld = self.named(axis);
    }

    /// Those that are told by name.
    pub fn named(mut self, axis: &Axis) -> Vec<WithheldMember> {
        self.found.sort_by(|one, other| one.order().cmp(&other.order()));
        let date = |place: usize| day::text(axis.starts[place]);
        let named = self.found.into_iter().take(MOST_NAMED).map(|found| {
            let Found { key, is_other, series, stretch } = found;
            WithheldMember {
                group_key: key,
                is_other,
                subject_kind: series.subject.kind.into(),
                subject_slug: series.subject.slug.clone(),
                subject_name: series.subject.name.clone(),
                network_slug: (!series.network.is_empty()).then(|| series.network.clone()),
                is_sample: series.subject.is_sample,
                reason: stretch.reason.code.to_owned(),
                reason_meaning: stretch.reason.meaning.to_owned(),
                from: date(stretch.first),
                to: date(stretch.last),
            }
        });
        named.collect()
    }
}

impl Found {
    fn order(&self) -> impl Ord + '_ {
        let Stretch { first, last, .. } = self.stretch;
        (Reverse(last), Reverse(first), &self.series.subject.slug, self.series.id)
    }
}
