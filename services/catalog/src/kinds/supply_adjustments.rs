//! Addresses whose balance is excluded from the supply, with the reason for each.

use super::assets::ASSETS;
use super::networks::NETWORKS;
use crate::schema::{Column, Kind, Rules, Slug, message};

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
    rules: Rules::RESTRICTABLE,
};
