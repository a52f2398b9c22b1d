//! Tokens, which take the class from their asset and are named by network and address.

use proto::access::v1::{Dimension, Endpoint};
use proto::catalog::v1::TokenizationType;
use proto::codec::Text as _;

use super::CLASS_OF_ASSET;
use super::asset_classes::ASSET_CLASSES;
use super::assets::ASSETS;
use super::networks::NETWORKS;
use super::platforms::PLATFORMS;
use crate::schema::{Attribute, Column, Kind, Rules, Slug, message};

/// A token of an asset: a contract, mint or record on a network; without a network it is off-chain.
pub static TOKENS: Kind = Kind {
    one: "token",
    table: "tokens",
    message: message!(Token as token: TokenCreated, TokenUpdated, TokenDeleted),
    slug: Slug::Address,
    sort: ("slug", false),
    joins: CLASS_OF_ASSET,
    columns: &[
        Column::reference(
            "asset",
            &ASSETS,
            "Asset that the token represents; empty for tokens known only from a list.",
        ),
        Column::reference("network", &NETWORKS, "Network on which the token is issued."),
        Column::reference(
            "platform",
            &PLATFORMS,
            "Platform that issued the token, if different from the platform of the asset.",
        ),
        Column::text("address", 200, "Token address, in the notation of the network."),
        Column::text("symbol", 60, "Token symbol."),
        Column::integer("decimals", 0, 77, "Number of decimals."),
        Column::text("decimals_source", 300, "Source of the number of decimals."),
        Column::text("standard", 40, "Token standard."),
        Column::text("share_class", 60, "Share class that the token represents."),
        Column::choice(
            "token_type",
            &["fungible", "book_entry"],
            "Whether the token is transferable on a network or a book entry.",
        )
        .required(),
        Column::choice(
            "relation",
            &["native", "bridged", "wrapped", "share-class"],
            "Relation to the original token of the asset.",
        ),
        Column::text("bridged_from", 40, "Network from which the token was bridged."),
        Column::choice_of(
            "tokenization_type",
            TokenizationType::CHOICES,
            "Distributed if the token can leave its platform, represented if it cannot.",
        ),
        Column::text("tokenization_evidence", 500, "Evidence for the tokenization type."),
        Column::url("tokenization_evidence_url", "Address of the evidence."),
        Column::boolean("is_pausable", "Whether transfers can be paused."),
        Column::boolean("is_freezable", "Whether holdings can be frozen."),
        Column::boolean("has_allow_list", "Whether holders must be on an allow list."),
        Column::boolean("is_upgradeable", "Whether the contract is upgradeable."),
        Column::slug_from("asset_class_slug", &ASSET_CLASSES, "asset_class.slug", "Asset class."),
        Column::word_from(
            "class_group",
            "asset_class.class_group",
            "Group of the asset class in the classification in use.",
        ),
        Column::boolean_from(
            "is_in_totals",
            "asset_class.is_in_totals",
            "Whether headline totals include the asset class.",
        ),
    ],
    // Tokens that only a token list names are in no file of tokens.
    rules: Rules {
        pruned: "asset_id IS NOT NULL",
        endpoints: &[Endpoint::Tokens],
        attributes: &[
            (Dimension::AssetClass, Attribute::Id("asset.asset_class_id")),
            (Dimension::Platform, Attribute::Id("coalesce(t.platform_id, asset.platform_id)")),
            (Dimension::Network, Attribute::Id("t.network_id")),
            (Dimension::Issuer, Attribute::Id("asset.issuer_id")),
            (Dimension::Protocol, Attribute::Id("asset.protocol_id")),
            (Dimension::Asset, Attribute::Id("t.asset_id")),
            (Dimension::Sector, Attribute::Id("asset.sector_id")),
            (Dimension::Region, Attribute::RegionOfCountry("asset.country_id")),
            (Dimension::TokenType, Attribute::TokenType("t.token_type")),
        ],
        ..Rules::USUAL
    },
};
