//! Addresses whose balance is excluded from the supply, with the reason for each.

use proto::access::v1::{Dimension, Endpoint};

use super::assets::ASSETS;
use super::networks::NETWORKS;
use crate::schema::{Attribute, Column, Kind, Rules, Slug, message};

/// An address whose balance is excluded from the supply.
pub static SUPPLY_ADJUSTMENTS: Kind = Kind {
    one: "supply_adjustment",
    table: "supply_adjustments",
    message: message!(SupplyAdjustment as supply_adjustment: SupplyAdjustmentCreated, SupplyAdjustmentUpdated, SupplyAdjustmentDeleted),
    slug: Slug::Address,
    sort: ("slug", false),
    joins: "",
    columns: &[
        Column::reference("asset", &ASSETS, "Asset.").required(),
        Column::reference("network", &NETWORKS, "Network.").required(),
        Column::text("address", 200, "Address.").required(),
        Column::choice(
            "kind",
            &["issuer_inventory", "unreleased", "reserves", "uncirculating", "bridge_escrow"],
            "Reason for the exclusion from supply.",
        )
        .required(),
        Column::reference("escrow_of", &NETWORKS, "Network whose bridged supply the escrow backs."),
    ],
    rules: Rules {
        endpoints: &[Endpoint::Tokens],
        attributes: &[
            (Dimension::AssetClass, Attribute::Id("asset.asset_class_id")),
            (Dimension::Platform, Attribute::Id("asset.platform_id")),
            (Dimension::Network, Attribute::Id("t.network_id")),
            (Dimension::Issuer, Attribute::Id("asset.issuer_id")),
            (Dimension::Protocol, Attribute::Id("asset.protocol_id")),
            (Dimension::Asset, Attribute::Id("t.asset_id")),
            (Dimension::Sector, Attribute::Id("asset.sector_id")),
            (Dimension::Region, Attribute::RegionOfCountry("asset.country_id")),
        ],
        ..Rules::RESTRICTABLE
    },
};
