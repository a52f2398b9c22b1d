//! Sign-in by a link in a mail.

use kit::error::Problem;
use proto::identity::v1::{FinishEmailSignInRequest, StartEmailSignInRequest};

use super::answer::Answer;
use super::context::AuthContext;
use super::errors::{Failure, finish_email, start_email};
use super::request::Field;
use crate::call::limits::MAIL_DEADLINE;

/// Requests a link. The answer is the same for known and unknown addresses.
pub async fn start(context: &AuthContext<'_>) -> Answer {
    let Some(email) = context.incoming.body.text("email") else {
        return context.failed("EmailSignin");
    };
    let mut request = tonic::Request::new(StartEmailSignInRequest {
        email: email.to_owned(),
        callback_url: context.callback_url.clone(),
        visitor: Some(context.incoming.visitor.clone()),
    });
    request.set_timeout(MAIL_DEADLINE);
    let mut identity = context.auth.state.upstream.identity.clone();
    match identity.start_email_sign_in(request).await {
        Ok(_) => Answer::redirect(context.auth.url("verify-request?provider=email&type=email")),
        Err(status) => {
            let problem = Problem::from(status);
            match start_email(&problem) {
                Failure::Named(error) => {
                    problem.log("auth.signin.email");
                    context.failed(error)
                }
                Failure::Away => context.unavailable(&problem, "/login"),
            }
        }
    }
}

/// Redeems a link.
pub async fn finish(context: &AuthContext<'_>) -> Answer {
    let query = &context.incoming.query;
    let token = match query.get("token") {
        Some(Field::Text(token)) if !token.is_empty() => token,
        Some(Field::Other) => return context.failed("Verification"),
        _ => return context.failed("configuration"),
    };
    // Identity compares the address where the link names one.
    let email = match query.get("email") {
        Some(Field::Text(email)) => email.as_str(),
        Some(Field::Other) => return context.failed("Verification"),
        None => "",
    };
    let request = FinishEmailSignInRequest {
        token: token.clone(),
        email: email.to_owned(),
        session_token: context.session_token().map(ToOwned::to_owned),
        visitor: Some(context.incoming.visitor.clone()),
    };
    let mut identity = context.auth.state.upstream.identity.clone();
    match identity.finish_email_sign_in(request).await {
        Ok(answer) => {
            // Identity ended the session that the new one replaces; its event may come later.
            if let Some(replaced) = context.session_token() {
                context.auth.state.sessions.forget(replaced);
            }
            Answer::redirect(&context.callback_url)
                .cookies(context.sign_in_cookies(&answer.into_inner()))
        }
        Err(status) => {
            let problem = Problem::from(status);
            match finish_email(&problem) {
                Failure::Named(error) => {
                    problem.log("auth.callback.email");
                    context.failed(error)
                }
                Failure::Away => context.unavailable(&problem, ""),
            }
        }
    }
}
