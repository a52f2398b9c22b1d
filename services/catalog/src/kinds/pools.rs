//! Lending pools, with their terms, their tranches and the number of their loans.

use proto::access::v1::{Dimension, Endpoint};
use proto::catalog::v1::{CollateralType, LoanSector, Region, Status};
use proto::codec::Text as _;

use super::assets::ASSETS;
use super::networks::NETWORKS;
use super::platforms::PLATFORMS;
use crate::schema::{Attribute, Column, Kind, Rules, Slug, message};

/// A lending pool.
pub static POOLS: Kind = Kind {
    one: "pool",
    table: "pools",
    message: message!(Pool as pool: PoolCreated, PoolUpdated, PoolDeleted),
    slug: Slug::Plain,
    sort: ("name", false),
    joins: "",
    columns: &[
        Column::reference("platform", &PLATFORMS, "Platform of the pool.").required(),
        Column::text("borrower", 120, "Borrower."),
        Column::text("category", 120, "Category used by the platform."),
        Column::choice_of("sector", LoanSector::CHOICES, "Sector of the loans."),
        Column::choice_of("region", Region::CHOICES, "Lending region."),
        Column::choice_of("collateral_type", CollateralType::CHOICES, "Type of collateral."),
        Column::reference("network", &NETWORKS, "Network of the pool."),
        Column::text("address", 200, "Contract address."),
        Column::text("predecessor_address", 200, "Previous contract address."),
        Column::text("currency", 20, "Lending currency."),
        Column::choice_of("status", Status::CHOICES, "Status."),
        Column::date("launched_on", "Launch date."),
        Column::text("asset_maturity", 60, "Typical loan term."),
        Column::reference("senior_asset", &ASSETS, "Token of the senior tranche."),
        Column::reference("junior_asset", &ASSETS, "Token of the junior tranche."),
        Column::decimal("capacity_amount", "Maximum capacity."),
        Column::decimal("funded_amount", "Capital contributed by lenders."),
        Column::decimal("financed_amount", "Cumulative amount financed."),
        Column::integer("financing_count", 0, 100_000_000, "Number of financings."),
        Column::ratio("senior_rate", "Annual rate of the senior tranche."),
        Column::integer("lock_up_days", 0, 36_500, "Lock-up period.").unit("days"),
        Column::count("loan_count", "count(*) FROM loans WHERE pool_id = x.id", "Number of loans."),
        Column::url("website", "Website of the borrower."),
        Column::text("note", 500, "Notes for readers."),
    ],
    rules: Rules {
        endpoints: &[Endpoint::Pools],
        attributes: &[
            (Dimension::Platform, Attribute::Id("t.platform_id")),
            (Dimension::Network, Attribute::Id("t.network_id")),
            (Dimension::Protocol, Attribute::Id("t.platform_id")),
            (
                Dimension::Asset,
                Attribute::Ids("array_remove(ARRAY[t.senior_asset_id, t.junior_asset_id], NULL)"),
            ),
            (Dimension::Region, Attribute::Region("t.region")),
        ],
        ..Rules::USUAL
    },
};
