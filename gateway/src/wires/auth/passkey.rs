//! Sign-in by a passkey, for the pages of the product: unknown to the clients of the contract.

use kit::error::Problem;
use proto::identity::v1::{FinishPasskeySignInRequest, StartPasskeySignInRequest};
use serde_json::json;

use super::answer::Answer;
use super::context::AuthContext;
use super::errors::{Failure, finish_passkey};

/// POST `passkey/options`: what the browser needs to use a passkey.
pub async fn start(context: &AuthContext<'_>) -> Answer {
    if !context.is_verified() {
        return Answer::redirect(context.auth.url("signin?csrf=true"));
    }
    let request = StartPasskeySignInRequest { visitor: Some(context.incoming.visitor.clone()) };
    let mut identity = context.auth.state.upstream.identity.clone();
    match identity.start_passkey_sign_in(request).await {
        Ok(answer) => Answer::json(json!({ "options": answer.into_inner().options })).uncached(),
        Err(status) => refused(context, &Problem::from(status)),
    }
}

/// POST `passkey`: signs in with the answer of the browser, which is JSON in a text.
pub async fn finish(context: &AuthContext<'_>) -> Answer {
    if !context.is_verified() {
        return Answer::redirect(context.auth.url("signin?csrf=true"));
    }
    let Some(credential) = context.incoming.body.text("credential") else {
        return context.failed("Passkey");
    };
    let request = FinishPasskeySignInRequest {
        credential: credential.to_owned(),
        session_token: context.session_token().map(ToOwned::to_owned),
        visitor: Some(context.incoming.visitor.clone()),
    };
    let mut identity = context.auth.state.upstream.identity.clone();
    match identity.finish_passkey_sign_in(request).await {
        Ok(answer) => {
            // Identity ended the session that the new one replaces; its event may come later.
            if let Some(replaced) = context.session_token() {
                context.auth.state.sessions.forget(replaced);
            }
            Answer::redirect(&context.callback_url)
                .cookies(context.finish_sign_in(&answer.into_inner()))
                .uncached()
        }
        Err(status) => refused(context, &Problem::from(status)),
    }
}

/// The answer to a failure of a passkey or a recovery code.
pub fn refused(context: &AuthContext<'_>, problem: &Problem) -> Answer {
    match finish_passkey(problem) {
        Failure::Named(error) => {
            problem.log("auth.passkey");
            context.failed(error)
        }
        Failure::Away => context.unavailable(problem, "/login"),
    }
}
