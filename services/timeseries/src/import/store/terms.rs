//! Applies what the licence of a file allows to its series.

use kit::db::DbError;
use kit::licence::Terms;
use proto::codec::Text as _;
use proto::timeseries::v1::Visibility;
use sqlx::PgConnection;

/// A series has the strictest terms of its loads.
const OF_SERIES: &str =
    "UPDATE series AS s SET visible_to = t.visible_to, is_redistributable = t.is_redistributable
    FROM (
        SELECT sl.series_id, bool_and(l.is_redistributable) AS is_redistributable,
            ($2::text[])[max(array_position($2::text[], l.visible_to))] AS visible_to
        FROM series_loads AS sl JOIN loads AS l ON l.id = sl.load_id
        WHERE sl.series_id IN (SELECT series_id FROM series_loads WHERE load_id = ANY($1))
        GROUP BY sl.series_id
    ) AS t
    WHERE s.id = t.series_id
        AND (s.visible_to, s.is_redistributable) <> (t.visible_to, t.is_redistributable)
    RETURNING EXISTS (SELECT FROM series_loads AS o WHERE o.series_id = s.id AND o.load_id <> $3)";

/// Applies the terms of a load, which is noted already. They replace those of earlier loads of the same file and source: the
/// newest manifest counts. Published files that hold values which may not be passed on any more are removed.
pub async fn apply(tx: &mut PgConnection, load_id: i64, terms: Terms) -> Result<(), DbError> {
    let earlier: Vec<i64> = sqlx::query_scalar(
        "UPDATE loads AS l SET visible_to = n.visible_to, is_redistributable = n.is_redistributable
         FROM loads AS n
         WHERE n.id = $1 AND l.id < n.id AND l.file = n.file AND l.source = n.source
             AND (l.visible_to, l.is_redistributable) <> (n.visible_to, n.is_redistributable)
         RETURNING l.id",
    )
    .bind(load_id)
    .fetch_all(&mut *tx)
    .await?;
    if terms.are_free() && earlier.is_empty() {
        return Ok(());
    }
    let loads: Vec<i64> = earlier.iter().copied().chain([load_id]).collect();
    let strictness: Vec<&str> = Visibility::VALUES.iter().map(|(_, text)| *text).collect();
    let were_published: Vec<bool> = sqlx::query_scalar(OF_SERIES)
        .bind(&loads)
        .bind(&strictness)
        .bind(load_id)
        .fetch_all(&mut *tx)
        .await?;
    if !terms.are_free() && (were_published.contains(&true) || !earlier.is_empty()) {
        sqlx::query("DELETE FROM dataset_manifests").execute(&mut *tx).await?;
        sqlx::query("DELETE FROM dataset_files").execute(&mut *tx).await?;
    }
    Ok(())
}
