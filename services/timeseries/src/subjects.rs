//! Whom numbers are about, as the catalog tells it.

use kit::bus::HandlerError;
use proto::catalog::v1::{Asset, Loan, Network, Platform, Pool, Token, TokenizationType};
use proto::codec::Text as _;
use sqlx::PgConnection;

/// What is taken over of a record of the catalog.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    kind: &'static str,
    slug: String,
    name: String,
    is_sample: bool,
    updated_at: i64,
    asset: Option<String>,
    network: Option<String>,
    platform: Option<String>,
    issuer: Option<String>,
    manager: Option<String>,
    asset_class: Option<String>,
    country: Option<String>,
    tokenization_type: Option<String>,
}

macro_rules! record {
    ($kind:literal, $of:ident $(, $field:ident: $value:expr)*) => {
        Self {
            kind: $kind,
            slug: $of.slug,
            name: $of.name,
            is_sample: $of.is_sample,
            updated_at: $of.updated_at,
            $($field: $value,)*
            ..Self::default()
        }
    };
}

impl From<Asset> for Record {
    fn from(asset: Asset) -> Self {
        record!("asset", asset,
            platform: asset.platform_slug,
            issuer: asset.issuer_slug,
            manager: asset.manager_slug,
            asset_class: Some(asset.asset_class_slug),
            country: asset.country_code)
    }
}

impl From<Token> for Record {
    fn from(token: Token) -> Self {
        let tokenization =
            token.tokenization_type.and_then(|kind| TokenizationType::try_from(kind).ok());
        record!("token", token,
            asset: token.asset_slug,
            network: token.network_slug,
            platform: token.platform_slug,
            asset_class: token.asset_class_slug,
            tokenization_type: tokenization.map(|kind| kind.text().to_owned()))
    }
}

impl From<Network> for Record {
    fn from(network: Network) -> Self {
        record!("network", network)
    }
}

impl From<Platform> for Record {
    fn from(platform: Platform) -> Self {
        record!("platform", platform)
    }
}

impl From<Pool> for Record {
    fn from(pool: Pool) -> Self {
        record!("pool", pool, network: pool.network_slug, platform: Some(pool.platform_slug))
    }
}

impl From<Loan> for Record {
    fn from(loan: Loan) -> Self {
        record!("loan", loan,
            asset: loan.asset_slug,
            network: loan.network_slug,
            platform: Some(loan.platform_slug),
            issuer: loan.issuer_slug)
    }
}

/// Takes over what the catalog says of a subject. Events of its creation and of its changes come by different ways:
/// what was said earlier never replaces what was said later.
pub async fn save(tx: &mut PgConnection, record: &Record) -> Result<(), HandlerError> {
    sqlx::query(
        "INSERT INTO subjects AS s (kind, slug, name, is_sample, asset_slug, network_slug, platform_slug, issuer_slug,
             manager_slug, asset_class_slug, country_code, tokenization_type, told_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
         ON CONFLICT (kind, slug) DO UPDATE SET
             name = excluded.name, is_sample = excluded.is_sample, asset_slug = excluded.asset_slug,
             network_slug = excluded.network_slug, platform_slug = excluded.platform_slug,
             issuer_slug = excluded.issuer_slug, manager_slug = excluded.manager_slug,
             asset_class_slug = excluded.asset_class_slug, country_code = excluded.country_code,
             tokenization_type = excluded.tokenization_type, told_at = excluded.told_at, version = s.version + 1
         WHERE s.told_at <= excluded.told_at",
    )
    .bind(record.kind)
    .bind(&record.slug)
    .bind(&record.name)
    .bind(record.is_sample)
    .bind(&record.asset)
    .bind(&record.network)
    .bind(&record.platform)
    .bind(&record.issuer)
    .bind(&record.manager)
    .bind(&record.asset_class)
    .bind(&record.country)
    .bind(&record.tokenization_type)
    .bind(record.updated_at)
    .execute(tx)
    .await?;
    Ok(())
}
