//! Ranks the slugs of records by a number, those without a value last, for the sorted lists of the gateway.

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use engine::derived_measures::{self, Definition};
use engine::measures::Measure;
use engine::{
    Axis, Calculation, Columns, Day, Dimension, Qualifier, SeriesFilter, Snapshot, combiner, day,
    selection,
};
use kit::timeseries_limits::MOST_RANKED_SLUGS;
use proto::timeseries::v1::{
    ListRankedSlugsRequest, ListRankedSlugsResponse, MeasureKind, RankedNumber, RankedSlug,
    SeriesInterval, SubjectKind,
};

use super::dimension::{group_by, groupable, subject_kind};
use super::filter::parse;
use super::limits::{MOST_RANKED_RESULTS, MOST_SUMMED_DAYS};
use super::restricted_members::{self, Selection};
use super::summed::summed;
use super::{lookup, range};
use crate::context::Context;
use crate::error::TimeseriesError;
use crate::scopes::{CallScope, VisibleDays};
use crate::snapshot::ServedSnapshot;

/// The number of each slug that has one, and the day and the marks of the number.
type Numbers = HashMap<String, (f64, Qualifier)>;

/// Answers a page of the ranked slugs: slugs without a value come last in both directions, equal ones are in the order of
/// their letters.
pub async fn rank(
    ctx: &Context,
    request: &ListRankedSlugsRequest,
) -> Result<ListRankedSlugsResponse, TimeseriesError> {
    let whole = lookup::served(ctx)?;
    let by = group_by(Some(request.group_by))?;
    let by =
        by.ok_or_else(|| TimeseriesError::refused("group_unknown", "A rank requires group_by"))?;
    let kind = subject_kind(Some(request.subject_kind), Some(by));
    groupable(kind, Some(by))?;
    let chosen = || parse(request.filter.as_ref(), kind);
    let number = request.number.clone().unwrap_or_default();
    let measure_slug = lookup::measure(&number.measure)?.slug.clone();
    if request.slugs.len() > MOST_RANKED_SLUGS
        || !(1..=MOST_RANKED_RESULTS).contains(&request.limit)
    {
        let message = format!(
            "A rank takes at most {MOST_RANKED_SLUGS} slugs and returns 1 to {MOST_RANKED_RESULTS}"
        );
        return Err(TimeseriesError::refused("rank_bound", message));
    }
    let yesterday = day::at(ctx.clock.now()) - 1;
    let snapshots = snapshots(ctx, &whole, &number, yesterday).await?;
    let own = SeriesFilter::All(vec![chosen()?, parse(number.only.as_ref(), kind)?]);
    let slugs = request.is_all_required.then(|| request.slugs.iter().cloned().collect());
    let query = RankQuery { snapshots, slugs, kind, by, own, filter: chosen()? };
    let request = request.clone();
    let answer = move || {
        let results = part(&request, &query.numbers(&number, yesterday)?);
        Ok(ListRankedSlugsResponse { results, measure_slug })
    };
    ctx.calculations.run(answer).await?
}

/// A page of the slugs; only as many are sorted as it needs.
fn part(request: &ListRankedSlugsRequest, numbers: &Numbers) -> Vec<RankedSlug> {
    let number = |slug: &str| numbers.get(slug).map(|(value, _)| *value);
    let entry = |slug: &str, value: Option<f64>| RankEntry { slug: slug.to_owned(), value };
    let mut entries: Vec<RankEntry> =
        request.slugs.iter().map(|slug| entry(slug, number(slug))).collect();
    let compare = |one: &RankEntry, other: &RankEntry| one.compare(other, request.is_descending);
    if let Some(after) = &request.after {
        let after = entry(&after.slug, after.value);
        entries.retain(|entry| compare(entry, &after).is_gt());
    }
    let end = request.offset as usize + request.limit as usize;
    if end < entries.len() {
        entries.select_nth_unstable_by(end, compare);
        entries.truncate(end);
    }
    entries.sort_unstable_by(compare);
    let results = entries.into_iter().skip(request.offset as usize);
    let results = results.map(|RankEntry { slug, value }| {
        let qualifier = numbers.get(&slug).map(|(_, qualifier)| *qualifier).unwrap_or_default();
        let Qualifier { value_date, is_carried, is_partial, is_average, .. } = qualifier;
        let value_date = value_date.map(day::text);
        RankedSlug { slug, value, value_date, is_carried, is_partial, is_average }
    });
    results.collect()
}

struct RankEntry {
    slug: String,
    value: Option<f64>,
}

impl RankEntry {
    fn compare(&self, other: &Self, is_descending: bool) -> Ordering {
        let by_value = match (self.value, other.value) {
            (Some(one), Some(other)) if is_descending => other.total_cmp(&one),
            (Some(one), Some(other)) => one.total_cmp(&other),
            (one, other) => other.is_some().cmp(&one.is_some()),
        };
        by_value.then_with(|| self.slug.cmp(&other.slug))
    }
}

/// The values of a measure.
struct MeasureSnapshots {
    /// The values of the reader, as far as a scope shows them.
    own: Arc<Snapshot>,
    /// The values that the reader would see on a screen: the same, unless the answer is for a file.
    on_screen: Arc<Snapshot>,
    /// The values of the reader without the scope, with the days that the scope shows; none without a scope.
    whole: Option<(Arc<Snapshot>, Arc<VisibleDays>)>,
}

/// The values of each measure that makes a number, by its id.
async fn snapshots(
    ctx: &Context,
    whole: &Arc<ServedSnapshot>,
    number: &RankedNumber,
    last: Day,
) -> Result<HashMap<i64, MeasureSnapshots>, TimeseriesError> {
    let scope = CallScope::of_call(ctx.clock.now())?;
    let mut snapshots = HashMap::new();
    let names = [Some(&number.measure), number.otherwise.as_ref(), number.under.as_ref()];
    for name in names.into_iter().flatten() {
        let measure = lookup::measure(name)?;
        let days = (SeriesInterval::Day, last);
        let served = lookup::within_scope(ctx, whole, scope.as_ref(), measure, days).await?;
        let visible = served.visible.clone();
        let of_measure = MeasureSnapshots {
            own: Arc::clone(served.snapshot()),
            on_screen: Arc::clone(served.on_screen()),
            whole: visible.map(|visible| (Arc::clone(whole.snapshot()), visible)),
        };
        snapshots.insert(measure.id, of_measure);
    }
    Ok(snapshots)
}

impl MeasureSnapshots {
    /// Refuses an order for which the scope hides values of some slugs on days.
    fn check(
        &self,
        select: impl Fn(&Snapshot) -> Selection,
        (by, slugs): (Dimension, &HashSet<String>),
        (first, last): (Day, Day),
    ) -> Result<(), TimeseriesError> {
        let Some((whole, visible)) = &self.whole else { return Ok(()) };
        let Selection { members, weights } = select(whole);
        for member in members.iter() {
            if by.value(member).is_none_or(|slug| !slugs.contains(slug)) {
                continue;
            }
            let weight = weights.get(&member.id);
            for series in [Some(member), weight].into_iter().flatten() {
                let days = (series.first_needed(first), last);
                if !series.stored().all(|stored| visible.shows(stored, days)) {
                    let number = "number for all of these records";
                    return Err(TimeseriesError::OutsideScope(number.to_owned()));
                }
            }
        }
        Ok(())
    }
}

struct RankQuery {
    /// By the id of the measure.
    snapshots: HashMap<i64, MeasureSnapshots>,
    /// The slugs whose order needs all of their numbers.
    slugs: Option<HashSet<String>>,
    kind: SubjectKind,
    by: Dimension,
    filter: SeriesFilter,
    /// The filter for the measure itself.
    own: SeriesFilter,
}

impl RankQuery {
    /// The number of each slug that has one.
    fn numbers(
        &self,
        RankedNumber { measure, otherwise, under, since_days, over_days, against, only: _ }: &RankedNumber,
        day: Day,
    ) -> Result<Numbers, TimeseriesError> {
        if let Some(days) = *over_days {
            return self.together(measure, days, day);
        }
        if let (None, None, Some(days)) = (against, under, since_days) {
            return self.changes(measure, otherwise.as_deref(), (day - *days as Day, day));
        }
        let mut numbers = self.either(measure, otherwise.as_deref(), day)?;
        if let Some(against) = *against {
            numbers =
                changed_values(numbers, |_, value| (against > 0.0).then(|| value / against - 1.0));
        } else if let Some(under) = under {
            numbers = shares(numbers, &self.of_day(under, &self.filter, day)?);
        }
        Ok(numbers)
    }

    /// The changes from one day to another, each of one measure: a substitute counts at both ends, or at none.
    fn changes(
        &self,
        measure: &str,
        otherwise: Option<&str>,
        (from, to): (Day, Day),
    ) -> Result<Numbers, TimeseriesError> {
        let change = |now: Numbers, before: &Numbers| {
            let base = |slug: &str| Some(before.get(slug)?.0).filter(|before| *before > 0.0);
            changed_values(now, |slug, value| Some(value / base(slug)? - 1.0))
        };
        let now = self.of_day(measure, &self.own, to)?;
        let mut changes = match otherwise {
            None => HashMap::new(),
            Some(otherwise) => {
                let mut lacking = self.of_day(otherwise, &self.filter, to)?;
                lacking.retain(|slug, _| !now.contains_key(slug));
                change(lacking, &self.of_day(otherwise, &self.filter, from)?)
            }
        };
        changes.extend(change(now, &self.of_day(measure, &self.own, from)?));
        Ok(changes)
    }

    fn either(
        &self,
        measure: &str,
        otherwise: Option<&str>,
        day: Day,
    ) -> Result<Numbers, TimeseriesError> {
        let mut numbers = otherwise
            .map_or_else(|| Ok(HashMap::new()), |name| self.of_day(name, &self.filter, day))?;
        numbers.extend(self.of_day(measure, &self.own, day)?);
        Ok(numbers)
    }

    /// The sums of a flow over some days up to `last`.
    fn together(&self, measure: &str, days: u32, last: Day) -> Result<Numbers, TimeseriesError> {
        let measure = lookup::measure(measure)?;
        let is_daily = measure.native_interval() == SeriesInterval::Day;
        if measure.kind() != MeasureKind::Flow
            || !is_daily
            || !(1..=MOST_SUMMED_DAYS).contains(&days)
        {
            let message =
                format!("Only a daily flow can be summed, over 1 to {MOST_SUMMED_DAYS} days");
            return Err(TimeseriesError::refused("days_not_added", message));
        }
        self.levels(measure, &self.own, (last - days as Day + 1, last))
    }

    fn of_day(
        &self,
        name: &str,
        filter: &SeriesFilter,
        day: Day,
    ) -> Result<Numbers, TimeseriesError> {
        self.levels(lookup::measure(name)?, filter, (day, day))
    }

    /// The values of an aggregate by the same dimension, with the days as one interval.
    fn levels(
        &self,
        measure: &'static Measure,
        filter: &SeriesFilter,
        (first, last): (Day, Day),
    ) -> Result<Numbers, TimeseriesError> {
        // Added up alone, it would be the amount that it is a share of.
        if matches!(derived_measures::definition(measure), Some(Definition::Share(_))) {
            return Err(lookup::share_of_no_group(measure));
        }
        let snapshots = self.snapshots.get(&measure.id).ok_or(TimeseriesError::NotReady)?;
        let mode = range::mode(None, SeriesInterval::Day, measure)?;
        let (summed, weight) = summed(measure, None)?;
        let select = |snapshot: &Snapshot| {
            // A fund by itself counts whole, in its present class; in a group of several its money counts once.
            let is_alone = matches!(self.by, Dimension::Slug | Dimension::Asset);
            let of_class =
                if is_alone { selection::select_by_present_class } else { selection::select };
            let members = of_class(snapshot, summed, self.kind, filter, Some(self.by));
            let members = members.within((first, last)).without_refused(measure);
            let (members, _) = members.counted(summed, is_alone);
            let weights = weight.map(|weight| selection::weights(snapshot, weight, &members));
            Selection { weights: weights.unwrap_or_default(), members }
        };
        if let Some(slugs) = &self.slugs {
            snapshots.check(select, (self.by, slugs), (first, last))?;
        }
        let Selection { members, weights } = select(&snapshots.own);
        let calculation = Calculation {
            axis: Axis { starts: vec![first], ends: vec![last] },
            edges: (first - 1, last),
            measure,
            summed,
            share: None,
            mode,
            combiner: combiner(summed, weight.is_some()),
            weight,
            is_cohort: false,
            counts_feeders: true,
            group_by: Some(self.by),
            limit: 0,
            members,
            feeders: Vec::new(),
            weights,
            columns: Columns::default(),
        };
        let mut numbers = calculation.newest(self.by);
        for (_, qualifier) in numbers.values_mut() {
            qualifier.value_date = qualifier.value_date.or(Some(last));
        }
        // A number in a file is that of the screen, or none.
        let MeasureSnapshots { own, on_screen, .. } = snapshots;
        for key in restricted_members::lacking_keys(own, on_screen, select, self.by) {
            numbers.remove(&key);
        }
        Ok(numbers)
    }
}

/// Other values in the place of those that were found, with their days and marks.
fn changed_values(numbers: Numbers, change: impl Fn(&str, f64) -> Option<f64>) -> Numbers {
    let changed = numbers.into_iter().filter_map(|(slug, (value, qualifier))| {
        let value = change(&slug, value)?;
        Some((slug, (value, qualifier)))
    });
    changed.collect()
}

/// Parts of wholes: like a derived level, a share is carried if both are.
fn shares(parts: Numbers, wholes: &Numbers) -> Numbers {
    let shares = parts.into_iter().filter_map(|(slug, (part, of_part))| {
        let (whole, of_whole) = wholes.get(&slug).filter(|(whole, _)| *whole > 0.0)?;
        let qualifier = Qualifier {
            value_date: of_part.value_date.max(of_whole.value_date),
            is_carried: of_part.is_carried && of_whole.is_carried,
            is_partial: of_part.is_partial || of_whole.is_partial,
            is_average: of_part.is_average && of_whole.is_average,
            ..of_part
        };
        Some((slug, (part / whole, qualifier)))
    });
    shares.collect()
}
