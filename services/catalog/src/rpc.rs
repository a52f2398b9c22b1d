//! The calls of the catalog, one line for each resource.

use futures::FutureExt as _;
use futures::future::BoxFuture;
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
    ($($get:ident $message:ident, $name:literal;)*) => {
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
    get_network Network, "networks";
    get_asset_class AssetClass, "asset_classes";
    get_taxonomy Taxonomy, "taxonomies";
    get_taxonomy_entry TaxonomyEntry, "taxonomy_entries";
    get_measure Measure, "measures";
    get_sector Sector, "sectors";
    get_country Country, "countries";
    get_issuer Issuer, "issuers";
    get_manager Manager, "managers";
    get_platform Platform, "platforms";
    get_protocol Platform, "protocols";
    get_service_provider ServiceProvider, "service_providers";
    get_asset_provider AssetProvider, "asset_providers";
    get_asset Asset, "assets";
    get_token Token, "tokens";
    get_property Property, "properties";
    get_supply_adjustment SupplyAdjustment, "supply_adjustments";
    get_investment Investment, "investments";
    get_pool Pool, "pools";
    get_loan Loan, "loans";
    get_loan_payment LoanPayment, "loan_payments";
    get_loan_status_change LoanStatusChange, "loan_status_changes";
    get_jurisdiction Jurisdiction, "jurisdictions";
    get_regulator Regulator, "regulators";
    get_jurisdiction_rule JurisdictionRule, "jurisdiction_rules";
    get_jurisdiction_event JurisdictionEvent, "jurisdiction_events";
    get_data_partner DataPartner, "data_partners";
    get_feed Feed, "feeds";
    get_article Article, "articles";
    get_citation Citation, "citations";
    get_company Company, "companies";
}

impl Rpc {
    /// The generation is noted before anything is read: the answer is of this state of the data, or of a newer one.
    async fn answer<T>(
        &self,
        call: &str,
        verb: impl Future<Output = Result<T, CatalogError>>,
    ) -> Result<Response<T>, Status> {
        let generation = self.0.images.generation();
        let answer = self.0.db.answer(call, verb).await?;
        Ok(kit::grpc::tagged(answer, generation.as_deref()))
    }
}
