//! The loads of values that a scope shows.

use std::sync::Arc;

use engine::{Day, Series, day};
use proto::timeseries::v1::Load;
use sqlx::PgConnection;
use time::{Date, OffsetDateTime};

use crate::error::TimeseriesError;
use crate::lists;
use crate::scopes::VisibleDays;

/// Loads of series, of all of their values or of those on some days.
#[derive(Default)]
pub struct Loads {
    whole: Vec<i64>,
    /// A range of days of a series in each place.
    series: Vec<i64>,
    first: Vec<Date>,
    last: Vec<Date>,
    is_narrowed: bool,
}

/// The loads of stored series, as far as a scope shows their values up to a day.
pub fn loads<'s>(
    stored: impl Iterator<Item = &'s Arc<Series>>,
    visible: Option<&VisibleDays>,
    to: Day,
) -> Loads {
    let mut loads = Loads { is_narrowed: visible.is_some(), ..Loads::default() };
    for series in stored {
        let ranges = visible.map_or_else(|| vec![(Day::MIN, Day::MAX)], |it| it.ranges(series));
        if ranges == [(Day::MIN, Day::MAX)] {
            loads.whole.push(series.id);
            continue;
        }
        for (first, last) in ranges {
            loads.series.push(series.id);
            loads.first.push(day::date(first.max(day::EARLIEST)));
            loads.last.push(day::date(last.min(to)));
        }
    }
    loads
}

impl Loads {
    /// The loads whose values were known at an instant, the oldest first.
    pub async fn known(
        &self,
        conn: &mut PgConnection,
        at: OffsetDateTime,
    ) -> Result<Vec<Load>, TimeseriesError> {
        let load_ids: Vec<i64> = sqlx::query_scalar(
            "SELECT load_id FROM series_loads WHERE series_id = ANY($1) AND known_at <= $2
             UNION
             SELECT o.load_id
             FROM unnest($3::bigint[], $4::date[], $5::date[]) AS shown (series_id, first, last)
             JOIN observations AS o
                 ON o.series_id = shown.series_id AND o.date BETWEEN shown.first AND shown.last
             WHERE o.known_at <= $2",
        )
        .bind(&self.whole)
        .bind(at)
        .bind(&self.series)
        .bind(&self.first)
        .bind(&self.last)
        .fetch_all(&mut *conn)
        .await?;
        let loads = lists::loads_by_id(conn, &load_ids).await?;
        Ok(lists::without_counts_if(self.is_narrowed, loads))
    }
}
