//! The catalog: every resource answers the same four questions, to everybody.

use kit::error::Problem;
use proto::catalog::v1::{self, GetRequest, ListRowsRequest};
use proto::query::v1::{
    GetMetaRequest, ListGroupsRequest, ListGroupsResponse, Query, ResourceMeta,
};

use super::fields;
use crate::call::access::Access;
use crate::call::context::SharedContext;
use crate::call::domain::Domain;
use crate::call::output::Json;
use crate::call::registry::Registry;
use crate::upstream::{ranked_rows, rankings};

/// A longer text is the slug of nothing.
const LONGEST_SLUG: usize = 200;
const RECORDS: &[Domain] = &[Domain::Catalog];
/// What may be put in order by numbers.
const RANKED: &[Domain] = &[Domain::Catalog, Domain::Timeseries];

macro_rules! resources {
    ($($domain:literal of $resource:literal: $listed:ident, $get:ident;)*) => {
        /// Adds the procedures of every resource.
        pub fn add(registry: &mut Registry) {
            $({
                let list = |context, query| rows::<v1::$listed>(context, $resource, query);
                let get = |context: SharedContext, request: GetRequest| async move {
                    let request = bounded(request)?;
                    Ok(context.upstream.catalog.clone().$get(request).await?.into_inner())
                };
                let meta = |context, (): ()| meta(context, $resource);
                let groups = |context, query| groups(context, $resource, query);
                let everybody = Access::Public;
                let made_of = if rankings::has_rankings($resource) { RANKED } else { RECORDS };
                registry.query(concat!($domain, ".list"), everybody).cached(made_of).answer_json(list);
                registry.query(concat!($domain, ".get"), everybody).cached(RECORDS).answer(get);
                registry.query(concat!($domain, ".meta"), everybody).cached(RECORDS).answer(meta);
                registry.query(concat!($domain, ".aggregate"), everybody).cached(RECORDS).answer(groups);
            })*
        }
    };
}

resources! {
    "networks" of "networks": ListNetworksResponse, get_network;
    "assetClasses" of "asset_classes": ListAssetClassesResponse, get_asset_class;
    "taxonomies" of "taxonomies": ListTaxonomiesResponse, get_taxonomy;
    "taxonomyEntries" of "taxonomy_entries": ListTaxonomyEntriesResponse, get_taxonomy_entry;
    "measures" of "measures": ListMeasuresResponse, get_measure;
    "sectors" of "sectors": ListSectorsResponse, get_sector;
    "countries" of "countries": ListCountriesResponse, get_country;
    "issuers" of "issuers": ListIssuersResponse, get_issuer;
    "managers" of "managers": ListManagersResponse, get_manager;
    "platforms" of "platforms": ListPlatformsResponse, get_platform;
    "protocols" of "protocols": ListPlatformsResponse, get_protocol;
    "serviceProviders" of "service_providers": ListServiceProvidersResponse, get_service_provider;
    "assetProviders" of "asset_providers": ListAssetProvidersResponse, get_asset_provider;
    "assets" of "assets": ListAssetsResponse, get_asset;
    "tokens" of "tokens": ListTokensResponse, get_token;
    "properties" of "properties": ListPropertiesResponse, get_property;
    "supplyAdjustments" of "supply_adjustments": ListSupplyAdjustmentsResponse, get_supply_adjustment;
    "investments" of "investments": ListInvestmentsResponse, get_investment;
    "pools" of "pools": ListPoolsResponse, get_pool;
    "loans" of "loans": ListLoansResponse, get_loan;
    "loanPayments" of "loan_payments": ListLoanPaymentsResponse, get_loan_payment;
    "loanStatusChanges" of "loan_status_changes": ListLoanStatusChangesResponse, get_loan_status_change;
    "jurisdictions" of "jurisdictions": ListJurisdictionsResponse, get_jurisdiction;
    "regulators" of "regulators": ListRegulatorsResponse, get_regulator;
    "jurisdictionRules" of "jurisdiction_rules": ListJurisdictionRulesResponse, get_jurisdiction_rule;
    "jurisdictionEvents" of "jurisdiction_events": ListJurisdictionEventsResponse, get_jurisdiction_event;
    "dataPartners" of "data_partners": ListDataPartnersResponse, get_data_partner;
    "feeds" of "feeds": ListFeedsResponse, get_feed;
    "articles" of "articles": ListArticlesResponse, get_article;
    "citations" of "citations": ListCitationsResponse, get_citation;
    "companies" of "companies": ListCompaniesResponse, get_company;
}

fn bounded(request: GetRequest) -> Result<GetRequest, Problem> {
    if request.slug.is_some() == request.id.is_some() {
        let message = "Identify a record by its slug or its id";
        return Err(Problem::invalid("slug_or_id", message));
    }
    fields::line("slug", request.slug.as_deref().unwrap_or_default(), LONGEST_SLUG)?;
    Ok(request)
}

/// Rows as the catalog writes them: what it does once for all callers is not done here for each.
async fn rows<O>(context: SharedContext, resource: &str, query: Query) -> Result<Json<O>, Problem> {
    if let Some(ranking) = rankings::ranking(resource, query.sort.as_ref()) {
        let rows = Box::pin(ranked_rows::rows(&context.upstream, resource, ranking, query));
        return rows.await.map(Json::written);
    }
    let request = ListRowsRequest { resource: resource.to_owned(), query: Some(query) };
    let rows = context.upstream.catalog.clone().list_rows(request).await?.into_inner();
    Ok(Json::written(rows.json))
}

async fn meta(context: SharedContext, resource: &str) -> Result<ResourceMeta, Problem> {
    let request = GetMetaRequest { resource: resource.to_owned() };
    Ok(context.upstream.catalog.clone().get_meta(request).await?.into_inner())
}

async fn groups(
    context: SharedContext,
    resource: &str,
    query: Query,
) -> Result<ListGroupsResponse, Problem> {
    let request = ListGroupsRequest { resource: resource.to_owned(), query: Some(query) };
    Ok(context.upstream.catalog.clone().list_groups(request).await?.into_inner())
}
