//! Many series added up, in groups.

use std::collections::HashMap;
use std::sync::Arc;

use proto::timeseries::v1::{
    GetAggregateRequest, GetAggregateResponse, SeriesGroup, SeriesGroupBy, SubjectKind,
};

use super::filter::{Choice, Trait};
use super::{pick, range};
use crate::compute::{Axis, Combined, Combiner, Member, Mode, combiner, resample};
use crate::context::Context;
use crate::day::{self, Day};
use crate::error::TimeseriesError;
use crate::image::{Image, Series};
use crate::measures::{Aggregation, Measure};

const USUAL_GROUPS: u32 = 12;
const MOST_GROUPS: u32 = 100;
/// Values in one answer.
const MOST_VALUES: usize = 500_000;
/// Series times intervals that one question may touch.
const MOST_WORK: usize = 200_000_000;
const YEAR: Day = 365;

/// Answers the sums, or averages, of the series of a measure.
pub async fn aggregate(
    ctx: &Context,
    request: &GetAggregateRequest,
) -> Result<GetAggregateResponse, TimeseriesError> {
    let image = pick::image(ctx)?;
    let measure = pick::measure(&request.measure)?;
    let interval = range::interval(request.interval)?;
    let mode = range::mode(request.mode, interval, measure)?;
    let group_by = group_by(request.group_by)?;
    let choice = Choice::new(request.filter.as_ref())?;
    let limit = request.group_limit.unwrap_or(USUAL_GROUPS);
    if !(1..=MOST_GROUPS).contains(&limit) {
        let message = format!("group_limit must lie between 1 and {MOST_GROUPS}");
        return Err(TimeseriesError::refused("group_limit_bound", message));
    }
    let now = ctx.clock.now();
    let to = range::day("to", request.to.as_deref())?.unwrap_or_else(|| day::at(now) - 1);
    let from = range::day("from", request.from.as_deref())?.unwrap_or(to - YEAR);
    let axis = range::axis(interval, from, to, now)?;

    let kind = subject_kind(request.subject_kind, group_by);
    let members = members(&image, measure, kind, &choice, group_by == Some(Trait::Network));
    if axis.len() * (limit as usize + 2) > MOST_VALUES || axis.len() * members.len() > MOST_WORK {
        let message =
            "The range is too long for so many series: longer intervals, fewer groups, or a filter";
        return Err(TimeseriesError::refused("range_too_long", message));
    }
    let weight = request.weight.as_deref().map(pick::measure).transpose()?;
    let weights = weight.map(|weight| weights(&image, weight, &members)).unwrap_or_default();
    let as_of = range::as_of(request.as_of.as_deref(), now)?;
    let needed: Vec<Arc<Series>> = members.iter().chain(weights.values()).map(Arc::clone).collect();
    let edges = (axis.starts.first().copied().unwrap_or(to), to);
    let columns = pick::Columns::of(ctx, &needed, as_of, edges).await?;
    let question = Question {
        axis,
        measure,
        mode,
        combiner: combiner(measure, weight.is_some()),
        is_weighted: weight.is_some(),
        is_cohort: request.is_cohort.unwrap_or_default(),
        group_by,
        limit: limit as usize,
        members,
        weights,
        columns,
    };
    let current_at = ctx.shelf.current_at();
    // Other calls go on while a wide one is worked out.
    let answer = tokio::task::spawn_blocking(move || question.answer()).await;
    let answer = answer.map_err(|_| TimeseriesError::NotReady)?;
    Ok(GetAggregateResponse { interval: interval.into(), current_at, ..answer })
}

fn group_by(asked: Option<i32>) -> Result<Option<Trait>, TimeseriesError> {
    Ok(Some(match asked.map(SeriesGroupBy::try_from) {
        None | Some(Ok(SeriesGroupBy::None)) => return Ok(None),
        Some(Ok(SeriesGroupBy::Asset)) => Trait::Asset,
        Some(Ok(SeriesGroupBy::Token)) => Trait::Slug,
        Some(Ok(SeriesGroupBy::Network)) => Trait::Network,
        Some(Ok(SeriesGroupBy::Platform)) => Trait::Platform,
        Some(Ok(SeriesGroupBy::Issuer)) => Trait::Issuer,
        Some(Ok(SeriesGroupBy::Manager)) => Trait::Manager,
        Some(Ok(SeriesGroupBy::AssetClass)) => Trait::AssetClass,
        Some(Ok(SeriesGroupBy::Country)) => Trait::Country,
        Some(_) => {
            return Err(TimeseriesError::refused("group_unknown", "There is no such group"));
        }
    }))
}

fn subject_kind(asked: Option<i32>, group_by: Option<Trait>) -> SubjectKind {
    match asked.map(SubjectKind::try_from) {
        Some(Ok(kind)) if kind != SubjectKind::Unspecified => kind,
        _ if group_by == Some(Trait::Slug) => SubjectKind::Token,
        _ => SubjectKind::Asset,
    }
}

/// The series that are added up: of each subject those of its networks where networks are asked for, otherwise the one
/// of the whole, or, where there is none, those of its networks. Of several sources the first one counts.
fn members(
    image: &Image,
    measure: &Measure,
    kind: SubjectKind,
    choice: &Choice,
    by_network: bool,
) -> Vec<Arc<Series>> {
    let mut subjects: HashMap<i64, Vec<&Arc<Series>>> = HashMap::new();
    for series in image.of_measure(measure).filter(|series| series.subject.kind == kind) {
        let of_subject = subjects.entry(series.subject.id).or_default();
        if of_subject.iter().all(|known| known.network != series.network) {
            of_subject.push(series);
        }
    }
    let mut members: Vec<Arc<Series>> = Vec::new();
    for of_subject in subjects.into_values() {
        let (whole, parts): (Vec<_>, Vec<_>) =
            of_subject.into_iter().partition(|series| series.network.is_empty());
        let chosen = match (by_network, parts.is_empty(), whole.is_empty()) {
            (true, false, _) | (false, _, true) => parts,
            _ => whole,
        };
        members.extend(chosen.into_iter().filter(|series| choice.holds(series)).cloned());
    }
    // One order of additions: every replica answers to the last bit the same.
    members.sort_unstable_by_key(|series| series.id);
    members
}

/// The series of another measure that stands beside each member, by the member's number.
fn weights(image: &Image, weight: &Measure, members: &[Arc<Series>]) -> HashMap<i64, Arc<Series>> {
    let beside = |member: &Series| {
        let all = image.of_subject(member.subject.kind, &member.subject.slug);
        all.into_iter()
            .find(|series| series.measure.id == weight.id && series.network == member.network)
    };
    members.iter().filter_map(|member| Some((member.id, Arc::clone(beside(member)?)))).collect()
}

struct Question {
    axis: Axis,
    measure: &'static Measure,
    mode: Mode,
    combiner: Combiner,
    is_weighted: bool,
    is_cohort: bool,
    group_by: Option<Trait>,
    limit: usize,
    members: Vec<Arc<Series>>,
    weights: HashMap<i64, Arc<Series>>,
    columns: pick::Columns,
}

impl Question {
    fn answer(mut self) -> GetAggregateResponse {
        if self.is_cohort {
            let mut members = std::mem::take(&mut self.members);
            members.retain(|series| self.is_like_for_like(series));
            self.members = members;
        }
        let mut groups = self.group_by.map(|by| self.groups(by)).unwrap_or_default();
        let group_count = groups.len() as u32;
        let other: Vec<Arc<Series>> = if groups.len() > self.limit {
            let mut rest: Vec<Arc<Series>> =
                groups.split_off(self.limit).into_iter().flat_map(|(_, members)| members).collect();
            rest.sort_unstable_by_key(|series| series.id);
            rest
        } else {
            Vec::new()
        };
        let mut told: Vec<SeriesGroup> =
            groups.into_iter().map(|(key, members)| self.group(key, false, &members)).collect();
        if !other.is_empty() {
            told.push(self.group(None, true, &other));
        }
        let total = self.group(None, false, &self.members);
        GetAggregateResponse {
            measure_slug: self.measure.slug.clone(),
            kind: self.measure.kind().into(),
            unit: self.measure.unit.clone(),
            dates: self.axis.starts.iter().map(|start| day::text(*start)).collect(),
            groups: told,
            total: Some(total),
            group_count,
            counts_twice: self.measure.aggregation == Aggregation::NotAdditive
                && self.members.len() > 1,
            ..GetAggregateResponse::default()
        }
    }

    /// Whether it has a value at both ends of the range.
    fn is_like_for_like(&self, series: &Series) -> bool {
        let ends = match self.axis.len() {
            0 => return false,
            len => [0, len - 1],
        };
        let axis = Axis {
            starts: ends.map(|place| self.axis.starts[place]).into(),
            ends: ends.map(|place| self.axis.ends[place]).into(),
        };
        let kind = self.measure.kind();
        let values = self
            .columns
            .get(series)
            .map(|column| resample(column, kind, Mode::Level, series.carry, &axis));
        values.is_some_and(|values| values.iter().all(|value| !value.is_nan()))
    }

    /// Members by what they have in common, the largest at the end of the range first.
    fn groups(&self, by: Trait) -> Vec<(Option<String>, Vec<Arc<Series>>)> {
        let mut groups: HashMap<Option<String>, Vec<Arc<Series>>> = HashMap::new();
        for series in &self.members {
            groups.entry(by.of(series).map(str::to_owned)).or_default().push(Arc::clone(series));
        }
        let end = Axis {
            starts: self.axis.starts.last().copied().into_iter().collect(),
            ends: self.axis.ends.last().copied().into_iter().collect(),
        };
        let mut ranked: Vec<(f64, Option<String>, Vec<Arc<Series>>)> = groups
            .into_iter()
            .map(|(key, members)| {
                let size = self.combine(&members, &end).values().last().copied();
                (size.filter(|size| !size.is_nan()).unwrap_or(f64::NEG_INFINITY), key, members)
            })
            .collect();
        ranked.sort_by(|one, other| other.0.total_cmp(&one.0).then_with(|| one.1.cmp(&other.1)));
        ranked.into_iter().map(|(_, key, members)| (key, members)).collect()
    }

    fn combine(&self, members: &[Arc<Series>], axis: &Axis) -> Combined {
        let kind = self.measure.kind();
        let mut combined = Combined::new(kind, self.mode, self.combiner, self.is_weighted, axis);
        for series in members {
            let Some(column) = self.columns.get(series) else { continue };
            let weight = self
                .weights
                .get(&series.id)
                .and_then(|weight| Some((self.columns.get(weight)?, weight.carry)));
            combined.add(&Member { column, carry: series.carry, weight }, axis);
        }
        combined
    }

    fn group(&self, key: Option<String>, is_other: bool, members: &[Arc<Series>]) -> SeriesGroup {
        let combined = self.combine(members, &self.axis);
        SeriesGroup {
            key,
            is_other,
            member_count: combined.members(),
            values: combined.values(),
            coverage: combined.coverage(),
            has_sample: members.iter().any(|series| series.subject.is_sample),
        }
    }
}
