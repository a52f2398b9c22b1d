//! Sign-in at OpenID providers of `deploy/peers`, and the accounts there that are linked to a user.

use std::collections::BTreeMap;

use kit::error::Problem;
use kit::testing::as_user;
use proto::identity::v1::{
    FinishOidcSignInRequest, LinkedAccountEntry, ListLinkedAccountsRequest,
    RemoveLinkedAccountRequest, SignedIn, StartOidcSignInRequest, StartOidcSignInResponse,
};

use super::browser::Browser;
use super::peers::{self, Peer};
use super::{ORIGIN, World, visitor};

pub struct Flow {
    pub provider: &'static str,
    pub started: StartOidcSignInResponse,
    pub back: BTreeMap<String, String>,
}

impl Flow {
    pub fn request(&self, session_token: Option<&str>) -> FinishOidcSignInRequest {
        FinishOidcSignInRequest {
            provider: self.provider.to_owned(),
            code: self.back["code"].clone(),
            code_verifier: self.started.code_verifier.clone(),
            nonce: self.started.nonce.clone(),
            issuer: self.back.get("iss").cloned(),
            session_token: session_token.map(str::to_owned),
            visitor: Some(visitor()),
            step_up: false,
        }
    }
}

pub async fn provider(flags: &[&str]) -> Peer {
    let [peer, other] = ["peer", "other"].map(|id| format!("{ORIGIN}/api/auth/callback/{id}"));
    let callbacks = ["--redirect-uri", &peer, "--redirect-uri", &other];
    peers::start("oidc.mjs", &[&callbacks, flags].concat()).await
}

/// One provider that is there and one that is away.
pub fn settings(peer: &Peer) -> String {
    format!("[{},{}]", entry("peer", "Peer", peer.port), entry("away", "Away", 1))
}

/// Two providers that are there.
pub fn settings_of_two(peer: &Peer, other: &Peer) -> String {
    format!("[{},{}]", entry("peer", "Peer", peer.port), entry("other", "Other", other.port))
}

fn entry(id: &str, name: &str, port: u16) -> String {
    format!(
        r#"{{"id":"{id}","name":"{name}","issuer":"http://127.0.0.1:{port}","clientId":"assay","clientSecret":"peer-secret"}}"#
    )
}

pub async fn world(peer: &Peer) -> World {
    World::with(&[("OIDC_PROVIDERS", &settings(peer))]).await
}

pub async fn start(world: &mut World, provider: &str) -> Result<StartOidcSignInResponse, Problem> {
    let request = StartOidcSignInRequest { provider: provider.to_owned(), ..Default::default() };
    start_with(world, request).await
}

pub async fn start_with(
    world: &mut World,
    request: StartOidcSignInRequest,
) -> Result<StartOidcSignInResponse, Problem> {
    let answer = world.identity.start_oidc_sign_in(request).await;
    answer.map(tonic::Response::into_inner).map_err(Problem::from)
}

/// Goes to the provider as the named person and comes back.
pub async fn go(world: &mut World, login: &str) -> Flow {
    go_to(world, "peer", &mut Browser::new(), login).await
}

/// The same at one of several providers, in a browser that may be signed in there.
pub async fn go_to(
    world: &mut World,
    provider: &'static str,
    browser: &mut Browser,
    login: &str,
) -> Flow {
    let started = start(world, provider).await.unwrap();
    let back = browser.come_back(&started.authorization_url, login).await;
    assert_eq!(back["state"], started.state);
    Flow { provider, started, back }
}

pub async fn finish(
    world: &mut World,
    request: FinishOidcSignInRequest,
) -> Result<SignedIn, Problem> {
    let answer = world.identity.finish_oidc_sign_in(request).await;
    answer.map(tonic::Response::into_inner).map_err(Problem::from)
}

pub async fn sign_in(
    world: &mut World,
    login: &str,
    session: Option<&str>,
) -> Result<SignedIn, Problem> {
    sign_in_at(world, "peer", login, session).await
}

pub async fn sign_in_at(
    world: &mut World,
    provider: &'static str,
    login: &str,
    session: Option<&str>,
) -> Result<SignedIn, Problem> {
    let flow = go_to(world, provider, &mut Browser::new(), login).await;
    finish(world, flow.request(session)).await
}

/// Proves again, by an account at the provider, who uses the session.
pub async fn step_up(
    world: &mut World,
    login: &str,
    session: Option<&str>,
) -> Result<SignedIn, Problem> {
    let request =
        StartOidcSignInRequest { provider: "peer".to_owned(), step_up: true, ..Default::default() };
    let started = start_with(world, request).await?;
    let back = Browser::new().come_back(&started.authorization_url, login).await;
    let request = Flow { provider: "peer", started, back }.request(session);
    finish(world, FinishOidcSignInRequest { step_up: true, ..request }).await
}

pub fn reason(outcome: Result<SignedIn, Problem>) -> String {
    outcome.unwrap_err().reason.into_owned()
}

pub async fn linked_accounts(world: &mut World, user_id: &str) -> Vec<LinkedAccountEntry> {
    let call = world.identity.list_linked_accounts(ListLinkedAccountsRequest {});
    as_user(user_id, call).await.unwrap().into_inner().results
}

pub async fn remove_account(world: &mut World, user_id: &str, id: &str) -> Result<(), Problem> {
    let call =
        world.identity.remove_linked_account(RemoveLinkedAccountRequest { id: id.to_owned() });
    as_user(user_id, call).await.map(drop).map_err(Problem::from)
}
