//! The failure of a call, the same for every wire.

use std::borrow::Cow;

use kit::error::{ErrorCode, Problem, Violation};
use proto::identity::v1::PlanType;

use super::exceeded_rate::ExceededRate;
use crate::http_message::retry_after;

/// The kinds of failures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// The request is not valid.
    BadRequest,
    /// The caller is not signed in.
    Unauthorized,
    /// The API key of the caller cannot be used.
    KeyInvalid,
    /// The caller has no permission.
    Forbidden,
    /// The resource does not exist.
    NotFound,
    /// A query was posted, or a mutation was fetched.
    MethodNotSupported,
    /// The client was too slow.
    Timeout,
    /// The resource exists already.
    Conflict,
    /// The present state does not allow it.
    PreconditionFailed,
    PayloadTooLarge,
    UriTooLong,
    /// The body is not JSON.
    UnsupportedMediaType,
    /// A rate or quota is exceeded.
    TooManyRequests,
    HeadersTooLarge,
    /// A defect of the gateway or a service.
    InternalServerError,
    /// A dependency is away.
    ServiceUnavailable,
    /// A dependency took too long.
    GatewayTimeout,
}

impl Code {
    /// The word for metrics and answers, and the HTTP status.
    fn row(self) -> (&'static str, u16) {
        match self {
            Self::BadRequest => ("BAD_REQUEST", 400),
            Self::Unauthorized => ("UNAUTHORIZED", 401),
            // The word of the protocol for this status tells pages that their session has ended.
            Self::KeyInvalid => ("FORBIDDEN", 401),
            Self::Forbidden => ("FORBIDDEN", 403),
            Self::NotFound => ("NOT_FOUND", 404),
            Self::MethodNotSupported => ("METHOD_NOT_SUPPORTED", 405),
            Self::Timeout => ("TIMEOUT", 408),
            Self::Conflict => ("CONFLICT", 409),
            Self::PreconditionFailed => ("PRECONDITION_FAILED", 412),
            Self::PayloadTooLarge => ("PAYLOAD_TOO_LARGE", 413),
            // The protocol has no word for these two; clients see the status.
            Self::UriTooLong => ("BAD_REQUEST", 414),
            Self::HeadersTooLarge => ("BAD_REQUEST", 431),
            Self::UnsupportedMediaType => ("UNSUPPORTED_MEDIA_TYPE", 415),
            Self::TooManyRequests => ("TOO_MANY_REQUESTS", 429),
            Self::InternalServerError => ("INTERNAL_SERVER_ERROR", 500),
            Self::ServiceUnavailable => ("SERVICE_UNAVAILABLE", 503),
            Self::GatewayTimeout => ("GATEWAY_TIMEOUT", 504),
        }
    }

    /// The word for programs.
    pub fn word(self) -> &'static str {
        self.row().0
    }

    pub fn status(self) -> u16 {
        self.row().1
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

/// The reason of a refusal because of the caller's other answers, which passes when they are sent.
pub const OWN_ANSWERS: &str = "answers_in_flight";

/// The most characters of a message that a client reads.
pub const LONGEST_MESSAGE: usize = 300;

/// Why a call or a request failed.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The kind of failure.
    pub code: Code,
    /// A sentence for people.
    pub message: Cow<'static, str>,
    /// A stable word for programs.
    pub reason: Option<Cow<'static, str>>,
    /// The fields of the input that are not valid, where a procedure names them.
    pub fields: Vec<Violation>,
    /// The plans that include the refused data, the smallest first.
    pub plans: Box<[PlanType]>,
    /// Where an operator finds the cause.
    pub trace_id: Option<Box<str>>,
    /// The rate that refused the call. On the heap, as most failures have none.
    pub exceeded: Option<Box<ExceededRate>>,
}

impl Failure {
    /// A failure of the request itself.
    pub fn new(code: Code, message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            code,
            message: message.into(),
            reason: None,
            fields: Vec::new(),
            plans: Box::default(),
            trace_id: None,
            exceeded: None,
        }
    }

    /// The seconds after which the same request may succeed; none if time alone changes nothing.
    pub fn retry_after(&self) -> Option<u64> {
        if let Some(exceeded) = &self.exceeded {
            return Some(exceeded.retry_after());
        }
        match self.code {
            Code::ServiceUnavailable => Some(retry_after::SOON),
            Code::TooManyRequests if self.reason.as_deref() == Some(OWN_ANSWERS) => {
                Some(retry_after::SOON)
            }
            Code::TooManyRequests => Some(retry_after::QUOTA),
            _ => None,
        }
    }

    /// The message, cut off where it is too long for an answer.
    pub fn short_message(&self) -> &str {
        let end = self.message.char_indices().nth(LONGEST_MESSAGE).map(|(at, _)| at);
        &self.message[..end.unwrap_or(self.message.len())]
    }

    /// Input that cannot be accepted.
    pub fn bad_request(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(Code::BadRequest, message)
    }

    /// The part of a problem that concerns the client. It is logged here, where it is answered, and nowhere else.
    pub fn logged(operation: &str, problem: Problem) -> Self {
        problem.log(operation);
        Self::from_problem(problem, kit::telemetry::trace_id())
    }

    /// The part of a problem that concerns the client.
    pub fn from_problem(problem: Problem, trace_id: Option<String>) -> Self {
        let is_internal = matches!(
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
            plans: Box::default(),
            trace_id: trace_id.filter(|_| is_internal).map(String::into_boxed_str),
            exceeded: None,
        }
    }
}
