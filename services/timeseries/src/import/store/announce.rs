//! Publishes the events of a load, in its transaction.

use engine::day;
use kit::db::DbError;
use kit::outbox;
use proto::timeseries::v1::{ObservationsLoaded, ObservationsRestated, RecordsChanged};
use sqlx::PgConnection;
use time::Date;

use crate::import::limits::MOST_ANNOUNCED_SERIES;
use crate::import::report::LoadSummary;

/// Publishes which series a load changed, and which of them it corrected; of one that changed nothing, only that it is
/// there.
pub async fn announce(
    tx: &mut PgConnection,
    file: &str,
    is_sample: bool,
    loaded: &LoadSummary,
    (changed, restated): (&[i64], &[i64]),
) -> Result<(), DbError> {
    let text = |date: Option<Date>| date.map(|date| day::text(day::from_date(date)));
    for series_ids in changed.chunks(MOST_ANNOUNCED_SERIES) {
        let event = ObservationsLoaded {
            load_id: loaded.load_id,
            file: file.to_owned(),
            series_ids: series_ids.to_vec(),
            accepted: loaded.accepted,
            withheld: loaded.withheld_count(),
            first_date: text(loaded.first_date),
            last_date: text(loaded.last_date),
            is_sample,
        };
        outbox::publish(tx, &event).await?;
    }
    if changed.is_empty() {
        let event = RecordsChanged { subject_slugs: Vec::new(), load_id: Some(loaded.load_id) };
        outbox::publish_for(tx, &event, &loaded.load_id.to_string()).await?;
    }
    for series_ids in restated.chunks(MOST_ANNOUNCED_SERIES) {
        let event = ObservationsRestated {
            load_id: loaded.load_id,
            series_ids: series_ids.to_vec(),
            restated: loaded.restated,
            is_sample,
        };
        outbox::publish(tx, &event).await?;
    }
    Ok(())
}
