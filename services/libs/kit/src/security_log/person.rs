//! The person behind an event and their network, without an address in clear.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use crate::config::Secret;
use crate::pseudonym::pseudonym;

const LONGEST_ID: usize = 64;

/// The person or program that acts: the id of a user or of an API key, or a pseudonym of an e-mail address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Principal(String);

impl Principal {
    pub fn user(id: &str) -> Self {
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        let is_id = (1..=LONGEST_ID).contains(&id.len()) && id.bytes().all(is_plain);
        Self(if is_id { id.to_owned() } else { "invalid".to_owned() })
    }

    /// An API key, by the part that is no secret.
    pub fn key(id: &str) -> Self {
        Self(format!("key:{}", Self::user(id).0))
    }

    /// The owner of a normalized e-mail address, the same for the same address while the secret stays.
    pub fn email(secret: &Secret, address: &str) -> Self {
        Self(format!("email:{}", pseudonym(secret, "security log", address)))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The network of an address: its /24 or /48.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network(String);

impl Network {
    pub fn new(address: IpAddr) -> Self {
        Self(match address.to_canonical() {
            IpAddr::V4(address) => {
                let [a, b, c, _] = address.octets();
                format!("{}/24", Ipv4Addr::new(a, b, c, 0))
            }
            IpAddr::V6(address) => {
                let [a, b, c, ..] = address.segments();
                format!("{}/48", Ipv6Addr::new(a, b, c, 0, 0, 0, 0, 0))
            }
        })
    }

    /// The network of an address in a text; none if it is no address.
    pub fn parse(address: &str) -> Option<Self> {
        address.parse().ok().map(Self::new)
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_names_no_single_address() {
        let network = |address: &str| Network::parse(address).map(|network| network.0);
        assert_eq!(network("203.0.113.77").as_deref(), Some("203.0.113.0/24"));
        assert_eq!(network("::ffff:203.0.113.77").as_deref(), Some("203.0.113.0/24"));
        assert_eq!(network("2001:db8:1:2:3:4:5:6").as_deref(), Some("2001:db8:1::/48"));
        assert_eq!(network("unknown"), None);
    }

    #[test]
    fn a_pseudonym_depends_on_address_and_secret() {
        let secret = Secret::new("one");
        let known = Principal::email(&secret, "ann@example.org");
        assert_eq!(known, Principal::email(&secret, "ann@example.org"));
        assert_ne!(known, Principal::email(&secret, "bob@example.org"));
        assert_ne!(known, Principal::email(&Secret::new("two"), "ann@example.org"));
    }

    #[test]
    fn an_address_is_no_user() {
        assert_eq!(Principal::user("ann@example.org").as_str(), "invalid");
        assert_eq!(Principal::user("a\nb").as_str(), "invalid");
        assert_eq!(Principal::user("").as_str(), "invalid");
    }
}
