//! The subjects of series, kept equal to the records of the catalog.

use kit::db::DbError;
use kit::outbox;
use proto::catalog::v1::{Asset, Loan, Network, Platform, Pool, Token, TokenizationType};
use proto::codec::Text as _;
use proto::timeseries::v1::RecordsChanged;
use serde::Serialize;
use sqlx::PgConnection;
use sqlx::types::Json;
use time::OffsetDateTime;

use crate::class_changes;
use crate::scopes::ScopeAttributes;

/// The properties of a record of the catalog.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Record {
    pub kind: &'static str,
    /// Its id in the catalog; `None` if it does not come from the catalog.
    pub catalog_id: Option<i64>,
    pub slug: String,
    pub name: String,
    /// Whether it is fictional.
    pub is_sample: bool,
    /// When the catalog changed it, in milliseconds since 1970.
    pub updated_at: i64,
    pub source: Option<String>,
    pub licence: Option<String>,
    /// The asset it belongs to.
    pub asset: Option<String>,
    pub network: Option<String>,
    /// The network on which a network settles.
    pub parent: Option<String>,
    pub platform: Option<String>,
    pub issuer: Option<String>,
    pub manager: Option<String>,
    pub asset_class: Option<String>,
    /// The day from which an asset has its class, if it had another one before.
    pub classified_on: Option<String>,
    /// The country of issue.
    pub country: Option<String>,
    /// Whether it can leave its platform.
    pub tokenization_type: Option<String>,
    /// Whether it pays or accrues a yield.
    pub is_yield_bearing: Option<bool>,
    /// The code of the currency that it is denominated in.
    pub denomination: Option<String>,
    /// The master fund that a feeder fund invests in.
    pub master: Option<String>,
    /// The ids by which scopes select it; `None` if it does not come from the catalog.
    pub scope_attributes: Option<ScopeAttributes>,
}

macro_rules! record {
    ($kind:literal, $of:ident $(, $field:ident: $value:expr)*) => {
        Self {
            kind: $kind,
            catalog_id: Some($of.id),
            slug: $of.slug,
            name: $of.name,
            is_sample: $of.is_sample,
            updated_at: $of.updated_at,
            source: Some($of.source),
            licence: Some($of.licence),
            $($field: $value,)*
            ..Self::default()
        }
    };
}

impl From<Asset> for Record {
    fn from(asset: Asset) -> Self {
        let attributes = ScopeAttributes {
            asset_class_id: Some(asset.asset_class_id),
            platform_id: asset.platform_id,
            issuer_id: asset.issuer_id,
            protocol_id: asset.protocol_id,
            asset_id: Some(asset.id),
            sector_id: asset.sector_id,
            network_slugs: asset.network_slugs,
        };
        record!("asset", asset,
            scope_attributes: Some(attributes),
            platform: asset.platform_slug,
            issuer: asset.issuer_slug,
            manager: asset.manager_slug,
            asset_class: Some(asset.asset_class_slug),
            classified_on: asset.classified_on,
            country: asset.country_code,
            is_yield_bearing: asset.is_yield_bearing,
            // A coin is denominated in what it is pegged to.
            denomination: asset.denomination_currency.or(asset.peg_currency),
            master: asset.master_slug)
    }
}

impl From<Token> for Record {
    fn from(token: Token) -> Self {
        let tokenization =
            token.tokenization_type.and_then(|kind| TokenizationType::try_from(kind).ok());
        let attributes = ScopeAttributes {
            platform_id: token.platform_id,
            asset_id: token.asset_id,
            network_slugs: token.network_slug.iter().cloned().collect(),
            ..ScopeAttributes::default()
        };
        record!("token", token,
            scope_attributes: Some(attributes),
            asset: token.asset_slug,
            network: token.network_slug,
            platform: token.platform_slug,
            asset_class: token.asset_class_slug,
            tokenization_type: tokenization.map(|kind| kind.text().to_owned()))
    }
}

impl From<Network> for Record {
    fn from(network: Network) -> Self {
        // One under another name is that network.
        let own = network.alias_of.unwrap_or_else(|| network.slug.clone());
        let attributes = ScopeAttributes { network_slugs: vec![own], ..ScopeAttributes::default() };
        record!("network", network,
            scope_attributes: Some(attributes),
            parent: network.parent_slug)
    }
}

impl From<Platform> for Record {
    fn from(platform: Platform) -> Self {
        let networks = platform.network_slugs.into_iter().chain(platform.token_network_slugs);
        let attributes = ScopeAttributes {
            asset_class_id: platform.asset_class_id,
            platform_id: Some(platform.id),
            protocol_id: Some(platform.id),
            network_slugs: networks.collect(),
            ..ScopeAttributes::default()
        };
        record!("platform", platform, scope_attributes: Some(attributes))
    }
}

impl From<Pool> for Record {
    fn from(pool: Pool) -> Self {
        let attributes = ScopeAttributes {
            platform_id: Some(pool.platform_id),
            protocol_id: Some(pool.platform_id),
            network_slugs: pool.network_slug.iter().cloned().collect(),
            ..ScopeAttributes::default()
        };
        record!("pool", pool,
            scope_attributes: Some(attributes),
            network: pool.network_slug,
            platform: Some(pool.platform_slug),
            denomination: pool.currency)
    }
}

impl From<Loan> for Record {
    fn from(loan: Loan) -> Self {
        let attributes = ScopeAttributes {
            platform_id: Some(loan.platform_id),
            issuer_id: loan.issuer_id,
            protocol_id: Some(loan.platform_id),
            asset_id: loan.asset_id,
            network_slugs: loan.network_slug.iter().cloned().collect(),
            ..ScopeAttributes::default()
        };
        record!("loan", loan,
            scope_attributes: Some(attributes),
            asset: loan.asset_slug,
            network: loan.network_slug,
            platform: Some(loan.platform_slug),
            issuer: loan.issuer_slug)
    }
}

/// Writes a subject of the catalog. An earlier change never replaces a later one, and a known one changes nothing, so
/// that a replay of the stream announces nothing.
pub async fn save<T: Into<Record>>(
    tx: &mut PgConnection,
    record: Option<T>,
    is_stale: bool,
) -> Result<(), DbError> {
    let Some(record) = record.map(Into::into).filter(|_| !is_stale) else { return Ok(()) };
    if save_all(tx, std::slice::from_ref(&record)).await? == 0 {
        return Ok(());
    }
    announce(tx, record.kind, record.slug).await
}

/// Writes many subjects and returns how many of them changed. A subject that the catalog has removed comes back only
/// from the catalog.
pub async fn save_all(tx: &mut PgConnection, records: &[Record]) -> Result<u64, sqlx::Error> {
    class_changes::note(&mut *tx, records).await?;
    let saved = sqlx::query(
        "INSERT INTO subjects AS s (kind, slug, name, is_sample, asset_slug, network_slug, parent_slug, platform_slug,
             issuer_slug, manager_slug, asset_class_slug, country_code, tokenization_type, is_yield_bearing, denomination, master_slug, source,
             licence, updated_at, catalog_id, scope_attributes)
         SELECT kind, slug, name, is_sample, asset, network, parent, platform, issuer, manager, asset_class, country,
             tokenization_type, is_yield_bearing, denomination, master, source, licence, updated_at, catalog_id, scope_attributes
         FROM jsonb_to_recordset($1) AS r (kind text, slug text, name text, is_sample boolean, asset text,
             network text, parent text, platform text, issuer text, manager text, asset_class text, country text,
             tokenization_type text, is_yield_bearing boolean, denomination text, master text, source text, licence text, updated_at bigint, catalog_id bigint,
             scope_attributes jsonb)
         ON CONFLICT (kind, slug) DO UPDATE SET
             name = excluded.name, is_sample = excluded.is_sample, asset_slug = excluded.asset_slug,
             network_slug = excluded.network_slug, parent_slug = excluded.parent_slug, platform_slug = excluded.platform_slug,
             issuer_slug = excluded.issuer_slug, manager_slug = excluded.manager_slug,
             asset_class_slug = excluded.asset_class_slug, country_code = excluded.country_code,
             tokenization_type = excluded.tokenization_type, is_yield_bearing = excluded.is_yield_bearing,
             denomination = excluded.denomination, master_slug = excluded.master_slug, source = excluded.source, licence = excluded.licence,
             updated_at = excluded.updated_at, catalog_id = coalesce(excluded.catalog_id, s.catalog_id),
             scope_attributes = coalesce(excluded.scope_attributes, s.scope_attributes),
             deleted_at = CASE WHEN excluded.catalog_id IS NULL THEN s.deleted_at END, version = s.version + 1
         WHERE s.updated_at <= excluded.updated_at AND (
             (s.updated_at, s.name, s.is_sample, s.asset_slug, s.network_slug, s.parent_slug, s.platform_slug,
                 s.issuer_slug, s.manager_slug, s.asset_class_slug, s.country_code, s.tokenization_type, s.is_yield_bearing,
                 s.denomination, s.master_slug, s.source, s.licence, s.catalog_id, s.scope_attributes)
             IS DISTINCT FROM (excluded.updated_at, excluded.name, excluded.is_sample, excluded.asset_slug,
                 excluded.network_slug, excluded.parent_slug, excluded.platform_slug, excluded.issuer_slug, excluded.manager_slug,
                 excluded.asset_class_slug, excluded.country_code, excluded.tokenization_type,
                 excluded.is_yield_bearing, excluded.denomination, excluded.master_slug, excluded.source, excluded.licence, coalesce(excluded.catalog_id, s.catalog_id),
                 coalesce(excluded.scope_attributes, s.scope_attributes))
             OR s.deleted_at IS NOT NULL AND excluded.catalog_id IS NOT NULL)",
    )
    .bind(Json(records))
    .execute(tx)
    .await?;
    Ok(saved.rows_affected())
}

/// A record that the catalog has removed.
#[derive(Clone, Debug)]
pub struct RemovedRecord {
    pub kind: &'static str,
    pub catalog_id: i64,
    pub slug: String,
    /// When the catalog removed it.
    pub at: OffsetDateTime,
}

/// Marks a subject as removed; its numbers stay. Another record of the same slug may have taken its place already: the id
/// of the record decides, or, if the id is not known yet, the time.
pub async fn remove(
    tx: &mut PgConnection,
    removed: RemovedRecord,
    is_stale: bool,
) -> Result<(), DbError> {
    if is_stale {
        return Ok(());
    }
    let RemovedRecord { kind, catalog_id, slug, at } = removed;
    let marked = sqlx::query(
        "UPDATE subjects SET deleted_at = $4, version = version + 1
         WHERE kind = $1 AND slug = $2 AND deleted_at IS NULL
             AND (catalog_id = $3 OR catalog_id IS NULL AND updated_at <= $5)",
    )
    .bind(kind)
    .bind(&slug)
    .bind(catalog_id)
    .bind(at)
    .bind(kit::clock::milliseconds(at))
    .execute(&mut *tx)
    .await?;
    if marked.rows_affected() == 0 {
        return Ok(());
    }
    announce(tx, kind, slug).await
}

async fn announce(tx: &mut PgConnection, kind: &str, slug: String) -> Result<(), DbError> {
    let key = format!("{kind}/{slug}");
    let event = RecordsChanged { subject_slugs: vec![slug], load_id: None };
    outbox::publish_for(tx, &event, &key).await
}
