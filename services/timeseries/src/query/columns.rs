//! Loads the values of series as they were known at an instant.

use std::collections::HashMap;
use std::sync::Arc;

use engine::{Column, Columns, Day, Series};
use time::OffsetDateTime;

use super::budget;
use super::limits::{MOST_EARLIER_DAYS, MOST_EARLIER_SERIES};
use crate::context::Context;
use crate::error::TimeseriesError;
use crate::scopes::VisibleDays;
use crate::snapshot::{known_at, last_before};

/// The memory of a value in a column that grows.
const COLUMN_VALUE: usize = 16;

/// The values of series now, or as they were known at an earlier instant, as far as a scope shows them.
pub async fn columns<'a>(
    ctx: &Context,
    series: impl IntoIterator<Item = &'a Arc<Series>> + Clone,
    at: Option<OffsetDateTime>,
    (from, to): (Day, Day),
    visible: &[Arc<VisibleDays>],
) -> Result<Columns, TimeseriesError> {
    let Some(at) = at else { return Ok(Columns::default()) };
    let each = series.clone().into_iter();
    let from = each.map(|series| series.first_needed(from)).min().unwrap_or(from);
    let mut ids: Vec<i64> =
        series.clone().into_iter().flat_map(Series::stored).map(|series| series.id).collect();
    ids.sort_unstable();
    ids.dedup();
    let days = i64::from(to) - i64::from(from) + 1;
    if ids.len() > MOST_EARLIER_SERIES || days * ids.len() as i64 > MOST_EARLIER_DAYS {
        let message =
            "Too many series and days for an earlier state: query fewer series or a shorter range";
        return Err(TimeseriesError::refused("as_of_too_wide", message));
    }
    kit::grpc::hold(
        budget::take_bytes(ctx, ids.len() * days.max(0) as usize * COLUMN_VALUE).await?,
    );
    let mut columns: HashMap<i64, Column> = HashMap::new();
    let mut conn = ctx.db.conn().await?;
    known_at(&mut conn, &ids, at, (from, to), |id, day, observed| {
        observed.write(columns.entry(id).or_default(), day);
    })
    .await?;
    // A series that began before the range counts as begun, and its first change begins at the last value before it.
    for (id, known) in last_before(&mut conn, &ids, at, from).await? {
        let column = columns.entry(id).or_default();
        match known {
            Some((day, value)) => column.set(day, Some(value)),
            None => column.set(from - 1, None),
        }
    }
    // Series in memory have the visible values alone: those that the scope of their own endpoint shows, of several.
    for series in series.clone().into_iter().flat_map(Series::stored) {
        let Some(column) = columns.get_mut(&series.id) else { continue };
        let has_own = visible.iter().any(|visible| visible.is_about(series));
        for visible in visible.iter().filter(|visible| !has_own || visible.is_about(series)) {
            *column = column.part(&visible.ranges(series));
        }
    }
    let mut columns = Columns::earlier(columns);
    columns.compose(series);
    Ok(columns)
}
