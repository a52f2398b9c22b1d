//! GET and POST `session`: the signed-in user, for a page.

use axum::http::StatusCode;
use kit::error::Problem;
use proto::codec::instant;
use proto::identity::v1::{ResolveSessionRequest, Session};
use serde_json::{Value, json};
use time::Duration;

use super::answer::Answer;
use super::context::AuthContext;

pub async fn show(context: &AuthContext<'_>) -> Answer {
    answer(context).await.uncached()
}

/// The body is ignored: a page cannot change its session.
pub async fn update(context: &AuthContext<'_>) -> Answer {
    if context.admits_form("/api/auth/session") {
        answer(context).await
    } else {
        Answer::json(json!({})).status(StatusCode::BAD_REQUEST)
    }
}

async fn answer(context: &AuthContext<'_>) -> Answer {
    let Some(token) = context.session_token() else {
        return signed_out(context);
    };
    match resolve(context, token).await {
        Ok(Some(body)) => {
            let life = Duration::try_from(context.auth.state.config.session_max_age);
            let expires =
                context.auth.state.clock.now().saturating_add(life.unwrap_or(Duration::MAX));
            Answer::json(body).cookies(context.session_cookies(token, expires))
        }
        Ok(None) => signed_out(context),
        Err(problem) => {
            // An empty session would sign people out on every page because of an outage.
            problem.log("auth.session");
            Answer::unavailable()
        }
    }
}

fn signed_out(context: &AuthContext<'_>) -> Answer {
    Answer::json(json!({})).cookies(context.session_removals())
}

async fn resolve(context: &AuthContext<'_>, token: &str) -> Result<Option<Value>, Problem> {
    let request = ResolveSessionRequest { token: token.to_owned(), touch: true };
    let mut identity = context.auth.state.upstream.identity.clone();
    let answer = identity.resolve_session(request).await?.into_inner();
    if answer.session.is_some() {
        context.auth.state.sessions.remember(token);
    }
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
