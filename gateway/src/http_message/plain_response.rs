//! Answers that are no more than a status and a sentence.

use bytes::Bytes;
use http::{HeaderValue, Response, StatusCode, header};
use http_body_util::{Either, Full};

/// The body of an answer.
pub type Page = Either<Full<Bytes>, axum::body::Body>;

/// An extension of answers that hold a place or much memory: a client that takes them too slowly is disconnected.
#[derive(Clone, Copy, Debug)]
pub struct MinimumPace;

/// The answer to a write to an address that can only be read.
pub fn method_not_allowed() -> Response<Full<Bytes>> {
    let mut response = plain(StatusCode::METHOD_NOT_ALLOWED, "Method not allowed\n");
    response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
    response
}

/// A short text for people.
pub fn plain(status: StatusCode, text: &'static str) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::new(Bytes::from_static(text.as_bytes())));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
