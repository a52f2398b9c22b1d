//! Sign-in at an OpenID provider.

use std::collections::HashMap;
use std::time::Duration;

use kit::error::Problem;
use kit::security_log::{self, Entry, Event};
use proto::codec::Text as _;
use proto::identity::v1::{FinishOidcSignInRequest, SignInMethod, StartOidcSignInRequest};

use super::answer::Answer;
use super::context::AuthContext;
use super::csrf::same;
use super::errors::{Failure, finish_oidc, start_oidc};
use super::request::Fields;
use super::state_cookies::Sealer;

/// For calls that wait for a provider, which may be far away.
const PROVIDER_DEADLINE: Duration = Duration::from_secs(10);

/// Fields of the request itself; which of the others a provider may be sent is decided by identity.
const OWN_FIELDS: [&str; 3] = ["callbackUrl", "csrfToken", STEP_UP];
/// Whether the user is signed in already and has to prove it again.
const STEP_UP: &str = "stepUp";

/// Sends the browser to the provider.
pub async fn start(context: &AuthContext<'_>, provider: &str) -> Answer {
    let step_up = context.incoming.query.text(STEP_UP) == Some("true");
    let mut request = tonic::Request::new(StartOidcSignInRequest {
        provider: provider.to_owned(),
        parameters: parameters(&context.incoming.query),
        step_up,
    });
    request.set_timeout(PROVIDER_DEADLINE);
    let mut identity = context.auth.state.upstream.identity.clone();
    match identity.start_oidc_sign_in(request).await {
        Ok(answer) => {
            let flow = answer.into_inner();
            let names = &context.auth.names;
            let sealer = sealer(context, provider);
            let sealed = [
                (&names.state, &flow.state),
                (&names.verifier, &flow.code_verifier),
                (&names.nonce, &flow.nonce),
            ];
            // Named by its state: what an earlier flow left holds for that flow alone.
            let step_up = step_up.then_some((&names.step_up, &flow.state));
            let cookies = sealed
                .into_iter()
                .chain(step_up)
                .filter(|(_, value)| !value.is_empty())
                .map(|(name, value)| sealer.seal(name, value));
            Answer::redirect(flow.authorization_url).cookies(cookies)
        }
        Err(status) => {
            let problem = Problem::from(status);
            match start_oidc(&problem) {
                Failure::Named(error) => {
                    problem.log("auth.signin.oidc");
                    context.failed(error)
                }
                Failure::Away => context.unavailable(&problem, "/login"),
            }
        }
    }
}

/// Finishes the flow when the provider sends the browser back.
pub async fn finish(context: &AuthContext<'_>, provider: &str) -> Answer {
    let incoming = context.incoming;
    let value = |name| incoming.body.text(name).or_else(|| incoming.query.text(name));
    if value("error").is_some() {
        return foreign(context, "provider_error", "Callback");
    }
    let names = &context.auth.names;
    let sealer = sealer(context, provider);
    let carried = |name| sealer.open(name, &incoming.cookies);
    let (Some(state), Some(code_verifier)) = (carried(&names.state), carried(&names.verifier))
    else {
        return foreign(context, "state_missing", "OAuthCallback");
    };
    let Some(nonce) = carried(&names.nonce) else {
        return foreign(context, "state_missing", "OAuthCallback");
    };
    let Some(code) = value("code") else {
        return foreign(context, "code_missing", "OAuthCallback");
    };
    if !value("state").is_some_and(|returned| same(returned, &state)) {
        return foreign(context, "state_mismatch", "OAuthCallback");
    }
    // Removing the cookie gains nothing: a sign-in is as fresh as the provider says.
    let step_up = carried(&names.step_up).is_some_and(|started| started == state);
    let mut request = tonic::Request::new(FinishOidcSignInRequest {
        provider: provider.to_owned(),
        code: code.to_owned(),
        code_verifier,
        nonce,
        issuer: value("iss").map(ToOwned::to_owned),
        session_token: context.session_token().map(ToOwned::to_owned),
        visitor: Some(incoming.visitor.clone()),
        step_up,
    });
    request.set_timeout(PROVIDER_DEADLINE);
    let mut identity = context.auth.state.upstream.identity.clone();
    match identity.finish_oidc_sign_in(request).await {
        Ok(answer) => context
            .after_first_factor(&answer.into_inner())
            .cookies(sealer.removals(&incoming.cookies)),
        Err(status) => {
            let problem = Problem::from(status);
            match finish_oidc(&problem) {
                Failure::Named(error) => {
                    problem.log("auth.callback.oidc");
                    context.failed(error).cookies(sealer.removals(&incoming.cookies))
                }
                // The cookies stay: the provider's answer may yet be redeemed.
                Failure::Away => context.unavailable(&problem, ""),
            }
        }
    }
}

/// Refuses an answer that the flow of this browser did not lead to.
fn foreign(context: &AuthContext<'_>, reason: &str, error: &str) -> Answer {
    let failed = Entry::failure(Event::SignIn { method: SignInMethod::Oidc.text() }, reason);
    security_log::write(failed.at(context.incoming.network()));
    context.failed(error)
}

fn sealer<'a>(context: &'a AuthContext<'_>, provider: &'a str) -> Sealer<'a> {
    Sealer {
        secrets: &context.secrets,
        names: &context.auth.names,
        provider,
        now: context.auth.state.clock.now(),
    }
}

fn parameters(query: &Fields) -> HashMap<String, String> {
    query
        .texts()
        .filter(|(name, _)| !OWN_FIELDS.contains(name))
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect()
}
