//! GET and POST `session`: who is signed in, for a page.

use axum::http::StatusCode;
use kit::error::Problem;
use proto::codec::instant;
use proto::identity::v1::{ResolveSessionRequest, Session};
use serde_json::{Value, json};
use time::Duration;

use super::answer::Answer;
use super::visit::Visit;

pub async fn show(visit: &Visit<'_>) -> Answer {
    answer(visit).await.uncached()
}

/// Nothing that the page sends along changes who it is.
pub async fn update(visit: &Visit<'_>) -> Answer {
    if visit.is_verified() {
        answer(visit).await
    } else {
        Answer::json(json!({})).status(StatusCode::BAD_REQUEST)
    }
}

async fn answer(visit: &Visit<'_>) -> Answer {
    let Some(token) = visit.session_token() else {
        return nobody(visit);
    };
    match resolve(visit, token).await {
        Ok(Some(body)) => {
            let life = Duration::try_from(visit.auth.state.config.session_max_age);
            let expires =
                visit.auth.state.clock.now().saturating_add(life.unwrap_or(Duration::MAX));
            Answer::json(body).cookies(visit.session_cookies(token, expires))
        }
        Ok(None) => nobody(visit),
        Err(problem) => {
            // An empty session would sign people out on every page, merely since nobody could
            // be asked.
            problem.log("auth.session");
            Answer::unavailable()
        }
    }
}

fn nobody(visit: &Visit<'_>) -> Answer {
    Answer::json(json!({})).cookies(visit.session_removals())
}

async fn resolve(visit: &Visit<'_>, token: &str) -> Result<Option<Value>, Problem> {
    let request = ResolveSessionRequest { token: token.to_owned(), touch: true };
    let mut identity = visit.auth.state.upstream.identity.clone();
    let answer = identity.resolve_session(request).await?.into_inner();
    answer.session.map(body).transpose()
}

fn body(session: Session) -> Result<Value, Problem> {
    let user =
        session.user.ok_or_else(|| Problem::internal("identity sent a session without a user"))?;
    Ok(json!({
        "user": { "name": user.name, "email": user.email, "image": user.image },
        "expires": instant(session.expires_at).map_err(Problem::internal)?,
    }))
}
