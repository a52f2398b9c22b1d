//! The dimensions by which series are grouped and filtered.

use proto::timeseries::v1::SubjectKind;

use crate::snapshots::series::Series;

/// A property of series that they can be filtered or grouped by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dimension {
    /// The slug of its subject.
    Slug,
    Asset,
    Network,
    /// The network on which its network settles, or its network itself.
    ParentNetwork,
    Platform,
    Issuer,
    Manager,
    AssetClass,
    Country,
    /// Whether tokens can leave their platform.
    TokenizationType,
    Source,
    /// Whether it is fictional: `true` or `false`.
    IsSample,
}

/// Every dimension by its name in filters.
pub const DIMENSIONS: [(&str, Dimension); 12] = [
    ("slug", Dimension::Slug),
    ("asset", Dimension::Asset),
    ("network", Dimension::Network),
    ("parent_network", Dimension::ParentNetwork),
    ("platform", Dimension::Platform),
    ("issuer", Dimension::Issuer),
    ("manager", Dimension::Manager),
    ("asset_class", Dimension::AssetClass),
    ("country", Dimension::Country),
    ("tokenization_type", Dimension::TokenizationType),
    ("series_source", Dimension::Source),
    ("is_sample", Dimension::IsSample),
];

impl Dimension {
    /// How many dimensions there are.
    pub const COUNT: usize = DIMENSIONS.len();

    /// Whether only the parts of a subject on single networks have a value in it.
    pub fn is_by_network(self) -> bool {
        matches!(self, Self::Network | Self::ParentNetwork)
    }

    /// The value that a series has in it.
    pub fn value(self, series: &Series) -> Option<&str> {
        let subject = &series.subject;
        match self {
            Self::Slug => Some(&subject.slug),
            Self::Asset if subject.kind == SubjectKind::Asset => Some(&subject.slug),
            Self::Asset => subject.asset.as_deref(),
            Self::Network if !series.network.is_empty() => Some(&series.network),
            Self::Network if subject.kind == SubjectKind::Network => Some(&subject.slug),
            Self::Network => subject.network.as_deref(),
            Self::ParentNetwork => {
                series.settlement.as_deref().or_else(|| Self::Network.value(series))
            }
            Self::Platform if subject.kind == SubjectKind::Platform => Some(&subject.slug),
            Self::Platform => subject.platform.as_deref(),
            Self::Issuer => subject.issuer.as_deref(),
            Self::Manager => subject.manager.as_deref(),
            Self::AssetClass => subject.asset_class.as_deref(),
            Self::Country => subject.country.as_deref(),
            Self::TokenizationType => subject.tokenization_type.as_deref(),
            Self::Source => Some(&series.source),
            Self::IsSample => Some(if subject.is_sample { "true" } else { "false" }),
        }
    }
}
