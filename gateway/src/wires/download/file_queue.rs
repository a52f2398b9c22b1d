//! Permits to write files, of which a limited number is written at a time: a fair queue, in which no user has more than a
//! share, nor has an address for everybody there who is not signed in, nor has a network for all of them together.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

use super::file_limits::{
    LONGEST_QUEUE_WAIT, MAX_FILES, MAX_FILES_OF_ADDRESSES, MAX_FILES_PER_ADDRESS,
    MAX_FILES_PER_NETWORK, MAX_FILES_PER_USER, MAX_WAITING, MAX_WAITING_PER_NETWORK,
    MAX_WAITING_PER_PRINCIPAL,
};
use crate::call::principal::Principal;

/// The permits of all files, and the requests that wait for one.
#[derive(Default)]
pub struct FileQueue(Mutex<State>);

/// The right to write one file, returned when dropped.
pub struct FilePermit {
    queue: Arc<FileQueue>,
    principal: Principal,
    network: IpAddr,
}

#[derive(Default)]
struct State {
    taken: usize,
    by_principal: HashMap<Principal, usize>,
    by_network: HashMap<IpAddr, usize>,
    /// In the order of their arrival.
    waiting: Vec<WaitingRequest>,
}

struct WaitingRequest {
    principal: Principal,
    network: IpAddr,
    permit: oneshot::Sender<FilePermit>,
}

impl FileQueue {
    /// Waits for a permit; `None` if too many callers wait already, or the wait takes too long.
    pub async fn take(
        self: &Arc<Self>,
        principal: Principal,
        network: IpAddr,
    ) -> Option<FilePermit> {
        let (permit, receiver) = oneshot::channel();
        if !self.lock().enqueue(WaitingRequest { principal, network, permit }) {
            return None;
        }
        self.assign();
        tokio::time::timeout(LONGEST_QUEUE_WAIT, receiver).await.ok()?.ok()
    }

    /// Gives free permits to those whose turn it is.
    fn assign(self: &Arc<Self>) {
        loop {
            let next = self.lock().next();
            let Some(WaitingRequest { principal, network, permit }) = next else { return };
            // Dropped where the caller has gone meanwhile, and so returned.
            drop(permit.send(FilePermit { queue: Arc::clone(self), principal, network }));
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
        let near = self.waiting.iter().filter(|other| other.network == one.network).count();
        let has_room = own < MAX_WAITING_PER_PRINCIPAL
            && near < MAX_WAITING_PER_NETWORK
            && self.waiting.len() < MAX_WAITING;
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
                && self.files_from(one.network) < MAX_FILES_PER_NETWORK
        };
        let waiting = self.waiting.iter().enumerate().filter(within_share);
        let (at, _) = waiting.min_by_key(|(_, one)| self.files_of(&one.principal))?;
        let next = self.waiting.remove(at);
        self.taken += 1;
        *self.by_principal.entry(next.principal.clone()).or_default() += 1;
        *self.by_network.entry(next.network).or_default() += 1;
        Some(next)
    }

    fn files_of_addresses(&self) -> usize {
        let of_addresses = self.by_principal.iter().filter(|(principal, _)| principal.is_address());
        of_addresses.map(|(_, files)| files).sum()
    }

    fn files_of(&self, principal: &Principal) -> usize {
        self.by_principal.get(principal).copied().unwrap_or_default()
    }

    fn files_from(&self, network: IpAddr) -> usize {
        self.by_network.get(&network).copied().unwrap_or_default()
    }

    fn give_back(&mut self, principal: &Principal, network: IpAddr) {
        self.taken -= 1;
        count_down(&mut self.by_principal, principal);
        count_down(&mut self.by_network, &network);
    }

    fn forget_the_gone(&mut self) {
        self.waiting.retain(|one| !one.permit.is_closed());
    }
}

/// One file fewer, without an entry for who has none.
fn count_down<K: Eq + Hash>(files: &mut HashMap<K, usize>, key: &K) {
    if let Some(count) = files.get_mut(key) {
        *count -= 1;
        if *count == 0 {
            files.remove(key);
        }
    }
}

/// The most permits of one user or address.
fn share(principal: &Principal) -> usize {
    match principal {
        Principal::User(_) | Principal::Key(_) => MAX_FILES_PER_USER,
        Principal::Browser { .. } | Principal::Address(_) => MAX_FILES_PER_ADDRESS,
    }
}

impl Drop for FilePermit {
    fn drop(&mut self) {
        self.queue.lock().give_back(&self.principal, self.network);
        self.queue.assign();
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt as _;

    use super::*;

    /// A sender: the principal, and its network.
    type Sender = (Principal, IpAddr);

    fn at(address: u8) -> Sender {
        let address = [192, 0, 2, address].into();
        (Principal::at(address), address)
    }

    /// A user at an address of their own.
    fn by(user: &str) -> Sender {
        let at = user.bytes().next().unwrap_or_default();
        (Principal::User(user.to_owned()), [198, 51, 100, at].into())
    }

    /// One of many users at one address.
    fn crowd(number: usize) -> Sender {
        (Principal::User(format!("crowd-{number}")), [203, 0, 113, 1].into())
    }

    async fn take(queue: &Arc<FileQueue>, (principal, network): Sender) -> Option<FilePermit> {
        queue.take(principal, network).await
    }

    /// As many permits as there are at once.
    fn take_all(queue: &Arc<FileQueue>, sender: &Sender) -> Vec<FilePermit> {
        let mut taken = Vec::new();
        while let Some(Some(permit)) = take(queue, sender.clone()).now_or_never() {
            taken.push(permit);
        }
        taken
    }

    #[tokio::test]
    async fn no_number_of_accounts_at_one_address_holds_all_permits() {
        let queue = Arc::new(FileQueue::default());
        let mut taken = Vec::new();
        for number in 0..6 {
            taken.extend(take_all(&queue, &crowd(number)));
        }
        assert_eq!(taken.len(), MAX_FILES_PER_NETWORK);
        let neighbour = (Principal::at(crowd(0).1), crowd(0).1);
        assert!(take(&queue, neighbour).now_or_never().is_none(), "visitors there count, too");
        assert_eq!(take_all(&queue, &at(1)).len(), MAX_FILES_PER_ADDRESS);
        assert_eq!(take_all(&queue, &by("a")).len(), MAX_FILES_PER_USER);
        taken.pop();
        assert!(
            matches!(take(&queue, crowd(9)).now_or_never(), Some(Some(_))),
            "one is free again"
        );
        drop(taken);
        let state = queue.lock();
        assert_eq!((state.taken, state.by_principal.len(), state.by_network.len()), (0, 0, 0));
    }

    #[tokio::test(start_paused = true)]
    async fn no_number_of_accounts_at_one_address_fills_the_queue() {
        let queue = Arc::new(FileQueue::default());
        let mut taken = Vec::new();
        for number in 0..MAX_FILES_PER_NETWORK {
            taken.extend(take(&queue, crowd(number)).await);
        }
        assert_eq!(taken.len(), MAX_FILES_PER_NETWORK);
        let mut all: Vec<_> =
            (0..MAX_WAITING).map(|number| Box::pin(take(&queue, crowd(number)))).collect();
        let refused_at_once = all.iter_mut().map(|one| one.as_mut().now_or_never());
        let waiting = refused_at_once.filter(Option::is_none).count();
        assert_eq!(waiting, MAX_WAITING_PER_NETWORK);
        assert!(matches!(take(&queue, at(1)).now_or_never(), Some(Some(_))));
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
        assert_eq!((state.taken, state.by_principal.len(), state.by_network.len()), (0, 0, 0));
    }

    #[tokio::test(start_paused = true)]
    async fn users_wait_in_no_queue_but_their_own() {
        let queue = Arc::new(FileQueue::default());
        let taken = take_all(&queue, &at(1));
        let mut all: Vec<_> =
            (0..MAX_WAITING_PER_PRINCIPAL).map(|_| Box::pin(take(&queue, at(1)))).collect();
        for waiting in &mut all {
            assert!(waiting.as_mut().now_or_never().is_none());
        }
        assert!(matches!(take(&queue, at(1)).now_or_never(), Some(None)), "its queue is full");
        assert!(matches!(take(&queue, by("a")).now_or_never(), Some(Some(_))));
        assert!(matches!(take(&queue, at(2)).now_or_never(), Some(Some(_))));
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
        let (greedy, modest) = (take(&queue, at(1)), take(&queue, by("a")));
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
        let waiting = (0..MAX_WAITING_PER_PRINCIPAL).map(|_| take(&queue, at(1)));
        let all = futures::future::join_all(waiting);
        let beyond = async {
            tokio::task::yield_now().await;
            take(&queue, at(1)).now_or_never()
        };
        let (all, beyond) = tokio::join!(all, beyond);
        assert!(matches!(beyond, Some(None)), "refused at once");
        assert!(all.iter().all(Option::is_none), "after the longest wait");
        drop(taken);
        assert_eq!(take_all(&queue, &at(1)).len(), MAX_FILES_PER_ADDRESS);
    }
}
