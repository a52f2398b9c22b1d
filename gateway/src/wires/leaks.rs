//! Reports of API keys that a scanner for secrets found in public, `POST /api/keys/leaks`, in the form in which GitHub sends
//! them to the partners of its secret scanning.

use std::net::IpAddr;

use bytes::Bytes;
use http::header::ALLOW;
use http::request::Parts;
use http::{HeaderMap, HeaderValue, Method, Response, StatusCode};
use http_body_util::Full;
use kit::api_key_limits::{LONGEST_LEAK_PLACE, MOST_LEAKED_TEXTS};
use kit::error::Problem;
use kit::security_log::Network;
use proto::access::v1::{LeakedText, ReportLeakedKeysRequest};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use url::Url;

use super::client_address::sender_address;
use super::failure_envelope::{json, refuse};
use crate::call::failure::{Code, Failure};
use crate::call::limits;
use crate::call::principal::Principal;
use crate::call::rate_limiter::RequestRates;
use crate::call::rate_quotas::RateClass;
use crate::call::refusal_texts::too_many_bodies;
use crate::http_message::body::{self, BodyError, Incoming};
use crate::http_message::plain_response::plain;
use crate::leak_reports::DEADLINE;
use crate::refusal_log;
use crate::state::AppState;

/// The address of reports.
pub const ADDRESS: &str = "/api/keys/leaks";
const IDENTIFIER: &str = "github-public-key-identifier";
const SIGNATURE: &str = "github-public-key-signature";
/// The largest report, in bytes.
const LARGEST: usize = 64 << 10;

#[derive(Deserialize)]
struct Found {
    token: String,
    #[serde(default)]
    r#type: String,
    url: Option<String>,
}

/// Whether a text is a key. The text itself is not repeated.
#[derive(Serialize)]
struct Verdict {
    /// SHA-256 of the text, in hexadecimal digits.
    token_hash: String,
    token_type: String,
    label: &'static str,
}

pub async fn answer(
    state: &AppState,
    head: &Parts,
    body: Incoming,
    peer: IpAddr,
) -> Response<Full<Bytes>> {
    if state.config.leak_report_keys.is_empty() {
        body::discard(body).await;
        return plain(StatusCode::NOT_FOUND, "Not found\n");
    }
    let rates = RequestRates::default();
    let address = sender_address(state, &head.headers, peer);
    let mut reply = match verdicts(state, head, body, address, &rates).await {
        Ok(verdicts) => match serde_json::to_vec(&verdicts) {
            Ok(text) => json(200, text),
            Err(error) => refuse(&Failure::logged("leaks", Problem::internal(error)), None),
        },
        Err(failure) => {
            let network = Network::new(address);
            if failure.code == Code::TooManyRequests {
                refusal_log::rate(ADDRESS, &failure, network);
            } else {
                refusal_log::request(ADDRESS, &refusal_log::reason(&failure), Some(network));
            }
            refuse(&failure, None)
        }
    };
    if reply.status() == StatusCode::METHOD_NOT_ALLOWED {
        reply.headers_mut().insert(ALLOW, HeaderValue::from_static("POST"));
    }
    rates.write(reply.headers_mut());
    reply
}

async fn verdicts(
    state: &AppState,
    head: &Parts,
    body: Incoming,
    address: IpAddr,
    rates: &RequestRates,
) -> Result<Vec<Verdict>, Failure> {
    let sender = Principal::at(address);
    if head.method != Method::POST {
        body::discard(body).await;
        let message = format!("Reports support POST, not {}", head.method);
        return Err(Failure::new(Code::MethodNotSupported, message));
    }
    if let Err(beyond) = state.pipeline.admit_as(RateClass::Administration, &sender, rates).await {
        body::discard(body).await;
        return Err(beyond);
    }
    let report = state.body_bytes.collect(sender, body, LARGEST).await.map_err(unread)?;
    // A report that somebody sends again changes nothing: its keys are revoked already, for good.
    if !is_signed(state, &head.headers, &report) {
        let failure = Failure::new(Code::Forbidden, "The signature of the report is not valid");
        return Err(Failure { reason: Some("signature_invalid".into()), ..failure });
    }
    let found: Vec<Found> = serde_json::from_slice(&report).map_err(|_| {
        Failure::bad_request("The report must be a list of objects with token, type and url")
    })?;
    if found.len() > MOST_LEAKED_TEXTS {
        let message = format!("A report must not exceed {MOST_LEAKED_TEXTS} tokens");
        return Err(Failure::bad_request(message));
    }
    let are_keys = revoke(state, &found).await;
    let are_keys = are_keys.map_err(|problem| Failure::logged("leaks", problem))?;
    let verdict = |(found, is_key): (Found, bool)| Verdict {
        token_hash: hex::encode(Sha256::digest(&found.token)),
        token_type: found.r#type,
        label: if is_key { "true_positive" } else { "false_positive" },
    };
    Ok(found.into_iter().zip(are_keys).map(verdict).collect())
}

fn is_signed(state: &AppState, headers: &HeaderMap, report: &[u8]) -> bool {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let stated = text(IDENTIFIER).zip(text(SIGNATURE));
    stated.is_some_and(|(identifier, signature)| {
        state.config.leak_report_keys.verify(identifier, signature, report)
    })
}

/// Revokes the keys among the texts, and answers which they are.
async fn revoke(state: &AppState, found: &[Found]) -> Result<Vec<bool>, Problem> {
    let texts = found.iter().map(|found| LeakedText {
        text: found.token.clone(),
        found_at: found.url.as_deref().and_then(place),
    });
    let request = ReportLeakedKeysRequest { found: texts.collect() };
    let mut access = state.upstream.access_keys.clone();
    let reporting = async { Ok(access.report_leaked_keys(request).await?.into_inner().are_keys) };
    let are_keys: Vec<bool> = limits::within(DEADLINE, reporting).await?;
    if are_keys.len() == found.len() {
        Ok(are_keys)
    } else {
        Err(Problem::internal("access did not answer for every token"))
    }
}

/// An address as a mail can show it.
fn place(text: &str) -> Option<String> {
    let place = String::from(Url::parse(text).ok()?);
    (place.len() <= LONGEST_LEAK_PLACE).then_some(place)
}

fn unread(error: BodyError) -> Failure {
    match error {
        BodyError::TooLarge => {
            let message = format!("The report must not exceed {} KiB", LARGEST >> 10);
            Failure::new(Code::PayloadTooLarge, message)
        }
        BodyError::TooSlow => Failure::new(Code::Timeout, "The report came too slowly"),
        BodyError::Busy => too_many_bodies(),
        BodyError::Broken => Failure::bad_request("The report broke off"),
    }
}
