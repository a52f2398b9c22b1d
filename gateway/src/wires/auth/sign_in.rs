//! POST `signin` and `callback`: to whichever flow the provider speaks.

use kit::error::Problem;
use proto::identity::v1::{Provider, ProviderType};

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
        Err(problem) => visit.unavailable(&problem, &visit.callback_url),
    }
}

/// Finishes a flow; nothing for an unknown provider.
pub async fn finish(visit: &Visit<'_>) -> Option<Answer> {
    let answer = match provider(visit).await {
        Ok(Some(provider)) if is_email(&provider) => email::finish(visit).await,
        Ok(Some(provider)) => oidc::finish(visit, &provider.id).await,
        Ok(None) => return None,
        Err(problem) => visit.unavailable(&problem, ""),
    };
    // The address of the request holds a secret.
    Some(answer.uncached().without_referrer())
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
