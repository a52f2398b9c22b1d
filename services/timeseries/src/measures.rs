//! The table of measures, written from the files of the program.

use engine::measures::{Measure, all};
use kit::db::DbError;
use sqlx::PgConnection;

/// The version of how values are taken over and checked; a file is read again when it changes.
pub const METHOD_VERSION: &str = "6";

/// The version of how values of several subjects are added up.
pub const TOTAL_METHOD_VERSION: &str = "7";

/// Writes the observed measures into their table.
pub async fn write(tx: &mut PgConnection) -> Result<(), DbError> {
    let texts = |of: fn(&Measure) -> &str| {
        all().iter().map(|measure| of(measure).to_owned()).collect::<Vec<String>>()
    };
    let ids: Vec<i64> = all().iter().map(|measure| measure.id).collect();
    let negative: Vec<bool> = all().iter().map(Measure::may_be_negative).collect();
    let aggregations: Vec<String> =
        all().iter().map(|measure| measure.aggregation.as_str().to_owned()).collect();
    sqlx::query(
        "INSERT INTO measures AS m (id, slug, name, unit, kind, aggregation, definition, method_version, may_be_negative)
         SELECT id, slug, name, unit, kind, aggregation, definition, $8, may_be_negative
         FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $9::boolean[])
             AS r (id, slug, name, unit, kind, aggregation, definition, may_be_negative)
         ON CONFLICT (slug) DO UPDATE SET
             id = excluded.id, name = excluded.name, unit = excluded.unit, kind = excluded.kind,
             aggregation = excluded.aggregation, definition = excluded.definition,
             method_version = excluded.method_version, may_be_negative = excluded.may_be_negative",
    )
    .bind(ids)
    .bind(texts(|measure| &measure.slug))
    .bind(texts(|measure| &measure.name))
    .bind(texts(|measure| &measure.unit))
    .bind(texts(|measure| measure.kind_text()))
    .bind(aggregations)
    .bind(texts(|measure| &measure.definition))
    .bind(METHOD_VERSION)
    .bind(negative)
    .execute(tx)
    .await?;
    Ok(())
}
