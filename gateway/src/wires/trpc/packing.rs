//! Long answers go out in fewer bytes.

use std::sync::Arc;

use bytes::Bytes;
use http::header::CONTENT_ENCODING;
use http::{HeaderMap, HeaderValue};

use super::Reply;
use crate::call::cache::{Answers, Entry};
use crate::http_message::coding::{Coding, Effort, Wishes};

/// What fits one packet arrives no sooner when it is shorter.
const WORTHWHILE: usize = 1400;

/// The answer around these bytes, packed for who takes that. Only for answers in which nothing failed: a failure
/// repeats what the caller wrote, and beside something secret the packed length would tell whether the two are alike.
pub fn packed(headers: &HeaderMap, bytes: Vec<u8>, answer: impl FnOnce(Vec<u8>) -> Reply) -> Reply {
    if bytes.len() < WORTHWHILE {
        return answer(bytes);
    }
    let Some((coding, fewer)) =
        coding(headers).and_then(|it| Some((it, it.encode(&bytes, Effort::Live).ok()?)))
    else {
        return answer(bytes);
    };
    let mut reply = answer(fewer);
    reply.headers_mut().insert(CONTENT_ENCODING, HeaderValue::from_static(coding.name()));
    reply
}

/// The same around an answer that is kept: it is packed for the first who takes it so.
pub fn kept(
    headers: &HeaderMap,
    answers: &Answers,
    entry: &Arc<Entry>,
    batch: bool,
    answer: impl FnOnce(Bytes) -> Reply,
) -> Reply {
    let bytes = entry.whole(batch);
    let coding = if bytes.len() < WORTHWHILE { None } else { coding(headers) };
    let Some(coding) = coding else { return answer(bytes) };
    let (fewer, made) = entry.packed(batch, coding);
    if made {
        answers.weigh(entry);
    }
    let Some(fewer) = fewer else { return answer(bytes) };
    let mut reply = answer(fewer);
    reply.headers_mut().insert(CONTENT_ENCODING, HeaderValue::from_static(coding.name()));
    reply
}

/// At its lowest effort Brotli is slower than the others and no shorter.
fn coding(headers: &HeaderMap) -> Option<Coding> {
    Wishes::of(headers).choose(|coding| coding != Coding::Brotli)
}
