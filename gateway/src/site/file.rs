//! One file of the site and the answers with it.

use bytes::Bytes;
use http::header::{
    ACCEPT_RANGES, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_RANGE, CONTENT_SECURITY_POLICY,
    CONTENT_TYPE, ETAG, VARY,
};
use http::request::Parts;
use http::{HeaderValue, Response, StatusCode};
use http_body_util::Full;

use crate::http_message::coding::{AcceptEncoding, Coding};
use crate::http_message::range::{RequestedRange, is_known};

/// The bytes of a file, plain or compressed, with their entity tag.
pub struct Form {
    pub body: Bytes,
    pub etag: HeaderValue,
}

/// One file of the export with the headers it is served with.
pub struct File {
    pub content_type: HeaderValue,
    /// Whether the answer depends on the codings that the browser takes.
    pub varies: bool,
    pub cache: HeaderValue,
    pub policy: Option<HeaderValue>,
    pub plain: Form,
    /// In the order of [`Coding::ALL`], where smaller than plain.
    pub coded: [Option<Form>; 3],
}

impl File {
    /// Answers a request for the file.
    pub fn answer(&self, head: &Parts) -> Response<Full<Bytes>> {
        let accepted = AcceptEncoding::from_headers(&head.headers);
        let part = self.part(head, &accepted);
        let (coding, form) = match part {
            RequestedRange::Whole => self.choose(&accepted),
            // Parts are cut from the plain bytes only.
            _ => (None, &self.plain),
        };
        if is_known(&head.headers, &form.etag) {
            return self.response(StatusCode::NOT_MODIFIED, form, None, Bytes::new());
        }
        let length = self.plain.body.len();
        let range = part.content_range(length);
        let (status, body) = match part {
            RequestedRange::Whole => {
                return self.response(StatusCode::OK, form, coding, form.body.clone());
            }
            RequestedRange::Part(part) => {
                (StatusCode::PARTIAL_CONTENT, self.plain.body.slice(part))
            }
            RequestedRange::Unsatisfiable => (StatusCode::RANGE_NOT_SATISFIABLE, Bytes::new()),
        };
        let mut response = self.response(status, form, None, body);
        if let Some(range) = range {
            response.headers_mut().insert(CONTENT_RANGE, range);
        }
        response
    }

    /// Answers with the file in place of one that does not exist.
    pub fn answer_missing(&self, head: &Parts) -> Response<Full<Bytes>> {
        let (coding, form) = self.choose(&AcceptEncoding::from_headers(&head.headers));
        self.response(StatusCode::NOT_FOUND, form, coding, form.body.clone())
    }

    fn choose(&self, accepted: &AcceptEncoding) -> (Option<Coding>, &Form) {
        let coded = |coding: Coding| self.coded[coding as usize].as_ref();
        match accepted.choose(|coding| coded(coding).is_some()) {
            Some(coding) => (Some(coding), coded(coding).unwrap_or(&self.plain)),
            None => (None, &self.plain),
        }
    }

    /// The requested part of the plain bytes.
    fn part(&self, head: &Parts, accepted: &AcceptEncoding) -> RequestedRange {
        if !accepted.takes_plain() {
            return RequestedRange::Whole;
        }
        RequestedRange::from_request(head, &self.plain.etag, self.plain.body.len())
    }

    fn response(
        &self,
        status: StatusCode,
        form: &Form,
        coding: Option<Coding>,
        body: Bytes,
    ) -> Response<Full<Bytes>> {
        let mut response = Response::new(Full::new(body));
        *response.status_mut() = status;
        let headers = response.headers_mut();
        headers.insert(CACHE_CONTROL, self.cache.clone());
        if self.varies {
            headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
        }
        if let Some(policy) = &self.policy {
            headers.insert(CONTENT_SECURITY_POLICY, policy.clone());
        }
        if status != StatusCode::NOT_FOUND {
            headers.insert(ETAG, form.etag.clone());
        }
        if status != StatusCode::NOT_MODIFIED {
            headers.insert(CONTENT_TYPE, self.content_type.clone());
        }
        match coding {
            Some(coding) => {
                headers.insert(CONTENT_ENCODING, HeaderValue::from_static(coding.name()));
            }
            None if !matches!(status, StatusCode::NOT_FOUND | StatusCode::NOT_MODIFIED) => {
                headers.insert(ACCEPT_RANGES, HeaderValue::from_static("bytes"));
            }
            None => {}
        }
        response
    }
}
