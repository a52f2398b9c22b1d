//! The one connection to the broker: reconnects for ever, with jitter, and notices a half-open link.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use async_nats::connection::State;
use async_nats::jetstream::{Context, context::ContextBuilder};
use async_nats::{Auth, Client, ClientError, ConnectErrorKind, ConnectOptions, Event, ServerAddr};
use futures::FutureExt as _;
use percent_encoding::percent_decode_str;
use tokio::sync::watch;

use super::BusError;
use crate::certificate_refusal::CertificateRefusal;
use crate::config::{ConfigError, items};
use crate::private_ca::PrivateCa;
use crate::replaceable_secret::ReplaceableSecret;

/// How long the broker may take for an acknowledgement or an answer.
pub(crate) const ANSWER: Duration = Duration::from_secs(2);
const PING: Duration = Duration::from_secs(5);
const CONNECT: Duration = Duration::from_secs(2);
/// The longest pause between attempts to connect, in milliseconds.
const LONGEST_PAUSE: u64 = 4_000;
const SHORTEST_PAUSE: u64 = 50;
/// After this many missing acknowledgements in a row the link counts as dead.
const MISSING_ACKS: u32 = 3;
/// The relay keeps up to 256 in flight.
const ACKS_IN_FLIGHT: usize = 4_096;

/// The connection, with its interruptions and refusals.
pub(crate) struct Link {
    client: Client,
    jetstream: Context,
    refused: Arc<AtomicBool>,
    certificate: CertificateRefusal,
    missing: AtomicU32,
    interruptions: watch::Receiver<u64>,
}

impl Link {
    pub(super) fn connect(
        url: ReplaceableSecret,
        private_ca: &PrivateCa,
    ) -> Result<Self, ConfigError> {
        let invalid =
            |problem: String| ConfigError::new("NATS_URL", format!("is not valid: {problem}"));
        let addresses = url.now();
        let servers: Vec<&str> = items(&addresses).collect();
        if servers.is_empty() {
            return Err(invalid("it names no server".to_owned()));
        }
        let (sender, interruptions) = watch::channel(0_u64);
        let connected = Arc::new(AtomicBool::new(false));
        let known = Arc::clone(&connected);
        let refused = Arc::new(AtomicBool::new(false));
        let refusals = Arc::clone(&refused);
        let certificate = CertificateRefusal::new("the bus");
        let (accepted, failing) = (certificate.clone(), certificate.clone());
        // A user of the bus may use no other inboxes than its own.
        let mut options = signed_in(url).custom_inbox_prefix(inbox_prefix(&addresses));
        if let Some(file) = private_ca.file() {
            // The client reads it again for each connection, and trusts nobody else.
            options = options.add_root_certificates(file.to_owned());
        } else if let Some(client) = private_ca.client() {
            let problem = |problem| ConfigError::new("PRIVATE_CA", problem);
            options = options.tls_client_config(client.map_err(problem)?);
        }
        let client = options
            .retry_on_initial_connect()
            .connection_timeout(CONNECT)
            .ping_interval(PING)
            .request_timeout(Some(ANSWER))
            .reconnect_delay_callback(move |attempt| {
                // Only reconnects need jitter: a first connection does not coincide with others.
                if known.load(Ordering::Relaxed) || attempt > 1 {
                    pause(attempt)
                } else {
                    Duration::ZERO
                }
            })
            // Called before each attempt, this learns why the last one failed; the client's choice of a server stays.
            .reconnect_to_server_callback(move |servers, _| {
                let failures = servers.into_iter().filter_map(|server| server.last_error);
                failures.for_each(|failure| failing.failed(&failure));
                std::future::ready(None)
            })
            .event_callback(move |event| {
                match event {
                    Event::Connected => {
                        connected.store(true, Ordering::Relaxed);
                        refusals.store(false, Ordering::Relaxed);
                        accepted.connected();
                        tracing::info!("the bus is connected");
                        sender.send_modify(|count| *count += 1);
                    }
                    Event::SlowConsumer(_) => sender.send_modify(|count| *count += 1),
                    Event::Disconnected => tracing::warn!("the bus is disconnected"),
                    Event::ClientError(ClientError::Other(problem)) => {
                        let now = is_refusal(&problem);
                        if now && !refusals.swap(now, Ordering::Relaxed) {
                            tracing::error!("the bus rejects the credentials, retrying");
                        }
                        refusals.store(now, Ordering::Relaxed);
                    }
                    _ => {}
                }
                std::future::ready(())
            })
            .connect(servers)
            .now_or_never()
            // With retry_on_initial_connect the client is made at once and connects in the background.
            .ok_or_else(|| invalid("the client did not start".to_owned()))?
            .map_err(|error| invalid(error.to_string()))?;
        let jetstream = ContextBuilder::new()
            .timeout(ANSWER)
            .max_ack_inflight(ACKS_IN_FLIGHT)
            .build(client.clone());
        Ok(Self {
            client,
            jetstream,
            refused,
            certificate,
            missing: AtomicU32::new(0),
            interruptions,
        })
    }

    pub(crate) fn client(&self) -> &Client {
        &self.client
    }

    pub(crate) fn jetstream(&self) -> &Context {
        &self.jetstream
    }

    pub(crate) fn is_connected(&self) -> bool {
        self.client.connection_state() == State::Connected
    }

    /// An error while nothing can be sent.
    pub(crate) fn ready(&self) -> Result<(), BusError> {
        if self.is_connected() {
            Ok(())
        } else if self.refused.load(Ordering::Relaxed) {
            Err(BusError::Unauthorized)
        } else {
            let refused = self.certificate.reason();
            Err(BusError::Unavailable(refused.unwrap_or_else(|| "not connected".to_owned())))
        }
    }

    /// Counts connections and overruns: after each change, messages may have been missed.
    pub(crate) fn interruptions(&self) -> watch::Receiver<u64> {
        self.interruptions.clone()
    }

    /// The number of the current connection.
    pub(super) fn connection(&self) -> u64 {
        *self.interruptions.borrow()
    }

    pub(super) fn answered(&self) {
        self.missing.store(0, Ordering::Relaxed);
    }

    /// Records a missing acknowledgement. A half-open link accepts bytes for minutes, so it is cut.
    pub(super) async fn unanswered(&self) {
        if self.missing.fetch_add(1, Ordering::Relaxed) + 1 >= MISSING_ACKS && self.is_connected() {
            self.missing.store(0, Ordering::Relaxed);
            tracing::warn!("the bus accepts messages but does not acknowledge them, reconnecting");
            let _ = self.client.force_reconnect().await;
        }
    }

    pub(super) async fn close(&self) {
        if self.is_connected() {
            let _ = tokio::time::timeout(CONNECT, self.client.drain()).await;
        }
    }
}

/// The client ignores the user, password or token in an address: they are taken from the first address that has one, as it
/// reads when a connection is made.
fn signed_in(url: ReplaceableSecret) -> ConnectOptions {
    ConnectOptions::with_auth_callback(move |_| {
        let auth = auth(&url.now());
        async move { Ok(auth) }
    })
}

fn auth(url: &str) -> Auth {
    let decoded = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
    let mut auth = Auth::new();
    let mut addresses = items(url).filter_map(|server| server.parse::<ServerAddr>().ok());
    if let Some(address) = addresses.find(ServerAddr::has_user_pass) {
        let user = decoded(address.username().unwrap_or_default());
        match address.password() {
            Some(password) => {
                auth.username = Some(user);
                auth.password = Some(decoded(password));
            }
            None => auth.token = Some(user),
        }
    }
    auth
}

/// The first part of the inboxes of this login, which `deploy/nats/users.awk` lets it use. The second login of a service, which
/// replaces the first while it runs, has the same.
fn inbox_prefix(url: &str) -> String {
    match auth(url).username {
        Some(user) => format!("_INBOX_{}", user.strip_suffix("_next").unwrap_or(&user)),
        None => "_INBOX".to_owned(),
    }
}

/// The client reports failed connections as text; these are its texts for a rejected login.
fn is_refusal(problem: &str) -> bool {
    [ConnectErrorKind::AuthorizationViolation, ConnectErrorKind::Authentication]
        .iter()
        .any(|kind| kind.to_string() == problem)
}

/// Full jitter from the first attempt on: clients that lost a server together must not reconnect together.
fn pause(attempt: usize) -> Duration {
    let longest = (500_u64 << attempt.min(8)).min(LONGEST_PAUSE);
    Duration::from_millis(rand::random_range(SHORTEST_PAUSE..=longest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_logins_of_a_service_have_the_same_inboxes_and_no_others() {
        assert_eq!(inbox_prefix("tls://catalog:secret@one:4222,tls://two"), "_INBOX_catalog");
        assert_eq!(inbox_prefix("tls://catalog_next:other@one:4222"), "_INBOX_catalog");
        assert_eq!(inbox_prefix("nats://127.0.0.1:4222"), "_INBOX");
    }

    #[test]
    fn pauses_spread_and_stay_short_enough_to_recover() {
        for attempt in 0..1_000 {
            let pause = pause(attempt).as_millis() as u64;
            assert!((SHORTEST_PAUSE..=LONGEST_PAUSE).contains(&pause));
        }
        let first: std::collections::BTreeSet<_> = (0..100).map(|_| pause(1)).collect();
        assert!(first.len() > 50, "first attempts fall together: {first:?}");
    }

    #[test]
    fn forty_clients_that_lost_one_server_do_not_return_together() {
        for _ in 0..1_000 {
            let mut returns: Vec<_> = (0..40).map(|_| pause(1).as_millis()).collect();
            returns.sort_unstable();
            let together =
                |from: u128| returns.iter().filter(|at| (from..from + 100).contains(*at)).count();
            let most = returns.iter().map(|from| together(*from)).max();
            assert!(most <= Some(20), "{returns:?}");
        }
    }
}
