//! The newest values, with their changes.

use std::sync::Arc;

use proto::timeseries::v1::{
    GetLatestRequest, GetLatestResponse, JsonText, LatestChange, LatestValue, MeasureKind,
    SubjectKind,
};
use serde::Serialize;

use super::{pick, range};
use crate::compute::Held;
use crate::context::Context;
use crate::day::{Day, Texts, at};
use crate::error::TimeseriesError;
use crate::image::{Entry, Series};

const MOST_KEYS: usize = 200;
/// How far back changes reach.
const BACK: [u32; 3] = [7, 30, 90];
/// How far back an earlier state is read.
const EARLIER: Day = 800;
/// Bytes that the text of a value fits into, as most do.
const LINE: usize = 640;

/// The answer, of whose texts none is copied before it is written.
#[derive(Serialize)]
struct Told<'a> {
    results: Vec<Line<'a>>,
    #[serde(serialize_with = "proto::codec::one_instant_out")]
    current_at: i64,
}

/// The newest value of a series, with the members of the message in their order.
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
    changes: [LatestChange; BACK.len()],
}

/// Answers the newest values of up to two hundred series; a key without a series has no answer.
pub async fn latest(
    ctx: &Context,
    request: &GetLatestRequest,
) -> Result<GetLatestResponse, TimeseriesError> {
    answer(ctx, request, |Told { results, current_at }| {
        let results = results.into_iter().map(LatestValue::from).collect();
        Ok(GetLatestResponse { results, current_at })
    })
    .await
}

/// The same as browsers get it.
pub async fn latest_text(
    ctx: &Context,
    request: &GetLatestRequest,
) -> Result<JsonText, TimeseriesError> {
    answer(ctx, request, |told| {
        let mut json = Vec::with_capacity(LINE * (1 + told.results.len()));
        serde_json::to_writer(&mut json, &told)?;
        Ok(JsonText { json: json.into() })
    })
    .await
}

async fn answer<A>(
    ctx: &Context,
    request: &GetLatestRequest,
    finish: impl FnOnce(Told<'_>) -> Result<A, TimeseriesError>,
) -> Result<A, TimeseriesError> {
    if request.keys.len() > MOST_KEYS {
        let message = format!("At most {MOST_KEYS} series can be asked for at once");
        return Err(TimeseriesError::refused("keys_bound", message));
    }
    let image = pick::image(ctx)?;
    let mut picked: Vec<Arc<Series>> = Vec::with_capacity(request.keys.len());
    for key in &request.keys {
        picked.extend(pick::series(&image, key)?);
    }
    let now = ctx.clock.now();
    let as_of = range::as_of(request.as_of.as_deref(), now)?;
    let today = at(as_of.unwrap_or(now));
    let range = (today - EARLIER, today);
    let mut columns = pick::Columns::of(ctx, &picked, as_of, range).await?;
    columns.derive(&picked, range);
    let mut days = Texts::default();
    let results = picked.iter().map(|series| line(series, columns.get(series), today, &mut days));
    finish(Told { results: results.collect(), current_at: ctx.shelf.current_at() })
}

fn line<'a>(series: &'a Series, held: Option<Held<'_>>, today: Day, days: &mut Texts) -> Line<'a> {
    let carry = held.map_or(series.carry, |held| held.carry);
    let stands = series.measure.stands(carry);
    let last = held.and_then(|held| held.column.last().map(|day| (held.column, day)));
    let value = last.and_then(|(column, day)| match column.at(day) {
        Entry::Known(value) => Some(value),
        Entry::Barred | Entry::Gap => None,
    });
    let age = last.map(|(_, day)| (today - day).max(0));
    let changes = BACK.map(|days| {
        let before = last.and_then(|(column, day)| column.level(day - days as Day, stands));
        let before = before.map(|(_, value)| value);
        let pair = value.zip(before);
        LatestChange {
            days,
            amount: pair.map(|(value, before)| value - before),
            ratio: pair
                .filter(|(_, before)| *before > 0.0)
                .map(|(value, before)| value / before - 1.0),
        }
    });
    let (subject, measure) = (&*series.subject, series.measure);
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
        is_stale: age.is_some_and(|age| age > carry),
        changes,
    }
}

impl From<Line<'_>> for LatestValue {
    fn from(line: Line<'_>) -> Self {
        Self {
            series_id: line.series_id,
            subject_kind: line.subject_kind.into(),
            subject_slug: line.subject_slug.to_owned(),
            subject_name: line.subject_name.to_owned(),
            measure_slug: line.measure_slug.to_owned(),
            kind: line.kind.into(),
            unit: line.unit.to_owned(),
            network_slug: line.network_slug.map(str::to_owned),
            source: line.source.to_owned(),
            is_sample: line.is_sample,
            value: line.value,
            date: line.date,
            age_days: line.age_days,
            is_stale: line.is_stale,
            changes: line.changes.into(),
        }
    }
}
