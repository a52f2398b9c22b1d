//! The places of calculations: about as many run side by side as there are processors, and the users behind the others take
//! turns.

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
    waiting: usize,
    /// How many calls have waited so far, by which each is known.
    numbered: u64,
    turns: VecDeque<Turn>,
}

/// The waiting calls of a user, in their order. A call without a signed-in user has a turn of its own.
struct Turn {
    user: Option<String>,
    calls: VecDeque<(u64, oneshot::Sender<Place>)>,
}

/// The place of a calculation, which passes to the next one when dropped.
struct Place(Arc<Places>);

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
    /// So many run at the same time.
    pub fn side_by_side(most: usize) -> Self {
        Self(Arc::new(Places { most, queue: Mutex::default() }))
    }

    /// Runs a calculation on a thread of its own, where it blocks no other call, once a place is free. It keeps its place
    /// even if its caller leaves, until it is done.
    pub async fn run<T: Send + 'static>(
        &self,
        calculation: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, TimeseriesError> {
        let user = security_log::actor().map(|user| user.as_str().to_owned());
        let place = self.0.take(user).await.ok_or(TimeseriesError::Busy)?;
        let made = tokio::task::spawn_blocking(move || {
            let _place = place;
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
        let known = self.turns.iter_mut().find(|turn| user.is_some() && turn.user == user);
        let has_many = known.as_ref().is_some_and(|turn| turn.calls.len() >= MOST_WAITING_OF_USER);
        if has_many || self.waiting >= MOST_WAITING {
            return None;
        }
        let (sender, receiver) = oneshot::channel();
        self.numbered += 1;
        let call = (self.numbered, sender);
        match known {
            Some(turn) => turn.calls.push_back(call),
            None => self.turns.push_back(Turn { user, calls: VecDeque::from([call]) }),
        }
        self.waiting += 1;
        Some((self.numbered, receiver))
    }

    /// The call that gets a place which was left. Without one it is free.
    fn pass_on(&mut self) -> Option<oneshot::Sender<Place>> {
        let next = self.turns.pop_front().and_then(|mut turn| {
            let (_, sender) = turn.calls.pop_front()?;
            if !turn.calls.is_empty() {
                self.turns.push_back(turn);
            }
            Some(sender)
        });
        match next {
            Some(_) => self.waiting -= 1,
            None => self.running -= 1,
        }
        next
    }

    fn leave(&mut self, number: u64) {
        for turn in &mut self.turns {
            let before = turn.calls.len();
            turn.calls.retain(|(known, _)| *known != number);
            self.waiting -= before - turn.calls.len();
        }
        self.turns.retain(|turn| !turn.calls.is_empty());
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

    use super::*;

    fn one_place() -> (Arc<Places>, Place) {
        let places = Calculations::side_by_side(1).0;
        let held = places.take(None).now_or_never().flatten().unwrap();
        (places, held)
    }

    fn running_and_waiting(places: &Places) -> (usize, usize) {
        let queue = places.lock();
        (queue.running, queue.waiting)
    }

    fn user(name: &str) -> Option<String> {
        (!name.is_empty()).then(|| name.to_owned())
    }

    #[test]
    fn users_take_turns_and_each_call_of_a_visitor_has_one() {
        let (places, mut held) = one_place();
        let mut waiting: Vec<_> = ["a", "a", "a", "b", "", "a", "", "b"]
            .map(|name| (name, places.lock().add(user(name)).unwrap().1))
            .into();
        let mut order = Vec::new();
        while !waiting.is_empty() {
            drop(held);
            let mut calls = waiting.iter_mut().enumerate();
            let called = calls.find_map(|(at, (_, call))| Some((at, call.try_recv().ok()?)));
            let (at, place) = called.unwrap();
            order.push(waiting.remove(at).0);
            held = place;
        }
        assert_eq!(order, ["a", "b", "", "", "a", "b", "a", "a"]);
        drop(held);
        assert_eq!(running_and_waiting(&places), (0, 0));
    }

    #[test]
    fn the_queue_has_bounds_for_a_user_and_for_all() {
        let (places, _held) = one_place();
        let mut waiting = Vec::new();
        while let Some(call) = places.lock().add(user("a")) {
            waiting.push(call);
        }
        assert_eq!(waiting.len(), MOST_WAITING_OF_USER);
        while let Some(call) = places.lock().add(None) {
            waiting.push(call);
        }
        assert_eq!(waiting.len(), MOST_WAITING);
        assert!(places.take(user("b")).now_or_never().unwrap().is_none(), "refused at once");
    }

    #[test]
    fn a_call_that_leaves_gives_up_its_turn_and_its_place() {
        let (places, held) = one_place();
        assert!(places.take(user("a")).now_or_never().is_none(), "it waits, and leaves");
        assert_eq!(places.lock().waiting, 0);
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
