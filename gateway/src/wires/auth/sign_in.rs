//! POST `signin` and `callback`: starts and finishes the flow of the provider.

use kit::error::Problem;
use proto::identity::v1::{Provider, ProviderType};

use super::answer::Answer;
use super::context::AuthContext;
use super::{email, not_a_page, oidc};

pub async fn start(context: &AuthContext<'_>) -> Answer {
    if !context.admits_form("/api/auth/signin") {
        return unverified(context);
    }
    match provider(context).await {
        Ok(Some(provider)) if is_email(&provider) => email::start(context).await,
        Ok(Some(provider)) => oidc::start(context, &provider.id).await,
        Ok(None) => unverified(context),
        Err(problem) => context.unavailable(&problem, &context.callback_url),
    }
}

/// Finishes a flow; nothing for an unknown provider.
pub async fn finish(context: &AuthContext<'_>) -> Option<Answer> {
    let answer = match provider(context).await {
        Ok(Some(provider)) if is_email(&provider) => email::finish(context).await,
        Ok(Some(_)) if context.incoming.is_ahead_of_visit => not_a_page(context.incoming),
        Ok(Some(provider)) => oidc::finish(context, &provider.id).await,
        Ok(None) => return None,
        Err(problem) => context.unavailable(&problem, ""),
    };
    // The address of the request holds a secret.
    Some(answer.uncached().without_referrer())
}

fn unverified(context: &AuthContext<'_>) -> Answer {
    Answer::redirect(context.auth.url("signin?csrf=true"))
}

async fn provider(context: &AuthContext<'_>) -> Result<Option<Provider>, Problem> {
    match &context.incoming.provider {
        Some(id) => context.auth.providers.find(id).await,
        None => Ok(None),
    }
}

fn is_email(provider: &Provider) -> bool {
    provider.r#type == ProviderType::Email as i32
}
