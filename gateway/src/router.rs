//! Routes requests to the wires and the site, and adds the headers that every answer carries.

use std::net::IpAddr;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use bytes::Bytes;
use futures::FutureExt;
use http::request::Parts;
use http::{HeaderValue, Method, Request, Response, StatusCode, Version, header};
use http_body_util::{Either, Full};
use kit::security_log::Network;
use proto::codec::Text;
use tower::ServiceExt;
use url::Url;

use crate::call::failure::{Code, Failure};
use crate::http_message::body::{self, Incoming};
use crate::http_message::plain_response::{MinimumPace, Page, method_not_allowed, plain};
use crate::http_message::protective_headers;
use crate::http_message::retry_after;
use crate::http_message::size_limits::{self, TooLarge};
use crate::metrics::{self, RequestTimer};
use crate::refusal_log;
use crate::site::Site;
use crate::state::AppState;
use crate::wires::auth;
use crate::wires::browser_cookie;
use crate::wires::client_address::{Peer, sender_address};
use crate::wires::download::{self, Downloads};
pub use crate::wires::download::{FILE_TIMES, FileTimes};
use crate::wires::feed::{self, Feeds};
use crate::wires::{api_key, failure_envelope, leaks, trpc};

/// Where the addresses of all pages are listed.
const SITEMAP: &str = "/sitemap.xml";

/// Everything that answers requests.
pub struct Router {
    state: AppState,
    downloads: Downloads,
    feeds: Feeds,
    auth: axum::Router,
    site: Site,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Route {
    Procedures,
    Downloads,
    Leaks,
    Auth,
    Configuration,
    UnknownApi,
    Feeds,
    Site,
}

impl Router {
    /// Puts the parts together.
    pub fn new(state: AppState, site: Site, files: FileTimes) -> Self {
        let auth = axum::Router::new().nest("/api/auth", auth::router(state.clone()));
        let downloads = Downloads::new(state.clone(), files);
        let feeds = Feeds::new(state.clone());
        Self { state, downloads, feeds, auth, site }
    }

    /// State that all handlers share.
    pub fn state(&self) -> &AppState {
        &self.state
    }

    pub async fn answer(&self, request: Request<Incoming>, peer: IpAddr) -> Response<Page> {
        let route = route(request.uri().path());
        let timer = RequestTimer::begin(route.name(), request.method());
        let trace = metrics::trace(route.name(), request.method(), request.headers());
        let answer = answer_or_defect(route, self.dispatch(route, request, peer));
        let mut response = trace.run(answer).await;
        protective_headers::protect(response.headers_mut(), self.state.config.is_secure());
        if response.status() == StatusCode::SERVICE_UNAVAILABLE {
            retry_after::set_where_missing(response.headers_mut(), retry_after::SOON);
        }
        metrics::note_status(&trace.span, response.status());
        timer.end(response.status());
        response
    }

    async fn dispatch(
        &self,
        route: Route,
        mut request: Request<Incoming>,
        peer: IpAddr,
    ) -> Response<Page> {
        if let Some(code) = unacceptable(&request) {
            let reason = match code {
                Code::UriTooLong => "uri_too_long",
                Code::HeadersTooLarge => "headers_too_large",
                _ => "bad_request",
            };
            let address = sender_address(&self.state, request.headers(), peer);
            refusal_log::request(route.name(), reason, Some(Network::new(address)));
            body::discard(request.into_body()).await;
            return refuse(route, code);
        }
        let takes_keys = matches!(route, Route::Procedures | Route::Downloads | Route::Feeds);
        if takes_keys {
            match api_key::read(&self.state, &request) {
                Ok(None) => {}
                Ok(Some(key)) => drop(request.extensions_mut().insert(key)),
                Err(objection) => {
                    let address = sender_address(&self.state, request.headers(), peer);
                    body::discard(request.into_body()).await;
                    let refusing = api_key::refuse(&self.state, route.name(), objection, address);
                    return Box::pin(refusing).await.map(Either::Left);
                }
            }
        }
        match route {
            Route::Procedures => trpc::answer(&self.state, request, peer).await.map(Either::Left),
            // Boxed, both: their state is large, and every other answer would carry the room for it.
            Route::Downloads => {
                let (head, body) = request.into_parts();
                body::discard(body).await;
                Box::pin(self.downloads.answer(&head, peer)).await
            }
            Route::Leaks => {
                let (head, body) = request.into_parts();
                Box::pin(leaks::answer(&self.state, &head, body, peer)).await.map(Either::Left)
            }
            Route::Auth => Box::pin(self.authenticate(request, peer)).await.map(Either::Right),
            Route::Configuration => {
                only_reads(request, || self.configuration()).await.map(Either::Left)
            }
            Route::UnknownApi => {
                body::discard(request.into_body()).await;
                plain(StatusCode::NOT_FOUND, "Not found\n").map(Either::Left)
            }
            Route::Feeds => {
                let (head, body) = request.into_parts();
                body::discard(body).await;
                Box::pin(self.feeds.answer(&head, peer)).await.map(Either::Left)
            }
            Route::Site => {
                let (head, body) = request.into_parts();
                body::discard(body).await;
                if head.uri.path() == SITEMAP {
                    return self.answer_sitemap(&head).await.map(Either::Left);
                }
                let slugs = &self.state.slugs;
                let mut page = self.site.answer(&head, |page, value| slugs.admit(page, value));
                Box::pin(browser_cookie::send(&self.state, &head, peer, &mut page)).await;
                page.map(Either::Left)
            }
        }
    }

    async fn answer_sitemap(&self, head: &Parts) -> Response<Full<Bytes>> {
        let slugs = Arc::clone(&self.state.slugs);
        let changes = slugs.changes();
        let values = move |page: &str| slugs.for_page(page);
        let mut response = self.site.answer_sitemap(head, changes, values).await;
        // While a client reads slowly, its outdated sitemap stays in memory for this client alone.
        response.extensions_mut().insert(MinimumPace);
        response
    }

    async fn authenticate(
        &self,
        request: Request<Incoming>,
        peer: IpAddr,
    ) -> Response<axum::body::Body> {
        let mut request = request.map(axum::body::Body::new);
        request.extensions_mut().insert(Peer(peer));
        match self.auth.clone().oneshot(request).await {
            Ok(response) => response,
            Err(never) => match never {},
        }
    }

    /// The settings that the browser needs.
    fn configuration(&self) -> Response<Full<Bytes>> {
        let config = &self.state.config;
        let features: Vec<_> = config.default_features.iter().map(|one| one.text()).collect();
        let mut body = serde_json::json!({
            "sessionPollSeconds": config.session_poll_seconds,
            "defaultFeatures": features,
            "version": self.site.version(),
        });
        let optional = [
            ("blogUrl", config.blog_url.as_ref().map(Url::as_str)),
            ("contactDataEmail", config.contact_data_email.as_deref()),
            ("contactTeamEmail", config.contact_team_email.as_deref()),
        ];
        for (name, value) in optional {
            if let Some(value) = value {
                body[name] = value.into();
            }
        }
        if !config.third_party_scripts.is_empty() {
            body["thirdParty"] = serde_json::json!(config.third_party_scripts);
        }
        let mut response = Response::new(Full::new(Bytes::from(body.to_string())));
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        response
    }
}

impl Route {
    fn name(self) -> &'static str {
        match self {
            Self::Procedures => "/api/trpc",
            Self::Downloads => download::PREFIX,
            Self::Leaks => leaks::ADDRESS,
            Self::Auth => "/api/auth",
            Self::Configuration => "/config.json",
            Self::UnknownApi => "/api",
            Self::Feeds => feed::PREFIX,
            Self::Site => "/",
        }
    }
}

fn route(path: &str) -> Route {
    let below = |prefix: &str| {
        path.strip_prefix(prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    if below("/api/trpc") {
        Route::Procedures
    } else if below(download::PREFIX) {
        Route::Downloads
    } else if below("/api/auth") {
        Route::Auth
    } else if path == leaks::ADDRESS {
        Route::Leaks
    } else if below("/api") {
        Route::UnknownApi
    } else if path == "/config.json" {
        Route::Configuration
    } else if below(feed::PREFIX) {
        Route::Feeds
    } else {
        Route::Site
    }
}

fn unacceptable(request: &Request<Incoming>) -> Option<Code> {
    // RFC 9112, 3.2: none, or more than one, is refused.
    if request.version() == Version::HTTP_11
        && request.headers().get_all(header::HOST).iter().count() != 1
    {
        return Some(Code::BadRequest);
    }
    match size_limits::check_head(request.uri(), request.headers()) {
        Ok(()) => None,
        Err(TooLarge::Target) => Some(Code::UriTooLong),
        Err(TooLarge::Headers) => Some(Code::HeadersTooLarge),
    }
}

/// A defect in the answer to one request is an answer, too, and leaves the connection to others.
async fn answer_or_defect(
    route: Route,
    answer: impl Future<Output = Response<Page>>,
) -> Response<Page> {
    AssertUnwindSafe(answer).catch_unwind().await.unwrap_or_else(|_| {
        tracing::error!(route = route.name(), "an answer panicked");
        refuse(route, Code::InternalServerError)
    })
}

fn refuse(route: Route, code: Code) -> Response<Page> {
    let sentence = match code {
        Code::BadRequest => "The request must name one host",
        Code::UriTooLong => "The address is too long",
        Code::HeadersTooLarge => "The headers are too large",
        _ => "Internal server error",
    };
    let response = if matches!(route, Route::Procedures | Route::Downloads | Route::Leaks) {
        failure_envelope::refuse(&Failure::new(code, sentence), None)
    } else {
        let status = StatusCode::from_u16(code.status()).unwrap_or(StatusCode::BAD_REQUEST);
        plain(status, sentence)
    };
    response.map(Either::Left)
}

async fn only_reads(
    request: Request<Incoming>,
    answer: impl FnOnce() -> Response<Full<Bytes>>,
) -> Response<Full<Bytes>> {
    let (head, body) = request.into_parts();
    body::discard(body).await;
    match head.method {
        Method::GET | Method::HEAD => answer(),
        _ => method_not_allowed(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_defect_is_answered_in_the_words_of_its_wire() {
        let defect = || async { panic!("on purpose") };
        let response = answer_or_defect(Route::Procedures, defect()).await;
        assert_eq!(response.status(), StatusCode::INTERNAL_SERVER_ERROR);
        assert_eq!(response.headers()[header::CONTENT_TYPE], "application/json");
        let response = answer_or_defect(Route::Site, defect()).await;
        assert_eq!(response.status(), StatusCode::INTERNAL_SERVER_ERROR);
    }

    #[test]
    fn prefixes_end_at_a_slash() {
        for (path, expected) in [
            ("/api/trpc", "/api/trpc"),
            ("/api/trpc/", "/api/trpc"),
            ("/api/trpc/a.b", "/api/trpc"),
            ("/api/trpcx", "/api"),
            ("/api/download/assets.csv", "/api/download"),
            ("/api/auth/session", "/api/auth"),
            ("/api/keys/leaks", "/api/keys/leaks"),
            ("/api/keys/leaks/", "/api"),
            ("/apiary", "/"),
            ("/feeds/news.xml", "/feeds"),
            ("/feedstock", "/"),
            ("/config.json", "/config.json"),
            ("/", "/"),
        ] {
            assert_eq!(route(path).name(), expected, "{path}");
        }
    }
}
