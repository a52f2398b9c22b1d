//! The second factor of a sign-in by mail or through a provider, for the page of the product that takes it.

use kit::error::Problem;
use proto::identity::v1::FinishSecondFactorRequest;

use super::answer::Answer;
use super::browser_nonce;
use super::context::AuthContext;
use super::passkey::failure_answer;
use crate::call::limits::MAIL_DEADLINE;
use crate::refusal_log;

/// POST `second-factor`: completes the sign-in with a passkey or a recovery code.
pub async fn finish(context: &AuthContext<'_>) -> Answer {
    if !context.admits_form("/api/auth/second-factor") {
        return Answer::redirect(context.auth.url("signin?csrf=true"));
    }
    let names = &context.auth.names;
    let body = &context.incoming.body;
    let Some(token) = context.incoming.cookies.get(&names.second_factor) else {
        let network = context.incoming.network();
        refusal_log::request("/api/auth/second-factor", "second_factor_expired", network);
        return context.failed("SecondFactorExpired");
    };
    let request = FinishSecondFactorRequest {
        token: token.to_owned(),
        credential: body.text("credential").map(ToOwned::to_owned),
        recovery_code: body.text("recoveryCode").map(ToOwned::to_owned),
        session_token: context.session_token().map(ToOwned::to_owned),
        visitor: Some(context.incoming.visitor.clone()),
        browser_nonce: browser_nonce::present(context, &names.passkey).to_owned(),
    };
    let mut request = tonic::Request::new(request);
    // The use of a recovery code is announced by mail.
    request.set_timeout(MAIL_DEADLINE);
    let mut identity = context.auth.state.upstream.identity.clone();
    match identity.finish_second_factor(request).await {
        Ok(answer) => Answer::redirect(&context.callback_url)
            .cookies([names.removal(&names.second_factor)])
            .cookies(browser_nonce::removal(context, &names.passkey))
            .cookies(context.finish_sign_in(&answer.into_inner()))
            .uncached(),
        Err(status) => failure_answer(context, &Problem::from(status)),
    }
}
