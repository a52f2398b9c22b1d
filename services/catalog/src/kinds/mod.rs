//! Every kind of record that the catalog keeps.

mod articles;
mod asset_classes;
mod assets;
mod citations;
mod companies;
mod countries;
mod data_partners;
mod feeds;
mod investments;
mod issuers;
mod jurisdiction_events;
mod jurisdiction_rules;
mod jurisdictions;
mod loans;
mod managers;
mod measures;
mod networks;
mod platforms;
mod pools;
mod properties;
mod regulators;
mod sectors;
mod service_providers;
mod supply_adjustments;
mod taxonomies;
mod tokens;

pub use articles::ARTICLES;
pub use asset_classes::ASSET_CLASSES;
pub use assets::ASSETS;
pub use citations::CITATIONS;
pub use companies::COMPANIES;
pub use countries::COUNTRIES;
pub use data_partners::DATA_PARTNERS;
pub use feeds::FEEDS;
pub use investments::INVESTMENTS;
pub use issuers::ISSUERS;
pub use jurisdiction_events::JURISDICTION_EVENTS;
pub use jurisdiction_rules::JURISDICTION_RULES;
pub use jurisdictions::JURISDICTIONS;
pub use loans::{LOAN_PAYMENTS, LOAN_STATUS_CHANGES, LOANS};
pub use managers::MANAGERS;
pub use measures::MEASURES;
pub use networks::NETWORKS;
pub use platforms::PLATFORMS;
pub use pools::POOLS;
pub use properties::PROPERTIES;
pub use regulators::REGULATORS;
pub use sectors::SECTORS;
pub use service_providers::{ASSET_PROVIDERS, SERVICE_PROVIDERS};
pub use supply_adjustments::SUPPLY_ADJUSTMENTS;
pub use taxonomies::{TAXONOMIES, TAXONOMY_ENTRIES};
pub use tokens::TOKENS;

use crate::schema::Kind;

/// For records that show the class of their asset.
const CLASS_OF_ASSET: &str =
    "LEFT JOIN asset_classes AS asset_class ON asset_class.id = asset.asset_class_id";

/// All of them; each stands behind those that it refers to, so that they can be written in this order.
pub static KINDS: &[&Kind] = &[
    &NETWORKS,
    &ASSET_CLASSES,
    &TAXONOMIES,
    &TAXONOMY_ENTRIES,
    &MEASURES,
    &SECTORS,
    &COUNTRIES,
    &JURISDICTIONS,
    &REGULATORS,
    &JURISDICTION_RULES,
    &JURISDICTION_EVENTS,
    &ISSUERS,
    &MANAGERS,
    &PLATFORMS,
    &SERVICE_PROVIDERS,
    &ASSETS,
    &ASSET_PROVIDERS,
    &TOKENS,
    &PROPERTIES,
    &SUPPLY_ADJUSTMENTS,
    &POOLS,
    &INVESTMENTS,
    &LOANS,
    &LOAN_PAYMENTS,
    &LOAN_STATUS_CHANGES,
    &DATA_PARTNERS,
    &FEEDS,
    &ARTICLES,
    &CITATIONS,
    &COMPANIES,
];

/// The kind of a table.
pub fn by_table(table: &str) -> Option<&'static Kind> {
    KINDS.iter().copied().find(|kind| kind.table == table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_stands_behind_those_that_it_refers_to() {
        for (at, kind) in KINDS.iter().enumerate() {
            for table in kind.refers_to() {
                let other = KINDS.iter().position(|other| other.table == table);
                assert!(other.is_some_and(|other| other <= at), "{} → {table}", kind.table);
            }
        }
    }
}
