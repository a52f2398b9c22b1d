//! The records that a filter of series names in the dimensions of scopes.

use std::collections::HashSet;

use engine::SeriesFilter;
use proto::access::v1::Dimension;

use super::attributes::SubjectAttributes;

/// The id of no record.
const UNKNOWN: i64 = -1;

/// The slugs that a filter names in a dimension, of which every series has one.
pub struct Selected<'f> {
    pub dimension: Dimension,
    slugs: &'f HashSet<String>,
}

/// The selections that every series of the answer meets, in dimensions that meet a condition.
pub fn selected(
    filter: &SeriesFilter,
    is_restricted: impl Fn(Dimension) -> bool + Copy,
) -> Vec<Selected<'_>> {
    match filter {
        SeriesFilter::All(parts) => {
            parts.iter().flat_map(|part| selected(part, is_restricted)).collect()
        }
        SeriesFilter::Is(by, slugs, false) => {
            let dimension = dimension(*by).filter(|dimension| is_restricted(*dimension));
            dimension.into_iter().map(|dimension| Selected { dimension, slugs }).collect()
        }
        _ => Vec::new(),
    }
}

impl Selected<'_> {
    /// The ids of the named records, or that of none where there are none. A refusal must not tell that a platform, an issuer or
    /// an asset exists: they have no ids unless `is_known`.
    pub fn ids(&self, attributes: &SubjectAttributes, is_known: bool) -> Vec<i64> {
        let is_public = matches!(self.dimension, Dimension::AssetClass | Dimension::Network);
        let slugs = self.slugs.iter().filter(|_| is_known || is_public);
        let mut ids: Vec<i64> =
            slugs.filter_map(|slug| attributes.id(self.dimension, slug)).collect();
        if ids.is_empty() {
            ids.push(UNKNOWN);
        }
        ids
    }
}

fn dimension(by: engine::Dimension) -> Option<Dimension> {
    match by {
        engine::Dimension::AssetClass => Some(Dimension::AssetClass),
        engine::Dimension::Network => Some(Dimension::Network),
        engine::Dimension::Platform => Some(Dimension::Platform),
        engine::Dimension::Issuer => Some(Dimension::Issuer),
        engine::Dimension::Asset => Some(Dimension::Asset),
        _ => None,
    }
}
