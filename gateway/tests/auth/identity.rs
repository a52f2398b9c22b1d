//! An identity service in memory, which records requests and answers by simple rules.

use std::collections::HashMap;
use std::future::{Ready, ready};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use kit::error::{ErrorCode, Problem};
use proto::identity::v1 as rpc;
use proto::identity::v1::identity_server::{Identity, IdentityServer};
use time::macros::datetime;
use tonic::{Request, Response, Status};

pub const ADA: &str = "ada@example.com";
/// When every session of this service ends: 2030-01-01T00:00:00.123Z.
pub const EXPIRES: i64 = 1_893_456_000_123;

/// The cookie of the browser that requested the links of a test.
pub const NONCE: &str = "6a09e667f3bcc908b2fb1366ea957d3e3adec17512775099da2f590b0667322a";
/// When every link of this service expires: ten minutes after the time of the tests.
const LINK_EXPIRES: i64 = datetime!(2026-11-20 12:10 UTC).unix_timestamp() * 1000;

/// A mailed link.
#[derive(Clone)]
pub struct Link {
    pub email: String,
    pub browser_nonce: String,
}

#[derive(Default)]
pub struct Memory {
    /// Session tokens and the addresses of their owners.
    pub sessions: HashMap<String, String>,
    /// Links by their tokens.
    pub links: HashMap<String, Link>,
    pub mails: Vec<rpc::StartEmailSignInRequest>,
    /// The deadline of the last call that sent a mail.
    pub mail_timeout: Option<String>,
    pub finished_emails: Vec<rpc::FinishEmailSignInRequest>,
    pub oidc_starts: Vec<rpc::StartOidcSignInRequest>,
    pub oidc_finishes: Vec<rpc::FinishOidcSignInRequest>,
    pub passkey_starts: Vec<rpc::StartPasskeySignInRequest>,
    pub finished_passkeys: Vec<rpc::FinishPasskeySignInRequest>,
    pub finished_second_factors: Vec<rpc::FinishSecondFactorRequest>,
    /// Whether sign-ins by mail and through providers wait for the second factor.
    pub requires_second_factor: bool,
    /// The token of the sign-in that waits for it.
    pub pending: Option<String>,
    pub touched: usize,
    /// The tokens of the sessions that browsers ended, with the address that each came from.
    pub ended: Vec<(String, String)>,
    /// The failure of the next calls.
    pub failure: Option<(ErrorCode, &'static str)>,
    /// Whether a provider's account is linked to the present session.
    pub links_account: bool,
    created: usize,
}

impl Memory {
    fn open_session(&mut self, email: &str) -> rpc::SignedIn {
        self.created += 1;
        let token = format!("{:064x}", self.created);
        self.sessions.insert(token.clone(), email.to_owned());
        rpc::SignedIn { session_token: Some(token), expires_at: EXPIRES, second_factor_token: None }
    }

    /// The answer to a completed first factor.
    fn after_first_factor(&mut self, email: &str) -> rpc::SignedIn {
        if !self.requires_second_factor {
            return self.open_session(email);
        }
        self.created += 1;
        let token = format!("{:064x}", 0xdef_000 + self.created);
        self.pending = Some(token.clone());
        rpc::SignedIn { session_token: None, expires_at: EXPIRES, second_factor_token: Some(token) }
    }

    fn find_link(&self, token: &str, email: &str) -> Result<Link, Status> {
        let found = self.links.get(token).filter(|link| ["", &link.email].contains(&email));
        let unknown = || Problem::new(ErrorCode::NotFound, "verification", "no such link");
        found.cloned().ok_or_else(|| unknown().into())
    }
}

#[derive(Clone, Default)]
pub struct FakeIdentity(Arc<Mutex<Memory>>);

impl FakeIdentity {
    pub fn memory(&self) -> MutexGuard<'_, Memory> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn service(&self) -> IdentityServer<Self> {
        IdentityServer::new(self.clone())
    }

    pub fn fail(&self, code: ErrorCode, reason: &'static str) {
        self.memory().failure = Some((code, reason));
    }

    /// A session that exists already.
    pub fn session(&self) -> String {
        self.memory().open_session(ADA).session_token.unwrap()
    }

    /// A link that the browser with the cookie requested.
    pub fn link(&self, token: &str, email: &str) {
        let link = Link { email: email.to_owned(), browser_nonce: NONCE.to_owned() };
        self.memory().links.insert(token.to_owned(), link);
    }

    fn called(&self) -> Result<MutexGuard<'_, Memory>, Status> {
        let memory = self.memory();
        match memory.failure {
            Some((code, reason)) => Err(Problem::new(code, reason, "as the test wants it").into()),
            None => Ok(memory),
        }
    }
}

fn user(email: &str) -> rpc::User {
    rpc::User {
        id: format!("user-of-{email}"),
        name: (email == ADA).then(|| "Ada".to_owned()),
        email: email.to_owned(),
        ..rpc::User::default()
    }
}

impl FakeIdentity {
    fn note<T>(&self, _: &'static str, _: T) -> Ready<Result<Response<T>, Status>> {
        ready(self.called().and(Err(unexpected_call())))
    }
}

fn unexpected_call() -> Status {
    Status::unimplemented("the session contract does not need it")
}

#[tonic::async_trait]
impl Identity for FakeIdentity {
    async fn resolve_session(
        &self,
        request: Request<rpc::ResolveSessionRequest>,
    ) -> Result<Response<rpc::ResolveSessionResponse>, Status> {
        let request = request.into_inner();
        let mut memory = self.called()?;
        memory.touched += usize::from(request.touch);
        let session = memory.sessions.get(&request.token).map(|email| rpc::Session {
            id: "session".to_owned(),
            expires_at: EXPIRES,
            user: Some(user(email)),
            fresh_until: EXPIRES,
        });
        Ok(Response::new(rpc::ResolveSessionResponse { session, role_epoch: 0 }))
    }

    async fn end_session(
        &self,
        request: Request<rpc::EndSessionRequest>,
    ) -> Result<Response<rpc::EndSessionResponse>, Status> {
        let request = request.into_inner();
        let mut memory = self.called()?;
        memory.sessions.remove(&request.token);
        memory.ended.push((request.token, request.visitor.unwrap_or_default().address));
        Ok(Response::new(rpc::EndSessionResponse {}))
    }

    async fn list_providers(
        &self,
        _: Request<rpc::ListProvidersRequest>,
    ) -> Result<Response<rpc::ListProvidersResponse>, Status> {
        drop(self.called()?);
        let provider = |id: &str, name: &str, kind: rpc::ProviderType| rpc::Provider {
            id: id.to_owned(),
            name: name.to_owned(),
            r#type: kind.into(),
        };
        let providers = vec![
            provider("email", "Email", rpc::ProviderType::Email),
            provider("acme", "Acme & Söhne", rpc::ProviderType::Oauth),
            provider("other", "Other", rpc::ProviderType::Oauth),
        ];
        Ok(Response::new(rpc::ListProvidersResponse { providers }))
    }

    async fn start_email_sign_in(
        &self,
        request: Request<rpc::StartEmailSignInRequest>,
    ) -> Result<Response<rpc::StartEmailSignInResponse>, Status> {
        let timeout = request.metadata().get("grpc-timeout");
        let timeout = timeout.map(|timeout| timeout.to_str().unwrap().to_owned());
        let request = request.into_inner();
        let mut memory = self.called()?;
        memory.mail_timeout = timeout;
        let parts: Vec<&str> = request.email.split('@').collect();
        if parts.len() != 2 || parts.contains(&"") {
            let refused = Problem::invalid("email_signin", "no address");
            return Err(refused.into());
        }
        let token = format!("{:064x}", 0xabc_000 + memory.mails.len());
        let link =
            Link { email: request.email.clone(), browser_nonce: request.browser_nonce.clone() };
        memory.links.insert(token, link);
        memory.mails.push(request);
        Ok(Response::new(rpc::StartEmailSignInResponse { link_expires_at: LINK_EXPIRES }))
    }

    async fn get_email_link(
        &self,
        request: Request<rpc::GetEmailLinkRequest>,
    ) -> Result<Response<rpc::GetEmailLinkResponse>, Status> {
        let request = request.into_inner();
        let link = self.called()?.find_link(&request.token, &request.email)?;
        Ok(Response::new(rpc::GetEmailLinkResponse { email: link.email }))
    }

    async fn finish_email_sign_in(
        &self,
        request: Request<rpc::FinishEmailSignInRequest>,
    ) -> Result<Response<rpc::SignedIn>, Status> {
        let request = request.into_inner();
        let mut memory = self.called()?;
        memory.finished_emails.push(request.clone());
        let link = memory.find_link(&request.token, &request.email)?;
        if !request.confirmed && request.browser_nonce != link.browser_nonce {
            let other = "requested in another browser";
            return Err(Problem::new(ErrorCode::Precondition, "link_unconfirmed", other).into());
        }
        memory.links.remove(&request.token);
        Ok(Response::new(memory.after_first_factor(&link.email)))
    }

    async fn start_oidc_sign_in(
        &self,
        request: Request<rpc::StartOidcSignInRequest>,
    ) -> Result<Response<rpc::StartOidcSignInResponse>, Status> {
        let mut memory = self.called()?;
        memory.oidc_starts.push(request.into_inner());
        Ok(Response::new(rpc::StartOidcSignInResponse {
            authorization_url: "https://issuer.example/auth?client_id=assay&state=the-state".into(),
            state: "the-state".into(),
            code_verifier: "the-verifier".into(),
            nonce: "the-nonce".into(),
        }))
    }

    async fn finish_oidc_sign_in(
        &self,
        request: Request<rpc::FinishOidcSignInRequest>,
    ) -> Result<Response<rpc::SignedIn>, Status> {
        let mut memory = self.called()?;
        memory.oidc_finishes.push(request.into_inner());
        let mut signed_in = memory.after_first_factor(ADA);
        if memory.links_account {
            signed_in.session_token = None;
        }
        Ok(Response::new(signed_in))
    }

    async fn list_linked_accounts(
        &self,
        _: Request<rpc::ListLinkedAccountsRequest>,
    ) -> Result<Response<rpc::ListLinkedAccountsResponse>, Status> {
        Err(unexpected_call())
    }

    async fn remove_linked_account(
        &self,
        _: Request<rpc::RemoveLinkedAccountRequest>,
    ) -> Result<Response<rpc::RemoveLinkedAccountResponse>, Status> {
        Err(unexpected_call())
    }

    async fn list_passkeys(
        &self,
        _: Request<rpc::ListPasskeysRequest>,
    ) -> Result<Response<rpc::ListPasskeysResponse>, Status> {
        Err(unexpected_call())
    }

    async fn start_passkey_registration(
        &self,
        _: Request<rpc::StartPasskeyRegistrationRequest>,
    ) -> Result<Response<rpc::StartPasskeyRegistrationResponse>, Status> {
        Err(unexpected_call())
    }

    async fn finish_passkey_registration(
        &self,
        _: Request<rpc::FinishPasskeyRegistrationRequest>,
    ) -> Result<Response<rpc::FinishPasskeyRegistrationResponse>, Status> {
        Err(unexpected_call())
    }

    async fn rename_passkey(
        &self,
        _: Request<rpc::RenamePasskeyRequest>,
    ) -> Result<Response<rpc::RenamePasskeyResponse>, Status> {
        Err(unexpected_call())
    }

    async fn remove_passkey(
        &self,
        _: Request<rpc::RemovePasskeyRequest>,
    ) -> Result<Response<rpc::RemovePasskeyResponse>, Status> {
        Err(unexpected_call())
    }

    async fn start_passkey_sign_in(
        &self,
        request: Request<rpc::StartPasskeySignInRequest>,
    ) -> Result<Response<rpc::StartPasskeySignInResponse>, Status> {
        self.called()?.passkey_starts.push(request.into_inner());
        let options = r#"{"challenge":"AAAAAAAAAAAAAAAAAAAAAA"}"#.to_owned();
        Ok(Response::new(rpc::StartPasskeySignInResponse { options }))
    }

    async fn finish_passkey_sign_in(
        &self,
        request: Request<rpc::FinishPasskeySignInRequest>,
    ) -> Result<Response<rpc::SignedIn>, Status> {
        let mut memory = self.called()?;
        memory.finished_passkeys.push(request.into_inner());
        Ok(Response::new(memory.open_session(ADA)))
    }

    async fn set_second_factor(
        &self,
        _: Request<rpc::SetSecondFactorRequest>,
    ) -> Result<Response<rpc::SetSecondFactorResponse>, Status> {
        Err(unexpected_call())
    }

    async fn renew_recovery_codes(
        &self,
        _: Request<rpc::RenewRecoveryCodesRequest>,
    ) -> Result<Response<rpc::RenewRecoveryCodesResponse>, Status> {
        Err(unexpected_call())
    }

    async fn finish_second_factor(
        &self,
        request: Request<rpc::FinishSecondFactorRequest>,
    ) -> Result<Response<rpc::SignedIn>, Status> {
        let request = request.into_inner();
        let mut memory = self.called()?;
        if memory.pending.as_ref() != Some(&request.token) {
            let expired = "the sign-in has expired";
            return Err(
                Problem::new(ErrorCode::Precondition, "second_factor_expired", expired).into()
            );
        }
        memory.pending = None;
        memory.finished_second_factors.push(request);
        Ok(Response::new(memory.open_session(ADA)))
    }

    async fn request_erasure(
        &self,
        _: Request<rpc::RequestErasureRequest>,
    ) -> Result<Response<rpc::RequestErasureResponse>, Status> {
        Err(unexpected_call())
    }

    async fn cancel_erasure(
        &self,
        _: Request<rpc::CancelErasureRequest>,
    ) -> Result<Response<rpc::CancelErasureResponse>, Status> {
        Err(unexpected_call())
    }

    async fn start_export(
        &self,
        _: Request<rpc::StartExportRequest>,
    ) -> Result<Response<rpc::StartExportResponse>, Status> {
        Err(unexpected_call())
    }

    async fn list_exports(
        &self,
        _: Request<rpc::ListExportsRequest>,
    ) -> Result<Response<rpc::ListExportsResponse>, Status> {
        Err(unexpected_call())
    }

    async fn cancel_export(
        &self,
        _: Request<rpc::CancelExportRequest>,
    ) -> Result<Response<rpc::CancelExportResponse>, Status> {
        Err(unexpected_call())
    }

    async fn read_export(
        &self,
        _: Request<rpc::ReadExportRequest>,
    ) -> Result<Response<rpc::ReadExportResponse>, Status> {
        Err(unexpected_call())
    }

    async fn list_sessions(
        &self,
        _: Request<rpc::ListSessionsRequest>,
    ) -> Result<Response<rpc::ListSessionsResponse>, Status> {
        Err(unexpected_call())
    }

    async fn revoke_session(
        &self,
        _: Request<rpc::RevokeSessionRequest>,
    ) -> Result<Response<rpc::RevokeSessionResponse>, Status> {
        Err(unexpected_call())
    }

    async fn revoke_other_sessions(
        &self,
        _: Request<rpc::RevokeOtherSessionsRequest>,
    ) -> Result<Response<rpc::RevokeOtherSessionsResponse>, Status> {
        Err(unexpected_call())
    }

    team_calls!();
}
