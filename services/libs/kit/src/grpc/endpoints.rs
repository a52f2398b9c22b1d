//! The replicas of a service: resolved by name, used in turn, skipped from a failure until they report that they serve.

use std::collections::BTreeMap;
use std::io;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, PoisonError, RwLock, Weak};
use std::time::Duration;

use http::Uri;
use hyper_util::rt::TokioIo;
use prometheus::{IntCounterVec, register_int_counter_vec};
use tokio::net::TcpStream;
use tonic::Code;
use tonic::transport::{Channel, Endpoint};
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_check_response::ServingStatus;
use tonic_health::pb::health_client::HealthClient;

use super::joined_writes::JoinedWrites;
use crate::certificate_refusal::CertificateRefusal;
use crate::peers::Peers;
use crate::run::App;

const RESOLVE_EVERY: Duration = Duration::from_secs(5);
const CONNECT_DEADLINE: Duration = Duration::from_secs(1);
const LOOKUP_DEADLINE: Duration = Duration::from_secs(2);
/// For the health of an ejected replica.
const HEALTH_DEADLINE: Duration = Duration::from_secs(1);
/// How long a call waits for its answer before its replica must show that it lives, for which it has as long as for its health.
const SILENCE_BEFORE_PROBE: Duration = Duration::from_millis(500);
/// The shortest and the longest pause between two questions for it.
const PAUSES: (Duration, Duration) = (Duration::from_millis(20), Duration::from_millis(200));
/// Large enough for answers with years of values to arrive in few pieces.
const LARGEST_FRAME: u32 = 256 << 10;

static EJECTIONS: LazyLock<IntCounterVec> = LazyLock::new(|| {
    register_int_counter_vec!(
        "rpc_client_ejections_total",
        "Replicas that got no more calls until they reported that they serve",
        &["service", "cause"]
    )
    .expect("the name is registered once")
});

/// Why a replica gets no more calls for now.
#[derive(Clone, Copy, Debug)]
pub(super) enum Ejection {
    /// It said nothing while a call waited for it. A process that gets no processor time for a second looks the same.
    Silent,
    /// It reported that it is not ready.
    NotReady,
    /// There was no connection, or it broke.
    Disconnected,
}

impl Ejection {
    fn cause(self) -> &'static str {
        match self {
            Self::Silent => "silent",
            Self::NotReady => "not_ready",
            Self::Disconnected => "disconnected",
        }
    }
}

pub(super) struct Replica {
    pub channel: Channel,
    /// Whether a call failed since the replica last reported that it serves.
    is_ejected: AtomicBool,
}

impl Replica {
    fn new(
        address: SocketAddr,
        service: &str,
        peers: &Peers,
    ) -> Result<Self, tonic::transport::Error> {
        let endpoint = Endpoint::from_shared(format!("http://{address}"))?
            .http2_keep_alive_interval(Duration::from_secs(5))
            .keep_alive_timeout(Duration::from_secs(3))
            .keep_alive_while_idle(true)
            .max_frame_size(LARGEST_FRAME);
        let channel = match peers.tls() {
            None => {
                endpoint.connect_with_connector_lazy(tower::service_fn(move |_: Uri| async move {
                    let connected = TcpStream::connect(address);
                    let stream = tokio::time::timeout(CONNECT_DEADLINE, connected).await??;
                    stream.set_nodelay(true)?;
                    Ok::<_, io::Error>(TokioIo::new(JoinedWrites::new(stream)))
                }))
            }
            Some(tls) => {
                let refusal = CertificateRefusal::new(service);
                let (tls, service) = (tls.clone(), service.to_owned());
                endpoint.connect_with_connector_lazy(tower::service_fn(move |_: Uri| {
                    let (tls, service, refusal) = (tls.clone(), service.clone(), refusal.clone());
                    async move {
                        let connected = tls.connect(&service, address).await;
                        match &connected {
                            Ok(_) => refusal.connected(),
                            Err(error) => refusal.failed(&error.to_string()),
                        }
                        connected.map(|stream| TokioIo::new(JoinedWrites::new(stream)))
                    }
                }))
            }
        };
        Ok(Self { channel, is_ejected: AtomicBool::new(false) })
    }

    fn is_in_use(&self) -> bool {
        !self.is_ejected.load(Ordering::SeqCst)
    }

    /// Whether it reports that it serves. A server without a report of its health serves whenever it answers.
    async fn serves(&self) -> bool {
        let mut health = HealthClient::new(self.channel.clone());
        let check = health.check(HealthCheckRequest::default());
        match tokio::time::timeout(HEALTH_DEADLINE, check).await {
            Ok(Ok(answer)) => answer.get_ref().status() == ServingStatus::Serving,
            Ok(Err(status)) => status.code() == Code::Unimplemented,
            Err(_) => false,
        }
    }

    /// Ends if the replica says nothing at all while a call waits for it, as behind a connection whose other end has vanished.
    /// One that is only slow answers this at once, and its call goes on.
    pub async fn until_unresponsive(&self) {
        tokio::time::sleep(SILENCE_BEFORE_PROBE).await;
        let mut health = HealthClient::new(self.channel.clone());
        // No process has a service of this name: the refusal, which is an answer, waits for none of its dependencies.
        let check = health.check(HealthCheckRequest { service: "none".to_owned() });
        if tokio::time::timeout(HEALTH_DEADLINE, Box::pin(check)).await.is_ok() {
            std::future::pending::<()>().await;
        }
    }
}

/// Takes a replica into use again once it serves, unless its address is gone.
async fn restore(replica: Weak<Replica>) {
    let (mut pause, longest) = PAUSES;
    loop {
        let Some(known) = replica.upgrade() else { return };
        if known.serves().await {
            known.is_ejected.store(false, Ordering::SeqCst);
            return;
        }
        drop(known);
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(longest);
    }
}

/// All replicas behind some names.
pub(super) struct Endpoints {
    app: App,
    /// The service that they belong to.
    service: String,
    names: Vec<(String, u16)>,
    replicas: RwLock<BTreeMap<SocketAddr, Arc<Replica>>>,
    next: AtomicUsize,
}

impl Endpoints {
    /// Resolves the names now, and repeatedly while the process runs.
    pub async fn watch(app: &App, service: String, names: Vec<(String, u16)>) -> Arc<Self> {
        let endpoints = Arc::new(Self {
            app: app.clone(),
            service,
            names,
            replicas: RwLock::default(),
            next: AtomicUsize::new(0),
        });
        endpoints.resolve().await;
        let watched = endpoints.clone();
        let stop = app.cut();
        app.spawn_attendant("resolve", async move {
            loop {
                tokio::select! {
                    () = tokio::time::sleep(RESOLVE_EVERY) => watched.resolve().await,
                    () = stop.cancelled() => return,
                }
            }
        });
        endpoints
    }

    /// If a name cannot be resolved, the last known addresses stay in use.
    async fn resolve(&self) {
        let mut addresses = Vec::new();
        for (host, port) in &self.names {
            let found = tokio::net::lookup_host((host.as_str(), *port));
            let Ok(Ok(found)) = tokio::time::timeout(LOOKUP_DEADLINE, found).await else {
                tracing::warn!(host, "the name cannot be resolved");
                return;
            };
            addresses.extend(found);
        }
        if !addresses.is_empty() {
            self.set(&addresses);
        }
    }

    fn set(&self, addresses: &[SocketAddr]) {
        let mut replicas = self.replicas.write().unwrap_or_else(PoisonError::into_inner);
        replicas.retain(|address, _| addresses.contains(address));
        for address in addresses {
            if !replicas.contains_key(address)
                && let Ok(replica) = Replica::new(*address, &self.service, &self.app.peers)
            {
                replicas.insert(*address, Arc::new(replica));
            }
        }
    }

    /// The next replica in turn that is in use.
    pub fn pick(&self) -> Option<Arc<Replica>> {
        self.pick_where(|replica| replica.is_in_use())
    }

    /// Whether a replica other than this one is in use.
    pub fn has_other(&self, than: &Arc<Replica>) -> bool {
        self.pick_where(|replica| replica.is_in_use() && !Arc::ptr_eq(than, replica)).is_some()
    }

    /// The next replica in turn other than this one: even an ejected one, or the same one, may have recovered.
    pub fn pick_other(&self, than: &Arc<Replica>) -> Option<Arc<Replica>> {
        let is_other = |replica: &Arc<Replica>| !Arc::ptr_eq(than, replica);
        self.pick_where(|replica| replica.is_in_use() && is_other(replica))
            .or_else(|| self.pick_where(is_other))
            .or_else(|| self.pick_where(|_| true))
    }

    fn pick_where(&self, matches: impl Fn(&Arc<Replica>) -> bool) -> Option<Arc<Replica>> {
        let replicas = self.replicas.read().unwrap_or_else(PoisonError::into_inner);
        let turn = self.next.fetch_add(1, Ordering::Relaxed) % replicas.len().max(1);
        let mut turns = replicas.values().cycle().skip(turn).take(replicas.len());
        turns.find(|replica| matches(replica)).cloned()
    }

    /// Sends no more calls to a replica until it reports that it serves: one that restarts accepts connections before it
    /// can answer.
    pub fn eject(&self, replica: &Arc<Replica>, ejection: Ejection) {
        if replica.is_ejected.swap(true, Ordering::SeqCst) {
            return;
        }
        EJECTIONS.with_label_values(&[self.service.as_str(), ejection.cause()]).inc();
        let (replica, cut) = (Arc::downgrade(replica), self.app.cut());
        self.app.spawn_attendant("restore", async move {
            cut.run_until_cancelled(restore(replica)).await;
        });
    }
}
