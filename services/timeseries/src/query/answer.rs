//! Writes the answer of an aggregate, as a message or as JSON, whichever source the numbers come from.

use engine::measures::{Aggregation, Measure};
use engine::members::FeederFund;
use engine::{
    Aggregate, AggregateFacts, AggregateGroup, Axis, Day, Dimension, GroupFacts, MemberStarts,
    Numbers, Series, UndisclosedShares, day, mark_last_partial,
};
use proto::timeseries::v1::{
    BegunInterval, BegunMembers, GetAggregateResponse, SeriesGroup, UndisclosedPart,
};

use super::limits::MOST_FEEDERS;
use super::qualifiers::messages;
use super::withheld::WithheldStretches;
use crate::json;

/// Typical bytes of a group without its numbers, and of a number or a day.
const LIST_ENVELOPE: usize = 256;
const NUMBER: usize = 20;

/// An answer whose days and numbers are not written yet.
pub struct AggregateAnswer {
    frame: GetAggregateResponse,
    days: Vec<Day>,
    groups: Vec<(SeriesGroup, Numbers)>,
    total: Numbers,
}

impl AggregateAnswer {
    /// The answer of an aggregate; `frame` has the parts that follow from the query alone. The last interval may be partial.
    pub fn new(
        frame: GetAggregateResponse,
        summed: &Measure,
        (axis, is_partial): (&Axis, bool),
        aggregate: Aggregate,
    ) -> Self {
        let Aggregate { groups, total, facts } = aggregate;
        let AggregateFacts {
            group_count,
            series_count,
            feeders,
            counts_feeders,
            are_shares,
            member_starts,
            undisclosed,
        } = facts;
        // Sample data that only the total holds make a share smaller.
        let has_sample_total = are_shares && total.facts.sample_count > 0;
        let counts_twice = summed.aggregation == Aggregation::NotAdditive && series_count > 1;
        let mut withheld = WithheldStretches::default();
        let mut write = |mut group: AggregateGroup| {
            if is_partial && group.numbers.ends_with_value() {
                mark_last_partial(&mut group.qualified, axis.len());
            }
            let qualifiers = messages(&group.qualified, &axis.starts);
            let AggregateGroup { key, is_other, facts, newest, .. } = group;
            let GroupFacts { member_count, sample_count } = facts;
            let mut written = SeriesGroup {
                key,
                is_other,
                member_count,
                has_sample: sample_count > 0 || has_sample_total,
                last_date: newest.map(|newest| day::text(newest.day)),
                carry_days: newest.map_or(0, |newest| newest.carry.unsigned_abs()),
                qualifiers,
                sample_count,
                ..SeriesGroup::default()
            };
            withheld.add(&mut written, group.withheld);
            (written, group.numbers)
        };
        let groups: Vec<_> = groups.into_iter().map(&mut write).collect();
        let (mut total, numbers) = write(total);
        total.withheld_count = withheld.member_count();
        let frame = GetAggregateResponse {
            total: Some(total),
            group_count: group_count as u32,
            counts_twice: counts_twice || (counts_feeders && !feeders.is_empty()),
            withheld: withheld.named(axis),
            feeder_count: if counts_feeders { 0 } else { feeders.len() as u32 },
            feeders: if counts_feeders { Vec::new() } else { feeder_messages(&feeders) },
            begun: Some(begun_message(member_starts, axis)),
            undisclosed: undisclosed
                .map(|UndisclosedShares { shares, at_most }| UndisclosedPart { shares, at_most }),
            ..frame
        };
        Self { frame, days: axis.starts.clone(), groups, total: numbers }
    }

    pub fn message(mut self) -> GetAggregateResponse {
        let filled = |group: SeriesGroup, numbers: Numbers| {
            let (values, coverage) = numbers.into_lists();
            SeriesGroup { values, coverage, ..group }
        };
        self.frame.dates = day::texts(&self.days);
        self.frame.total = self.frame.total.map(|total| filled(total, self.total));
        let groups = self.groups.into_iter().map(|(group, numbers)| filled(group, numbers));
        self.frame.groups = groups.collect();
        self.frame
    }

    pub fn text(&self) -> Result<Vec<u8>, serde_json::Error> {
        let lists = 1 + 2 * (self.groups.len() + 1);
        let mut out = Vec::with_capacity(lists * (LIST_ENVELOPE + NUMBER * self.days.len()));
        let dates = |out: &mut Vec<u8>| {
            json::days(out, &self.days);
            Ok(())
        };
        let groups = |out: &mut Vec<u8>| {
            json::list(out, &self.groups, |out, (group, numbers)| {
                let (values, coverage) = written(numbers);
                json::filled(out, group, &[("values", &values), ("coverage", &coverage)])
            })
        };
        // The lists of the total come last.
        let (values, coverage) = written(&self.total);
        let lists: [(&str, json::Fill<'_>); 4] =
            [("dates", &dates), ("groups", &groups), ("values", &values), ("coverage", &coverage)];
        json::filled(&mut out, &self.frame, &lists)?;
        Ok(out)
    }
}

fn begun_message(MemberStarts { count, later }: MemberStarts, axis: &Axis) -> BegunMembers {
    let interval =
        |(place, count): (usize, u32)| BegunInterval { date: day::text(axis.starts[place]), count };
    BegunMembers { count, intervals: later.into_iter().map(interval).collect() }
}

/// The feeder funds that an answer names.
pub fn feeder_messages<'a>(
    feeders: impl IntoIterator<Item = &'a FeederFund>,
) -> Vec<proto::timeseries::v1::FeederFund> {
    let message = |FeederFund { series, master, .. }: &FeederFund| {
        let slug = |series: &Series| Dimension::Asset.value(series).unwrap_or_default().to_owned();
        proto::timeseries::v1::FeederFund {
            asset_slug: slug(series),
            name: series.subject.name.clone(),
            master_slug: slug(master),
            master_name: master.subject.name.clone(),
            is_sample: series.subject.is_sample,
        }
    };
    feeders.into_iter().take(MOST_FEEDERS).map(message).collect()
}

type JsonResult = Result<(), serde_json::Error>;

/// Writers of both lists of a group.
fn written(
    numbers: &Numbers,
) -> (impl Fn(&mut Vec<u8>) -> JsonResult + '_, impl Fn(&mut Vec<u8>) -> JsonResult + '_) {
    let values = |out: &mut Vec<u8>| {
        numbers.write_values(out);
        Ok(())
    };
    let coverage = |out: &mut Vec<u8>| {
        numbers.write_coverage(out);
        Ok(())
    };
    (values, coverage)
}
