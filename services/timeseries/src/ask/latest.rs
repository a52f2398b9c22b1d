//! The newest values, with their changes.

use std::sync::Arc;

use proto::timeseries::v1::{
    GetLatestRequest, GetLatestResponse, JsonText, LatestChange, LatestValue,
};

use super::{pick, range};
use crate::compute::Held;
use crate::context::Context;
use crate::day::{self, Day};
use crate::error::TimeseriesError;
use crate::image::{Entry, Series};

const MOST_KEYS: usize = 200;
/// How far back changes reach.
const BACK: [u32; 3] = [7, 30, 90];
/// How far back an earlier state is read.
const EARLIER: Day = 800;

/// Answers the newest values of up to two hundred series; a key without a series has no answer.
pub async fn latest(
    ctx: &Context,
    request: &GetLatestRequest,
) -> Result<GetLatestResponse, TimeseriesError> {
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
    let today = day::at(as_of.unwrap_or(now));
    let range = (today - EARLIER, today);
    let mut columns = pick::Columns::of(ctx, &picked, as_of, range).await?;
    columns.derive(&picked, range);
    let results = picked.iter().map(|series| value(series, columns.get(series), today));
    Ok(GetLatestResponse { results: results.collect(), current_at: ctx.shelf.current_at() })
}

/// The same as browsers get it.
pub async fn latest_text(
    ctx: &Context,
    request: &GetLatestRequest,
) -> Result<JsonText, TimeseriesError> {
    Ok(JsonText { json: serde_json::to_vec(&latest(ctx, request).await?)?.into() })
}

fn value(series: &Series, held: Option<Held<'_>>, today: Day) -> LatestValue {
    let carry = held.map_or(series.carry, |held| held.carry);
    let last = held.and_then(|held| held.column.last().map(|day| (held.column, day)));
    let value = last.and_then(|(column, day)| match column.at(day) {
        Entry::Known(value) => Some(value),
        Entry::Barred | Entry::Gap => None,
    });
    let age = last.map(|(_, day)| (today - day).max(0));
    let changes = BACK.map(|days| {
        let before = last.and_then(|(column, day)| column.level(day - days as Day, carry));
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
    LatestValue {
        series_id: series.id,
        subject_kind: series.subject.kind.into(),
        subject_slug: series.subject.slug.clone(),
        subject_name: series.subject.name.clone(),
        measure_slug: series.measure.slug.clone(),
        kind: series.measure.kind().into(),
        unit: series.measure.unit.clone(),
        network_slug: (!series.network.is_empty()).then(|| series.network.clone()),
        source: series.source.clone(),
        is_sample: series.subject.is_sample,
        value,
        date: last.map(|(_, day)| day::text(day)),
        age_days: age.map(|age| age as u32),
        is_stale: age.is_some_and(|age| age > carry),
        changes: changes.into(),
    }
}
