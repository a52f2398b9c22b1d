//! Which series a question means, and their values then or now.

use std::collections::HashMap;
use std::sync::Arc;

use proto::timeseries::v1::{SeriesKey, SeriesLine, SubjectKind};
use time::OffsetDateTime;

use crate::context::Context;
use crate::day::{self, Day};
use crate::error::TimeseriesError;
use crate::image::{Column, Image, Series, known_at};
use crate::measures::{self, Measure};

/// Days of series that an earlier state is read of: it comes from the database.
const MOST_EARLIER_DAYS: i64 = 3_000_000;
const MOST_EARLIER_SERIES: usize = 2_000;

/// The present image.
pub fn image(ctx: &Context) -> Result<Arc<Image>, TimeseriesError> {
    ctx.shelf.image().ok_or(TimeseriesError::NotReady)
}

/// The measure of a name.
pub fn measure(name: &str) -> Result<&'static Measure, TimeseriesError> {
    measures::named(name)
        .ok_or_else(|| TimeseriesError::MeasureUnknown(name.chars().take(80).collect()))
}

/// The series of a key, if there is one.
pub fn series(image: &Image, key: &SeriesKey) -> Result<Option<Arc<Series>>, TimeseriesError> {
    let measure = measure(&key.measure)?;
    let kind = SubjectKind::try_from(key.subject_kind).unwrap_or_default();
    let network = key.network_slug.as_deref().unwrap_or_default();
    let found = image.of_subject(kind, &key.subject_slug).find(|series| {
        series.measure.id == measure.id
            && series.network == network
            && key.source.as_ref().is_none_or(|source| *source == series.source)
    });
    Ok(found.cloned())
}

/// The values of series as they were known.
pub struct Columns(Option<HashMap<i64, Column>>);

impl Columns {
    /// Now, or at an instant: then they are read from the database, which is bounded and slower.
    pub async fn of(
        ctx: &Context,
        series: &[Arc<Series>],
        at: Option<OffsetDateTime>,
        (from, to): (Day, Day),
    ) -> Result<Self, TimeseriesError> {
        let Some(at) = at else { return Ok(Self(None)) };
        let carry = series.iter().map(|series| series.carry).max().unwrap_or_default();
        let from = from.saturating_sub(carry.max(31));
        let days = i64::from(to) - i64::from(from) + 1;
        if series.len() > MOST_EARLIER_SERIES || days * series.len() as i64 > MOST_EARLIER_DAYS {
            let message = "An earlier state is answered for fewer series or a shorter range";
            return Err(TimeseriesError::refused("as_of_too_wide", message));
        }
        let ids: Vec<i64> = series.iter().map(|series| series.id).collect();
        let mut columns: HashMap<i64, Column> = HashMap::new();
        let mut conn = ctx.db.conn().await?;
        known_at(&mut conn, &ids, at, (from, to), |id, day, value| {
            columns.entry(id).or_default().set(day, value);
        })
        .await?;
        Ok(Self(Some(columns)))
    }

    /// The values of a series; none where nothing was known.
    pub fn get<'a>(&'a self, series: &'a Series) -> Option<&'a Column> {
        match &self.0 {
            None => Some(&series.column),
            Some(columns) => columns.get(&series.id),
        }
    }
}

/// A series in the answer.
pub fn line(series: &Series, column: Option<&Column>, values: Vec<f64>) -> SeriesLine {
    SeriesLine {
        series_id: series.id,
        subject_kind: series.subject.kind.into(),
        subject_slug: series.subject.slug.clone(),
        subject_name: series.subject.name.clone(),
        measure_slug: series.measure.slug.clone(),
        measure_name: series.measure.name.clone(),
        kind: series.measure.kind().into(),
        unit: series.measure.unit.clone(),
        network_slug: (!series.network.is_empty()).then(|| series.network.clone()),
        source: series.source.clone(),
        is_sample: series.subject.is_sample,
        last_date: column.and_then(Column::last).map(day::text),
        values,
    }
}
