//! The kinds of failures and their form on the wire.

use std::borrow::Cow;
use std::collections::HashMap;
use std::error::Error;
use std::fmt;

use tonic::{Code, Status};
use tonic_types::{ErrorDetails, FieldViolation, StatusExt};

const DOMAIN: &str = "assay";
/// More violations, or longer ones, do not fit into the trailers of an answer.
const MOST_VIOLATIONS: usize = 20;
const LONGEST_VIOLATION: usize = 200;

/// The reason of a process that does not serve yet: the call was certainly not processed.
const NOT_READY: &str = "not_ready";

/// The kind of a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ErrorCode {
    /// The record does not exist.
    NotFound,
    AlreadyExists,
    Invalid,
    /// The current state does not allow the change.
    Precondition,
    /// The caller is not signed in.
    Unauthenticated,
    /// The caller lacks the permission.
    Forbidden,
    /// A rate or size limit is exceeded.
    Limited,
    /// The caller's deadline has passed.
    Timeout,
    /// A dependency is unavailable.
    Unavailable,
    /// A defect of the program.
    Internal,
}

impl ErrorCode {
    pub fn grpc(self) -> Code {
        match self {
            Self::NotFound => Code::NotFound,
            Self::AlreadyExists => Code::AlreadyExists,
            Self::Invalid => Code::InvalidArgument,
            Self::Precondition => Code::FailedPrecondition,
            Self::Unauthenticated => Code::Unauthenticated,
            Self::Forbidden => Code::PermissionDenied,
            Self::Limited => Code::ResourceExhausted,
            Self::Timeout => Code::DeadlineExceeded,
            Self::Unavailable => Code::Unavailable,
            Self::Internal => Code::Internal,
        }
    }

    fn from_grpc(code: Code) -> Self {
        match code {
            Code::NotFound => Self::NotFound,
            Code::AlreadyExists => Self::AlreadyExists,
            Code::InvalidArgument | Code::OutOfRange => Self::Invalid,
            Code::FailedPrecondition | Code::Aborted => Self::Precondition,
            Code::Unauthenticated => Self::Unauthenticated,
            Code::PermissionDenied => Self::Forbidden,
            Code::ResourceExhausted => Self::Limited,
            Code::DeadlineExceeded => Self::Timeout,
            Code::Unavailable | Code::Cancelled => Self::Unavailable,
            Code::Ok | Code::Unknown | Code::Unimplemented | Code::Internal | Code::DataLoss => {
                Self::Internal
            }
        }
    }
}

/// An invalid field of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The path of the field, such as `records[0].status`.
    pub path: String,
    /// The problem with it.
    pub message: String,
}

/// A failure with a stable reason.
#[derive(Debug)]
pub struct Problem {
    pub code: ErrorCode,
    /// A stable word for programs, such as `session_not_found`.
    pub reason: Cow<'static, str>,
    /// A sentence for people.
    pub message: String,
    /// The invalid fields of the input, if there are several.
    pub violations: Vec<Violation>,
    source: Option<Box<dyn Error + Send + Sync>>,
}

impl Problem {
    /// A failure with its kind, its reason and a sentence.
    pub fn new(
        code: ErrorCode,
        reason: impl Into<Cow<'static, str>>,
        message: impl Into<String>,
    ) -> Self {
        Self {
            code,
            reason: reason.into(),
            message: message.into(),
            violations: Vec::new(),
            source: None,
        }
    }

    /// A defect; its cause is logged and not sent.
    pub fn internal(source: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self::new(ErrorCode::Internal, "internal", "Internal server error").with_source(source)
    }

    /// A dependency is unavailable; the cause is logged and not sent.
    pub fn unavailable(source: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self::new(ErrorCode::Unavailable, "unavailable", "The service is unavailable at the moment")
            .with_source(source)
    }

    /// The process, or a replica of a service, does not serve yet.
    pub fn not_ready(message: impl Into<String>) -> Self {
        Self::new(ErrorCode::Unavailable, NOT_READY, message)
    }

    /// Whether a status says so.
    pub(crate) fn is_not_ready(status: &Status) -> bool {
        status.code() == Code::Unavailable
            && status
                .get_details_error_info()
                .is_some_and(|info| info.domain == DOMAIN && info.reason == NOT_READY)
    }

    /// The caller's deadline ran out.
    pub fn timeout() -> Self {
        Self::new(ErrorCode::Timeout, "deadline_exceeded", "The answer took too long")
    }

    /// Wrong input.
    pub fn invalid(reason: impl Into<Cow<'static, str>>, message: impl Into<String>) -> Self {
        Self::new(ErrorCode::Invalid, reason, message)
    }

    /// The same failure with its cause.
    #[must_use]
    pub fn with_source(mut self, source: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        self.source = Some(source.into());
        self
    }

    /// The same failure with the invalid fields of the input; the first twenty are sent.
    #[must_use]
    pub fn with_violations(mut self, violations: Vec<Violation>) -> Self {
        self.violations = violations;
        self
    }

    /// Logs the failure; called once, where the call is answered.
    pub fn log(&self, operation: &str) {
        let cause = self.source.as_ref().map(|source| chain(source.as_ref())).unwrap_or_default();
        let reason = self.reason.as_ref();
        match self.code {
            ErrorCode::Internal => tracing::error!(operation, reason, cause, "call failed"),
            ErrorCode::Timeout | ErrorCode::Unavailable => {
                tracing::warn!(operation, reason, cause, "call failed");
            }
            ErrorCode::Limited | ErrorCode::Forbidden => {
                tracing::info!(operation, reason, "call refused");
            }
            _ => tracing::debug!(operation, reason, "call refused"),
        }
    }
}

fn chain(error: &(dyn Error + 'static)) -> String {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(cause) = next {
        text.push_str(": ");
        text.push_str(&cause.to_string());
        next = cause.source();
    }
    text
}

impl fmt::Display for Problem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} ({})", self.message, self.reason)
    }
}

impl Error for Problem {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.source.as_ref().map(|source| source.as_ref() as &(dyn Error + 'static))
    }
}

impl From<Problem> for Status {
    fn from(problem: Problem) -> Self {
        let mut details = ErrorDetails::with_error_info(problem.reason, DOMAIN, HashMap::new());
        if !problem.violations.is_empty() {
            let sent = problem.violations.into_iter().take(MOST_VIOLATIONS);
            let sent: Vec<_> = sent.map(FieldViolation::from).collect();
            details.set_bad_request(sent);
        }
        Status::with_error_details(problem.code.grpc(), problem.message, details)
    }
}

impl From<Violation> for FieldViolation {
    fn from(violation: Violation) -> Self {
        let short = |text: String| match text.char_indices().nth(LONGEST_VIOLATION) {
            Some((end, _)) => format!("{}…", &text[..end]),
            None => text,
        };
        Self::new(short(violation.path), short(violation.message))
    }
}

fn violations(status: &Status) -> Vec<Violation> {
    let received = status.get_details_bad_request().map(|request| request.field_violations);
    received
        .into_iter()
        .flatten()
        .map(|one| Violation { path: one.field, message: one.description })
        .collect()
}

impl From<Status> for Problem {
    fn from(status: Status) -> Self {
        let ours = status.get_details_error_info().filter(|info| info.domain == DOMAIN);
        match ours {
            // A service refuses this process, whatever the caller did: the keys or the table are wrong.
            Some(info) if info.reason.starts_with("peer_") => Self::internal(status),
            Some(info) => Self::new(
                ErrorCode::from_grpc(status.code()),
                info.reason,
                status.message().to_owned(),
            )
            .with_violations(violations(&status)),
            // A status without our domain comes from the transport or the framework.
            None => match ErrorCode::from_grpc(status.code()) {
                ErrorCode::Timeout => Self::timeout().with_source(status),
                ErrorCode::Unavailable => Self::unavailable(status),
                ErrorCode::Limited => {
                    Self::new(ErrorCode::Limited, "limited", "The request is too large")
                        .with_source(status)
                }
                _ => Self::internal(status),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::telemetry::lines_of;

    #[test]
    fn a_problem_survives_the_wire() {
        for code in [
            ErrorCode::NotFound,
            ErrorCode::AlreadyExists,
            ErrorCode::Invalid,
            ErrorCode::Precondition,
            ErrorCode::Unauthenticated,
            ErrorCode::Forbidden,
            ErrorCode::Limited,
            ErrorCode::Timeout,
            ErrorCode::Unavailable,
            ErrorCode::Internal,
        ] {
            let back = Problem::from(Status::from(Problem::new(code, "some_reason", "A sentence")));
            assert_eq!(back.code, code);
            assert_eq!(back.reason, "some_reason");
            assert_eq!(back.message, "A sentence");
        }
    }

    #[test]
    fn as_many_violations_as_fit_survive_the_wire() {
        let place =
            |at: usize| Violation { path: format!("records[{at}]"), message: "é".repeat(300) };
        let problem = Problem::invalid("record_invalid", "A record is not valid")
            .with_violations((0..30).map(place).collect());
        let back = Problem::from(Status::from(problem));
        assert_eq!(back.violations.len(), MOST_VIOLATIONS);
        assert_eq!(back.violations[19].path, "records[19]");
        assert_eq!(back.violations[0].message.chars().count(), LONGEST_VIOLATION + 1);
        let plain = Problem::from(Status::from(Problem::invalid("some_reason", "A sentence")));
        assert_eq!(plain.violations, []);
    }

    #[test]
    fn a_foreign_status_reveals_nothing() {
        let problem = Problem::from(Status::unknown("password=hush"));
        assert_eq!(problem.code, ErrorCode::Internal);
        assert!(!problem.message.contains("hush"));
    }

    #[test]
    fn an_unexpected_failure_is_logged_with_its_cause() {
        let cause = std::io::Error::other("the disk is full");
        for (problem, level) in [
            (Problem::internal(cause), "ERROR"),
            (Problem::unavailable("the disk is full"), "WARN"),
            (Problem::timeout().with_source("the disk is full"), "WARN"),
        ] {
            let lines = lines_of(|| problem.log("assets.list"));
            assert_eq!(lines.len(), 1, "{lines:?}");
            assert_eq!(lines[0]["level"], level);
            assert_eq!(lines[0]["operation"], "assets.list");
            assert_eq!(lines[0]["cause"], "the disk is full");
        }
    }

    #[test]
    fn a_cause_stays_inside_the_process() {
        let status = Status::from(Problem::internal("relation \"users\" does not exist"));
        assert!(!format!("{status:?}").contains("relation"));
    }
}
