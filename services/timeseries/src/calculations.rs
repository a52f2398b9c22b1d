//! The places of calculations: about as many run side by side as there are processors, and users and visitors behind them
//! alternate, the users in turns.

use std::collections::VecDeque;
use std::num::NonZero;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use kit::security_log;
use tokio::sync::oneshot;

use crate::error::TimeseriesError;

/// The most calculations that wait.
const MOST_WAITING: usize = 256;
/// The most of one user, so that the others find room.
const MOST_WAITING_OF_USER: usize = 32;
/// The most of all visitors without a session, who may come from any number of addresses, so that users find room.
const MOST_WAITING_OF_VISITORS: usize = MOST_WAITING * 2 / 3;

/// Runs calculations; clones share the places.
#[derive(Clone)]
pub struct Calculations(Arc<Places>);

struct Places {
    most: usize,
    queue: Mutex<Queue>,
}

/// While a place is free, no call waits.
#[derive(Default)]
struct Queue {
    running: usize,
    /// The number of the newest call.
    numbered: u64,
    users: VecDeque<Turn>,
    /// The waiting calls of visitors, in their order: calls do not say which visitor made them.
    visitors: VecDeque<WaitingCall>,
    /// Whether the next place is for a visitor, if users wait as well.
    is_turn_of_visitors: bool,
}

/// The waiting calls of a user, in their order.
struct Turn {
    user: String,
    calls: VecDeque<WaitingCall>,
}

/// The number of a call, and where its place will come.
type WaitingCall = (u64, oneshot::Sender<Place>);

/// The place of a calculation, which passes to the next one when dropped.
pub struct Place(Arc<Places>);

/// A call that waits; one that leaves, as at its deadline, waits no more.
struct Waiting<'p> {
    places: &'p Places,
    number: u64,
}

impl Default for Calculations {
    fn default() -> Self {
        Self::side_by_side(thread::available_parallelism().map_or(1, NonZero::get))
    }
}

impl Calculations {
    /// Places for the calculations that run at the same time, at most `most` of them.
    pub fn side_by_side(most: usize) -> Self {
        Self(Arc::new(Places { most, queue: Mutex::default() }))
    }

    /// Waits for a place. What a calculation needs besides, such as memory, is taken afterwards: a call that waits keeps
    /// nothing from others.
    pub async fn place(&self) -> Result<Place, TimeseriesError> {
        let user = security_log::actor().map(|user| user.as_str().to_owned());
        self.0.take(user).await.ok_or(TimeseriesError::Busy)
    }

    /// Runs a calculation once a place is free.
    pub async fn run<T: Send + 'static>(
        &self,
        calculation: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, TimeseriesError> {
        self.place().await?.run(calculation).await
    }
}

impl Place {
    /// Runs a calculation on a thread of its own, where it blocks no other call. It keeps its place even if its caller leaves,
    /// until it is done.
    pub async fn run<T: Send + 'static>(
        self,
        calculation: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, TimeseriesError> {
        let made = tokio::task::spawn_blocking(move || {
            let _place = self;
            calculation()
        });
        made.await.map_err(|_| TimeseriesError::NotReady)
    }
}

impl Places {
    /// Waits for a place; none if too many wait already.
    async fn take(self: &Arc<Self>, user: Option<String>) -> Option<Place> {
        let (number, place) = {
            let mut queue = self.lock();
            if queue.running < self.most {
                queue.running += 1;
                return Some(Place(Arc::clone(self)));
            }
            queue.add(user)?
        };
        let _waiting = Waiting { places: self, number };
        place.await.ok()
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Queue {
    /// The number of the call, and where its place will come; none if there is no room.
    fn add(&mut self, user: Option<String>) -> Option<(u64, oneshot::Receiver<Place>)> {
        if self.waiting() >= MOST_WAITING {
            return None;
        }
        self.numbered += 1;
        let number = self.numbered;
        let (calls, most) = match user {
            Some(user) => (self.calls_of(user), MOST_WAITING_OF_USER),
            None => (&mut self.visitors, MOST_WAITING_OF_VISITORS),
        };
        if calls.len() >= most {
            return None;
        }
        let (sender, receiver) = oneshot::channel();
        calls.push_back((number, sender));
        Some((number, receiver))
    }

    fn waiting(&self) -> usize {
        self.visitors.len() + self.users.iter().map(|turn| turn.calls.len()).sum::<usize>()
    }

    /// The waiting calls of a user, whose turn comes after those of the others if none waits yet.
    fn calls_of(&mut self, user: String) -> &mut VecDeque<WaitingCall> {
        let known = self.users.iter().position(|turn| turn.user == user);
        let at = known.unwrap_or_else(|| {
            self.users.push_back(Turn { user, calls: VecDeque::new() });
            self.users.len() - 1
        });
        &mut self.users[at].calls
    }

    /// The call that gets a place which was left. Without one it is free.
    fn pass_on(&mut self) -> Option<oneshot::Sender<Place>> {
        let is_of_visitor =
            self.users.is_empty() || self.is_turn_of_visitors && !self.visitors.is_empty();
        let next = if is_of_visitor { self.visitors.pop_front() } else { self.next_of_users() };
        let Some((_, sender)) = next else {
            self.running -= 1;
            return None;
        };
        self.is_turn_of_visitors = !is_of_visitor;
        Some(sender)
    }

    fn next_of_users(&mut self) -> Option<WaitingCall> {
        let mut turn = self.users.pop_front()?;
        let call = turn.calls.pop_front()?;
        if !turn.calls.is_empty() {
            self.users.push_back(turn);
        }
        Some(call)
    }

    fn leave(&mut self, number: u64) {
        let is_other = |(known, _): &WaitingCall| *known != number;
        self.visitors.retain(is_other);
        for turn in &mut self.users {
            turn.calls.retain(is_other);
        }
        self.users.retain(|turn| !turn.calls.is_empty());
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let next = self.0.lock().pass_on();
        if let Some(next) = next {
            // If the call has just left, the place comes back and passes on again.
            drop(next.send(Self(Arc::clone(&self.0))));
        }
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.places.lock().leave(self.number);
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt as _;
    use proptest::prelude::*;

    use super::*;

    fn one_place() -> (Arc<Places>, Place) {
        let places = Calculations::side_by_side(1).0;
        let held = places.take(None).now_or_never().flatten().unwrap();
        (places, held)
    }

    fn running_and_waiting(places: &Places) -> (usize, usize) {
        let queue = places.lock();
        (queue.running, queue.waiting())
    }

    fn user(name: &str) -> Option<String> {
        (!name.is_empty()).then(|| name.to_owned())
    }

    /// The waiting calls of these callers, by their positions, in the order in which they get the place.
    fn served(places: &Places, callers: &[&str], mut held: Place) -> Vec<usize> {
        let add = |name: &&str| places.lock().add(user(name)).unwrap().1;
        let mut waiting: Vec<_> = callers.iter().map(add).enumerate().collect();
        let mut order = Vec::new();
        while !waiting.is_empty() {
            drop(held);
            let mut calls = waiting.iter_mut().enumerate();
            let called = calls.find_map(|(at, (_, call))| Some((at, call.try_recv().ok()?)));
            let (at, place) = called.unwrap();
            order.push(waiting.remove(at).0);
            held = place;
        }
        drop(held);
        order
    }

    #[test]
    fn users_take_turns_and_visitors_get_every_other_place() {
        let (places, held) = one_place();
        let callers = ["a", "a", "a", "b", "", "a", "", "b"];
        let order = served(&places, &callers, held);
        let order: Vec<_> = order.into_iter().map(|at| callers[at]).collect();
        assert_eq!(order, ["a", "", "b", "", "a", "b", "a", "a"]);
        assert_eq!(running_and_waiting(&places), (0, 0));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        /// While both wait, users and visitors alternate. Users have as many calls before them as the others, and each caller
        /// has theirs in order.
        #[test]
        fn no_caller_waits_for_all_calls_of_another(
            callers in prop::collection::vec(
                prop::sample::select(vec!["", "", "a", "b", "c"]),
                0..MOST_WAITING_OF_USER,
            ),
        ) {
            let (places, held) = one_place();
            let order = served(&places, &callers, held);
            prop_assert_eq!(running_and_waiting(&places), (0, 0));
            let is_visitor = |at: usize| callers[at].is_empty();
            let visitors = order.iter().filter(|at| is_visitor(**at)).count();
            let of_both = 2 * visitors.min(order.len() - visitors);
            for (turn, at) in order[..of_both].iter().enumerate() {
                prop_assert_eq!(is_visitor(*at), turn % 2 == 1);
            }
            let calls_before = |at: &usize| {
                callers[..*at].iter().filter(|caller| **caller == callers[*at]).count()
            };
            let of_users = order.iter().filter(|at| !is_visitor(**at)).map(calls_before);
            prop_assert!(of_users.is_sorted());
            for name in ["", "a", "b", "c"] {
                prop_assert!(order.iter().filter(|at| callers[**at] == name).is_sorted());
            }
        }
    }

    #[test]
    fn the_queue_has_bounds_for_a_user_for_visitors_and_for_all() {
        let (places, _held) = one_place();
        let mut waiting = Vec::new();
        let mut fill = |name: &str| {
            let before = waiting.len();
            while let Some(call) = places.lock().add(user(name)) {
                waiting.push(call);
            }
            waiting.len() - before
        };
        assert_eq!(fill(""), MOST_WAITING_OF_VISITORS);
        assert_eq!((fill("a"), fill("b")), (MOST_WAITING_OF_USER, MOST_WAITING_OF_USER));
        let rest = MOST_WAITING - MOST_WAITING_OF_VISITORS - 2 * MOST_WAITING_OF_USER;
        assert_eq!(fill("c"), rest);
        assert!(places.take(user("d")).now_or_never().unwrap().is_none(), "refused at once");
    }

    #[test]
    fn a_call_that_leaves_gives_up_its_turn_and_its_place() {
        let (places, held) = one_place();
        for name in ["a", ""] {
            assert!(places.take(user(name)).now_or_never().is_none(), "it waits, and leaves");
            assert_eq!(running_and_waiting(&places), (1, 0));
        }
        // It leaves when its place is on the way.
        let (_, call) = places.lock().add(user("a")).unwrap();
        drop(held);
        assert_eq!(places.lock().running, 1);
        drop(call);
        // And when the place was about to be sent.
        assert_eq!(places.lock().running, 0);
        let held = places.take(None).now_or_never().flatten().unwrap();
        drop(places.lock().add(user("a")).unwrap().1);
        drop(held);
        assert_eq!(running_and_waiting(&places), (0, 0));
    }

    #[tokio::test]
    async fn a_panic_leaves_its_place() {
        let calculations = Calculations::side_by_side(1);
        let broken = calculations.run::<()>(|| panic!("it breaks")).await;
        assert!(matches!(broken, Err(TimeseriesError::NotReady)));
        assert_eq!(calculations.run(|| 3).await.unwrap(), 3);
    }
}
