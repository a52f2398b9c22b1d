//! The queries that snapshots are read with.

use std::collections::HashMap;
use std::sync::Arc;

use engine::withheld_reasons::{self, Reason};
use engine::{Column, Day, Generation, Series, Subject, day, measures};
use futures::TryStreamExt as _;
use kit::db::DbError;
use kit::licence::Terms;
use proto::codec::Text as _;
use proto::timeseries::v1::SubjectKind;
use sqlx::{FromRow, PgConnection};
use time::{Date, OffsetDateTime};

use crate::visibility::visibility;

/// The most networks that settle on one another.
const LONGEST_CHAIN: usize = 8;

#[derive(FromRow)]
struct SubjectRow {
    id: i64,
    kind: String,
    slug: String,
    name: String,
    is_sample: bool,
    asset_slug: Option<String>,
    network_slug: Option<String>,
    parent_slug: Option<String>,
    platform_slug: Option<String>,
    issuer_slug: Option<String>,
    manager_slug: Option<String>,
    asset_class_slug: Option<String>,
    country_code: Option<String>,
    tokenization_type: Option<String>,
    is_yield_bearing: Option<bool>,
    denomination: Option<String>,
    master_slug: Option<String>,
}

impl SubjectRow {
    fn subject(self) -> Subject {
        Subject {
            id: self.id,
            kind: SubjectKind::from_text(&self.kind).unwrap_or_default(),
            slug: self.slug,
            name: self.name,
            is_sample: self.is_sample,
            asset: self.asset_slug,
            network: self.network_slug,
            parent: self.parent_slug,
            platform: self.platform_slug,
            issuer: self.issuer_slug,
            manager: self.manager_slug,
            asset_class: self.asset_class_slug,
            country: self.country_code,
            tokenization_type: self.tokenization_type,
            is_yield_bearing: self.is_yield_bearing,
            denomination: self.denomination,
            master: self.master_slug,
        }
    }
}

#[derive(FromRow)]
struct SeriesRow {
    id: i64,
    subject_id: i64,
    network_slug: String,
    measure_slug: String,
    source: String,
    carry_days: i32,
    is_monthly_average: bool,
}

/// The generation of the data that the database has now.
pub async fn generation(conn: &mut PgConnection) -> Result<Generation, DbError> {
    let (load, catalog) = sqlx::query_as(
        "SELECT (SELECT coalesce(max(id), 0) FROM loads),
             (SELECT coalesce(sum(version), 0)::bigint FROM subjects) + (SELECT count(*) FROM source_ranks)",
    )
    .fetch_one(conn)
    .await?;
    Ok(Generation { load, catalog })
}

/// The subjects, without removed ones; tokens inherit properties of their assets.
pub async fn subjects(conn: &mut PgConnection) -> Result<Vec<Subject>, DbError> {
    let subjects: Vec<SubjectRow> = sqlx::query_as(
        "SELECT id, kind, slug, name, is_sample, asset_slug, network_slug, parent_slug, platform_slug, issuer_slug,
             manager_slug, asset_class_slug, country_code, tokenization_type, is_yield_bearing, denomination, master_slug
         FROM subjects WHERE deleted_at IS NULL",
    )
    .fetch_all(conn)
    .await?;
    let mut subjects: Vec<Subject> = subjects.into_iter().map(SubjectRow::subject).collect();
    inherit(&mut subjects);
    Ok(subjects)
}

/// Every series of these subjects, without values.
pub async fn series(conn: &mut PgConnection) -> Result<HashMap<i64, Series>, DbError> {
    let subjects = subjects(&mut *conn).await?;
    let subjects: HashMap<i64, Arc<Subject>> =
        subjects.into_iter().map(|subject| (subject.id, Arc::new(subject))).collect();
    let rows: Vec<SeriesRow> = sqlx::query_as(
        "SELECT id, subject_id, network_slug, measure_slug, source, carry_days, is_monthly_average FROM series",
    )
    .fetch_all(conn)
    .await?;
    let settlements = settlements(subjects.values());
    let series = rows.into_iter().filter_map(|row| {
        let subject = Arc::clone(subjects.get(&row.subject_id)?);
        // A newer release may have written a measure that this one does not know.
        let measure = measures::observed(&row.measure_slug)?;
        let network = network_of(&row.network_slug, &subject);
        let series = Series {
            settlement: network.and_then(|network| settlements.get(network)).cloned(),
            network: row.network_slug,
            source: row.source,
            carry: row.carry_days,
            is_monthly_average: row.is_monthly_average,
            ..Series::observed(row.id, subject, measure)
        };
        Some((row.id, series))
    });
    Ok(series.collect())
}

/// The network that a series is of, with its own one or that of its subject.
fn network_of<'a>(own: &'a str, subject: &'a Subject) -> Option<&'a str> {
    match subject.kind {
        _ if !own.is_empty() => Some(own),
        SubjectKind::Network => Some(&subject.slug),
        _ => subject.network.as_deref(),
    }
}

/// For each network that settles on another one the network at the end of the chain of those that settle it.
fn settlements<'a>(subjects: impl Iterator<Item = &'a Arc<Subject>>) -> HashMap<String, String> {
    let parents: HashMap<&str, &str> = subjects
        .filter(|subject| subject.kind == SubjectKind::Network)
        .filter_map(|network| Some((network.slug.as_str(), network.parent.as_deref()?)))
        .collect();
    let last = |network: &&str| {
        // Networks that settle on each other in a circle have no end.
        let chain = std::iter::successors(Some(*network), |network| parents.get(network).copied());
        chain.take(LONGEST_CHAIN).last().unwrap_or_default().to_owned()
    };
    parents.keys().map(|network| ((*network).to_owned(), last(network))).collect()
}

/// The terms of the licences of restricted series, by the id of the series.
pub type RestrictedSeries = HashMap<i64, Terms>;

/// The series that are not for everybody, or not for files.
pub async fn restricted(conn: &mut PgConnection) -> Result<RestrictedSeries, DbError> {
    let rows: Vec<(i64, String, bool)> = sqlx::query_as(
        "SELECT id, visible_to, is_redistributable FROM series
         WHERE visible_to <> 'everybody' OR NOT is_redistributable",
    )
    .fetch_all(conn)
    .await?;
    let terms = rows.into_iter().map(|(id, visible_to, is_redistributable)| {
        (id, Terms { visible_to: visibility(&visible_to), is_redistributable })
    });
    Ok(terms.collect())
}

/// Gives tokens the properties that the catalog has for their assets only.
fn inherit(subjects: &mut [Subject]) {
    let assets = subjects.iter().filter(|subject| subject.kind == SubjectKind::Asset);
    let assets: HashMap<String, Subject> =
        assets.map(|asset| (asset.slug.clone(), asset.clone())).collect();
    for token in subjects.iter_mut().filter(|subject| subject.kind == SubjectKind::Token) {
        let Some(asset) = token.asset.as_ref().and_then(|slug| assets.get(slug)) else { continue };
        // The catalog announces no token when the class of its asset changes.
        token.asset_class.clone_from(&asset.asset_class);
        token.is_yield_bearing = asset.is_yield_bearing;
        token.denomination.clone_from(&asset.denomination);
        token.master.clone_from(&asset.master);
        let pairs = [
            (&mut token.platform, &asset.platform),
            (&mut token.issuer, &asset.issuer),
            (&mut token.manager, &asset.manager),
            (&mut token.country, &asset.country),
        ];
        for (own, inherited) in pairs {
            if own.is_none() {
                own.clone_from(inherited);
            }
        }
    }
}

type Row = (i64, Date, Option<f64>, Option<String>);

/// Passes on every value, in the order of series and days; the newest value of a day comes last.
pub async fn everything(
    conn: &mut PgConnection,
    mut take: impl FnMut(i64, Day, &ObservedValue),
) -> Result<(), DbError> {
    let mut rows = sqlx::query_as::<_, Row>(
        "SELECT series_id, date, value, reason FROM observations ORDER BY series_id, date, known_at",
    )
    .fetch(conn);
    while let Some((series, date, value, reason)) = rows.try_next().await? {
        take(series, day::from_date(date), &ObservedValue::new(value, reason.as_deref()));
    }
    Ok(())
}

/// Passes on the newest value of every day that was changed by loads after `after`, up to `to`.
pub async fn changes(
    conn: &mut PgConnection,
    after: i64,
    to: i64,
    mut take: impl FnMut(i64, Day, &ObservedValue),
) -> Result<(), DbError> {
    let mut rows = sqlx::query_as::<_, Row>(
        "SELECT n.series_id, n.date, o.value, o.reason
         FROM (
             SELECT DISTINCT series_id, date FROM observations WHERE load_id > $1 AND load_id <= $2
         ) AS n
         CROSS JOIN LATERAL (
             SELECT value, reason FROM observations AS o
             WHERE o.series_id = n.series_id AND o.date = n.date ORDER BY known_at DESC LIMIT 1
         ) AS o
         ORDER BY n.series_id, n.date",
    )
    .bind(after)
    .bind(to)
    // A plan that is kept would be that of the empty table, with a scan of all values for each one.
    .persistent(false)
    .fetch(conn);
    while let Some((series, date, value, reason)) = rows.try_next().await? {
        take(series, day::from_date(date), &ObservedValue::new(value, reason.as_deref()));
    }
    Ok(())
}

/// Passes on every value of some series that have values of loads up to `to`, as `everything` does.
pub async fn values_of_series(
    conn: &mut PgConnection,
    series: &[i64],
    to: i64,
    mut take: impl FnMut(i64, Day, &ObservedValue),
) -> Result<(), DbError> {
    let mut rows = sqlx::query_as::<_, Row>(
        "SELECT series_id, date, value, reason FROM observations
         WHERE series_id IN (SELECT series_id FROM series_loads WHERE series_id = ANY($1) AND load_id <= $2)
         ORDER BY series_id, date, known_at",
    )
    .bind(series)
    .bind(to)
    .persistent(false)
    .fetch(conn);
    while let Some((series, date, value, reason)) = rows.try_next().await? {
        take(series, day::from_date(date), &ObservedValue::new(value, reason.as_deref()));
    }
    Ok(())
}

/// Passes on the values of some series as they were known at an instant, for a range of days.
pub async fn known_at(
    conn: &mut PgConnection,
    series: &[i64],
    at: OffsetDateTime,
    (from, to): (Day, Day),
    mut take: impl FnMut(i64, Day, &ObservedValue),
) -> Result<(), DbError> {
    let mut rows = sqlx::query_as::<_, Row>(
        "SELECT DISTINCT ON (series_id, date) series_id, date, value, reason FROM observations
         WHERE series_id = ANY($1) AND known_at <= $2 AND date BETWEEN $3 AND $4
         ORDER BY series_id, date, known_at DESC",
    )
    .bind(series)
    .bind(at)
    .bind(day::date(from))
    .bind(day::date(to))
    .fetch(conn);
    while let Some((series, date, value, reason)) = rows.try_next().await? {
        take(series, day::from_date(date), &ObservedValue::new(value, reason.as_deref()));
    }
    Ok(())
}

/// The requested series that had begun before a day, each with its last known value before it, as known at an instant.
pub async fn last_before(
    conn: &mut PgConnection,
    series: &[i64],
    at: OffsetDateTime,
    before: Day,
) -> Result<Vec<(i64, Option<(Day, f64)>)>, DbError> {
    let rows: Vec<(i64, Option<Date>, Option<f64>)> = sqlx::query_as(
        "SELECT wanted.id, o.date, o.value FROM unnest($1::bigint[]) AS wanted (id)
         LEFT JOIN LATERAL (
             SELECT o.date, o.value FROM observations AS o
             WHERE o.series_id = wanted.id AND o.date < $3 AND o.known_at <= $2
                 AND o.value IS NOT NULL AND o.reason IS NULL
                 AND NOT EXISTS (
                     SELECT FROM observations AS n
                     WHERE n.series_id = o.series_id AND n.date = o.date AND n.known_at <= $2 AND n.known_at > o.known_at
                 )
             ORDER BY o.date DESC LIMIT 1
         ) AS o ON true
         WHERE EXISTS (
             SELECT FROM observations WHERE series_id = wanted.id AND known_at <= $2 AND date < $3
         )",
    )
    .bind(series)
    .bind(at)
    .bind(day::date(before))
    .fetch_all(conn)
    .await?;
    let known = |date: Option<Date>, value: Option<f64>| Some((day::from_date(date?), value?));
    Ok(rows.into_iter().map(|(id, date, value)| (id, known(date, value))).collect())
}

/// The value of a row, or the reason for which it is withheld.
pub struct ObservedValue {
    value: Option<f64>,
    reason: Option<&'static Reason>,
}

impl ObservedValue {
    fn new(value: Option<f64>, reason: Option<&str>) -> Self {
        // A reason of a newer release withholds the value too, although this one does not know it.
        Self {
            value: value.filter(|_| reason.is_none()),
            reason: reason.and_then(withheld_reasons::by_code),
        }
    }

    /// Writes it to the column of its series.
    pub fn write(&self, column: &mut Column, day: Day) {
        match self.value {
            Some(value) => column.set(day, Some(value)),
            None => column.withhold(day, self.reason),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settled(networks: &[(&str, &str)]) -> Vec<(String, String)> {
        let network = |(slug, parent): &(&str, &str)| {
            let parent = (!parent.is_empty()).then(|| (*parent).to_owned());
            Arc::new(Subject { parent, ..Subject::new(1, SubjectKind::Network, slug) })
        };
        let networks: Vec<Arc<Subject>> = networks.iter().map(network).collect();
        let mut found: Vec<_> = settlements(networks.iter()).into_iter().collect();
        found.sort();
        found
    }

    #[test]
    fn a_network_settles_on_the_last_of_its_chain() {
        let chain = [("main", ""), ("layer", "main"), ("deep", "layer"), ("other", "")];
        let expected = [("deep", "main"), ("layer", "main")];
        assert_eq!(settled(&chain), expected.map(|(of, on)| (of.to_owned(), on.to_owned())));
    }

    #[test]
    fn a_circle_of_networks_ends() {
        assert_eq!(settled(&[("one", "two"), ("two", "one"), ("self", "self")]).len(), 3);
    }
}
