//! A request of the session contract: its head, and its body once the request is counted, read within limits.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr};

use axum::body::{Body, HttpBody as _};
use axum::http::header::{CONTENT_TYPE, USER_AGENT};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method};
use http_body_util::LengthLimitError;
use kit::security_log::Network;
use kit::text_lengths::LONGEST_USER_AGENT;
use percent_encoding::percent_decode_str;
use proto::identity::v1::Visitor;

use super::answer::Answer;
use crate::call::body_bytes::HeldBody;
use crate::call::input::Input;
use crate::call::principal::Principal;
use crate::call::refusal_texts::too_many_bodies;
use crate::http_message::cookies::RequestCookies;
use crate::http_message::size_limits::MAX_FORM;
use crate::refusal_log;
use crate::state::AppState;
use crate::wires::browser_cookie::known_browser;
use crate::wires::client_address::{Peer, sender_address};
use crate::wires::visitor::is_from_page;

/// The most values of a form or a query, a multiple of what any action takes; more are not read.
const MAX_FORM_FIELDS: usize = 100;

/// A value of a form, a query or a JSON body.
#[derive(Debug, PartialEq, Eq)]
pub enum Field {
    Text(String),
    /// Anything but one text: a repeated name, a number, an object.
    Other,
}

/// The values by name.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Fields(BTreeMap<String, Field>);

impl Fields {
    fn from_form(encoded: &[u8]) -> Self {
        let mut fields = BTreeMap::new();
        for (name, value) in url::form_urlencoded::parse(encoded).take(MAX_FORM_FIELDS) {
            fields
                .entry(name.into_owned())
                .and_modify(|field| *field = Field::Other)
                .or_insert_with(|| Field::Text(value.into_owned()));
        }
        Self(fields)
    }

    fn from_json(encoded: &[u8]) -> Result<Self, serde_json::Error> {
        if encoded.is_empty() {
            return Ok(Self::default());
        }
        let Input::Object(values) = serde_json::from_slice(encoded)? else {
            return Ok(Self::default());
        };
        let fields =
            values.into_iter().take(MAX_FORM_FIELDS).filter_map(|(name, value)| match value {
                Input::Null => None,
                Input::Text(text) => Some((name.into_owned(), Field::Text(text.into_owned()))),
                _ => Some((name.into_owned(), Field::Other)),
            });
        Ok(Self(fields.collect()))
    }

    pub fn get(&self, name: &str) -> Option<&Field> {
        self.0.get(name)
    }

    /// The value of a name, if it is one text and not empty.
    pub fn text(&self, name: &str) -> Option<&str> {
        match self.0.get(name) {
            Some(Field::Text(text)) if !text.is_empty() => Some(text),
            _ => None,
        }
    }

    /// Every name that has one text.
    pub fn texts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().filter_map(|(name, field)| match field {
            Field::Text(text) => Some((name.as_str(), text.as_str())),
            Field::Other => None,
        })
    }
}

/// A request for an action.
#[derive(Debug)]
pub struct Incoming {
    pub method: Method,
    /// The first part of the path below the mount point, such as `callback`.
    pub action: String,
    /// The second part, usually a provider.
    pub provider: Option<String>,
    pub query: Fields,
    pub body: Fields,
    pub cookies: RequestCookies,
    pub visitor: Visitor,
    /// From where the request came.
    pub address: IpAddr,
    /// Whether a browser says that it loads a part of a page (a picture, a frame, what a script fetches), and no page.
    pub is_part_of_page: bool,
    /// Whether a browser says that it loads a page ahead of a visit, which may never come.
    pub is_ahead_of_visit: bool,
    /// Whether a browser says that a page of this site makes the request.
    pub is_from_page: bool,
    /// The id of its browser, if that has loaded a page before.
    pub browser: Option<String>,
}

impl Incoming {
    /// The request by its head, with an empty body.
    pub fn from_head(state: &AppState, parts: &Parts) -> Self {
        let peer = parts.extensions.get::<Peer>().map_or(Ipv4Addr::UNSPECIFIED.into(), |it| it.0);
        let address = sender_address(state, &parts.headers, peer);
        let cookies = RequestCookies::read(&parts.headers);
        let browser = known_browser(state, &cookies);
        let is_from_page = is_from_page(&parts.headers, browser.as_deref());
        let mut path = parts.uri.path().split('/').filter(|part| !part.is_empty()).map(decoded);
        Self {
            action: path.next().unwrap_or_default(),
            provider: path.next(),
            query: Fields::from_form(parts.uri.query().unwrap_or_default().as_bytes()),
            body: Fields::default(),
            browser,
            cookies,
            visitor: visitor(parts, address),
            address,
            is_part_of_page: is_part_of_page(&parts.headers),
            is_ahead_of_visit: is_ahead_of_visit(&parts.headers),
            is_from_page,
            method: parts.method.clone(),
        }
    }

    /// Reads the body of a form, and returns its memory, to be held until the request is answered.
    pub async fn read_body(
        &mut self,
        state: &AppState,
        headers: &HeaderMap,
        body: Body,
    ) -> Result<Option<HeldBody>, Answer> {
        if self.method != Method::POST {
            return Ok(None);
        }
        let read = read_fields(state, self.address, headers, body).await;
        let (fields, held) = read.inspect_err(|_| {
            refusal_log::request("/api/auth", "body_refused", self.network());
        })?;
        self.body = fields;
        Ok(held)
    }

    /// From where it came.
    pub fn network(&self) -> Option<Network> {
        Network::parse(&self.visitor.address)
    }

    /// Whether the caller wants an address as JSON instead of being sent there.
    pub fn wants_json(&self) -> bool {
        self.body.text("json") == Some("true")
    }
}

fn decoded(part: &str) -> String {
    percent_decode_str(part).decode_utf8_lossy().into_owned()
}

fn is_part_of_page(headers: &HeaderMap) -> bool {
    headers.get("sec-fetch-dest").is_some_and(|kind| kind != "document")
}

/// By the header of today, such as `prefetch;prerender`, or those of earlier browsers.
fn is_ahead_of_visit(headers: &HeaderMap) -> bool {
    ["sec-purpose", "purpose", "x-purpose", "x-moz"].iter().any(|name| {
        headers.get_all(*name).iter().any(|value| {
            let purpose = String::from_utf8_lossy(value.as_bytes()).to_ascii_lowercase();
            ["prefetch", "prerender", "preview"].iter().any(|kind| purpose.contains(kind))
        })
    })
}

async fn read_fields(
    state: &AppState,
    address: IpAddr,
    headers: &HeaderMap,
    body: Body,
) -> Result<(Fields, Option<HeldBody>), Answer> {
    let announced = body.size_hint();
    let held = state.body_bytes.take(Principal::at(address), &announced, MAX_FORM).await;
    let held = held.map_err(|_| Answer::refused(503, &too_many_bodies().message).uncached())?;
    let bytes = axum::body::to_bytes(body, MAX_FORM).await.map_err(|error| {
        let cause = std::error::Error::source(&error);
        if cause.is_some_and(<dyn std::error::Error>::is::<LengthLimitError>) {
            Answer::refused(413, &format!("The body is longer than {} KiB", MAX_FORM >> 10))
        } else {
            Answer::refused(400, "The body could not be read")
        }
    })?;
    let kind = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let fields = match kind.as_str() {
        "application/json" => Fields::from_json(&bytes)
            .map_err(|_| Answer::refused(400, "The body is not valid JSON"))?,
        "application/x-www-form-urlencoded" => Fields::from_form(&bytes),
        // A body of any other type says nothing; where a token is needed, it is missing.
        _ => Fields::default(),
    };
    Ok((fields, held))
}

fn visitor(parts: &Parts, address: IpAddr) -> Visitor {
    let agent =
        parts.headers.get(USER_AGENT).map(|value| String::from_utf8_lossy(value.as_bytes()));
    let agent = agent.unwrap_or_default();
    Visitor {
        address: address.to_string(),
        user_agent: agent.chars().filter(|c| !c.is_control()).take(LONGEST_USER_AGENT).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repeated_name_is_no_text() {
        let fields = Fields::from_form(b"email=a%40example.com&email=b%40example.com&csrfToken=x");
        assert_eq!(fields.text("email"), None);
        assert_eq!(fields.get("email"), Some(&Field::Other));
        assert_eq!(fields.text("csrfToken"), Some("x"));
    }

    #[test]
    fn a_form_has_a_hundred_values_at_most() {
        let long = "a=1&".repeat(99) + "csrfToken=x&email=y";
        let fields = Fields::from_form(long.as_bytes());
        assert_eq!((fields.text("csrfToken"), fields.text("email")), (Some("x"), None));
    }

    #[test]
    fn only_texts_of_a_json_body_count() {
        let fields = Fields::from_json(br#"{"a":"1","b":1,"c":["1"],"d":null,"e":true}"#).unwrap();
        assert_eq!(fields.text("a"), Some("1"));
        assert_eq!(fields.get("d"), None);
        for name in ["b", "c", "e"] {
            assert_eq!(fields.get(name), Some(&Field::Other), "{name}");
        }
        assert_eq!(Fields::from_json(b"[1]").unwrap(), Fields::default());
        assert_eq!(Fields::from_json(b"").unwrap(), Fields::default());
        assert!(Fields::from_json(b"{").is_err());
        assert!(Fields::from_json(br#"{"csrfToken":"a","csrfToken":"b"}"#).is_err());
        assert!(Fields::from_json(&b"[".repeat(100_000)).is_err());
    }
}
