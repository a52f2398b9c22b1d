//! The period of which a file lists every event: a day without a row had none, and is written as 0.

use std::collections::BTreeSet;

use anyhow::ensure;
use engine::day::{self, Day};
use engine::measures::{self, Aggregation};
use kit::db::DbError;
use proto::timeseries::v1::{MeasureKind, SeriesInterval};
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use time::OffsetDateTime;

use super::key::Key;
use crate::import::limits::MOST_EVENT_DAYS;
use crate::import::report::{Rejection, Rejections};

/// The line of a 0 that is written for a day without a row.
const WITHOUT_ROW: i64 = -1;

/// The first and the last day, as the manifest states them.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct EventPeriod {
    from: String,
    to: String,
}

impl EventPeriod {
    /// Whether its days were over when the file was retrieved: nobody can list all events of a day that is running.
    pub fn check(&self, retrieved_on: &str) -> anyhow::Result<()> {
        let days = self.days().zip(day::parse(retrieved_on));
        let fits = |((from, to), retrieved_on): ((Day, Day), Day)| {
            day::EARLIEST <= from && from <= to && to < retrieved_on
        };
        ensure!(
            days.is_some_and(fits),
            "event_period must have two days as YYYY-MM-DD, from {} at the earliest to the day before retrieved_on \
             ({retrieved_on}) at the latest, not {:?} and {:?}",
            day::text(day::EARLIEST),
            self.from,
            self.to
        );
        Ok(())
    }

    /// Refuses measures of which a day without an event is not 0, and more days than a load may write.
    pub fn rejections(&self, keys: &[Key]) -> Rejections {
        let mut rejections = Rejections::default();
        let measures: BTreeSet<&str> = keys.iter().map(|key| key.measure_slug).collect();
        if keys.iter().any(|key| key.is_monthly_average() == Some(true)) {
            let expected = "days: the manifest states an event_period";
            rejections.push(Rejection::at(1, "frequency", "monthly_average", expected));
        }
        for measure in measures.into_iter().filter(|measure| !is_zero_without_events(measure)) {
            let expected = "a daily flow that adds up: the manifest states an event_period";
            rejections.push(Rejection::at(1, "measure", measure, expected));
        }
        let length = self.days().map_or(0, |(from, to)| to - from + 1) as usize;
        if keys.len() * length > MOST_EVENT_DAYS {
            let expected = format!("at most {MOST_EVENT_DAYS} days of all series together");
            rejections.push(Rejection::at(1, "event_period", "", &expected));
        }
        rejections
    }

    /// Adds a 0 to the values of the file for each series and day without a row.
    pub async fn fill(&self, tx: &mut PgConnection, now: OffsetDateTime) -> Result<(), DbError> {
        let Some((from, to)) = self.days() else { return Ok(()) };
        sqlx::query(
            "INSERT INTO candidate (series_id, date, known_at, is_dated, value, line)
             SELECT k.series_id, d.date, $3, false, 0, $4
             FROM (SELECT DISTINCT series_id FROM key_series) AS k
             CROSS JOIN (SELECT $1::date + generate_series(0, $2::integer) AS date) AS d
             WHERE NOT EXISTS (SELECT FROM candidate AS c WHERE c.series_id = k.series_id AND c.date = d.date)",
        )
        .bind(day::date(from))
        .bind(to - from)
        .bind(now)
        .bind(WITHOUT_ROW)
        .execute(&mut *tx)
        .await?;
        sqlx::raw_sql("ANALYZE candidate").execute(&mut *tx).await?;
        Ok(())
    }

    /// A sentence on the effect of the load on the values.
    pub fn in_words(&self) -> String {
        format!(
            "days without a row from {} to {} are 0: the source lists every event of this period",
            self.from, self.to
        )
    }

    fn days(&self) -> Option<(Day, Day)> {
        Some((day::parse(&self.from)?, day::parse(&self.to)?))
    }
}

/// Whether a day without an event has 0 of a measure: a distribution of 0 would count as one that was paid, and a week
/// has a value on one of its days.
fn is_zero_without_events(measure: &str) -> bool {
    measures::observed(measure).is_some_and(|measure| {
        measure.kind() == MeasureKind::Flow
            && measure.aggregation == Aggregation::Sum
            && measure.native_interval() == SeriesInterval::Day
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_daily_flows_that_add_up_are_zero_without_events() {
        let flows: Vec<&str> = measures::all()
            .iter()
            .map(|measure| measure.slug.as_str())
            .filter(|slug| is_zero_without_events(slug))
            .collect();
        let expected = [
            "daily_transfer_volume_token",
            "daily_mints_token",
            "daily_burns_token",
            "daily_mints_dollar",
            "daily_burns_dollar",
            "daily_transfer_volume_dollar",
            "number_of_daily_transactions_count",
        ];
        assert_eq!(flows, expected);
    }

    #[test]
    fn a_period_ends_before_its_file_was_retrieved() {
        let fits = |from: &str, to: &str| {
            let period = EventPeriod { from: from.to_owned(), to: to.to_owned() };
            period.check("2026-01-31").is_ok()
        };
        assert!(fits("2026-01-01", "2026-01-30") && fits("2026-01-30", "2026-01-30"));
        assert!(!fits("2026-01-01", "2026-01-31"), "the day was not over");
        assert!(!fits("2026-01-30", "2026-01-29") && !fits("1899-12-31", "2026-01-01"));
        assert!(!fits("2026-01-01", "yesterday"));
    }
}
