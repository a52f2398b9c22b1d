//! POST `signout`: the session ends here and on the server.

use kit::error::{ErrorCode, Problem};
use proto::identity::v1::EndSessionRequest;

use super::answer::Answer;
use super::visit::Visit;

pub async fn end(visit: &Visit<'_>) -> Answer {
    if !visit.is_verified() {
        return Answer::redirect(visit.auth.url("signout?csrf=true"));
    }
    if let Some(token) = visit.session_token()
        && let Err(problem) = end_on_the_server(visit, token).await
    {
        // The cookie stays: a session that lives on must not look ended. The confirmation page
        // lets the visitor try again.
        problem.log("auth.signout");
        let confirmation = visit.auth.url("signout");
        return Answer::unavailable_page(&confirmation, confirmation.clone());
    }
    Answer::redirect(&visit.callback_url).cookies(visit.session_removals())
}

async fn end_on_the_server(visit: &Visit<'_>, token: &str) -> Result<(), Problem> {
    let state = &visit.auth.state;
    let request = EndSessionRequest { token: token.to_owned() };
    let ended = state.upstream.identity.clone().end_session(request).await;
    state.sessions.forget(token);
    match ended.map_err(Problem::from) {
        Err(problem) if problem.code != ErrorCode::NotFound => Err(problem),
        _ => Ok(()),
    }
}
