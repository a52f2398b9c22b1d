//! The failures of access and their reasons, which reach the browser.

use kit::db::DbError;
use kit::error::{ErrorCode, Problem, Violation};
use kit::inbox::HandlerError;
use kit::query::QueryFailure;
use proto::access::v1::RecordKind;

#[derive(Debug, thiserror::Error)]
pub enum AccessError {
    #[error("Unknown {}", name(*.0))]
    NotFound(RecordKind),
    /// The input has faults in these fields.
    #[error("{}", summary(.0))]
    Invalid(Vec<Violation>),
    /// The record has changed since the version that the change is based on; the violations say what, when and by whom.
    #[error("This {} was changed since it was read and is at version {version}; read it again", name(*.kind))]
    Changed { kind: RecordKind, version: i32, changes: Vec<Violation> },
    #[error("Another {} has this name", name(*.0))]
    NameTaken(RecordKind),
    #[error("The role has this policy already")]
    AlreadyAssigned,
    #[error("This holder has the role already")]
    AlreadyHeld,
    #[error("An archived policy cannot be changed")]
    Archived,
    #[error("A policy that was active can be archived and not deleted")]
    NotADraft,
    #[error("A policy that was active does not become a draft again")]
    ReturnToDraft,
    #[error("The draft is assigned to a role")]
    DraftAssigned,
    #[error("The role is disabled")]
    RoleDisabled,
    #[error("This account was erased")]
    UserErased,
    #[error("This organization was removed")]
    OrganizationRemoved,
    #[error("The limit of {0} is reached")]
    Full(&'static str),
    /// The roles of plans do not exist yet: the process that installs them has just begun.
    #[error("The policy set is not installed yet")]
    PolicySetMissing,
    #[error("The cursor is not valid")]
    CursorUnknown,
    /// An unknown key, or one that cannot be used: who guesses does not learn which.
    #[error("The API key is not valid")]
    KeyInvalid,
    #[error("The API key has expired or was revoked")]
    KeyEnded,
    #[error("The API key was replaced by another one")]
    KeyReplaced,
    #[error("The API key was disabled by an administrator")]
    KeyDisabledByAdministrator,
    #[error("Only an owner of the organization can do this")]
    OwnerRequired,
    #[error("You are not a member of this organization")]
    NotAMember,
    #[error("The organization has an open plan request")]
    PlanRequestOpen,
    #[error("This installation takes no requests for plans")]
    PlanRequestsOff,
    #[error("identity does not answer: {0}")]
    IdentityAway(String),
    /// The administrator may not do this; the attempt is recorded in the audit history.
    #[error(transparent)]
    Refused(#[from] Refusal),
    #[error("No source of randomness is available")]
    Randomness(#[from] rand::rngs::SysError),
    /// A stored value cannot be read.
    #[error("a stored record cannot be read: {0}")]
    Stored(String),
    #[error(transparent)]
    Query(#[from] QueryFailure),
    #[error(transparent)]
    Database(#[from] DbError),
}

/// The refusal of something that an administrator may not do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("This belongs to the policy set of the installation and cannot be edited")]
    Managed,
    #[error("Names that begin with \"plan.\" or \"internal.\" are reserved")]
    ReservedName,
    #[error("You cannot change your own roles")]
    OwnRoles,
    #[error("You cannot give others more access than you have")]
    Escalation,
    #[error("Only a super administrator can weaken a denial")]
    DenialWeakened,
    #[error("Only a super administrator can appoint or dismiss super administrators")]
    SuperAdministratorRequired,
}

impl Refusal {
    /// The stable word for programs and for the audit history.
    pub fn reason(self) -> &'static str {
        match self {
            Self::Managed => "record_managed",
            Self::ReservedName => "name_reserved",
            Self::OwnRoles => "own_roles",
            Self::Escalation => "escalation",
            Self::DenialWeakened => "denial_weakened",
            Self::SuperAdministratorRequired => "super_administrator_required",
        }
    }
}

impl AccessError {
    /// One wrong field of the input.
    pub fn field(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self::Invalid(vec![Violation { path: path.into(), message: message.into() }])
    }
}

impl From<sqlx::Error> for AccessError {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(error.into())
    }
}

impl From<AccessError> for HandlerError {
    fn from(error: AccessError) -> Self {
        match error {
            AccessError::Database(error) => error.into(),
            AccessError::PolicySetMissing => Self::Away(error.into()),
            error => Self::retry(error),
        }
    }
}

impl From<AccessError> for Problem {
    fn from(error: AccessError) -> Self {
        let message = error.to_string();
        let precondition = |reason| Self::new(ErrorCode::Precondition, reason, &*message);
        let exists = |reason| Self::new(ErrorCode::AlreadyExists, reason, &*message);
        match error {
            AccessError::Database(error) => error.into(),
            AccessError::Query(failure) => failure.into(),
            AccessError::Randomness(_) | AccessError::Stored(_) => Self::internal(error),
            AccessError::NotFound(kind) => {
                let reason = format!("{}_not_found", name(kind).replace(' ', "_").to_lowercase());
                Self::new(ErrorCode::NotFound, reason, message)
            }
            AccessError::Invalid(violations) => {
                Self::invalid("input_invalid", message).with_violations(violations)
            }
            AccessError::Changed { changes, .. } => {
                precondition("record_changed").with_violations(changes)
            }
            AccessError::NameTaken(_) => exists("name_taken"),
            AccessError::AlreadyAssigned => exists("policy_already_assigned"),
            AccessError::AlreadyHeld => exists("role_already_held"),
            AccessError::Archived => precondition("policy_archived"),
            AccessError::NotADraft => precondition("policy_not_draft"),
            AccessError::ReturnToDraft => precondition("policy_was_active"),
            AccessError::DraftAssigned => precondition("policy_assigned"),
            AccessError::RoleDisabled => precondition("role_disabled"),
            AccessError::UserErased => precondition("user_erased"),
            AccessError::OrganizationRemoved => precondition("organization_removed"),
            AccessError::Full(_) => precondition("limit_reached"),
            AccessError::PolicySetMissing | AccessError::IdentityAway(_) => {
                Self::unavailable(error)
            }
            AccessError::CursorUnknown => Self::invalid("cursor_invalid", message),
            AccessError::KeyInvalid => {
                Self::new(ErrorCode::Unauthenticated, "key_invalid", message)
            }
            AccessError::PlanRequestOpen => exists("plan_request_open"),
            AccessError::PlanRequestsOff => precondition("plan_requests_off"),
            AccessError::KeyEnded => precondition("key_ended"),
            AccessError::KeyReplaced => precondition("key_replaced"),
            AccessError::KeyDisabledByAdministrator => {
                precondition("key_disabled_by_administrator")
            }
            AccessError::OwnerRequired => {
                Self::new(ErrorCode::Forbidden, "owner_required", message)
            }
            AccessError::NotAMember => {
                Self::new(ErrorCode::Forbidden, "membership_required", message)
            }
            AccessError::Refused(refusal) => {
                Self::new(ErrorCode::Forbidden, refusal.reason(), message)
            }
        }
    }
}

/// The word for a record of a kind.
fn name(kind: RecordKind) -> &'static str {
    match kind {
        RecordKind::Unspecified => "record",
        RecordKind::Role => "role",
        RecordKind::Policy => "policy",
        RecordKind::PolicyAssignment => "policy assignment",
        RecordKind::UserRole => "user role",
        RecordKind::OrganizationRole => "organization role",
        RecordKind::ApiKey => "API key",
        RecordKind::Calls => "call",
    }
}

fn summary(violations: &[Violation]) -> String {
    let Some(first) = violations.first() else { return "The input is not valid".to_owned() };
    let summary = format!("{}: {}", first.path, first.message);
    match violations.len() - 1 {
        0 => summary,
        more => format!("{summary} (and {more} more)"),
    }
}
