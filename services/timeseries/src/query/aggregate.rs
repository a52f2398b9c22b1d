//! Answers aggregates: validates the query, then reads a rollup or calculates from series.

use std::sync::Arc;

use engine::derived_measures::{self, Share};
use engine::measures::Measure;
use engine::{
    Aggregate, Axis, Calculation, Combiner, Day, Dimension, Mode, Rollup, RollupKey, Series,
    SeriesFilter, Snapshot, combiner, day, selection,
};
use kit::budget::Held;
use kit::timeseries_limits::{MOST_ANSWER_VALUES, MOST_CHART_GROUPS};
use proto::timeseries::v1::{
    GetAggregateRequest, GetAggregateResponse, JsonText, MeasureKind, SeriesInterval, SubjectKind,
};
use time::OffsetDateTime;

use super::answer::AggregateAnswer;
use super::columns::columns;
use super::dimension::{group_by, groupable, subject_kind};
use super::filter::parse;
use super::limits::{MOST_WORK, USUAL_CHART_GROUPS};
use super::restricted_members::{self, Selection};
use super::rollup::rollup;
use super::summed::{share, summed};
use super::threads::each;
use super::{budget, lookup, range};
use crate::calculations::Place;
use crate::context::Context;
use crate::error::TimeseriesError;
use crate::scopes::{CallScope, VisibleDays};

const YEAR: Day = 365;

/// Answers an aggregate as a message.
pub async fn aggregate(
    ctx: &Context,
    request: &GetAggregateRequest,
) -> Result<GetAggregateResponse, TimeseriesError> {
    let (message, held) = answered(ctx, request, AggregateAnswer::message).await?;
    kit::grpc::hold(held);
    Ok(message)
}

/// Answers an aggregate as JSON.
pub async fn aggregate_text(
    ctx: &Context,
    request: &GetAggregateRequest,
) -> Result<JsonText, TimeseriesError> {
    let (text, held) = answered(ctx, request, |answer| answer.text()).await?;
    let text = text?;
    budget::hold_text(held, &text);
    Ok(JsonText { json: text.into() })
}

struct AggregateQuery {
    snapshot: Arc<Snapshot>,
    /// The days that the scope of the caller shows.
    visible: Option<Arc<VisibleDays>>,
    /// How many members its reader may not see.
    restricted_count: u32,
    measure: &'static Measure,
    interval: SeriesInterval,
    mode: Mode,
    group_by: Option<Dimension>,
    kind: SubjectKind,
    filter: SeriesFilter,
    limit: usize,
    axis: Axis,
    /// Whether the last interval is not over.
    is_partial: bool,
    to: Day,
    as_of: Option<OffsetDateTime>,
    is_cohort: bool,
    /// Whether feeder funds count beside their master funds.
    counts_feeders: bool,
    share: Option<Share>,
    /// The measure that is added up.
    summed: &'static Measure,
    weight: Option<&'static Measure>,
}

impl AggregateQuery {
    async fn new(ctx: &Context, request: &GetAggregateRequest) -> Result<Self, TimeseriesError> {
        refuse_unresolved(request)?;
        let as_of = range::as_of(request.as_of.as_deref(), ctx.clock.now())?;
        let scope = CallScope::of_call(ctx.clock.now())?;
        let whole = lookup::served_at(ctx, as_of).await?;
        let measure = lookup::measure(&request.measure)?;
        let interval = range::interval(request.interval)?;
        let mode = range::mode(request.mode, interval, measure)?;
        let group_by = group_by(request.group_by)?;
        let kind = subject_kind(request.subject_kind, group_by);
        groupable(kind, group_by)?;
        let filter = parse(request.filter.as_ref(), kind)?;
        let limit = request.group_limit.unwrap_or(USUAL_CHART_GROUPS);
        if !(1..=MOST_CHART_GROUPS).contains(&limit) {
            let message = format!("group_limit must be between 1 and {MOST_CHART_GROUPS}");
            return Err(TimeseriesError::refused("group_limit_bound", message));
        }
        let now = ctx.clock.now();
        let from = range::day("from", request.from.as_deref())?;
        let yesterday = day::at(now) - 1;
        let to = range::day("to", request.to.as_deref())?;
        let shown = scope.as_ref().and_then(|scope| scope.days([measure], interval));
        let shown = shown.unwrap_or_default();
        let last = shown.last_until(yesterday);
        let to = to.unwrap_or_else(|| from.map_or(last, |from| from.max(last)));
        let from = from.unwrap_or_else(|| shown.first_since(to.min(yesterday) - YEAR));
        let (summed, weight) = summed(measure, request.weight.as_deref())?;
        let mut axis = range::axis(interval, from, to, now)?;
        if let Some(scope) = &scope {
            let range = (from, to.min(day::at(now)));
            scope.check(&whole.attributes, measure, &filter, (range, interval))?;
            if let (Some(_), Some(weight)) = (&request.weight, weight) {
                scope.check(&whole.attributes, weight, &filter, (range, interval))?;
            }
            let (from, to) = shown.part_of(range)?;
            axis = range::axis(interval, from, to, now)?;
        }
        let to = axis.ends.last().copied().unwrap_or(to);
        let served =
            lookup::within_scope(ctx, &whole, scope.as_ref(), measure, (interval, to)).await?;
        let snapshot = Arc::clone(served.snapshot());
        let share = share(measure, mode)?;
        if group_by.is_none() && share.is_some() {
            let message = format!("{} applies to groups only: specify group_by", measure.name);
            return Err(TimeseriesError::refused("share_of_no_group", message));
        }
        let counts_feeders = request.counts_feeders.unwrap_or_default();
        let select = |snapshot: &Snapshot| {
            let members = selection::select(snapshot, summed, kind, &filter, group_by);
            let members = members.without_refused(measure);
            let (members, _) = members.counted(summed, counts_feeders);
            let weights = weight.map(|weight| selection::weights(snapshot, weight, &members));
            Selection { weights: weights.unwrap_or_default(), members }
        };
        let restricted_count = restricted_members::count(&served, select)?;
        let query = Self {
            snapshot,
            visible: served.visible.clone(),
            restricted_count,
            measure,
            interval,
            mode,
            group_by,
            kind,
            filter,
            limit: limit as usize,
            to,
            is_partial: range::is_partial(interval, &axis, now),
            axis,
            as_of,
            is_cohort: request.is_cohort.unwrap_or_default(),
            counts_feeders,
            share,
            summed,
            weight,
        };
        // Longer answers than are allowed are refused before they wait for a place or for memory.
        query.check(0, 0)?;
        Ok(query)
    }

    /// The lists of numbers: the groups, all others as one, and the total.
    fn lines(&self) -> usize {
        self.group_by.map_or(1, |_| self.limit + 2)
    }

    fn by_network(&self) -> bool {
        self.group_by.is_some_and(Dimension::is_by_network)
    }

    /// The rollup that has the answer, if there is one: rollups hold sums of everything, day by day.
    fn rollup_key(&self) -> Option<RollupKey> {
        // The flow of a day is its level.
        let is_of_each_day = match self.mode {
            Mode::Level => true,
            Mode::Flow => self.summed.kind() == MeasureKind::Flow,
            Mode::Cumulative => false,
        };
        let is_sum = combiner(self.summed, false) == Combiner::Sum
            && self.weight.is_none()
            && self.share.is_none()
            && derived_measures::definition(self.summed).is_none();
        let is_everything = self.filter.is_everything()
            && !self.is_cohort
            && !self.counts_feeders
            && self.as_of.is_none();
        // A rollup has one class for all days of an asset.
        let has_one_class =
            self.group_by != Some(Dimension::AssetClass) || !self.snapshot.classes().has_several();
        let has_rollup = is_of_each_day
            && self.interval == SeriesInterval::Day
            && is_sum
            && is_everything
            && has_one_class;
        has_rollup.then_some((self.summed.id, self.kind, self.group_by))
    }

    /// The rollup that has the answer, if there is one.
    async fn rollup(&self, ctx: &Context) -> Result<Option<Arc<Rollup>>, TimeseriesError> {
        let Some(key) = self.rollup_key() else { return Ok(None) };
        let (calculations, by_network) = (&ctx.calculations, self.by_network());
        let found = rollup(calculations, &self.snapshot, self.summed, key, by_network).await?;
        if let Some(rollup) = &found {
            self.check(rollup.series_count(), 0)?;
        }
        Ok(found)
    }

    fn check(&self, members: usize, work: usize) -> Result<(), TimeseriesError> {
        let days = self.axis.len();
        if days * self.lines() > MOST_ANSWER_VALUES
            || days * members > MOST_WORK
            || work > MOST_WORK
        {
            let message = "The range is too long for this number of series: use longer intervals, fewer groups or a filter";
            return Err(TimeseriesError::refused("range_too_long", message));
        }
        Ok(())
    }

    /// The calculation, with a place and with the memory of its answer. A call that waits for a place keeps no memory from
    /// others; the few that read an earlier state from the database keep no place from them meanwhile.
    async fn begin(self, ctx: &Context) -> Result<(Calculation, Place, Held), TimeseriesError> {
        if self.as_of.is_some() {
            let _earlier = ctx.earlier_states.place().await?;
            let held = self.take_memory(ctx).await?;
            let calculation = self.calculation(ctx).await?;
            return Ok((calculation, ctx.calculations.place().await?, held));
        }
        let place = ctx.calculations.place().await?;
        let held = self.take_memory(ctx).await?;
        Ok((self.calculation(ctx).await?, place, held))
    }

    async fn take_memory(&self, ctx: &Context) -> Result<Held, TimeseriesError> {
        budget::take(ctx, self.lines(), self.axis.len()).await
    }

    /// The parts of the answer that follow from the query alone.
    fn frame(&self, ctx: &Context) -> GetAggregateResponse {
        let current_at = ctx.snapshot.current_at();
        GetAggregateResponse {
            measure_slug: self.measure.slug.clone(),
            kind: self.measure.kind().into(),
            unit: self.measure.unit.clone(),
            interval: self.interval.into(),
            current_at,
            known_at: range::known_at(self.as_of, current_at),
            to: self.axis.to(),
            restricted_count: self.restricted_count,
            ..GetAggregateResponse::default()
        }
    }

    /// Selects the members and loads their values.
    async fn calculation(self, ctx: &Context) -> Result<Calculation, TimeseriesError> {
        let members =
            selection::select(&self.snapshot, self.summed, self.kind, &self.filter, self.group_by);
        let before = self.share.and_then(|share| share.before);
        // The change of the first interval needs the value before it.
        let back = before.unwrap_or_default() + 1;
        let first = self.axis.starts.first().copied().unwrap_or(self.to);
        let edges = (first - back, self.to);
        let are_changes = self.mode == Mode::Flow || before.is_some();
        let members = members.within(if are_changes { edges } else { (first, self.to) });
        let refusal = members.iter().find_map(|series| series.refusal());
        let members = members.without_refused(self.measure);
        if let Some(refusal) = refusal.filter(|_| members.is_empty()) {
            return Err(TimeseriesError::series_refused(self.measure, &refusal));
        }
        let weights =
            self.weight.map(|weight| selection::weights(&self.snapshot, weight, &members));
        let weights = weights.unwrap_or_default();
        let needed = members.iter().chain(weights.values());
        self.check(members.len(), work(members.derived().chain(weights.values()), edges))?;
        let columns = columns(ctx, needed, self.as_of, edges, self.visible.as_slice()).await?;
        Ok(Calculation {
            axis: self.axis,
            edges,
            measure: self.measure,
            summed: self.summed,
            share: self.share,
            mode: self.mode,
            combiner: combiner(self.summed, self.weight.is_some()),
            weight: self.weight,
            is_cohort: self.is_cohort,
            counts_feeders: self.counts_feeders,
            group_by: self.group_by,
            limit: self.limit,
            members,
            feeders: Vec::new(),
            weights,
            columns,
        })
    }
}

async fn answered<T: Send + 'static>(
    ctx: &Context,
    request: &GetAggregateRequest,
    write: fn(AggregateAnswer) -> T,
) -> Result<(T, Held), TimeseriesError> {
    let query = AggregateQuery::new(ctx, request).await?;
    let frame = query.frame(ctx);
    if let Some(rollup) = query.rollup(ctx).await? {
        let held = query.take_memory(ctx).await?;
        let axis = (&query.axis, query.is_partial);
        let answer = from_rollup(&rollup, query.summed, axis, query.limit, frame);
        return Ok((write(answer), held));
    }
    let is_partial = query.is_partial;
    let (calculation, place, held) = query.begin(ctx).await?;
    // It holds its memory even if its caller leaves.
    let answer = move || (write(calculated(&calculation.ready(), frame, is_partial)), held);
    place.run(answer).await
}

/// Answers what a function finds in the answer, in the calculation behind it and in the days that a scope shows.
pub(super) async fn inspect<T: Send + 'static>(
    ctx: &Context,
    request: &GetAggregateRequest,
    look: impl FnOnce(&Calculation, &GetAggregateResponse, Option<&VisibleDays>) -> T + Send + 'static,
) -> Result<T, TimeseriesError> {
    let query = AggregateQuery::new(ctx, request).await?;
    let frame = query.frame(ctx);
    let rollup = query.rollup(ctx).await?;
    let (is_partial, visible) = (query.is_partial, query.visible.clone());
    let (calculation, place, held) = query.begin(ctx).await?;
    let seen = move || {
        let _held = held;
        let calculation = calculation.ready();
        let axis = (&calculation.axis, is_partial);
        let answer = match rollup {
            Some(rollup) => {
                from_rollup(&rollup, calculation.summed, axis, calculation.limit, frame)
            }
            None => calculated(&calculation, frame, is_partial),
        };
        look(&calculation, &answer.message(), visible.as_deref())
    };
    place.run(seen).await
}

fn from_rollup(
    rollup: &Arc<Rollup>,
    summed: &'static Measure,
    axis: (&Axis, bool),
    limit: usize,
    frame: GetAggregateResponse,
) -> AggregateAnswer {
    let aggregate = Aggregate::from_rollup(rollup, summed, axis.0, limit);
    AggregateAnswer::new(frame, summed, axis, aggregate)
}

fn calculated(
    calculation: &Arc<Calculation>,
    frame: GetAggregateResponse,
    is_partial: bool,
) -> AggregateAnswer {
    let aggregate = calculation.aggregate(|calculation, blocks, work| {
        let calculation = Arc::clone(calculation);
        each(blocks, work, move |block| calculation.sum(block))
    });
    let axis = (&calculation.axis, is_partial);
    AggregateAnswer::new(frame, calculation.summed, axis, aggregate)
}

/// Refuses a filter that only the catalog understands: without it the answer would be about everything.
pub(super) fn refuse_unresolved(request: &GetAggregateRequest) -> Result<(), TimeseriesError> {
    if request.asset_filter.is_none() {
        return Ok(());
    }
    let message = "asset_filter must have become a filter by slugs of assets";
    Err(TimeseriesError::refused("asset_filter_unresolved", message))
}

/// How many values are read for derived series.
fn work<'a>(derived: impl Iterator<Item = &'a Arc<Series>>, (from, to): (Day, Day)) -> usize {
    let steps = derived.filter_map(|series| Some(series.origin.as_ref()?.derivation.steps()));
    steps.sum::<usize>() * usize::try_from(to - from).unwrap_or_default()
}
