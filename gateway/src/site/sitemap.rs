//! The sitemap, made once for all clients: again only when records have changed, and at most once a second.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use super::file::File;
use super::limits::SITEMAP_LIFETIME;
use super::{load, sitemap_addresses};
use crate::http_message::shared_document::{Lookup, SharedDocument};

#[derive(Default)]
pub struct Sitemap {
    origin: Arc<str>,
    listed: Arc<[String]>,
    document: SharedDocument<SitemapFile>,
}

#[derive(Clone)]
struct SitemapFile {
    /// How often records had changed before.
    changes: u64,
    file: Arc<File>,
}

impl Sitemap {
    /// The sitemap of these pages.
    pub fn new(origin: &str, listed: Vec<String>) -> Self {
        Self { origin: origin.into(), listed: listed.into(), document: SharedDocument::default() }
    }

    /// The file, with the values of pages that have a parameter. Everybody shares its bytes.
    pub async fn get(
        &self,
        changes: u64,
        values: impl Fn(&str) -> Vec<Box<str>> + Send + 'static,
    ) -> io::Result<Arc<File>> {
        let is_fresh =
            |made: &SitemapFile, age: Duration| made.changes == changes || age < SITEMAP_LIFETIME;
        let turn = match self.document.get(is_fresh).await {
            Lookup::Fresh(made) => return Ok(made.file),
            Lookup::Outdated(turn) => turn,
        };
        let (origin, listed) = (Arc::clone(&self.origin), Arc::clone(&self.listed));
        // The turn lasts until it is done, also if its client leaves: no second one is made beside it.
        let making = tokio::task::spawn_blocking(move || {
            let file = Arc::new(load::sitemap(sitemap_addresses::text(&origin, &listed, values))?);
            Ok::<_, io::Error>(turn.finish(SitemapFile { changes, file }).file)
        });
        making.await.map_err(io::Error::other)?
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use futures::future::join_all;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_sitemap_is_made_once_for_all_who_ask() {
        let sitemap = Sitemap::new("https://assay.example", vec!["assets/[slug]".to_owned()]);
        let made = Arc::new(AtomicUsize::new(0));
        let get = |changes| {
            let made = Arc::clone(&made);
            sitemap.get(changes, move |_: &str| {
                made.fetch_add(1, Ordering::Relaxed);
                vec![Box::from("gold")]
            })
        };
        let files = join_all((0..100).map(|_| get(1))).await;
        let files: Vec<_> = files.into_iter().map(Result::unwrap).collect();
        assert!(files.iter().all(|file| Arc::ptr_eq(file, &files[0])));
        assert_eq!(made.load(Ordering::Relaxed), 1);
        let text = String::from_utf8(files[0].plain.body.to_vec()).unwrap();
        assert!(text.contains("<loc>https://assay.example/assets/gold</loc>"), "{text}");

        let soon = get(2).await.unwrap();
        assert!(Arc::ptr_eq(&soon, &files[0]), "changes within a second are one");
        tokio::time::advance(SITEMAP_LIFETIME).await;
        let same = get(1).await.unwrap();
        assert!(Arc::ptr_eq(&same, &files[0]), "nothing has changed");
        let later = get(2).await.unwrap();
        assert!(!Arc::ptr_eq(&later, &files[0]));
        assert_eq!(made.load(Ordering::Relaxed), 2);
    }
}
