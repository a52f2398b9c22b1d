//! The replicas of a service: resolved by name, used in turn, skipped while they fail.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::Duration;

use http::Uri;
use hyper_util::rt::TokioIo;
use tokio::time::Instant;
use tonic::transport::{Channel, Endpoint};

use crate::peers::Peers;
use crate::run::App;

const RESOLVE_EVERY: Duration = Duration::from_secs(5);
const LOOKUP_DEADLINE: Duration = Duration::from_secs(2);
const FAILURES_TO_EJECT: u32 = 3;
const EJECTED_FOR: Duration = Duration::from_secs(1);
/// Large enough for answers with years of values to arrive in few pieces.
const LARGEST_FRAME: u32 = 256 << 10;

pub(super) struct Replica {
    pub channel: Channel,
    failures: AtomicU32,
    ejected_until: Mutex<Option<Instant>>,
}

impl Replica {
    fn new(
        address: SocketAddr,
        service: &str,
        peers: &Peers,
    ) -> Result<Self, tonic::transport::Error> {
        let endpoint = Endpoint::from_shared(format!("http://{address}"))?
            .connect_timeout(Duration::from_secs(1))
            .http2_keep_alive_interval(Duration::from_secs(5))
            .keep_alive_timeout(Duration::from_secs(3))
            .keep_alive_while_idle(true)
            .tcp_keepalive(Some(Duration::from_secs(5)))
            .tcp_nodelay(true)
            .max_frame_size(LARGEST_FRAME);
        let channel = match peers.tls() {
            None => endpoint.connect_lazy(),
            Some(tls) => {
                let (tls, service) = (tls.clone(), service.to_owned());
                endpoint.connect_with_connector_lazy(tower::service_fn(move |_: Uri| {
                    let (tls, service) = (tls.clone(), service.clone());
                    async move { tls.connect(&service, address).await.map(TokioIo::new) }
                }))
            }
        };
        Ok(Self { channel, failures: AtomicU32::new(0), ejected_until: Mutex::new(None) })
    }

    pub fn worked(&self) {
        self.failures.store(0, Ordering::Relaxed);
    }

    pub fn failed(&self) {
        if self.failures.fetch_add(1, Ordering::Relaxed) + 1 >= FAILURES_TO_EJECT {
            let mut until = self.ejected_until.lock().unwrap_or_else(PoisonError::into_inner);
            *until = Some(Instant::now() + EJECTED_FOR);
        }
    }

    fn in_use(&self) -> bool {
        let until = self.ejected_until.lock().unwrap_or_else(PoisonError::into_inner);
        until.is_none_or(|until| until <= Instant::now())
    }
}

/// All replicas behind some names.
pub(super) struct Endpoints {
    /// The service that they belong to.
    service: String,
    peers: Peers,
    names: Vec<(String, u16)>,
    replicas: RwLock<BTreeMap<SocketAddr, Arc<Replica>>>,
    next: AtomicUsize,
}

impl Endpoints {
    /// Resolves the names now, and repeatedly while the process runs.
    pub async fn watch(app: &App, service: String, names: Vec<(String, u16)>) -> Arc<Self> {
        let endpoints = Arc::new(Self {
            service,
            peers: app.peers.clone(),
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
                && let Ok(replica) = Replica::new(*address, &self.service, &self.peers)
            {
                replicas.insert(*address, Arc::new(replica));
            }
        }
    }

    /// The next healthy replica in turn; any replica if all of them fail.
    pub fn pick(&self) -> Option<Arc<Replica>> {
        self.pick_where(|_| true)
    }

    /// The next replica in turn other than this one: even a failing one may have recovered.
    pub fn pick_other(&self, than: &Arc<Replica>) -> Option<Arc<Replica>> {
        self.pick_where(|replica| !Arc::ptr_eq(than, replica)).or_else(|| self.pick())
    }

    fn pick_where(&self, matches: impl Fn(&Arc<Replica>) -> bool) -> Option<Arc<Replica>> {
        let replicas = self.replicas.read().unwrap_or_else(PoisonError::into_inner);
        let turn = self.next.fetch_add(1, Ordering::Relaxed) % replicas.len().max(1);
        let in_turn = || {
            let turns = replicas.values().cycle().skip(turn).take(replicas.len());
            turns.filter(|replica| matches(replica))
        };
        in_turn().find(|replica| replica.in_use()).or_else(|| in_turn().next()).cloned()
    }
}
