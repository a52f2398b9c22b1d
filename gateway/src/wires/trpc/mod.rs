//! The tRPC wire format under `/api/trpc`.

pub(crate) mod calls;
mod compression;
mod input;
mod result_envelope;

use std::net::IpAddr;
use std::sync::Arc;

use axum::body::HttpBody as _;
use bytes::Bytes;
use futures::future::join_all;
use http::header::{ALLOW, CONTENT_TYPE};
use http::{HeaderMap, HeaderValue, Method, Response, StatusCode};

use http_body_util::Full;
use kit::security_log::Network;
use tokio::sync::Semaphore;

use self::calls::Calls;
use self::input::{Inputs, Source};
pub use self::result_envelope::FRAME;
use super::failure_envelope::{json, refuse, write_failure};
use super::visitor::visitor;
use crate::call::cache::Reply;
use crate::call::failure::{Code, Failure};
use crate::call::pipeline::Pipeline;
use crate::call::procedure::{Kind, Procedure};
use crate::call::refusal_texts::too_large;
use crate::call::request_budget::{Place, RequestBudget};
use crate::call::visitor::Visitor;
use crate::http_message::body::{self, Incoming};
use crate::http_message::plain_response::MinimumPace;
use crate::http_message::query::parameter;
use crate::http_message::retry_after;
use crate::refusal_log;
use crate::state::AppState;

const PREFIX: &str = "/api/trpc";
/// How many calls of a request run side by side; the others wait for their turn.
const CALLS_SIDE_BY_SIDE: usize = 8;
/// An answer up to this size may be taken at any pace.
const UNPACED_ANSWER: usize = 64 << 10;

pub async fn answer(
    state: &AppState,
    request: http::Request<Incoming>,
    peer: IpAddr,
) -> Response<Full<Bytes>> {
    let pipeline = &*state.pipeline;
    let (head, body) = request.into_parts();
    let raw_path = raw_path(head.uri.path());
    let query = head.uri.query().unwrap_or_default();
    if head.method == Method::HEAD {
        let visitor = visitor(state, &head, peer);
        return Box::pin(answer_head(pipeline, &visitor)).await;
    }
    let named = media_type(&head.method, &head.headers)
        .and_then(|()| calls::read(raw_path, query))
        .and_then(|calls| same_kind(pipeline, &calls.names).map(|()| calls));
    let calls = match named {
        Ok(calls) => calls,
        Err(failure) => {
            let visitor = visitor(state, &head, peer);
            return Box::pin(refuse_whole(pipeline, &visitor, failure, body)).await;
        }
    };
    let source = if head.method == Method::GET {
        Source::Query(parameter(query, "input").unwrap_or_default())
    } else {
        Source::body(body, Arc::clone(&state.body_bytes))
    };
    let request = Request {
        pipeline,
        method: &head.method,
        headers: &head.headers,
        inputs: Inputs::new(&source, calls.batch),
        visitor: visitor(state, &head, peer),
        turns: Semaphore::new(CALLS_SIDE_BY_SIDE),
    };
    // On the heap: every connection would otherwise reserve room for the calls of a batch.
    let running = calls.names.iter().enumerate().map(|(index, name)| {
        let place = request.visitor.answers.place();
        request.call(index, name, place)
    });
    let mut outcomes = Box::pin(join_all(running)).await;
    if head.method == Method::GET {
        keep_what_fits(&mut outcomes, &request.visitor.answers);
    }
    let mut reply = write(&request, &calls, outcomes).map(|body| {
        let body = body.into_inner().unwrap_or_default();
        Full::new(request.visitor.answers.hold_until_sent(body))
    });
    request.visitor.rates.write(reply.headers_mut());
    require_pace(&mut reply);
    drop(request);
    if let Some(body) = source.unread() {
        body::discard(body).await;
    }
    reply
}

/// Answers HEAD, which calls nothing and counts all the same.
async fn answer_head(pipeline: &Pipeline, visitor: &Visitor) -> Response<Full<Bytes>> {
    let mut reply = match count_unknown(pipeline, visitor).await {
        Ok(()) => empty(),
        Err(beyond) => refuse(&beyond, None),
    };
    visitor.rates.write(reply.headers_mut());
    reply
}

/// Refuses a request whose calls are not known, and counts it.
async fn refuse_whole(
    pipeline: &Pipeline,
    visitor: &Visitor,
    failure: Failure,
    body: Incoming,
) -> Response<Full<Bytes>> {
    let failure = match count_unknown(pipeline, visitor).await {
        Ok(()) => {
            let network = Some(Network::new(visitor.address));
            refusal_log::request(PREFIX, &refusal_log::reason(&failure), network);
            failure
        }
        Err(beyond) => beyond,
    };
    body::discard(body).await;
    let mut reply = refuse(&failure, None);
    visitor.rates.write(reply.headers_mut());
    reply
}

/// Counts what reaches no procedure, so that a flood of it is refused like one of calls.
async fn count_unknown(pipeline: &Pipeline, visitor: &Visitor) -> Result<(), Failure> {
    let counted = pipeline.admit_unknown(visitor).await;
    counted.inspect_err(|beyond| refusal_log::rate(PREFIX, beyond, Network::new(visitor.address)))
}

/// A large answer occupies memory that others wait for, until it is taken.
fn require_pace(reply: &mut Response<Full<Bytes>>) {
    if reply.body().size_hint().lower() > UNPACED_ANSWER as u64 {
        reply.extensions_mut().insert(MinimumPace);
    }
}

/// The part of the path after `/api/trpc/`.
fn raw_path(path: &str) -> &str {
    let rest = path.strip_prefix(PREFIX).unwrap_or(path);
    rest.strip_prefix('/').unwrap_or(rest)
}

struct Request<'a> {
    pipeline: &'a Pipeline,
    method: &'a Method,
    headers: &'a HeaderMap,
    inputs: Inputs<'a>,
    visitor: Visitor,
    turns: Semaphore,
}

impl Request<'_> {
    async fn call(&self, index: usize, name: &str, place: Place<'_>) -> Result<Reply, Failure> {
        let procedure = match self.procedure(name) {
            Ok(procedure) => procedure,
            Err(failure) => {
                // It has no answer for which later calls would wait.
                drop(place);
                count_unknown(self.pipeline, &self.visitor).await?;
                return Err(failure);
            }
        };
        // In the order of the calls, as those with a turn wait for the places before them: the runtime puts off none of them
        // behind a later one. The semaphore is never closed.
        let _turn = tokio::task::unconstrained(self.turns.acquire()).await;
        let input = self.inputs.get(index, &self.visitor);
        let reply = self.pipeline.call(procedure, &self.visitor, place, input).await;
        reply.inspect_err(|failure| {
            refusal_log::call(failure, procedure, "trpc", &self.visitor);
        })
    }

    /// The procedure of a name, where the method is that of its kind.
    fn procedure(&self, name: &str) -> Result<&Arc<Procedure>, Failure> {
        let Some(procedure) = self.pipeline.procedure(name) else {
            let message = format!("No procedure found on path \"{name}\"");
            return Err(Failure::new(Code::NotFound, message));
        };
        if self.method != method_of(procedure.kind) {
            let message =
                format!("Unsupported {}-request to procedure at path \"{name}\"", self.method);
            return Err(Failure::new(Code::MethodNotSupported, message));
        }
        Ok(procedure)
    }
}

fn method_of(kind: Kind) -> Method {
    match kind {
        Kind::Query => Method::GET,
        Kind::Mutation => Method::POST,
    }
}

fn media_type(method: &Method, headers: &HeaderMap) -> Result<(), Failure> {
    let content_type = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let essence = content_type.unwrap_or_default().split(';').next().unwrap_or_default().trim();
    if method == Method::GET || essence.eq_ignore_ascii_case("application/json") {
        return Ok(());
    }
    let message = match content_type {
        Some(_) => "The content type must be application/json",
        None => "Missing content-type header",
    };
    Err(Failure::new(Code::UnsupportedMediaType, message))
}

fn same_kind(pipeline: &Pipeline, names: &[String]) -> Result<(), Failure> {
    let mut kinds =
        names.iter().filter_map(|name| pipeline.procedure(name)).map(|known| known.kind);
    match kinds.next() {
        Some(first) if kinds.any(|kind| kind != first) => {
            Err(Failure::bad_request("Cannot mix procedure types in call: query, mutation"))
        }
        _ => Ok(()),
    }
}

/// Refuses the calls behind those whose answers fit: some may run although an estimate was too low, and be done first.
fn keep_what_fits(outcomes: &mut [Result<Reply, Failure>], answers: &RequestBudget) {
    let sizes = outcomes.iter().map(|outcome| outcome.as_ref().map(Reply::size));
    let fitting = answers.fitting(sizes);
    for outcome in &mut outcomes[fitting..] {
        *outcome = Err(too_large(fitting));
    }
}

/// Writes the answers one after the other, and drops each when it is written: they are not in memory twice.
fn write(
    request: &Request<'_>,
    calls: &Calls,
    outcomes: Vec<Result<Reply, Failure>>,
) -> Response<Full<Bytes>> {
    if let ([Ok(Reply::Cached(answer))], &Method::GET) = (&*outcomes, request.method) {
        return compression::cached(request.headers, request.pipeline.cache(), answer, calls.batch);
    }
    let statuses = outcomes.iter().map(|outcome| match outcome {
        Ok(_) => 200,
        Err(failure) => failure.code.status(),
    });
    let status = common_status(statuses);
    let is_complete = outcomes.iter().all(Result::is_ok);
    let failures = outcomes.iter().filter_map(|one| one.as_ref().err());
    let wait = failures.filter_map(Failure::retry_after).max();
    let allowed = allowed_method(calls, &outcomes, request.pipeline);
    let length = outcomes.iter().map(|one| one.as_ref().map_or(256, Reply::size));
    let mut out = Vec::with_capacity(length.map(|length| length + 32).sum());
    let separator = |at: usize| if at == 0 { b'[' } else { b',' };
    for (at, (name, outcome)) in calls.names.iter().zip(outcomes).enumerate() {
        if calls.batch {
            out.push(separator(at));
        }
        match outcome {
            Ok(Reply::Fresh(output)) => result_envelope::write(&mut out, &output),
            Ok(Reply::Cached(answer)) => {
                out.extend_from_slice(&compression::framed(&answer, false));
            }
            Err(failure) => write_failure(&mut out, &failure, Some(name)),
        }
    }
    if calls.batch {
        out.push(b']');
    }
    if *request.method == Method::GET && is_complete {
        return compression::compressed(request.headers, status, out);
    }
    let mut reply = json(status, out);
    if let Some(allowed) = allowed {
        reply.headers_mut().insert(ALLOW, allowed);
    }
    if let Some(seconds) = wait {
        retry_after::set(reply.headers_mut(), seconds);
    }
    reply
}

/// The status of a batch: the one all entries share, else 207.
fn common_status(statuses: impl IntoIterator<Item = u16>) -> u16 {
    let mut statuses = statuses.into_iter();
    let first = statuses.next().unwrap_or(200);
    if statuses.all(|status| status == first) { first } else { 207 }
}

/// The method of the procedure that was called by a wrong one.
fn allowed_method(
    calls: &Calls,
    outcomes: &[Result<Reply, Failure>],
    pipeline: &Pipeline,
) -> Option<HeaderValue> {
    let wrong = |outcome: &Result<Reply, Failure>| {
        outcome.as_ref().is_err_and(|failure| failure.code == Code::MethodNotSupported)
    };
    let at = outcomes.iter().position(wrong)?;
    let kind = pipeline.procedure(&calls.names[at])?.kind;
    HeaderValue::from_str(method_of(kind).as_str()).ok()
}

fn empty() -> Response<Full<Bytes>> {
    let mut reply = Response::new(Full::default());
    *reply.status_mut() = StatusCode::NO_CONTENT;
    reply
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_answer_must_be_taken_at_a_pace() {
        let has_pace = |bytes: usize| {
            let mut reply = Response::new(Full::new(Bytes::from(vec![b' '; bytes])));
            require_pace(&mut reply);
            reply.extensions().get::<MinimumPace>().is_some()
        };
        assert!(!has_pace(UNPACED_ANSWER));
        assert!(has_pace(UNPACED_ANSWER + 1));
    }

    #[test]
    fn a_mixed_batch_is_a_multi_status() {
        assert_eq!(common_status([200, 200]), 200);
        assert_eq!(common_status([404, 404]), 404);
        assert_eq!(common_status([200, 404]), 207);
    }
}
