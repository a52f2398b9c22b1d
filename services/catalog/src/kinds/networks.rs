//! Networks: chains and other ledgers on which tokens are issued.

use proto::access::v1::{Dimension, Endpoint};

use crate::schema::{Attribute, Column, Kind, Rules, Slug, message};

/// A blockchain or another ledger on which tokens are issued.
pub static NETWORKS: Kind = Kind {
    one: "network",
    table: "networks",
    message: message!(Network as network: NetworkCreated, NetworkUpdated, NetworkDeleted),
    slug: Slug::Plain,
    sort: ("name", false),
    joins: "",
    columns: &[
        Column::text("chain_identifier", 60, "Product identifier of the network.")
            .required()
            .unique(),
        Column::text("namespace", 20, "CAIP-2 namespace."),
        Column::text("chain_reference", 64, "Reference within the CAIP-2 namespace."),
        Column::text("caip2", 90, "CAIP-2 identifier."),
        Column::text("caip2_alternative", 90, "Alternative CAIP-2 identifier of the same network."),
        Column::boolean("is_evm", "Whether the network is EVM-compatible.").required(),
        Column::integer("evm_chain_id", 1, 9_007_199_254_740_991, "EIP-155 chain id."),
        Column::text("native_symbol", 20, "Symbol of the native currency."),
        Column::text("explorer_name", 80, "Name of the block explorer."),
        Column::url("explorer_url", "Base address of the block explorer."),
        Column::color("badge_color", "Badge colour."),
        Column::text("badge_color_source", 300, "Source of the badge colour."),
        Column::url("website", "Website."),
        Column::reference("parent", &NETWORKS, "Settlement layer or parent network."),
        Column::slug_of(
            "alias_of",
            &NETWORKS,
            "Network of which this identifier is an alias; pages and totals exclude aliases.",
        ),
        Column::count(
            "asset_count",
            "count(DISTINCT asset_id) FROM tokens WHERE network_id = x.id",
            "Number of assets with a token on the network, excluding sample data.",
        ),
        Column::count(
            "token_count",
            "count(*) FROM tokens WHERE network_id = x.id",
            "Number of tokens on the network, excluding sample data.",
        ),
        Column::text("defillama_key", 60, "Key at DefiLlama."),
        Column::text("note", 500, "Notes for readers."),
    ],
    rules: Rules {
        are_choices: true,
        alias: Some("alias_of"),
        endpoints: &[Endpoint::Networks],
        attributes: &[(Dimension::Network, Attribute::Id("coalesce(t.alias_of_id, t.id)"))],
        ..Rules::USUAL
    },
};
