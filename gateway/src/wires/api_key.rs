//! The API key of a request: in which header it is sent, and the requests that are refused for it before their calls are known.

use std::net::IpAddr;

use bytes::Bytes;
use http::header::AUTHORIZATION;
use http::{HeaderMap, Request, Response};
use http_body_util::Full;
use kit::api_key;
use kit::security_log::Network;

use super::failure_envelope;
use crate::call::principal::Principal;
use crate::call::rate_limiter::RequestRates;
use crate::call::rate_quotas::RateClass;
use crate::call::refusal_texts::{key_in_address, key_invalid, two_credentials};
use crate::http_message::cookies::{RequestCookies, session_name};
use crate::refusal_log;
use crate::state::AppState;

const SCHEME: &[u8] = b"bearer ";

/// The text of a key that a request sends, which has the right form. The router puts it into the extensions of the request.
#[derive(Clone)]
pub struct SentKey(pub String);

/// Why a request is refused for its key.
pub enum Objection {
    /// It is in the address, which histories, logs and other sites see.
    InAddress(String),
    /// The request has a session, too.
    TwoCredentials,
    /// It has not the form of a key, or a wrong checksum.
    NoKey,
}

/// The key of a request, if it sends one; an objection if that stands in the wrong place, beside a session, or is none.
pub fn read<B>(state: &AppState, request: &Request<B>) -> Result<Option<SentKey>, Objection> {
    if let Some(key) = request.uri().query().and_then(api_key::find) {
        return Err(Objection::InAddress(key.to_owned()));
    }
    let Some(token) = bearer_token(request.headers()) else { return Ok(None) };
    let name = session_name(state.config.is_secure());
    if RequestCookies::read(request.headers()).session_token(name).is_some() {
        return Err(Objection::TwoCredentials);
    }
    if api_key::parse(token).is_none() {
        return Err(Objection::NoKey);
    }
    Ok(Some(SentKey(token.to_owned())))
}

/// Refuses the request from this address, and counts it.
pub async fn refuse(
    state: &AppState,
    route: &'static str,
    objection: Objection,
    address: IpAddr,
) -> Response<Full<Bytes>> {
    let failure = match &objection {
        Objection::InAddress(_) => key_in_address(),
        Objection::TwoCredentials => two_credentials(),
        Objection::NoKey => key_invalid(),
    };
    let rates = RequestRates::default();
    let class = RateClass::SessionLookup;
    let counted = state.pipeline.admit_as(class, &Principal::at(address), &rates).await;
    let network = Network::new(address);
    let failure = if let Err(beyond) = counted {
        refusal_log::rate(class.name(), &beyond, network);
        beyond
    } else {
        refusal_log::request(route, &refusal_log::reason(&failure), Some(network));
        if let Objection::InAddress(key) = objection {
            state.leak_reports.push(&key, format!("{}{route}", state.config.origin()));
        }
        failure
    };
    let mut reply = failure_envelope::refuse(&failure, None);
    rates.write(reply.headers_mut());
    reply
}

/// The token of the header `Authorization`. A proxy may add one of its own to the requests of pages, which send none.
fn bearer_token(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(AUTHORIZATION)?.as_bytes();
    let (scheme, token) = value.split_at_checked(SCHEME.len())?;
    // A text that is no UTF-8 is no key.
    let token = str::from_utf8(token).unwrap_or_default().trim();
    let is_of_page = headers.get("sec-fetch-site").is_some_and(|site| site == "same-origin");
    let is_ours =
        scheme.eq_ignore_ascii_case(SCHEME) && (token.starts_with(api_key::PREFIX) || !is_of_page);
    is_ours.then_some(token)
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    fn token(authorization: &str, site: Option<&'static str>) -> Option<String> {
        let mut headers = HeaderMap::new();
        headers.insert(AUTHORIZATION, HeaderValue::from_bytes(authorization.as_bytes()).unwrap());
        if let Some(site) = site {
            headers.insert("sec-fetch-site", HeaderValue::from_static(site));
        }
        bearer_token(&headers).map(str::to_owned)
    }

    #[test]
    fn a_token_is_that_of_a_program() {
        for (value, expected) in [
            ("Bearer ak_x", Some("ak_x")),
            ("bEARER   ak_x ", Some("ak_x")),
            ("Bearer other", Some("other")),
            ("Bearer \u{e9}", Some("\u{e9}")),
            ("Basic ak_x", None),
            ("Bearer", None),
            ("ak_x", None),
        ] {
            assert_eq!(token(value, None).as_deref(), expected, "{value}");
            assert_eq!(token(value, Some("cross-site")).as_deref(), expected, "{value}");
        }
        assert_eq!(token("Bearer of-a-proxy", Some("same-origin")), None);
        assert_eq!(token("Bearer ak_x", Some("same-origin")).as_deref(), Some("ak_x"));
    }
}
