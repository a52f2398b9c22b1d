//! The session contract under `/api/auth`, as the clients of NextAuth v4 know it.

mod answer;
mod callback_url;
pub mod cookies;
mod csrf;
mod email;
mod errors;
mod html;
mod log;
mod oidc;
mod oidc_cookies;
mod pages;
mod providers;
mod request;
mod session;
mod sign_in;
mod sign_out;
mod visit;
pub mod visitor;

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::{Method, Request};
use axum::response::Response;

use self::answer::Answer;
use self::cookies::Names;
use self::providers::Providers;
use self::request::Incoming;
use self::visit::Visit;
use crate::state::AppState;

/// What every action needs.
struct Auth {
    state: AppState,
    origin: String,
    names: Names,
    providers: Providers,
}

impl Auth {
    /// The address of an action.
    fn url(&self, action: &str) -> String {
        format!("{}/api/auth/{action}", self.origin)
    }

    fn secret(&self) -> &str {
        self.state.config.auth_secret.expose()
    }
}

/// Everything under `/api/auth`.
pub fn router(state: AppState) -> Router {
    let auth = Auth {
        origin: state.config.origin(),
        names: Names::new(state.config.is_secure()),
        providers: Providers::default(),
        state,
    };
    Router::new().fallback(handle).with_state(Arc::new(auth))
}

async fn handle(State(auth): State<Arc<Auth>>, request: Request<Body>) -> Response {
    match Incoming::read(&auth.state, request).await {
        Ok(incoming) => answer(&auth, &incoming).await.into_response(incoming.wants_json()),
        Err(refusal) => refusal.into_response(false),
    }
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
        _ => {}
    }
    let visit = Visit::begin(auth, incoming);
    let answer = match (incoming.action.as_str(), post) {
        ("csrf", false) => visit.show_csrf(),
        ("session", false) => session::show(&visit).await,
        ("session", true) => session::update(&visit).await,
        ("signin", false) => pages::sign_in(&visit),
        ("signin", true) => sign_in::start(&visit).await,
        ("callback", _) => match sign_in::finish(&visit).await {
            Some(answer) => answer,
            None => return Answer::unsupported(incoming.method.as_str()),
        },
        ("signout", false) => pages::sign_out(&visit),
        ("signout", true) => sign_out::end(&visit).await,
        ("verify-request", false) => Answer::redirect(pages::VERIFY),
        ("error", false) => pages::error(&visit),
        _ => return Answer::unsupported(incoming.method.as_str()),
    };
    answer.after(visit.cookies)
}
