//! The dimensions of each endpoint, on which policies may have conditions.

use proto::access::v1::{Dimension, Endpoint};

/// How many values a record of an endpoint has in a dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Values {
    /// At most one.
    One,
    /// Any number, such as the networks of an asset.
    Many,
}

/// The dimensions of the records of an endpoint, in the order of the definition.
pub const fn dimensions(endpoint: Endpoint) -> &'static [(Dimension, Values)] {
    use Dimension::{
        Asset, AssetClass, Issuer, Measure, Network, Platform, Protocol, Region, Sector, TokenType,
    };
    use Values::{Many, One};
    match endpoint {
        // The platform of a token is its own or else that of its asset; other values that it lacks are those of its asset.
        Endpoint::Tokens => &[
            (AssetClass, One),
            (Platform, One),
            (Network, One),
            (Issuer, One),
            (Protocol, One),
            (Asset, One),
            (Sector, One),
            (Region, One),
            (TokenType, One),
        ],
        Endpoint::Assets => &[
            (AssetClass, One),
            (Platform, One),
            (Network, Many),
            (Issuer, One),
            (Protocol, One),
            (Asset, One),
            (Sector, One),
            (Region, One),
        ],
        Endpoint::AssetTimeseries => &[
            (AssetClass, One),
            (Platform, One),
            (Network, Many),
            (Issuer, One),
            (Protocol, One),
            (Asset, One),
            (Measure, One),
            (Sector, One),
            (Region, One),
        ],
        Endpoint::Investments => {
            &[(AssetClass, One), (Platform, One), (Network, Many), (Issuer, One), (Asset, One)]
        }
        Endpoint::Transactions => {
            &[(AssetClass, One), (Platform, One), (Network, One), (Asset, One)]
        }
        // The platform of pools and loans is their protocol, too. A pool has an asset for each tranche.
        Endpoint::Pools => {
            &[(Platform, One), (Network, One), (Protocol, One), (Asset, Many), (Region, One)]
        }
        Endpoint::Loans => &[
            (AssetClass, One),
            (Platform, One),
            (Network, One),
            (Issuer, One),
            (Protocol, One),
            (Asset, One),
            (Region, One),
        ],
        Endpoint::Platforms => &[(AssetClass, One), (Platform, One), (Network, Many)],
        Endpoint::Protocols => &[(AssetClass, One), (Network, Many), (Protocol, One)],
        Endpoint::ProtocolTimeseries => {
            &[(AssetClass, One), (Network, Many), (Protocol, One), (Measure, One)]
        }
        Endpoint::Issuers => &[(Issuer, One), (Region, One)],
        Endpoint::Networks => &[(Network, One)],
        // By the region of their country.
        Endpoint::Managers | Endpoint::ServiceProviders | Endpoint::Jurisdictions => {
            &[(Region, One)]
        }
        Endpoint::Reference | Endpoint::Unspecified => &[],
    }
}

/// How many values the records of an endpoint have in a dimension; `None` if they have none.
pub fn values(endpoint: Endpoint, dimension: Dimension) -> Option<Values> {
    dimensions(endpoint).iter().find(|(known, _)| *known == dimension).map(|(_, values)| *values)
}

#[cfg(test)]
mod tests {
    use proto::codec::Text;

    use super::*;

    #[test]
    fn dimensions_are_in_the_order_of_the_definition() {
        for (endpoint, _) in Endpoint::VALUES {
            let found: Vec<_> = dimensions(*endpoint).iter().map(|(known, _)| *known).collect();
            assert!(found.is_sorted(), "{endpoint:?}");
        }
    }

    #[test]
    fn every_dimension_belongs_to_an_endpoint() {
        for (dimension, _) in Dimension::VALUES {
            let belongs = |(endpoint, _): &(Endpoint, _)| values(*endpoint, *dimension).is_some();
            assert!(Endpoint::VALUES.iter().any(belongs), "{dimension:?}");
        }
    }
}
