//! Loads the export from disk once, with every file in all forms in which it is sent.

use std::collections::HashMap;
use std::io;
use std::num::NonZero;
use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use bytes::Bytes;
use http::HeaderValue;
use proto::codec::Text as _;
use proto::identity::v1::Feature;
use sha2::{Digest, Sha256};

use super::browser_cache::browser_cache;
use super::file::{File, Form};
use super::media_type::{kind_of, page_name};
use super::pages::Inline;
use super::{pages, robots};
use crate::http_message::coding::{Coding, Effort};
use crate::http_message::protective_headers::{SCRIPT, page_policy};
use crate::third_party::AllowedSources;

/// The placeholder in exported pages for the origin of the installation.
const PLACEHOLDER: &str = "https://assay.invalid";

pub struct Export {
    /// Every file by its path below the directory; the origin is written into the pages.
    pub files: HashMap<String, File>,
    /// The names of the pages that search engines may list; a page behind a feature only if the feature is on by default.
    pub listed: Vec<String>,
}

/// Loads an export.
pub fn export(
    directory: &Path,
    origin: &str,
    allowed: &AllowedSources,
    features: &[Feature],
) -> io::Result<Export> {
    let mut sources = read(directory)?;
    let pages: Vec<_> = sources.keys().filter(|path| page_name(path).is_some()).cloned().collect();
    let mut listed = Vec::new();
    for path in &pages {
        let Some(source) = sources.get_mut(path) else { continue };
        let text = String::from_utf8_lossy(&source.bytes).replace(PLACEHOLDER, origin);
        let is_shown = |name| features.iter().any(|feature| feature.text() == name);
        if !pages::is_unlisted(&text) && pages::feature(&text).is_none_or(is_shown) {
            listed.extend(page_name(path).map(str::to_owned));
        }
        *source = Source { bytes: text.into_bytes(), packed: [const { None }; 3] };
    }
    sources.insert("robots.txt".to_owned(), Source::new(robots::robots(origin).into_bytes()));
    let files = in_parallel(sources.into_iter().collect(), |(name, source)| {
        Ok((name.clone(), file(&name, source, allowed)?))
    })?;
    Ok(Export { files, listed })
}

/// The sitemap as a file, in all forms.
pub fn sitemap(text: String) -> io::Result<File> {
    let mut coded = [const { None }; 3];
    for (place, coding) in coded.iter_mut().zip(Coding::ALL) {
        let bytes = coding.encode(text.as_bytes(), Effort::Live)?;
        if bytes.len() < text.len() {
            *place = Some(form(bytes)?);
        }
    }
    Ok(File {
        content_type: HeaderValue::from_static(kind_of("sitemap.xml").content_type),
        varies: true,
        cache: HeaderValue::from_static(browser_cache("sitemap.xml")),
        policy: None,
        plain: form(text.into_bytes())?,
        coded,
    })
}

/// A file on disk, with the packed forms beside it.
struct Source {
    bytes: Vec<u8>,
    packed: [Option<Vec<u8>>; 3],
}

impl Source {
    fn new(bytes: Vec<u8>) -> Self {
        Self { bytes, packed: [const { None }; 3] }
    }
}

fn read(directory: &Path) -> io::Result<HashMap<String, Source>> {
    let mut found = HashMap::new();
    collect(directory, "", &mut found)?;
    for (place, coding) in Coding::ALL.into_iter().enumerate() {
        let suffix = format!(".{}", coding.extension());
        let bases = found.keys().filter_map(|name| name.strip_suffix(&suffix));
        let bases: Vec<_> =
            bases.filter(|base| found.contains_key(*base)).map(str::to_owned).collect();
        for base in bases {
            let packed = found.remove(&format!("{base}{suffix}")).map(|source| source.bytes);
            if let Some(source) = found.get_mut(&base) {
                source.packed[place] = packed;
            }
        }
    }
    Ok(found)
}

fn collect(directory: &Path, prefix: &str, found: &mut HashMap<String, Source>) -> io::Result<()> {
    for entry in std::fs::read_dir(directory)? {
        let entry = entry?;
        let Some(name) = entry.file_name().to_str().map(str::to_owned) else { continue };
        let path = format!("{prefix}{name}");
        if entry.file_type()?.is_dir() {
            collect(&entry.path(), &format!("{path}/"), found)?;
        } else {
            found.insert(path, Source::new(std::fs::read(entry.path())?));
        }
    }
    Ok(())
}

fn file(path: &str, source: Source, allowed: &AllowedSources) -> io::Result<File> {
    let policy = if page_name(path).is_some() {
        let inline = Inline::in_page(&String::from_utf8_lossy(&source.bytes));
        Some(header(&page_policy(&inline.scripts, &inline.styles, allowed))?)
    } else if Path::new(path).extension().is_some_and(|end| end == "js") {
        Some(HeaderValue::from_static(SCRIPT))
    } else {
        None
    };
    let kind = kind_of(path);
    let mut coded = [const { None }; 3];
    if kind.is_text {
        for ((place, packed), coding) in coded.iter_mut().zip(source.packed).zip(Coding::ALL) {
            let bytes = match packed {
                Some(bytes) => bytes,
                None => coding.encode(&source.bytes, Effort::Quick)?,
            };
            if bytes.len() < source.bytes.len() {
                *place = Some(form(bytes)?);
            }
        }
    }
    Ok(File {
        content_type: HeaderValue::from_static(kind.content_type),
        varies: kind.is_text,
        cache: HeaderValue::from_static(browser_cache(path)),
        policy,
        plain: form(source.bytes)?,
        coded,
    })
}

fn form(bytes: Vec<u8>) -> io::Result<Form> {
    let etag = format!("\"{}\"", URL_SAFE_NO_PAD.encode(&Sha256::digest(&bytes)[..18]));
    Ok(Form { etag: header(&etag)?, body: Bytes::from(bytes) })
}

fn header(text: &str) -> io::Result<HeaderValue> {
    HeaderValue::from_str(text).map_err(io::Error::other)
}

/// Runs the work for each item on all processors.
pub fn in_parallel<T: Send, R: Send, C: FromIterator<R>>(
    mut items: Vec<T>,
    work: impl Fn(T) -> io::Result<R> + Sync,
) -> io::Result<C> {
    let threads = std::thread::available_parallelism().map_or(1, NonZero::get);
    let share = items.len().div_ceil(threads).max(1);
    let mut shares = Vec::new();
    while !items.is_empty() {
        shares.push(items.split_off(items.len().saturating_sub(share)));
    }
    let work = &work;
    let results = std::thread::scope(|scope| {
        let running: Vec<_> = shares
            .into_iter()
            .map(|share| scope.spawn(|| share.into_iter().map(work).collect::<Vec<_>>()))
            .collect();
        let ended = running.into_iter().map(|thread| {
            thread.join().unwrap_or_else(|_| vec![Err(io::Error::other("packing panicked"))])
        });
        ended.flatten().collect::<Vec<_>>()
    });
    results.into_iter().collect()
}
