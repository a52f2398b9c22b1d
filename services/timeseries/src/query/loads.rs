//! The loads of values that a scope shows.

use std::sync::Arc;

use engine::{Day, Series, day};
use proto::timeseries::v1::Load;
use sqlx::PgConnection;
use time::{Date, OffsetDateTime};

use crate::error::TimeseriesError;
use crate::loads::{loads_by_id, without_counts_if};
use crate::scopes::{ShownSeries, VisibleDays};

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
        loads.add(series.id, ranges, to);
    }
    loads
}

/// The loads of the values that are shown of some series, up to a day.
pub fn shown_loads(shown: Vec<ShownSeries>, to: Day) -> Loads {
    let mut loads = Loads { is_narrowed: true, ..Loads::default() };
    for ShownSeries { id, days } in shown {
        loads.add(id, days, to);
    }
    loads
}

impl Loads {
    fn add(&mut self, series: i64, ranges: Vec<(Day, Day)>, to: Day) {
        if ranges == [(Day::MIN, Day::MAX)] {
            self.whole.push(series);
            return;
        }
        for (first, last) in ranges {
            self.series.push(series);
            self.first.push(day::date(first.max(day::EARLIEST)));
            self.last.push(day::date(last.min(to)));
        }
    }

    /// The loads whose values were known at an instant, the oldest first.
    pub async fn known(
        &self,
        conn: &mut PgConnection,
        at: OffsetDateTime,
    ) -> Result<Vec<Load>, TimeseriesError> {
        let load_ids = self.ids(conn, Some(at)).await?;
        let loads = loads_by_id(conn, &load_ids).await?;
        Ok(without_counts_if(self.is_narrowed, loads))
    }

    /// The ids of the loads, of values that were known at an instant or of all.
    pub async fn ids(
        &self,
        conn: &mut PgConnection,
        at: Option<OffsetDateTime>,
    ) -> Result<Vec<i64>, TimeseriesError> {
        // The days of a load show for most whether a value of it is on shown days. The values are read of series with others.
        let ids = sqlx::query_scalar(
            "WITH loaded AS (
                 SELECT c.load_id, shown.*, l.first_date >= shown.first AND l.last_date <= shown.last AS is_within
                 FROM unnest($3::bigint[], $4::date[], $5::date[]) AS shown (series_id, first, last)
                 JOIN series_loads AS c ON c.series_id = shown.series_id
                 JOIN loads AS l ON l.id = c.load_id AND l.first_date <= shown.last AND l.last_date >= shown.first
                 WHERE $2::timestamptz IS NULL OR c.known_at <= $2
             ), cut AS (SELECT DISTINCT series_id, first, last FROM loaded WHERE NOT is_within)
             SELECT load_id FROM series_loads
             WHERE series_id = ANY($1) AND ($2::timestamptz IS NULL OR known_at <= $2)
             UNION
             SELECT load_id FROM loaded WHERE is_within
             UNION
             SELECT o.load_id
             FROM cut JOIN observations AS o ON o.series_id = cut.series_id AND o.date BETWEEN cut.first AND cut.last
             WHERE $2::timestamptz IS NULL OR o.known_at <= $2",
        );
        let ids = ids.bind(&self.whole).bind(at).bind(&self.series);
        Ok(ids.bind(&self.first).bind(&self.last).fetch_all(conn).await?)
    }
}
