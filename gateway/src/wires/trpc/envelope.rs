//! The shape of answers: results, failures, and the table of codes.

use std::borrow::Cow;

use bytes::Bytes;
use kit::error::{ErrorCode, Problem, Violation};
use serde::Serialize;

const LONGEST_MESSAGE: usize = 300;

/// The codes of the protocol that this gateway gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// The request makes no sense.
    BadRequest,
    /// Nobody is signed in.
    Unauthorized,
    /// The caller may not.
    Forbidden,
    /// There is no such thing.
    NotFound,
    /// A query was posted, or a mutation was fetched.
    MethodNotSupported,
    /// The client was too slow.
    Timeout,
    /// There is one already.
    Conflict,
    /// The state of things does not allow it.
    PreconditionFailed,
    /// The body is too large.
    PayloadTooLarge,
    /// The address is too long.
    UriTooLong,
    /// The body is not JSON.
    UnsupportedMediaType,
    /// Too often or too much.
    TooManyRequests,
    /// The headers are too large.
    HeadersTooLarge,
    /// A defect of ours.
    InternalServerError,
    /// A dependency is away.
    ServiceUnavailable,
    /// A dependency took too long.
    GatewayTimeout,
}

impl Code {
    /// The word, the number, and the HTTP status.
    fn row(self) -> (&'static str, i32, u16) {
        match self {
            Self::BadRequest => ("BAD_REQUEST", -32600, 400),
            Self::Unauthorized => ("UNAUTHORIZED", -32001, 401),
            Self::Forbidden => ("FORBIDDEN", -32003, 403),
            Self::NotFound => ("NOT_FOUND", -32004, 404),
            Self::MethodNotSupported => ("METHOD_NOT_SUPPORTED", -32005, 405),
            Self::Timeout => ("TIMEOUT", -32008, 408),
            Self::Conflict => ("CONFLICT", -32009, 409),
            Self::PreconditionFailed => ("PRECONDITION_FAILED", -32012, 412),
            Self::PayloadTooLarge => ("PAYLOAD_TOO_LARGE", -32013, 413),
            // The protocol knows no word for these two; clients see the status.
            Self::UriTooLong => ("BAD_REQUEST", -32600, 414),
            Self::HeadersTooLarge => ("BAD_REQUEST", -32600, 431),
            Self::UnsupportedMediaType => ("UNSUPPORTED_MEDIA_TYPE", -32015, 415),
            Self::TooManyRequests => ("TOO_MANY_REQUESTS", -32029, 429),
            Self::InternalServerError => ("INTERNAL_SERVER_ERROR", -32603, 500),
            Self::ServiceUnavailable => ("SERVICE_UNAVAILABLE", -32603, 503),
            Self::GatewayTimeout => ("GATEWAY_TIMEOUT", -32603, 504),
        }
    }

    /// The word of the protocol.
    pub fn word(self) -> &'static str {
        self.row().0
    }

    /// The HTTP status.
    pub fn status(self) -> u16 {
        self.row().2
    }
}

impl From<ErrorCode> for Code {
    fn from(code: ErrorCode) -> Self {
        match code {
            ErrorCode::NotFound => Self::NotFound,
            ErrorCode::AlreadyExists => Self::Conflict,
            ErrorCode::Invalid => Self::BadRequest,
            ErrorCode::Precondition => Self::PreconditionFailed,
            ErrorCode::Unauthenticated => Self::Unauthorized,
            ErrorCode::Forbidden => Self::Forbidden,
            ErrorCode::Limited => Self::TooManyRequests,
            ErrorCode::Timeout => Self::GatewayTimeout,
            ErrorCode::Unavailable => Self::ServiceUnavailable,
            ErrorCode::Internal => Self::InternalServerError,
        }
    }
}

/// Why a call or a request failed, as the client is told.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The code.
    pub code: Code,
    /// A sentence for people.
    pub message: Cow<'static, str>,
    /// A stable word for programs.
    pub reason: Option<Cow<'static, str>>,
    /// The places of the input that are to blame, where a procedure names them.
    pub fields: Vec<Violation>,
    /// Where an operator finds the cause.
    pub trace_id: Option<String>,
}

impl Failure {
    /// A failure of the protocol itself.
    pub fn new(code: Code, message: impl Into<Cow<'static, str>>) -> Self {
        Self { code, message: message.into(), reason: None, fields: Vec::new(), trace_id: None }
    }

    /// Input that cannot be accepted.
    pub fn bad_request(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(Code::BadRequest, message)
    }

    /// A failure of a procedure, as far as it concerns the client.
    pub fn of(problem: Problem, trace_id: Option<String>) -> Self {
        let ours = matches!(
            problem.code,
            ErrorCode::Internal | ErrorCode::Unavailable | ErrorCode::Timeout
        );
        let message: Cow<'static, str> = match problem.code {
            ErrorCode::Internal => "Internal server error".into(),
            _ if problem.message.is_empty() => problem.reason.clone(),
            _ => problem.message.into(),
        };
        Self {
            code: problem.code.into(),
            message,
            reason: Some(problem.reason).filter(|reason| !reason.is_empty()),
            fields: problem.violations,
            trace_id: trace_id.filter(|_| ours),
        }
    }
}

/// What a call gave: JSON text, or nothing.
pub type Answer = Option<Bytes>;

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

/// Appends the envelope of a result.
pub fn write_result(out: &mut Vec<u8>, answer: &Answer) {
    match answer {
        Some(json) => {
            out.reserve(json.len() + 22);
            out.extend_from_slice(b"{\"result\":{\"data\":");
            out.extend_from_slice(json);
            out.extend_from_slice(b"}}");
        }
        None => out.extend_from_slice(b"{\"result\":{}}"),
    }
}

/// Appends the envelope of a failure, with the name of the procedure where one was asked for.
pub fn write_failure(out: &mut Vec<u8>, failure: &Failure, path: Option<&str>) {
    let (word, number, status) = failure.code.row();
    let end = failure.message.char_indices().nth(LONGEST_MESSAGE).map(|(at, _)| at);
    let envelope = ErrorEnvelope {
        error: ErrorBody {
            message: &failure.message[..end.unwrap_or(failure.message.len())],
            code: number,
            data: ErrorData {
                code: word,
                http_status: status,
                path,
                reason: failure.reason.as_deref(),
                fields: failure.fields.iter().map(FieldError::from).collect(),
                trace_id: failure.trace_id.as_deref(),
            },
        },
    };
    serde_json::to_writer(out, &envelope).expect("texts and numbers always have a JSON form");
}

/// The status of a batch: the one all entries share, else 207.
pub fn common_status(statuses: impl IntoIterator<Item = u16>) -> u16 {
    let mut statuses = statuses.into_iter();
    let first = statuses.next().unwrap_or(200);
    if statuses.all(|status| status == first) { first } else { 207 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(failure: &Failure, path: Option<&str>) -> String {
        let mut out = Vec::new();
        write_failure(&mut out, failure, path);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn writes_the_envelopes_of_the_protocol() {
        let mut out = Vec::new();
        write_result(&mut out, &Some(Bytes::from_static(b"[1]")));
        write_result(&mut out, &None);
        assert_eq!(out, br#"{"result":{"data":[1]}}{"result":{}}"#);
        assert_eq!(
            text(&Failure::new(Code::Unauthorized, "UNAUTHORIZED"), Some("users.getProfile")),
            r#"{"error":{"message":"UNAUTHORIZED","code":-32001,"data":{"code":"UNAUTHORIZED","httpStatus":401,"path":"users.getProfile"}}}"#
        );
    }

    #[test]
    fn tells_nothing_of_a_defect_but_its_trace() {
        let problem = Problem::new(ErrorCode::Internal, "internal", "relation users is missing");
        let shown = text(&Failure::of(problem, Some("abc".into())), None);
        assert!(!shown.contains("relation"), "{shown}");
        assert!(shown.contains(r#""trace_id":"abc""#), "{shown}");
    }

    #[test]
    fn carries_the_reason_of_a_refusal() {
        let problem = Problem::new(ErrorCode::Precondition, "last_admin", "One must remain");
        let shown = text(&Failure::of(problem, None), Some("adminUsers.setRole"));
        assert!(shown.contains(r#""code":"PRECONDITION_FAILED","httpStatus":412"#), "{shown}");
        assert!(shown.contains(r#""reason":"last_admin""#), "{shown}");
    }

    #[test]
    fn names_each_place_that_is_to_blame() {
        let place = Violation { path: "records[0].status".into(), message: "not a status".into() };
        let problem = Problem::invalid("record_invalid", "x").with_violations(vec![place]);
        let shown = text(&Failure::of(problem, None), None);
        let expected = r#""fields":[{"path":"records[0].status","message":"not a status"}]"#;
        assert!(shown.contains(expected), "{shown}");
    }

    #[test]
    fn cuts_long_messages_between_characters() {
        let shown = text(&Failure::bad_request("é".repeat(1_000)), None);
        assert_eq!(shown.matches('é').count(), LONGEST_MESSAGE);
    }

    #[test]
    fn a_mixed_batch_is_a_multi_status() {
        assert_eq!(common_status([200, 200]), 200);
        assert_eq!(common_status([404, 404]), 404);
        assert_eq!(common_status([200, 404]), 207);
    }
}
