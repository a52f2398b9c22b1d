//! Starts a sign-in at a provider: the address to which the browser is sent, and the secrets that it must bring back.

use std::time::Duration;

use openidconnect::core::{CoreAuthPrompt, CoreAuthenticationFlow, CoreResponseType};
use openidconnect::{AuthenticationFlow, CsrfToken, Nonce, PkceCodeChallenge, Scope};
use proto::identity::v1::{StartOidcSignInRequest, StartOidcSignInResponse};

use crate::context::Context;
use crate::error::IdentityError;

// Visitors cannot override the parameters of the flow itself.
const RESERVED: [&str; 17] = [
    "client_id",
    "client_secret",
    "redirect_uri",
    "response_type",
    "response_mode",
    "scope",
    "state",
    "nonce",
    // A client that sends it has to verify the time of the sign-in.
    "max_age",
    "code_challenge",
    "code_challenge_method",
    "request",
    "request_uri",
    "registration",
    "claims",
    "resource",
    "dpop_jkt",
];
const MOST_PARAMETERS: usize = 10;
const LONGEST_PARAMETER: usize = 500;

/// The authorization address for this sign-in, and the secrets that the browser must return. For a step-up the provider has
/// to ask for a sign-in, and its ID token to name the time (OpenID Connect Core 1.0, section 3.1.2.1).
pub async fn start(
    ctx: &Context,
    request: StartOidcSignInRequest,
) -> Result<StartOidcSignInResponse, IdentityError> {
    let provider = ctx.providers.get(&request.provider)?;
    if request.step_up && !provider.config.auth_time {
        return Err(IdentityError::SignInNotRecent);
    }
    let metadata = provider.discover(false).await?;
    let client = provider.client(&metadata)?;
    let (challenge, verifier) = PkceCodeChallenge::new_random_sha256();
    let flow: CoreAuthenticationFlow = AuthenticationFlow::<CoreResponseType>::AuthorizationCode;
    let mut authorization = client
        .authorize_url(flow, CsrfToken::new_random, Nonce::new_random)
        .add_scope(Scope::new("email".to_owned()))
        .add_scope(Scope::new("profile".to_owned()))
        .set_pkce_challenge(challenge);
    let mut parameters = request.parameters;
    if request.step_up {
        parameters.remove("prompt");
        authorization = authorization.add_prompt(CoreAuthPrompt::Login).set_max_age(Duration::ZERO);
    }
    let mut parameters: Vec<_> = parameters.into_iter().filter(allowed).collect();
    parameters.sort();
    for (name, value) in parameters.into_iter().take(MOST_PARAMETERS) {
        authorization = authorization.add_extra_param(name, value);
    }
    let (url, state, nonce) = authorization.url();
    Ok(StartOidcSignInResponse {
        authorization_url: url.into(),
        state: state.secret().clone(),
        code_verifier: verifier.secret().clone(),
        nonce: nonce.secret().clone(),
    })
}

fn allowed((name, value): &(String, String)) -> bool {
    !RESERVED.contains(&name.as_str())
        && name.len() <= LONGEST_PARAMETER
        && value.len() <= LONGEST_PARAMETER
}
