//! Every kind of record that the catalog keeps.

mod assets;
mod credit;
mod directory;
mod law;
mod parties;
mod reading;
mod reference;

pub use assets::*;
pub use credit::*;
pub use directory::*;
pub use law::*;
pub use parties::*;
pub use reading::*;
pub use reference::*;

use crate::schema::Entity;

/// For records that show the class of their asset.
const CLASS_OF_ASSET: &str =
    "LEFT JOIN asset_classes AS asset_class ON asset_class.id = asset.asset_class_id";

/// All of them; each stands behind those that it refers to, so that they can be written in this order.
pub static ENTITIES: &[&Entity] = &[
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

/// The entity of a table.
pub fn entity(table: &str) -> Option<&'static Entity> {
    ENTITIES.iter().copied().find(|entity| entity.table == table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_stands_behind_those_that_it_refers_to() {
        for (at, entity) in ENTITIES.iter().enumerate() {
            for table in entity.refers_to() {
                let other = ENTITIES.iter().position(|other| other.table == table);
                assert!(other.is_some_and(|other| other <= at), "{} → {table}", entity.table);
            }
        }
    }
}
