//! How many connections there may be, altogether and from one address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

/// Counts connections.
pub struct Seats {
    total: usize,
    per_address: usize,
    taken: Mutex<Taken>,
}

#[derive(Default)]
struct Taken {
    total: usize,
    by_address: HashMap<IpAddr, usize>,
}

/// A place for one connection, given back when dropped.
pub struct Seat {
    seats: Arc<Seats>,
    address: Option<IpAddr>,
}

impl Seats {
    pub fn new(total: usize, per_address: usize) -> Arc<Self> {
        Arc::new(Self { total, per_address, taken: Mutex::default() })
    }

    /// A seat, if one is free. A proxy brings many clients: only the total binds it.
    pub fn take(self: &Arc<Self>, peer: IpAddr, proxy: bool) -> Option<Seat> {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        if taken.total >= self.total {
            return None;
        }
        let address = (!proxy).then(|| peer.to_canonical());
        if let Some(address) = address {
            let count = taken.by_address.entry(address).or_default();
            if *count >= self.per_address {
                return None;
            }
            *count += 1;
        }
        taken.total += 1;
        Some(Seat { seats: Arc::clone(self), address })
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut taken = self.seats.taken.lock().unwrap_or_else(PoisonError::into_inner);
        taken.total -= 1;
        let Some(address) = self.address else { return };
        if let Some(count) = taken.by_address.get_mut(&address) {
            *count -= 1;
            if *count == 0 {
                taken.by_address.remove(&address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_each_address_and_the_total() {
        let seats = Seats::new(3, 2);
        let (first, second) = (IpAddr::from([192, 0, 2, 1]), IpAddr::from([192, 0, 2, 2]));
        let held = [seats.take(first, false), seats.take(first, false)];
        assert!(held.iter().all(Option::is_some));
        assert!(seats.take(first, false).is_none(), "the address is full");
        let other = seats.take(second, false);
        assert!(other.is_some());
        assert!(seats.take(second, false).is_none(), "the house is full");
        drop(other);
        drop(held);
        assert!(seats.taken.lock().unwrap().by_address.is_empty());
        assert!(seats.take(first, true).is_some());
    }

    #[test]
    fn a_proxy_is_bound_by_the_total_alone() {
        let seats = Seats::new(5, 1);
        let proxy = IpAddr::from([10, 0, 0, 1]);
        let held: Vec<_> = (0..6).filter_map(|_| seats.take(proxy, true)).collect();
        assert_eq!(held.len(), 5);
    }
}
