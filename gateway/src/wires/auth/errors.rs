//! Failures of identity, in the words of the contract.

use kit::error::{ErrorCode, Problem};

/// How a failure is answered.
#[derive(Debug, PartialEq, Eq)]
pub enum Failure {
    /// With the name of an error that a page explains.
    Named(&'static str),
    /// With 503, since another attempt may succeed.
    Away,
}

/// A failure to send a link.
pub fn start_email(problem: &Problem) -> Failure {
    by_reason(problem).unwrap_or_else(|| by_code(problem, "EmailSignin", "EmailSignin"))
}

/// A failure to redeem a link.
pub fn finish_email(problem: &Problem) -> Failure {
    by_reason(problem).unwrap_or_else(|| by_code(problem, "Verification", "Callback"))
}

/// A failure to start the flow at a provider.
pub fn start_oidc(problem: &Problem) -> Failure {
    by_reason(problem).unwrap_or_else(|| by_code(problem, "OAuthSignin", "OAuthSignin"))
}

/// A failure to finish the flow at a provider.
pub fn finish_oidc(problem: &Problem) -> Failure {
    by_reason(problem).unwrap_or_else(|| by_code(problem, "OAuthCallback", "Callback"))
}

/// A failure of a passkey or a recovery code.
pub fn finish_passkey(problem: &Problem) -> Failure {
    by_reason(problem).unwrap_or_else(|| by_code(problem, "Passkey", "Callback"))
}

fn by_reason(problem: &Problem) -> Option<Failure> {
    let error = match problem.reason.as_ref() {
        "access_denied" => "AccessDenied",
        "account_deactivated" => "AccountDeactivated",
        "another_user" => "AnotherUser",
        "callback" => "Callback",
        "configuration" => "Configuration",
        "email_create_account" => "EmailCreateAccount",
        "email_signin" => "EmailSignin",
        "fresh_sign_in_required" => "FreshSignInRequired",
        "oauth_account_not_linked" => "OAuthAccountNotLinked",
        "oauth_callback" => "OAuthCallback",
        "oauth_create_account" => "OAuthCreateAccount",
        "oauth_signin" => "OAuthSignin",
        "recovery_code_invalid" => "RecoveryCode",
        "second_factor_expired" => "SecondFactorExpired",
        "session_not_found" => "SessionRequired",
        "sign_in_not_recent" => "SignInNotRecent",
        "too_many_attempts" => "TooManyAttempts",
        "verification" => "Verification",
        _ => return None,
    };
    Some(Failure::Named(error))
}

fn by_code(problem: &Problem, refused: &'static str, broken: &'static str) -> Failure {
    match problem.code {
        ErrorCode::Unavailable | ErrorCode::Timeout => Failure::Away,
        ErrorCode::Internal => Failure::Named(broken),
        ErrorCode::Forbidden => Failure::Named("AccessDenied"),
        _ => Failure::Named(refused),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(code: ErrorCode, reason: &'static str) -> Problem {
        Problem::new(code, reason, "")
    }

    #[test]
    fn a_reason_takes_precedence_over_the_code() {
        let refused_mail = problem(ErrorCode::Unavailable, "email_signin");
        assert_eq!(start_email(&refused_mail), Failure::Named("EmailSignin"));
        let not_linked = problem(ErrorCode::AlreadyExists, "oauth_account_not_linked");
        assert_eq!(finish_oidc(&not_linked), Failure::Named("OAuthAccountNotLinked"));
        let too_old = problem(ErrorCode::Forbidden, "fresh_sign_in_required");
        assert_eq!(finish_oidc(&too_old), Failure::Named("FreshSignInRequired"));
        let not_recent = problem(ErrorCode::Precondition, "sign_in_not_recent");
        for read in [start_oidc, finish_oidc] {
            assert_eq!(read(&not_recent), Failure::Named("SignInNotRecent"));
        }
        let another = problem(ErrorCode::Precondition, "another_user");
        for finish in [finish_oidc, finish_passkey] {
            assert_eq!(finish(&another), Failure::Named("AnotherUser"));
        }
        let deactivated = problem(ErrorCode::Forbidden, "account_deactivated");
        for finish in [finish_email, finish_oidc, finish_passkey] {
            assert_eq!(finish(&deactivated), Failure::Named("AccountDeactivated"));
        }
    }

    #[test]
    fn an_outage_is_no_refusal() {
        for code in [ErrorCode::Unavailable, ErrorCode::Timeout] {
            let away = problem(code, "unavailable");
            for read in [start_email, finish_email, start_oidc, finish_oidc, finish_passkey] {
                assert_eq!(read(&away), Failure::Away);
            }
        }
    }

    #[test]
    fn every_other_failure_has_the_name_of_its_flow() {
        let limited = problem(ErrorCode::Limited, "too_many");
        assert_eq!(start_email(&limited), Failure::Named("EmailSignin"));
        let defect = problem(ErrorCode::Internal, "internal");
        assert_eq!(finish_email(&defect), Failure::Named("Callback"));
        assert_eq!(finish_oidc(&defect), Failure::Named("Callback"));
        let spent = problem(ErrorCode::NotFound, "token_not_found");
        assert_eq!(finish_email(&spent), Failure::Named("Verification"));
        let refused = problem(ErrorCode::Precondition, "passkey_refused");
        assert_eq!(finish_passkey(&refused), Failure::Named("Passkey"));
    }
}
