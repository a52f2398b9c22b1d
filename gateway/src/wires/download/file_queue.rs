//! Permits to write files, of which only so many are written at a time: a fair queue, in which no user has more than a
//! share, nor has an address for everybody there who is not signed in.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

use super::file_limits::{
    LONGEST_QUEUE_WAIT, MAX_FILES, MAX_FILES_OF_ADDRESSES, MAX_FILES_PER_ADDRESS,
    MAX_FILES_PER_USER, MAX_WAITING, MAX_WAITING_PER_PRINCIPAL,
};
use crate::call::principal::Principal;

/// The permits of all files, and the requests that wait for one.
#[derive(Default)]
pub struct FileQueue(Mutex<State>);

/// The right to write one file, returned when dropped.
pub struct FilePermit {
    queue: Arc<FileQueue>,
    principal: Principal,
}

#[derive(Default)]
struct State {
    taken: usize,
    by_principal: HashMap<Principal, usize>,
    /// In the order of their arrival.
    waiting: Vec<WaitingRequest>,
}

struct WaitingRequest {
    principal: Principal,
    permit: oneshot::Sender<FilePermit>,
}

impl FileQueue {
    /// Waits for a permit; `None` if too many callers wait already, or the wait takes too long.
    pub async fn take(self: &Arc<Self>, principal: Principal) -> Option<FilePermit> {
        let (permit, receiver) = oneshot::channel();
        if !self.lock().enqueue(WaitingRequest { principal, permit }) {
            return None;
        }
        self.assign();
        tokio::time::timeout(LONGEST_QUEUE_WAIT, receiver).await.ok()?.ok()
    }

    /// Gives free permits to those whose turn it is.
    fn assign(self: &Arc<Self>) {
        loop {
            let next = self.lock().next();
            let Some(WaitingRequest { principal, permit }) = next else { return };
            // Dropped where the caller has gone meanwhile, and so returned.
            drop(permit.send(FilePermit { queue: Arc::clone(self), principal }));
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Whether there is room to wait.
    fn enqueue(&mut self, one: WaitingRequest) -> bool {
        self.forget_the_gone();
        let own = self.waiting.iter().filter(|other| other.principal == one.principal).count();
        let has_room = own < MAX_WAITING_PER_PRINCIPAL && self.waiting.len() < MAX_WAITING;
        if has_room {
            self.waiting.push(one);
        }
        has_room
    }

    /// Takes a permit for the next one: the first of those whose user or address has the fewest, within the shares.
    fn next(&mut self) -> Option<WaitingRequest> {
        if self.taken >= MAX_FILES {
            return None;
        }
        self.forget_the_gone();
        let has_room = self.files_of_addresses() < MAX_FILES_OF_ADDRESSES;
        let within_share = |(_, one): &(usize, &WaitingRequest)| {
            (has_room || !one.principal.is_address())
                && self.files_of(&one.principal) < share(&one.principal)
        };
        let waiting = self.waiting.iter().enumerate().filter(within_share);
        let (at, _) = waiting.min_by_key(|(_, one)| self.files_of(&one.principal))?;
        let next = self.waiting.remove(at);
        self.taken += 1;
        *self.by_principal.entry(next.principal.clone()).or_default() += 1;
        Some(next)
    }

    fn files_of_addresses(&self) -> usize {
        let of_addresses = self.by_principal.iter().filter(|(principal, _)| principal.is_address());
        of_addresses.map(|(_, files)| files).sum()
    }

    fn files_of(&self, principal: &Principal) -> usize {
        self.by_principal.get(principal).copied().unwrap_or_default()
    }

    fn give_back(&mut self, principal: &Principal) {
        self.taken -= 1;
        if let Some(count) = self.by_principal.get_mut(principal) {
            *count -= 1;
            if *count == 0 {
                self.by_principal.remove(principal);
            }
        }
    }

    fn forget_the_gone(&mut self) {
        self.waiting.retain(|one| !one.permit.is_closed());
    }
}

/// The most permits of one user or address.
fn share(principal: &Principal) -> usize {
    match principal {
        Principal::User(_) => MAX_FILES_PER_USER,
        Principal::Address(_) => MAX_FILES_PER_ADDRESS,
    }
}

impl Drop for FilePermit {
    fn drop(&mut self) {
        self.queue.lock().give_back(&self.principal);
        self.queue.assign();
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt as _;

    use super::*;

    fn at(address: u8) -> Principal {
        Principal::at([192, 0, 2, address].into())
    }

    fn by(user: &str) -> Principal {
        Principal::User(user.to_owned())
    }

    /// As many permits as there are at once.
    fn take_all(queue: &Arc<FileQueue>, principal: &Principal) -> Vec<FilePermit> {
        let mut taken = Vec::new();
        while let Some(Some(permit)) = queue.take(principal.clone()).now_or_never() {
            taken.push(permit);
        }
        taken
    }

    #[tokio::test]
    async fn an_address_and_a_user_have_a_share_each() {
        let queue = Arc::new(FileQueue::default());
        let first = take_all(&queue, &at(1));
        assert_eq!(first.len(), MAX_FILES_PER_ADDRESS);
        let user = take_all(&queue, &by("a"));
        assert_eq!(user.len(), MAX_FILES_PER_USER);
        assert!(!take_all(&queue, &by("b")).is_empty());
        assert!(!take_all(&queue, &at(2)).is_empty());
        drop((first, user));
        let state = queue.lock();
        assert_eq!((state.taken, state.by_principal.len()), (0, 0));
    }

    #[tokio::test(start_paused = true)]
    async fn users_wait_in_no_queue_but_their_own() {
        let queue = Arc::new(FileQueue::default());
        let taken = take_all(&queue, &at(1));
        let mut all: Vec<_> =
            (0..MAX_WAITING_PER_PRINCIPAL).map(|_| Box::pin(queue.take(at(1)))).collect();
        for waiting in &mut all {
            assert!(waiting.as_mut().now_or_never().is_none());
        }
        assert!(matches!(queue.take(at(1)).now_or_never(), Some(None)), "its queue is full");
        assert!(matches!(queue.take(by("a")).now_or_never(), Some(Some(_))));
        assert!(matches!(queue.take(at(2)).now_or_never(), Some(Some(_))));
        drop(taken);
    }

    #[tokio::test(start_paused = true)]
    async fn who_has_the_fewest_is_next() {
        let queue = Arc::new(FileQueue::default());
        let mut taken = Vec::new();
        for address in 1..=3 {
            taken.extend(take_all(&queue, &at(address)));
        }
        assert_eq!(taken.len(), MAX_FILES_OF_ADDRESSES, "users find the others");
        for user in ["b", "c"] {
            taken.extend(take_all(&queue, &by(user)));
        }
        assert_eq!(taken.len(), MAX_FILES);
        let (greedy, modest) = (queue.take(at(1)), queue.take(by("a")));
        let (mut greedy, mut modest) = (Box::pin(greedy), Box::pin(modest));
        assert!(greedy.as_mut().now_or_never().is_none());
        assert!(modest.as_mut().now_or_never().is_none());
        // One of the greedy address itself.
        drop(taken.remove(0));
        assert!(greedy.as_mut().now_or_never().is_none());
        let permit = modest.as_mut().now_or_never().unwrap().unwrap();
        drop(permit);
        assert!(greedy.await.is_some(), "its turn comes");
    }

    #[tokio::test(start_paused = true)]
    async fn nobody_waits_for_ever_and_only_so_many_wait() {
        let queue = Arc::new(FileQueue::default());
        let taken = take_all(&queue, &at(1));
        let waiting = (0..MAX_WAITING_PER_PRINCIPAL).map(|_| queue.take(at(1)));
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
