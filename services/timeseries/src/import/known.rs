//! Whether the catalog knows whom a file is about: a slug that is misspelt would be lost among all others.

use std::collections::HashSet;

use sqlx::PgConnection;

use super::key::Key;
use super::manifest::Column;
use super::report::{Rejection, Rejections};

/// Of whom a file may tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subjects {
    /// Of records that the catalog has told of, and of benchmarks, which it does not have.
    Known,
    /// Of anybody: of who is not known, the catalog may tell later.
    Any,
}

const UNKNOWN: &str = "WITH keys AS (
        SELECT * FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS k (kind, slug, network, place)
    )
    SELECT place - 1, kind, slug, is_network
    FROM (
        SELECT place, kind, slug, false AS is_network FROM keys WHERE kind <> 'benchmark'
        UNION ALL
        SELECT place, 'network', network, true FROM keys WHERE network <> ''
    ) AS named
    WHERE NOT EXISTS (
        SELECT FROM subjects AS u
        WHERE u.kind = named.kind AND u.slug = named.slug AND (u.told_at > 0 OR u.is_sample)
    )
    ORDER BY place, is_network";

/// Refuses subjects and networks that the catalog has not told of, each where it stands first.
pub async fn unknown(
    tx: &mut PgConnection,
    keys: &[Key],
    columns: Option<&[Column]>,
) -> Result<Rejections, sqlx::Error> {
    let texts = |of: fn(&Key) -> &str| -> Vec<String> {
        keys.iter().map(|key| of(key).to_owned()).collect()
    };
    let mut unknown: Vec<(i64, String, String, bool)> = sqlx::query_as(UNKNOWN)
        .bind(texts(|key| &key.subject_kind))
        .bind(texts(|key| &key.subject_slug))
        .bind(texts(|key| &key.network_slug))
        .fetch_all(&mut *tx)
        .await?;
    let mut seen = HashSet::new();
    unknown.retain(|(_, kind, slug, _)| seen.insert((kind.clone(), slug.clone())));
    let places: Vec<i64> = unknown.iter().map(|(place, ..)| *place).collect();
    let lines: Vec<i64> = sqlx::query_scalar(
        "SELECT (SELECT coalesce(min(line), 1) FROM incoming WHERE key = u.key)
         FROM unnest($1::bigint[]) WITH ORDINALITY AS u (key, place) ORDER BY place",
    )
    .bind(places)
    .fetch_all(&mut *tx)
    .await?;
    let mut rejections = Rejections::default();
    for ((place, kind, slug, is_network), line) in unknown.into_iter().zip(lines) {
        let column = match columns.and_then(|columns| columns.get(usize::try_from(place).ok()?)) {
            Some(column) => &column.name,
            None if is_network => "network_slug",
            None => "subject_slug",
        };
        let expected =
            format!("a slug of the kind {kind} that the catalog has told of, or --any-subject");
        rejections.push(Rejection::at(line, column, &slug, &expected));
    }
    Ok(rejections)
}
