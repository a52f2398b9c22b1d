//! Refuses subjects that the catalog does not have: values of a misspelt slug would be lost among all others.

use std::collections::HashSet;

use sqlx::PgConnection;

use crate::import::manifests::key::Key;
use crate::import::manifests::manifest::Column;
use crate::import::report::{Rejection, Rejections};

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
        WHERE u.kind = named.kind AND u.slug = named.slug AND (u.updated_at > 0 OR u.is_sample)
    )
    ORDER BY place, is_network";

/// Keys whose subject is real.
const REAL: &str = "SELECT place - 1, k.kind, k.slug, false
    FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS k (kind, slug, place)
    JOIN subjects AS u ON u.kind = k.kind AND u.slug = k.slug
    WHERE NOT u.is_sample ORDER BY place";

/// Refuses subjects and networks that are unknown, and real subjects of fictional numbers, each where it stands first.
pub async fn rejections(
    tx: &mut PgConnection,
    keys: &[Key],
    columns: Option<&[Column]>,
    subjects: Subjects,
    is_sample: bool,
) -> Result<Rejections, sqlx::Error> {
    let wrong = wrong(tx, keys, subjects, is_sample).await?;
    let places: Vec<i64> = wrong.iter().map(|wrong| wrong.place).collect();
    let lines: Vec<i64> = sqlx::query_scalar(
        "SELECT (SELECT coalesce(min(line), 1) FROM incoming WHERE key = u.key)
         FROM unnest($1::bigint[]) WITH ORDINALITY AS u (key, place) ORDER BY place",
    )
    .bind(places)
    .fetch_all(&mut *tx)
    .await?;
    let mut rejections = Rejections::default();
    for (wrong, line) in wrong.into_iter().zip(lines) {
        let place = usize::try_from(wrong.place).unwrap_or_default();
        let column = match columns.and_then(|columns| columns.get(place)) {
            Some(column) => &column.name,
            None => wrong.column,
        };
        rejections.push(Rejection::at(line, column, &wrong.slug, &wrong.expected));
    }
    Ok(rejections)
}

/// A subject or network that a file may not have.
pub struct Wrong {
    /// The place of the first key that names it.
    pub place: i64,
    /// The column that names it in a file with a row for each value.
    pub column: &'static str,
    pub slug: String,
    pub expected: String,
}

/// The place of a key, the kind and slug of its subject or network, and whether it is the network.
type NamedSubject = (i64, String, String, bool);

/// Subjects and networks that are unknown, and real subjects of fictional numbers.
pub async fn wrong(
    tx: &mut PgConnection,
    keys: &[Key],
    subjects: Subjects,
    is_sample: bool,
) -> Result<Vec<Wrong>, sqlx::Error> {
    let texts = |of: fn(&Key) -> &str| -> Vec<String> {
        keys.iter().map(|key| of(key).to_owned()).collect()
    };
    let (kinds, slugs) = (texts(|key| &key.subject_kind), texts(|key| &key.subject_slug));
    let mut found = Vec::new();
    if is_sample {
        let real: Vec<NamedSubject> =
            sqlx::query_as(REAL).bind(&kinds).bind(&slugs).fetch_all(&mut *tx).await?;
        add(&mut found, real, |_| "a fictional subject: this one is real".to_owned());
    }
    if subjects == Subjects::Known {
        let networks = texts(|key| &key.network_slug);
        let unknown: Vec<NamedSubject> = sqlx::query_as(UNKNOWN)
            .bind(&kinds)
            .bind(&slugs)
            .bind(networks)
            .fetch_all(&mut *tx)
            .await?;
        add(&mut found, unknown, |kind| {
            format!("the slug of a record of the catalog of the kind {kind}, or --any-subject")
        });
    }
    Ok(found)
}

fn add(found: &mut Vec<Wrong>, named: Vec<NamedSubject>, expected: impl Fn(&str) -> String) {
    let mut seen = HashSet::new();
    for (place, kind, slug, is_network) in named {
        if seen.insert((kind.clone(), slug.clone())) {
            let column = if is_network { "network_slug" } else { "subject_slug" };
            found.push(Wrong { place, column, slug, expected: expected(&kind) });
        }
    }
}
