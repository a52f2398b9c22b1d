//! POST `signout`: the session ends here and on the server.

use kit::error::{ErrorCode, Problem};
use proto::identity::v1::EndSessionRequest;

use super::answer::Answer;
use super::context::AuthContext;

pub async fn end(context: &AuthContext<'_>) -> Answer {
    if !context.admits_form("/api/auth/signout") {
        return Answer::redirect(context.auth.url("signout?csrf=true"));
    }
    if let Some(token) = context.session_token()
        && let Err(problem) = end_on_the_server(context, token).await
    {
        // The cookie stays: a session that lives on must not look ended. The confirmation page
        // lets the visitor try again.
        problem.log("auth.signout");
        let confirmation = context.auth.url("signout");
        return Answer::unavailable_page(&confirmation, confirmation.clone());
    }
    Answer::redirect(&context.callback_url).cookies(context.session_removals())
}

async fn end_on_the_server(context: &AuthContext<'_>, token: &str) -> Result<(), Problem> {
    let state = &context.auth.state;
    let request = EndSessionRequest {
        token: token.to_owned(),
        visitor: Some(context.incoming.visitor.clone()),
    };
    let ended = state.upstream.identity.clone().end_session(request).await;
    state.sessions.forget(token);
    match ended.map_err(Problem::from) {
        Err(problem) if problem.code != ErrorCode::NotFound => Err(problem),
        _ => Ok(()),
    }
}
