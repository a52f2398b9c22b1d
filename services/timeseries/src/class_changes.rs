//! The changes of the classes of assets, by which earlier states are answered.

use std::collections::HashMap;

use kit::db::DbError;
use serde::Serialize;
use sqlx::PgConnection;
use sqlx::types::Json;
use time::{Date, OffsetDateTime, UtcOffset};

/// A statement of the catalog about the class of an asset.
#[derive(Clone, Debug, sqlx::FromRow)]
struct Change {
    asset_slug: String,
    known_at: OffsetDateTime,
    /// The day from which the class is valid.
    valid_from: Date,
    asset_class_slug: String,
    /// The class that the asset had when this became known.
    earlier_class_slug: String,
}

impl Change {
    /// Whether it corrects the day of the last change, and leaves the class as it is.
    fn is_correction(&self) -> bool {
        self.asset_class_slug == self.earlier_class_slug
    }
}

/// Notes the assets whose class changes, or from another day on, before they are written. An earlier state never replaces a
/// later one, and one that is known adds nothing.
pub async fn note(
    tx: &mut PgConnection,
    records: &[impl Serialize + Sync],
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO class_changes (asset_slug, known_at, valid_from, asset_class_slug, earlier_class_slug)
         SELECT r.slug, r.known_at, coalesce(r.classified_on, (r.known_at AT TIME ZONE 'UTC')::date), r.asset_class,
             s.asset_class_slug
         FROM (
             SELECT kind, slug, asset_class, classified_on, updated_at, to_timestamp(updated_at / 1000.0) AS known_at
             FROM jsonb_to_recordset($1)
                 AS r (kind text, slug text, asset_class text, classified_on date, updated_at bigint)
         ) AS r
         JOIN subjects AS s ON s.kind = r.kind AND s.slug = r.slug
         LEFT JOIN LATERAL (
             SELECT valid_from FROM class_changes WHERE asset_slug = r.slug ORDER BY known_at DESC LIMIT 1
         ) AS last ON true
         WHERE s.kind = 'asset' AND s.updated_at <= r.updated_at AND s.deleted_at IS NULL
             AND s.asset_class_slug IS NOT NULL AND r.asset_class IS NOT NULL
             -- Without an earlier change the day is that of the first class, which has none before it.
             AND (s.asset_class_slug <> r.asset_class OR r.classified_on <> last.valid_from)
         ON CONFLICT (asset_slug, known_at) DO UPDATE SET
             valid_from = excluded.valid_from, asset_class_slug = excluded.asset_class_slug",
    )
    .bind(Json(records))
    .execute(tx)
    .await?;
    Ok(())
}

/// The classes that assets had at an instant, of those that may have another one now.
pub async fn at(
    conn: &mut PgConnection,
    instant: OffsetDateTime,
) -> Result<HashMap<String, String>, DbError> {
    let changes: Vec<Change> = sqlx::query_as(
        "SELECT asset_slug, known_at, valid_from, asset_class_slug, earlier_class_slug FROM class_changes
         WHERE asset_slug IN (
             SELECT asset_slug FROM class_changes
             WHERE known_at > $1 OR valid_from > ($1 AT TIME ZONE 'UTC')::date
         ) ORDER BY asset_slug, known_at",
    )
    .bind(instant)
    .fetch_all(conn)
    .await?;
    let of_assets = changes.chunk_by(|one, next| one.asset_slug == next.asset_slug);
    let classes = of_assets.filter_map(|changes| {
        let class = class_at(changes, instant)?;
        Some((changes.first()?.asset_slug.clone(), class.to_owned()))
    });
    Ok(classes.collect())
}

/// The class of an asset at an instant: of the changes that were known then, the last one that is valid on its day.
fn class_at(changes: &[Change], instant: OffsetDateTime) -> Option<&str> {
    let mut stated: Vec<(Date, &str)> = Vec::new();
    for change in changes.iter().take_while(|change| change.known_at <= instant) {
        if !change.is_correction() {
            stated.push((change.valid_from, change.asset_class_slug.as_str()));
        } else if let Some(last) = stated.last_mut() {
            last.0 = change.valid_from;
        }
    }
    let day = instant.to_offset(UtcOffset::UTC).date();
    let valid = stated.iter().rev().find(|(from, _)| *from <= day).map(|(_, class)| *class);
    valid.or_else(|| changes.first().map(|first| first.earlier_class_slug.as_str()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use time::Duration;
    use time::macros::datetime;

    use super::*;

    const START: OffsetDateTime = datetime!(2026-01-01 00:00 UTC);
    const DAYS: usize = 40;

    fn day(number: usize) -> Date {
        (START + Duration::days(number as i64)).date()
    }

    /// Changes that became known at the given hours after the start, each with its class and its day.
    fn changes(stated: &[(i64, String, usize)]) -> Vec<Change> {
        let mut present = "first".to_owned();
        let change = |(hour, class, from): &(i64, String, usize)| Change {
            asset_slug: "note".to_owned(),
            known_at: START + Duration::hours(*hour),
            valid_from: day(*from),
            asset_class_slug: class.clone(),
            earlier_class_slug: std::mem::replace(&mut present, class.clone()),
        };
        stated.iter().map(change).collect()
    }

    /// The class at an instant, for a reader who writes down the class of each day again with each change known by then.
    fn naive(changes: &[Change], instant: OffsetDateTime) -> String {
        let mut days = vec!["first".to_owned(); DAYS];
        let mut before_last: Option<Vec<String>> = None;
        for change in changes.iter().filter(|change| change.known_at <= instant) {
            if change.is_correction() {
                let Some(before) = &before_last else { continue };
                days.clone_from(before);
            } else {
                before_last = Some(days.clone());
            }
            for (number, class) in days.iter_mut().enumerate() {
                if day(number) >= change.valid_from {
                    class.clone_from(&change.asset_class_slug);
                }
            }
        }
        let today = (instant - START).whole_days() as usize;
        days[today].clone()
    }

    proptest! {
        #[test]
        fn an_instant_has_the_class_that_was_known_then_and_valid_on_its_day(
            stated in proptest::collection::vec((1..48_i64, 0..4_u8, 0..DAYS), 0..12),
        ) {
            let mut hour = 0;
            let stated: Vec<(i64, String, usize)> = stated
                .into_iter()
                .map(|(later, class, from)| {
                    hour += later;
                    (hour, class.to_string(), from)
                })
                .collect();
            let changes = changes(&stated);
            for number in 0..DAYS * 4 {
                let instant = START + Duration::hours(number as i64 * 6);
                let expected = (!changes.is_empty()).then(|| naive(&changes, instant));
                prop_assert_eq!(class_at(&changes, instant), expected.as_deref(), "{}", instant);
            }
        }
    }

    #[test]
    fn a_change_with_an_earlier_day_leaves_what_was_known_before_it() {
        let changes = changes(&[(24 * 20, "bonds".to_owned(), 5)]);
        let class = |hour: i64| class_at(&changes, START + Duration::hours(hour));
        assert_eq!(class(24 * 10), Some("first"), "not known yet");
        assert_eq!(class(24 * 20 - 1), Some("first"));
        assert_eq!(class(24 * 20), Some("bonds"));
    }

    #[test]
    fn a_change_with_a_later_day_counts_from_that_day_on() {
        let changes = changes(&[(24 * 5, "bonds".to_owned(), 20)]);
        let class = |hour: i64| class_at(&changes, START + Duration::hours(hour));
        assert_eq!(class(24 * 20 - 1), Some("first"));
        assert_eq!(class(24 * 20), Some("bonds"));
    }
}
