//! An access service with the open policy set, which a test changes.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use kit::api_key::{self, Purpose};
use kit::error::{ErrorCode, Problem};
use proto::access::v1::access_keys_server::AccessKeys;
use proto::access::v1::access_server::Access;
use proto::access::v1::*;
use proto::codec::Text as _;
use serde::Deserialize;
use tonic::{Request, Response, Status};

use super::identity::{Behavior, user_id};

pub const OPEN: &str = include_str!("../../../services/access/policy_sets/open.json");
pub const TIERED: &str = include_str!("../../../services/access/policy_sets/tiered.json");

#[derive(Clone)]
pub struct FakeAccess(Arc<Mutex<State>>);

struct State {
    behavior: Behavior,
    epoch: i64,
    documents: Documents,
    /// The roles of users and organizations; an organization that is not in it has the free plan.
    roles: HashMap<String, Vec<PrincipalRole>>,
    /// How often the roles of a caller were read.
    principals: usize,
    /// Keys that can be used, by their texts.
    keys: HashMap<String, CheckApiKeyResponse>,
    /// How often the text of a key was checked.
    checks: usize,
    uses: Vec<ApiKeyCalls>,
    leaked: Vec<LeakedText>,
}

/// All records in effect, with their names as ids.
#[derive(Clone, Debug, Default)]
pub struct Documents {
    pub roles: Vec<AccessRole>,
    pub policies: Vec<Policy>,
    pub assignments: Vec<PolicyAssignment>,
}

#[derive(Deserialize)]
struct SetDocument {
    roles: Vec<RoleDocument>,
    policies: Vec<PolicyInput>,
}

#[derive(Deserialize)]
struct RoleDocument {
    name: String,
    kind: String,
    policies: Vec<String>,
}

impl Documents {
    pub fn from_set(text: &str) -> Self {
        let set: SetDocument = serde_json::from_str(text).unwrap();
        let mut documents = Self::default();
        for input in set.policies {
            documents.policies.push(Policy {
                id: input.name.clone(),
                version: 1,
                name: input.name,
                description: input.description,
                status: PolicyStatus::Active.into(),
                effect: input.effect,
                actions: input.actions,
                endpoints: input.endpoints,
                r#where: input.r#where,
                fields: input.fields,
                time: input.time,
                limits: input.limits,
                ..Policy::default()
            });
        }
        for role in set.roles {
            documents.add_role(
                &role.name,
                RoleKind::from_text(&role.kind).unwrap(),
                &role.policies,
            );
        }
        documents
    }

    fn add_role(&mut self, name: &str, kind: RoleKind, policies: &[String]) {
        self.roles.push(AccessRole {
            id: name.to_owned(),
            name: name.to_owned(),
            kind: kind.into(),
            managed: kind != RoleKind::Custom,
            status: AccessStatus::Active.into(),
            ..AccessRole::default()
        });
        self.assignments.extend(policies.iter().map(|policy| PolicyAssignment {
            id: format!("{name} has {policy}"),
            role_id: name.to_owned(),
            policy_id: policy.clone(),
            status: AccessStatus::Active.into(),
            ..PolicyAssignment::default()
        }));
    }

    /// Adds a role with one policy of its name.
    pub fn add(&mut self, name: &str, policy: Policy) {
        let names = Policy { id: name.to_owned(), name: name.to_owned(), version: 1, ..policy };
        self.policies.push(Policy { status: PolicyStatus::Active.into(), ..names });
        self.add_role(name, RoleKind::Custom, &[name.to_owned()]);
    }

    /// The limits of a policy.
    pub fn limit(&mut self, policy: &str, change: impl FnOnce(&mut Limits)) {
        let found = self.policies.iter_mut().find(|known| known.id == policy).unwrap();
        change(found.limits.get_or_insert_default());
    }
}

impl Default for FakeAccess {
    fn default() -> Self {
        Self(Arc::new(Mutex::new(State {
            behavior: Behavior::Well,
            epoch: 1,
            documents: Documents::from_set(OPEN),
            roles: HashMap::new(),
            principals: 0,
            keys: HashMap::new(),
            checks: 0,
            uses: Vec::new(),
            leaked: Vec::new(),
        })))
    }
}

impl FakeAccess {
    pub fn be(&self, behavior: Behavior) {
        self.0.lock().unwrap().behavior = behavior;
    }

    /// Changes the records; answers the epoch of the change.
    pub fn change(&self, change: impl FnOnce(&mut Documents)) -> i64 {
        let mut state = self.0.lock().unwrap();
        change(&mut state.documents);
        state.epoch += 1;
        state.epoch
    }

    /// Gives a user or an organization these roles for ever, and no other.
    pub fn grant(&self, holder: &str, roles: &[&str]) -> i64 {
        let role = |id: &&str| PrincipalRole { role_id: (*id).to_owned(), ..Default::default() };
        self.grant_for(holder, roles.iter().map(role).collect())
    }

    /// The same for some time.
    pub fn grant_for(&self, holder: &str, roles: Vec<PrincipalRole>) -> i64 {
        let mut state = self.0.lock().unwrap();
        state.roles.insert(holder.to_owned(), roles);
        state.epoch += 1;
        state.epoch
    }

    /// How often the roles of a caller were read.
    pub fn principals(&self) -> usize {
        self.0.lock().unwrap().principals
    }

    /// A key of the customer in their organization, with some values of its own; answers its text.
    pub fn have_key(&self, number: u8, change: impl FnOnce(&mut CheckApiKeyResponse)) -> String {
        let text = api_key::compose(Purpose::Live, [number; 8], [number; 32]);
        let mut key = CheckApiKeyResponse {
            key_id: api_key::parse(&text).unwrap().id.to_owned(),
            user_id: Some(user_id(1)),
            organization_id: user_id(11),
            expires_at: 4_000_000_000_000,
            ..Default::default()
        };
        change(&mut key);
        self.0.lock().unwrap().keys.insert(text.clone(), key);
        text
    }

    /// Revokes a key.
    pub fn end_key(&self, text: &str) {
        self.0.lock().unwrap().keys.remove(text);
    }

    /// How often the text of a key was checked.
    pub fn checks(&self) -> usize {
        self.0.lock().unwrap().checks
    }

    /// The reported calls of keys.
    pub fn uses(&self) -> Vec<ApiKeyCalls> {
        self.0.lock().unwrap().uses.clone()
    }

    /// The texts that were reported as leaked.
    pub fn leaked(&self) -> Vec<LeakedText> {
        self.0.lock().unwrap().leaked.clone()
    }

    async fn show(&self) -> Result<(), Status> {
        let behavior = self.0.lock().unwrap().behavior;
        behavior.show().await
    }
}

#[tonic::async_trait]
impl Access for FakeAccess {
    async fn get_policies(
        &self,
        request: Request<GetPoliciesRequest>,
    ) -> Result<Response<GetPoliciesResponse>, Status> {
        self.show().await?;
        let state = self.0.lock().unwrap();
        let epoch = state.epoch;
        if request.into_inner().known_epoch == Some(epoch) {
            let known = GetPoliciesResponse { epoch, is_known: true, ..Default::default() };
            return Ok(Response::new(known));
        }
        let Documents { roles, policies, assignments } = state.documents.clone();
        let hash = format!("{:?}", state.documents);
        let is_known = false;
        let answer = GetPoliciesResponse { epoch, is_known, hash, roles, policies, assignments };
        Ok(Response::new(answer))
    }

    async fn get_principal(
        &self,
        request: Request<GetPrincipalRequest>,
    ) -> Result<Response<GetPrincipalResponse>, Status> {
        self.show().await?;
        let GetPrincipalRequest { user_id, organization_id } = request.into_inner();
        let mut state = self.0.lock().unwrap();
        state.principals += 1;
        let plan =
            |plan: &str| vec![PrincipalRole { role_id: plan.to_owned(), ..Default::default() }];
        let of = |id: &Option<String>| id.as_ref().and_then(|id| state.roles.get(id)).cloned();
        let roles = if user_id.is_none() && organization_id.is_none() {
            of(&Some("nobody".to_owned())).unwrap_or_else(|| plan("plan.anonymous"))
        } else {
            let mut roles = of(&organization_id).unwrap_or_else(|| plan("plan.free"));
            roles.extend(of(&user_id).unwrap_or_default());
            roles
        };
        if roles.iter().any(|role| role.role_id == "broken") {
            return Err(Problem::unavailable("the database is away").into());
        }
        Ok(Response::new(GetPrincipalResponse { epoch: state.epoch, roles }))
    }

    async fn get_epoch(
        &self,
        _: Request<GetEpochRequest>,
    ) -> Result<Response<GetEpochResponse>, Status> {
        self.show().await?;
        Ok(Response::new(GetEpochResponse { epoch: self.0.lock().unwrap().epoch }))
    }

    async fn export_person(
        &self,
        _: Request<ExportPersonRequest>,
    ) -> Result<Response<ExportPersonResponse>, Status> {
        Ok(Response::new(ExportPersonResponse::default()))
    }
}

/// The calls of owners, which no test of the gateway makes.
macro_rules! of_owners {
    ($($call:ident($request:ty) -> $answer:ty;)*) => {
        #[tonic::async_trait]
        impl AccessKeys for FakeAccess {
            $(async fn $call(&self, _: Request<$request>) -> Result<Response<$answer>, Status> {
                Err(Status::unimplemented(stringify!($call)))
            })*

            async fn check_api_key(
                &self,
                request: Request<CheckApiKeyRequest>,
            ) -> Result<Response<CheckApiKeyResponse>, Status> {
                self.0.lock().unwrap().checks += 1;
                self.show().await?;
                let key = self.0.lock().unwrap().keys.get(&request.into_inner().secret).cloned();
                let message = "The API key is not valid";
                let invalid = || Problem::new(ErrorCode::Unauthenticated, "key_invalid", message);
                Ok(Response::new(key.ok_or_else(invalid)?))
            }

            async fn report_api_key_use(
                &self,
                request: Request<ReportApiKeyUseRequest>,
            ) -> Result<Response<ReportApiKeyUseResponse>, Status> {
                self.show().await?;
                self.0.lock().unwrap().uses.extend(request.into_inner().calls);
                Ok(Response::new(ReportApiKeyUseResponse {}))
            }

            async fn report_leaked_keys(
                &self,
                request: Request<ReportLeakedKeysRequest>,
            ) -> Result<Response<ReportLeakedKeysResponse>, Status> {
                self.show().await?;
                let ReportLeakedKeysRequest { found } = request.into_inner();
                let mut state = self.0.lock().unwrap();
                let are_keys = found.iter().map(|one| state.keys.contains_key(&one.text)).collect();
                for one in &found {
                    state.keys.remove(&one.text);
                }
                state.leaked.extend(found);
                Ok(Response::new(ReportLeakedKeysResponse { are_keys }))
            }
        }
    };
}

of_owners! {
    list_api_keys(ListApiKeysRequest) -> ListApiKeysResponse;
    create_api_key(CreateApiKeyRequest) -> NewApiKey;
    update_api_key(UpdateApiKeyRequest) -> UpdateApiKeyResponse;
    rotate_api_key(RotateApiKeyRequest) -> NewApiKey;
    revoke_api_key(RevokeApiKeyRequest) -> RevokeApiKeyResponse;
    enable_api_key(EnableApiKeyRequest) -> EnableApiKeyResponse;
    get_api_key_use(GetApiKeyUseRequest) -> GetApiKeyUseResponse;
}
