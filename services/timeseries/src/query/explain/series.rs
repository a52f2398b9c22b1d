//! Explains one number of a series: all its versions, its source, its inputs, and the results of the import's checks.

use std::sync::Arc;

use engine::differing_sources::tolerance;
use engine::withheld_reasons;
use engine::{
    CarriedColumn, Columns, Day, Entry, InputValue, Origin, Series, Snapshot, ValueSelection,
    average_carry_on, day,
};
use proto::timeseries::v1::{
    Explanation, ExplanationInput, GetExplanationRequest, ObservationVersion, SeriesKey, SeriesLine,
};
use sqlx::FromRow;
use time::{Date, OffsetDateTime};

use super::checks::CheckedValue;
use super::compositions::{self, Composition};
use super::member::{DISTRIBUTIONS, paid_between};
use super::shown_series::ShownSeries;
use crate::context::Context;
use crate::error::TimeseriesError;
use crate::loads::{self, LoadRow};
use crate::measures::METHOD_VERSION;
use crate::query::columns::columns;
use crate::query::limits::MOST_VERSIONS;
use crate::query::{lookup, range, sources};
use crate::scopes::VisibleDays;

#[derive(FromRow)]
struct VersionRow {
    value: Option<f64>,
    observation_known_at: OffsetDateTime,
    reason: Option<String>,
    #[sqlx(flatten)]
    load: LoadRow,
}

/// Answers all versions of a value of a series, with its inputs.
pub async fn explain(
    ctx: &Context,
    key: &SeriesKey,
    request: &GetExplanationRequest,
) -> Result<Explanation, TimeseriesError> {
    let now = ctx.clock.now();
    let as_of = range::as_of(request.as_of.as_deref(), now)?;
    let wanted = range::day("date", request.date.as_deref())?;
    let found = ShownSeries::find(ctx, key, as_of, wanted).await?;
    let ShownSeries { served, series, day: wanted, is_daily } = found;
    let snapshot = served.snapshot();
    let visible = served.visible.as_deref();
    let newest = match wanted {
        Some(wanted) => Some(wanted),
        None => last(ctx, &series, as_of, visible).await?,
    };
    let newest = newest.unwrap_or_else(|| day::at(as_of.unwrap_or(now)));
    let compositions = compositions_of(snapshot, &series);
    let terms = compositions
        .iter()
        .flat_map(|(_, composition)| &composition.terms)
        .map(|term| Arc::clone(&term.series));
    let by_source = sources::reporting(snapshot, &series);
    let all: Vec<Arc<Series>> =
        [Arc::clone(&series)].into_iter().chain(terms).chain(by_source.iter().cloned()).collect();
    let days = (newest, newest);
    let mut columns = columns(ctx, &all, as_of, days, served.visible.as_slice()).await?;
    columns.derive(&all, days);
    // A derived value may end before the newest of its inputs.
    let derived = columns.last(&series).filter(|_| series.origin.is_some());
    let date = wanted.or(derived).unwrap_or(newest);
    let (measure, values) = (series.measure, columns.get(&series));
    // The day may be the end of a week.
    let of_average = average_carry_on(date);
    let shown = |carry: i32| series.shown_carry(measure.carry(carry), of_average);
    let level = values.and_then(|CarriedColumn { column, carry }| column.level(date, shown(carry)));
    // A withheld value shows its reason on every day that it would be carried to.
    let entry =
        values.and_then(|CarriedColumn { column, carry }| column.last_entry(date, shown(carry)));
    let of = entry.map_or(date, |(day, _)| day);
    let until = as_of.unwrap_or(now);
    let taken = columns.source_on(&series, of).id;
    // On other days than the last of a longer interval, values of other series may be of days alone.
    let shows_others = is_daily || of == date;
    let composition = level.filter(|_| shows_others).and_then(|(of, value)| {
        let of_taken = compositions.into_iter().filter(|(source, _)| *source == taken);
        of_taken
            .map(|(_, composition)| composition)
            .find(|composition| composition.makes(&columns, of, value))
    });
    let is_shown = visible.is_none_or(|visible| visible.shows_day(&series, of));
    let versions = if series.origin.is_none() && is_shown {
        versions(ctx, taken, of, until).await?
    } else {
        Vec::new()
    };
    let terms = self::terms(&series, composition.as_ref());
    let paid = paid(&series, &terms, &columns, of);
    let mut inputs = inputs(ctx, terms, &columns, of, until).await?;
    if let Some((paid, part)) = paid {
        let of_paid = columns.source_on(&paid, part.to).id;
        let of_paid = self::versions(ctx, of_paid, part.to, until).await?;
        inputs.push(input(DISTRIBUTIONS.to_owned(), &paid, &columns, Some(part), of_paid));
    }
    let mut sources = sources::values(snapshot, &columns, &series, &by_source, of);
    sources.retain(|_| shows_others);
    let checks = match versions.first() {
        Some(version) => {
            let checked = CheckedValue {
                series: &series,
                series_id: taken,
                day: of,
                version,
                carry: columns.source_on(&series, of).carry,
                sources: &sources,
            };
            checked.checks(ctx).await?
        }
        None => Vec::new(),
    };
    let explanation = Explanation {
        series: Some(line_on(&series, &columns, of)),
        definition: measure.definition.clone(),
        method_version: measure.method_version().unwrap_or(METHOD_VERSION).to_owned(),
        date: day::text(date),
        value_date: level.map(|(day, _)| day::text(day)),
        value: level.map(|(_, value)| value),
        versions,
        formula: measure.formula().map(str::to_owned),
        inputs,
        composition: composition.map(|composition| composition.words.to_owned()),
        checks,
        sources,
        source_tolerance: tolerance(measure),
        is_average: series.is_monthly_average,
    };
    Ok(if visible.is_some() { without_counts(explanation) } else { explanation })
}

/// The explanation without the counts of loads.
fn without_counts(mut explanation: Explanation) -> Explanation {
    let of_inputs = explanation.inputs.iter_mut().flat_map(|input| &mut input.versions);
    for version in explanation.versions.iter_mut().chain(of_inputs) {
        version.load = version.load.take().map(loads::without_counts);
    }
    explanation
}

/// The compositions of an observed series, each with the id of its source.
fn compositions_of(snapshot: &Snapshot, series: &Arc<Series>) -> Vec<(i64, Composition)> {
    let sources = series.stored().filter(|_| series.origin.is_none());
    let of_source = |source: &Arc<Series>| {
        let of_source = compositions::compositions(snapshot, source).into_iter();
        let id = source.id;
        of_source.map(move |composition| (id, composition))
    };
    sources.flat_map(of_source).collect()
}

/// The inputs of a derived or composed value, each by its name in the formula.
fn terms(
    series: &Series,
    composition: Option<&Composition>,
) -> Vec<(String, Arc<Series>, ValueSelection)> {
    if let Some(Origin { derivation, inputs, .. }) = &series.origin {
        let inputs = derivation.inputs.iter().zip(inputs);
        return inputs
            .map(|(input, of)| (input.role.to_owned(), Arc::clone(of), input.selection))
            .collect();
    }
    let terms = composition.into_iter().flat_map(|composition| &composition.terms);
    terms.map(|term| (term.role.clone(), Arc::clone(&term.series), term.selection)).collect()
}

/// The series, with the source of the value of a day.
fn line_on(series: &Arc<Series>, columns: &Columns, of: Day) -> SeriesLine {
    let source = columns.source_on(series, of).source.clone();
    SeriesLine { source, ..lookup::line(series, columns, Vec::new()) }
}

/// The day of the newest value that is known now or was at an instant, as far as a scope shows it.
async fn last(
    ctx: &Context,
    series: &Arc<Series>,
    as_of: Option<OffsetDateTime>,
    visible: Option<&VisibleDays>,
) -> Result<Option<Day>, TimeseriesError> {
    let Some(at) = as_of else {
        return Ok(series.inputs().filter_map(|input| input.column.last()).max());
    };
    let ids: Vec<i64> = series.stored().map(|stored| stored.id).collect();
    let until = visible
        .map_or(Some(Day::MAX), |visible| visible.ranges(series).last().map(|(_, last)| *last));
    let Some(until) = until else { return Ok(None) };
    let mut conn = ctx.db.conn().await?;
    let last: Option<Date> = sqlx::query_scalar(
        "SELECT max(date) FROM observations
         WHERE series_id = ANY($1) AND known_at <= $2 AND date <= $3",
    )
    .bind(ids)
    .bind(at)
    .bind(day::date(until))
    .fetch_one(&mut *conn)
    .await?;
    Ok(last.map(day::from_date))
}

/// The inputs of a value.
async fn inputs(
    ctx: &Context,
    terms: Vec<(String, Arc<Series>, ValueSelection)>,
    columns: &Columns,
    of: Day,
    until: OffsetDateTime,
) -> Result<Vec<ExplanationInput>, TimeseriesError> {
    let mut inputs = Vec::with_capacity(terms.len());
    for (role, series, selection) in terms {
        let values = columns.get(&series);
        let part = values.and_then(|values| selection.at(values, of));
        let barred = || values.and_then(|values| selection.barred(values, of));
        let versions = match part.map(|part| part.to).or_else(barred) {
            Some(day) => versions(ctx, columns.source_on(&series, day).id, day, until).await?,
            None => Vec::new(),
        };
        inputs.push(input(role, &series, columns, part, versions));
    }
    Ok(inputs)
}

fn input(
    role: String,
    series: &Arc<Series>,
    columns: &Columns,
    part: Option<InputValue>,
    versions: Vec<ObservationVersion>,
) -> ExplanationInput {
    ExplanationInput {
        role,
        series: Some(match part {
            Some(part) => line_on(series, columns, part.to),
            None => lookup::line(series, columns, Vec::new()),
        }),
        from: part.map(|part| day::text(part.from)),
        to: part.map(|part| day::text(part.to)),
        value: part.map(|part| part.value),
        versions,
    }
}

/// The distributions that growth between both inputs reinvests, up to the last of them.
fn paid(
    series: &Series,
    terms: &[(String, Arc<Series>, ValueSelection)],
    columns: &Columns,
    of: Day,
) -> Option<(Arc<Series>, InputValue)> {
    let Origin { derivation, distributions, .. } = series.origin.as_ref()?;
    let paid = distributions.as_ref().filter(|_| derivation.formula.is_growth())?;
    let part = |(_, series, selection): &(String, Arc<Series>, ValueSelection)| {
        selection.at(columns.get(series)?, of)
    };
    let [first, second] = terms else { return None };
    let column = columns.get(paid)?.column;
    let found = paid_between(column, part(first)?, part(second)?)?;
    // Each distribution is a value of its own day; versions are those of the last.
    let last =
        (found.from..=found.to).rev().find(|day| matches!(column.at(*day), Entry::Known(_)))?;
    Some((Arc::clone(paid), InputValue { to: last, ..found }))
}

async fn versions(
    ctx: &Context,
    series_id: i64,
    of: Day,
    until: OffsetDateTime,
) -> Result<Vec<ObservationVersion>, TimeseriesError> {
    let mut conn = ctx.db.conn().await?;
    let rows: Vec<VersionRow> = sqlx::query_as(
        "SELECT o.value, o.known_at AS observation_known_at, o.reason, l.*
         FROM observations AS o JOIN loads AS l ON l.id = o.load_id
         WHERE o.series_id = $1 AND o.date = $2 AND o.known_at <= $3
         ORDER BY o.known_at DESC LIMIT $4",
    )
    .bind(series_id)
    .bind(day::date(of))
    .bind(until)
    .bind(MOST_VERSIONS)
    .fetch_all(&mut *conn)
    .await?;
    let versions = rows.into_iter().map(|row| ObservationVersion {
        value: row.value.filter(|_| row.reason.is_none()),
        known_at: kit::clock::milliseconds(row.observation_known_at),
        reason_meaning: row
            .reason
            .as_deref()
            .and_then(withheld_reasons::meaning)
            .map(str::to_owned),
        reason: row.reason,
        load: Some(row.load.load()),
    });
    Ok(versions.collect())
}
