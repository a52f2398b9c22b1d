//! The serving side: every call in its own task, within its deadline, measured and traced.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::panic::AssertUnwindSafe;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use futures::future::BoxFuture;
use futures::{FutureExt, TryFutureExt, TryStreamExt as _};
use prometheus::{HistogramVec, IntGauge, register_histogram_vec, register_int_gauge};
use tonic::body::Body;
use tonic::service::Routes;
use tonic::transport::server::TcpIncoming;
use tonic::{Code, Status};
use tower::{Layer, Service};

use super::joined_writes::JoinedWrites;
use super::{deadline, held_bytes, is_read, probe, reader, scope};
use crate::config::{ConfigError, Env};
use crate::error::Problem;
use crate::listen;
use crate::plain_links;
use crate::run::App;
use crate::security_log::{self, Principal};
use crate::telemetry;

const TOO_LATE: Duration = Duration::from_millis(5);
const CONNECTION_AGE: Duration = Duration::from_mins(5);
const KEEPALIVE: Duration = Duration::from_secs(5);
/// Calls of one connection whose callers gave up before the service saw them. Beyond this number the connection ends,
/// with every call on it: twenty, which is the default, are reached by any page when a service is busy for a second.
const MOST_ABANDONED: usize = 1_024;

static SECONDS: LazyLock<HistogramVec> = LazyLock::new(|| {
    register_histogram_vec!(
        "rpc_server_duration_seconds",
        "Time to answer a call, by method and code",
        &["method", "code"],
        vec![0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5]
    )
    .expect("the name is registered once")
});
static IN_FLIGHT: LazyLock<IntGauge> = LazyLock::new(|| {
    register_int_gauge!("rpc_server_in_flight", "Calls being answered")
        .expect("the name is registered once")
});

/// Serves the routes and health until the process stops, to callers that the table of calls names; returns the bound
/// address.
pub async fn serve(app: &App, address: SocketAddr, routes: Routes) -> anyhow::Result<SocketAddr> {
    check_link(app, address)?;
    let listener = listen::bind(address).await?;
    let bound = listener.local_addr()?;
    app.follow_peers()?;
    let mut routes = routes.add_service(probe::service(app.health.clone()));
    if reflection(&mut app.env.clone())? {
        let reflection = tonic_reflection::server::Builder::configure()
            .register_encoded_file_descriptor_set(proto::DESCRIPTORS)
            .build_v1()?;
        routes = routes.add_service(reflection);
    }
    // A maximum age without a grace period: with one, tonic cuts calls instead of announcing the end.
    let age = CONNECTION_AGE.mul_f64(rand::random_range(0.8..1.2));
    let server = tonic::transport::Server::builder()
        .http2_keepalive_interval(Some(KEEPALIVE))
        .http2_keepalive_timeout(Some(Duration::from_secs(3)))
        .http2_max_pending_accept_reset_streams(Some(MOST_ABANDONED))
        .max_connection_age(age)
        .layer(CallLayer {
            process: Arc::new(Process { app: app.clone(), was_ready: AtomicBool::default() }),
        })
        .add_routes(routes);
    let incoming = TcpIncoming::from(listener).with_nodelay(Some(true));
    let stopping = app.stopping();
    let health = app.health.clone();
    let tls = app.peers.tls().cloned();
    app.spawn("grpc", async move {
        let stop = async {
            stopping.cancelled().await;
            health.close();
        };
        let served = match tls {
            None => {
                let incoming = incoming.map_ok(JoinedWrites::new);
                server.serve_with_incoming_shutdown(incoming, stop).await
            }
            Some(tls) => {
                let incoming = tls.accept(incoming).map_ok(JoinedWrites::new);
                server.serve_with_incoming_shutdown(incoming, stop).await
            }
        };
        if let Err(error) = served {
            tracing::error!(%error, "the gRPC server ended");
        }
    });
    Ok(bound)
}

/// Refuses to answer other machines without TLS, unless the operator allows it.
fn check_link(app: &App, address: SocketAddr) -> Result<(), ConfigError> {
    let is_protected = app.peers.has_tls() || address.ip().is_loopback();
    if is_protected || plain_links::are_allowed(&mut app.env.clone())? {
        return Ok(());
    }
    let problem = format!(
        "is required to answer at {address}, beyond this machine: set it, or PLAIN_LINKS=allowed"
    );
    Err(ConfigError::new("SERVICE_TLS", problem))
}

/// `GRPC_REFLECTION` (off): whether anybody may list the definitions.
pub fn reflection(env: &mut Env) -> Result<bool, ConfigError> {
    env.switch("GRPC_REFLECTION", false)
}

#[derive(Clone)]
struct CallLayer {
    // Cloned for every call.
    process: Arc<Process>,
}

/// The process that serves.
struct Process {
    app: App,
    was_ready: AtomicBool,
}

impl Process {
    /// Refuses calls before the process is ready for the first time, such as while it reads its data: they would wait for
    /// it until their deadline. Later a dependency that is away concerns only the calls that need it.
    async fn check_ready(&self) -> Result<(), Problem> {
        if self.was_ready.load(Ordering::Relaxed) {
            return Ok(());
        }
        if !self.app.health.is_ready().await {
            return Err(Problem::not_ready("The service is starting"));
        }
        self.was_ready.store(true, Ordering::Relaxed);
        Ok(())
    }
}

impl<S> Layer<S> for CallLayer {
    type Service = Call<S>;

    fn layer(&self, inner: S) -> Call<S> {
        Call { process: Arc::clone(&self.process), inner }
    }
}

#[derive(Clone)]
struct Call<S> {
    process: Arc<Process>,
    inner: S,
}

impl<S> Service<http::Request<Body>> for Call<S>
where
    S: Service<http::Request<Body>, Response = http::Response<Body>, Error = Infallible>
        + Clone
        + Send
        + 'static,
    S::Future: Send + 'static,
{
    type Response = http::Response<Body>;
    type Error = Infallible;
    type Future = BoxFuture<'static, Result<Self::Response, Infallible>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, mut request: http::Request<Body>) -> Self::Future {
        let next = self.inner.clone();
        let mut inner = std::mem::replace(&mut self.inner, next);
        // Health and reflection may stream for ever, so they have no deadline; and they tell nothing that is secret.
        if request.uri().path().starts_with("/grpc.") {
            return Box::pin(inner.call(request));
        }
        let (mut actor, mut role) = (None, None);
        match self.process.app.peers.admit(&request) {
            Ok(None) => {}
            Ok(Some(person)) => {
                actor = Some(Principal::user(&person.user_id));
                role = Some(person.role);
                request.extensions_mut().insert(person);
            }
            Err(problem) => {
                let refusal = Status::from(problem).into_http();
                return Box::pin(std::future::ready(Ok(refusal)));
            }
        }
        let time = deadline::read(request.headers());
        let reader = reader::read(request.headers(), role);
        let scope = match scope::read(request.headers()) {
            Ok(scope) => scope,
            Err(problem) => {
                let refusal = Status::from(problem).into_http();
                return Box::pin(std::future::ready(Ok(refusal)));
            }
        };
        let method = request.uri().path().trim_start_matches('/').to_owned();
        let trace = telemetry::begin(&telemetry::Incoming(request.headers()), || span(&method));
        let process = Arc::clone(&self.process);
        let work = async move {
            if time < TOO_LATE {
                return Status::from(Problem::timeout()).into_http();
            }
            if let Err(problem) = process.check_ready().await {
                return Status::from(problem).into_http();
            }
            let answer = held_bytes::collect(inner.call(request));
            let answer = scope::applied(scope, deadline::within(time, answer));
            let answer = reader::read_as(reader, answer);
            match tokio::time::timeout(time, answer).await {
                Ok(((Ok(response), _), false)) if is_success(&response) => {
                    Status::from(scope::not_applied()).into_http()
                }
                Ok(((Ok(response), held), _)) => held_bytes::until_sent(response, held),
                Err(_) => Status::from(Problem::timeout()).into_http(),
            }
        };
        let work = async move { trace.run(security_log::acting(actor, work)).await };
        let timer = CallTimer::begin();
        // A read ends with its caller. Everything else runs in a task of its own: a caller that disconnects must
        // not leave work half done.
        let ended = if is_read(&method) {
            AssertUnwindSafe(self.process.app.track(work)).catch_unwind().map_err(drop).boxed()
        } else {
            self.process.app.spawn_call(work).map_err(drop).boxed()
        };
        Box::pin(async move {
            let response = ended.await.unwrap_or_else(|()| {
                tracing::error!(method, "a call panicked");
                Status::from(Problem::internal("panic")).into_http()
            });
            timer.end(&method, &response);
            Ok(response)
        })
    }
}

/// A call in flight, counted until its future ends or is dropped.
struct CallTimer {
    started: Instant,
}

impl CallTimer {
    fn begin() -> Self {
        IN_FLIGHT.inc();
        Self { started: Instant::now() }
    }

    fn end(self, method: &str, response: &http::Response<Body>) {
        let code =
            Status::from_header_map(response.headers()).map_or(Code::Ok, |status| status.code());
        SECONDS
            .with_label_values(&[method, name(code)])
            .observe(self.started.elapsed().as_secs_f64());
    }
}

impl Drop for CallTimer {
    fn drop(&mut self) {
        IN_FLIGHT.dec();
    }
}

/// Whether an answer has a message. The status of a failure is in its head.
fn is_success(response: &http::Response<Body>) -> bool {
    Status::from_header_map(response.headers()).is_none_or(|status| status.code() == Code::Ok)
}

fn span(method: &str) -> tracing::Span {
    tracing::info_span!("rpc", "otel.name" = method, "otel.kind" = "server", "rpc.system" = "grpc")
}

fn name(code: Code) -> &'static str {
    match code {
        Code::Ok => "OK",
        Code::Cancelled => "CANCELLED",
        Code::InvalidArgument => "INVALID_ARGUMENT",
        Code::DeadlineExceeded => "DEADLINE_EXCEEDED",
        Code::NotFound => "NOT_FOUND",
        Code::AlreadyExists => "ALREADY_EXISTS",
        Code::PermissionDenied => "PERMISSION_DENIED",
        Code::ResourceExhausted => "RESOURCE_EXHAUSTED",
        Code::FailedPrecondition => "FAILED_PRECONDITION",
        Code::Unauthenticated => "UNAUTHENTICATED",
        Code::Unavailable => "UNAVAILABLE",
        Code::Unimplemented => "UNIMPLEMENTED",
        _ => "INTERNAL",
    }
}
