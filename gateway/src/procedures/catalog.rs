//! The catalog: every resource answers the same four questions, to everybody.

use kit::error::Problem;
use proto::catalog::v1::GetRequest;
use proto::query::v1::{
    GetMetaRequest, ListGroupsRequest, ListGroupsResponse, Query, ResourceMeta,
};

use super::fields;
use crate::access::Access;
use crate::procedure::{Call, Registry};

/// A longer text is the slug of nothing.
const LONGEST_SLUG: usize = 200;

macro_rules! resources {
    ($($domain:literal of $resource:literal: $list:ident, $get:ident;)*) => {
        /// Adds the procedures of every resource.
        pub fn add(registry: &mut Registry) {
            $({
                let list = |call: Call, query: Query| async move {
                    Ok(call.state.upstream.catalog.clone().$list(query).await?.into_inner())
                };
                let get = |call: Call, request: GetRequest| async move {
                    let request = bounded(request)?;
                    Ok(call.state.upstream.catalog.clone().$get(request).await?.into_inner())
                };
                registry.query(concat!($domain, ".list"), Access::Public, list);
                registry.query(concat!($domain, ".get"), Access::Public, get);
                registry.query(
                    concat!($domain, ".meta"),
                    Access::Public,
                    |call: Call, (): ()| meta(call, $resource),
                );
                registry.query(
                    concat!($domain, ".aggregate"),
                    Access::Public,
                    |call: Call, query: Query| groups(call, $resource, query),
                );
            })*
        }
    };
}

resources! {
    "networks" of "networks": list_networks, get_network;
    "assetClasses" of "asset_classes": list_asset_classes, get_asset_class;
    "taxonomies" of "taxonomies": list_taxonomies, get_taxonomy;
    "taxonomyEntries" of "taxonomy_entries": list_taxonomy_entries, get_taxonomy_entry;
    "measures" of "measures": list_measures, get_measure;
    "sectors" of "sectors": list_sectors, get_sector;
    "countries" of "countries": list_countries, get_country;
    "issuers" of "issuers": list_issuers, get_issuer;
    "managers" of "managers": list_managers, get_manager;
    "platforms" of "platforms": list_platforms, get_platform;
    "protocols" of "protocols": list_protocols, get_protocol;
    "serviceProviders" of "service_providers": list_service_providers, get_service_provider;
    "assetProviders" of "asset_providers": list_asset_providers, get_asset_provider;
    "assets" of "assets": list_assets, get_asset;
    "tokens" of "tokens": list_tokens, get_token;
    "properties" of "properties": list_properties, get_property;
    "supplyAdjustments" of "supply_adjustments": list_supply_adjustments, get_supply_adjustment;
    "investments" of "investments": list_investments, get_investment;
    "pools" of "pools": list_pools, get_pool;
    "loans" of "loans": list_loans, get_loan;
    "loanPayments" of "loan_payments": list_loan_payments, get_loan_payment;
    "loanStatusChanges" of "loan_status_changes": list_loan_status_changes, get_loan_status_change;
    "jurisdictions" of "jurisdictions": list_jurisdictions, get_jurisdiction;
    "regulators" of "regulators": list_regulators, get_regulator;
    "jurisdictionRules" of "jurisdiction_rules": list_jurisdiction_rules, get_jurisdiction_rule;
    "jurisdictionEvents" of "jurisdiction_events": list_jurisdiction_events, get_jurisdiction_event;
    "dataPartners" of "data_partners": list_data_partners, get_data_partner;
    "feeds" of "feeds": list_feeds, get_feed;
    "articles" of "articles": list_articles, get_article;
    "citations" of "citations": list_citations, get_citation;
    "companies" of "companies": list_companies, get_company;
}

fn bounded(request: GetRequest) -> Result<GetRequest, Problem> {
    if request.slug.is_some() == request.id.is_some() {
        let message = "A record is named by its slug or by its id";
        return Err(Problem::invalid("slug_or_id", message));
    }
    fields::line("slug", request.slug.as_deref().unwrap_or_default(), LONGEST_SLUG)?;
    Ok(request)
}

async fn meta(call: Call, resource: &str) -> Result<ResourceMeta, Problem> {
    let request = GetMetaRequest { resource: resource.to_owned() };
    Ok(call.state.upstream.catalog.clone().get_meta(request).await?.into_inner())
}

async fn groups(call: Call, resource: &str, query: Query) -> Result<ListGroupsResponse, Problem> {
    let request = ListGroupsRequest { resource: resource.to_owned(), query: Some(query) };
    Ok(call.state.upstream.catalog.clone().list_groups(request).await?.into_inner())
}
