//! The errors of the service, with the reason that each carries to the browser.

use std::error::Error;

use kit::db::DbError;
use kit::error::{ErrorCode, Problem};
use kit::query::QueryFailure;

type Cause = Box<dyn Error + Send + Sync>;

#[derive(Debug, thiserror::Error)]
pub enum IdentityError {
    #[error("This address cannot be used")]
    AddressRefused,
    #[error("Too many sign-in e-mails were requested")]
    TooManyMails,
    #[error("The e-mail could not be sent")]
    MailNotSent,
    #[error("The link contains no token")]
    LinkIncomplete,
    #[error("The link was already used, has expired or is not valid")]
    LinkInvalid,
    #[error("The link was not requested in this browser, and the sign-in was not confirmed")]
    LinkUnconfirmed,
    #[error("Unknown sign-in provider")]
    ProviderUnknown,
    #[error("The provider cannot be reached")]
    ProviderAway(#[source] Cause),
    #[error("The response of the provider was not accepted")]
    ProviderAnswer(#[source] Cause),
    #[error("The account is not linked to this user")]
    AccountNotLinked,
    #[error("Linking an account needs a fresh sign-in")]
    FreshSignInRequired,
    #[error("The provider did not name a recent sign-in")]
    SignInNotRecent,
    #[error("The sign-in is of another user")]
    AnotherUser,
    #[error("The provider does not return enough data to create a user")]
    AccountIncomplete,
    #[error("The notice of the linked account could not be sent")]
    NoticeNotSent,
    #[error("Unknown linked account")]
    LinkedAccountNotFound,
    #[error("The notice of the erasure could not be sent")]
    ErasureNoticeNotSent,
    #[error("A team with other members needs another owner first")]
    TeamNotHandedOver,
    #[error("Another export is running")]
    ExportRunning,
    #[error("Too many exports were started today")]
    TooManyExports,
    #[error("Unknown export")]
    ExportNotFound,
    #[error("Unknown session")]
    SessionNotFound,
    #[error("Unknown user")]
    UserNotFound,
    #[error("This account is deactivated")]
    AccountDeactivated,
    #[error("Only an administrator can do this")]
    AdministratorRequired,
    #[error("You cannot do this to your own account")]
    OwnAccount,
    #[error("At least one administrator is required")]
    LastAdministrator,
    #[error("Unknown organization")]
    OrganizationNotFound,
    #[error("A personal organization is not a team")]
    PersonalOrganization,
    #[error("Only an owner can do this")]
    OwnerRequired,
    #[error("At least one owner is required")]
    LastOwner,
    #[error("The team has other members")]
    TeamOfSeveral,
    #[error("The team claims a domain")]
    TeamOfDomain,
    #[error("An invitation of the team is open")]
    InvitationsOpen,
    #[error("The personal organization to be deleted has a plan")]
    PersonalPlan,
    #[error("A trial needs an end")]
    PlanEndRequired,
    #[error("The free plan has no end")]
    PlanEndNotAllowed,
    #[error("The end of a plan must be in the next ten years")]
    PlanEndOutOfRange,
    #[error("No account has this address")]
    AddressUnknown,
    #[error("The address of this account was never verified")]
    AccountUnverified,
    #[error("Unknown member")]
    MemberNotFound,
    #[error("This team name is not allowed")]
    TeamNameRefused,
    #[error("The team has reached its limit of members")]
    TeamFull,
    #[error("The user has reached the limit of teams")]
    TooManyTeams,
    #[error("The address of the user is not verified")]
    AddressUnverified,
    #[error("This is not a valid e-mail domain")]
    DomainRefused,
    #[error(
        "This domain belongs to a public e-mail provider, a forwarding service or a host of sites"
    )]
    DomainPublic,
    #[error("Another team has proved this domain")]
    DomainTaken,
    #[error("The team claims no domain")]
    DomainNotClaimed,
    #[error("The domain was checked too often")]
    TooManyDomainChecks,
    #[error("This address cannot be invited")]
    InvitedAddressRefused,
    #[error("The address belongs to a member")]
    AlreadyMember,
    #[error("The address has an open invitation")]
    AlreadyInvited,
    #[error("The team has reached its limit of open invitations")]
    TooManyInvitations,
    #[error("Too many invitations were sent")]
    TooManyInvitationMails,
    #[error("The invitation could not be sent")]
    InvitationNotSent,
    #[error("The invitation was answered, replaced or revoked")]
    InvitationNotFound,
    #[error("The invitation has expired")]
    InvitationExpired,
    #[error("The invitation was sent to a different address")]
    InvitationForAnother,
    #[error("Passkeys require a site with a domain name")]
    PasskeysUnavailable,
    #[error("The passkey was not accepted")]
    PasskeyRefused,
    #[error("Unknown passkey")]
    PasskeyNotFound,
    #[error("This name of a passkey is not allowed")]
    PasskeyNameRefused,
    #[error("The user has reached the limit of passkeys")]
    TooManyPasskeys,
    #[error("The notice of the passkey could not be sent")]
    PasskeyNoticeNotSent,
    #[error("This requires a passkey")]
    PasskeyRequired,
    #[error("The recovery code is not valid")]
    RecoveryCodeInvalid,
    #[error("The sign-in has expired or was completed")]
    SecondFactorExpired,
    #[error("Too many attempts")]
    TooManyAttempts,
    #[error("The stored state of a passkey cannot be used")]
    PasskeyState(#[source] Cause),
    #[error("The value of {0} is not valid")]
    Invalid(&'static str),
    #[error("No source of randomness is available")]
    Randomness(#[from] rand::rngs::SysError),
    #[error(transparent)]
    Query(#[from] QueryFailure),
    #[error(transparent)]
    Database(#[from] DbError),
}

impl From<sqlx::Error> for IdentityError {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(DbError::from(error))
    }
}

impl IdentityError {
    /// The stable word for programs.
    pub fn reason(&self) -> &'static str {
        self.code_and_reason().1
    }

    /// An answer of a browser that the library rejected. The cause is logged: the visitor could do nothing about it.
    pub fn passkey_refused(cause: impl std::fmt::Display) -> Self {
        tracing::info!(%cause, "the answer of a passkey was rejected");
        Self::PasskeyRefused
    }

    /// A state of a passkey or a challenge that the library cannot read or write.
    pub fn passkey_state(cause: impl Into<Cause>) -> Self {
        Self::PasskeyState(cause.into())
    }

    fn code_and_reason(&self) -> (ErrorCode, &'static str) {
        match self {
            Self::AddressRefused => (ErrorCode::Invalid, "email_signin"),
            Self::TooManyMails => (ErrorCode::Limited, "email_signin"),
            Self::MailNotSent => (ErrorCode::Precondition, "email_signin"),
            Self::LinkIncomplete => (ErrorCode::Invalid, "configuration"),
            Self::LinkInvalid => (ErrorCode::Precondition, "verification"),
            Self::LinkUnconfirmed => (ErrorCode::Precondition, "link_unconfirmed"),
            Self::ProviderUnknown => (ErrorCode::NotFound, "provider_not_found"),
            Self::ProviderAway(_) => (ErrorCode::Precondition, "oauth_signin"),
            Self::ProviderAnswer(_) => (ErrorCode::Precondition, "oauth_callback"),
            Self::AccountNotLinked => (ErrorCode::AlreadyExists, "oauth_account_not_linked"),
            Self::FreshSignInRequired => (ErrorCode::Forbidden, "fresh_sign_in_required"),
            Self::SignInNotRecent => (ErrorCode::Precondition, "sign_in_not_recent"),
            Self::AnotherUser => (ErrorCode::Precondition, "another_user"),
            Self::AccountIncomplete => (ErrorCode::Precondition, "oauth_create_account"),
            Self::NoticeNotSent => (ErrorCode::Precondition, "callback"),
            Self::LinkedAccountNotFound => (ErrorCode::NotFound, "linked_account_not_found"),
            Self::ErasureNoticeNotSent => (ErrorCode::Precondition, "erasure_notice_not_sent"),
            Self::TeamNotHandedOver => (ErrorCode::Precondition, "team_not_handed_over"),
            Self::ExportRunning => (ErrorCode::Precondition, "export_running"),
            Self::TooManyExports => (ErrorCode::Limited, "too_many_exports"),
            Self::ExportNotFound => (ErrorCode::NotFound, "export_not_found"),
            Self::SessionNotFound => (ErrorCode::NotFound, "session_not_found"),
            Self::UserNotFound => (ErrorCode::NotFound, "user_not_found"),
            Self::AccountDeactivated => (ErrorCode::Forbidden, "account_deactivated"),
            Self::AdministratorRequired => (ErrorCode::Forbidden, "role_required"),
            Self::OwnAccount => (ErrorCode::Precondition, "own_account"),
            Self::LastAdministrator => (ErrorCode::Precondition, "last_administrator"),
            Self::OrganizationNotFound => (ErrorCode::NotFound, "organization_not_found"),
            Self::PersonalOrganization => (ErrorCode::Precondition, "personal_organization"),
            Self::OwnerRequired => (ErrorCode::Forbidden, "owner_required"),
            Self::LastOwner => (ErrorCode::Precondition, "last_owner"),
            Self::TeamOfSeveral => (ErrorCode::Precondition, "team_of_several"),
            Self::TeamOfDomain => (ErrorCode::Precondition, "team_of_domain"),
            Self::InvitationsOpen => (ErrorCode::Precondition, "invitations_open"),
            Self::PersonalPlan => (ErrorCode::Precondition, "personal_plan"),
            Self::PlanEndRequired => (ErrorCode::Invalid, "plan_end_required"),
            Self::PlanEndNotAllowed => (ErrorCode::Invalid, "plan_end_not_allowed"),
            Self::PlanEndOutOfRange => (ErrorCode::Invalid, "plan_end_out_of_range"),
            Self::AddressUnknown => (ErrorCode::NotFound, "address_unknown"),
            Self::AccountUnverified => (ErrorCode::Precondition, "account_unverified"),
            Self::MemberNotFound => (ErrorCode::NotFound, "member_not_found"),
            Self::TeamNameRefused => (ErrorCode::Invalid, "team_name_refused"),
            Self::TeamFull => (ErrorCode::Precondition, "team_full"),
            Self::TooManyTeams => (ErrorCode::Precondition, "too_many_teams"),
            Self::AddressUnverified => (ErrorCode::Precondition, "address_unverified"),
            Self::DomainRefused => (ErrorCode::Invalid, "domain_refused"),
            Self::DomainPublic => (ErrorCode::Precondition, "domain_public"),
            Self::DomainTaken => (ErrorCode::AlreadyExists, "domain_taken"),
            Self::DomainNotClaimed => (ErrorCode::NotFound, "domain_not_claimed"),
            Self::TooManyDomainChecks => (ErrorCode::Limited, "too_many_domain_checks"),
            Self::InvitedAddressRefused => (ErrorCode::Invalid, "invited_address_refused"),
            Self::AlreadyMember => (ErrorCode::AlreadyExists, "already_member"),
            Self::AlreadyInvited => (ErrorCode::AlreadyExists, "already_invited"),
            Self::TooManyInvitations => (ErrorCode::Precondition, "too_many_invitations"),
            Self::TooManyInvitationMails => (ErrorCode::Limited, "too_many_invitation_mails"),
            Self::InvitationNotSent => (ErrorCode::Precondition, "invitation_not_sent"),
            Self::InvitationNotFound => (ErrorCode::NotFound, "invitation_not_found"),
            Self::InvitationExpired => (ErrorCode::Precondition, "invitation_expired"),
            Self::InvitationForAnother => (ErrorCode::Forbidden, "invitation_for_another"),
            Self::PasskeysUnavailable => (ErrorCode::Precondition, "passkeys_unavailable"),
            Self::PasskeyRefused => (ErrorCode::Precondition, "passkey_refused"),
            Self::PasskeyNotFound => (ErrorCode::NotFound, "passkey_not_found"),
            Self::PasskeyNameRefused => (ErrorCode::Invalid, "passkey_name_refused"),
            Self::TooManyPasskeys => (ErrorCode::Precondition, "too_many_passkeys"),
            Self::PasskeyNoticeNotSent => (ErrorCode::Precondition, "passkey_notice_not_sent"),
            Self::PasskeyRequired => (ErrorCode::Precondition, "passkey_required"),
            Self::RecoveryCodeInvalid => (ErrorCode::Precondition, "recovery_code_invalid"),
            Self::SecondFactorExpired => (ErrorCode::Precondition, "second_factor_expired"),
            Self::TooManyAttempts => (ErrorCode::Limited, "too_many_attempts"),
            Self::Invalid(_) => (ErrorCode::Invalid, "invalid_input"),
            Self::PasskeyState(_) | Self::Query(_) | Self::Randomness(_) | Self::Database(_) => {
                (ErrorCode::Internal, "internal")
            }
        }
    }
}

impl From<IdentityError> for Problem {
    fn from(error: IdentityError) -> Self {
        let (code, reason) = error.code_and_reason();
        let message = error.to_string();
        match error {
            IdentityError::Database(error) => error.into(),
            IdentityError::Query(failure) => failure.into(),
            IdentityError::Randomness(error) => Problem::internal(error),
            IdentityError::PasskeyState(cause) => Problem::internal(cause),
            IdentityError::ProviderAway(cause) | IdentityError::ProviderAnswer(cause) => {
                Problem::new(code, reason, message).with_source(cause)
            }
            _ => Problem::new(code, reason, message),
        }
    }
}
