//! The wire of the typed procedures under `/api/trpc`.

pub mod calls;
pub mod envelope;
mod form;
pub mod input;
mod packing;
pub mod strings;

use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use futures::future::join_all;
use http::header::{ALLOW, CONTENT_TYPE, VARY};
use http::{HeaderMap, HeaderValue, Method, Response, StatusCode};
use http_body_util::Full;
use kit::error::Problem;
use tokio::sync::OnceCell;
use tracing::Instrument;

use self::envelope::{Answer, Code, Failure};
use self::input::{Inputs, Source};
use crate::call::access::Access;
use crate::call::cache::Given;
use crate::call::caller::{self, Caller};
use crate::call::input::Input;
use crate::call::procedure::{Call, Kind, Procedure, Registry};
use crate::http_message::body::{self, Incoming};
use crate::metrics;
use crate::state::AppState;
use crate::wires::auth::cookies::Received;

/// The longest a call may take.
pub const DEADLINE: Duration = Duration::from_secs(2);

/// What an answer depends on beside its address.
const VARIES: &str = "trpc-accept, accept, accept-encoding";

/// An answer of this wire.
pub type Reply = Response<Full<Bytes>>;

/// Answers one request; `raw_path` is what follows `/api/trpc/`.
pub async fn answer(
    state: &AppState,
    registry: &Registry,
    request: http::Request<Incoming>,
) -> Reply {
    let (head, body) = request.into_parts();
    let raw_path = raw_path(head.uri.path());
    let query = head.uri.query().unwrap_or_default();
    if head.method == Method::HEAD {
        return empty();
    }
    let named = media_type(&head.method, &head.headers)
        .and_then(|()| calls::read(raw_path, query))
        .and_then(|calls| same_kind(registry, &calls.names).map(|()| calls));
    let calls = match named {
        Ok(calls) => calls,
        Err(failure) => {
            body::discard(body).await;
            return refuse(&failure);
        }
    };
    let source = if head.method == Method::GET {
        Source::Query(calls::parameter(query, "input").unwrap_or_default())
    } else {
        Source::body(body)
    };
    let request = Request {
        state,
        registry,
        method: &head.method,
        headers: &head.headers,
        inputs: Inputs::new(&source, calls.batch),
        caller: OnceCell::new(),
    };
    let outcomes =
        join_all(calls.names.iter().enumerate().map(|(index, name)| request.call(index, name)))
            .await;
    let reply = write(&request, &calls, &outcomes);
    drop(request);
    if let Some(body) = source.unread() {
        body::discard(body).await;
    }
    reply
}

/// What follows `/api/trpc/`.
fn raw_path(path: &str) -> &str {
    let rest = path.strip_prefix("/api/trpc").unwrap_or(path);
    rest.strip_prefix('/').unwrap_or(rest)
}

/// The answer to a request that failed as a whole.
pub fn refuse(failure: &Failure) -> Reply {
    refuse_call(failure, None)
}

/// The same, where the procedure is known that failed.
pub fn refuse_call(failure: &Failure, path: Option<&str>) -> Reply {
    let mut out = Vec::new();
    envelope::write_failure(&mut out, failure, path);
    json(failure.code.status(), out)
}

struct Request<'a> {
    state: &'a AppState,
    registry: &'a Registry,
    method: &'a Method,
    headers: &'a HeaderMap,
    inputs: Inputs<'a>,
    caller: OnceCell<Result<Option<Arc<Caller>>, Failure>>,
}

impl Request<'_> {
    async fn call(&self, index: usize, name: &str) -> Result<Given, Failure> {
        let Some(procedure) = self.registry.get(name) else {
            return Err(Failure::new(
                Code::NotFound,
                format!("No procedure found on path \"{name}\""),
            ));
        };
        if self.method != expected(procedure.kind) {
            let message =
                format!("Unsupported {}-request to procedure at path \"{name}\"", self.method);
            return Err(Failure::new(Code::MethodNotSupported, message));
        }
        let began = Instant::now();
        let span = kit::telemetry::detail(|| {
            tracing::info_span!("procedure", "otel.name" = procedure.name)
        });
        let outcome = self.run(index, procedure).instrument(span).await;
        let code = outcome.as_ref().map_or_else(|failure| failure.code.word(), |_| "OK");
        metrics::procedure(procedure.name, code, began.elapsed());
        outcome
    }

    async fn run(&self, index: usize, procedure: &Procedure) -> Result<Given, Failure> {
        let began = Instant::now();
        let caller = self.caller.get_or_init(|| resolve(self.state, self.headers)).await;
        let caller = admit(procedure, caller)?;
        // How long the client takes to send its input is no part of the deadline.
        let left = procedure.deadline.saturating_sub(began.elapsed());
        let input = if procedure.takes_input { self.inputs.of(index).await? } else { None };
        if let Some(input) = &input {
            strings::check(input)?;
        }
        let state = self.state.clone();
        let call = Call { state, caller };
        let answers = &self.state.answers;
        bounded(left, answers.answer(procedure, call, input.as_ref()))
            .await
            .map_err(|problem| told(procedure.name, problem))
    }
}

/// Applies the rule. A public procedure is answered even when nobody can say who asks.
pub fn admit(
    procedure: &Procedure,
    caller: &Result<Option<Arc<Caller>>, Failure>,
) -> Result<Option<Arc<Caller>>, Failure> {
    let caller = match (caller, procedure.access) {
        (Ok(caller), _) => caller.clone(),
        (Err(_), Access::Public) => None,
        (Err(failure), _) => return Err(failure.clone()),
    };
    procedure.access.decide(caller.as_deref()).map_err(|problem| told(procedure.name, problem))?;
    Ok(caller)
}

/// Who asks.
pub async fn resolve(
    state: &AppState,
    headers: &HeaderMap,
) -> Result<Option<Arc<Caller>>, Failure> {
    let name = caller::cookie_name(state.config.is_secure());
    let Some(token) = Received::read(headers).session_token(name) else {
        return Ok(None);
    };
    let lookup = state.sessions.resolve(&state.upstream.identity, &token);
    bounded(DEADLINE, lookup).await.map_err(|problem| told("session", problem))
}

/// Runs an admitted procedure with an input that has been looked at, and counts the call.
pub async fn run(procedure: &Procedure, call: Call, input: &Input<'_>) -> Result<Answer, Failure> {
    timed(procedure, procedure.run(call, Some(input))).await
}

/// Does what belongs to an admitted procedure in its time, and counts it as a call.
pub async fn timed<T>(
    procedure: &Procedure,
    work: impl Future<Output = Result<T, Problem>>,
) -> Result<T, Failure> {
    let began = Instant::now();
    let outcome =
        bounded(procedure.deadline, work).await.map_err(|problem| told(procedure.name, problem));
    let code = outcome.as_ref().map_or_else(|failure| failure.code.word(), |_| "OK");
    metrics::procedure(procedure.name, code, began.elapsed());
    outcome
}

/// Gives work the time of a call, outside of any.
pub async fn limited<T>(work: impl Future<Output = Result<T, Problem>>) -> Result<T, Problem> {
    bounded(DEADLINE, work).await
}

/// Gives work a time, and what it calls what is left of it.
async fn bounded<T>(
    time: Duration,
    work: impl Future<Output = Result<T, Problem>>,
) -> Result<T, Problem> {
    let outcome = tokio::time::timeout(time, kit::grpc::within(time, work)).await;
    outcome.unwrap_or_else(|_| Err(Problem::timeout()))
}

fn told(operation: &str, problem: Problem) -> Failure {
    problem.log(operation);
    Failure::of(problem, kit::telemetry::trace_id())
}

fn expected(kind: Kind) -> Method {
    match kind {
        Kind::Query => Method::GET,
        Kind::Mutation => Method::POST,
    }
}

fn media_type(method: &Method, headers: &HeaderMap) -> Result<(), Failure> {
    let given = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let essence = given.unwrap_or_default().split(';').next().unwrap_or_default().trim();
    if method == Method::GET || essence.eq_ignore_ascii_case("application/json") {
        return Ok(());
    }
    let message = match given {
        Some(_) => "The content type must be application/json",
        None => "Missing content-type header",
    };
    Err(Failure::new(Code::UnsupportedMediaType, message))
}

fn same_kind(registry: &Registry, names: &[String]) -> Result<(), Failure> {
    let mut kinds = names.iter().filter_map(|name| registry.get(name)).map(|known| known.kind);
    match kinds.next() {
        Some(first) if kinds.any(|kind| kind != first) => {
            Err(Failure::bad_request("Cannot mix procedure types in call: query, mutation"))
        }
        _ => Ok(()),
    }
}

fn write(
    request: &Request<'_>,
    calls: &calls::Calls,
    outcomes: &[Result<Given, Failure>],
) -> Reply {
    if let ([Ok(Given::Kept(entry))], &Method::GET) = (outcomes, request.method) {
        let answers = &request.state.answers;
        return packing::kept(request.headers, answers, entry, calls.batch, |out| json(200, out));
    }
    let length = outcomes.iter().map(|one| one.as_ref().map_or(256, Given::size));
    let mut out = Vec::with_capacity(length.map(|length| length + 32).sum());
    let separator = |at: usize| if at == 0 { b'[' } else { b',' };
    for (at, (name, outcome)) in calls.names.iter().zip(outcomes).enumerate() {
        if calls.batch {
            out.push(separator(at));
        }
        match outcome {
            Ok(Given::Made(answer)) => envelope::write_result(&mut out, answer),
            Ok(Given::Kept(entry)) => out.extend_from_slice(&entry.alone()),
            Err(failure) => envelope::write_failure(&mut out, failure, Some(name)),
        }
    }
    if calls.batch {
        out.push(b']');
    }
    let statuses = outcomes.iter().map(|outcome| match outcome {
        Ok(_) => 200,
        Err(failure) => failure.code.status(),
    });
    let status = envelope::common_status(statuses);
    if *request.method == Method::GET && outcomes.iter().all(Result::is_ok) {
        return packing::packed(request.headers, out, |out| json(status, out));
    }
    let mut reply = json(status, out);
    if let Some(allowed) = allowed(calls, outcomes, request.registry) {
        reply.headers_mut().insert(ALLOW, allowed);
    }
    reply
}

/// The method a wrongly asked procedure takes.
fn allowed(
    calls: &calls::Calls,
    outcomes: &[Result<Given, Failure>],
    registry: &Registry,
) -> Option<HeaderValue> {
    let wrong = |outcome: &Result<Given, Failure>| {
        outcome.as_ref().is_err_and(|failure| failure.code == Code::MethodNotSupported)
    };
    let at = outcomes.iter().position(wrong)?;
    let kind = registry.get(&calls.names[at])?.kind;
    HeaderValue::from_str(expected(kind).as_str()).ok()
}

fn json(status: u16, body: impl Into<Bytes>) -> Reply {
    let mut reply = Response::new(Full::new(body.into()));
    *reply.status_mut() = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let headers = reply.headers_mut();
    headers.reserve(16);
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(VARY, HeaderValue::from_static(VARIES));
    headers.insert(http::header::CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    reply
}

fn empty() -> Reply {
    let mut reply = Response::new(Full::default());
    *reply.status_mut() = StatusCode::NO_CONTENT;
    reply
}
