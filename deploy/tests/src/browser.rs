//! A browser, reduced to its requests and cookies.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use reqwest::header::{COOKIE, RETRY_AFTER, SET_COOKIE};
use reqwest::{Client, Method, RequestBuilder, Response, redirect};
use serde_json::Value;

use crate::Stack;

/// One visitor with their cookies.
#[derive(Clone)]
pub struct Browser {
    client: Client,
    base: String,
    mails: PathBuf,
    cookies: Vec<(String, String)>,
}

/// A response; a body that is not JSON is null.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    /// The body.
    pub json: Value,
    /// The body as text.
    pub text: String,
    /// When to try again, in seconds.
    pub retry_after: Option<String>,
}

impl Browser {
    /// A visitor of one of the gateways.
    pub fn at(stack: &Stack, gateway: &str) -> Self {
        Self::new(&stack.url(gateway), stack.mails())
    }

    /// A visitor of a running stack whose mails are in the folder.
    pub fn new(base: &str, mails: PathBuf) -> Self {
        // The client requires a provider even without TLS; a second call finds it installed.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = Client::builder().redirect(redirect::Policy::none()).build().unwrap();
        Self { client, base: base.to_owned(), mails, cookies: Vec::new() }
    }

    /// The same visitor at another gateway.
    #[must_use]
    pub fn moved_to(&self, stack: &Stack, gateway: &str) -> Self {
        Self { base: stack.url(gateway), ..self.clone() }
    }

    /// Signs in by a mailed link.
    pub async fn sign_in(&mut self, address: &str) {
        let link = self.mailed_link(address).await;
        let path = link.split_once("/api/").unwrap().1;
        let answer = self.send(self.request(Method::GET, &format!("/api/{path}"))).await;
        assert_eq!(answer.status().as_u16(), 302, "the link does not sign in");
        assert!(self.cookies.iter().any(|(name, _)| name == "next-auth.session-token"));
    }

    /// Requests a link and reads it from the mail.
    pub async fn mailed_link(&mut self, address: &str) -> String {
        let csrf = self.csrf().await;
        let form = url::form_urlencoded::Serializer::new(String::new())
            .append_pair("csrfToken", &csrf)
            .append_pair("email", address)
            .append_pair("callbackUrl", "/")
            .append_pair("json", "true")
            .finish();
        let request = self
            .request(Method::POST, "/api/auth/signin/email")
            .header("content-type", "application/x-www-form-urlencoded")
            .body(form);
        let text = self.send(request).await.text().await.unwrap();
        assert!(text.contains("verify-request"), "the sign-in was refused: {text}");
        mailed_link(&self.mails, address).await
    }

    pub async fn sign_out(&mut self) {
        let csrf = self.csrf().await;
        let request = self
            .request(Method::POST, "/api/auth/signout")
            .header("content-type", "application/x-www-form-urlencoded")
            .body(format!("csrfToken={csrf}&json=true"));
        assert_eq!(self.send(request).await.status().as_u16(), 200);
    }

    /// Calls a query; a failed connection is status 0.
    pub async fn query(&self, name: &str) -> Answer {
        answer(self.request(Method::GET, &format!("/api/trpc/{name}"))).await
    }

    /// Calls a mutation; a failed connection is status 0.
    pub async fn mutate(&self, name: &str, input: &Value) -> Answer {
        let request = self
            .request(Method::POST, &format!("/api/trpc/{name}"))
            .header("content-type", "application/json")
            .body(input.to_string());
        answer(request).await
    }

    /// Requests any other address.
    pub async fn get(&self, path: &str) -> Answer {
        answer(self.request(Method::GET, path)).await
    }

    pub fn cookie(&self, name: &str) -> String {
        let found = self.cookies.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.clone()).unwrap()
    }

    /// A request with the visitor's cookies.
    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let cookies: Vec<String> =
            self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let request = self.client.request(method, format!("{}{path}", self.base));
        if cookies.is_empty() { request } else { request.header(COOKIE, cookies.join("; ")) }
    }

    async fn csrf(&mut self) -> String {
        let answer = self.send(self.request(Method::GET, "/api/auth/csrf")).await;
        let json: Value = serde_json::from_str(&answer.text().await.unwrap()).unwrap();
        json["csrfToken"].as_str().unwrap().to_owned()
    }

    /// Sends a request and stores the cookies of the response.
    async fn send(&mut self, request: RequestBuilder) -> Response {
        let answer = request.send().await.unwrap();
        for cookie in answer.headers().get_all(SET_COOKIE) {
            let pair = cookie.to_str().unwrap().split(';').next().unwrap();
            let (name, value) = pair.split_once('=').unwrap();
            self.cookies.retain(|(known, _)| known != name);
            if !value.is_empty() {
                self.cookies.push((name.to_owned(), value.to_owned()));
            }
        }
        answer
    }
}

async fn answer(request: RequestBuilder) -> Answer {
    match request.send().await {
        Ok(answer) => {
            let status = answer.status().as_u16();
            let retry_after = answer.headers().get(RETRY_AFTER);
            let retry_after = retry_after.and_then(|value| value.to_str().ok()).map(str::to_owned);
            let text = answer.text().await.unwrap_or_default();
            let json = serde_json::from_str(&text).unwrap_or(Value::Null);
            Answer { status, json, text, retry_after }
        }
        Err(error) => {
            Answer { status: 0, json: Value::Null, text: error.to_string(), retry_after: None }
        }
    }
}

async fn mailed_link(mails: &PathBuf, address: &str) -> String {
    let deadline = Instant::now() + Duration::from_mins(1);
    while Instant::now() < deadline {
        for entry in std::fs::read_dir(mails).unwrap() {
            let path = entry.unwrap().path();
            let mail = std::fs::read_to_string(&path).unwrap_or_default();
            if mail.contains(address)
                && let Some(link) = link_in(&mail)
            {
                std::fs::remove_file(path).unwrap();
                return link;
            }
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("no mail for {address}");
}

/// Links in a mail are broken by the soft line ends of quoted-printable text.
fn link_in(mail: &str) -> Option<String> {
    let text = mail.replace("=\r\n", "").replace("=\n", "").replace("=3D", "=");
    let at = text.find("/api/auth/callback/email")?;
    let start = text[..at].rfind("http")?;
    let end = |letter: char| letter.is_whitespace() || "\"<>".contains(letter);
    text[start..].split(end).next().map(str::to_owned)
}
