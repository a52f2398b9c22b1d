//! A whole gateway in the process of a test, before services whose answers a test sets.

pub mod access;
pub mod browser;
#[macro_use]
mod administration_calls;
#[macro_use]
mod team_calls;
pub mod catalog;
pub mod identity;
pub mod node;
pub mod profiles;

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;

use gateway::config::Config;
use gateway::listener::{self, LEAST_PACE, LeastPace, ShutdownSignals};
use gateway::router::{FILE_TIMES, FileTimes, Router};
use gateway::site::Site;
use gateway::state::AppState;
use kit::bus::Bus;
use kit::clock::Clock;
use kit::config::Env;
use kit::run::App;
use proto::access::v1::access_keys_server::AccessKeysServer;
use proto::access::v1::access_server::AccessServer;
use proto::identity::v1::administration_server::AdministrationServer;
use proto::identity::v1::identity_server::IdentityServer;
use proto::profiles::v1::profiles_server::ProfilesServer;
use socket2::SockRef;
use tokio::net::TcpListener;
use tonic::service::Routes;

use self::access::FakeAccess;
use self::browser::{Answer, Browser};
use self::catalog::{FakeCatalog, FakeTimeseries};
use self::identity::FakeIdentity;
use self::profiles::FakeProfiles;

pub const CUSTOMER: &str = "customer-token";
pub const ADMIN: &str = "admin-token";
/// An administrator who signed in long ago.
pub const STALE_ADMIN: &str = "stale-admin-token";
/// Another customer, alike in all that answers depend on.
pub const COLLEAGUE: &str = "colleague-token";

/// Writes a file of an export.
pub fn write(directory: &Path, name: &str, text: impl AsRef<[u8]>) {
    let path = directory.join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

/// A running gateway and what is behind it.
pub struct World {
    pub app: App,
    pub identity: FakeIdentity,
    pub profiles: FakeProfiles,
    pub catalog: FakeCatalog,
    pub access: FakeAccess,
    pub address: SocketAddr,
    pub profiles_at: SocketAddr,
    pub state: AppState,
    pub shutdown: ShutdownSignals,
}

/// How slow clients of a gateway may be.
#[derive(Clone, Copy)]
struct Clients {
    pace: LeastPace,
    files: FileTimes,
    /// Whether their sockets hold little of an answer.
    have_little_room: bool,
}

impl Default for Clients {
    fn default() -> Self {
        Self { pace: LEAST_PACE, files: FILE_TIMES, have_little_room: false }
    }
}

impl World {
    /// A gateway with the usual settings and no site.
    pub async fn start() -> Self {
        Self::with(Env::default(), None).await
    }

    /// A gateway with some settings of its own.
    pub async fn with(env: Env, site: Option<&Path>) -> Self {
        Self::build(env, FakeCatalog::default(), site, None, Clients::default()).await
    }

    /// A gateway before a catalog.
    pub async fn of(catalog: FakeCatalog) -> Self {
        Self::build(Env::default(), catalog, None, None, Clients::default()).await
    }

    /// A gateway on a bus.
    pub async fn on(bus: &Bus) -> Self {
        let usual = Clients::default();
        Self::build(Env::default(), FakeCatalog::default(), None, Some(bus), usual).await
    }

    /// A gateway on a bus with a site, before a catalog.
    pub async fn before(catalog: FakeCatalog, bus: &Bus, site: &Path) -> Self {
        Self::build(Env::default(), catalog, Some(site), Some(bus), Clients::default()).await
    }

    /// A gateway on a bus with some settings of its own, before a catalog.
    pub async fn between(env: Env, catalog: &FakeCatalog, bus: &Bus) -> Self {
        Self::build(env, catalog.clone(), None, Some(bus), Clients::default()).await
    }

    /// A gateway whose clients keep this pace with large answers, of which its sockets hold little.
    pub async fn at_pace(pace: LeastPace) -> Self {
        let clients = Clients { pace, have_little_room: true, ..Clients::default() };
        Self::build(Env::default(), FakeCatalog::default(), None, None, clients).await
    }

    /// A gateway whose files may take so long, and of which its sockets hold little.
    pub async fn with_file_times(files: FileTimes) -> Self {
        let clients = Clients { files, have_little_room: true, ..Clients::default() };
        Self::build(Env::default(), FakeCatalog::default(), None, None, clients).await
    }

    async fn build(
        env: Env,
        catalog: FakeCatalog,
        site: Option<&Path>,
        bus: Option<&Bus>,
        clients: Clients,
    ) -> Self {
        let app = kit::testing::app_with(env, Clock::system());
        let (identity, profiles) = (FakeIdentity::default(), FakeProfiles::default());
        let any = SocketAddr::from(([127, 0, 0, 1], 0));
        let routes = Routes::new(IdentityServer::new(identity.clone()))
            .add_service(AdministrationServer::new(identity.clone()));
        let identity_at = kit::grpc::serve(&app, any, routes).await.unwrap();
        let routes = Routes::new(ProfilesServer::new(profiles.clone()));
        let profiles_at = kit::grpc::serve(&app, any, routes).await.unwrap();
        let access = FakeAccess::default();
        let routes = Routes::new(AccessServer::new(access.clone()))
            .add_service(AccessKeysServer::new(access.clone()));
        let access_at = kit::grpc::serve(&app, any, routes).await.unwrap();
        let catalog_at = kit::grpc::serve(&app, any, Routes::new(catalog.clone())).await.unwrap();
        let series = FakeTimeseries(catalog.clone());
        let series_at = kit::grpc::serve(&app, any, Routes::new(series)).await.unwrap();
        let listener = TcpListener::bind(any).await.unwrap();
        let address = listener.local_addr().unwrap();
        if clients.have_little_room {
            SockRef::from(&listener).set_send_buffer_size(16 << 10).unwrap();
        }

        let services = [identity_at, profiles_at, catalog_at, series_at, access_at];
        let config = config(app.env.clone(), address, services);
        let bus = bus.cloned().unwrap_or_else(|| Bus::connect(&app, &config.nats_url).unwrap());
        let state = gateway::assemble_on(&app, config, bus).await.unwrap();
        let origin = state.config.origin();
        let scripts = &state.config.third_party_scripts;
        let features = &state.config.default_features;
        let load = |directory: &Path| Site::load(directory, &origin, scripts, features).unwrap();
        let site = site.map_or_else(Site::default, load);
        let router = Arc::new(Router::new(state.clone(), site, clients.files));
        let shutdown = ShutdownSignals::default();
        app.spawn("listener", listener::serve(listener, router, shutdown.clone(), clients.pace));
        Self { app, identity, profiles, catalog, access, address, profiles_at, state, shutdown }
    }

    /// A browser without cookies.
    pub fn anonymous(&self) -> Browser {
        Browser::new(self.address)
    }

    pub fn signed_in(&self, token: &str) -> Browser {
        Browser::new(self.address).with("cookie", &format!("next-auth.session-token={token}"))
    }

    /// A program with an API key.
    pub fn program(&self, key: &str) -> Browser {
        self.anonymous().with("authorization", &format!("Bearer {key}"))
    }

    /// A plain GET.
    pub async fn get(&self, target: &str) -> Answer {
        self.anonymous().get(target).await
    }
}

fn config(env: Env, address: SocketAddr, services: [SocketAddr; 5]) -> Config {
    let [identity, profiles, catalog, timeseries, access] = services;
    let mut settings = Env::fixed([
        ("AUTH_SECRET", "0123456789abcdef0123456789abcdef"),
        ("NATS_URL", "nats://127.0.0.1:1"),
        ("RATE_LIMITS", "off"),
    ])
    .with("PUBLIC_URL", &format!("http://{address}"))
    .with("IDENTITY_URL", &format!("http://{identity}"))
    .with("PROFILES_URL", &format!("http://{profiles}"))
    .with("ACCESS_URL", &format!("http://{access}"))
    .with("CATALOG_URL", &format!("http://{catalog}"))
    .with("TIMESERIES_URL", &format!("http://{timeseries}"));
    let mut env = env;
    for name in [
        "PUBLIC_URL",
        "PROFILES_URL",
        "NATS_URL",
        "SESSION_POLL_SECONDS",
        "DEFAULT_FEATURES",
        "BLOG_URL",
        "CONTACT_DATA_EMAIL",
        "CONTACT_TEAM_EMAIL",
        "THIRD_PARTY_SCRIPTS",
        "CONNECTIONS_PER_ADDRESS",
        "CONNECTIONS_TOTAL",
        "TRUSTED_PROXIES",
        "ANSWER_CACHE_MIB",
        "ANSWER_MEMORY_MIB",
        "ANSWER_MEMORY_PER_CALLER_MIB",
        "RATE_LIMITS",
        "REDIS_URL",
        "RATES_PER_USER",
        "RATES_PER_ADDRESS",
        "RATES_PER_BROWSER",
        "LEAK_REPORT_KEYS",
    ] {
        if let Some(value) = env.text(name).unwrap() {
            settings = settings.with(name, &value);
        }
    }
    Config::from_env(&mut settings).unwrap()
}
