//! POST `signin` and `callback`: to whichever flow the provider speaks.

use cookie::Cookie;
use kit::clock::from_milliseconds;
use kit::error::Problem;
use proto::identity::v1::{Provider, ProviderType, SignedIn};

use super::answer::Answer;
use super::visit::Visit;
use super::{email, oidc};

/// Starts a flow.
pub async fn start(visit: &Visit<'_>) -> Answer {
    if !visit.is_verified() {
        return unverified(visit);
    }
    match provider(visit).await {
        Ok(Some(provider)) if is_email(&provider) => email::start(visit).await,
        Ok(Some(provider)) => oidc::start(visit, &provider.id).await,
        Ok(None) => unverified(visit),
        Err(problem) => unavailable(visit, &problem, &visit.callback_url),
    }
}

/// Finishes a flow; nothing for an unknown provider.
pub async fn finish(visit: &Visit<'_>) -> Option<Answer> {
    let answer = match provider(visit).await {
        Ok(Some(provider)) if is_email(&provider) => email::finish(visit).await,
        Ok(Some(provider)) => oidc::finish(visit, &provider.id).await,
        Ok(None) => return None,
        Err(problem) => unavailable(visit, &problem, ""),
    };
    // The address of the request holds a secret.
    Some(answer.uncached().without_referrer())
}

/// The cookies of a finished sign-in; none when the session the browser has goes on.
pub fn session_cookies(visit: &Visit<'_>, signed_in: &SignedIn) -> Vec<Cookie<'static>> {
    let expires = from_milliseconds(signed_in.expires_at);
    let token = signed_in.session_token.as_deref();
    token.map_or_else(Vec::new, |token| visit.session_cookies(token, expires))
}

/// Says that the service is away and offers to try again; an empty `again` is the same address.
pub fn unavailable(visit: &Visit<'_>, problem: &Problem, again: &str) -> Answer {
    problem.log("auth.signin");
    Answer::unavailable_page(again, visit.error_url("Signin"))
}

fn unverified(visit: &Visit<'_>) -> Answer {
    Answer::redirect(visit.auth.url("signin?csrf=true"))
}

async fn provider(visit: &Visit<'_>) -> Result<Option<Provider>, Problem> {
    match &visit.incoming.provider {
        Some(id) => visit.auth.providers.find(visit.auth, id).await,
        None => Ok(None),
    }
}

fn is_email(provider: &Provider) -> bool {
    provider.r#type == ProviderType::Email as i32
}
