//! Sign-in by a link in a mail.

use std::time::Duration;

use kit::error::Problem;
use proto::identity::v1::{FinishEmailSignInRequest, StartEmailSignInRequest};

use super::answer::Answer;
use super::errors::{Failure, finish_email, start_email};
use super::request::Field;
use super::visit::Visit;

/// The mail server's answer is waited for.
const MAIL_DEADLINE: Duration = Duration::from_secs(5);

/// Asks for a link. Whether the address is known makes no difference to the answer.
pub async fn start(visit: &Visit<'_>) -> Answer {
    let Some(email) = visit.incoming.body.text("email") else {
        return visit.failed("EmailSignin");
    };
    let mut request = tonic::Request::new(StartEmailSignInRequest {
        email: email.to_owned(),
        callback_url: visit.callback_url.clone(),
        visitor: Some(visit.incoming.visitor.clone()),
    });
    request.set_timeout(MAIL_DEADLINE);
    let mut identity = visit.auth.state.upstream.identity.clone();
    match identity.start_email_sign_in(request).await {
        Ok(_) => Answer::redirect(visit.auth.url("verify-request?provider=email&type=email")),
        Err(status) => {
            let problem = Problem::from(status);
            match start_email(&problem) {
                Failure::Named(error) => {
                    problem.log("auth.signin.email");
                    visit.failed(error)
                }
                Failure::Away => visit.unavailable(&problem, "/login"),
            }
        }
    }
}

/// Spends a link.
pub async fn finish(visit: &Visit<'_>) -> Answer {
    let query = &visit.incoming.query;
    let token = match query.get("token") {
        Some(Field::Text(token)) if !token.is_empty() => token,
        Some(Field::Other) => return visit.failed("Verification"),
        _ => return visit.failed("configuration"),
    };
    // Identity compares the address where the link names one.
    let email = match query.get("email") {
        Some(Field::Text(email)) => email.as_str(),
        Some(Field::Other) => return visit.failed("Verification"),
        None => "",
    };
    let request = FinishEmailSignInRequest {
        token: token.clone(),
        email: email.to_owned(),
        session_token: visit.session_token().map(ToOwned::to_owned),
        visitor: Some(visit.incoming.visitor.clone()),
    };
    let mut identity = visit.auth.state.upstream.identity.clone();
    match identity.finish_email_sign_in(request).await {
        Ok(answer) => Answer::redirect(&visit.callback_url)
            .cookies(visit.sign_in_cookies(&answer.into_inner())),
        Err(status) => {
            let problem = Problem::from(status);
            match finish_email(&problem) {
                Failure::Named(error) => {
                    problem.log("auth.callback.email");
                    visit.failed(error)
                }
                Failure::Away => visit.unavailable(&problem, ""),
            }
        }
    }
}
