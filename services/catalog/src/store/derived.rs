//! Columns that follow from other tables, brought up to date after a change.

use kit::db::DbError;
use sqlx::PgConnection;
use time::OffsetDateTime;

use super::{Change, announce};
use crate::kinds::{ASSETS, LOANS, PLATFORMS};

/// What an asset shows of its tokens.
const OF_TOKENS: &str = "
    UPDATE assets AS t
    SET network_slugs = d.network_slugs, tokenization_types = d.types, token_count = d.tokens,
        updated_at = $1
    FROM (
        SELECT a.id, count(k.id) AS tokens,
            coalesce(array_agg(DISTINCT n.slug ORDER BY n.slug) FILTER (WHERE n.id IS NOT NULL), '{}')
                AS network_slugs,
            coalesce(array_agg(DISTINCT k.tokenization_type ORDER BY k.tokenization_type)
                FILTER (WHERE k.tokenization_type IS NOT NULL), '{}') AS types
        FROM assets AS a
        LEFT JOIN tokens AS k ON k.asset_id = a.id
        LEFT JOIN networks AS n ON n.id = k.network_id
        GROUP BY a.id
    ) AS d
    WHERE d.id = t.id AND (t.network_slugs, t.tokenization_types, t.token_count)
        IS DISTINCT FROM (d.network_slugs, d.types, d.tokens)
    RETURNING t.id";

/// The networks that a platform's tokens are on: those of its assets, unless a token names a platform of its own.
/// What is fictional says something of the fictional only.
const OF_PLATFORM_TOKENS: &str = "
    UPDATE platforms AS t SET token_network_slugs = d.network_slugs, updated_at = $1
    FROM (
        SELECT p.id,
            coalesce(array_agg(DISTINCT n.slug ORDER BY n.slug) FILTER (WHERE n.id IS NOT NULL), '{}')
                AS network_slugs
        FROM platforms AS p
        LEFT JOIN (
            SELECT DISTINCT maker.platform_id, k.network_id, k.origin = 'sample' AS is_sample
            FROM tokens AS k
            LEFT JOIN assets AS a ON a.id = k.asset_id
            CROSS JOIN LATERAL (
                VALUES (coalesce(k.platform_id, a.platform_id)), (a.protocol_id)
            ) AS maker (platform_id)
        ) AS k ON k.platform_id = p.id AND (NOT k.is_sample OR p.origin = 'sample')
        LEFT JOIN networks AS n ON n.id = k.network_id
        GROUP BY p.id
    ) AS d
    WHERE d.id = t.id AND t.token_network_slugs IS DISTINCT FROM d.network_slugs
    RETURNING t.id";

/// Since when a loan stands where it stands.
const OF_STEPS: &str = "
    UPDATE loans AS t SET status_changed_at = d.changed_at, updated_at = $1
    FROM (SELECT loan_id, max(changed_at) AS changed_at FROM loan_status_changes GROUP BY loan_id) AS d
    WHERE d.loan_id = t.id AND t.status_changed_at IS DISTINCT FROM d.changed_at
    RETURNING t.id";

/// Counts: table, column, and what is counted for a record `x`. What is fictional counts for the fictional.
const COUNTS: &[(&str, &str, &str)] = &[
    ("networks", "asset_count", "count(DISTINCT asset_id) FROM tokens WHERE network_id = x.id"),
    ("networks", "token_count", "count(*) FROM tokens WHERE network_id = x.id"),
    ("asset_classes", "asset_count", "count(*) FROM assets WHERE asset_class_id = x.id"),
    ("countries", "asset_count", "count(*) FROM assets WHERE country_id = x.id"),
    ("countries", "issuer_count", "count(*) FROM issuers WHERE country_id = x.id"),
    ("issuers", "asset_count", "count(*) FROM assets WHERE issuer_id = x.id"),
    ("managers", "asset_count", "count(*) FROM assets WHERE manager_id = x.id"),
    ("platforms", "asset_count", "count(*) FROM assets WHERE x.id IN (platform_id, protocol_id)"),
    ("platforms", "pool_count", "count(*) FROM pools WHERE platform_id = x.id"),
    ("platforms", "loan_count", "count(*) FROM loans WHERE platform_id = x.id"),
    ("pools", "loan_count", "count(*) FROM loans WHERE pool_id = x.id"),
    (
        "jurisdictions",
        "rule_count",
        "count(*) FROM jurisdiction_rules WHERE jurisdiction_id = x.id",
    ),
    ("jurisdictions", "regulator_count", "count(*) FROM regulators WHERE jurisdiction_id = x.id"),
];

/// Brings everything derived up to date. An asset or a platform whose networks changed is told as updated; counts
/// are not told, as what is counted is.
pub async fn refresh(tx: &mut PgConnection, now: OffsetDateTime) -> Result<(), DbError> {
    let changed: Vec<i64> = sqlx::query_scalar(OF_TOKENS).bind(now).fetch_all(&mut *tx).await?;
    let reached: Vec<i64> =
        sqlx::query_scalar(OF_PLATFORM_TOKENS).bind(now).fetch_all(&mut *tx).await?;
    let moved: Vec<i64> = sqlx::query_scalar(OF_STEPS).bind(now).fetch_all(&mut *tx).await?;
    for (table, column, counted) in COUNTS {
        let statement = format!(
            "UPDATE {table} AS t SET {column} = d.counted
             FROM (SELECT x.id, (
                 SELECT {counted} AND (origin <> 'sample' OR x.origin = 'sample')
             ) AS counted FROM {table} AS x) AS d
             WHERE d.id = t.id AND t.{column} <> d.counted"
        );
        sqlx::query(sqlx::AssertSqlSafe(statement)).execute(&mut *tx).await?;
    }
    sqlx::query("REFRESH MATERIALIZED VIEW companies").execute(&mut *tx).await?;
    sqlx::query("UPDATE table_versions SET version = version + 1 WHERE table_name = 'companies'")
        .execute(&mut *tx)
        .await?;
    announce(tx, &ASSETS, Change::Updated, &changed).await?;
    announce(tx, &PLATFORMS, Change::Updated, &reached).await?;
    announce(tx, &LOANS, Change::Updated, &moved).await
}
