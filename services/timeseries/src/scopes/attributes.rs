//! The attributes of subjects by which scopes select: ids of the catalog in each dimension.

use std::collections::HashMap;

use engine::Series;
use kit::db::DbError;
use proto::access::v1::{Dimension, Endpoint};
use proto::codec::Text as _;
use proto::timeseries::v1::SubjectKind;
use serde::{Deserialize, Serialize};
use sqlx::types::Json;
use sqlx::{FromRow, PgConnection};

/// The ids of one subject, as the catalog announces them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ScopeAttributes {
    pub asset_class_id: Option<i64>,
    pub platform_id: Option<i64>,
    pub issuer_id: Option<i64>,
    pub protocol_id: Option<i64>,
    pub asset_id: Option<i64>,
    pub sector_id: Option<i64>,
    /// The networks that it is on.
    pub network_slugs: Vec<String>,
}

/// The ids of all subjects.
#[derive(Debug, Default)]
pub struct SubjectAttributes {
    /// By the id of the subject in timeseries.
    by_subject: HashMap<i64, ScopeAttributes>,
    /// The ids of the catalog by dimension and slug.
    by_slug: HashMap<(Dimension, String), i64>,
}

#[derive(FromRow)]
struct Row {
    id: i64,
    kind: String,
    slug: String,
    catalog_id: Option<i64>,
    asset_slug: Option<String>,
    asset_class_slug: Option<String>,
    issuer_slug: Option<String>,
    scope_attributes: Option<Json<ScopeAttributes>>,
}

/// The attributes of all subjects, without removed ones.
pub async fn attributes(conn: &mut PgConnection) -> Result<SubjectAttributes, DbError> {
    let rows: Vec<Row> = sqlx::query_as(
        "SELECT id, kind, slug, catalog_id, asset_slug, asset_class_slug, issuer_slug, scope_attributes
         FROM subjects WHERE deleted_at IS NULL",
    )
    .fetch_all(conn)
    .await?;
    Ok(SubjectAttributes::new(rows))
}

impl SubjectAttributes {
    fn new(rows: Vec<Row>) -> Self {
        let mut by_slug = HashMap::new();
        let mut assets: HashMap<String, ScopeAttributes> = HashMap::new();
        for row in &rows {
            let own = match SubjectKind::from_text(&row.kind) {
                Some(SubjectKind::Asset) => Some(Dimension::Asset),
                Some(SubjectKind::Network) => Some(Dimension::Network),
                Some(SubjectKind::Platform) => Some(Dimension::Platform),
                _ => None,
            };
            let known = own.zip(row.catalog_id).map(|(own, id)| (own, &row.slug, id));
            let ids = row.scope_attributes.as_deref();
            let of_class =
                row.asset_class_slug.as_ref().zip(ids.and_then(|ids| ids.asset_class_id));
            let of_issuer = row.issuer_slug.as_ref().zip(ids.and_then(|ids| ids.issuer_id));
            let of_class = of_class.map(|(slug, id)| (Dimension::AssetClass, slug, id));
            let of_issuer = of_issuer.map(|(slug, id)| (Dimension::Issuer, slug, id));
            for (dimension, slug, id) in known.into_iter().chain(of_class).chain(of_issuer) {
                by_slug.insert((dimension, slug.clone()), id);
            }
            if let (Some(Dimension::Asset), Some(ids)) = (own, ids) {
                assets.insert(row.slug.clone(), ids.clone());
            }
        }
        let by_subject = rows.into_iter().filter_map(|row| {
            let Json(own) = row.scope_attributes?;
            let Some(asset) = &row.asset_slug else { return Some((row.id, own)) };
            // Without its asset it is not known whether it is excluded.
            let is_token = row.kind == SubjectKind::Token.text();
            Some((row.id, own.inherit(assets.get(asset)?, is_token)))
        });
        Self { by_subject: by_subject.collect(), by_slug }
    }

    /// The subjects that the catalog has announced.
    pub fn announced(&self) -> impl Iterator<Item = i64> {
        self.by_subject.keys().copied()
    }

    /// The ids of a subject; none until the catalog has announced it.
    pub fn of(&self, subject: i64) -> Option<&ScopeAttributes> {
        self.by_subject.get(&subject)
    }

    /// The id that the catalog has for a slug in a dimension.
    pub fn id(&self, dimension: Dimension, slug: &str) -> Option<i64> {
        self.by_slug.get(&(dimension, slug.to_owned())).copied()
    }

    /// The networks of a series, of which each must be visible; none where it is on no network, and an unknown one has no id.
    pub fn networks(&self, series: &Series) -> Vec<Option<i64>> {
        let id = |slug: &str| self.id(Dimension::Network, slug);
        if !series.network.is_empty() {
            return vec![id(&series.network)];
        }
        let of_subject = self.of(series.subject.id).map(|ids| ids.network_slugs.as_slice());
        of_subject.unwrap_or_default().iter().map(|slug| id(slug)).collect()
    }
}

impl ScopeAttributes {
    /// With the ids that tokens and loans have from their assets, as in the catalog.
    fn inherit(mut self, asset: &Self, is_token: bool) -> Self {
        self.asset_class_id = self.asset_class_id.or(asset.asset_class_id);
        if is_token {
            self.platform_id = self.platform_id.or(asset.platform_id);
            self.issuer_id = self.issuer_id.or(asset.issuer_id);
            self.protocol_id = self.protocol_id.or(asset.protocol_id);
            self.sector_id = self.sector_id.or(asset.sector_id);
        }
        self
    }

    /// The dimensions with one id, and the id of each.
    pub fn ids(&self) -> [(Dimension, Option<i64>); 6] {
        [
            (Dimension::AssetClass, self.asset_class_id),
            (Dimension::Platform, self.platform_id),
            (Dimension::Issuer, self.issuer_id),
            (Dimension::Protocol, self.protocol_id),
            (Dimension::Asset, self.asset_id),
            (Dimension::Sector, self.sector_id),
        ]
    }
}

/// The endpoint whose scopes are about the series of a kind of subject, as in the gateway.
pub fn endpoint(kind: SubjectKind) -> Endpoint {
    match kind {
        SubjectKind::Network | SubjectKind::Platform | SubjectKind::Pool => {
            Endpoint::ProtocolTimeseries
        }
        SubjectKind::Benchmark => Endpoint::Reference,
        SubjectKind::Asset | SubjectKind::Token | SubjectKind::Loan | SubjectKind::Unspecified => {
            Endpoint::AssetTimeseries
        }
    }
}
