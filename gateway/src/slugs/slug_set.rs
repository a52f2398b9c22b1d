//! The slugs of one resource as far as they are known, listed again after changes and after gaps in the events.

use std::collections::HashSet;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::Duration;

use kit::error::Problem;
use kit::run::App;
use proto::catalog::v1::ListSlugsRequest;
use proto::catalog::v1::catalog_client::CatalogClient;
use tokio::sync::Notify;

use crate::upstream::Channel;

/// Changes come in bursts: one list covers all that arrive within this time.
const DEBOUNCE: Duration = Duration::from_millis(100);
const FIRST_RETRY: Duration = Duration::from_millis(250);
const LONGEST_RETRY: Duration = Duration::from_secs(15);
/// How long a list may take, each part of which has the time of a call.
const LONGEST_LIST: Duration = Duration::from_secs(30);
/// Reading a list with more bytes of slugs fails, so that one list cannot fill the memory of the gateway.
const MOST_SLUG_BYTES: usize = 64 << 20;

/// The slugs of one resource, as far as they are known.
#[derive(Default)]
pub struct SlugSet {
    state: RwLock<State>,
    due: Notify,
}

#[derive(Default)]
struct State {
    /// The known slugs; `None` until they are loaded, and after a gap in the events.
    slugs: Option<HashSet<Box<str>>>,
    /// The slugs added while a list is being loaded; none otherwise.
    added: Option<Vec<Box<str>>>,
    /// The number of gaps: a list from before the last gap is discarded.
    gaps: u64,
    /// How often the known slugs have changed.
    changes: u64,
}

impl SlugSet {
    /// An empty set that loads itself from the catalog.
    pub fn follow(app: &App, catalog: CatalogClient<Channel>, resource: &'static str) -> Arc<Self> {
        let set = Arc::new(Self::default());
        let (filled, stopping) = (Arc::clone(&set), app.cut());
        app.spawn_attendant("slugs", async move {
            stopping.run_until_cancelled(filled.fill(&catalog, resource)).await;
        });
        set
    }

    /// Whether a slug is certainly unknown.
    pub fn lacks(&self, slug: &str) -> bool {
        self.read().slugs.as_ref().is_some_and(|slugs| !slugs.contains(slug))
    }

    /// All known slugs.
    pub fn all(&self) -> Vec<Box<str>> {
        self.read().slugs.iter().flatten().cloned().collect()
    }

    /// How often the known slugs have changed.
    pub fn changes(&self) -> u64 {
        self.read().changes
    }

    /// Adds a new slug.
    pub fn add(&self, slug: &str) {
        let mut state = self.write();
        if let Some(slugs) = &mut state.slugs
            && slugs.insert(slug.into())
        {
            state.changes += 1;
        }
        if let Some(added) = &mut state.added {
            added.push(slug.into());
        }
    }

    /// Adds the slug of an updated record; if it was unknown, the record was renamed, and its old slug must go.
    pub fn update(&self, slug: &str) {
        if self.lacks(slug) {
            self.add(slug);
            self.list_again();
        }
    }

    /// Loads the slugs again, since some may be gone.
    pub fn list_again(&self) {
        self.due.notify_one();
    }

    /// Discards the slugs, since events may have been missed.
    pub fn forget(&self) {
        let mut state = self.write();
        state.slugs = None;
        state.gaps += 1;
        state.changes += 1;
        drop(state);
        self.due.notify_one();
    }

    async fn fill(&self, catalog: &CatalogClient<Channel>, resource: &'static str) {
        let mut pause = FIRST_RETRY;
        loop {
            self.due.notified().await;
            tokio::time::sleep(DEBOUNCE).await;
            let gaps = self.begin();
            let listed = tokio::time::timeout(LONGEST_LIST, list(catalog, resource)).await;
            match listed.unwrap_or_else(|_| Err(Problem::timeout())) {
                Ok(slugs) => {
                    self.put(slugs, gaps);
                    pause = FIRST_RETRY;
                }
                Err(problem) => {
                    self.write().added = None;
                    if pause == FIRST_RETRY {
                        tracing::warn!(resource, %problem, "the slugs cannot be listed yet");
                    }
                    tokio::time::sleep(pause).await;
                    pause = (pause * 2).min(LONGEST_RETRY);
                    self.due.notify_one();
                }
            }
        }
    }

    fn begin(&self) -> u64 {
        let mut state = self.write();
        state.added = Some(Vec::new());
        state.gaps
    }

    fn put(&self, mut slugs: HashSet<Box<str>>, gaps: u64) {
        let mut state = self.write();
        slugs.extend(state.added.take().unwrap_or_default());
        if state.gaps == gaps {
            state.slugs = Some(slugs);
            state.changes += 1;
        }
    }

    fn read(&self) -> RwLockReadGuard<'_, State> {
        self.state.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, State> {
        self.state.write().unwrap_or_else(PoisonError::into_inner)
    }
}

/// All slugs of a resource.
async fn list(
    catalog: &CatalogClient<Channel>,
    resource: &str,
) -> Result<HashSet<Box<str>>, Problem> {
    let (mut slugs, mut bytes, mut after) = (HashSet::new(), 0, None);
    loop {
        let request = ListSlugsRequest { resource: resource.to_owned(), after, filter: None };
        let part = catalog.clone().list_slugs(request).await?.into_inner();
        bytes = with_part(bytes, &part.results)?;
        after = part.results.last().cloned();
        slugs.extend(part.results.into_iter().map(String::into_boxed_str));
        if !part.has_more || after.is_none() {
            return Ok(slugs);
        }
    }
}

/// The bytes of a list with another part.
fn with_part(bytes: usize, part: &[String]) -> Result<usize, Problem> {
    let bytes = bytes + part.iter().map(String::len).sum::<usize>();
    if bytes > MOST_SLUG_BYTES {
        return Err(Problem::internal("the list is too long"));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(slugs: &[&str]) -> HashSet<Box<str>> {
        slugs.iter().map(|slug| Box::from(*slug)).collect()
    }

    fn slug_set(slugs: &[&str]) -> SlugSet {
        let set = SlugSet::default();
        set.put(listed(slugs), set.begin());
        set
    }

    #[test]
    fn lacks_nothing_until_it_is_loaded() {
        let set = SlugSet::default();
        assert!(!set.lacks("gold"));
        set.put(listed(&["silver"]), set.begin());
        assert!(set.lacks("gold") && !set.lacks("silver"));
    }

    #[test]
    fn retains_slugs_added_during_a_load() {
        let set = slug_set(&[]);
        let gaps = set.begin();
        set.add("gold");
        assert!(!set.lacks("gold"));
        set.put(listed(&["silver"]), gaps);
        assert!(!set.lacks("gold") && !set.lacks("silver"));
    }

    #[test]
    fn a_list_from_before_a_gap_is_discarded() {
        let set = slug_set(&["silver"]);
        let gaps = set.begin();
        set.forget();
        set.put(listed(&["silver"]), gaps);
        assert!(!set.lacks("gold"));
    }

    #[test]
    fn a_list_has_a_bound() {
        let part = ["gold".to_owned(), "silver".to_owned()];
        assert_eq!(with_part(MOST_SLUG_BYTES - 10, &part).unwrap(), MOST_SLUG_BYTES);
        assert!(with_part(MOST_SLUG_BYTES - 9, &part).is_err());
    }

    #[test]
    fn a_list_removes_slugs_that_are_gone() {
        let set = slug_set(&["gold", "silver"]);
        set.put(listed(&["silver"]), set.begin());
        assert!(set.lacks("gold"));
    }
}
