//! An identity service whose answers a test sets.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use kit::error::{ErrorCode, Problem};
use proto::identity::v1::administration_server::Administration;
use proto::identity::v1::identity_server::Identity;
use proto::identity::v1::*;
use proto::query::v1::{GetMetaRequest, Pagination, Query, ResourceMeta};
use tonic::{Request, Response, Status};

use super::{ADMIN, COLLEAGUE, CUSTOMER, STALE_ADMIN};

/// The files of the export that the customer has.
pub const EXPORTED_JSON: &str = "{\n\"account\": [{\"email\": \"ada@example.com\"}]\n}\n";
pub const EXPORTED_CSV: &str = "an archive of tables";
/// The bytes of a part of them.
const EXPORT_PART: usize = 7;
/// The end of a trial that it accepts: 2026-12-14T23:59:59.999Z.
const PLAN_END: i64 = 1_797_292_799_999;

/// How a fake service behaves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Behavior {
    #[default]
    Well,
    Away,
    Hanging,
    Broken,
    /// Counts a quota of its own, which is used up.
    Limited,
    /// Sends the heads of its answers at once, and their bodies byte by byte without an end; the catalog alone.
    Dripping,
}

impl Behavior {
    pub async fn show(self) -> Result<(), Status> {
        match self {
            Self::Well | Self::Dripping => Ok(()),
            Self::Away => Err(Problem::unavailable("the database is away").into()),
            Self::Hanging => std::future::pending().await,
            Self::Broken => Err(Status::internal("relation \"users\" does not exist")),
            Self::Limited => {
                Err(Problem::new(ErrorCode::Limited, "too_many_exports", "Try later").into())
            }
        }
    }
}

#[derive(Clone, Default)]
pub struct FakeIdentity(Arc<Inner>);

struct Inner {
    behavior: Mutex<Behavior>,
    sessions: Mutex<HashMap<String, Session>>,
    calls: Mutex<BTreeMap<&'static str, usize>>,
    export: Mutex<Option<String>>,
    resolved: AtomicUsize,
    role_epoch: AtomicI64,
}

impl Default for Inner {
    fn default() -> Self {
        let sessions = [
            (CUSTOMER.to_owned(), session(1, Role::Customer)),
            (ADMIN.to_owned(), session(2, Role::Admin)),
            (COLLEAGUE.to_owned(), session(3, Role::Customer)),
            (STALE_ADMIN.to_owned(), Session { fresh_until: 0, ..session(4, Role::Admin) }),
        ];
        Self {
            behavior: Mutex::default(),
            sessions: Mutex::new(sessions.into()),
            calls: Mutex::default(),
            export: Mutex::default(),
            resolved: AtomicUsize::new(0),
            role_epoch: AtomicI64::new(0),
        }
    }
}

impl FakeIdentity {
    pub fn be(&self, behavior: Behavior) {
        *self.0.behavior.lock().unwrap() = behavior;
    }

    /// Another customer with this token, whose number no other person has.
    pub fn have(&self, token: &str, number: u8) {
        let session = session(number, Role::Customer);
        self.0.sessions.lock().unwrap().insert(token.to_owned(), session);
    }

    pub fn end(&self, token: &str) {
        self.0.sessions.lock().unwrap().remove(token);
    }

    pub fn change(&self, token: &str, change: impl FnOnce(&mut User)) {
        let mut sessions = self.0.sessions.lock().unwrap();
        change(sessions.get_mut(token).unwrap().user.as_mut().unwrap());
    }

    /// Changes the role of every user once.
    pub fn raise_role_epoch(&self) {
        self.0.role_epoch.fetch_add(1, Ordering::SeqCst);
    }

    /// Has this text as both files of the export.
    pub fn export(&self, text: String) {
        *self.0.export.lock().unwrap() = Some(text);
    }

    /// How often sessions were read.
    pub fn resolved(&self) -> usize {
        self.0.resolved.load(Ordering::SeqCst)
    }

    /// How often each other method was called.
    pub fn calls(&self) -> BTreeMap<&'static str, usize> {
        self.0.calls.lock().unwrap().clone()
    }

    async fn note<T>(&self, method: &'static str, answer: T) -> Result<Response<T>, Status> {
        *self.0.calls.lock().unwrap().entry(method).or_default() += 1;
        let behavior = *self.0.behavior.lock().unwrap();
        behavior.show().await?;
        Ok(Response::new(answer))
    }
}

pub fn user_id(number: u8) -> String {
    format!("01900000-0000-7000-8000-0000000000{number:02}")
}

fn session(number: u8, role: Role) -> Session {
    let organization = Organization {
        id: user_id(number + 10),
        name: format!("Organization {number}"),
        domain: None,
        scope: OrganizationScope::Personal.into(),
        plan: Some(Plan {
            id: user_id(number + 20),
            r#type: PlanType::Free.into(),
            organization_id: user_id(number + 10),
            ends_at: None,
        }),
    };
    let user = User {
        id: user_id(number),
        name: Some(format!("Person {number}")),
        email: format!("person{number}@example.test"),
        email_verified_at: Some(1_700_000_000_123),
        image: None,
        role: role.into(),
        organization: Some(organization.clone()),
        memberships: vec![Membership {
            id: user_id(number + 30),
            role: MembershipRole::Owner.into(),
            organization_id: user_id(number + 10),
            organization: Some(organization),
        }],
        features: vec![Feature::EnableApiKeys.into()],
        intercom_hmac: None,
        passkey_required: false,
        erasure_due_at: None,
    };
    Session {
        id: user_id(number + 40),
        expires_at: 4_000_000_000_000,
        user: Some(user),
        fresh_until: 4_000_000_000_000,
    }
}

#[tonic::async_trait]
impl Identity for FakeIdentity {
    async fn resolve_session(
        &self,
        request: Request<ResolveSessionRequest>,
    ) -> Result<Response<ResolveSessionResponse>, Status> {
        self.0.resolved.fetch_add(1, Ordering::SeqCst);
        let behavior = *self.0.behavior.lock().unwrap();
        behavior.show().await?;
        let token = request.into_inner().token;
        let session = self.0.sessions.lock().unwrap().get(&token).cloned();
        let role_epoch = self.0.role_epoch.load(Ordering::SeqCst);
        Ok(Response::new(ResolveSessionResponse { session, role_epoch }))
    }

    async fn end_session(
        &self,
        request: Request<EndSessionRequest>,
    ) -> Result<Response<EndSessionResponse>, Status> {
        self.end(&request.into_inner().token);
        self.note("EndSession", EndSessionResponse {}).await
    }

    async fn list_sessions(
        &self,
        request: Request<ListSessionsRequest>,
    ) -> Result<Response<ListSessionsResponse>, Status> {
        let entry = SessionEntry {
            id: kit::peers::person(&request)?.session_id.clone(),
            current: true,
            created_at: 1_700_000_000_000,
            last_seen_at: 1_700_000_001_000,
            expires_at: 4_000_000_000_000,
            method: SignInMethod::Email.into(),
            user_agent: "Firefox".to_owned(),
            network: "192.0.2.0/24".to_owned(),
        };
        self.note("ListSessions", ListSessionsResponse { results: vec![entry] }).await
    }

    async fn revoke_session(
        &self,
        request: Request<RevokeSessionRequest>,
    ) -> Result<Response<RevokeSessionResponse>, Status> {
        if request.into_inner().id == user_id(99) {
            let problem = Problem::new(ErrorCode::NotFound, "session_not_found", "Unknown session");
            return Err(problem.into());
        }
        self.note("RevokeSession", RevokeSessionResponse {}).await
    }

    async fn revoke_other_sessions(
        &self,
        _: Request<RevokeOtherSessionsRequest>,
    ) -> Result<Response<RevokeOtherSessionsResponse>, Status> {
        self.note("RevokeOtherSessions", RevokeOtherSessionsResponse { revoked: 3 }).await
    }

    async fn list_linked_accounts(
        &self,
        _: Request<ListLinkedAccountsRequest>,
    ) -> Result<Response<ListLinkedAccountsResponse>, Status> {
        self.note("ListLinkedAccounts", ListLinkedAccountsResponse::default()).await
    }

    async fn remove_linked_account(
        &self,
        _: Request<RemoveLinkedAccountRequest>,
    ) -> Result<Response<RemoveLinkedAccountResponse>, Status> {
        self.note("RemoveLinkedAccount", RemoveLinkedAccountResponse {}).await
    }

    async fn list_passkeys(
        &self,
        _: Request<ListPasskeysRequest>,
    ) -> Result<Response<ListPasskeysResponse>, Status> {
        self.note("ListPasskeys", ListPasskeysResponse::default()).await
    }

    async fn start_passkey_registration(
        &self,
        _: Request<StartPasskeyRegistrationRequest>,
    ) -> Result<Response<StartPasskeyRegistrationResponse>, Status> {
        self.note("StartPasskeyRegistration", StartPasskeyRegistrationResponse::default()).await
    }

    async fn finish_passkey_registration(
        &self,
        _: Request<FinishPasskeyRegistrationRequest>,
    ) -> Result<Response<FinishPasskeyRegistrationResponse>, Status> {
        self.note("FinishPasskeyRegistration", FinishPasskeyRegistrationResponse::default()).await
    }

    async fn rename_passkey(
        &self,
        _: Request<RenamePasskeyRequest>,
    ) -> Result<Response<RenamePasskeyResponse>, Status> {
        self.note("RenamePasskey", RenamePasskeyResponse::default()).await
    }

    async fn remove_passkey(
        &self,
        _: Request<RemovePasskeyRequest>,
    ) -> Result<Response<RemovePasskeyResponse>, Status> {
        self.note("RemovePasskey", RemovePasskeyResponse::default()).await
    }

    async fn start_passkey_sign_in(
        &self,
        _: Request<StartPasskeySignInRequest>,
    ) -> Result<Response<StartPasskeySignInResponse>, Status> {
        self.note("StartPasskeySignIn", StartPasskeySignInResponse::default()).await
    }

    async fn finish_passkey_sign_in(
        &self,
        _: Request<FinishPasskeySignInRequest>,
    ) -> Result<Response<SignedIn>, Status> {
        self.note("FinishPasskeySignIn", SignedIn::default()).await
    }

    async fn set_second_factor(
        &self,
        _: Request<SetSecondFactorRequest>,
    ) -> Result<Response<SetSecondFactorResponse>, Status> {
        self.note("SetSecondFactor", SetSecondFactorResponse::default()).await
    }

    async fn renew_recovery_codes(
        &self,
        _: Request<RenewRecoveryCodesRequest>,
    ) -> Result<Response<RenewRecoveryCodesResponse>, Status> {
        self.note("RenewRecoveryCodes", RenewRecoveryCodesResponse::default()).await
    }

    async fn finish_second_factor(
        &self,
        _: Request<FinishSecondFactorRequest>,
    ) -> Result<Response<SignedIn>, Status> {
        self.note("FinishSecondFactor", SignedIn::default()).await
    }

    async fn request_erasure(
        &self,
        _: Request<RequestErasureRequest>,
    ) -> Result<Response<RequestErasureResponse>, Status> {
        self.note("RequestErasure", RequestErasureResponse::default()).await
    }

    async fn cancel_erasure(
        &self,
        _: Request<CancelErasureRequest>,
    ) -> Result<Response<CancelErasureResponse>, Status> {
        self.note("CancelErasure", CancelErasureResponse {}).await
    }

    async fn start_export(
        &self,
        _: Request<StartExportRequest>,
    ) -> Result<Response<StartExportResponse>, Status> {
        let state = ExportState::Running.into();
        let export = Some(AccountExport { state, ..AccountExport::default() });
        self.note("StartExport", StartExportResponse { export }).await
    }

    async fn list_exports(
        &self,
        _: Request<ListExportsRequest>,
    ) -> Result<Response<ListExportsResponse>, Status> {
        self.note("ListExports", ListExportsResponse::default()).await
    }

    async fn cancel_export(
        &self,
        _: Request<CancelExportRequest>,
    ) -> Result<Response<CancelExportResponse>, Status> {
        self.note("CancelExport", CancelExportResponse {}).await
    }

    async fn read_export(
        &self,
        request: Request<ReadExportRequest>,
    ) -> Result<Response<ReadExportResponse>, Status> {
        let user = kit::peers::person(&request)?.user_id.clone();
        let request = request.into_inner();
        if user != user_id(1) || request.id != user_id(98) {
            let problem = Problem::new(ErrorCode::NotFound, "export_not_found", "Unknown export");
            return Err(problem.into());
        }
        let usual =
            if request.format() == ExportFormat::Csv { EXPORTED_CSV } else { EXPORTED_JSON };
        let set = self.0.export.lock().unwrap().clone();
        let file = set.unwrap_or_else(|| usual.to_owned());
        let (offset, size) = (request.offset as usize, file.len() as i64);
        let part = EXPORT_PART.max(file.len() / 100);
        let bytes = file.bytes().skip(offset).take(part).collect();
        self.note("ReadExport", ReadExportResponse { bytes, size }).await
    }

    async fn list_providers(
        &self,
        _: Request<ListProvidersRequest>,
    ) -> Result<Response<ListProvidersResponse>, Status> {
        self.note("ListProviders", ListProvidersResponse::default()).await
    }

    async fn start_email_sign_in(
        &self,
        _: Request<StartEmailSignInRequest>,
    ) -> Result<Response<StartEmailSignInResponse>, Status> {
        self.note("StartEmailSignIn", StartEmailSignInResponse::default()).await
    }

    async fn get_email_link(
        &self,
        _: Request<GetEmailLinkRequest>,
    ) -> Result<Response<GetEmailLinkResponse>, Status> {
        self.note("GetEmailLink", GetEmailLinkResponse::default()).await
    }

    async fn finish_email_sign_in(
        &self,
        _: Request<FinishEmailSignInRequest>,
    ) -> Result<Response<SignedIn>, Status> {
        self.note("FinishEmailSignIn", SignedIn::default()).await
    }

    async fn start_oidc_sign_in(
        &self,
        _: Request<StartOidcSignInRequest>,
    ) -> Result<Response<StartOidcSignInResponse>, Status> {
        self.note("StartOidcSignIn", StartOidcSignInResponse::default()).await
    }

    async fn finish_oidc_sign_in(
        &self,
        _: Request<FinishOidcSignInRequest>,
    ) -> Result<Response<SignedIn>, Status> {
        self.note("FinishOidcSignIn", SignedIn::default()).await
    }

    team_calls!();
}

#[tonic::async_trait]
impl Administration for FakeIdentity {
    async fn list_users(&self, _: Request<Query>) -> Result<Response<ListUsersResponse>, Status> {
        let entry = UserEntry {
            id: user_id(1),
            email: "person1@example.test".to_owned(),
            name: None,
            role: Role::Customer.into(),
            created_at: 1_700_000_000_000,
            features: vec![],
            state: AccountState::Active.into(),
            deactivated_at: None,
            email_verified: true,
            organization_id: user_id(11),
            organization_name: "Organization 1".to_owned(),
            organization_scope: OrganizationScope::Personal.into(),
            plan: PlanType::Free.into(),
            sessions: 1,
        };
        let pagination = Some(Pagination::default());
        self.note("ListUsers", ListUsersResponse { results: vec![entry], pagination }).await
    }

    async fn set_user_role(
        &self,
        request: Request<SetUserRoleRequest>,
    ) -> Result<Response<SetUserRoleResponse>, Status> {
        if request.get_ref().id == kit::peers::person(&request)?.user_id {
            let problem =
                Problem::new(ErrorCode::Precondition, "last_administrator", "One must remain");
            return Err(problem.into());
        }
        self.note("SetUserRole", SetUserRoleResponse {}).await
    }

    async fn set_organization_plan(
        &self,
        request: Request<SetOrganizationPlanRequest>,
    ) -> Result<Response<SetOrganizationPlanResponse>, Status> {
        let SetOrganizationPlanRequest { plan, ends_at, .. } = request.into_inner();
        if plan == i32::from(PlanType::TrialAllAccess) && ends_at != Some(PLAN_END) {
            let problem = Problem::new(ErrorCode::Invalid, "plan_end_required", "No end");
            return Err(problem.into());
        }
        self.note("SetOrganizationPlan", SetOrganizationPlanResponse {}).await
    }

    administration_calls!();
}
