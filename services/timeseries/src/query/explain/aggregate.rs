//! Explains how one number of an aggregate is calculated: its method, its members and their values.

use engine::{Calculation, Day, Series, day};
use kit::clock;
use proto::timeseries::v1::{
    AggregateExplanation, FeederFund, GetAggregateRequest, GetAggregateResponse,
    GetExplanationRequest, GroupKey,
};

use super::member::{Member, Range, newest_known_at};
use super::members::{Counts, Group};
use super::{method_text, shares};
use crate::context::Context;
use crate::error::TimeseriesError;
use crate::measures::TOTAL_METHOD_VERSION;
use crate::query::aggregate::inspect;
use crate::query::answer::feeder_messages;
use crate::query::loads::{Loads, loads};
use crate::query::range;
use crate::scopes::VisibleDays;

/// The explanation as far as memory has it, and what must be read from the database.
struct Draft {
    explanation: AggregateExplanation,
    ranges: Vec<Range>,
    /// The loads that are listed.
    loads: Loads,
}

/// Answers how a number of an aggregate is calculated; the number itself is that of the aggregate's answer.
pub async fn explain(
    ctx: &Context,
    aggregate: &GetAggregateRequest,
    request: &GetExplanationRequest,
) -> Result<AggregateExplanation, TimeseriesError> {
    let date = range::day("date", request.date.as_deref())?;
    let group = request.group.clone();
    let now = ctx.clock.now();
    let today = day::at(now);
    let look = move |calculation: &Calculation,
                     answer: &GetAggregateResponse,
                     visible: Option<&VisibleDays>| {
        Draft::new(calculation, answer, (group.as_ref(), date), (visible, today))
    };
    let Draft { mut explanation, ranges, loads } = inspect(ctx, aggregate, look).await??;
    let until = range::as_of(aggregate.as_of.as_deref(), now)?.unwrap_or(now);
    let mut conn = ctx.db.conn().await?;
    explanation.loads = loads.known(&mut conn, until).await?;
    for (place, known_at) in newest_known_at(&mut conn, &ranges, until).await? {
        let member =
            usize::try_from(place).ok().and_then(|place| explanation.members.get_mut(place));
        if let Some(member) = member {
            member.known_at = Some(clock::milliseconds(known_at));
        }
    }
    explanation.members_known_at =
        explanation.members.iter().filter_map(|member| member.known_at).max();
    Ok(explanation)
}

impl Draft {
    fn new(
        calculation: &Calculation,
        answer: &GetAggregateResponse,
        (key, day): (Option<&GroupKey>, Option<Day>),
        (visible, today): (Option<&VisibleDays>, Day),
    ) -> Result<Self, TimeseriesError> {
        let group = Group::find(calculation, answer, key)?;
        let place = place(calculation, &group, day)?;
        let counts = Counts::new(calculation, &group, place);
        let mut ranges: Vec<Range> = Vec::new();
        let largest = (0..).zip(&counts.largest);
        let members = largest.map(|(at, (series, contribution))| {
            let member = Member { calculation, series };
            ranges.extend(member.ranges(at, contribution));
            member.message(contribution)
        });
        let members = members.collect();
        // A share depends on all members.
        let places =
            if calculation.share.is_some() { calculation.members.places() } else { &group.places };
        let series = places.iter().map(|place| calculation.members.series(*place));
        let with_weights =
            series.flat_map(|series| [Some(series), calculation.weights.get(&series.id)]);
        let loads = loads(with_weights.flatten().flat_map(Series::stored), visible, today);
        let explanation = AggregateExplanation {
            members,
            share: calculation
                .share
                .map(|share| shares::explain(calculation, share, &group, place)),
            checks: counts.checks(calculation),
            ..described(calculation, answer, &group, place)
        };
        let explanation = counted(explanation, counts, calculation.axis.ends[place]);
        Ok(Self { explanation, ranges, loads })
    }
}

/// The interval that holds a day; without a day the newest one with a value.
fn place(
    calculation: &Calculation,
    group: &Group,
    day: Option<Day>,
) -> Result<usize, TimeseriesError> {
    let axis = &calculation.axis;
    let newest = || {
        let newest = group.answered.values.iter().rposition(|value| !value.is_nan());
        newest.or_else(|| axis.len().checked_sub(1))
    };
    let within = |day: Day| {
        let place = axis.ends.partition_point(|end| *end < day);
        Some(place).filter(|place| axis.starts.get(*place).is_some_and(|start| *start <= day))
    };
    let found = day.map_or_else(newest, within);
    found.ok_or_else(|| {
        let message = "date must be within one of the intervals of the aggregate";
        TimeseriesError::refused("date_outside", message)
    })
}

/// The number, as the query and its answer describe it.
fn described(
    calculation: &Calculation,
    answer: &GetAggregateResponse,
    group: &Group,
    place: usize,
) -> AggregateExplanation {
    let Group { answered, is_total, .. } = group;
    let (feeders, feeder_count) = feeders(calculation, answer, group);
    let measure = calculation.measure;
    let version = measure.method_version().unwrap_or(TOTAL_METHOD_VERSION);
    let at = |numbers: &[f64]| numbers.get(place).copied().filter(|number| !number.is_nan());
    AggregateExplanation {
        measure_slug: measure.slug.clone(),
        measure_name: measure.name.clone(),
        kind: measure.kind().into(),
        unit: measure.unit.clone(),
        definition: measure.definition.clone(),
        method_version: version.to_owned(),
        formula: measure.formula().map(str::to_owned),
        interval: answer.interval,
        from: day::text(calculation.axis.starts[place]),
        to: day::text(calculation.axis.ends[place]),
        group_key: answered.key.clone(),
        is_other: answered.is_other,
        is_total: *is_total,
        value: at(&answered.values),
        method: method_text::method(calculation).into(),
        composition: method_text::composition(calculation),
        member_measure_slug: calculation.summed.slug.clone(),
        weight_slug: calculation.weight.map(|weight| weight.slug.clone()),
        counts_twice: answer.counts_twice,
        has_sample: answered.has_sample,
        member_count: answered.member_count,
        coverage: at(&answered.coverage),
        current_at: answer.current_at,
        known_at: answer.known_at,
        restricted_count: answer.restricted_count,
        feeders,
        feeder_count,
        ..AggregateExplanation::default()
    }
}

/// The feeder funds that a number leaves out, and how many they are: of a group its own. A share depends on all members.
fn feeders(
    calculation: &Calculation,
    answer: &GetAggregateResponse,
    group: &Group,
) -> (Vec<FeederFund>, u32) {
    let by = calculation.group_by.filter(|_| !group.is_total && calculation.share.is_none());
    let Some(by) = by.filter(|_| !calculation.counts_feeders) else {
        return (answer.feeders.clone(), answer.feeder_count);
    };
    let is_of_group =
        |value: Option<&str>| group.groups.iter().any(|(key, _)| key.as_deref() == value);
    let own = || calculation.feeders.iter().filter(|feeder| feeder.is_in(by, is_of_group));
    (feeder_messages(own()), own().count() as u32)
}

/// The explanation with the counts of members, in an interval that ends on a day.
fn counted(explanation: AggregateExplanation, counts: Counts, end: Day) -> AggregateExplanation {
    let age = counts.newest.map(|newest| end - newest.day);
    AggregateExplanation {
        begun_count: counts.begun,
        value_count: counts.with_value,
        withheld_count: counts.lacking,
        withheld: counts.withheld,
        more_members: counts.more,
        last_date: counts.newest.map(|newest| day::text(newest.day)),
        age_days: age.map(Day::unsigned_abs),
        carry_days: counts.newest.map_or(0, |newest| newest.carry.unsigned_abs()),
        is_stale: counts.newest.zip(age).is_some_and(|(newest, age)| age > newest.carry),
        ..explanation
    }
}
