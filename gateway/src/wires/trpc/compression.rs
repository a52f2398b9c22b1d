//! Compresses long answers of tRPC, but none with a failure, whose length could reveal a secret beside the caller's
//! input.

use std::sync::Arc;

use bytes::Bytes;
use http::header::CONTENT_ENCODING;
use http::{HeaderMap, HeaderValue, Response};
use http_body_util::Full;

use crate::call::cache::{AnswerCache, CachedAnswer, Form};
use crate::http_message::coding::{AcceptEncoding, Coding, Effort};
use crate::wires::failure_envelope::json;

/// An answer that fits one packet is not compressed, since it would arrive no sooner.
const MIN_SIZE: usize = 1400;

/// An answer of these bytes, compressed if the client accepts it. Only for answers without failures: a failure repeats
/// input of the caller, and the compressed length would reveal whether it resembles a secret beside it.
pub fn compressed(headers: &HeaderMap, status: u16, bytes: Vec<u8>) -> Response<Full<Bytes>> {
    if bytes.len() < MIN_SIZE {
        return json(status, bytes);
    }
    match coding(headers).and_then(|it| Some((it, it.encode(&bytes, Effort::Live).ok()?))) {
        Some((coding, fewer)) => encoded(status, coding, fewer),
        None => json(status, bytes),
    }
}

/// The answer to a request whose only call is answered from the cache; its compressed form is cached, too.
pub fn cached(
    headers: &HeaderMap,
    cache: &AnswerCache,
    answer: &Arc<CachedAnswer>,
    batch: bool,
) -> Response<Full<Bytes>> {
    let bytes = framed(answer, batch);
    let coding = if bytes.len() < MIN_SIZE { None } else { coding(headers) };
    let fewer = coding.and_then(|coding| {
        let make = || coding.encode(&bytes, Effort::Live).ok().map(Bytes::from);
        Some((coding, cache.form(answer, form(batch, coding), make)?))
    });
    match fewer {
        Some((coding, fewer)) => encoded(200, coding, fewer),
        None => json(200, bytes),
    }
}

/// The only result of a batch, or the answer to a single call.
pub fn framed(answer: &CachedAnswer, batch: bool) -> Bytes {
    let framed = answer.framed();
    if batch { framed } else { framed.slice(1..framed.len() - 1) }
}

fn form(batch: bool, coding: Coding) -> Form {
    Form::new(usize::from(batch) + 2 * usize::from(coding == Coding::Gzip))
}

fn encoded(status: u16, coding: Coding, body: impl Into<Bytes>) -> Response<Full<Bytes>> {
    let mut reply = json(status, body);
    reply.headers_mut().insert(CONTENT_ENCODING, HeaderValue::from_static(coding.name()));
    reply
}

/// At its lowest effort Brotli is slower than the others and no shorter.
fn coding(headers: &HeaderMap) -> Option<Coding> {
    AcceptEncoding::from_headers(headers).choose(|coding| coding != Coding::Brotli)
}
