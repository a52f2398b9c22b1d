//! Answers up to fifty series on one axis of days, as a message or as JSON.

use std::sync::Arc;

use engine::{
    Axis, CarriedColumn, Column, Columns, Combiner, Day, Member, Mode, Series, SeriesFilter,
    amounts, average_carry, average_qualifiers, changes, combiner, day, mark_last_partial,
    qualifiers, resample, runs_with_values, withheld as stretches,
};
use kit::budget::Held;
use kit::timeseries_limits::MOST_ANSWER_VALUES;
use proto::timeseries::v1::{
    GetSeriesRequest, GetSeriesResponse, JsonText, MeasureKind, SeriesInterval, SeriesKey,
    SeriesLine, SubjectKind, WithheldRun,
};
use time::OffsetDateTime;

use super::columns::columns;
use super::limits::MOST_LINES;
use super::qualifiers::messages;
use super::{budget, lookup, range};
use crate::context::Context;
use crate::error::TimeseriesError;
use crate::json;
use crate::scopes::{CallScope, ShownDays, VisibleDays};
use crate::snapshot::ServedSnapshot;

/// Typical bytes of an answer without its numbers, and of a day with its number.
const LINE_ENVELOPE: usize = 1_024;
const PAIR: usize = 28;

/// A validated query of series, with their values.
struct SeriesQuery {
    interval: SeriesInterval,
    selected: Vec<(Arc<Series>, Mode)>,
    axis: Axis,
    /// Whether the last interval is not over.
    is_partial: bool,
    columns: Columns,
    /// The memory of the answer.
    held: Held,
}

/// An answer whose days and values are not written yet.
struct SeriesAnswer {
    interval: SeriesInterval,
    days: Vec<Day>,
    lines: Vec<SeriesLine>,
    current_at: i64,
    to: String,
    held: Held,
}

/// Answers up to fifty series on one axis, as a message.
pub async fn series(
    ctx: &Context,
    request: &GetSeriesRequest,
) -> Result<GetSeriesResponse, TimeseriesError> {
    let SeriesAnswer { interval, days, lines, current_at, to, held } = answer(ctx, request).await?;
    kit::grpc::hold(held);
    let dates = day::texts(&days);
    Ok(GetSeriesResponse { interval: interval.into(), dates, lines, current_at, to })
}

/// Answers up to fifty series on one axis, as JSON.
pub async fn series_text(
    ctx: &Context,
    request: &GetSeriesRequest,
) -> Result<JsonText, TimeseriesError> {
    let (text, held) = answer(ctx, request).await?.text()?;
    budget::hold_text(held, &text);
    Ok(JsonText { json: text.into() })
}

impl SeriesAnswer {
    fn text(mut self) -> Result<(Vec<u8>, Held), serde_json::Error> {
        let values: Vec<Vec<f64>> =
            self.lines.iter_mut().map(|line| std::mem::take(&mut line.values)).collect();
        let frame = GetSeriesResponse {
            interval: self.interval.into(),
            current_at: self.current_at,
            to: std::mem::take(&mut self.to),
            ..GetSeriesResponse::default()
        };
        let mut out =
            Vec::with_capacity((LINE_ENVELOPE + self.days.len() * PAIR) * (1 + self.lines.len()));
        let dates = |out: &mut Vec<u8>| {
            json::days(out, &self.days);
            Ok(())
        };
        let lines = |out: &mut Vec<u8>| {
            json::list(out, self.lines.iter().zip(&values), |out, (line, values)| {
                let values = |out: &mut Vec<u8>| {
                    engine::numbers(out, values.iter().copied());
                    Ok(())
                };
                json::filled(out, line, &[("values", &values)])
            })
        };
        json::filled(&mut out, &frame, &[("dates", &dates), ("lines", &lines)])?;
        Ok((out, self.held))
    }
}

/// The reasons for which values of the answer are withheld.
pub async fn withheld(
    ctx: &Context,
    request: &GetSeriesRequest,
) -> Result<Vec<WithheldRun>, TimeseriesError> {
    let SeriesQuery { selected, axis, columns, .. } = query(ctx, request).await?;
    let mut runs = Vec::new();
    for (series, mode) in &selected {
        let Some(CarriedColumn { column, carry }) = columns.get(series) else { continue };
        let is_monthly_average = series.is_monthly_average;
        let member = Member { column, carry, weight: None, is_monthly_average, days: None };
        let stretches = stretches(&member, series.measure.kind(), *mode, false, &axis);
        runs.extend(stretches.into_iter().map(|stretch| WithheldRun {
            series_id: series.id,
            first_date: day::text(axis.starts[stretch.first]),
            last_date: day::text(axis.starts[stretch.last]),
            reason: stretch.reason.code.to_owned(),
        }));
    }
    Ok(runs)
}

async fn answer(
    ctx: &Context,
    request: &GetSeriesRequest,
) -> Result<SeriesAnswer, TimeseriesError> {
    let SeriesQuery { interval, selected, axis, is_partial, columns, held } =
        query(ctx, request).await?;
    let of_average = average_carry(&axis);
    let lines = selected.iter().map(|(series, mode)| {
        let Some(CarriedColumn { column, carry }) = columns.get(series) else {
            return lookup::line(series, &columns, vec![f64::NAN; axis.len()]);
        };
        let shown = CarriedColumn { column, carry: series.shown_carry(carry, of_average) };
        let kind = series.measure.kind();
        let is_level_or_change = *mode == Mode::Level || kind == MeasureKind::Stock;
        let qualified = if series.is_monthly_average && is_level_or_change {
            average_qualifiers(column, *mode, shown.carry, &axis)
        } else {
            qualifiers(column, kind, *mode, shown.carry, &axis)
        };
        let values = values(series, *mode, shown, &axis);
        let mut qualified = runs_with_values(&qualified, &values);
        if is_partial && values.last().is_some_and(|value| !value.is_nan()) {
            mark_last_partial(&mut qualified, axis.len());
        }
        let line = lookup::line(series, &columns, values);
        SeriesLine { qualifiers: messages(&qualified, &axis.starts), ..line }
    });
    let (lines, current_at) = (lines.collect(), ctx.snapshot.current_at());
    let to = axis.to();
    Ok(SeriesAnswer { interval, days: axis.starts, lines, current_at, to, held })
}

fn values(
    series: &Series,
    mode: Mode,
    CarriedColumn { column, carry }: CarriedColumn<'_>,
    axis: &Axis,
) -> Vec<f64> {
    let kind = series.measure.kind();
    if kind == MeasureKind::Stock && mode == Mode::Flow {
        let begins_at_zero = combiner(series.measure, false) == Combiner::Sum;
        let decimals = column.decimals();
        let amounts = amounts(changes(column, carry, axis), begins_at_zero).into_iter();
        return amounts.map(|amount| decimals.round(amount)).collect();
    }
    resample(column, kind, mode, carry, axis)
}

/// The days that scopes show of some of the series, each of which may not be outside of its own; none without a scope.
fn days(
    scopes: &[CallScope],
    whole: &ServedSnapshot,
    request: &GetSeriesRequest,
    range: ((Day, Day), SeriesInterval),
) -> Result<Option<ShownDays>, TimeseriesError> {
    let mut shown: Option<ShownDays> = None;
    for key in &request.keys {
        let measure = lookup::measure(&key.measure)?;
        let Some(scope) = scope_of(scopes, key) else { return Ok(None) };
        scope.check(&whole.attributes, measure, &SeriesFilter::EVERYTHING, range)?;
        shown = shown.into_iter().chain(scope.days([measure], range.1)).reduce(ShownDays::with);
    }
    Ok(Some(shown.unwrap_or_default()))
}

fn scope_of<'s>(scopes: &'s [CallScope], key: &SeriesKey) -> Option<&'s CallScope> {
    CallScope::about(scopes, SubjectKind::try_from(key.subject_kind).unwrap_or_default())
}

/// The series of a request, as far as a scope shows their values.
pub struct SelectedSeries {
    pub series: Vec<Arc<Series>>,
    /// The days that the scope shows of each; none without a scope.
    pub visible: Vec<Arc<VisibleDays>>,
    pub as_of: Option<OffsetDateTime>,
    interval: SeriesInterval,
    /// The days of the request.
    from: Option<Day>,
    to: Option<Day>,
    shown: Option<ShownDays>,
}

impl SelectedSeries {
    pub async fn new(ctx: &Context, request: &GetSeriesRequest) -> Result<Self, TimeseriesError> {
        if request.keys.is_empty() || request.keys.len() > MOST_LINES {
            let message = format!("1 to {MOST_LINES} series in one query");
            return Err(TimeseriesError::refused("keys_bound", message));
        }
        let now = ctx.clock.now();
        let as_of = range::as_of(request.as_of.as_deref(), now)?;
        let whole = lookup::served_at(ctx, as_of).await?;
        let interval = range::interval(request.interval)?;
        let scopes = CallScope::all_of_call(now)?.unwrap_or_default();
        let from = range::day("from", request.from.as_deref())?;
        let to = range::day("to", request.to.as_deref())?;
        let range = (from.unwrap_or(Day::MIN), to.unwrap_or(Day::MAX));
        let shown = days(&scopes, &whole, request, (range, interval))?;
        let last = shown.map_or(Day::MAX, |shown| shown.last_until(to.unwrap_or(day::at(now))));
        let mut visible: Vec<Arc<VisibleDays>> = Vec::new();
        let mut series: Vec<Arc<Series>> = Vec::with_capacity(request.keys.len());
        for key in &request.keys {
            let measure = lookup::measure(&key.measure)?;
            let scope = scope_of(&scopes, key);
            let served =
                lookup::within_scope(ctx, &whole, scope, measure, (interval, last)).await?;
            let found = lookup::readable_series(&served, key)?;
            series.push(found.ok_or_else(|| lookup::missing(&served, key))?);
            visible.extend(served.visible.clone());
        }
        Ok(Self { series, visible, as_of, interval, from, to, shown })
    }

    /// The days from the first to the last whose values an answer may have, if the request does not bound them otherwise.
    pub fn days_within(&self, (first, last): (Day, Day)) -> (Day, Day) {
        let (from, to) = (self.from.unwrap_or(first), self.to.unwrap_or(last));
        self.shown.map_or((from, to), |shown| (shown.first_since(from), shown.last_until(to)))
    }
}

async fn query(ctx: &Context, request: &GetSeriesRequest) -> Result<SeriesQuery, TimeseriesError> {
    let selected = SelectedSeries::new(ctx, request).await?;
    let SelectedSeries { series: all, mut visible, as_of, interval, from, to, shown } = selected;
    let now = ctx.clock.now();
    let selected = all.iter().map(|series| {
        Ok((Arc::clone(series), range::mode(request.mode, interval, series.measure)?))
    });
    let selected: Vec<(Arc<Series>, Mode)> = selected.collect::<Result<_, TimeseriesError>>()?;
    let edge = |of: fn(&Column) -> Option<Day>| {
        all.iter().flat_map(Series::inputs).filter_map(move |series| of(&series.column))
    };
    // Values are carried past the newest one, up to the present.
    let newest = edge(Column::last).max().filter(|last| from.is_none_or(|from| from <= *last));
    let to = to.or(newest);
    let to = to.unwrap_or_else(|| from.unwrap_or_default().max(day::at(now)));
    let from = from.or_else(|| edge(Column::first).min());
    let range = (from.unwrap_or(to), to);
    let (from, to) = shown.map_or(Ok(range), |shown| shown.part_of(range))?;
    let axis = range::axis(interval, from, to, now)?;
    let to = axis.ends.last().copied().unwrap_or(to);
    if axis.len() * selected.len() > MOST_ANSWER_VALUES {
        let message = format!(
            "The answer would exceed {MOST_ANSWER_VALUES} values: query fewer series, longer intervals or a shorter range"
        );
        return Err(TimeseriesError::refused("range_too_long", message));
    }
    let held = budget::take(ctx, selected.len(), axis.len()).await?;
    // The change of the first interval needs the value before it.
    let edges = (axis.starts.first().copied().unwrap_or(to) - 1, to);
    visible.dedup_by(|one, other| Arc::ptr_eq(one, other));
    let mut columns = columns(ctx, &all, as_of, edges, &visible).await?;
    columns.derive(&all, edges);
    let is_partial = range::is_partial(interval, &axis, now);
    Ok(SeriesQuery { interval, selected, axis, is_partial, columns, held })
}
