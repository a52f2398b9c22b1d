//! The series that files are about.

use kit::db::DbError;
use sqlx::PgConnection;

use crate::import::manifests::key::Key;
use engine::Frequency;

/// The series of keys, in their order. New series and subjects are added; known ones get the name and frequency of the
/// file, if it has any, but records of the catalog keep its names.
pub async fn ids(
    tx: &mut PgConnection,
    keys: &[Key],
    is_sample: bool,
) -> Result<Vec<i64>, DbError> {
    let texts = |of: fn(&Key) -> &str| keys.iter().map(|key| of(key).to_owned()).collect();
    let kinds: Vec<String> = texts(|key| &key.subject_kind);
    let slugs: Vec<String> = texts(|key| &key.subject_slug);
    let networks: Vec<String> = texts(|key| &key.network_slug);
    let measures: Vec<String> = texts(|key| key.measure_slug);
    let sources: Vec<String> = texts(|key| &key.source);
    let names: Vec<Option<String>> = keys.iter().map(|key| key.name.clone()).collect();
    let carry: Vec<Option<i32>> =
        keys.iter().map(|key| key.frequency.map(Frequency::carry_days)).collect();
    let averages: Vec<Option<bool>> = keys.iter().map(Key::is_monthly_average).collect();
    sqlx::query(
        "INSERT INTO subjects (kind, slug, name, is_sample)
         SELECT DISTINCT ON (kind, slug) kind, slug, coalesce(name, slug), $4
         FROM unnest($1::text[], $2::text[], $3::text[]) AS k (kind, slug, name)
         ORDER BY kind, slug, name
         ON CONFLICT (kind, slug) DO UPDATE SET name = excluded.name, version = subjects.version + 1
         WHERE subjects.updated_at = 0 AND excluded.name NOT IN (subjects.name, excluded.slug)",
    )
    .bind(&kinds)
    .bind(&slugs)
    .bind(names)
    .bind(is_sample)
    .execute(&mut *tx)
    .await?;
    sqlx::query(
        "INSERT INTO series (subject_id, network_slug, measure_slug, source, carry_days, is_monthly_average)
         SELECT u.id, k.network, k.measure, k.source, coalesce(k.carry, $7), coalesce(k.is_average, false)
         FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::integer[], $8::boolean[])
             WITH ORDINALITY AS k (kind, slug, network, measure, source, carry, is_average, place)
         JOIN subjects AS u ON u.kind = k.kind AND u.slug = k.slug
         ORDER BY k.place
         ON CONFLICT (subject_id, network_slug, measure_slug, source) DO NOTHING",
    )
    .bind(&kinds)
    .bind(&slugs)
    .bind(&networks)
    .bind(&measures)
    .bind(&sources)
    .bind(&carry)
    .bind(Frequency::default().carry_days())
    .bind(&averages)
    .execute(&mut *tx)
    .await?;
    sqlx::query(
        "UPDATE series AS s SET carry_days = k.carry, is_monthly_average = k.is_average
         FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::integer[], $7::boolean[])
             AS k (kind, slug, network, measure, source, carry, is_average)
         JOIN subjects AS u ON u.kind = k.kind AND u.slug = k.slug
         WHERE s.subject_id = u.id AND s.network_slug = k.network AND s.measure_slug = k.measure
             AND s.source = k.source AND (s.carry_days, s.is_monthly_average) <> (k.carry, k.is_average)",
    )
    .bind(&kinds)
    .bind(&slugs)
    .bind(&networks)
    .bind(&measures)
    .bind(&sources)
    .bind(&carry)
    .bind(&averages)
    .execute(&mut *tx)
    .await?;
    Ok(sqlx::query_scalar(
        "SELECT s.id
         FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) WITH ORDINALITY
             AS k (kind, slug, network, measure, source, place)
         JOIN subjects AS u ON u.kind = k.kind AND u.slug = k.slug
         JOIN series AS s ON s.subject_id = u.id AND s.network_slug = k.network
             AND s.measure_slug = k.measure AND s.source = k.source
         ORDER BY k.place",
    )
    .bind(&kinds)
    .bind(&slugs)
    .bind(&networks)
    .bind(&measures)
    .bind(&sources)
    .fetch_all(&mut *tx)
    .await?)
}
