//! The session contract over an identity service in memory, and a browser that keeps cookies.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use axum::body::Body;
use gateway::config::Config;
use gateway::wires::client_address::Peer;
use http::header::{CONTENT_TYPE, COOKIE, LOCATION, SET_COOKIE};
use http::{HeaderMap, HeaderValue, Method, Request, StatusCode};
use http_body_util::BodyExt;
use kit::clock::Clock;
use kit::config::Env;
use kit::run::App;
use serde_json::Value;
use time::macros::datetime;
use tokio::net::TcpListener;
use tokio_stream::wrappers::TcpListenerStream;
use tower::ServiceExt;

use super::identity::{FakeIdentity, NONCE};

pub const SECRET: &str = "a-secret-of-at-least-thirty-two-chars";
pub const PLAIN: &str = "http://app.example";
pub const SECURE: &str = "https://app.example";
pub const FORM: &str = "application/x-www-form-urlencoded";
pub const JSON: &str = "application/json";

/// A gateway's session contract.
#[derive(Clone)]
pub struct Stack {
    pub identity: FakeIdentity,
    pub clock: Clock,
    pub origin: String,
    pub router: axum::Router,
}

impl Stack {
    pub async fn plain() -> Self {
        Self::at(PLAIN, FakeIdentity::default()).await
    }

    pub async fn secure() -> Self {
        Self::at(SECURE, FakeIdentity::default()).await
    }

    pub async fn at(origin: &str, identity: FakeIdentity) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let server = tonic::transport::Server::builder().add_service(identity.service());
        spawn(async move {
            server.serve_with_incoming(TcpListenerStream::new(listener)).await.unwrap();
        });
        Self::over(origin, identity, address).await
    }

    /// A gateway whose identity service does not listen.
    pub async fn alone(origin: &str) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        drop(listener);
        Self::over(origin, FakeIdentity::default(), address).await
    }

    async fn over(origin: &str, identity: FakeIdentity, address: SocketAddr) -> Self {
        let url = format!("http://{address}");
        let mut env = Env::fixed([
            ("PUBLIC_URL", origin),
            ("AUTH_SECRET", SECRET),
            ("IDENTITY_URL", &url),
            ("PROFILES_URL", &url),
            ("CATALOG_URL", &url),
            ("TIMESERIES_URL", &url),
            ("NATS_URL", "nats://127.0.0.1:1"),
            ("TRUSTED_PROXIES", "10.0.0.0/8"),
            ("RATE_LIMITS", "off"),
            // One of the origins is plain and not that of this machine.
            ("PLAIN_LINKS", "allowed"),
        ]);
        let config = Config::from_env(&mut env).unwrap();
        let clock = Clock::fixed(datetime!(2026-11-20 12:00 UTC));
        let app = App::new(env, clock.clone());
        let state = gateway::assemble(&app, config).await.unwrap();
        let router = axum::Router::new().nest("/api/auth", gateway::wires::auth::router(state));
        Self { identity, clock, origin: origin.to_owned(), router }
    }

    pub fn browser(&self) -> Browser {
        Browser {
            stack: self.clone(),
            cookies: Vec::new(),
            peer: Ipv4Addr::new(198, 51, 100, 7).into(),
        }
    }

    /// The browser that requested the links of the identity service.
    pub fn requesting_browser(&self) -> Browser {
        let mut browser = self.browser();
        browser.set("link-browser", NONCE);
        browser
    }

    /// The name of a cookie in its plain or prefixed form.
    pub fn cookie_name(&self, name: &str) -> String {
        match (self.origin.starts_with("https"), name) {
            (false, "link-browser" | "second-factor" | "passkey" | "step-up") => {
                format!("assay.{name}")
            }
            (true, "link-browser" | "second-factor" | "passkey" | "step-up") => {
                format!("__Host-assay.{name}")
            }
            (false, _) => format!("next-auth.{name}"),
            (true, _) => format!("__Host-next-auth.{name}"),
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "a test's servers end with the test")]
pub fn spawn<F: Future<Output = ()> + Send + 'static>(task: F) {
    tokio::spawn(task);
}

/// Keeps cookies as a browser does, by name.
pub struct Browser {
    pub stack: Stack,
    pub cookies: Vec<(String, String)>,
    pub peer: IpAddr,
}

pub struct Reply {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub text: String,
}

impl Browser {
    pub async fn get(&mut self, path: &str) -> Reply {
        self.send(Method::GET, path, HeaderMap::new(), String::new()).await
    }

    pub async fn form(&mut self, path: &str, fields: &[(&str, &str)]) -> Reply {
        let body =
            url::form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
        self.post(path, FORM, body).await
    }

    pub async fn post(&mut self, path: &str, kind: &str, body: impl Into<String>) -> Reply {
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, kind.parse().unwrap());
        self.send(Method::POST, path, headers, body.into()).await
    }

    pub async fn send(
        &mut self,
        method: Method,
        path: &str,
        mut headers: HeaderMap,
        body: String,
    ) -> Reply {
        if !self.cookies.is_empty() {
            let pairs: Vec<String> = self.cookies.iter().map(|(n, v)| format!("{n}={v}")).collect();
            // As browsers do, which send the bytes of a name that is not ASCII.
            let line = HeaderValue::from_bytes(pairs.join("; ").as_bytes()).unwrap();
            headers.insert(COOKIE, line);
        }
        let mut request = Request::new(Body::from(body));
        *request.method_mut() = method;
        *request.uri_mut() = format!("/api/auth/{path}").parse().unwrap();
        *request.headers_mut() = headers;
        request.extensions_mut().insert(Peer(self.peer));
        let response = self.stack.router.clone().oneshot(request).await.unwrap();
        let (head, body) = response.into_parts();
        let bytes = body.collect().await.unwrap().to_bytes();
        let reply = Reply {
            status: head.status,
            headers: head.headers,
            text: String::from_utf8(bytes.to_vec()).unwrap(),
        };
        self.keep(&reply);
        reply
    }

    fn keep(&mut self, reply: &Reply) {
        for line in reply.set_cookies() {
            let (pair, attributes) = line.split_once("; ").unwrap();
            let (name, value) = pair.split_once('=').unwrap();
            self.cookies.retain(|(kept, _)| kept != name);
            if !attributes.contains("Max-Age=0") {
                self.cookies.push((name.to_owned(), value.to_owned()));
            }
        }
    }

    /// The token of the forms.
    pub async fn csrf(&mut self) -> String {
        let reply = self.get("csrf").await;
        reply.json()["csrfToken"].as_str().unwrap().to_owned()
    }

    pub fn set(&mut self, name: &str, value: &str) {
        let name = self.stack.cookie_name(name);
        self.cookies.retain(|(kept, _)| *kept != name);
        self.cookies.push((name, value.to_owned()));
    }

    pub fn cookie(&self, name: &str) -> Option<&str> {
        let name = self.stack.cookie_name(name);
        let found = self.cookies.iter().find(|(kept, _)| *kept == name);
        found.map(|(_, value)| value.as_str())
    }
}

impl Reply {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|_| panic!("not JSON: {:?}", self.text))
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(|value| value.to_str().unwrap())
    }

    /// Where a redirect leads.
    pub fn location(&self) -> &str {
        assert_eq!(self.status, StatusCode::FOUND, "{}", self.text);
        self.headers[LOCATION].to_str().unwrap()
    }

    /// The address of an answer to `json=true`.
    pub fn url(&self) -> String {
        assert_eq!(self.status, StatusCode::OK, "{}", self.text);
        assert!(!self.headers.contains_key(LOCATION));
        self.json()["url"].as_str().unwrap().to_owned()
    }

    pub fn set_cookies(&self) -> Vec<String> {
        let lines = self.headers.get_all(SET_COOKIE).into_iter();
        lines.map(|line| line.to_str().unwrap().to_owned()).collect()
    }

    pub fn set_cookie(&self, start: &str) -> Option<String> {
        self.set_cookies().into_iter().find(|line| line.starts_with(start))
    }
}
