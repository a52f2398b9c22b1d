//! The exported site, held in memory: nothing outside of it can be served.

mod browser_cache;
mod compress;
mod file;
mod limits;
mod load;
mod media_type;
mod pages;
mod pattern;
mod robots;
mod sitemap;
mod sitemap_addresses;

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::Path;

use bytes::Bytes;
use http::header::LINK;
use http::request::Parts;
use http::{HeaderMap, HeaderValue, Method, Response, StatusCode};
use http_body_util::Full;
use percent_encoding::percent_decode_str;
use proto::identity::v1::Feature;

use self::file::File;
use self::load::Export;
use self::media_type::page_name;
use self::pattern::Patterns;
use self::sitemap::Sitemap;
use crate::http_message::plain_response::{method_not_allowed, plain};
use crate::third_party::{AllowedSources, Script};

pub use self::browser_cache::PAGE;
pub use self::compress::pack;

#[derive(Default)]
pub struct Site {
    files: HashMap<String, File>,
    patterns: Patterns,
    version: String,
    origin: String,
    sitemap: Sitemap,
}

/// The target of an address.
enum Target<'a> {
    /// A page with a parameter, which has many addresses.
    Page(&'a File),
    /// A page or a file of this address alone.
    File(&'a File),
}

impl Site {
    /// Loads an export for an installation with this origin, these third-party scripts and these default features.
    pub fn load(
        directory: &Path,
        origin: &str,
        scripts: &[Script],
        features: &[Feature],
    ) -> std::io::Result<Self> {
        let Export { files, listed } =
            load::export(directory, origin, &AllowedSources::from_scripts(scripts), features)?;
        let patterns = Patterns::new(files.keys().filter_map(|path| page_name(path)));
        let version = files.keys().find_map(|name| version(name)).unwrap_or_default().to_owned();
        let sitemap = Sitemap::new(origin, listed);
        Ok(Self { files, patterns, version, origin: origin.to_owned(), sitemap })
    }

    /// The name of the build that the export came from; empty without one.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Answers a request for a page or a file. A page with a parameter exists for the values that `admits` accepts.
    pub fn answer(
        &self,
        head: &Parts,
        admits: impl Fn(&str, &str) -> bool,
    ) -> Response<Full<Bytes>> {
        if !matches!(head.method, Method::GET | Method::HEAD) {
            return method_not_allowed();
        }
        match (self.find(head.uri.path(), admits), self.files.get("404.html")) {
            (Some(Target::File(file)), _) => file.answer(head),
            (Some(Target::Page(file)), _) => {
                let mut answer = file.answer(head);
                self.add_canonical_address(head.uri.path(), answer.headers_mut());
                answer
            }
            (None, Some(file)) => file.answer_missing(head),
            (None, None) => plain(StatusCode::NOT_FOUND, "Not found\n"),
        }
    }

    /// Answers a request for the sitemap, with the values of pages that have a parameter, and how often these have changed.
    pub async fn answer_sitemap(
        &self,
        head: &Parts,
        changes: u64,
        values: impl Fn(&str) -> Vec<Box<str>> + Send + 'static,
    ) -> Response<Full<Bytes>> {
        if !matches!(head.method, Method::GET | Method::HEAD) {
            return method_not_allowed();
        }
        match self.sitemap.get(changes, values).await {
            Ok(file) => file.answer(head),
            Err(_) => {
                plain(StatusCode::INTERNAL_SERVER_ERROR, "The sitemap could not be created\n")
            }
        }
    }

    /// A page with a parameter is the same for every address, so its canonical address is in a header.
    fn add_canonical_address(&self, path: &str, headers: &mut HeaderMap) {
        let path = path.strip_suffix('/').unwrap_or(path);
        if path.len() > limits::MAX_ADDRESS {
            return;
        }
        let link = format!("<{}{path}>; rel=\"canonical\"", self.origin);
        if let Ok(link) = HeaderValue::from_str(&link) {
            headers.insert(LINK, link);
        }
    }

    /// The file for an address. Addresses are split before decoding, so that an encoded slash stays inside
    /// its parameter. One slash at the end is as good as none.
    fn find(&self, path: &str, admits: impl Fn(&str, &str) -> bool) -> Option<Target<'_>> {
        let path = path.strip_prefix('/').unwrap_or(path);
        if path.is_empty() {
            return self.page("index").map(Target::File);
        }
        let (path, is_folder) = path.strip_suffix('/').map_or((path, false), |path| (path, true));
        let segments: Vec<_> = path.split('/').map(decoded).collect::<Option<_>>()?;
        if !segments.iter().any(|segment| segment.contains('/')) {
            let name = segments.join("/");
            let file = self.files.get(&name).filter(|_| !is_folder && page_name(&name).is_none());
            // A page of a parameter is reached by its values alone, not by its own name.
            let own = !name.contains('[') && !matches!(&*name, "index" | "404" | "500");
            let page = || self.page(&name).filter(|_| own);
            if let Some(found) = file.or_else(page) {
                return Some(Target::File(found));
            }
        }
        let name = self.patterns.find(&segments)?;
        segments.last().filter(|value| admits(name, value))?;
        self.page(name).map(Target::Page)
    }

    fn page(&self, name: &str) -> Option<&File> {
        self.files.get(&format!("{name}.html"))
    }
}

/// A decoded segment; none if it could lead out of the site.
fn decoded(raw: &str) -> Option<Cow<'_, str>> {
    let segment = percent_decode_str(raw).decode_utf8().ok()?;
    let climbs = segment.split('/').any(|part| matches!(part, "." | ".."));
    let odd = segment.chars().any(|letter| letter.is_control() || letter == '\\');
    (!segment.is_empty() && !climbs && !odd).then_some(segment)
}

/// Next names a folder after each build.
fn version(name: &str) -> Option<&str> {
    name.strip_prefix("_next/static/")?.strip_suffix("/_buildManifest.js")
}
