//! Reads the export from disk, once.

use std::collections::HashMap;
use std::io;
use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use bytes::Bytes;
use http::HeaderValue;
use sha2::{Digest, Sha256};

use super::File;
use crate::headers::page_policy;

const IMMUTABLE: &str = "public, max-age=31536000, immutable";
const PAGE: &str = "no-cache";
const OTHER: &str = "public, max-age=3600";

/// Every file by its path below the directory.
pub fn files(directory: &Path) -> io::Result<HashMap<String, File>> {
    let mut found = HashMap::new();
    collect(directory, "", &mut found)?;
    Ok(found)
}

fn collect(directory: &Path, prefix: &str, found: &mut HashMap<String, File>) -> io::Result<()> {
    for entry in std::fs::read_dir(directory)? {
        let entry = entry?;
        let Some(name) = entry.file_name().to_str().map(str::to_owned) else { continue };
        let path = format!("{prefix}{name}");
        if entry.file_type()?.is_dir() {
            collect(&entry.path(), &format!("{path}/"), found)?;
        } else {
            let body = std::fs::read(entry.path())?;
            found.insert(path.clone(), file(&path, body)?);
        }
    }
    Ok(())
}

fn file(path: &str, body: Vec<u8>) -> io::Result<File> {
    let page = extension(path) == "html";
    let cache = if path.starts_with("_next/static/") {
        IMMUTABLE
    } else if page {
        PAGE
    } else {
        OTHER
    };
    let policy = if page {
        let digests = script_digests(&String::from_utf8_lossy(&body));
        Some(header(&page_policy(&digests))?)
    } else {
        None
    };
    let etag = format!("\"{}\"", URL_SAFE_NO_PAD.encode(&Sha256::digest(&body)[..18]));
    Ok(File {
        content_type: HeaderValue::from_static(content_type(path)),
        etag: header(&etag)?,
        cache: HeaderValue::from_static(cache),
        policy,
        body: Bytes::from(body),
    })
}

fn header(text: &str) -> io::Result<HeaderValue> {
    HeaderValue::from_str(text).map_err(io::Error::other)
}

fn extension(path: &str) -> &str {
    path.rsplit_once('.').map_or("", |(_, extension)| extension)
}

fn content_type(path: &str) -> &'static str {
    match extension(path) {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "txt" => "text/plain; charset=utf-8",
        "xml" => "application/xml",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "avif" => "image/avif",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "woff" => "font/woff",
        "wasm" => "application/wasm",
        _ => "application/octet-stream",
    }
}

/// The digests of scripts that are written into a page and run. Data blocks do not run.
fn script_digests(page: &str) -> Vec<String> {
    let mut digests = Vec::new();
    let mut rest = page;
    while let Some(start) = rest.find("<script") {
        rest = &rest[start + "<script".len()..];
        let (Some(open), Some(end)) = (rest.find('>'), rest.find("</script>")) else { break };
        if open < end {
            let (attributes, body) = (&rest[..open], &rest[open + 1..end]);
            if !body.is_empty() && !attributes.contains(" src=") && !is_data(attributes) {
                digests.push(STANDARD.encode(Sha256::digest(body)));
            }
        }
        rest = &rest[end..];
    }
    digests.sort();
    digests.dedup();
    digests
}

fn is_data(attributes: &str) -> bool {
    attributes.contains("application/json") || attributes.contains("application/ld+json")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_only_scripts_that_run() {
        let page = "<script src=\"/a.js\" defer=\"\"></script><script>alert(1)</script>\
                    <script id=\"__NEXT_DATA__\" type=\"application/json\">{}</script>";
        assert_eq!(script_digests(page), [STANDARD.encode(Sha256::digest("alert(1)"))]);
    }

    #[test]
    fn survives_a_broken_page() {
        assert!(script_digests("<script").is_empty());
        assert!(script_digests("<script></script").is_empty());
    }
}
