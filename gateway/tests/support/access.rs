//! An access service that knows no policies and keeps nothing about anybody.

use proto::access::v1::access_server::Access;
use proto::access::v1::*;
use tonic::{Request, Response, Status};

#[derive(Clone, Default)]
pub struct FakeAccess;

#[tonic::async_trait]
impl Access for FakeAccess {
    async fn get_policies(
        &self,
        _: Request<GetPoliciesRequest>,
    ) -> Result<Response<GetPoliciesResponse>, Status> {
        Ok(Response::new(GetPoliciesResponse::default()))
    }

    async fn get_principal(
        &self,
        _: Request<GetPrincipalRequest>,
    ) -> Result<Response<GetPrincipalResponse>, Status> {
        Ok(Response::new(GetPrincipalResponse::default()))
    }

    async fn get_epoch(
        &self,
        _: Request<GetEpochRequest>,
    ) -> Result<Response<GetEpochResponse>, Status> {
        Ok(Response::new(GetEpochResponse::default()))
    }

    async fn export_person(
        &self,
        _: Request<ExportPersonRequest>,
    ) -> Result<Response<ExportPersonResponse>, Status> {
        Ok(Response::new(ExportPersonResponse::default()))
    }
}
