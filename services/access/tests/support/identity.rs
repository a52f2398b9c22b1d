//! Identity as far as access calls it: plans, memberships and addresses.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};

use futures::future::{BoxFuture, FutureExt as _};
use kit::grpc::Channel;
use kit::run::App;
use kit::testing;
use proto::identity::v1::{
    GetMembershipRequest, GetMembershipResponse, ListMailAddressesRequest,
    ListMailAddressesResponse, ListOrganizationPlansRequest, ListOrganizationPlansResponse,
    MembershipRole, OrganizationPlanEntry,
};
use tonic::body::Body;
use tonic::server::{Grpc, NamedService, UnaryService};
use tonic::service::Routes;
use tonic::{Request, Response, Status};
use tonic_prost::ProstCodec;

/// The users of identity and their plans.
#[derive(Clone, Default)]
pub struct FakeIdentity {
    /// In the order of the ids.
    plans: Arc<Mutex<Vec<OrganizationPlanEntry>>>,
    /// By user and organization.
    members: Arc<Mutex<BTreeMap<(String, String), MembershipRole>>>,
}

impl FakeIdentity {
    pub fn set(&self, mut plans: Vec<OrganizationPlanEntry>) {
        plans.sort_by(|one, other| one.organization_id.cmp(&other.organization_id));
        *self.plans.lock().unwrap() = plans;
    }

    /// Makes a user a member, whose address is their id.
    pub fn add_member(&self, user: &str, organization: &str, role: MembershipRole) {
        let mut members = self.members.lock().unwrap();
        members.insert((user.to_owned(), organization.to_owned()), role);
    }

    pub fn remove_member(&self, user: &str, organization: &str) {
        self.members.lock().unwrap().remove(&(user.to_owned(), organization.to_owned()));
    }

    /// Its address.
    pub async fn start(&self, app: &App) -> String {
        let any = SocketAddr::from(([127, 0, 0, 1], 0));
        let address = kit::grpc::serve(app, any, Routes::new(self.clone())).await.unwrap();
        format!("http://{address}")
    }

    /// A channel to it, as access has.
    pub async fn serve(&self, app: &App) -> Channel {
        let url = self.start(app).await;
        kit::grpc::connect(&testing::app_of("access", app), "IDENTITY_URL", &url).await.unwrap()
    }
}

type Answer<T> = BoxFuture<'static, Result<Response<T>, Status>>;

fn answered<T: Send + 'static>(answer: T) -> Answer<T> {
    async move { Ok(Response::new(answer)) }.boxed()
}

struct Plans(FakeIdentity);

impl UnaryService<ListOrganizationPlansRequest> for Plans {
    type Response = ListOrganizationPlansResponse;
    type Future = Answer<Self::Response>;

    fn call(&mut self, request: Request<ListOrganizationPlansRequest>) -> Self::Future {
        let ListOrganizationPlansRequest { after, limit } = request.into_inner();
        let plans = self.0.plans.lock().unwrap().clone();
        let rest = plans.into_iter().filter(|plan| Some(&plan.organization_id) > after.as_ref());
        let mut results: Vec<OrganizationPlanEntry> = rest.take(limit as usize + 1).collect();
        let more = results.len() > limit as usize;
        results.truncate(limit as usize);
        let next = results.last().filter(|_| more).map(|plan| plan.organization_id.clone());
        answered(ListOrganizationPlansResponse { results, next })
    }
}

struct Memberships(FakeIdentity);

impl UnaryService<GetMembershipRequest> for Memberships {
    type Response = GetMembershipResponse;
    type Future = Answer<Self::Response>;

    fn call(&mut self, request: Request<GetMembershipRequest>) -> Self::Future {
        let GetMembershipRequest { user_id, organization_id } = request.into_inner();
        let role = self.0.members.lock().unwrap().get(&(user_id, organization_id)).copied();
        answered(GetMembershipResponse { role: role.map(i32::from) })
    }
}

struct Addresses(FakeIdentity);

impl UnaryService<ListMailAddressesRequest> for Addresses {
    type Response = ListMailAddressesResponse;
    type Future = Answer<Self::Response>;

    fn call(&mut self, request: Request<ListMailAddressesRequest>) -> Self::Future {
        let ListMailAddressesRequest { user_id, owners_of_organization_id } = request.into_inner();
        let members = self.0.members.lock().unwrap().clone();
        let owners = members.into_iter().filter(|((_, organization), role)| {
            Some(organization) == owners_of_organization_id.as_ref()
                && *role == MembershipRole::Owner
        });
        let users = owners.map(|((user, _), _)| user).chain(user_id);
        let addresses = users.map(|user| format!("{user}@example.com")).collect();
        answered(ListMailAddressesResponse { addresses })
    }
}

impl NamedService for FakeIdentity {
    const NAME: &'static str = "identity.v1.Identity";
}

impl tower::Service<http::Request<Body>> for FakeIdentity {
    type Response = http::Response<Body>;
    type Error = std::convert::Infallible;
    type Future = BoxFuture<'static, Result<Self::Response, Self::Error>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: http::Request<Body>) -> Self::Future {
        let fake = self.clone();
        let name = request.uri().path().rsplit('/').next().unwrap_or_default().to_owned();
        async move {
            let answer = match &*name {
                "GetMembership" => {
                    Grpc::new(ProstCodec::default()).unary(Memberships(fake), request).await
                }
                "ListMailAddresses" => {
                    Grpc::new(ProstCodec::default()).unary(Addresses(fake), request).await
                }
                _ => Grpc::new(ProstCodec::default()).unary(Plans(fake), request).await,
            };
            Ok(answer)
        }
        .boxed()
    }
}
