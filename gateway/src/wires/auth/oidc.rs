//! Sign-in at an OpenID provider.

use std::collections::HashMap;
use std::time::Duration;

use kit::error::Problem;
use proto::identity::v1::{FinishOidcSignInRequest, StartOidcSignInRequest};

use super::answer::Answer;
use super::csrf::same;
use super::errors::{Failure, finish_oidc, start_oidc};
use super::oidc_cookies::Sealer;
use super::request::Fields;
use super::visit::Visit;

/// A provider may be far away.
const PROVIDER_DEADLINE: Duration = Duration::from_secs(10);
const MOST_PARAMETERS: usize = 20;
const LONGEST_PARAMETER: usize = 512;

/// What the flow itself decides; a page may not.
const RESERVED: [&str; 14] = [
    "callbackUrl",
    "claims",
    "client_id",
    "code_challenge",
    "code_challenge_method",
    "csrfToken",
    "nonce",
    "redirect_uri",
    "registration",
    "request",
    "request_uri",
    "response_mode",
    "response_type",
    "state",
];

/// Sends the browser to the provider.
pub async fn start(visit: &Visit<'_>, provider: &str) -> Answer {
    let mut request = tonic::Request::new(StartOidcSignInRequest {
        provider: provider.to_owned(),
        parameters: parameters(&visit.incoming.query),
    });
    request.set_timeout(PROVIDER_DEADLINE);
    let mut identity = visit.auth.state.upstream.identity.clone();
    match identity.start_oidc_sign_in(request).await {
        Ok(answer) => {
            let flow = answer.into_inner();
            let names = &visit.auth.names;
            let sealer = sealer(visit, provider);
            let sealed = [
                (&names.state, &flow.state),
                (&names.verifier, &flow.code_verifier),
                (&names.nonce, &flow.nonce),
            ];
            let cookies = sealed
                .into_iter()
                .filter(|(_, value)| !value.is_empty())
                .map(|(name, value)| sealer.seal(name, value));
            Answer::redirect(flow.authorization_url).cookies(cookies)
        }
        Err(status) => {
            let problem = Problem::from(status);
            match start_oidc(&problem) {
                Failure::Named(error) => {
                    problem.log("auth.signin.oidc");
                    visit.failed(error)
                }
                Failure::Away => visit.unavailable(&problem, "/login"),
            }
        }
    }
}

/// Takes the browser back from the provider.
pub async fn finish(visit: &Visit<'_>, provider: &str) -> Answer {
    let incoming = visit.incoming;
    let given = |name| incoming.body.text(name).or_else(|| incoming.query.text(name));
    if given("error").is_some() {
        return visit.failed("Callback");
    }
    let names = &visit.auth.names;
    let sealer = sealer(visit, provider);
    let carried = |name| sealer.open(name, &incoming.cookies);
    let (Some(state), Some(code_verifier)) = (carried(&names.state), carried(&names.verifier))
    else {
        return visit.failed("OAuthCallback");
    };
    let Some(nonce) = carried(&names.nonce) else {
        return visit.failed("OAuthCallback");
    };
    let Some(code) = given("code") else {
        return visit.failed("OAuthCallback");
    };
    if !given("state").is_some_and(|returned| same(returned, &state)) {
        return visit.failed("OAuthCallback");
    }
    let mut request = tonic::Request::new(FinishOidcSignInRequest {
        provider: provider.to_owned(),
        code: code.to_owned(),
        code_verifier,
        nonce,
        issuer: given("iss").map(ToOwned::to_owned),
        session_token: visit.session_token().map(ToOwned::to_owned),
        visitor: Some(incoming.visitor.clone()),
    });
    request.set_timeout(PROVIDER_DEADLINE);
    let mut identity = visit.auth.state.upstream.identity.clone();
    match identity.finish_oidc_sign_in(request).await {
        Ok(answer) => Answer::redirect(&visit.callback_url)
            .cookies(sealer.removals(&incoming.cookies))
            .cookies(visit.sign_in_cookies(&answer.into_inner())),
        Err(status) => {
            let problem = Problem::from(status);
            match finish_oidc(&problem) {
                Failure::Named(error) => {
                    problem.log("auth.callback.oidc");
                    visit.failed(error).cookies(sealer.removals(&incoming.cookies))
                }
                // The cookies stay: the provider's answer may yet be redeemed.
                Failure::Away => visit.unavailable(&problem, ""),
            }
        }
    }
}

fn sealer<'a>(visit: &'a Visit<'_>, provider: &'a str) -> Sealer<'a> {
    Sealer {
        secret: visit.auth.secret(),
        names: &visit.auth.names,
        provider,
        now: visit.auth.state.clock.now(),
    }
}

fn parameters(query: &Fields) -> HashMap<String, String> {
    query
        .texts()
        .filter(|(name, value)| {
            !RESERVED.contains(name)
                && name.len() <= LONGEST_PARAMETER
                && value.len() <= LONGEST_PARAMETER
        })
        .take(MOST_PARAMETERS)
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect()
}
