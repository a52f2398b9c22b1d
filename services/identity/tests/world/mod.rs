//! An identity service of its own for each test: real database, real gRPC, a fixed clock.

pub mod authenticator;
pub mod browser;
pub mod dns;
pub mod oidc;
pub mod peers;
pub mod teams;

use std::path::Path;
use std::sync::Arc;

use identity::admin_rpc::AdminRpc;
use identity::config::Config;
use identity::context::Context;
use identity::rpc::Rpc;
use identity::sign_in::oidc::providers::Providers;
use identity::teams::domain_access::txt_records::TxtRecords;
use kit::clock::Clock;
use kit::config::Env;
use kit::db::{Db, DbConfig};
use kit::error::Problem;
use kit::grpc::Channel;
use kit::peers::Person;
use kit::rate_limits::RateLimits;
use kit::run::App;
use kit::testing::TestDb;
use proto::events::Event;
use proto::identity::v1::administration_client::AdministrationClient;
use proto::identity::v1::administration_server::AdministrationServer;
use proto::identity::v1::identity_client::IdentityClient;
use proto::identity::v1::identity_server::IdentityServer;
use proto::identity::v1::{
    FinishEmailSignInRequest, ResolveSessionRequest, Session, SignedIn, StartEmailSignInRequest,
    User, Visitor,
};
use time::OffsetDateTime;
use tonic::service::Routes;

use dns::Dns;

/// The setting AUTH_SECRET.
pub const SECRET: &str = "a secret of the tests, and long enough";
pub const ORIGIN: &str = "http://127.0.0.1:8080";
/// The cookie of the browser that requests links.
pub const NONCE: &str = "6a09e667f3bcc908b2fb1366ea957d3e3adec17512775099da2f590b0667322a";

pub struct World {
    pub db: Arc<TestDb>,
    pub app: App,
    pub clock: Clock,
    pub ctx: Arc<Context>,
    /// The address of the service.
    pub url: String,
    pub identity: IdentityClient<Channel>,
    pub administration: AdministrationClient<Channel>,
    pub mails: tempfile::TempDir,
    pub dns: Dns,
}

/// The parameters of a mailed link.
#[derive(Clone, Debug)]
pub struct Link {
    pub callback_url: String,
    pub token: String,
    pub email: String,
}

impl World {
    pub async fn new() -> Self {
        Self::with(&[]).await
    }

    /// With settings that differ from the usual ones.
    pub async fn with(settings: &[(&str, &str)]) -> Self {
        let clock = Clock::fixed(kit::testing::app().clock.now());
        Self::on(Arc::new(kit::testing::database(&identity::MIGRATOR).await), clock, settings).await
    }

    /// The same service started again with other settings.
    pub async fn again(&self, settings: &[(&str, &str)]) -> Self {
        Self::on(self.db.clone(), self.clock.clone(), settings).await
    }

    async fn on(db: Arc<TestDb>, clock: Clock, settings: &[(&str, &str)]) -> Self {
        let mails = tempfile::tempdir().unwrap();
        let sink = format!("file://{}", mails.path().display());
        let app = kit::testing::app_at(clock.clone());
        let dns = Dns::start(&app).await;
        let mut env = Env::default()
            .with("PUBLIC_URL", ORIGIN)
            .with("AUTH_SECRET", SECRET)
            .with("SMTP_URL", &sink)
            .with("SIGNIN_LIMITS", "off")
            .with("DNS_RESOLVER", &dns.address);
        for (name, value) in settings {
            env = env.with(name, value);
        }
        let config = Config::from_env(&mut env).unwrap();
        let redis = env.text("REDIS_URL").unwrap().unwrap_or_else(kit::testing::redis_url);
        let rate_limits = RateLimits::connect(&app, "identity", &redis).unwrap();
        let database = match env.text("DATABASE_ADDRESS").unwrap() {
            Some(address) => through(&db.url, &address),
            None => db.url.clone(),
        };
        let ctx = Arc::new(Context {
            app: app.clone(),
            db: Db::connect(&app, &DbConfig::from_url(&database).unwrap()),
            clock: clock.clone(),
            rate_limits: rate_limits.with_prefix(&format!("{}:", kit::id::new())),
            providers: Providers::new(&config).unwrap(),
            txt_records: TxtRecords::new(config.dns_resolver),
            config,
        });
        let routes = Routes::new(IdentityServer::new(Rpc(ctx.clone())))
            .add_service(AdministrationServer::new(AdminRpc(ctx.clone())));
        let address = kit::grpc::serve(&app, "127.0.0.1:0".parse().unwrap(), routes).await.unwrap();
        let url = format!("http://{address}");
        let channel = kit::grpc::connect(&app, "IDENTITY_URL", &url).await.unwrap();
        let identity = IdentityClient::new(channel.clone());
        let administration = AdministrationClient::new(channel);
        Self { db, app, clock, ctx, url, identity, administration, mails, dns }
    }

    pub fn now(&self) -> OffsetDateTime {
        self.clock.now()
    }

    pub async fn ask_for_link(&mut self, email: &str) -> Result<(), Problem> {
        let request = StartEmailSignInRequest {
            email: email.to_owned(),
            callback_url: format!("{ORIGIN}/treasuries"),
            visitor: Some(visitor()),
            browser_nonce: NONCE.to_owned(),
            session_token: None,
        };
        self.identity.start_email_sign_in(request).await.map(drop).map_err(Problem::from)
    }

    /// Asks for a link and reads it from the mail.
    pub async fn link(&mut self, email: &str) -> Link {
        self.ask_for_link(email).await.unwrap();
        let mail = newest_mail(self.mails.path());
        parse_link(&find_link(&mail))
    }

    pub async fn visit(&mut self, link: &Link) -> Result<SignedIn, Problem> {
        self.visit_with(link, None).await
    }

    /// Visits a link with the session that the browser already has.
    pub async fn visit_with(
        &mut self,
        link: &Link,
        session_token: Option<&str>,
    ) -> Result<SignedIn, Problem> {
        let request = finish_request(link, session_token);
        let answer = self.identity.finish_email_sign_in(request).await;
        answer.map(tonic::Response::into_inner).map_err(Problem::from)
    }

    /// Visits a link in another browser and confirms the sign-in.
    pub async fn confirm(&mut self, link: &Link) -> Result<SignedIn, Problem> {
        let request = FinishEmailSignInRequest {
            browser_nonce: String::new(),
            confirmed: true,
            ..finish_request(link, None)
        };
        let answer = self.identity.finish_email_sign_in(request).await;
        answer.map(tonic::Response::into_inner).map_err(Problem::from)
    }

    /// Signs in by mail; the session's token.
    pub async fn sign_in(&mut self, email: &str) -> String {
        let link = self.link(email).await;
        self.visit(&link).await.unwrap().session_token.unwrap()
    }

    pub async fn session(&mut self, token: &str) -> Option<Session> {
        self.resolve(token, false).await
    }

    pub async fn resolve(&mut self, token: &str, touch: bool) -> Option<Session> {
        let request = ResolveSessionRequest { token: token.to_owned(), touch };
        self.identity.resolve_session(request).await.unwrap().into_inner().session
    }

    pub async fn user(&mut self, token: &str) -> User {
        self.session(token).await.expect("the token is alive").user.unwrap()
    }

    /// An administrator who is signed in; the id.
    pub async fn administrator(&mut self, email: &str) -> String {
        let token = self.sign_in(email).await;
        let id = self.user(&token).await.id;
        self.make_administrator(&id).await;
        id
    }

    pub async fn make_administrator(&self, id: &str) {
        sqlx::query("UPDATE users SET role = 'ADMIN' WHERE id = $1::uuid")
            .bind(id)
            .execute(&mut self.db.raw().await)
            .await
            .unwrap();
    }

    pub async fn user_count(&mut self) -> i64 {
        let count = sqlx::query_scalar("SELECT count(*) FROM users");
        count.fetch_one(&mut self.db.raw().await).await.unwrap()
    }

    /// The owner of a session, as the gateway states it.
    pub async fn person(&mut self, token: &str) -> Arc<Person> {
        let request = ResolveSessionRequest { token: token.to_owned(), touch: false };
        let answer = self.identity.resolve_session(request).await.unwrap().into_inner();
        let session = answer.session.unwrap();
        let user = session.user.unwrap();
        Arc::new(Person {
            organization_id: user.organization.as_ref().map(|one| one.id.clone()),
            role: user.role(),
            user_id: user.id,
            role_epoch: answer.role_epoch,
            session_id: session.id,
            fresh_until: session.fresh_until,
        })
    }

    /// The subjects of all events so far, in order.
    /// The events of one kind, in the order they were written.
    pub async fn events<E: Event>(&self) -> Vec<E> {
        let payloads: Vec<Vec<u8>> =
            sqlx::query_scalar("SELECT payload FROM outbox WHERE subject = $1 ORDER BY seq")
                .bind(E::SUBJECT)
                .fetch_all(&mut self.db.raw().await)
                .await
                .unwrap();
        payloads.iter().map(|payload| E::decode(payload.as_slice()).unwrap()).collect()
    }

    pub async fn subjects(&self) -> Vec<String> {
        sqlx::query_scalar("SELECT subject FROM outbox ORDER BY seq")
            .fetch_all(&mut self.db.raw().await)
            .await
            .unwrap()
    }
}

/// The same database behind another address.
fn through(database: &str, address: &str) -> String {
    let (host, port) = address.rsplit_once(':').unwrap();
    let mut url = url::Url::parse(database).unwrap();
    url.set_host(Some(host)).unwrap();
    url.set_port(port.parse().ok()).unwrap();
    url.into()
}

/// A visit in the browser that requested the link.
pub fn finish_request(link: &Link, session_token: Option<&str>) -> FinishEmailSignInRequest {
    FinishEmailSignInRequest {
        token: link.token.clone(),
        email: link.email.clone(),
        session_token: session_token.map(str::to_owned),
        visitor: Some(visitor()),
        browser_nonce: NONCE.to_owned(),
        confirmed: false,
    }
}

pub fn visitor() -> Visitor {
    Visitor { address: "203.0.113.7".to_owned(), user_agent: "Browser/1".to_owned() }
}

/// The text of the mail that was written last. The names of the files are in the order of the mails.
pub fn newest_mail(directory: &Path) -> String {
    let files = std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path());
    let mails = files.filter(|path| path.extension().is_some_and(|extension| extension == "eml"));
    std::fs::read_to_string(mails.max().expect("a mail was sent")).unwrap()
}

/// Checks what every mail has: both parts, the name of the site, why its recipient receives it, and no content or link of anybody
/// else.
pub fn check_contents(mail: &str, site: &str) {
    let (head, body) = mail.split_once("\r\n\r\n").unwrap();
    assert!(head.contains("Content-Type: multipart/alternative"), "{mail}");
    let parts = ["Content-Type: text/plain", "Content-Type: text/html"];
    assert!(parts.iter().all(|part| body.matches(part).count() == 1), "{mail}");
    let (text, html) = body.split_once(parts[1]).unwrap();
    assert!(text.contains(site), "{mail}");
    for part in [text, html] {
        assert!(part.contains("You receive this e-mail because "), "{mail}");
    }
    for remote in ["<img", "<style", "<script", "<link", "<iframe", " src=", "url(", "background"] {
        assert!(!html.contains(remote), "{remote} in {mail}");
    }
    let hrefs: Vec<&str> = html.split("href=\"").skip(1).collect();
    assert_eq!(hrefs.len(), 1, "{mail}");
    // The link leads to the page itself, not to one that counts and redirects.
    let pages = [
        "/settings/team?invitation=",
        "/settings/sessions",
        "/settings/profile",
        "/login",
        "/api/auth/callback/email?",
    ];
    assert!(pages.iter().any(|page| hrefs[0].starts_with(&format!("{ORIGIN}{page}"))), "{mail}");
}

/// Checks that nothing but the site's own link and name reads as a link or an address, in the subject or the body.
pub fn check_inert(mail: &str) {
    let (head, body) = mail.split_once("\r\n\r\n").unwrap();
    let head = head.replace("\r\n ", " ");
    let subject = head.lines().find(|line| line.starts_with("Subject: ")).unwrap();
    let host = ORIGIN.split("://").last().unwrap();
    let foreign = format!("{subject}\n{body}").replace(ORIGIN, "").replace(host, "");
    assert!(!foreign.contains(['@', '\\']) && !foreign.contains("://"), "{mail}");
    let lower = foreign.to_lowercase();
    for part in ["http:", "https:", "mailto:", "www.", "(at)", "[at]"] {
        assert!(!lower.contains(part), "{part} in {mail}");
    }
    let letters: Vec<char> = foreign.chars().collect();
    for near in letters.windows(3) {
        let joined = near[1] == '.' && near[0].is_alphanumeric() && near[2].is_alphanumeric();
        assert!(!joined, "{near:?} in {mail}");
    }
}

/// The link in the text part of a mail.
pub fn find_link(mail: &str) -> String {
    let start = format!("{ORIGIN}/api/auth/callback/email?");
    mail.lines().map(str::trim_end).find(|line| line.starts_with(&start)).unwrap().to_owned()
}

pub fn parse_link(link: &str) -> Link {
    let url = url::Url::parse(link).unwrap();
    let value =
        |wanted: &str| url.query_pairs().find(|(name, _)| name == wanted).unwrap().1.into_owned();
    Link { callback_url: value("callbackUrl"), token: value("token"), email: value("email") }
}
