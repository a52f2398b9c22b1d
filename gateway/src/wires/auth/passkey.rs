//! Sign-in by a passkey, for the pages of the product: unknown to the clients of the contract.

use kit::error::Problem;
use kit::identity_limits::CHALLENGE_LIFETIME;
use proto::identity::v1::{FinishPasskeySignInRequest, StartPasskeySignInRequest};
use serde_json::json;

use super::answer::Answer;
use super::browser_nonce;
use super::context::AuthContext;
use super::errors::{Failure, finish_passkey};
use crate::refusal_log;

/// POST `passkey/options`: what the browser needs to use a passkey.
pub async fn start(context: &AuthContext<'_>) -> Answer {
    if !context.admits_form("/api/auth/passkey") {
        return Answer::redirect(context.auth.url("signin?csrf=true"));
    }
    let cookie = &context.auth.names.passkey;
    let nonce = browser_nonce::present_or_new(context, cookie);
    let request = StartPasskeySignInRequest {
        visitor: Some(context.incoming.visitor.clone()),
        browser_nonce: nonce.clone().into_owned(),
        session_token: context.session_token().map(ToOwned::to_owned),
    };
    let mut identity = context.auth.state.upstream.identity.clone();
    match identity.start_passkey_sign_in(request).await {
        Ok(answer) => {
            let until = context.auth.state.clock.now() + CHALLENGE_LIFETIME;
            Answer::json(json!({ "options": answer.into_inner().options }))
                .cookies([browser_nonce::cookie(context, cookie, &nonce, until)])
                .uncached()
        }
        Err(status) => failure_answer(context, &Problem::from(status)),
    }
}

/// POST `passkey`: signs in with the answer of the browser, which is JSON in a text; with `stepUp`, only the user of the
/// session.
pub async fn finish(context: &AuthContext<'_>) -> Answer {
    if !context.admits_form("/api/auth/passkey") {
        return Answer::redirect(context.auth.url("signin?csrf=true"));
    }
    let Some(credential) = context.incoming.body.text("credential") else {
        let network = context.incoming.network();
        refusal_log::request("/api/auth/passkey", "credential_missing", network);
        return context.failed("Passkey");
    };
    let cookie = &context.auth.names.passkey;
    let request = FinishPasskeySignInRequest {
        credential: credential.to_owned(),
        session_token: context.session_token().map(ToOwned::to_owned),
        visitor: Some(context.incoming.visitor.clone()),
        browser_nonce: browser_nonce::present(context, cookie).to_owned(),
        step_up: context.incoming.body.text("stepUp") == Some("true"),
    };
    let mut identity = context.auth.state.upstream.identity.clone();
    match identity.finish_passkey_sign_in(request).await {
        Ok(answer) => Answer::redirect(&context.callback_url)
            .cookies(browser_nonce::removal(context, cookie))
            .cookies(context.finish_sign_in(&answer.into_inner()))
            .uncached(),
        Err(status) => failure_answer(context, &Problem::from(status)),
    }
}

/// The answer to a failure of a passkey or a recovery code.
pub fn failure_answer(context: &AuthContext<'_>, problem: &Problem) -> Answer {
    match finish_passkey(problem) {
        Failure::Named(error) => {
            problem.log("auth.passkey");
            context.failed(error)
        }
        Failure::Away => context.unavailable(problem, "/login"),
    }
}
