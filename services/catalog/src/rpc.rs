//! The calls of the catalog over gRPC, one line for each.

use proto::catalog::v1::catalog_server::Catalog;
use proto::catalog::v1::{
    ExportPersonRequest, ExportPersonResponse, GetClassificationRequest, GetClassificationResponse,
    GetRecordRequest, JsonText, ListRecordChangesRequest, ListRecordChangesResponse,
    ListRowsRequest, ListSlugsRequest, ListSlugsResponse, RemoveRecordRequest,
    RemoveRecordResponse, SaveRecordsRequest, SaveRecordsResponse,
};
use proto::query::v1::{
    Generation, GetGenerationRequest, GetMetaRequest, ListGroupsRequest, ListGroupsResponse,
    ResourceMeta,
};
use tonic::{Request, Response, Status, async_trait};

use crate::answer_memory::AnswerMemory;
use crate::context::Context;
use crate::error::CatalogError;
use crate::{classification, editor, memory, read};

/// Answers over gRPC.
pub struct Rpc(pub Context, pub AnswerMemory);

#[expect(clippy::large_futures, reason = "`async_trait` boxes the future of every call")]
#[async_trait]
impl Catalog for Rpc {
    async fn list_rows(
        &self,
        request: Request<ListRowsRequest>,
    ) -> Result<Response<JsonText>, Status> {
        self.answer("list_rows", self.1.rows(&self.0, request.get_ref())).await
    }

    async fn get_record(
        &self,
        request: Request<GetRecordRequest>,
    ) -> Result<Response<JsonText>, Status> {
        self.answer("get_record", read::record(&self.0, request.get_ref())).await
    }

    async fn list_groups(
        &self,
        request: Request<ListGroupsRequest>,
    ) -> Result<Response<ListGroupsResponse>, Status> {
        self.answer("list_groups", read::groups(&self.0, request.get_ref())).await
    }

    async fn get_meta(
        &self,
        request: Request<GetMetaRequest>,
    ) -> Result<Response<ResourceMeta>, Status> {
        self.answer("get_meta", read::meta(&self.0, request.get_ref())).await
    }

    async fn get_generation(
        &self,
        _: Request<GetGenerationRequest>,
    ) -> Result<Response<Generation>, Status> {
        self.answer("get_generation", async {
            let generation = memory::generation(&self.0.db).await?;
            Ok(Generation { generation })
        })
        .await
    }

    async fn list_slugs(
        &self,
        request: Request<ListSlugsRequest>,
    ) -> Result<Response<ListSlugsResponse>, Status> {
        self.answer("list_slugs", read::slugs(&self.0, request.get_ref())).await
    }

    async fn get_classification(
        &self,
        request: Request<GetClassificationRequest>,
    ) -> Result<Response<GetClassificationResponse>, Status> {
        self.answer("get_classification", classification::get(&self.0, request.get_ref())).await
    }

    async fn save_records(
        &self,
        request: Request<SaveRecordsRequest>,
    ) -> Result<Response<SaveRecordsResponse>, Status> {
        let person = kit::peers::person(&request)?;
        self.answer("save_records", editor::save(&self.0, &person, request.get_ref())).await
    }

    async fn remove_record(
        &self,
        request: Request<RemoveRecordRequest>,
    ) -> Result<Response<RemoveRecordResponse>, Status> {
        let person = kit::peers::person(&request)?;
        self.answer("remove_record", editor::remove(&self.0, &person, request.get_ref())).await
    }

    async fn list_record_changes(
        &self,
        request: Request<ListRecordChangesRequest>,
    ) -> Result<Response<ListRecordChangesResponse>, Status> {
        self.answer("list_record_changes", editor::changes(&self.0, request.get_ref())).await
    }

    async fn export_person(
        &self,
        request: Request<ExportPersonRequest>,
    ) -> Result<Response<ExportPersonResponse>, Status> {
        let person = kit::peers::person(&request)?;
        self.answer("export_person", editor::export(&self.0, &person, request.get_ref())).await
    }
}

impl Rpc {
    /// The generation is read before the records: the answer has this state of the data, or a newer one.
    async fn answer<T>(
        &self,
        call: &str,
        verb: impl Future<Output = Result<T, CatalogError>>,
    ) -> Result<Response<T>, Status> {
        let generation = self.0.records.generation();
        let answer = self.0.db.answer(call, verb).await?;
        Ok(kit::grpc::tagged(answer, generation.as_deref()))
    }
}
