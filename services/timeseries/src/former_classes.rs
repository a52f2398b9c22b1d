//! The asset classes that assets had before, by which earlier states are answered.

use std::collections::HashMap;

use kit::db::DbError;
use serde::Serialize;
use sqlx::PgConnection;
use sqlx::types::Json;
use time::{Date, OffsetDateTime};

/// A class and the day from which the next one counts.
type Former = (Date, String);

/// Notes the assets whose class changes, before they are written. An earlier state never replaces a later one.
pub async fn note(
    tx: &mut PgConnection,
    records: &[impl Serialize + Sync],
) -> Result<(), sqlx::Error> {
    let changed: Vec<(String, String, Option<Date>, Date)> = sqlx::query_as(
        "SELECT s.slug, s.asset_class_slug, CASE WHEN s.asset_class_slug = r.asset_class THEN NULL ELSE
             coalesce(r.classified_on, (to_timestamp(r.updated_at / 1000.0) AT TIME ZONE 'UTC')::date) END,
             coalesce(r.classified_on, (to_timestamp(r.updated_at / 1000.0) AT TIME ZONE 'UTC')::date)
         FROM jsonb_to_recordset($1) AS r (kind text, slug text, asset_class text, classified_on date, updated_at bigint)
         JOIN subjects AS s ON s.kind = r.kind AND s.slug = r.slug
         WHERE s.kind = 'asset' AND s.updated_at <= r.updated_at AND s.deleted_at IS NULL
             AND s.asset_class_slug IS NOT NULL AND r.asset_class IS NOT NULL
             AND (s.asset_class_slug <> r.asset_class OR r.classified_on IS NOT NULL)",
    )
    .bind(Json(records))
    .fetch_all(&mut *tx)
    .await?;
    for (slug, present, since, corrected) in changed {
        let former: Vec<Former> = sqlx::query_as(
            "SELECT until, asset_class_slug FROM former_classes WHERE asset_slug = $1 ORDER BY until",
        )
        .bind(&slug)
        .fetch_all(&mut *tx)
        .await?;
        let next = match since {
            Some(day) => reclassified(&former, &present, day),
            None => moved(&former, corrected),
        };
        if next != former {
            replace(tx, &slug, &next).await?;
        }
    }
    Ok(())
}

/// The classes that assets had at an instant, of those that have another one now.
pub async fn at(
    conn: &mut PgConnection,
    instant: OffsetDateTime,
) -> Result<HashMap<String, String>, DbError> {
    let rows: Vec<(String, String)> = sqlx::query_as(
        "SELECT DISTINCT ON (asset_slug) asset_slug, asset_class_slug FROM former_classes
         WHERE until > ($1 AT TIME ZONE 'UTC')::date ORDER BY asset_slug, until",
    )
    .bind(instant)
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().collect())
}

async fn replace(tx: &mut PgConnection, slug: &str, next: &[Former]) -> Result<(), sqlx::Error> {
    sqlx::query("DELETE FROM former_classes WHERE asset_slug = $1")
        .bind(slug)
        .execute(&mut *tx)
        .await?;
    for (until, class) in next {
        sqlx::query(
            "INSERT INTO former_classes (asset_slug, until, asset_class_slug) VALUES ($1, $2, $3)",
        )
        .bind(slug)
        .bind(until)
        .bind(class)
        .execute(&mut *tx)
        .await?;
    }
    Ok(())
}

/// The former classes after the present one has been replaced from a day on.
fn reclassified(former: &[Former], present: &str, day: Date) -> Vec<Former> {
    let class = former.iter().find(|(until, _)| *until >= day).map_or(present, |(_, class)| class);
    let before = former.iter().filter(|(until, _)| *until < day).cloned();
    before.chain([(day, class.to_owned())]).collect()
}

/// The former classes after the day of the last change has been corrected.
fn moved(former: &[Former], day: Date) -> Vec<Former> {
    let Some((_, class)) = former.last() else { return Vec::new() };
    reclassified(&former[..former.len() - 1], class, day)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use time::macros::date;

    use super::*;

    fn day(number: u16) -> Date {
        date!(2026 - 01 - 01) + time::Duration::days(i64::from(number))
    }

    /// The class of every day, for a reader who writes each of them down.
    fn class_on(former: &[Former], present: &str, on: Date) -> String {
        former.iter().find(|(until, _)| *until > on).map_or(present, |(_, class)| class).to_owned()
    }

    proptest! {
        #[test]
        fn each_day_has_the_class_that_was_stated_last_for_it(
            changes in proptest::collection::vec((0..40_u16, 0..5_u8), 0..12),
        ) {
            let mut written: Vec<String> = vec!["first".to_owned(); 40];
            let (mut former, mut present) = (Vec::new(), "first".to_owned());
            for (from, class) in changes {
                former = reclassified(&former, &present, day(from));
                present = class.to_string();
                written[usize::from(from)..].fill(present.clone());
            }
            let found: Vec<String> =
                (0..40).map(|on| class_on(&former, &present, day(on))).collect();
            prop_assert_eq!(found, written);
        }
    }

    #[test]
    fn the_day_of_the_last_change_can_be_corrected() {
        let former = reclassified(&[], "funds", day(20));
        let earlier = moved(&former, day(10));
        assert_eq!(class_on(&earlier, "credit", day(9)), "funds");
        assert_eq!(class_on(&earlier, "credit", day(10)), "credit");
        assert_eq!(moved(&[], day(10)), []);
    }
}
