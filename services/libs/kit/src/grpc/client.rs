//! The calling side: one channel to all replicas of a service.

use std::error::Error;
use std::io::ErrorKind;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use futures::future::BoxFuture;
use http_body_util::{BodyExt, Full, Limited};
use tokio::time::Instant;
use tonic::body::Body;
use tonic::{Code, Status, TimeoutExpired};
use tower::retry::budget::{Budget, TpsBudget};
use tower::{Service, ServiceExt};
use tracing::Instrument;

use super::bounded_body::{self, LARGEST_MESSAGE};
use super::endpoints::{Ejection, Endpoints, Replica};
use super::{deadline, generation, is_read, reader, scope};
use crate::config::ConfigError;
use crate::error::Problem;
use crate::peers::Peers;
use crate::plain_links;
use crate::run::App;
use crate::telemetry;

const BEFORE_RETRY: Duration = Duration::from_millis(10);

/// A balanced channel for generated clients.
#[derive(Clone)]
pub struct Channel {
    endpoints: Arc<Endpoints>,
    budget: Arc<TpsBudget>,
    peers: Peers,
}

/// A channel to the service behind one or several `http://host:port`, separated by commas, or `https://host:port` where calls
/// go through mutual TLS; every name is resolved again every few seconds. `setting` names the variable in an error, and `<NAME>_URL` the service by
/// whose certificate a replica is known.
pub async fn connect(app: &App, setting: &str, urls: &str) -> Result<Channel, ConfigError> {
    let mut names = Vec::new();
    for url in urls.split(',') {
        let uri: http::Uri =
            url.trim().parse().map_err(|_| ConfigError::new(setting, "is not an address"))?;
        let (Some("http" | "https"), Some(host), Some(port)) =
            (uri.scheme_str(), uri.host(), uri.port_u16())
        else {
            return Err(ConfigError::new(setting, "must look like http://host:port"));
        };
        if uri.scheme_str() == Some("https") && !app.peers.has_tls() {
            return Err(ConfigError::new(setting, "needs SERVICE_TLS for https"));
        }
        // With it, every replica is reached by mutual TLS.
        if !app.peers.has_tls() {
            plain_links::check(&mut app.env.clone(), setting, url)?;
        }
        names.push((host.trim_matches(['[', ']']).to_owned(), port));
    }
    app.follow_peers()?;
    let service = setting.trim_end_matches("_URL").to_lowercase();
    let endpoints = Endpoints::watch(app, service, names).await;
    // Retries may add a tenth to the calls, and a few while there are hardly any calls.
    let budget = Arc::new(TpsBudget::new(Duration::from_secs(10), 5, 0.1));
    Ok(Channel { endpoints, budget, peers: app.peers.clone() })
}

impl Service<http::Request<Body>> for Channel {
    type Response = http::Response<Body>;
    type Error = Status;
    type Future = BoxFuture<'static, Result<Self::Response, Status>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Status>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: http::Request<Body>) -> Self::Future {
        let channel = self.clone();
        let span = telemetry::detail(|| {
            tracing::info_span!(
                "call",
                "otel.name" = request.uri().path().trim_start_matches('/'),
                "otel.kind" = "client",
                "rpc.system" = "grpc"
            )
        });
        Box::pin(async move { channel.send(request).await }.instrument(span))
    }
}

impl Channel {
    async fn send(&self, request: http::Request<Body>) -> Result<http::Response<Body>, Status> {
        let (mut head, body) = request.into_parts();
        let body = Limited::new(body, LARGEST_MESSAGE)
            .collect()
            .await
            .map_err(|_| Status::resource_exhausted("the request is too large"))?
            .to_bytes();
        telemetry::inject(&mut head.headers);
        reader::write(&mut head.headers);
        scope::write(&mut head.headers);
        self.peers.write(&mut head.headers, head.uri.path());
        let own = head.headers.contains_key("grpc-timeout");
        let time = if own { deadline::read(&head.headers) } else { deadline::remaining() };
        if !own {
            deadline::write(&mut head.headers, time);
        }
        let until = Instant::now() + time;
        let path = head.uri.path().to_owned();
        let sent = tokio::time::timeout_at(until, self.attempts(head, body, until))
            .await
            .unwrap_or_else(|_| Err(Problem::timeout().into()));
        let response = sent?;
        generation::note(&path, response.headers());
        Ok(response.map(|body| bounded_body::until(body, until)))
    }

    async fn attempts(
        &self,
        mut head: http::request::Parts,
        body: Bytes,
        until: Instant,
    ) -> Result<http::Response<Body>, Status> {
        self.budget.deposit();
        let read = is_read(head.uri.path());
        let Some(first) = self.first().await else {
            return Err(Problem::unavailable("no replica serves").into());
        };
        let failure = match self.attempt(&first, &head, body.clone()).await {
            Ok(response) => return Ok(response),
            Err(failure) => failure,
        };
        let again = failure.not_taken || (read && failure.again);
        if !again || !self.budget.withdraw() {
            return Err(failure.status);
        }
        tokio::time::sleep(BEFORE_RETRY).await;
        let Some(second) = self.endpoints.pick_other(&first) else {
            return Err(failure.status);
        };
        deadline::write(&mut head.headers, until.saturating_duration_since(Instant::now()));
        // A retry that runs out of time must not hide the first failure.
        match tokio::time::timeout_at(until, self.attempt(&second, &head, body)).await {
            Ok(Err(second)) if second.status.code() != Code::DeadlineExceeded => Err(second.status),
            Ok(Ok(response)) => Ok(response),
            _ => Err(failure.status),
        }
    }

    /// A replica for the first attempt. If a connection was lost and none is in use, it has a moment to return.
    async fn first(&self) -> Option<Arc<Replica>> {
        if let Some(replica) = self.endpoints.pick() {
            return Some(replica);
        }
        tokio::time::sleep(BEFORE_RETRY).await;
        self.endpoints.pick()
    }

    async fn attempt(
        &self,
        replica: &Arc<Replica>,
        head: &http::request::Parts,
        body: Bytes,
    ) -> Result<http::Response<Body>, Failure> {
        let request = http::Request::from_parts(head.clone(), Body::new(Full::new(body)));
        let mut channel = replica.channel.clone();
        let sent = async { channel.ready().await?.call(request).await };
        let sent = tokio::select! {
            sent = sent => sent,
            () = replica.until_unresponsive() => {
                self.endpoints.eject(replica, Ejection::Silent);
                let status = Problem::unavailable("the replica says nothing").into();
                // Any other would use up the time that is left.
                let again = self.endpoints.has_other(replica);
                return Err(Failure { status, not_taken: false, again });
            }
        };
        match sent {
            Ok(response) => match Status::from_header_map(response.headers()) {
                // Tonic's server also watches the deadline, and reports its end as a cancellation.
                Some(status) if status.message() == "Timeout expired" => Err(Failure::timeout()),
                Some(status) if Problem::is_not_ready(&status) => {
                    self.endpoints.eject(replica, Ejection::NotReady);
                    Err(Failure { status, not_taken: true, again: true })
                }
                Some(status) if matches!(status.code(), Code::Unavailable | Code::Cancelled) => {
                    Err(Failure { status, not_taken: false, again: true })
                }
                _ => Ok(response),
            },
            // Tonic's client does the same.
            Err(error) if in_chain::<TimeoutExpired>(&error).is_some() => Err(Failure::timeout()),
            Err(error) => {
                let is_leaving = is_leaving(&error);
                // A connection that ended in order says nothing about the replica.
                if !is_leaving {
                    self.endpoints.eject(replica, Ejection::Disconnected);
                }
                let not_taken = is_leaving || is_refused(&error);
                Err(Failure { status: Problem::unavailable(error).into(), not_taken, again: true })
            }
        }
    }
}

struct Failure {
    status: Status,
    /// The request was certainly not processed.
    not_taken: bool,
    /// Another attempt may succeed.
    again: bool,
}

impl Failure {
    fn timeout() -> Self {
        Self { status: Problem::timeout().into(), not_taken: false, again: false }
    }
}

/// Whether there was no connection, so that the request was certainly not processed.
fn is_refused(error: &(dyn Error + 'static)) -> bool {
    in_chain::<std::io::Error>(error).is_some_and(|error| {
        matches!(error.kind(), ErrorKind::ConnectionRefused | ErrorKind::HostUnreachable)
    })
}

/// Whether the connection was closing, and the request came after the last one that the other side accepted.
fn is_leaving(error: &(dyn Error + 'static)) -> bool {
    in_chain::<hyper::Error>(error).is_some_and(hyper::Error::is_canceled)
        || in_chain::<h2::Error>(error).is_some_and(|error| {
            let leaving = error.is_go_away() && error.reason() == Some(h2::Reason::NO_ERROR);
            error.is_remote() && (leaving || error.reason() == Some(h2::Reason::REFUSED_STREAM))
        })
}

fn in_chain<'a, E: Error + 'static>(error: &'a (dyn Error + 'static)) -> Option<&'a E> {
    std::iter::successors(Some(error), |&error| error.source())
        .find_map(|error| error.downcast_ref::<E>())
}
