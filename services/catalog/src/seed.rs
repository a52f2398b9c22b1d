//! The files of `deploy/seed`, which are part of the program.

use crate::import::File;

const FILES: &[(&str, &[u8])] = kit::bundled_files! {
    "../../../deploy/seed/":
    "manifest.json"
    "asset_classes.csv"
    "assets.csv"
    "countries.csv"
    "data_partners.csv"
    "feeds.csv"
    "issuers.csv"
    "jurisdiction_events.csv"
    "jurisdiction_rules.csv"
    "jurisdictions.csv"
    "measures.csv"
    "networks.csv"
    "platforms.csv"
    "pools.csv"
    "properties.csv"
    "regulators.csv"
    "sectors.csv"
    "supply_adjustments.csv"
    "taxonomies.csv"
    "taxonomy_entries.csv"
    "tokens.csv"
};

/// Every file of deploy/seed.
pub fn files() -> Vec<File> {
    let file =
        |(name, bytes): &(&str, &[u8])| File { name: (*name).to_owned(), bytes: bytes.to_vec() };
    FILES.iter().map(file).collect()
}
