//! An answer of the contract, and its two forms: a redirect or its address as JSON.

use axum::body::Body;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, EXPIRES, LOCATION, PRAGMA,
    REFERRER_POLICY, SET_COOKIE,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::Response;
use cookie::Cookie;
use serde_json::{Value, json};

use super::callback_url::printable;
use super::pages;
use crate::http_message::retry_after;

const UNAVAILABLE: &str = "The service is unavailable at the moment";

#[derive(Debug)]
enum Content {
    Redirect(String),
    Json(Value),
    Html(String),
    Text(String),
    Empty,
}

/// An answer before it becomes a response.
#[derive(Debug)]
pub struct Answer {
    status: StatusCode,
    content: Content,
    /// The address that explains a failure to a caller that wants JSON.
    address: Option<String>,
    /// The sentence beside it.
    message: &'static str,
    headers: HeaderMap,
    cookies: Vec<Cookie<'static>>,
}

impl Answer {
    fn new(status: StatusCode, content: Content) -> Self {
        Self {
            status,
            content,
            address: None,
            message: UNAVAILABLE,
            headers: HeaderMap::new(),
            cookies: Vec::new(),
        }
    }

    /// Sends the browser on.
    pub fn redirect(target: impl AsRef<str>) -> Self {
        Self::new(StatusCode::FOUND, Content::Redirect(printable(target.as_ref())))
    }

    pub fn json(value: Value) -> Self {
        Self::new(StatusCode::OK, Content::Json(value))
    }

    pub fn html(page: String) -> Self {
        Self::new(StatusCode::OK, Content::Html(page)).uncached()
    }

    pub fn empty() -> Self {
        Self::new(StatusCode::OK, Content::Empty)
    }

    /// A request that cannot be understood.
    pub fn refused(status: u16, message: &str) -> Self {
        let status = StatusCode::from_u16(status).unwrap_or(StatusCode::BAD_REQUEST);
        Self::new(status, Content::Json(json!({ "message": message })))
    }

    /// An action that does not exist.
    pub fn unsupported(method: &str) -> Self {
        let text = format!("Error: This action with HTTP {method} is not supported by NextAuth.js");
        Self::new(StatusCode::BAD_REQUEST, Content::Text(text))
    }

    /// Identity is away. Cookies stay as they are: an outage must not sign people out.
    pub fn unavailable() -> Self {
        let mut answer = Self::refused(503, UNAVAILABLE).uncached();
        retry_after::set(&mut answer.headers, retry_after::SOON);
        answer
    }

    /// Identity is away while a person waits for a page: `again` is the link that tries once more, `address` what a
    /// caller that wants JSON receives.
    pub fn unavailable_page(again: &str, address: String) -> Self {
        let mut answer = Self::unavailable();
        answer.content = Content::Html(pages::unavailable(again));
        answer.address = Some(address);
        answer
    }

    /// Too many requests came from the address; `explained` is what a caller that wants JSON receives.
    pub fn limited(explained: String) -> Self {
        let page = pages::too_many_requests();
        let answer = Self::new(StatusCode::TOO_MANY_REQUESTS, Content::Html(page)).uncached();
        Self { address: Some(explained), message: "Too many requests", ..answer }
    }

    #[must_use]
    pub fn status(mut self, status: StatusCode) -> Self {
        self.status = status;
        self
    }

    #[must_use]
    pub fn cookies(mut self, cookies: impl IntoIterator<Item = Cookie<'static>>) -> Self {
        self.cookies.extend(cookies);
        self
    }

    /// Puts cookies before those of the answer.
    #[must_use]
    pub fn after(mut self, mut cookies: Vec<Cookie<'static>>) -> Self {
        cookies.append(&mut self.cookies);
        self.cookies = cookies;
        self
    }

    /// Keeps the answer out of every cache.
    #[must_use]
    pub fn uncached(mut self) -> Self {
        let cache = HeaderValue::from_static("private, no-cache, no-store");
        self.headers.insert(CACHE_CONTROL, cache);
        self.headers.insert(PRAGMA, HeaderValue::from_static("no-cache"));
        self.headers.insert(EXPIRES, HeaderValue::from_static("0"));
        self
    }

    /// Hides the address, which holds a secret, from the next page.
    #[must_use]
    pub fn without_referrer(mut self) -> Self {
        self.headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
        self
    }

    /// The response, for a caller that wants addresses as JSON or for one that follows them.
    pub fn into_response(self, as_json: bool) -> Response {
        let mut headers = self.headers;
        let mut status = self.status;
        let content = match self.content {
            Content::Redirect(target) if as_json => {
                status = StatusCode::OK;
                Content::Json(json!({ "url": target }))
            }
            Content::Html(_) if as_json => {
                Content::Json(json!({ "url": self.address, "message": self.message }))
            }
            content => content,
        };
        let (kind, body) = match content {
            Content::Redirect(target) => {
                // `printable` leaves nothing that a header field cannot hold.
                let location =
                    HeaderValue::try_from(target).unwrap_or(HeaderValue::from_static("/"));
                headers.insert(LOCATION, location);
                (None, Body::empty())
            }
            Content::Json(value) => (Some("application/json"), Body::from(value.to_string())),
            Content::Html(page) => {
                let policy = HeaderValue::from_static(pages::POLICY);
                headers.insert(CONTENT_SECURITY_POLICY, policy);
                (Some("text/html; charset=utf-8"), Body::from(page))
            }
            Content::Text(text) => (Some("text/plain; charset=utf-8"), Body::from(text)),
            Content::Empty => (None, Body::empty()),
        };
        if let Some(kind) = kind {
            headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
        }
        for cookie in self.cookies {
            if let Ok(line) = HeaderValue::try_from(cookie.to_string()) {
                headers.append(SET_COOKIE, line);
            }
        }
        let mut response = Response::new(body);
        *response.status_mut() = status;
        *response.headers_mut() = headers;
        response
    }
}
