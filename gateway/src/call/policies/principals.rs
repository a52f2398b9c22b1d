//! The roles of callers with their compiled policies, loaded when they first call and dropped by the events that name them.

use std::hash::{BuildHasher as _, RandomState};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use moka::sync::Cache;
use tokio::sync::{Mutex, MutexGuard};
use tokio::time::Instant;

use super::confirmation::LONGEST_READING;
use super::holder::Holder;
use super::snapshot::HeldPolicies;

/// The most callers whose roles are kept.
const MOST_PRINCIPALS: u64 = 100_000;
/// The longest time for which a change of roles could stay unnoticed if no event and no gap in the events showed it.
const LIFETIME: Duration = Duration::from_mins(1);
/// The most users and organizations that events named lately; beyond them all roles are loaded again.
const MOST_CHANGED: u64 = 50_000;
/// How many roles are loaded side by side at least, each once for all callers that wait for it.
const TURNS: usize = 64;

/// The roles of a holder at an epoch.
pub struct Principal {
    pub epoch: i64,
    pub loaded_at: Instant,
    pub policies: Arc<HeldPolicies>,
}

/// The roles of all callers that are known.
pub struct Principals {
    known: Cache<Arc<Holder>, Arc<Principal>>,
    /// The epoch of the last event about each user and organization that was named lately.
    changed: Cache<String, i64>,
    /// The highest of these epochs.
    last_change: AtomicI64,
    /// Events before this epoch may have been missed.
    floor: AtomicI64,
    turns: [Mutex<()>; TURNS],
    hasher: RandomState,
}

impl Default for Principals {
    fn default() -> Self {
        Self {
            known: Cache::builder()
                .max_capacity(MOST_PRINCIPALS)
                .time_to_live(LONGEST_READING)
                .build(),
            // Longer than what they make outdated.
            changed: Cache::builder().time_to_live(2 * LONGEST_READING).build(),
            last_change: AtomicI64::new(0),
            floor: AtomicI64::new(0),
            turns: std::array::from_fn(|_| Mutex::default()),
            hasher: RandomState::new(),
        }
    }
}

impl Principals {
    /// The roles of a holder, unless they may have changed by an epoch or since.
    pub fn get(&self, holder: &Arc<Holder>, epoch: i64) -> Option<Arc<Principal>> {
        let known = self.known.get(holder)?;
        let is_new = known.loaded_at.elapsed() < LIFETIME && known.epoch >= epoch;
        let is_complete = known.epoch >= self.floor.load(Ordering::SeqCst);
        (is_new && is_complete && !self.has_changed(holder, &known)).then_some(known)
    }

    /// The last known roles of a holder whom no later event named, for when the service is away.
    pub fn get_last(&self, holder: &Arc<Holder>) -> Option<Arc<Principal>> {
        self.known.get(holder).filter(|known| !self.has_changed(holder, known))
    }

    pub fn insert(&self, holder: Arc<Holder>, principal: Arc<Principal>) {
        self.known.insert(holder, principal);
    }

    /// Waits for a turn to load the roles of a holder: whoever waited finds them loaded.
    pub async fn turn(&self, holder: &Holder) -> MutexGuard<'_, ()> {
        self.turns[self.hasher.hash_one(holder) as usize % TURNS].lock().await
    }

    /// Notes that the roles of a user or an organization changed with an epoch.
    pub fn change(&self, id: String, epoch: i64) {
        if self.changed.entry_count() >= MOST_CHANGED {
            self.changed.invalidate_all();
            self.raise_floor(epoch);
        } else {
            self.changed.insert(id, epoch);
            self.last_change.fetch_max(epoch, Ordering::SeqCst);
        }
    }

    /// Notes that events up to an epoch may have been missed.
    pub fn raise_floor(&self, epoch: i64) {
        self.floor.fetch_max(epoch, Ordering::SeqCst);
    }

    fn has_changed(&self, holder: &Holder, known: &Principal) -> bool {
        if known.epoch >= self.last_change.load(Ordering::SeqCst) {
            return false;
        }
        let is_later = |id| self.changed.get(id).is_some_and(|epoch| known.epoch < epoch);
        holder.ids().any(is_later)
    }
}

#[cfg(test)]
mod tests {
    use proto::access::v1::GetPoliciesResponse;

    use super::super::snapshot::Snapshot;
    use super::*;

    fn holder(user: &str, organization: &str) -> Arc<Holder> {
        let [user_id, organization_id] = [user, organization].map(|id| Some(id.to_owned()));
        Arc::new(Holder { user_id, organization_id, ceiling: None })
    }

    fn principal(epoch: i64) -> Arc<Principal> {
        let snapshot = Snapshot::compile(&GetPoliciesResponse::default()).unwrap();
        let policies = Arc::new(snapshot.held(&Arc::default(), None).unwrap());
        Arc::new(Principal { epoch, loaded_at: Instant::now(), policies })
    }

    #[test]
    fn an_event_drops_those_whom_it_names() {
        let principals = Principals::default();
        let [ada, bob] = [holder("ada", "here"), holder("bob", "there")];
        for known in [&ada, &bob] {
            principals.insert(Arc::clone(known), principal(5));
        }
        let known = || [&ada, &bob].map(|one| principals.get(one, 0).is_some());
        assert_eq!(known(), [true, true]);
        assert!(principals.get(&ada, 6).is_none(), "a caller has seen a later epoch");
        principals.change("ada".to_owned(), 6);
        assert_eq!(known(), [false, true]);
        assert!(principals.get_last(&ada).is_none(), "a revocation counts whoever is away");
        // An answer from before the event, which arrives after it.
        principals.insert(Arc::clone(&ada), principal(5));
        assert_eq!(known(), [false, true]);
        principals.insert(Arc::clone(&ada), principal(6));
        assert_eq!(known(), [true, true]);
        principals.change("there".to_owned(), 7);
        assert_eq!(known(), [true, false]);
    }

    #[tokio::test(start_paused = true)]
    async fn what_may_have_been_missed_is_loaded_again() {
        let principals = Principals::default();
        let ada = holder("ada", "here");
        principals.insert(Arc::clone(&ada), principal(5));
        principals.raise_floor(6);
        assert!(principals.get(&ada, 0).is_none());
        assert!(principals.get_last(&ada).is_some(), "nothing says that it changed");
        principals.insert(Arc::clone(&ada), principal(6));
        assert!(principals.get(&ada, 0).is_some());
        tokio::time::advance(LIFETIME).await;
        assert!(principals.get(&ada, 0).is_none());
        assert!(principals.get_last(&ada).is_some());
    }
}
