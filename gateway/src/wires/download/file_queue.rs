//! The places of the files that are written at a time: a fair queue, in which no address and no user has more than a share.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

use super::file_limits::{
    LONGEST_WAIT, MAX_FILES, MAX_FILES_PER_ADDRESS, MAX_FILES_PER_USER, MAX_WAITING,
    MAX_WAITING_PER_ADDRESS,
};

/// Who requests a file.
#[derive(Clone, Debug)]
pub struct Downloader {
    /// The address, of IPv6 its network.
    pub address: IpAddr,
    /// The id of a signed-in user.
    pub user: Option<String>,
}

/// The places of all files, and those who wait for one.
#[derive(Default)]
pub struct FileQueue(Mutex<State>);

/// The right to write one file, returned when dropped.
pub struct Place {
    queue: Arc<FileQueue>,
    downloader: Downloader,
}

#[derive(Default)]
struct State {
    taken: usize,
    by_address: HashMap<IpAddr, usize>,
    by_user: HashMap<String, usize>,
    /// In the order of their arrival.
    waiting: Vec<Waiting>,
}

struct Waiting {
    downloader: Downloader,
    place: oneshot::Sender<Place>,
}

impl FileQueue {
    /// Waits for a place; none where too many wait already, or for too long.
    pub async fn take(self: &Arc<Self>, downloader: Downloader) -> Option<Place> {
        let (place, receiver) = oneshot::channel();
        if !self.lock().enqueue(Waiting { downloader, place }) {
            return None;
        }
        self.assign();
        tokio::time::timeout(LONGEST_WAIT, receiver).await.ok()?.ok()
    }

    /// Gives free places to those whose turn it is.
    fn assign(self: &Arc<Self>) {
        loop {
            let next = self.lock().next();
            let Some(Waiting { downloader, place }) = next else { return };
            // Dropped where the caller has gone meanwhile, and so returned.
            drop(place.send(Place { queue: Arc::clone(self), downloader }));
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Whether there is room to wait.
    fn enqueue(&mut self, one: Waiting) -> bool {
        self.forget_the_gone();
        let address = one.downloader.address;
        let own = self.waiting.iter().filter(|other| other.downloader.address == address).count();
        let has_room = own < MAX_WAITING_PER_ADDRESS && self.waiting.len() < MAX_WAITING;
        if has_room {
            self.waiting.push(one);
        }
        has_room
    }

    /// Takes a place for the next one: the first of those whose address has the fewest, within the shares.
    fn next(&mut self) -> Option<Waiting> {
        if self.taken >= MAX_FILES {
            return None;
        }
        self.forget_the_gone();
        let within_share = |(_, one): &(usize, &Waiting)| self.is_within_share(&one.downloader);
        let waiting = self.waiting.iter().enumerate().filter(within_share);
        let (at, _) = waiting.min_by_key(|(_, one)| self.of_address(&one.downloader))?;
        let next = self.waiting.remove(at);
        self.taken += 1;
        *self.by_address.entry(next.downloader.address).or_default() += 1;
        if let Some(user) = &next.downloader.user {
            *self.by_user.entry(user.clone()).or_default() += 1;
        }
        Some(next)
    }

    fn is_within_share(&self, downloader: &Downloader) -> bool {
        let user = downloader.user.as_ref().and_then(|user| self.by_user.get(user));
        self.of_address(downloader) < MAX_FILES_PER_ADDRESS
            && user.copied().unwrap_or_default() < MAX_FILES_PER_USER
    }

    fn of_address(&self, downloader: &Downloader) -> usize {
        self.by_address.get(&downloader.address).copied().unwrap_or_default()
    }

    fn give_back(&mut self, downloader: &Downloader) {
        self.taken -= 1;
        decrement(&mut self.by_address, &downloader.address);
        if let Some(user) = &downloader.user {
            decrement(&mut self.by_user, user);
        }
    }

    fn forget_the_gone(&mut self) {
        self.waiting.retain(|one| !one.place.is_closed());
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.queue.lock().give_back(&self.downloader);
        self.queue.assign();
    }
}

/// Counts one less, and forgets a key without any.
fn decrement<K: Eq + Hash>(counts: &mut HashMap<K, usize>, key: &K) {
    if let Some(count) = counts.get_mut(key) {
        *count -= 1;
        if *count == 0 {
            counts.remove(key);
        }
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt as _;

    use super::*;

    fn at(address: u8) -> Downloader {
        Downloader { address: [192, 0, 2, address].into(), user: None }
    }

    fn by(user: &str, address: u8) -> Downloader {
        Downloader { user: Some(user.to_owned()), ..at(address) }
    }

    /// As many places as there are at once.
    fn take_all(queue: &Arc<FileQueue>, downloader: &Downloader) -> Vec<Place> {
        let mut taken = Vec::new();
        while let Some(Some(place)) = queue.take(downloader.clone()).now_or_never() {
            taken.push(place);
        }
        taken
    }

    #[tokio::test]
    async fn an_address_and_a_user_have_a_share_each() {
        let queue = Arc::new(FileQueue::default());
        let first = take_all(&queue, &at(1));
        assert_eq!(first.len(), MAX_FILES_PER_ADDRESS);
        let user = take_all(&queue, &by("a", 2));
        assert_eq!(user.len(), MAX_FILES_PER_USER);
        assert!(take_all(&queue, &by("a", 3)).is_empty(), "from no other address either");
        assert!(!take_all(&queue, &by("b", 2)).is_empty());
        drop((first, user));
        let state = queue.lock();
        assert_eq!((state.taken, state.by_address.len(), state.by_user.len()), (0, 0, 0));
    }

    #[tokio::test(start_paused = true)]
    async fn who_has_the_fewest_is_next() {
        let queue = Arc::new(FileQueue::default());
        let mut taken = Vec::new();
        for address in 1..=3 {
            taken.extend(take_all(&queue, &at(address)));
        }
        assert_eq!(taken.len(), MAX_FILES);
        let (greedy, modest) = (queue.take(at(1)), queue.take(by("a", 4)));
        let (mut greedy, mut modest) = (Box::pin(greedy), Box::pin(modest));
        assert!(greedy.as_mut().now_or_never().is_none());
        assert!(modest.as_mut().now_or_never().is_none());
        // One of the greedy address itself.
        drop(taken.remove(0));
        assert!(greedy.as_mut().now_or_never().is_none());
        let place = modest.as_mut().now_or_never().unwrap().unwrap();
        drop(place);
        assert!(greedy.await.is_some(), "its turn comes");
    }

    #[tokio::test(start_paused = true)]
    async fn nobody_waits_for_ever_and_only_so_many_wait() {
        let queue = Arc::new(FileQueue::default());
        let taken = take_all(&queue, &at(1));
        let waiting = (0..MAX_WAITING_PER_ADDRESS).map(|_| queue.take(at(1)));
        let all = futures::future::join_all(waiting);
        let beyond = async {
            tokio::task::yield_now().await;
            queue.take(at(1)).now_or_never()
        };
        let (all, beyond) = tokio::join!(all, beyond);
        assert!(matches!(beyond, Some(None)), "refused at once");
        assert!(all.iter().all(Option::is_none), "after the longest wait");
        drop(taken);
        assert_eq!(take_all(&queue, &at(1)).len(), MAX_FILES_PER_ADDRESS);
    }
}
