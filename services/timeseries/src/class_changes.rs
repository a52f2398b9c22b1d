//! The changes of the classes of assets: an asset counts in each class from its day on, as far as that was known.

use engine::{ClassHistory, ClassPeriods, Day, day};
use kit::db::DbError;
use serde::Serialize;
use sqlx::PgConnection;
use sqlx::types::Json;
use time::{Date, OffsetDateTime};

/// A statement of the catalog about the class of an asset.
#[derive(Clone, Debug, sqlx::FromRow)]
struct Change {
    asset_slug: String,
    known_at: OffsetDateTime,
    /// The day from which the class is valid; without one it is that of all days.
    valid_from: Option<Date>,
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
    lock(&mut *tx, records).await?;
    sqlx::query(
        "INSERT INTO class_changes (asset_slug, known_at, valid_from, asset_class_slug, earlier_class_slug)
         SELECT r.slug, r.known_at, r.classified_on, r.asset_class,
             s.asset_class_slug
         FROM (
             SELECT kind, slug, asset_class, classified_on, updated_at, to_timestamp(updated_at / 1000.0) AS known_at
             FROM jsonb_to_recordset($1)
                 AS r (kind text, slug text, asset_class text, classified_on date, updated_at bigint)
         ) AS r
         JOIN subjects AS s ON s.kind = r.kind AND s.slug = r.slug
         LEFT JOIN LATERAL (
             SELECT known_at, valid_from FROM class_changes WHERE asset_slug = r.slug ORDER BY known_at DESC LIMIT 1
         ) AS last ON true
         -- An asset that was removed and comes back may have another class than before.
         WHERE s.kind = 'asset' AND s.updated_at <= r.updated_at
             AND s.asset_class_slug IS NOT NULL AND r.asset_class IS NOT NULL
             -- Without an earlier change the day is that of the first class, which has none before it.
             AND (s.asset_class_slug <> r.asset_class
                 OR last.known_at IS NOT NULL AND r.classified_on IS DISTINCT FROM last.valid_from)
         ON CONFLICT (asset_slug, known_at) DO UPDATE SET
             valid_from = excluded.valid_from, asset_class_slug = excluded.asset_class_slug",
    )
    .bind(Json(records))
    .execute(tx)
    .await?;
    Ok(())
}

/// Waits for another change of the same assets: only then is known which class theirs follows.
async fn lock(tx: &mut PgConnection, records: &[impl Serialize + Sync]) -> Result<(), sqlx::Error> {
    sqlx::query(
        "SELECT FROM subjects AS s JOIN jsonb_to_recordset($1) AS r (kind text, slug text)
             ON s.kind = r.kind AND s.slug = r.slug
         WHERE s.kind = 'asset' ORDER BY s.slug FOR UPDATE OF s",
    )
    .bind(Json(records))
    .execute(tx)
    .await?;
    Ok(())
}

/// The classes that reclassified assets have had, by what is known now or was at an instant.
pub async fn history(
    conn: &mut PgConnection,
    as_of: Option<OffsetDateTime>,
) -> Result<ClassHistory, DbError> {
    let changes: Vec<Change> = sqlx::query_as(
        "SELECT asset_slug, known_at, valid_from, asset_class_slug, earlier_class_slug FROM class_changes
         ORDER BY asset_slug, known_at",
    )
    .fetch_all(conn)
    .await?;
    let of_assets = changes.chunk_by(|one, next| one.asset_slug == next.asset_slug);
    let periods = of_assets.filter_map(|changes| {
        Some((changes.first()?.asset_slug.clone(), periods(changes, as_of)?))
    });
    Ok(ClassHistory::new(periods.collect()))
}

/// The classes of an asset by the changes that are known now or were at an instant: one that became known later replaces
/// the classes from its day on.
fn periods(changes: &[Change], as_of: Option<OffsetDateTime>) -> Option<ClassPeriods> {
    let mut stated: Vec<(Option<Date>, &str)> = Vec::new();
    let is_known = |change: &&Change| as_of.is_none_or(|instant| change.known_at <= instant);
    for change in changes.iter().take_while(is_known) {
        if !change.is_correction() {
            stated.push((change.valid_from, change.asset_class_slug.as_str()));
        } else if let Some(last) = stated.last_mut() {
            last.0 = change.valid_from;
        }
    }
    let mut periods = vec![(Day::MIN, changes.first()?.earlier_class_slug.clone())];
    for (from, class) in stated {
        let from = from.map_or(Day::MIN, day::from_date);
        periods.retain(|(earlier, _)| *earlier < from);
        if periods.last().is_none_or(|(_, last)| last != class) {
            periods.push((from, class.to_owned()));
        }
    }
    Some(periods)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use time::Duration;
    use time::macros::datetime;

    use super::*;

    const START: OffsetDateTime = datetime!(2026-01-01 00:00 UTC);
    const DAYS: usize = 40;

    fn date(number: usize) -> Date {
        (START + Duration::days(number as i64)).date()
    }

    /// Changes that became known at the given hours after the start, each with its class and its day.
    fn changes(stated: &[(i64, String, Option<usize>)]) -> Vec<Change> {
        let mut present = "first".to_owned();
        let change = |(hour, class, from): &(i64, String, Option<usize>)| Change {
            asset_slug: "note".to_owned(),
            known_at: START + Duration::hours(*hour),
            valid_from: from.map(date),
            asset_class_slug: class.clone(),
            earlier_class_slug: std::mem::replace(&mut present, class.clone()),
        };
        stated.iter().map(change).collect()
    }

    /// The class of each day by what was known at an instant, for a reader who writes down the class of each day again with
    /// each change known by then.
    fn naive(changes: &[Change], instant: OffsetDateTime) -> Vec<String> {
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
                if change.valid_from.is_none_or(|from| date(number) >= from) {
                    class.clone_from(&change.asset_class_slug);
                }
            }
        }
        days
    }

    /// The class of each day.
    fn classes(periods: &ClassPeriods) -> Vec<&str> {
        let class = |number: usize| {
            let at = day::from_date(date(number));
            let found = periods.iter().rev().find(|(from, _)| *from <= at);
            found.map(|(_, class)| class.as_str()).unwrap_or_default()
        };
        (0..DAYS).map(class).collect()
    }

    proptest! {
        #[test]
        fn each_day_has_the_class_that_was_known_for_it(
            stated in proptest::collection::vec(
                (1..48_i64, 0..4_u8, prop::option::weighted(0.8, 0..DAYS)),
                1..12,
            ),
        ) {
            let mut hour = 0;
            let stated: Vec<(i64, String, Option<usize>)> = stated
                .into_iter()
                .map(|(later, class, from)| {
                    hour += later;
                    (hour, class.to_string(), from)
                })
                .collect();
            let changes = changes(&stated);
            for number in 0..DAYS * 4 {
                let instant = START + Duration::hours(number as i64 * 6);
                let found = periods(&changes, Some(instant)).unwrap();
                prop_assert_eq!(classes(&found), naive(&changes, instant), "{}", instant);
                prop_assert!(found.is_sorted_by(|one, next| one.0 < next.0 && one.1 != next.1));
            }
            let found = periods(&changes, None).unwrap();
            prop_assert_eq!(classes(&found), naive(&changes, START + Duration::days(4_000)));
        }
    }

    #[test]
    fn a_change_counts_from_its_day_on_once_it_is_known() {
        let changes = changes(&[(24 * 20, "bonds".to_owned(), Some(5))]);
        let found = |hour: i64| periods(&changes, Some(START + Duration::hours(hour))).unwrap();
        let first = (Day::MIN, "first".to_owned());
        assert_eq!(found(24 * 20 - 1), std::slice::from_ref(&first), "not known yet");
        assert_eq!(found(24 * 20), [first, (day::from_date(date(5)), "bonds".to_owned())]);
    }

    #[test]
    fn a_class_without_a_day_is_that_of_all_days() {
        let changes = changes(&[(24, "bonds".to_owned(), Some(5)), (48, "funds".to_owned(), None)]);
        assert_eq!(periods(&changes, None).unwrap(), [(Day::MIN, "funds".to_owned())]);
    }
}
