//! Identity as far as access calls it: the list of plans.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};

use futures::future::{BoxFuture, FutureExt as _};
use kit::grpc::Channel;
use kit::run::App;
use kit::testing;
use proto::identity::v1::{
    ListOrganizationPlansRequest, ListOrganizationPlansResponse, OrganizationPlanEntry,
};
use tonic::body::Body;
use tonic::server::{Grpc, NamedService, UnaryService};
use tonic::service::Routes;
use tonic::{Request, Response, Status};
use tonic_prost::ProstCodec;

/// The plans that identity lists, in the order of the ids.
#[derive(Clone, Default)]
pub struct Plans(Arc<Mutex<Vec<OrganizationPlanEntry>>>);

impl Plans {
    pub fn set(&self, mut plans: Vec<OrganizationPlanEntry>) {
        plans.sort_by(|one, other| one.organization_id.cmp(&other.organization_id));
        *self.0.lock().unwrap() = plans;
    }

    /// A channel to it, as access has.
    pub async fn serve(&self, app: &App) -> Channel {
        let any = SocketAddr::from(([127, 0, 0, 1], 0));
        let address = kit::grpc::serve(app, any, Routes::new(self.clone())).await.unwrap();
        let url = format!("http://{address}");
        kit::grpc::connect(&testing::app_of("access", app), "IDENTITY_URL", &url).await.unwrap()
    }
}

impl UnaryService<ListOrganizationPlansRequest> for Plans {
    type Response = ListOrganizationPlansResponse;
    type Future = BoxFuture<'static, Result<Response<Self::Response>, Status>>;

    fn call(&mut self, request: Request<ListOrganizationPlansRequest>) -> Self::Future {
        let ListOrganizationPlansRequest { after, limit } = request.into_inner();
        let plans = self.0.lock().unwrap().clone();
        let rest = plans.into_iter().filter(|plan| Some(&plan.organization_id) > after.as_ref());
        let mut results: Vec<OrganizationPlanEntry> = rest.take(limit as usize + 1).collect();
        let more = results.len() > limit as usize;
        results.truncate(limit as usize);
        let next = results.last().filter(|_| more).map(|plan| plan.organization_id.clone());
        let answer = ListOrganizationPlansResponse { results, next };
        async move { Ok(Response::new(answer)) }.boxed()
    }
}

impl NamedService for Plans {
    const NAME: &'static str = "identity.v1.Identity";
}

impl tower::Service<http::Request<Body>> for Plans {
    type Response = http::Response<Body>;
    type Error = std::convert::Infallible;
    type Future = BoxFuture<'static, Result<Self::Response, Self::Error>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: http::Request<Body>) -> Self::Future {
        let plans = self.clone();
        async move {
            let mut grpc = Grpc::new(ProstCodec::default());
            Ok(grpc.unary(plans, request).await)
        }
        .boxed()
    }
}
