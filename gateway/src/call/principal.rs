//! The principal that a limit counts: a signed-in user, an API key, a browser, or everybody else at an address.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::Arc;

use super::caller::Caller;

/// The user, the key or the address that a call is counted for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Principal {
    /// A signed-in user.
    User(String),
    /// An API key, by its id.
    Key(Arc<str>),
    /// A browser without a session that has loaded a page. Rates alone know it: memory and files are shared by addresses, as
    /// a program can have any number of cookies.
    Browser { id: String, network: IpAddr },
    /// Everybody without a session at an address, or in a network of IPv6.
    Address(IpAddr),
}

impl Principal {
    /// The user, or without one the sender's address.
    pub fn new(caller: Option<&Caller>, address: IpAddr) -> Self {
        match caller {
            Some(caller) => Self::User(caller.user.id.clone()),
            None => Self::at(address),
        }
    }

    /// Everybody at an address.
    pub fn at(address: IpAddr) -> Self {
        Self::Address(network(address))
    }

    /// The browser, if it is known, or everybody at its address.
    pub fn without_session(browser: Option<&str>, address: IpAddr) -> Self {
        match browser {
            Some(id) => Self::Browser { id: id.to_owned(), network: network(address) },
            None => Self::at(address),
        }
    }

    /// Whether it is everybody without a session at an address.
    pub fn is_address(&self) -> bool {
        matches!(self, Self::Address(_))
    }
}

impl fmt::Display for Principal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::User(id) => write!(out, "user:{id}"),
            Self::Key(id) => write!(out, "key:{id}"),
            Self::Browser { id, .. } => write!(out, "browser:{id}"),
            Self::Address(address) => write!(out, "address:{address}"),
        }
    }
}

/// The part of an address that counts as one: of IPv6 the /64, all of which a single line is usually assigned.
pub fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
        }
        address @ IpAddr::V4(_) => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_with_ipv6_is_one_address() {
        let counted = |address: &str| Principal::at(address.parse().unwrap()).to_string();
        assert_eq!(counted("203.0.113.77"), "address:203.0.113.77");
        assert_eq!(counted("::ffff:203.0.113.77"), "address:203.0.113.77");
        assert_eq!(counted("2001:db8:1:2:3:4:5:6"), "address:2001:db8:1:2::");
        assert_eq!(counted("2001:db8:1:2:ffff::1"), counted("2001:db8:1:2::9"));
        assert_ne!(counted("2001:db8:1:3::1"), counted("2001:db8:1:2::1"));
    }
}
