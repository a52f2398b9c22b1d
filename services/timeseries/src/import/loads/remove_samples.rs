//! Removes everything that is fictional, with its numbers, its loads and the files that were made of them.

use kit::db::{Db, DbError};
use kit::outbox;
use proto::timeseries::v1::RecordsChanged;
use sqlx::PgConnection;

use super::lock::begin;

/// Removes it; what is real stays as it is.
pub async fn remove_samples(db: &Db) -> Result<(), DbError> {
    let mut tx = begin(db).await?;
    remove(&mut tx).await?;
    tx.commit().await?;
    Ok(())
}

/// Removes it in the caller's transaction.
async fn remove(tx: &mut PgConnection) -> Result<(), DbError> {
    let removed = sqlx::raw_sql(
        "DELETE FROM transfers USING subjects AS u WHERE u.id = token_id AND u.is_sample;
         DELETE FROM holders USING subjects AS u WHERE u.id = token_id AND u.is_sample;
         DELETE FROM observations AS o USING series AS s JOIN subjects AS u ON u.id = s.subject_id
             WHERE s.id = o.series_id AND u.is_sample;
         DELETE FROM restatements AS r USING series AS s JOIN subjects AS u ON u.id = s.subject_id
             WHERE s.id = r.series_id AND u.is_sample;
         DELETE FROM series USING subjects AS u WHERE u.id = subject_id AND u.is_sample;
         DELETE FROM subjects WHERE is_sample;
         DELETE FROM dataset_manifests AS m USING dataset_files AS f
             WHERE f.id = ANY(m.file_ids) AND f.name LIKE '%-sample.%';
         DELETE FROM dataset_files WHERE name LIKE '%-sample.%';
         DELETE FROM loads WHERE is_sample",
    )
    .execute(&mut *tx)
    .await?;
    if removed.rows_affected() > 0 {
        outbox::publish_for(tx, &RecordsChanged::default(), "sample").await?;
    }
    Ok(())
}
