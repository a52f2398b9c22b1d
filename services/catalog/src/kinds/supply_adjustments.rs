//! Addresses whose balance is excluded from the supply.

use crate::schema::{Column, Kind, Slug};

/// An address whose balance is taken off the supply.
pub static SUPPLY_ADJUSTMENTS: Kind = Kind {
    one: "supply_adjustment",
    table: "supply_adjustments",
    slug: Slug::Address,
    sort: ("slug", false),
    joins: "",
    columns: &[
        Column::reference("asset", "assets", "Asset.").required(),
        Column::reference("network", "networks", "Network.").required(),
        Column::text("address", 200, "Address.").required(),
        Column::choice(
            "kind",
            &["issuer_inventory", "unreleased", "reserves", "uncirculating", "bridge_escrow"],
            "Reason for the exclusion from supply.",
        )
        .required(),
        Column::reference(
            "escrow_of",
            "networks",
            "Network whose bridged supply the escrow backs.",
        ),
    ],
};
