//! Series over time.

use std::sync::Arc;

use proto::timeseries::v1::{GetSeriesRequest, GetSeriesResponse};

use super::{pick, range};
use crate::compute::{Mode, resample};
use crate::context::Context;
use crate::day::{self, Day};
use crate::error::TimeseriesError;
use crate::image::{Column, Series};

const MOST_LINES: usize = 50;
/// Values in one answer.
const MOST_VALUES: usize = 500_000;

/// Answers up to fifty series on the same axis.
pub async fn series(
    ctx: &Context,
    request: &GetSeriesRequest,
) -> Result<GetSeriesResponse, TimeseriesError> {
    if request.keys.is_empty() || request.keys.len() > MOST_LINES {
        let message = format!("1 to {MOST_LINES} series can be asked for at once");
        return Err(TimeseriesError::refused("keys_bound", message));
    }
    let image = pick::image(ctx)?;
    let interval = range::interval(request.interval)?;
    let mut picked: Vec<(Arc<Series>, Mode)> = Vec::with_capacity(request.keys.len());
    for key in &request.keys {
        let series = pick::series(&image, key)?.ok_or(TimeseriesError::SeriesUnknown)?;
        let mode = range::mode(request.mode, interval, series.measure)?;
        picked.push((series, mode));
    }
    let now = ctx.clock.now();
    let edge = |of: fn(&Column) -> Option<Day>| {
        picked.iter().filter_map(move |(series, _)| of(&series.column))
    };
    let to = range::day("to", request.to.as_deref())?.or_else(|| edge(Column::last).max());
    let to = to.unwrap_or_else(|| day::at(now));
    let from = range::day("from", request.from.as_deref())?.or_else(|| edge(Column::first).min());
    let axis = range::axis(interval, from.unwrap_or(to), to, now)?;
    if axis.len() * picked.len() > MOST_VALUES {
        let message = format!(
            "At most {MOST_VALUES} values: fewer series, longer intervals, or a shorter range"
        );
        return Err(TimeseriesError::refused("range_too_long", message));
    }
    let all: Vec<Arc<Series>> = picked.iter().map(|(series, _)| Arc::clone(series)).collect();
    let as_of = range::as_of(request.as_of.as_deref(), now)?;
    let first = axis.starts.first().copied().unwrap_or(to);
    let columns = pick::Columns::of(ctx, &all, as_of, (first, to)).await?;
    let lines = picked.iter().map(|(series, mode)| {
        let column = columns.get(series);
        let values = match column {
            Some(column) => resample(column, series.measure.kind(), *mode, series.carry, &axis),
            None => vec![f64::NAN; axis.len()],
        };
        pick::line(series, column, values)
    });
    Ok(GetSeriesResponse {
        interval: interval.into(),
        dates: axis.starts.iter().map(|start| day::text(*start)).collect(),
        lines: lines.collect(),
        current_at: ctx.shelf.current_at(),
    })
}
