//! Service providers and the assets that they serve.

use proto::access::v1::{Dimension, Endpoint};

use super::ATTRIBUTES_OF_ASSET;
use super::assets::ASSETS;
use super::countries::COUNTRIES;
use crate::schema::{Attribute, Column, Kind, Rules, Slug, message};

/// A company that serves assets, such as a custodian or an auditor.
pub static SERVICE_PROVIDERS: Kind = Kind {
    one: "service_provider",
    table: "service_providers",
    message: message!(ServiceProvider as service_provider: ServiceProviderCreated, ServiceProviderUpdated, ServiceProviderDeleted),
    slug: Slug::Plain,
    sort: ("name", false),
    joins: "",
    columns: &[
        Column::text("legal_name", 200, "Registered legal name."),
        Column::choices(
            "roles",
            &[
                "custodian",
                "auditor",
                "administrator",
                "transfer_agent",
                "broker_dealer",
                "valuation_agent",
                "trustee",
                "oracle",
                "legal_counsel",
            ],
            "Roles of the service provider.",
        )
        .required(),
        Column::code("country", &COUNTRIES, "Country of the registered office."),
        Column::url("website", "Website."),
        Column::text("lei", 20, "Legal Entity Identifier (LEI)."),
        Column::text("cik", 10, "Registrant number at the SEC (CIK)."),
        Column::text("note", 500, "Notes for readers."),
    ],
    rules: Rules {
        endpoints: &[Endpoint::ServiceProviders],
        attributes: &[(Dimension::Region, Attribute::Region("country.region"))],
        ..Rules::USUAL
    },
};

/// The role of a service provider for an asset.
pub static ASSET_PROVIDERS: Kind = Kind {
    one: "asset_provider",
    table: "asset_providers",
    message: message!(AssetProvider as asset_provider: AssetProviderCreated, AssetProviderUpdated, AssetProviderDeleted),
    slug: Slug::Plain,
    sort: ("slug", false),
    joins: "",
    columns: &[
        Column::reference("asset", &ASSETS, "Asset.").required(),
        Column::reference("service_provider", &SERVICE_PROVIDERS, "Service provider.").required(),
        Column::choice(
            "role",
            &[
                "custodian",
                "auditor",
                "administrator",
                "transfer_agent",
                "broker_dealer",
                "valuation_agent",
                "trustee",
                "oracle",
                "legal_counsel",
            ],
            "Role of the service provider for the asset.",
        )
        .required(),
        Column::date("since", "Start date."),
    ],
    rules: Rules {
        endpoints: &[Endpoint::Assets],
        attributes: ATTRIBUTES_OF_ASSET,
        ..Rules::RESTRICTABLE
    },
};
