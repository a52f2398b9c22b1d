//! The calls of the catalog, one line for each resource.

use std::time::Duration;

use futures::FutureExt as _;
use futures::future::BoxFuture;
use kit::error::Problem;
use proto::catalog::v1::catalog_server::Catalog;
use proto::catalog::v1::{
    self, GetRequest, JsonText, ListRecordChangesRequest, ListRecordChangesResponse,
    ListRowsRequest, ListSlugsRequest, ListSlugsResponse, RemoveRecordRequest,
    RemoveRecordResponse, SaveRecordsRequest, SaveRecordsResponse,
};
use proto::query::v1::{
    Generation, GetGenerationRequest, GetMetaRequest, ListGroupsRequest, ListGroupsResponse, Query,
    ResourceMeta,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tonic::{Request, Response, Status, async_trait};

use crate::context::Context;
use crate::editor;
use crate::error::CatalogError;
use crate::images::{self, Load};
use crate::records;

/// What is kept of the caller's time to say that the database is away.
const TO_ANSWER: Duration = Duration::from_millis(200);

/// A page of records as JSON.
pub type List =
    for<'a> fn(&'a Context, &'a str, &'a Query) -> BoxFuture<'a, Result<Vec<u8>, CatalogError>>;

/// Answers over gRPC.
pub struct Rpc(pub Context);

/// How the records of a resource are read, by the message that tells one.
pub struct Reader {
    /// All of them, to be held in memory.
    pub load: Load,
    /// A page of them from the database, as JSON.
    pub list: List,
}

impl Reader {
    fn of<M: DeserializeOwned + Serialize + Send + 'static>() -> Self {
        Self {
            load: images::load::<M>,
            list: |ctx, name, query| records::stored_rows::<M>(ctx, name, query).boxed(),
        }
    }
}

macro_rules! resources {
    ($($list:ident $listed:ident, $get:ident $message:ident, $name:literal;)*) => {
        /// How the records of a resource are read.
        pub fn reader(resource: &str) -> Option<Reader> {
            Some(match resource {
                $($name => Reader::of::<v1::$message>(),)*
                _ => return None,
            })
        }

        #[async_trait]
        impl Catalog for Rpc {
            $(
                async fn $list(&self, request: Request<Query>) -> Result<Response<v1::$listed>, Status> {
                    self.answer(stringify!($list), async {
                        let query = request.into_inner();
                        let (results, pagination) = records::list(&self.0, $name, &query).await?;
                        Ok(v1::$listed { results, pagination: Some(pagination) })
                    })
                    .await
                }

                async fn $get(
                    &self,
                    request: Request<GetRequest>,
                ) -> Result<Response<v1::$message>, Status> {
                    let request = request.into_inner();
                    let verb = records::get::<v1::$message>(&self.0, $name, &request);
                    self.answer(stringify!($get), verb).await
                }
            )*

            async fn list_rows(
                &self,
                request: Request<ListRowsRequest>,
            ) -> Result<Response<JsonText>, Status> {
                self.answer("list_rows", records::rows(&self.0, request.get_ref())).await
            }

            async fn list_groups(
                &self,
                request: Request<ListGroupsRequest>,
            ) -> Result<Response<ListGroupsResponse>, Status> {
                self.answer("list_groups", records::groups(&self.0, request.get_ref())).await
            }

            async fn get_meta(
                &self,
                request: Request<GetMetaRequest>,
            ) -> Result<Response<ResourceMeta>, Status> {
                self.answer("get_meta", records::meta(&self.0, request.get_ref())).await
            }

            async fn get_generation(
                &self,
                _: Request<GetGenerationRequest>,
            ) -> Result<Response<Generation>, Status> {
                self.answer("get_generation", async {
                    let generation = images::generation(&self.0.db).await?;
                    Ok(Generation { generation })
                })
                .await
            }

            async fn list_slugs(
                &self,
                request: Request<ListSlugsRequest>,
            ) -> Result<Response<ListSlugsResponse>, Status> {
                self.answer("list_slugs", records::slugs(&self.0, request.get_ref())).await
            }

            async fn save_records(
                &self,
                request: Request<SaveRecordsRequest>,
            ) -> Result<Response<SaveRecordsResponse>, Status> {
                self.answer("save_records", editor::save(&self.0, request.get_ref())).await
            }

            async fn remove_record(
                &self,
                request: Request<RemoveRecordRequest>,
            ) -> Result<Response<RemoveRecordResponse>, Status> {
                self.answer("remove_record", editor::remove(&self.0, request.get_ref())).await
            }

            async fn list_record_changes(
                &self,
                request: Request<ListRecordChangesRequest>,
            ) -> Result<Response<ListRecordChangesResponse>, Status> {
                self.answer("list_record_changes", editor::changes(&self.0, request.get_ref())).await
            }
        }
    };
}

resources! {
    list_networks ListNetworksResponse, get_network Network, "networks";
    list_asset_classes ListAssetClassesResponse, get_asset_class AssetClass, "asset_classes";
    list_taxonomies ListTaxonomiesResponse, get_taxonomy Taxonomy, "taxonomies";
    list_taxonomy_entries ListTaxonomyEntriesResponse, get_taxonomy_entry TaxonomyEntry, "taxonomy_entries";
    list_measures ListMeasuresResponse, get_measure Measure, "measures";
    list_sectors ListSectorsResponse, get_sector Sector, "sectors";
    list_countries ListCountriesResponse, get_country Country, "countries";
    list_issuers ListIssuersResponse, get_issuer Issuer, "issuers";
    list_managers ListManagersResponse, get_manager Manager, "managers";
    list_platforms ListPlatformsResponse, get_platform Platform, "platforms";
    list_protocols ListPlatformsResponse, get_protocol Platform, "protocols";
    list_service_providers ListServiceProvidersResponse, get_service_provider ServiceProvider, "service_providers";
    list_asset_providers ListAssetProvidersResponse, get_asset_provider AssetProvider, "asset_providers";
    list_assets ListAssetsResponse, get_asset Asset, "assets";
    list_tokens ListTokensResponse, get_token Token, "tokens";
    list_properties ListPropertiesResponse, get_property Property, "properties";
    list_supply_adjustments ListSupplyAdjustmentsResponse, get_supply_adjustment SupplyAdjustment, "supply_adjustments";
    list_investments ListInvestmentsResponse, get_investment Investment, "investments";
    list_pools ListPoolsResponse, get_pool Pool, "pools";
    list_loans ListLoansResponse, get_loan Loan, "loans";
    list_loan_payments ListLoanPaymentsResponse, get_loan_payment LoanPayment, "loan_payments";
    list_loan_status_changes ListLoanStatusChangesResponse, get_loan_status_change LoanStatusChange, "loan_status_changes";
    list_jurisdictions ListJurisdictionsResponse, get_jurisdiction Jurisdiction, "jurisdictions";
    list_regulators ListRegulatorsResponse, get_regulator Regulator, "regulators";
    list_jurisdiction_rules ListJurisdictionRulesResponse, get_jurisdiction_rule JurisdictionRule, "jurisdiction_rules";
    list_jurisdiction_events ListJurisdictionEventsResponse, get_jurisdiction_event JurisdictionEvent, "jurisdiction_events";
    list_data_partners ListDataPartnersResponse, get_data_partner DataPartner, "data_partners";
    list_feeds ListFeedsResponse, get_feed Feed, "feeds";
    list_articles ListArticlesResponse, get_article Article, "articles";
    list_citations ListCitationsResponse, get_citation Citation, "citations";
    list_companies ListCompaniesResponse, get_company Company, "companies";
}

impl Rpc {
    // A failure is logged here, once, with the cause that stays inside the process.
    async fn answer<T>(
        &self,
        call: &str,
        verb: impl Future<Output = Result<T, CatalogError>>,
    ) -> Result<Response<T>, Status> {
        let time = kit::grpc::remaining().saturating_sub(TO_ANSWER);
        // Noted before anything is read: the answer is of this state, or of a newer one.
        let generation = self.0.images.generation();
        let answered = self.0.db.within(time, verb).await;
        answered.map(|it| kit::grpc::tagged(it, generation.as_deref())).map_err(|error| {
            let problem = Problem::from(error);
            problem.log(call);
            problem.into()
        })
    }
}
