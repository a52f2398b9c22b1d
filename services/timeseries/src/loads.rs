//! Loads as the database has them, by their ids.

use engine::{day, withheld_reasons};
use kit::clock;
use proto::timeseries::v1::{Load, WithheldCount};
use sqlx::{FromRow, PgConnection};
use time::{Date, OffsetDateTime};

use crate::error::TimeseriesError;
use crate::visibility::visibility;

/// A load as the database has it.
#[derive(FromRow)]
pub struct LoadRow {
    id: i64,
    file: String,
    source: String,
    licence: String,
    attribution: Option<String>,
    retrieved_on: Date,
    hash: String,
    method_version: String,
    transformation: Option<String>,
    is_sample: bool,
    known_at: OffsetDateTime,
    accepted: i64,
    withheld: i64,
    withheld_reasons: Vec<String>,
    withheld_counts: Vec<i64>,
    restated: i64,
    unchanged: i64,
    series_count: i64,
    first_date: Option<Date>,
    last_date: Option<Date>,
    visible_to: String,
    is_redistributable: bool,
}

impl LoadRow {
    pub fn load(self) -> Load {
        let counted = self.withheld_reasons.into_iter().zip(self.withheld_counts);
        let withheld_reasons = counted.map(|(reason, count)| WithheldCount {
            meaning: withheld_reasons::meaning(&reason).unwrap_or_default().to_owned(),
            reason,
            count,
        });
        Load {
            id: self.id,
            file: self.file,
            source: self.source,
            licence: self.licence,
            attribution: self.attribution,
            retrieved_on: text(self.retrieved_on),
            hash: self.hash,
            method_version: self.method_version,
            transformation: self.transformation,
            is_sample: self.is_sample,
            known_at: clock::milliseconds(self.known_at),
            accepted: self.accepted,
            withheld: self.withheld,
            restated: self.restated,
            unchanged: self.unchanged,
            series_count: self.series_count,
            first_date: self.first_date.map(text),
            last_date: self.last_date.map(text),
            withheld_reasons: withheld_reasons.collect(),
            visible_to: visibility(&self.visible_to).into(),
            is_redistributable: self.is_redistributable,
        }
    }
}

/// A load without its counts and days, which tell of values that a scope may hide.
pub fn without_counts(load: Load) -> Load {
    Load {
        accepted: 0,
        withheld: 0,
        withheld_reasons: Vec::new(),
        restated: 0,
        unchanged: 0,
        series_count: 0,
        first_date: None,
        last_date: None,
        ..load
    }
}

/// The same for all loads, if a scope hides values.
pub fn without_counts_if(is_narrowed: bool, loads: Vec<Load>) -> Vec<Load> {
    if is_narrowed { loads.into_iter().map(without_counts).collect() } else { loads }
}

/// Loads, the oldest first.
pub async fn loads_by_id(
    conn: &mut PgConnection,
    ids: &[i64],
) -> Result<Vec<Load>, TimeseriesError> {
    let rows: Vec<LoadRow> = sqlx::query_as("SELECT * FROM loads WHERE id = ANY($1) ORDER BY id")
        .bind(ids)
        .fetch_all(conn)
        .await?;
    Ok(rows.into_iter().map(LoadRow::load).collect())
}

/// A day as YYYY-MM-DD.
pub fn text(date: Date) -> String {
    day::text(day::from_date(date))
}
