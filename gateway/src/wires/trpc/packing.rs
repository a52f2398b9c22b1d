//! Long answers go out in fewer bytes.

use std::sync::Arc;

use bytes::Bytes;
use http::header::CONTENT_ENCODING;
use http::{HeaderMap, HeaderValue, Response};
use http_body_util::Full;

use crate::call::cache::{AnswerCache, CachedAnswer, Form};
use crate::http_message::coding::{Coding, Effort, Wishes};
use crate::wires::envelope::json;

/// What fits one packet arrives no sooner when it is shorter.
const WORTHWHILE: usize = 1400;

/// The answer of these bytes, packed for who takes that. Only for answers in which nothing failed: a failure repeats
/// what the caller wrote, and beside something secret the packed length would tell whether the two are alike.
pub fn packed(headers: &HeaderMap, status: u16, bytes: Vec<u8>) -> Response<Full<Bytes>> {
    if bytes.len() < WORTHWHILE {
        return json(status, bytes);
    }
    match coding(headers).and_then(|it| Some((it, it.encode(&bytes, Effort::Live).ok()?))) {
        Some((coding, fewer)) => encoded(status, coding, fewer),
        None => json(status, bytes),
    }
}

/// The answer to a request whose only call is answered from the cache: it is packed for the first who takes it so.
pub fn cached(
    headers: &HeaderMap,
    cache: &AnswerCache,
    answer: &Arc<CachedAnswer>,
    batch: bool,
) -> Response<Full<Bytes>> {
    let bytes = framed(answer, batch);
    let coding = if bytes.len() < WORTHWHILE { None } else { coding(headers) };
    let fewer = coding.and_then(|coding| {
        let make = || coding.encode(&bytes, Effort::Live).ok().map(Bytes::from);
        Some((coding, cache.form(answer, form(batch, coding), make)?))
    });
    match fewer {
        Some((coding, fewer)) => encoded(200, coding, fewer),
        None => json(200, bytes),
    }
}

/// The result as the only one of a batch, or as the answer to a call alone.
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
    Wishes::of(headers).choose(|coding| coding != Coding::Brotli)
}
