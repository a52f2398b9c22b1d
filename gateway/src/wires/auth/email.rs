//! Sign-in by a link in a mail.

use kit::clock::from_milliseconds;
use kit::error::Problem;
use kit::security_log::{self, Entry, Event};
use proto::identity::v1::{FinishEmailSignInRequest, GetEmailLinkRequest, StartEmailSignInRequest};

use super::answer::Answer;
use super::context::AuthContext;
use super::errors::{Failure, finish_email, start_email};
use super::request::Field;
use super::{browser_nonce, pages};
use crate::call::limits::MAIL_DEADLINE;

/// Requests a link. The answer is the same for known and unknown addresses.
pub async fn start(context: &AuthContext<'_>) -> Answer {
    let Some(email) = context.incoming.body.text("email") else {
        return context.failed("EmailSignin");
    };
    let cookie = &context.auth.names.link_browser;
    let nonce = browser_nonce::present_or_new(context, cookie);
    let mut request = tonic::Request::new(StartEmailSignInRequest {
        email: email.to_owned(),
        callback_url: context.callback_url.clone(),
        visitor: Some(context.incoming.visitor.clone()),
        browser_nonce: nonce.clone().into_owned(),
        session_token: context.session_token().map(ToOwned::to_owned),
    });
    request.set_timeout(MAIL_DEADLINE);
    let mut identity = context.auth.state.upstream.identity.clone();
    match identity.start_email_sign_in(request).await {
        Ok(answer) => {
            let until = from_milliseconds(answer.into_inner().link_expires_at);
            Answer::redirect(context.auth.url("verify-request?provider=email&type=email"))
                .cookies([browser_nonce::cookie(context, cookie, &nonce, until)])
        }
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

/// Redeems a link: at once in the browser that requested it, elsewhere after a confirmation. A GET alone, such as that
/// of a mail scanner or of a page that wants to sign its visitor in as somebody else, shows the confirmation, and so does that of a
/// browser ahead of a visit.
pub async fn finish(context: &AuthContext<'_>) -> Answer {
    let query = &context.incoming.query;
    let token = match query.get("token") {
        Some(Field::Text(token)) if !token.is_empty() => token,
        Some(Field::Other) => return refuse_link(context, "link_invalid", "Verification"),
        _ => return refuse_link(context, "link_incomplete", "configuration"),
    };
    // Identity compares the address where the link names one.
    let email = match query.get("email") {
        Some(Field::Text(email)) => email.as_str(),
        Some(Field::Other) => return refuse_link(context, "link_invalid", "Verification"),
        None => "",
    };
    let cookie = &context.auth.names.link_browser;
    let is_ahead = context.incoming.is_ahead_of_visit;
    let nonce = if is_ahead { "" } else { browser_nonce::present(context, cookie) };
    let request = FinishEmailSignInRequest {
        token: token.clone(),
        email: email.to_owned(),
        session_token: context.session_token().map(ToOwned::to_owned),
        visitor: Some(context.incoming.visitor.clone()),
        browser_nonce: nonce.to_owned(),
        confirmed: context.is_verified(),
    };
    let mut identity = context.auth.state.upstream.identity.clone();
    match identity.finish_email_sign_in(request).await {
        Ok(answer) => context
            .after_first_factor(&answer.into_inner())
            .cookies(browser_nonce::removal(context, cookie)),
        Err(status) => {
            let problem = Problem::from(status);
            if problem.reason == "link_unconfirmed" {
                return confirm(context, token, email).await;
            }
            failure_answer(context, &problem)
        }
    }
}

/// Shows the page on which the visitor confirms the sign-in; the link stays valid.
async fn confirm(context: &AuthContext<'_>, token: &str, email: &str) -> Answer {
    if context.incoming.wants_json() {
        return Answer::redirect(context.auth.url("signin?csrf=true"));
    }
    let request = GetEmailLinkRequest { token: token.to_owned(), email: email.to_owned() };
    let mut identity = context.auth.state.upstream.identity.clone();
    match identity.get_email_link(request).await {
        Ok(answer) => {
            Answer::html(pages::confirm_sign_in(&answer.into_inner().email, context.csrf_token()))
        }
        Err(status) => failure_answer(context, &Problem::from(status)),
    }
}

/// The answer to a link that identity need not see.
fn refuse_link(context: &AuthContext<'_>, reason: &str, error: &str) -> Answer {
    let refused = Entry::refused(Event::LinkUsed, reason);
    security_log::write(refused.at(context.incoming.network()));
    context.failed(error)
}

fn failure_answer(context: &AuthContext<'_>, problem: &Problem) -> Answer {
    match finish_email(problem) {
        Failure::Named(error) => {
            problem.log("auth.callback.email");
            context.failed(error)
        }
        Failure::Away => context.unavailable(problem, ""),
    }
}
