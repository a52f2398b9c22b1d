//! Limits the number of connections, in total and from one address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use crate::call::principal::network;
use crate::http_message::retry_after;

/// The answer to a client when no connection, or no memory for the head of its request, is left.
pub fn no_room_left() -> String {
    format!(
        "HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\nretry-after: {}\r\nconnection: close\r\n\r\n",
        retry_after::CONNECTION
    )
}

/// Counts open connections, those of a /64 of IPv6 as of one address.
pub struct ConnectionLimiter {
    total: usize,
    per_address: usize,
    open: Mutex<OpenConnections>,
}

#[derive(Default)]
struct OpenConnections {
    total: usize,
    by_address: HashMap<IpAddr, usize>,
}

/// The right to one connection, returned when dropped.
pub struct ConnectionPermit {
    limiter: Arc<ConnectionLimiter>,
    address: Option<IpAddr>,
}

impl ConnectionLimiter {
    pub fn new(total: usize, per_address: usize) -> Arc<Self> {
        Arc::new(Self { total, per_address, open: Mutex::default() })
    }

    /// A permit, if one is free. A proxy brings many clients: only the total limits it.
    pub fn take(self: &Arc<Self>, peer: IpAddr, proxy: bool) -> Option<ConnectionPermit> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if open.total >= self.total {
            return None;
        }
        let address = (!proxy).then(|| network(peer));
        if let Some(address) = address {
            let count = open.by_address.entry(address).or_default();
            if *count >= self.per_address {
                return None;
            }
            *count += 1;
        }
        open.total += 1;
        Some(ConnectionPermit { limiter: Arc::clone(self), address })
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let mut open = self.limiter.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.total -= 1;
        let Some(address) = self.address else { return };
        if let Some(count) = open.by_address.get_mut(&address) {
            *count -= 1;
            if *count == 0 {
                open.by_address.remove(&address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_each_address_and_the_total() {
        let limiter = ConnectionLimiter::new(3, 2);
        let (first, second) = (IpAddr::from([192, 0, 2, 1]), IpAddr::from([192, 0, 2, 2]));
        let held = [limiter.take(first, false), limiter.take(first, false)];
        assert!(held.iter().all(Option::is_some));
        assert!(limiter.take(first, false).is_none(), "the limit of the address is reached");
        let other = limiter.take(second, false);
        assert!(other.is_some());
        assert!(limiter.take(second, false).is_none(), "the total is reached");
        drop(other);
        drop(held);
        assert!(limiter.open.lock().unwrap().by_address.is_empty());
        assert!(limiter.take(first, true).is_some());
    }

    #[test]
    fn a_network_of_ipv6_is_one_address() {
        let limiter = ConnectionLimiter::new(5, 1);
        let [first, neighbour, stranger] = ["2001:db8::1", "2001:db8::2:1", "2001:db8:0:1::1"]
            .map(|address| address.parse::<IpAddr>().unwrap());
        let held = limiter.take(first, false);
        assert!(held.is_some() && limiter.take(neighbour, false).is_none());
        assert!(limiter.take(stranger, false).is_some());
    }

    #[test]
    fn the_total_alone_limits_a_proxy() {
        let limiter = ConnectionLimiter::new(5, 1);
        let proxy = IpAddr::from([10, 0, 0, 1]);
        let held: Vec<_> = (0..6).filter_map(|_| limiter.take(proxy, true)).collect();
        assert_eq!(held.len(), 5);
    }
}
