//! Sends a browser to a provider.

use openidconnect::core::{CoreAuthenticationFlow, CoreResponseType};
use openidconnect::{AuthenticationFlow, CsrfToken, Nonce, PkceCodeChallenge, Scope};
use proto::identity::v1::{StartOidcSignInRequest, StartOidcSignInResponse};

use crate::context::Context;
use crate::error::IdentityError;

// Visitors cannot override the parameters of the flow itself.
const RESERVED: [&str; 16] = [
    "client_id",
    "client_secret",
    "redirect_uri",
    "response_type",
    "response_mode",
    "scope",
    "state",
    "nonce",
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

/// The authorization address for this sign-in, and the secrets that the browser must return.
pub async fn start(
    ctx: &Context,
    request: StartOidcSignInRequest,
) -> Result<StartOidcSignInResponse, IdentityError> {
    let provider = ctx.providers.get(&request.provider)?;
    let metadata = provider.discover(false).await?;
    let client = provider.client(&metadata)?;
    let (challenge, verifier) = PkceCodeChallenge::new_random_sha256();
    let flow: CoreAuthenticationFlow = AuthenticationFlow::<CoreResponseType>::AuthorizationCode;
    let mut authorization = client
        .authorize_url(flow, CsrfToken::new_random, Nonce::new_random)
        .add_scope(Scope::new("email".to_owned()))
        .add_scope(Scope::new("profile".to_owned()))
        .set_pkce_challenge(challenge);
    let mut parameters: Vec<_> = request.parameters.into_iter().filter(allowed).collect();
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
