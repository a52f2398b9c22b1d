//! Sign-in through a real OpenID provider.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use crate::world::browser::Browser;
use crate::world::peers::{self, Peer};
use crate::world::{self, World, newest_mail, visitor};
use crate::{passkeys, second_factor};
use kit::error::{ErrorCode, Problem};
use kit::testing::{SecurityLog, as_administrator, as_user};
use proto::identity::v1::{
    FinishOidcSignInRequest, LinkedAccountEntry, ListLinkedAccountsRequest, ListProvidersRequest,
    ListSessionsRequest, ProviderType, RemoveLinkedAccountRequest, Role, SetUserRoleRequest,
    SignInMethod, SignedIn, StartOidcSignInRequest, StartOidcSignInResponse,
};

type Change = fn(&mut FinishOidcSignInRequest, &StartOidcSignInResponse);

struct Flow {
    started: StartOidcSignInResponse,
    back: BTreeMap<String, String>,
}

impl Flow {
    fn request(&self, session_token: Option<&str>) -> FinishOidcSignInRequest {
        FinishOidcSignInRequest {
            provider: "peer".to_owned(),
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

async fn provider(flags: &[&str]) -> Peer {
    let callback = format!("{}/api/auth/callback/peer", world::ORIGIN);
    peers::start("oidc.mjs", &[&["--redirect-uri", &callback], flags].concat()).await
}

fn settings(peer: &Peer) -> String {
    format!(
        r#"[{{"id":"peer","name":"Peer","issuer":"http://127.0.0.1:{}","clientId":"assay","clientSecret":"peer-secret"}},
            {{"id":"away","name":"Away","issuer":"http://127.0.0.1:1","clientId":"assay","clientSecret":"s"}}]"#,
        peer.port
    )
}

async fn world(peer: &Peer) -> World {
    World::with(&[("OIDC_PROVIDERS", &settings(peer))]).await
}

async fn start(world: &mut World, provider: &str) -> Result<StartOidcSignInResponse, Problem> {
    let request = StartOidcSignInRequest { provider: provider.to_owned(), ..Default::default() };
    start_with(world, request).await
}

async fn start_with(
    world: &mut World,
    request: StartOidcSignInRequest,
) -> Result<StartOidcSignInResponse, Problem> {
    let answer = world.identity.start_oidc_sign_in(request).await;
    answer.map(tonic::Response::into_inner).map_err(Problem::from)
}

/// The parameters of an authorization address, each once.
fn sent_parameters(started: &StartOidcSignInResponse) -> HashMap<String, String> {
    let url = url::Url::parse(&started.authorization_url).unwrap();
    let mut pairs = HashMap::new();
    for (name, value) in url.query_pairs() {
        assert!(pairs.insert(name.into_owned(), value.into_owned()).is_none(), "each once");
    }
    pairs
}

/// Goes to the provider as the named person and comes back.
async fn go(world: &mut World, login: &str) -> Flow {
    let started = start(world, "peer").await.unwrap();
    let back = Browser::new().come_back(&started.authorization_url, login).await;
    assert_eq!(back["state"], started.state);
    Flow { started, back }
}

async fn finish(world: &mut World, request: FinishOidcSignInRequest) -> Result<SignedIn, Problem> {
    let answer = world.identity.finish_oidc_sign_in(request).await;
    answer.map(tonic::Response::into_inner).map_err(Problem::from)
}

async fn sign_in(
    world: &mut World,
    login: &str,
    session: Option<&str>,
) -> Result<SignedIn, Problem> {
    let flow = go(world, login).await;
    finish(world, flow.request(session)).await
}

/// Proves again, by an account at the provider, who uses the session.
async fn step_up(
    world: &mut World,
    login: &str,
    session: Option<&str>,
) -> Result<SignedIn, Problem> {
    let request =
        StartOidcSignInRequest { provider: "peer".to_owned(), step_up: true, ..Default::default() };
    let started = start_with(world, request).await?;
    let back = Browser::new().come_back(&started.authorization_url, login).await;
    let request = Flow { started, back }.request(session);
    finish(world, FinishOidcSignInRequest { step_up: true, ..request }).await
}

fn reason(outcome: Result<SignedIn, Problem>) -> String {
    outcome.unwrap_err().reason.into_owned()
}

#[tokio::test]
async fn all_ways_to_sign_in_are_listed_in_order() {
    let peer = provider(&[]).await;
    let mut world = world(&peer).await;
    let answer = world.identity.list_providers(ListProvidersRequest {}).await.unwrap();
    let providers = answer.into_inner().providers;
    let ids: Vec<_> = providers.iter().map(|one| (one.id.as_str(), one.r#type())).collect();
    assert_eq!(
        ids,
        [
            ("email", ProviderType::Email),
            ("peer", ProviderType::Oauth),
            ("away", ProviderType::Oauth)
        ]
    );
}

#[tokio::test]
async fn a_new_address_creates_a_verified_user_who_can_sign_in_again() {
    for flags in [&[][..], &["--claims-in-id-token"]] {
        let peer = provider(flags).await;
        let mut world = world(&peer).await;
        let first = sign_in(&mut world, "Alice@Example.test", None).await.unwrap();
        let first = first.session_token.unwrap();
        let user = world.user(&first).await;
        assert_eq!(user.email, "alice@example.test");
        assert!(user.email_verified_at.is_some());
        assert_eq!(user.name.as_deref(), Some("Alice@Example.test"));

        let second = sign_in(&mut world, "Alice@Example.test", None).await.unwrap();
        let second = second.session_token.unwrap();
        assert_eq!(world.user(&second).await.id, user.id);
        assert_eq!(world.user_count().await, 1);

        let call = world.identity.list_sessions(ListSessionsRequest {});
        let sessions = as_user(&user.id, call).await.unwrap().into_inner().results;
        assert!(sessions.iter().all(|one| one.method() == SignInMethod::Oidc));
    }
}

#[tokio::test]
async fn the_authorization_address_carries_pkce_state_and_nonce_and_what_the_visitor_adds() {
    let peer = provider(&[]).await;
    let mut world = world(&peer).await;
    let parameters = [
        ("prompt", "login"),
        ("login_hint", "a@b.test"),
        ("max_age", "1"),
        ("redirect_uri", "https://evil.test"),
        ("scope", "admin"),
        ("state", "mine"),
    ]
    .map(|(name, value)| (name.to_owned(), value.to_owned()))
    .into();
    let request =
        StartOidcSignInRequest { provider: "peer".to_owned(), parameters, step_up: false };
    let started = start_with(&mut world, request).await.unwrap();
    let pairs = sent_parameters(&started);
    assert_eq!(pairs["client_id"], "assay");
    assert_eq!(pairs["response_type"], "code");
    assert_eq!(pairs["redirect_uri"], format!("{}/api/auth/callback/peer", world::ORIGIN));
    assert_eq!(pairs["scope"], "openid email profile");
    assert_eq!((pairs["code_challenge"].len(), &*pairs["code_challenge_method"]), (43, "S256"));
    assert_eq!((&pairs["state"], &pairs["nonce"]), (&started.state, &started.nonce));
    assert_eq!((&*pairs["prompt"], &*pairs["login_hint"]), ("login", "a@b.test"));
    assert!(!pairs.contains_key("max_age"), "nobody would compare it");
}

#[tokio::test]
async fn a_step_up_requests_a_sign_in_whatever_the_visitor_adds() {
    let peer = provider(&[]).await;
    let mut world = world(&peer).await;
    let parameters = [("prompt", "none"), ("max_age", "99999"), ("login_hint", "me")]
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .into();
    let request = StartOidcSignInRequest { provider: "peer".to_owned(), parameters, step_up: true };
    let pairs = sent_parameters(&start_with(&mut world, request).await.unwrap());
    assert_eq!((&*pairs["prompt"], &*pairs["max_age"]), ("login", "0"));
    assert_eq!(pairs["login_hint"], "me");
}

#[tokio::test]
async fn a_step_up_at_a_provider_makes_the_session_fresh_if_the_provider_names_a_recent_sign_in() {
    let peer = provider(&[]).await;
    let mut world = world(&peer).await;
    let now = kit::clock::milliseconds(world.now());
    for (login, is_recent) in [("me", true), ("old-me", false), ("untimed-me", false)] {
        let session = world.sign_in(&format!("{login}@example.com")).await;
        sign_in(&mut world, login, Some(&session)).await.unwrap();
        let signed_in = step_up(&mut world, login, Some(&session)).await;
        if !is_recent {
            assert_eq!(reason(signed_in), "sign_in_not_recent", "{login}");
            assert!(world.session(&session).await.is_some(), "the session goes on");
            // A sign-in for anything else is accepted, and makes no session fresh.
            let signed_in = sign_in(&mut world, login, Some(&session)).await.unwrap();
            let session = world.session(&signed_in.session_token.unwrap()).await.unwrap();
            assert!(session.fresh_until <= now, "{login}");
            continue;
        }
        let again = signed_in.unwrap().session_token.unwrap();
        assert!(world.session(&session).await.is_none(), "the former session has ended");
        let fresh_until = world.session(&again).await.unwrap().fresh_until;
        // The provider names whole seconds.
        let latest = now + 15 * 60 * 1000;
        assert!((latest - 1000..=latest).contains(&fresh_until), "{fresh_until}");
    }
}

#[tokio::test]
async fn a_step_up_is_of_the_user_of_the_session_and_links_nothing() {
    let peer = provider(&[]).await;
    let mut world = world(&peer).await;
    sign_in(&mut world, "alice", None).await.unwrap();
    let session = world.sign_in("me@example.com").await;
    let user = world.user(&session).await.id;
    for login in ["alice", "nobody-yet"] {
        assert_eq!(reason(step_up(&mut world, login, Some(&session)).await), "another_user");
        assert_eq!(reason(step_up(&mut world, login, None).await), "session_not_found");
    }
    assert!(linked_accounts(&mut world, &user).await.is_empty());
    assert_eq!(world.user_count().await, 2);
    assert_eq!(world.user(&session).await.id, user);
}

#[tokio::test]
async fn a_provider_that_names_no_time_signs_in_and_is_not_used_for_a_step_up() {
    let peer = provider(&[]).await;
    let providers = settings(&peer).replacen("\"}", "\",\"authTime\":false}", 1);
    let mut world = World::with(&[("OIDC_PROVIDERS", &providers)]).await;
    let session = sign_in(&mut world, "alice", None).await.unwrap().session_token.unwrap();
    let user = world.user(&session).await.id;
    assert!(!linked_accounts(&mut world, &user).await[0].steps_up);
    assert_eq!(reason(step_up(&mut world, "alice", Some(&session)).await), "sign_in_not_recent");
}

#[tokio::test]
async fn a_provider_that_is_away_affects_only_itself() {
    let peer = provider(&[]).await;
    let mut world = world(&peer).await;
    assert_eq!(start(&mut world, "away").await.unwrap_err().reason, "oauth_signin");
    assert_eq!(start(&mut world, "away").await.unwrap_err().reason, "oauth_signin");
    assert_eq!(start(&mut world, "none").await.unwrap_err().code, ErrorCode::NotFound);
    sign_in(&mut world, "alice", None).await.unwrap();
}

#[tokio::test]
async fn answers_that_do_not_belong_together_are_refused() {
    let peer = provider(&[]).await;
    let mut world = world(&peer).await;
    let other = start(&mut world, "peer").await.unwrap();
    let changes: [Change; 7] = [
        |request, _| request.code = String::new(),
        |request, _| request.code = "forged\0\r\n".to_owned(),
        |request, other| request.code_verifier.clone_from(&other.code_verifier),
        |request, _| request.code_verifier = String::new(),
        |request, other| request.nonce.clone_from(&other.nonce),
        |request, _| request.issuer = None,
        |request, _| request.issuer = Some("https://evil.test".to_owned()),
    ];
    for change in changes {
        let mut request = go(&mut world, "alice").await.request(None);
        change(&mut request, &other);
        assert_eq!(reason(finish(&mut world, request).await), "oauth_callback");
    }
    assert_eq!(world.user_count().await, 0);

    let flow = go(&mut world, "alice").await;
    finish(&mut world, flow.request(None)).await.unwrap();
    assert_eq!(reason(finish(&mut world, flow.request(None)).await), "oauth_callback", "replayed");
}

#[tokio::test]
async fn an_id_token_that_has_expired_is_refused() {
    let peer = provider(&[]).await;
    let mut world = world(&peer).await;
    let flow = go(&mut world, "alice").await;
    world.clock.advance(std::time::Duration::from_hours(48));
    assert_eq!(reason(finish(&mut world, flow.request(None)).await), "oauth_callback");
}

#[tokio::test]
async fn a_wrong_client_secret_is_refused() {
    let peer = provider(&[]).await;
    let wrong = settings(&peer).replace("peer-secret", "guessed");
    let mut world = World::with(&[("OIDC_PROVIDERS", &wrong)]).await;
    assert_eq!(reason(sign_in(&mut world, "alice", None).await), "oauth_callback");
}

#[tokio::test]
async fn an_address_that_a_user_has_is_never_linked_by_itself() {
    let peer = provider(&[]).await;
    let mut world = world(&peer).await;
    world.sign_in("alice@example.test").await;
    assert_eq!(reason(sign_in(&mut world, "alice", None).await), "oauth_account_not_linked");
    world.sign_in("unverified@example.test").await;
    assert_eq!(reason(sign_in(&mut world, "unverified", None).await), "oauth_account_not_linked");
    assert_eq!(world.user_count().await, 2);
}

#[tokio::test]
async fn a_signed_in_user_links_an_unknown_account_and_keeps_the_session() {
    let peer = provider(&[]).await;
    let mut world = world(&peer).await;
    let session = world.sign_in("me@example.com").await;
    let linked = sign_in(&mut world, "alice", Some(&session)).await.unwrap();
    assert_eq!(linked.session_token, None);
    assert_eq!(linked.expires_at, world.session(&session).await.unwrap().expires_at);

    let elsewhere = sign_in(&mut world, "alice", None).await.unwrap().session_token.unwrap();
    assert_eq!(world.user(&elsewhere).await.email, "me@example.com");
    assert_eq!(world.user_count().await, 1);
}

#[tokio::test]
async fn signing_in_again_with_a_linked_account_replaces_the_session() {
    let peer = provider(&[]).await;
    let mut world = world(&peer).await;
    let old = sign_in(&mut world, "alice", None).await.unwrap().session_token.unwrap();
    let before = world.session(&old).await.unwrap();
    world.clock.advance(Duration::from_mins(16));
    let new = sign_in(&mut world, "alice", Some(&old)).await.unwrap().session_token.unwrap();
    assert!(world.session(&old).await.is_none(), "the session that was replaced has ended");
    let after = world.session(&new).await.unwrap();
    assert_eq!(before.user.unwrap().id, after.user.unwrap().id);
    assert_eq!(after.expires_at - before.expires_at, 16 * 60 * 1000);
}

#[tokio::test]
async fn linking_an_account_needs_a_fresh_sign_in() {
    let peer = provider(&[]).await;
    let mut world = world(&peer).await;
    let session = world.sign_in("me@example.com").await;
    world.clock.advance(Duration::from_mins(15));
    let refused = sign_in(&mut world, "alice", Some(&session)).await;
    assert_eq!(reason(refused), "fresh_sign_in_required");
    assert!(world.session(&session).await.is_some(), "the session goes on");
    assert_eq!(world.user_count().await, 1);

    let link = world.link("me@example.com").await;
    let session = world.visit_with(&link, Some(&session)).await.unwrap().session_token.unwrap();
    world.clock.advance(Duration::from_mins(15) - Duration::from_millis(1));
    let linked = sign_in(&mut world, "alice", Some(&session)).await.unwrap();
    assert_eq!(linked.session_token, None);
}

async fn linked_accounts(world: &mut World, user_id: &str) -> Vec<LinkedAccountEntry> {
    let call = world.identity.list_linked_accounts(ListLinkedAccountsRequest {});
    as_user(user_id, call).await.unwrap().into_inner().results
}

async fn remove_account(world: &mut World, user_id: &str, id: &str) -> Result<(), Problem> {
    let call =
        world.identity.remove_linked_account(RemoveLinkedAccountRequest { id: id.to_owned() });
    as_user(user_id, call).await.map(drop).map_err(Problem::from)
}

#[tokio::test]
async fn a_linked_account_is_announced_listed_and_removed_by_its_user_alone() {
    let peer = provider(&[]).await;
    let mut world = world(&peer).await;
    let session = world.sign_in("me@example.com").await;
    let user = world.user(&session).await.id;
    assert!(linked_accounts(&mut world, &user).await.is_empty());
    sign_in(&mut world, "alice", Some(&session)).await.unwrap();

    let mail = newest_mail(world.mails.path());
    assert!(mail.contains("To: me@example.com\r\n"), "{mail}");
    world::check_contents(&mail, "on Assay at 127.0.0.1:8080");
    world::check_inert(&mail);
    assert!(mail.contains("The Peer account alice (at) example. test was linked"), "{mail}");
    let mails = std::fs::read_dir(world.mails.path()).unwrap().count();
    let again = sign_in(&mut world, "alice", Some(&session)).await.unwrap();
    let session = again.session_token.unwrap();
    sign_in(&mut world, "alice", None).await.unwrap();
    let later = std::fs::read_dir(world.mails.path()).unwrap().count();
    assert_eq!(later, mails, "one notice for one link");

    let accounts = linked_accounts(&mut world, &user).await;
    assert_eq!(accounts.len(), 1);
    assert_eq!(accounts[0].provider_name, "Peer");
    assert_eq!(accounts[0].email.as_deref(), Some("alice@example.test"));
    assert!(accounts[0].steps_up);
    assert_eq!(accounts[0].linked_at, kit::clock::milliseconds(world.now()));

    let stranger = world.sign_in("stranger@example.com").await;
    let stranger = world.user(&stranger).await.id;
    let unknown = kit::id::new().to_string();
    for (user, id) in
        [(&stranger, accounts[0].id.as_str()), (&user, unknown.as_str()), (&user, "nonsense")]
    {
        let problem = remove_account(&mut world, user, id).await.unwrap_err();
        assert_eq!(problem.code, ErrorCode::NotFound);
        assert_eq!(problem.reason, "linked_account_not_found");
    }
    remove_account(&mut world, &user, &accounts[0].id).await.unwrap();
    assert!(linked_accounts(&mut world, &user).await.is_empty());
    assert!(world.session(&session).await.is_some(), "sessions go on");
    let alice = sign_in(&mut world, "alice", None).await.unwrap().session_token.unwrap();
    assert_ne!(world.user(&alice).await.id, user, "the account no longer signs its user in");
}

#[tokio::test]
async fn the_last_account_of_a_user_without_a_verified_address_stays() {
    let peer = provider(&[]).await;
    let mut world = world(&peer).await;
    let session = sign_in(&mut world, "unverified-me", None).await.unwrap().session_token.unwrap();
    let user = world.user(&session).await.id;
    let first = linked_accounts(&mut world, &user).await.remove(0).id;
    let refused = remove_account(&mut world, &user, &first).await.unwrap_err();
    assert_eq!(refused.reason, "account_unverified");

    // The provider named no time of the sign-in that began the session.
    let refused = sign_in(&mut world, "alice", Some(&session)).await;
    assert_eq!(reason(refused), "fresh_sign_in_required");
    let again = step_up(&mut world, "unverified-me", Some(&session)).await.unwrap();
    let session = again.session_token.unwrap();
    sign_in(&mut world, "alice", Some(&session)).await.unwrap();
    let mails = std::fs::read_dir(world.mails.path()).unwrap().count();
    assert_eq!(mails, 0, "an address that was never verified may be somebody else's");
    remove_account(&mut world, &user, &first).await.unwrap();
    let second = linked_accounts(&mut world, &user).await.remove(0).id;
    let refused = remove_account(&mut world, &user, &second).await.unwrap_err();
    assert_eq!(refused.reason, "account_unverified");
    assert_eq!(linked_accounts(&mut world, &user).await.len(), 1);
}

#[tokio::test]
async fn an_account_whose_notice_cannot_be_sent_is_not_linked() {
    let peer = provider(&[]).await;
    let mut world = world(&peer).await;
    let session = world.sign_in("me@example.com").await;
    let providers = settings(&peer);
    let away = [("OIDC_PROVIDERS", providers.as_str()), ("SMTP_URL", "smtp://127.0.0.1:1")];
    let mut world = world.again(&away).await;
    assert_eq!(reason(sign_in(&mut world, "alice", Some(&session)).await), "callback");
    let user = world.user(&session).await.id;
    assert!(linked_accounts(&mut world, &user).await.is_empty());
}

#[tokio::test]
async fn the_secret_of_a_client_is_replaced_while_the_service_runs() {
    let peer = provider(&[]).await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("providers");
    let wrong = settings(&peer).replace("peer-secret", "former-secret");
    std::fs::write(&file, wrong).unwrap();
    let mut world = World::with(&[("OIDC_PROVIDERS_FILE", &file.display().to_string())]).await;
    assert!(sign_in(&mut world, "alice", None).await.is_err());
    std::fs::write(&file, settings(&peer)).unwrap();
    // A secret is used for a second before it is read again.
    tokio::time::sleep(Duration::from_millis(1_200)).await;
    sign_in(&mut world, "alice", None).await.unwrap();
}

#[tokio::test]
async fn the_account_of_another_user_is_not_taken_over() {
    let peer = provider(&[]).await;
    let mut world = world(&peer).await;
    sign_in(&mut world, "alice", None).await.unwrap();
    let session = world.sign_in("me@example.com").await;
    let refused = sign_in(&mut world, "alice", Some(&session)).await;
    assert_eq!(reason(refused), "oauth_account_not_linked");
    assert_eq!(world.user(&session).await.email, "me@example.com");
}

#[tokio::test]
async fn an_address_that_the_provider_did_not_verify_stays_unverified() {
    let peer = provider(&[]).await;
    let secret = ("INTERCOM_SECRET", "hush");
    let providers = settings(&peer);
    let named = ("ADMIN_EMAILS", "unverified-root@example.test");
    let mut world = World::with(&[("OIDC_PROVIDERS", &providers), secret, named]).await;
    let signed_in = sign_in(&mut world, "unverified-root", None).await.unwrap();
    let user = world.user(&signed_in.session_token.unwrap()).await;
    assert_eq!(user.email_verified_at, None);
    assert_eq!(user.intercom_hmac, None);
    assert!(user.features.is_empty(), "a claim makes no administrator");
}

async fn demote(world: &mut World, user: &str) {
    let actor = world.administrator("actor@example.com").await;
    let request = SetUserRoleRequest { id: user.to_owned(), role: Role::Customer.into() };
    as_administrator(&actor, world.administration.set_user_role(request)).await.unwrap();
}

#[tokio::test]
async fn a_demotion_holds_when_a_linked_account_signs_in() {
    let peer = provider(&[]).await;
    let providers = settings(&peer);
    let named = ("ADMIN_EMAILS", "me@example.com,alice@example.test");
    let mut world = World::with(&[("OIDC_PROVIDERS", &providers), named]).await;
    // By mail first, with an account linked later; and by the provider from the start.
    let mine = world.sign_in("me@example.com").await;
    sign_in(&mut world, "bob", Some(&mine)).await.unwrap();
    let alice = sign_in(&mut world, "alice", None).await.unwrap().session_token.unwrap();
    for (token, login) in [(&mine, "bob"), (&alice, "alice")] {
        let user = world.user(token).await;
        assert_eq!(user.role(), Role::Admin, "{login}");
        demote(&mut world, &user.id).await;
        for _ in 0..2 {
            let again = sign_in(&mut world, login, None).await.unwrap().session_token.unwrap();
            let seen = world.user(&again).await;
            assert_eq!((&seen.id, seen.role()), (&user.id, Role::Customer), "{login}");
        }
        world.sign_in(&user.email).await;
        assert_eq!(world.user(token).await.role(), Role::Customer, "{login}");
    }
}

#[tokio::test]
async fn the_setting_counts_when_an_address_is_first_proved_unless_a_role_was_decided_before() {
    let peer = provider(&[]).await;
    let providers = settings(&peer);
    let named = ("ADMIN_EMAILS", "unverified-one@example.test,unverified-two@example.test");
    let mut world = World::with(&[("OIDC_PROVIDERS", &providers), named]).await;
    sign_in(&mut world, "unverified-one", None).await.unwrap();
    let proved = world.sign_in("unverified-one@example.test").await;
    assert_eq!(world.user(&proved).await.role(), Role::Admin);

    let claimed = sign_in(&mut world, "unverified-two", None).await.unwrap();
    let id = world.user(&claimed.session_token.unwrap()).await.id;
    let actor = world.administrator("actor@example.com").await;
    for role in [Role::Admin, Role::Customer] {
        let request = SetUserRoleRequest { id: id.clone(), role: role.into() };
        as_administrator(&actor, world.administration.set_user_role(request)).await.unwrap();
    }
    let proved = world.sign_in("unverified-two@example.test").await;
    assert_eq!(world.user(&proved).await.role(), Role::Customer);
}

#[tokio::test]
async fn the_owner_of_an_address_gets_the_user_that_was_created_with_it() {
    let peer = provider(&[]).await;
    let mut world = world(&peer).await;
    let squatter = sign_in(&mut world, "unverified-victim", None).await.unwrap();
    let squatter = squatter.session_token.unwrap();
    let id = world.user(&squatter).await.id;
    let (passkey, _) = passkeys::add(&mut world, &id, "Squatter").await;
    second_factor::set(&mut world, &id, true).await.unwrap();
    let mails = std::fs::read_dir(world.mails.path()).unwrap().count();
    assert_eq!(mails, 0, "an address that was never verified may be somebody else's");

    let owner = world.sign_in("unverified-victim@example.test").await;
    assert_eq!(world.user(&owner).await.id, id);
    assert!(passkeys::sign_in(&mut world, &passkey).await.is_err());
    assert!(world.user(&owner).await.email_verified_at.is_some());
    assert!(world.session(&squatter).await.is_none());
    let refused = sign_in(&mut world, "unverified-victim", None).await;
    assert_eq!(reason(refused), "oauth_account_not_linked");
}

#[tokio::test]
async fn a_provider_does_not_replace_the_second_factor() {
    let peer = provider(&[]).await;
    let mut world = world(&peer).await;
    let session = sign_in(&mut world, "alice", None).await.unwrap().session_token.unwrap();
    let user = world.user(&session).await.id;
    let (passkey, _) = passkeys::add(&mut world, &user, "Phone").await;
    second_factor::set(&mut world, &user, true).await.unwrap();
    let waiting = sign_in(&mut world, "alice", None).await.unwrap();
    assert_eq!(waiting.session_token, None);
    let token = waiting.second_factor_token.unwrap();
    let signed_in = second_factor::by_passkey(&mut world, &token, &passkey).await.unwrap();
    assert_eq!(world.user(&signed_in.session_token.unwrap()).await.id, user);
}

#[tokio::test]
async fn a_user_who_proves_the_address_in_the_same_browser_keeps_the_linked_account() {
    let peer = provider(&[]).await;
    let mut world = world(&peer).await;
    let session = sign_in(&mut world, "unverified-me", None).await.unwrap().session_token.unwrap();
    let link = world.link("unverified-me@example.test").await;
    world.visit_with(&link, Some(&session)).await.unwrap();
    let again = sign_in(&mut world, "unverified-me", None).await.unwrap().session_token.unwrap();
    assert!(world.user(&again).await.email_verified_at.is_some());
}

#[tokio::test]
async fn one_account_that_returns_twice_at_once_creates_one_user() {
    let peer = provider(&[]).await;
    let mut world = world(&peer).await;
    let (first, second) = (go(&mut world, "alice").await, go(&mut world, "alice").await);
    let (mut one, mut two) = (world.identity.clone(), world.identity.clone());
    let (one, two) = tokio::join!(
        one.finish_oidc_sign_in(first.request(None)),
        two.finish_oidc_sign_in(second.request(None))
    );
    assert!(one.is_ok() && two.is_ok());
    assert_eq!(world.user_count().await, 1);
}

#[tokio::test]
async fn the_security_log_has_each_sign_in_and_each_linked_account() {
    let peer = provider(&[]).await;
    let mut world = world(&peer).await;
    let log = SecurityLog::record();
    let flow = go(&mut world, "alice").await;
    let token = finish(&mut world, flow.request(None)).await.unwrap().session_token.unwrap();
    let user = world.user(&token).await.id;
    finish(&mut world, flow.request(None)).await.unwrap_err();
    let token = step_up(&mut world, "alice", Some(&token)).await.unwrap().session_token.unwrap();
    sign_in(&mut world, "bob", Some(&token)).await.unwrap();
    let bob = linked_accounts(&mut world, &user).await.pop().unwrap().id;
    remove_account(&mut world, &user, &bob).await.unwrap();

    let lines = log.lines();
    let entries: Vec<serde_json::Value> =
        lines.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    let word = |at: usize, name: &str| entries[at][name].as_str().unwrap_or("null").to_owned();
    let seen: Vec<String> = (0..entries.len())
        .map(|at| [word(at, "event"), word(at, "outcome"), word(at, "principal")].join(" "))
        .collect();
    let expected = [
        format!("linked_account_changed success {user}"),
        format!("sign_in success {user}"),
        "sign_in failure null".to_owned(),
        format!("step_up success {user}"),
        "session_ended success null".to_owned(),
        format!("sign_in success {user}"),
        format!("linked_account_changed success {user}"),
        format!("linked_account_changed success {user}"),
    ];
    assert_eq!(seen, expected);
    assert_eq!((word(2, "method"), word(2, "reason")), ("oidc".into(), "oauth_callback".into()));
    assert_eq!((word(6, "change"), word(7, "change")), ("added".into(), "removed".into()));
    assert!(lines.iter().all(|line| !line.contains('@') && !line.contains("203.0.113.7")));
}
