//! The JSON envelope of failures that calls of procedures and requests for files share: one form for clients, that of tRPC.

use bytes::Bytes;
use http::header::{CACHE_CONTROL, CONTENT_TYPE, VARY};
use http::{HeaderValue, Response, StatusCode};
use http_body_util::Full;
use kit::error::Violation;
use proto::codec::Text as _;
use serde::Serialize;

use crate::call::failure::{Code, Failure};
use crate::http_message::retry_after;

/// The request headers on which an answer depends, for `Vary`.
const VARIES: &str = "trpc-accept, accept, accept-encoding";

/// The number of a code in the protocol of tRPC.
fn number(code: Code) -> i32 {
    match code {
        Code::BadRequest | Code::UriTooLong | Code::HeadersTooLarge => -32600,
        Code::Unauthorized => -32001,
        Code::Forbidden | Code::KeyInvalid => -32003,
        Code::NotFound => -32004,
        Code::MethodNotSupported => -32005,
        Code::Timeout => -32008,
        Code::Conflict => -32009,
        Code::PreconditionFailed => -32012,
        Code::PayloadTooLarge => -32013,
        Code::UnsupportedMediaType => -32015,
        Code::TooManyRequests => -32029,
        Code::InternalServerError | Code::ServiceUnavailable | Code::GatewayTimeout => -32603,
    }
}

#[derive(Serialize)]
struct ErrorEnvelope<'a> {
    error: ErrorBody<'a>,
}

#[derive(Serialize)]
struct ErrorBody<'a> {
    message: &'a str,
    code: i32,
    data: ErrorData<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ErrorData<'a> {
    code: &'a str,
    http_status: u16,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fields: Vec<FieldError<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    plans: Vec<&'static str>,
    #[serde(rename = "trace_id", skip_serializing_if = "Option::is_none")]
    trace_id: Option<&'a str>,
}

#[derive(Serialize)]
struct FieldError<'a> {
    path: &'a str,
    message: &'a str,
}

impl<'a> From<&'a Violation> for FieldError<'a> {
    fn from(violation: &'a Violation) -> Self {
        Self { path: &violation.path, message: &violation.message }
    }
}

/// Appends the envelope of a failure, with the name of the procedure if the request had one.
pub fn write_failure(out: &mut Vec<u8>, failure: &Failure, path: Option<&str>) {
    let envelope = ErrorEnvelope {
        error: ErrorBody {
            message: failure.short_message(),
            code: number(failure.code),
            data: ErrorData {
                code: failure.code.word(),
                http_status: failure.code.status(),
                path,
                reason: failure.reason.as_deref(),
                fields: failure.fields.iter().map(FieldError::from).collect(),
                plans: failure.plans.iter().map(|plan| plan.text()).collect(),
                trace_id: failure.trace_id.as_deref(),
            },
        },
    };
    serde_json::to_writer(out, &envelope).expect("texts and numbers always have a JSON form");
}

/// The answer to a request that failed, with the name of the procedure where it is known.
pub fn refuse(failure: &Failure, path: Option<&str>) -> Response<Full<Bytes>> {
    let mut out = Vec::new();
    write_failure(&mut out, failure, path);
    let mut reply = json(failure.code.status(), out);
    if let Some(seconds) = failure.retry_after() {
        retry_after::set(reply.headers_mut(), seconds);
    }
    reply
}

/// An answer of JSON.
pub fn json(status: u16, body: impl Into<Bytes>) -> Response<Full<Bytes>> {
    let mut reply = Response::new(Full::new(body.into()));
    *reply.status_mut() = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let headers = reply.headers_mut();
    headers.reserve(16);
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(VARY, HeaderValue::from_static(VARIES));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    reply
}

#[cfg(test)]
mod tests {
    use kit::error::{ErrorCode, Problem};

    use super::*;
    use crate::call::failure::LONGEST_MESSAGE;

    fn text(failure: &Failure, path: Option<&str>) -> String {
        let mut out = Vec::new();
        write_failure(&mut out, failure, path);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn writes_the_envelope_of_the_protocol() {
        assert_eq!(
            text(&Failure::new(Code::Unauthorized, "UNAUTHORIZED"), Some("users.getProfile")),
            r#"{"error":{"message":"UNAUTHORIZED","code":-32001,"data":{"code":"UNAUTHORIZED","httpStatus":401,"path":"users.getProfile"}}}"#
        );
    }

    #[test]
    fn shows_only_the_trace_of_a_defect() {
        let problem = Problem::new(ErrorCode::Internal, "internal", "relation users is missing");
        let shown = text(&Failure::from_problem(problem, Some("abc".into())), None);
        assert!(!shown.contains("relation"), "{shown}");
        assert!(shown.contains(r#""trace_id":"abc""#), "{shown}");
    }

    #[test]
    fn carries_the_reason_of_a_refusal() {
        let problem = Problem::new(ErrorCode::Precondition, "last_admin", "One must remain");
        let shown = text(&Failure::from_problem(problem, None), Some("adminUsers.setRole"));
        assert!(shown.contains(r#""code":"PRECONDITION_FAILED","httpStatus":412"#), "{shown}");
        assert!(shown.contains(r#""reason":"last_admin""#), "{shown}");
    }

    #[test]
    fn names_each_invalid_field() {
        let place = Violation { path: "records[0].status".into(), message: "not a status".into() };
        let problem = Problem::invalid("record_invalid", "x").with_violations(vec![place]);
        let shown = text(&Failure::from_problem(problem, None), None);
        let expected = r#""fields":[{"path":"records[0].status","message":"not a status"}]"#;
        assert!(shown.contains(expected), "{shown}");
    }

    #[test]
    fn cuts_long_messages_between_characters() {
        let shown = text(&Failure::bad_request("é".repeat(1_000)), None);
        assert_eq!(shown.matches('é').count(), LONGEST_MESSAGE);
    }
}
