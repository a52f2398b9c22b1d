//! Refuses subjects that the catalog does not have: values of a misspelt slug would be lost among all others.

use std::collections::HashSet;

use sqlx::PgConnection;

use super::key::Key;
use super::manifest::Column;
use super::report::{Rejection, Rejections};

/// The subjects that a file may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subjects {
    /// Records of the catalog, and benchmarks, which are none.
    Known,
    /// Any: the catalog may get them later.
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

/// Keys whose subject is real.
const REAL: &str = "SELECT place - 1, k.kind, k.slug, false
    FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS k (kind, slug, place)
    JOIN subjects AS u ON u.kind = k.kind AND u.slug = k.slug
    WHERE NOT u.is_sample ORDER BY place";

/// Refuses subjects and networks that are unknown, and real subjects of fictional numbers, each where it stands first.
pub async fn refused(
    tx: &mut PgConnection,
    keys: &[Key],
    columns: Option<&[Column]>,
    subjects: Subjects,
    is_sample: bool,
) -> Result<Rejections, sqlx::Error> {
    let mut rejections = Rejections::default();
    if is_sample {
        let texts = |of: fn(&Key) -> &str| -> Vec<String> {
            keys.iter().map(|key| of(key).to_owned()).collect()
        };
        let real: Vec<Named> = sqlx::query_as(REAL)
            .bind(texts(|key| &key.subject_kind))
            .bind(texts(|key| &key.subject_slug))
            .fetch_all(&mut *tx)
            .await?;
        let expected = |_: &str| "a fictional subject: this one is real".to_owned();
        reject(tx, real, columns, expected, &mut rejections).await?;
    }
    if subjects == Subjects::Known {
        let unknown = unknown(tx, keys).await?;
        let expected = |kind: &str| {
            format!("the slug of a record of the catalog of the kind {kind}, or --any-subject")
        };
        reject(tx, unknown, columns, expected, &mut rejections).await?;
    }
    Ok(rejections)
}

/// The place of a key, the kind and slug of its subject or network, and whether it is the network.
type Named = (i64, String, String, bool);

async fn unknown(tx: &mut PgConnection, keys: &[Key]) -> Result<Vec<Named>, sqlx::Error> {
    let texts = |of: fn(&Key) -> &str| -> Vec<String> {
        keys.iter().map(|key| of(key).to_owned()).collect()
    };
    sqlx::query_as(UNKNOWN)
        .bind(texts(|key| &key.subject_kind))
        .bind(texts(|key| &key.subject_slug))
        .bind(texts(|key| &key.network_slug))
        .fetch_all(tx)
        .await
}

async fn reject(
    tx: &mut PgConnection,
    mut named: Vec<Named>,
    columns: Option<&[Column]>,
    expected: impl Fn(&str) -> String,
    rejections: &mut Rejections,
) -> Result<(), sqlx::Error> {
    let mut seen = HashSet::new();
    named.retain(|(_, kind, slug, _)| seen.insert((kind.clone(), slug.clone())));
    let places: Vec<i64> = named.iter().map(|(place, ..)| *place).collect();
    let lines: Vec<i64> = sqlx::query_scalar(
        "SELECT (SELECT coalesce(min(line), 1) FROM incoming WHERE key = u.key)
         FROM unnest($1::bigint[]) WITH ORDINALITY AS u (key, place) ORDER BY place",
    )
    .bind(places)
    .fetch_all(&mut *tx)
    .await?;
    for ((place, kind, slug, is_network), line) in named.into_iter().zip(lines) {
        let column = match columns.and_then(|columns| columns.get(usize::try_from(place).ok()?)) {
            Some(column) => &column.name,
            None if is_network => "network_slug",
            None => "subject_slug",
        };
        rejections.push(Rejection::at(line, column, &slug, &expected(&kind)));
    }
    Ok(())
}
