//! The slugs of one resource.

use std::collections::HashSet;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::Duration;

use kit::error::Problem;
use kit::run::App;
use proto::catalog::v1::ListSlugsRequest;
use proto::catalog::v1::catalog_client::CatalogClient;
use tokio::sync::Notify;

use crate::upstream::Channel;

/// Changes come in numbers: one list tells of all that came meanwhile.
const GATHER: Duration = Duration::from_millis(100);
const FIRST_PAUSE: Duration = Duration::from_millis(250);
const LONGEST_PAUSE: Duration = Duration::from_secs(15);

/// The slugs of one resource, as far as they are known.
#[derive(Default)]
pub struct Shelf {
    state: RwLock<State>,
    due: Notify,
}

#[derive(Default)]
struct State {
    /// None until they are listed, and after a gap in the news.
    slugs: Option<HashSet<Box<str>>>,
    /// What was added since a list was asked for; none while no list is under way.
    added: Option<Vec<Box<str>>>,
    /// Counts the gaps: a list from before the last one is worth nothing.
    gaps: u64,
}

impl Shelf {
    /// An empty shelf that fills itself from the catalog.
    pub fn keep(app: &App, catalog: CatalogClient<Channel>, resource: &'static str) -> Arc<Self> {
        let shelf = Arc::new(Self::default());
        let (filled, stopping) = (Arc::clone(&shelf), app.cut());
        app.spawn_attendant("slugs", async move {
            stopping.run_until_cancelled(filled.fill(&catalog, resource)).await;
        });
        shelf
    }

    /// Whether it is certain that there is no such slug.
    pub fn lacks(&self, slug: &str) -> bool {
        self.read().slugs.as_ref().is_some_and(|slugs| !slugs.contains(slug))
    }

    /// All that are known.
    pub fn all(&self) -> Vec<Box<str>> {
        self.read().slugs.iter().flatten().cloned().collect()
    }

    /// Takes note of a new slug.
    pub fn add(&self, slug: &str) {
        let mut state = self.write();
        if let Some(slugs) = &mut state.slugs {
            slugs.insert(slug.into());
        }
        if let Some(added) = &mut state.added {
            added.push(slug.into());
        }
    }

    /// Takes note of a slug that should be known; if it is not, its record had another one before.
    pub fn meet(&self, slug: &str) {
        if self.lacks(slug) {
            self.add(slug);
            self.list_again();
        }
    }

    /// Takes note that slugs may be gone.
    pub fn list_again(&self) {
        self.due.notify_one();
    }

    /// Takes note that news may have been missed.
    pub fn forget(&self) {
        let mut state = self.write();
        state.slugs = None;
        state.gaps += 1;
        drop(state);
        self.due.notify_one();
    }

    async fn fill(&self, catalog: &CatalogClient<Channel>, resource: &'static str) {
        let mut pause = FIRST_PAUSE;
        loop {
            self.due.notified().await;
            tokio::time::sleep(GATHER).await;
            let gaps = self.begin();
            match list(catalog, resource).await {
                Ok(slugs) => {
                    self.put(slugs, gaps);
                    pause = FIRST_PAUSE;
                }
                Err(problem) => {
                    self.write().added = None;
                    if pause == FIRST_PAUSE {
                        tracing::warn!(resource, %problem, "the slugs cannot be listed yet");
                    }
                    tokio::time::sleep(pause).await;
                    pause = (pause * 2).min(LONGEST_PAUSE);
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
    let (mut slugs, mut after) = (HashSet::new(), None);
    loop {
        let request = ListSlugsRequest { resource: resource.to_owned(), after, filter: None };
        let part = catalog.clone().list_slugs(request).await?.into_inner();
        after = part.results.last().cloned();
        slugs.extend(part.results.into_iter().map(String::into_boxed_str));
        if !part.has_more || after.is_none() {
            return Ok(slugs);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(slugs: &[&str]) -> HashSet<Box<str>> {
        slugs.iter().map(|slug| Box::from(*slug)).collect()
    }

    fn shelf_of(slugs: &[&str]) -> Shelf {
        let shelf = Shelf::default();
        shelf.put(listed(slugs), shelf.begin());
        shelf
    }

    #[test]
    fn lacks_nothing_until_it_is_listed() {
        let shelf = Shelf::default();
        assert!(!shelf.lacks("gold"));
        shelf.put(listed(&["silver"]), shelf.begin());
        assert!(shelf.lacks("gold") && !shelf.lacks("silver"));
    }

    #[test]
    fn keeps_what_was_added_while_it_was_listed() {
        let shelf = shelf_of(&[]);
        let gaps = shelf.begin();
        shelf.add("gold");
        assert!(!shelf.lacks("gold"));
        shelf.put(listed(&["silver"]), gaps);
        assert!(!shelf.lacks("gold") && !shelf.lacks("silver"));
    }

    #[test]
    fn a_list_from_before_a_gap_is_worth_nothing() {
        let shelf = shelf_of(&["silver"]);
        let gaps = shelf.begin();
        shelf.forget();
        shelf.put(listed(&["silver"]), gaps);
        assert!(!shelf.lacks("gold"));
    }

    #[test]
    fn a_list_takes_away_what_is_gone() {
        let shelf = shelf_of(&["gold", "silver"]);
        shelf.put(listed(&["silver"]), shelf.begin());
        assert!(shelf.lacks("gold"));
    }
}
