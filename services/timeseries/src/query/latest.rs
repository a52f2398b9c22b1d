//! Answers the newest values of up to two hundred series, with their changes, as JSON.

use std::sync::Arc;

use engine::day::{Texts, at, year_start};
use engine::{
    CHANGE_PERIODS, CachedText, CarriedColumn, Columns, Day, Entry, Series, Snapshot, end_of,
    value_before,
};
use kit::error::Problem;
use proto::timeseries::v1::{
    GetLatestRequest, GetLatestResponse, JsonText, LatestChange, MeasureKind, SourceValue,
    SubjectKind, UnknownSeries,
};
use serde::Serialize;

use super::columns::columns;
use super::limits::MOST_LATEST_KEYS;
use super::{lookup, range, sources};
use crate::context::Context;
use crate::error::TimeseriesError;
use crate::json;
use crate::scopes::{CallScope, VisibleDays};

/// How many days are read for answers as of an earlier instant.
const EARLIER: Day = 800;

/// The newest value of a series, with the fields of the message in their order.
#[expect(clippy::struct_excessive_bools, reason = "independent facts, each a field of the answer")]
#[derive(Serialize)]
struct Line<'a> {
    series_id: i64,
    subject_kind: SubjectKind,
    subject_slug: &'a str,
    subject_name: &'a str,
    measure_slug: &'a str,
    kind: MeasureKind,
    unit: &'a str,
    network_slug: Option<&'a str>,
    source: &'a str,
    is_sample: bool,
    value: Option<f64>,
    date: Option<String>,
    age_days: Option<u32>,
    is_stale: bool,
    changes: Vec<LatestChange>,
    differing: Vec<SourceValue>,
    is_average: bool,
    value_date: Option<String>,
    is_carried: bool,
    is_partial: bool,
}

/// Answers the newest values of up to two hundred series as JSON; keys without a series are named.
pub async fn latest_text(
    ctx: &Context,
    request: &GetLatestRequest,
) -> Result<JsonText, TimeseriesError> {
    let query = LatestQuery::new(ctx, request).await?;
    let frame = GetLatestResponse {
        results: Vec::new(),
        current_at: query.current_at,
        unknown: query.unknown.clone(),
    };
    let lines = |out: &mut Vec<u8>| {
        let mut days = Texts::default();
        json::list(out, &query.selected, |out, selected| query.write(out, selected, &mut days))
    };
    let mut out = Vec::with_capacity(CachedText::USUAL * (1 + query.selected.len()));
    json::filled(&mut out, &frame, &[("results", &lines)])?;
    Ok(JsonText { json: out.into() })
}

/// A series, with those of the sources that report the same number.
struct SeriesWithSources {
    series: Arc<Series>,
    by_source: Vec<Arc<Series>>,
}

/// A validated query of newest values, with the series and their values.
struct LatestQuery {
    snapshot: Arc<Snapshot>,
    selected: Vec<SeriesWithSources>,
    unknown: Vec<UnknownSeries>,
    columns: Columns,
    today: Day,
    is_present: bool,
    current_at: i64,
}

impl LatestQuery {
    async fn new(ctx: &Context, request: &GetLatestRequest) -> Result<Self, TimeseriesError> {
        if request.keys.len() > MOST_LATEST_KEYS {
            let message = format!("At most {MOST_LATEST_KEYS} series in one query");
            return Err(TimeseriesError::refused("keys_bound", message));
        }
        let now = ctx.clock.now();
        let as_of = range::as_of(request.as_of.as_deref(), now)?;
        let whole = lookup::served_at(ctx, as_of).await?;
        let scope = CallScope::of_call(now)?;
        let today = at(as_of.unwrap_or(now));
        let mut snapshot = Arc::clone(whole.snapshot());
        let mut visible: Vec<Arc<VisibleDays>> = Vec::new();
        let mut selected: Vec<Arc<Series>> = Vec::with_capacity(request.keys.len());
        let (mut unknown, mut outside) = (Vec::new(), None);
        for (position, key) in (0..).zip(&request.keys) {
            let days = (Day::MIN, today);
            let found = lookup::daily_values(ctx, &whole, scope.as_ref(), key, days).await;
            let served = match found {
                Ok(served) => served,
                Err(TimeseriesError::OutsideScope(aspect)) => {
                    outside.get_or_insert_with(|| aspect.clone());
                    unknown.push(unknown_series(position, TimeseriesError::OutsideScope(aspect)));
                    continue;
                }
                Err(error) => return Err(error),
            };
            let failure = match lookup::readable_series(&served, key) {
                Ok(Some(series)) => {
                    if series.origin.is_none() {
                        snapshot = Arc::clone(served.snapshot());
                    }
                    visible.extend(served.visible.clone());
                    selected.push(series);
                    continue;
                }
                Ok(None) => lookup::missing(&served, key),
                Err(
                    refused @ (TimeseriesError::YieldRefused { .. }
                    | TimeseriesError::CurrencyRefused { .. }
                    | TimeseriesError::NotRedistributable(_)),
                ) => refused,
                Err(error) => return Err(error),
            };
            unknown.push(unknown_series(position, failure));
        }
        // Series outside of the scope are named beside others, and refused if there are no others.
        if let Some(aspect) = outside.filter(|_| selected.is_empty()) {
            return Err(TimeseriesError::OutsideScope(aspect));
        }
        visible.dedup_by(|one, other| Arc::ptr_eq(one, other));
        let range = (today - EARLIER, today);
        let shown = selected.clone();
        let selected: Vec<SeriesWithSources> = selected
            .into_iter()
            .map(|series| SeriesWithSources {
                by_source: sources::reporting(&snapshot, &series),
                series,
            })
            .collect();
        let by_source = selected.iter().flat_map(|selected| selected.by_source.iter().cloned());
        let all: Vec<Arc<Series>> = shown.iter().cloned().chain(by_source).collect();
        let mut columns = columns(ctx, &all, as_of, range, &visible).await?;
        columns.derive(&shown, range);
        let is_present = as_of.is_none();
        let current_at = ctx.snapshot.current_at();
        Ok(Self { snapshot, selected, unknown, columns, today, is_present, current_at })
    }

    fn line<'a>(
        &'a self,
        SeriesWithSources { series, by_source }: &'a SeriesWithSources,
        days: &mut Texts,
    ) -> Line<'a> {
        let last = self.columns.last(series);
        let source = lookup::source(series, &self.columns, last);
        let differing = last.map(|last| {
            let mut values =
                sources::values(&self.snapshot, &self.columns, series, by_source, last);
            values.retain(|value| value.differs);
            values
        });
        let line = line(series, self.columns.get(series), last, self.today, days);
        Line { source, differing: differing.unwrap_or_default(), ..line }
    }

    /// Writes the line of a series; the line of an observed series of one source is written once a day. Readers share
    /// series, but not always those of the other sources.
    fn write(
        &self,
        out: &mut Vec<u8>,
        selected: &SeriesWithSources,
        days: &mut Texts,
    ) -> Result<(), serde_json::Error> {
        let SeriesWithSources { series, by_source } = selected;
        let mut write = |out: &mut Vec<u8>| serde_json::to_writer(out, &self.line(selected, days));
        if self.is_present && series.origin.is_none() && by_source.is_empty() {
            series.newest.append(out, self.today, write)
        } else {
            write(out)
        }
    }
}

fn unknown_series(position: u32, failure: TimeseriesError) -> UnknownSeries {
    let Problem { reason, message, .. } = failure.into();
    UnknownSeries { position, reason: reason.into_owned(), message }
}

fn line<'a>(
    series: &'a Series,
    values: Option<CarriedColumn<'_>>,
    last: Option<Day>,
    today: Day,
    days: &mut Texts,
) -> Line<'a> {
    let carry = values.map_or(series.carry, |values| values.carry);
    let stands = series.measure.carry(carry);
    let end = values.and_then(|values| Some((values.column, values.column.last()?)));
    let last = end.zip(last).map(|((column, end), last)| (column, last.min(end)));
    // A derived value ends where it is no longer carried.
    let has_ended = end.zip(last).is_some_and(|((_, end), (_, last))| last < end);
    let value = last.and_then(|(column, day)| match column.at(day) {
        Entry::Known(value) => Some(value),
        Entry::Barred | Entry::Gap => None,
    });
    let age = last.map(|(_, day)| (today - day).max(0));
    let since_year = last.map(|(_, day)| day - year_start(day) + 1);
    let since_year = since_year.filter(|days| !CHANGE_PERIODS.contains(days));
    let decimals = last.map(|(column, _)| column.decimals()).unwrap_or_default();
    let changes = CHANGE_PERIODS.into_iter().chain(since_year).map(|days| {
        let before = last.and_then(|(column, day)| value_before(column, day - days, days, stands));
        let pair = value.zip(before);
        LatestChange {
            days: days.unsigned_abs(),
            amount: pair.map(|(value, before)| decimals.round(value - before)),
            ratio: pair
                .filter(|(_, before)| *before > 0.0)
                .map(|(value, before)| value / before - 1.0),
        }
    });
    let (subject, measure) = (&*series.subject, series.measure);
    let value_day = last.filter(|_| value.is_some()).map(|(_, day)| day);
    // Flows and counts of distinct things are of their own day, however old.
    let is_level = measure.kind() == MeasureKind::Stock;
    let interval = measure.native_interval();
    Line {
        series_id: series.id,
        subject_kind: subject.kind,
        subject_slug: &subject.slug,
        subject_name: &subject.name,
        measure_slug: &measure.slug,
        kind: measure.kind(),
        unit: &measure.unit,
        network_slug: Some(&*series.network).filter(|network| !network.is_empty()),
        source: &series.source,
        is_sample: subject.is_sample,
        value,
        date: last.map(|(_, day)| days.text(day)),
        age_days: age.map(|age| age as u32),
        is_stale: has_ended || age.is_some_and(|age| age > carry),
        changes: changes.collect(),
        differing: Vec::new(),
        is_average: series.is_monthly_average,
        value_date: value_day.map(|day| days.text(day)),
        is_carried: is_level && value_day.is_some_and(|day| day < today - 1),
        is_partial: value_day.is_some_and(|day| end_of(interval, day) >= today),
    }
}
