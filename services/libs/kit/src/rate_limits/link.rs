//! One connection to Redis, replaced when it stops working.

use std::str::FromStr as _;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use redis::aio::MultiplexedConnection;
use redis::io::tcp::{TcpSettings, socket2::TcpKeepalive};
use redis::{
    AsyncConnectionConfig, Client, Cmd, ConnectionAddr, ConnectionInfo, ErrorKind, FromRedisValue,
    RedisError, ServerErrorKind, TlsCertificates,
};
use tokio::time::Instant;

use crate::certificate_refusal::CertificateRefusal;
use crate::config::ConfigError;
use crate::private_ca::PrivateCa;
use crate::replaceable_secret::ReplaceableSecret;

const REDIS_ANSWER: Duration = Duration::from_millis(500);
const REDIS_CONNECT: Duration = Duration::from_secs(1);
/// After this time without an acknowledged byte the link is dead.
const UNACKNOWLEDGED: Duration = Duration::from_secs(3);
const SILENT_ANSWERS: u32 = 3;
/// How often a server that lost its role is abandoned at most.
const LEAVE_EVERY: Duration = Duration::from_secs(3);
const LIFETIME_SECONDS: f64 = 600.0;

struct Live {
    connection: MultiplexedConnection,
    /// The address with the login that it was made with.
    url: Arc<str>,
    number: u64,
    until: Instant,
}

#[derive(Default)]
struct State {
    live: Option<Live>,
    number: u64,
    closed_until: Option<Instant>,
    left_at: Option<Instant>,
}

/// A connection, and the rules for replacing it.
pub(super) struct Link {
    url: ReplaceableSecret,
    private_ca: PrivateCa,
    certificate: CertificateRefusal,
    state: Mutex<State>,
    connecting: tokio::sync::Mutex<()>,
    silent: AtomicU32,
}

impl Link {
    pub(super) fn new(url: ReplaceableSecret, private_ca: PrivateCa) -> Result<Self, ConfigError> {
        client(&url.now(), &private_ca).map_err(|error| {
            ConfigError::new("REDIS_URL", format!("is not valid: {}", error.category()))
        })?;
        Ok(Self {
            url,
            private_ca,
            certificate: CertificateRefusal::new("Redis"),
            state: Mutex::default(),
            connecting: tokio::sync::Mutex::new(()),
            silent: AtomicU32::new(0),
        })
    }

    /// Sends a command. While Redis is unavailable, this usually fails at once.
    pub(super) async fn ask<T: FromRedisValue>(&self, command: &Cmd) -> Result<T, RedisError> {
        let (mut connection, number) = self.live().await?;
        let answer = tokio::time::timeout(REDIS_ANSWER, command.query_async(&mut connection)).await;
        let answer = answer.unwrap_or_else(|_| Err(timed_out()));
        match &answer {
            Ok(_) => self.silent.store(0, Ordering::Relaxed),
            Err(error) if error.is_timeout() => {
                if self.silent.fetch_add(1, Ordering::Relaxed) + 1 >= SILENT_ANSWERS {
                    self.leave(number, None);
                }
            }
            Err(error) if has_lost_its_role(error) => self.leave(number, Some(LEAVE_EVERY)),
            Err(error) if error.is_unrecoverable_error() => self.leave(number, None),
            Err(_) => {}
        }
        answer
    }

    pub(super) async fn ping(&self) -> Result<(), RedisError> {
        self.ask(&redis::cmd("PING")).await
    }

    async fn live(&self) -> Result<(MultiplexedConnection, u64), RedisError> {
        if let Some(live) = self.present()? {
            return Ok(live);
        }
        // One caller connects, the others wait for its result.
        let _connecting = self.connecting.lock().await;
        if let Some(live) = self.present()? {
            return Ok(live);
        }
        let config = AsyncConnectionConfig::new()
            .set_connection_timeout(Some(REDIS_CONNECT))
            .set_response_timeout(Some(REDIS_ANSWER));
        let url = self.url.now();
        let connected = async {
            let client = client(&url, &self.private_ca)?;
            client.get_multiplexed_async_connection_with_config(&config).await
        };
        let connected = tokio::time::timeout(REDIS_CONNECT, connected).await;
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        match connected.unwrap_or_else(|_| Err(timed_out())) {
            Ok(connection) => {
                self.silent.store(0, Ordering::Relaxed);
                self.certificate.connected();
                state.number += 1;
                let lifetime = LIFETIME_SECONDS * rand::random_range(0.8..1.2);
                let live = Live {
                    connection: connection.clone(),
                    url,
                    number: state.number,
                    until: Instant::now() + Duration::from_secs_f64(lifetime),
                };
                state.live = Some(live);
                Ok((connection, state.number))
            }
            Err(error) => {
                let pause = Duration::from_millis(rand::random_range(100..700));
                state.closed_until = Some(Instant::now() + pause);
                self.certificate.failed(&error.to_string());
                Err(error)
            }
        }
    }

    fn present(&self) -> Result<Option<(MultiplexedConnection, u64)>, RedisError> {
        let url = self.url.now();
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let is_good = |live: &&Live| live.until > Instant::now() && live.url == url;
        if let Some(live) = state.live.as_ref().filter(is_good) {
            return Ok(Some((live.connection.clone(), live.number)));
        }
        match state.closed_until {
            Some(until) if until > Instant::now() => {
                Err(std::io::Error::from(std::io::ErrorKind::NotConnected).into())
            }
            _ => Ok(None),
        }
    }

    /// Drops the numbered connection, unless it was already replaced or another was dropped a moment ago.
    fn leave(&self, number: u64, at_most_every: Option<Duration>) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let too_early = at_most_every
            .zip(state.left_at)
            .is_some_and(|(every, left_at)| left_at.elapsed() < every);
        if too_early || state.live.as_ref().is_none_or(|live| live.number != number) {
            return;
        }
        tracing::info!("the connection to Redis is replaced");
        state.live = None;
        state.left_at = Some(Instant::now());
        self.silent.store(0, Ordering::Relaxed);
    }
}

fn client(url: &str, private_ca: &PrivateCa) -> Result<Client, RedisError> {
    let keepalive = TcpKeepalive::new()
        .with_time(Duration::from_secs(5))
        .with_interval(Duration::from_secs(2))
        .with_retries(3);
    let settings = TcpSettings::default()
        .set_nodelay(true)
        .set_keepalive(keepalive)
        .set_user_timeout(UNACKNOWLEDGED);
    let info = ConnectionInfo::from_str(url)
        .and_then(redis::IntoConnectionInfo::into_connection_info)?
        .set_tcp_settings(settings);
    match (private_ca.pem(), info.addr()) {
        (Some(pem), ConnectionAddr::TcpTls { .. }) => {
            let root_cert = Some(pem.as_bytes().to_vec());
            Client::build_with_tls(info, TlsCertificates { client_tls: None, root_cert })
        }
        _ => Client::open(info),
    }
}

/// After a failover the old primary still answers, but rejects writes.
fn has_lost_its_role(error: &RedisError) -> bool {
    matches!(
        error.kind(),
        ErrorKind::Server(
            ServerErrorKind::ReadOnly | ServerErrorKind::MasterDown | ServerErrorKind::BusyLoading
        )
    )
}

fn timed_out() -> RedisError {
    std::io::Error::from(std::io::ErrorKind::TimedOut).into()
}
