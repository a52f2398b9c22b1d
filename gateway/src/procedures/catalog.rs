//! The catalog: every resource answers the same four questions, nearly all of them to everybody.

use kit::error::Problem;
use kit::text_lengths::LONGEST_SLUG;
use proto::access::v1::NarrowedAnswers::Records;
use proto::access::v1::{Action, Endpoint};
use proto::catalog::v1::{self, GetRecordRequest, GetRequest, ListRowsRequest};
use proto::query::v1::{
    GetMetaRequest, ListGroupsRequest, ListGroupsResponse, Query, ResourceMeta,
};

use super::{data_calls, fields};
use crate::call::access::Access;
use crate::call::answer_estimate as estimate;
use crate::call::context::SharedContext;
use crate::call::domain::Domain;
use crate::call::output::Json;
use crate::call::registry::Registry;
use crate::upstream::ranked_rows::{self, RankedScopes};
use crate::upstream::rankings;

const RECORDS: &[Domain] = &[Domain::Catalog];
/// The resources that can be sorted by numbers.
const RANKED: &[Domain] = &[Domain::Catalog, Domain::Timeseries];

macro_rules! resource {
    (
        $registry:ident, $access:expr, $of_lists:expr, $domain:literal, $resource:literal,
        $listed:ident, $record:ident
    ) => {{
        let access: fn(Action) -> Access = $access;
        let list = |context, query| rows::<v1::$listed>(context, $resource, query);
        let get = |context, request| record::<v1::$record>(context, $resource, request);
        let meta = |context, (): ()| meta(context, $resource);
        let groups = |context, query| groups(context, $resource, query);
        let made_of = if rankings::has_rankings($resource) { RANKED } else { RECORDS };
        let [of_lists, of_records] = [Action::List, Action::Read].map(access);
        let listing = $registry.query(concat!($domain, ".list"), $of_lists);
        listing.cached(made_of).narrowed(Records).answer_json(list);
        let getting = $registry.query(concat!($domain, ".get"), of_records);
        getting.cached(RECORDS).narrowed(Records).answer_json(get);
        let describing = $registry.query(concat!($domain, ".meta"), of_lists);
        describing.cached(RECORDS).narrowed(Records).answer(meta);
        let grouping = $registry.query(concat!($domain, ".aggregate"), of_lists);
        grouping.cached(RECORDS).counted(estimate::groups).narrowed(Records).answer(groups);
    }};
}

macro_rules! resources {
    (
        everybody { $($domain:literal of $resource:literal at $endpoint:ident: $listed:ident of $record:ident;)* }
        administrators { $($private:literal of $table:literal: $rows:ident of $row:ident;)* }
    ) => {
        /// Adds the procedures of every resource.
        pub fn add(registry: &mut Registry) {
            $(resource!(
                registry,
                |action| Access::data(Endpoint::$endpoint, action),
                Access::data_by_input(|input| {
                    data_calls::of_list(Endpoint::$endpoint, $resource, input)
                }),
                $domain, $resource, $listed, $record
            );)*
            $(resource!(
                registry,
                |_| Access::ADMINISTRATORS,
                Access::ADMINISTRATORS,
                $private, $table, $rows, $row
            );)*
        }
    };
}

resources! {
    everybody {
        "networks" of "networks" at Networks: ListNetworksResponse of Network;
        "assetClasses" of "asset_classes" at Reference: ListAssetClassesResponse of AssetClass;
        "taxonomies" of "taxonomies" at Reference: ListTaxonomiesResponse of Taxonomy;
        "taxonomyEntries" of "taxonomy_entries" at Reference: ListTaxonomyEntriesResponse of TaxonomyEntry;
        "measures" of "measures" at Reference: ListMeasuresResponse of Measure;
        "sectors" of "sectors" at Reference: ListSectorsResponse of Sector;
        "countries" of "countries" at Reference: ListCountriesResponse of Country;
        "issuers" of "issuers" at Issuers: ListIssuersResponse of Issuer;
        "managers" of "managers" at Managers: ListManagersResponse of Manager;
        "platforms" of "platforms" at Platforms: ListPlatformsResponse of Platform;
        "protocols" of "protocols" at Protocols: ListPlatformsResponse of Platform;
        "serviceProviders" of "service_providers" at ServiceProviders: ListServiceProvidersResponse of ServiceProvider;
        "assetProviders" of "asset_providers" at Assets: ListAssetProvidersResponse of AssetProvider;
        "assets" of "assets" at Assets: ListAssetsResponse of Asset;
        "tokens" of "tokens" at Tokens: ListTokensResponse of Token;
        "complianceEvents" of "compliance_events" at Tokens: ListComplianceEventsResponse of ComplianceEvent;
        "bridges" of "bridges" at Tokens: ListBridgesResponse of Bridge;
        "properties" of "properties" at Assets: ListPropertiesResponse of Property;
        "supplyAdjustments" of "supply_adjustments" at Tokens: ListSupplyAdjustmentsResponse of SupplyAdjustment;
        "investments" of "investments" at Investments: ListInvestmentsResponse of Investment;
        "pools" of "pools" at Pools: ListPoolsResponse of Pool;
        "loans" of "loans" at Loans: ListLoansResponse of Loan;
        "loanPayments" of "loan_payments" at Loans: ListLoanPaymentsResponse of LoanPayment;
        "loanStatusChanges" of "loan_status_changes" at Loans: ListLoanStatusChangesResponse of LoanStatusChange;
        "jurisdictions" of "jurisdictions" at Jurisdictions: ListJurisdictionsResponse of Jurisdiction;
        "regulators" of "regulators" at Jurisdictions: ListRegulatorsResponse of Regulator;
        "jurisdictionRules" of "jurisdiction_rules" at Jurisdictions: ListJurisdictionRulesResponse of JurisdictionRule;
        "jurisdictionEvents" of "jurisdiction_events" at Jurisdictions: ListJurisdictionEventsResponse of JurisdictionEvent;
        "dataPartners" of "data_partners" at Reference: ListDataPartnersResponse of DataPartner;
        "feeds" of "feeds" at Reference: ListFeedsResponse of Feed;
        "articles" of "articles" at Reference: ListArticlesResponse of Article;
        "citations" of "citations" at Reference: ListCitationsResponse of Citation;
        "reserveReports" of "reserve_reports" at Assets: ListReserveReportsResponse of ReserveReport;
        "companies" of "companies" at Reference: ListCompaniesResponse of Company;
    }
    // They name sources that licences hide from others.
    administrators {
        "sourceRanks" of "source_ranks": ListSourceRanksResponse of SourceRank;
    }
}

fn bounded(request: GetRequest) -> Result<GetRequest, Problem> {
    if request.slug.is_some() == request.id.is_some() {
        let message = "Identify a record by its slug or its id";
        return Err(Problem::invalid("slug_or_id", message));
    }
    fields::line("slug", request.slug.as_deref().unwrap_or_default(), LONGEST_SLUG)?;
    Ok(request)
}

/// A record as the catalog writes it.
async fn record<O>(
    context: SharedContext,
    resource: &str,
    record: GetRequest,
) -> Result<Json<O>, Problem> {
    let request =
        GetRecordRequest { resource: resource.to_owned(), record: Some(bounded(record)?) };
    let record = context.upstream.catalog.clone().get_record(request).await?.into_inner();
    Ok(Json::written(record.json))
}

/// Rows as the catalog writes them: it does once for all callers what the gateway would have to do for each.
async fn rows<O>(context: SharedContext, resource: &str, query: Query) -> Result<Json<O>, Problem> {
    if let Some(ranking) = rankings::ranking(resource, query.sort.as_ref()) {
        let narrowed = context.narrowed.as_ref();
        let scopes = narrowed.map(|narrowed| RankedScopes {
            records: narrowed.records.clone(),
            numbers: narrowed.numbers.clone(),
        });
        let scopes = scopes.unwrap_or_default();
        let rows = Box::pin(ranked_rows::rows(&context.upstream, resource, ranking, query, scopes));
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
