//! Tokenization platforms and lending protocols: one kind of record, offered as two lists.

use proto::access::v1::{Dimension, Endpoint};

use super::asset_classes::ASSET_CLASSES;
use super::networks::NETWORKS;
use crate::schema::{Attribute, Column, Kind, Rules, Slug, message};

/// The networks of the tokens of each platform: those of its assets, unless a token names a platform of its own.
/// Sample tokens count for sample platforms only.
const TOKEN_NETWORKS_OF_PLATFORMS: &str = "
    UPDATE platforms AS t SET token_network_slugs = d.network_slugs, updated_at = $1
    FROM (
        SELECT p.id,
            coalesce(array_agg(DISTINCT n.slug ORDER BY n.slug) FILTER (WHERE n.id IS NOT NULL), '{}')
                AS network_slugs
        FROM platforms AS p
        LEFT JOIN (
            SELECT DISTINCT maker.platform_id, k.network_id, k.origin = 'sample' AS is_sample
            FROM tokens AS k
            LEFT JOIN assets AS a ON a.id = k.asset_id
            CROSS JOIN LATERAL (
                VALUES (coalesce(k.platform_id, a.platform_id)), (a.protocol_id)
            ) AS maker (platform_id)
        ) AS k ON k.platform_id = p.id AND (NOT k.is_sample OR p.origin = 'sample')
        LEFT JOIN networks AS n ON n.id = k.network_id
        GROUP BY p.id
    ) AS d
    WHERE d.id = t.id AND t.token_network_slugs IS DISTINCT FROM d.network_slugs
    RETURNING t.id";

/// A company that tokenizes assets; pages on credit call the same record a protocol.
pub static PLATFORMS: Kind = Kind {
    one: "platform",
    table: "platforms",
    message: message!(Platform as platform: PlatformCreated, PlatformUpdated, PlatformDeleted),
    slug: Slug::Plain,
    sort: ("name", false),
    joins: "",
    columns: &[
        Column::boolean("is_platform", "Whether the company is listed as a platform.").required(),
        Column::boolean("is_protocol", "Whether the company is listed as a protocol.").required(),
        Column::reference("parent", &PLATFORMS, "Parent platform."),
        Column::text("category", 60, "Category of the platform."),
        Column::reference("asset_class", &ASSET_CLASSES, "Main asset class."),
        Column::slugs("network_slugs", &NETWORKS, "Networks supported, as reported by the source."),
        Column::slugs_from(
            "token_network_slugs",
            &NETWORKS,
            "t.token_network_slugs",
            "Networks on which its assets have tokens; derived from the tokens.",
        ),
        Column::url("website", "Website."),
        Column::text("description", 1000, "Description."),
        Column::choice("status", &["active", "winding_down", "closed"], "Operating status."),
        Column::date(
            "first_tracked_on",
            "Date on which the adapter was first tracked; not the launch date.",
        ),
        Column::date("started_on", "First date with data."),
        Column::text("adapter", 120, "Adapter in the DefiLlama repository."),
        Column::text("id_source", 120, "Source of the identifier."),
        Column::count(
            "asset_count",
            "count(*) FROM assets WHERE x.id IN (platform_id, protocol_id)",
            "Number of assets.",
        ),
        Column::count(
            "pool_count",
            "count(*) FROM pools WHERE platform_id = x.id",
            "Number of pools.",
        ),
        Column::count(
            "loan_count",
            "count(*) FROM loans WHERE platform_id = x.id",
            "Number of loans originated.",
        ),
        Column::text("note", 500, "Notes for readers."),
    ],
    rules: Rules {
        // Tokenization and credit list the same records under two names.
        lists: &[("platforms", "is_platform"), ("protocols", "is_protocol")],
        are_choices: true,
        derive: Some(TOKEN_NETWORKS_OF_PLATFORMS),
        endpoints: &[Endpoint::Platforms, Endpoint::Protocols],
        attributes: &[
            (Dimension::AssetClass, Attribute::Id("t.asset_class_id")),
            (Dimension::Platform, Attribute::Id("t.id")),
            (Dimension::Network, Attribute::Networks("t.network_slugs || t.token_network_slugs")),
            (Dimension::Protocol, Attribute::Id("t.id")),
        ],
        ..Rules::USUAL
    },
};
