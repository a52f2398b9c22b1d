//! Members of an aggregate whose values are withheld, and the reasons.

use std::cmp::Reverse;
use std::sync::Arc;

use engine::{Axis, Series, Stretch, day};
use kit::timeseries_limits::MOST_WITHHELD_STRETCHES;
use proto::timeseries::v1::{SeriesGroup, WithheldMember};

/// The stretches of all members of an answer.
#[derive(Default)]
pub struct WithheldStretches {
    stretches: Vec<MemberStretch>,
    members: u32,
}

struct MemberStretch {
    key: Option<String>,
    is_other: bool,
    series: Arc<Series>,
    stretch: Stretch,
}

impl WithheldStretches {
    /// Adds the stretches of the members of a group, and sets the number of members that have any.
    pub fn add(
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
                self.stretches.push(MemberStretch { key, is_other, series, stretch });
            }
        }
    }

    /// How many members have any.
    pub fn member_count(&self) -> u32 {
        self.members
    }

    /// The stretches that an answer names, the latest first.
    pub fn named(mut self, axis: &Axis) -> Vec<WithheldMember> {
        self.stretches.sort_by(|one, other| one.order().cmp(&other.order()));
        let date = |place: usize| day::text(axis.starts[place]);
        let named = self.stretches.into_iter().take(MOST_WITHHELD_STRETCHES).map(|found| {
            let MemberStretch { key, is_other, series, stretch } = found;
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

impl MemberStretch {
    fn order(&self) -> impl Ord + '_ {
        let Stretch { first, last, .. } = self.stretch;
        (Reverse(last), Reverse(first), &self.series.subject.slug, self.series.id)
    }
}
