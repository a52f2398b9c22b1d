//! The exported site, held in memory: nothing outside of it can ever be served.

mod load;
mod pattern;

use std::collections::HashMap;
use std::path::Path;

use bytes::Bytes;
use http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, IF_NONE_MATCH, LOCATION,
};
use http::request::Parts;
use http::{HeaderMap, HeaderValue, Method, Response, StatusCode};
use http_body_util::Full;
use percent_encoding::percent_decode_str;

use self::pattern::Patterns;
use crate::router::{method_not_allowed, plain};

/// One file of the export with the headers it is served with.
struct File {
    body: Bytes,
    content_type: HeaderValue,
    etag: HeaderValue,
    cache: HeaderValue,
    policy: Option<HeaderValue>,
}

/// The site.
#[derive(Default)]
pub struct Site {
    files: HashMap<String, File>,
    patterns: Patterns,
}

enum Found<'a> {
    File(&'a File),
    Elsewhere(HeaderValue),
    Nothing,
}

impl Site {
    /// Reads an export.
    pub fn load(directory: &Path) -> std::io::Result<Self> {
        let files = load::files(directory)?;
        let patterns = Patterns::new(files.keys().filter_map(|name| name.strip_suffix(".html")));
        Ok(Self { files, patterns })
    }

    /// Answers a request for a page or a file.
    pub fn answer(&self, head: &Parts) -> Response<Full<Bytes>> {
        if !matches!(head.method, Method::GET | Method::HEAD) {
            return method_not_allowed();
        }
        match self.find(head.uri.path(), head.uri.query()) {
            Found::File(file) => file.answer(StatusCode::OK, &head.headers),
            Found::Elsewhere(location) => {
                let mut response = plain(StatusCode::PERMANENT_REDIRECT, "");
                response.headers_mut().insert(LOCATION, location);
                response
            }
            Found::Nothing => match self.files.get("404.html") {
                Some(file) => file.answer(StatusCode::NOT_FOUND, &HeaderMap::new()),
                None => plain(StatusCode::NOT_FOUND, "Not found\n"),
            },
        }
    }

    fn find(&self, path: &str, query: Option<&str>) -> Found<'_> {
        let path = path.strip_prefix('/').unwrap_or(path);
        if path.is_empty() {
            return self.page("index");
        }
        if let Some(shorter) = path.strip_suffix('/') {
            return self.without_slash(shorter, query);
        }
        let Ok(decoded) = percent_decode_str(path).decode_utf8() else { return Found::Nothing };
        match self.files.get(decoded.as_ref()) {
            Some(file) if !decoded.ends_with(".html") => Found::File(file),
            _ => self.page_at(path, &decoded),
        }
    }

    /// A page by its address; parameters are matched segment by segment, before decoding, so that
    /// an encoded slash stays inside its parameter.
    fn page_at(&self, raw: &str, decoded: &str) -> Found<'_> {
        let exact = self.page(decoded);
        if matches!(exact, Found::File(_)) && !matches!(decoded, "index" | "404" | "500") {
            return exact;
        }
        self.patterns.find(raw).map_or(Found::Nothing, |name| self.page(name))
    }

    fn page(&self, name: &str) -> Found<'_> {
        self.files.get(&format!("{name}.html")).map_or(Found::Nothing, Found::File)
    }

    /// Pages have one address each, without a slash at the end.
    fn without_slash(&self, shorter: &str, query: Option<&str>) -> Found<'_> {
        // A second slash at the start would name another host.
        if shorter.starts_with(['/', '\\']) || shorter.ends_with('/') {
            return Found::Nothing;
        }
        if !matches!(self.find(shorter, None), Found::File(_)) {
            return Found::Nothing;
        }
        let query = query.map(|query| format!("?{query}")).unwrap_or_default();
        HeaderValue::from_str(&format!("/{shorter}{query}"))
            .map_or(Found::Nothing, Found::Elsewhere)
    }
}

impl File {
    fn answer(&self, status: StatusCode, asked: &HeaderMap) -> Response<Full<Bytes>> {
        let unchanged = status == StatusCode::OK && matches(asked, &self.etag);
        let mut response =
            Response::new(Full::new(if unchanged { Bytes::new() } else { self.body.clone() }));
        *response.status_mut() = if unchanged { StatusCode::NOT_MODIFIED } else { status };
        let headers = response.headers_mut();
        headers.insert(ETAG, self.etag.clone());
        headers.insert(CACHE_CONTROL, self.cache.clone());
        if !unchanged {
            headers.insert(CONTENT_TYPE, self.content_type.clone());
        }
        if let Some(policy) = &self.policy {
            headers.insert(CONTENT_SECURITY_POLICY, policy.clone());
        }
        response
    }
}

fn matches(asked: &HeaderMap, etag: &HeaderValue) -> bool {
    let Ok(own) = etag.to_str() else { return false };
    asked
        .get_all(IF_NONE_MATCH)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(str::trim)
        .any(|tag| tag == "*" || tag.strip_prefix("W/").unwrap_or(tag) == own)
}
