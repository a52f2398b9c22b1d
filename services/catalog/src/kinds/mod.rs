//! The kinds of records of the catalog, each declared in its own file.

mod articles;
mod asset_classes;
mod assets;
mod bridges;
mod citations;
mod companies;
mod compliance_events;
mod countries;
mod currencies;
mod data_partners;
mod feeds;
mod investments;
mod issuers;
mod jurisdiction_events;
mod jurisdiction_rules;
mod jurisdictions;
pub mod loan_status;
mod loans;
mod managers;
mod master_funds;
mod measures;
pub(crate) mod networks;
mod platforms;
mod pools;
mod properties;
mod regulators;
mod reserve_reports;
mod sample_classes;
mod sectors;
mod service_providers;
mod source_ranks;
mod supply_adjustments;
mod taxonomies;
pub(crate) mod tokens;

use proto::access::v1::Dimension;
use time::Date;
use time::macros::format_description;

use crate::schema::{Attribute, ExpectedForm, Kind};

/// The join of records that show the class of their asset.
const CLASS_OF_ASSET: &str =
    "LEFT JOIN asset_classes AS asset_class ON asset_class.id = asset.asset_class_id";

/// The attributes of records that belong to an asset.
const ATTRIBUTES_OF_ASSET: &[(Dimension, Attribute)] = &[
    (Dimension::AssetClass, Attribute::Id("asset.asset_class_id")),
    (Dimension::Platform, Attribute::Id("asset.platform_id")),
    (Dimension::Network, Attribute::Networks("asset.network_slugs")),
    (Dimension::Issuer, Attribute::Id("asset.issuer_id")),
    (Dimension::Protocol, Attribute::Id("asset.protocol_id")),
    (Dimension::Asset, Attribute::Id("asset.id")),
    (Dimension::Sector, Attribute::Id("asset.sector_id")),
    (Dimension::Region, Attribute::RegionOfCountry("asset.country_id")),
];

/// The attributes of records that belong to a jurisdiction.
const ATTRIBUTES_OF_JURISDICTION: &[(Dimension, Attribute)] = &[(
    Dimension::Region,
    Attribute::Region(
        "coalesce((SELECT of_id.region FROM countries AS of_id WHERE of_id.id = jurisdiction.country_id), \
         jurisdiction.region)",
    ),
)];

/// The expectation that a day after today fails; none for any other day.
fn future_day(day: &str, today: Date) -> Option<ExpectedForm> {
    let day = Date::parse(day, format_description!("[year]-[month]-[day]")).ok()?;
    (day > today).then(|| format!("a day that is not after today, {today}"))
}

/// All kinds, in an order in which they can be written: each after those that it refers to.
pub static KINDS: &[&Kind] = &[
    &networks::NETWORKS,
    &asset_classes::ASSET_CLASSES,
    &taxonomies::TAXONOMIES,
    &taxonomies::TAXONOMY_ENTRIES,
    &measures::MEASURES,
    &sectors::SECTORS,
    &countries::COUNTRIES,
    &jurisdictions::JURISDICTIONS,
    &regulators::REGULATORS,
    &jurisdiction_rules::JURISDICTION_RULES,
    &jurisdiction_events::JURISDICTION_EVENTS,
    &issuers::ISSUERS,
    &managers::MANAGERS,
    &platforms::PLATFORMS,
    &service_providers::SERVICE_PROVIDERS,
    &assets::ASSETS,
    &reserve_reports::RESERVE_REPORTS,
    &service_providers::ASSET_PROVIDERS,
    &tokens::TOKENS,
    &compliance_events::COMPLIANCE_EVENTS,
    &bridges::BRIDGES,
    &properties::PROPERTIES,
    &supply_adjustments::SUPPLY_ADJUSTMENTS,
    &pools::POOLS,
    &investments::INVESTMENTS,
    &loans::LOANS,
    &loans::LOAN_PAYMENTS,
    &loans::LOAN_STATUS_CHANGES,
    &data_partners::DATA_PARTNERS,
    &source_ranks::SOURCE_RANKS,
    &feeds::FEEDS,
    &articles::ARTICLES,
    &citations::CITATIONS,
    &companies::COMPANIES,
];

pub fn by_table(table: &str) -> Option<&'static Kind> {
    KINDS.iter().copied().find(|kind| kind.table == table)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::{Column, ColumnType, fields};

    #[test]
    fn fields_that_are_not_derived_are_those_that_files_have() {
        for kind in KINDS.iter().filter(|kind| kind.is_written()) {
            let fields = fields(kind).into_iter().filter(|field| !field.is_derived());
            let written = kind.written_columns().map(Column::filed);
            let expected: Vec<_> = ["slug", "name"]
                .map(str::to_owned)
                .into_iter()
                .chain(written)
                .chain(["source", "licence", "retrieved_on"].map(str::to_owned))
                .collect();
            assert_eq!(fields.map(|field| field.name).collect::<Vec<_>>(), expected, "{kind:?}");
        }
    }

    #[test]
    fn editors_change_columns_of_sample_records_that_files_have() {
        for kind in KINDS {
            let Some(edits) = kind.rules.sample_edits else { continue };
            let written: Vec<String> = kind.written_columns().map(Column::filed).collect();
            for column in edits.columns {
                assert!(written.iter().any(|name| name == column), "{kind:?}: {column}");
            }
        }
    }

    /// Whether a statement names a table.
    fn names(statement: &str, table: &str) -> bool {
        let mut words = statement.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
        words.any(|word| word == table)
    }

    #[test]
    fn no_record_refers_to_one_that_may_be_restricted_or_counts_it() {
        for kind in KINDS.iter().filter(|kind| kind.rules.may_be_restricted) {
            for other in KINDS {
                assert!(other.refers_to().all(|target| target != *kind), "{other:?} → {kind:?}");
                let derived = other.columns.iter().filter_map(|column| match column.column_type {
                    ColumnType::Count(sql) | ColumnType::Derived(_, sql) => Some(sql),
                    _ => None,
                });
                let lists = other.rules.lists.iter().map(|(_, condition)| *condition);
                let mut statements =
                    derived.chain(lists).chain(other.rules.derive).chain([other.joins]);
                assert!(statements.all(|sql| !names(sql, kind.table)), "{other:?} → {kind:?}");
            }
        }
    }

    #[test]
    fn each_follows_those_that_it_refers_to() {
        for (at, kind) in KINDS.iter().enumerate() {
            for target in kind.refers_to() {
                let place = KINDS.iter().position(|other| *other == target);
                assert!(place.is_some_and(|place| place <= at), "{kind:?} → {target:?}");
            }
        }
    }
}
