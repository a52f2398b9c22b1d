//! The session contract under `/api/auth`, as the clients of NextAuth v4 know it.

mod answer;
mod auth_state;
mod browser_nonce;
pub(crate) mod callback_url;
mod context;
pub(crate) mod cookies;
mod csrf;
mod email;
mod errors;
mod log;
mod oidc;
mod pages;
mod passkey;
mod provider_cache;
mod providers;
mod redirects;
mod request;
mod second_factor;
mod session;
mod sign_in;
mod sign_out;
pub(crate) mod state_cookies;

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::{Method, Request};
use axum::response::Response;
use kit::error::Problem;
use kit::security_log::Network;

use self::answer::Answer;
use self::auth_state::Auth;
use self::context::AuthContext;
use self::request::Incoming;
use crate::call::failure::{Code, Failure};
use crate::call::principal::Principal;
use crate::call::rate_limiter::RequestRates;
use crate::call::rate_quotas::RateClass;
use crate::refusal_log;
use crate::state::AppState;

/// The longest for an answer, which may take several calls.
const SESSION_DEADLINE: Duration = Duration::from_secs(20);
/// How long a request waits to learn whose it is; then it is counted for its address.
const LONGEST_LOOKUP: Duration = Duration::from_secs(1);

/// Everything under `/api/auth`.
pub fn router(state: AppState) -> Router {
    Router::new().fallback(handle).with_state(Arc::new(Auth::new(state)))
}

async fn handle(State(auth): State<Arc<Auth>>, request: Request<Body>) -> Response {
    let (head, body) = request.into_parts();
    let mut incoming = Incoming::from_head(&auth.state, &head);
    let rates = RequestRates::default();
    let class = rate_class(&incoming);
    let principal = principal(&auth, &incoming, class).await;
    let browser = incoming.browser.as_deref();
    let (class, rated) = class.counted(&principal, incoming.is_from_page, browser);
    // Before its body, which may be refused or never arrive: such a request counts, too.
    let counted = auth.state.pipeline.admit_as(class, &rated, &rates).await;
    // Also beyond the rate, since the form says how its client reads an answer.
    let read = incoming.read_body(&auth.state, &head.headers, body).await;
    let answer = match (counted, read) {
        (Err(beyond), _) => beyond_rate(&auth, &incoming, class, &beyond),
        (Ok(()), Err(refused)) => refused,
        (Ok(()), Ok(_held)) => answer_in_time(&auth, &incoming).await,
    };
    let mut response = answer.into_response(incoming.wants_json());
    rates.write(response.headers_mut());
    response
}

/// The answer to a request beyond the rate of its class.
fn beyond_rate(auth: &Auth, incoming: &Incoming, class: RateClass, beyond: &Failure) -> Answer {
    refusal_log::rate("/api/auth", beyond, Network::new(incoming.address));
    match class {
        // The errors of browsers beyond the rate are not logged.
        RateClass::Tracking => Answer::empty(),
        // Clients know no better word for it.
        RateClass::SignIn => Answer::limited(auth.url(too_many(incoming))),
        _ => Answer::refused(429, &beyond.message).uncached(),
    }
}

/// The class in which a request is counted.
fn rate_class(incoming: &Incoming) -> RateClass {
    match (incoming.action.as_str(), &incoming.method) {
        ("signin" | "passkey" | "second-factor", &Method::POST) | ("callback", _) => {
            RateClass::SignIn
        }
        ("_log", _) => RateClass::Tracking,
        _ => RateClass::Session,
    }
}

/// The page that explains too many attempts to sign in.
fn too_many(incoming: &Incoming) -> &'static str {
    match incoming.action.as_str() {
        "passkey" | "second-factor" => "error?error=TooManyAttempts",
        _ => "error?error=EmailSignin",
    }
}

/// The principal that a request is counted for. Others at the address of a signed-in user must not keep their session or
/// another sign-in from them, which changes may need. A report of a client counts for its address, and so does an unknown
/// session from an address that sends too many.
async fn principal(auth: &Auth, incoming: &Incoming, class: RateClass) -> Principal {
    let counts_user = class != RateClass::Tracking && !auth.state.pipeline.is_unlimited();
    let token = auth.names.session_token(&incoming.cookies);
    let Some(token) = token.filter(|_| counts_user) else {
        return Principal::at(incoming.address);
    };
    let browser = incoming.browser.as_deref();
    let owner = auth.state.pipeline.session_owner(&token, incoming.address, browser);
    let owner = match tokio::time::timeout(LONGEST_LOOKUP, owner).await {
        Ok(Ok(owner)) => owner,
        Ok(Err(failure)) => {
            if failure.code == Code::TooManyRequests {
                refusal_log::rate("/api/auth", &failure, Network::new(incoming.address));
            }
            None
        }
        Err(_) => None,
    };
    Principal::new(owner.as_deref(), incoming.address)
}

/// Each call within has a deadline of its own, but only until its answer begins.
async fn answer_in_time(auth: &Auth, incoming: &Incoming) -> Answer {
    let answer = Box::pin(answer(auth, incoming));
    tokio::time::timeout(SESSION_DEADLINE, answer).await.unwrap_or_else(|_| {
        Problem::timeout().log("auth");
        Answer::unavailable()
    })
}

/// Refuses a request of a browser whose person opens no page.
fn not_a_page(incoming: &Incoming) -> Answer {
    refusal_log::request("/api/auth/callback", "not_a_page", incoming.network());
    Answer::refused(403, "Open this address as a page of its own").uncached()
}

async fn answer(auth: &Auth, incoming: &Incoming) -> Answer {
    // HEAD is neither: a mail scanner that tries a link must not spend it.
    let post = match incoming.method {
        Method::GET => false,
        Method::POST => true,
        _ => return Answer::unsupported(incoming.method.as_str()),
    };
    match (incoming.action.as_str(), post) {
        ("providers", false) => return providers::show(auth).await,
        ("_log", true) => return log::record(&incoming.body),
        // A person opens the link of a mail, and a provider sends them back, as a page: anything else did not come from them.
        ("callback", false) if incoming.is_part_of_page => {
            return not_a_page(incoming);
        }
        _ => {}
    }
    let context = AuthContext::new(auth, incoming);
    let answer = match (incoming.action.as_str(), post) {
        ("csrf", false) => context.show_csrf(),
        ("session", false) => session::show(&context).await,
        ("session", true) => session::update(&context).await,
        ("signin", false) => redirects::sign_in(&context),
        ("signin", true) => sign_in::start(&context).await,
        ("callback", _) => match sign_in::finish(&context).await {
            Some(answer) => answer,
            None => return Answer::unsupported(incoming.method.as_str()),
        },
        ("passkey", true) => match incoming.provider.as_deref() {
            None => passkey::finish(&context).await,
            Some("options") => passkey::start(&context).await,
            Some(_) => return Answer::unsupported(incoming.method.as_str()),
        },
        ("second-factor", true) => second_factor::finish(&context).await,
        ("signout", false) => {
            Answer::html(pages::sign_out(&context.auth.url("signout"), context.csrf_token()))
        }
        ("signout", true) => sign_out::end(&context).await,
        ("verify-request", false) => Answer::redirect(redirects::VERIFY),
        ("error", false) => redirects::error(&context),
        _ => return Answer::unsupported(incoming.method.as_str()),
    };
    answer.after(context.cookies)
}
