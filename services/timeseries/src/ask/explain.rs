//! Where one number comes from.

use proto::timeseries::v1::{Explanation, GetExplanationRequest, ObservationVersion};
use sqlx::FromRow;
use time::OffsetDateTime;

use super::{pick, range};
use crate::context::Context;
use crate::day::{self, Day};
use crate::error::TimeseriesError;
use crate::import;
use crate::measures::METHOD_VERSION;
use crate::records::LoadRow;

/// The most versions of one day that are told.
const MOST_VERSIONS: i64 = 200;

#[derive(FromRow)]
struct VersionRow {
    value: Option<f64>,
    observation_known_at: OffsetDateTime,
    reason: Option<String>,
    #[sqlx(flatten)]
    load: LoadRow,
}

/// Answers everything that became known of a day of a series.
pub async fn explain(
    ctx: &Context,
    request: &GetExplanationRequest,
) -> Result<Explanation, TimeseriesError> {
    let key = request.key.as_ref().ok_or(TimeseriesError::SeriesUnknown)?;
    let image = pick::image(ctx)?;
    let series = pick::series(&image, key)?.ok_or(TimeseriesError::SeriesUnknown)?;
    let now = ctx.clock.now();
    let as_of = range::as_of(request.as_of.as_deref(), now)?;
    let asked = range::day("date", request.date.as_deref())?;
    let asked = asked.or_else(|| series.column.last()).unwrap_or_else(|| day::at(now));
    let all = [series.clone()];
    let columns = pick::Columns::of(ctx, &all, as_of, (asked, asked)).await?;
    let column = columns.get(&series);
    let level = column.and_then(|column| column.level(asked, series.carry));
    let versions =
        versions(ctx, series.id, level.map_or(asked, |(day, _)| day), as_of.unwrap_or(now)).await?;
    Ok(Explanation {
        series: Some(pick::line(&series, column, Vec::new())),
        definition: series.measure.definition.clone(),
        method_version: METHOD_VERSION.to_owned(),
        date: day::text(asked),
        value_date: level.map(|(day, _)| day::text(day)),
        value: level.map(|(_, value)| value),
        versions,
    })
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
        reason_meaning: row.reason.as_deref().and_then(import::meaning).map(str::to_owned),
        reason: row.reason,
        load: Some(row.load.load()),
    });
    Ok(versions.collect())
}
