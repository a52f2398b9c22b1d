//! The network of an IP address, for rate limits and the list of sessions.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// The /24 or /64 of an address, or `unknown`.
pub fn prefix(address: &str) -> String {
    match address.parse::<IpAddr>().map(|address| address.to_canonical()) {
        Ok(IpAddr::V4(address)) => {
            let [a, b, c, _] = address.octets();
            format!("{}/24", Ipv4Addr::new(a, b, c, 0))
        }
        Ok(IpAddr::V6(address)) => {
            let [a, b, c, d, ..] = address.segments();
            format!("{}/64", Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        Err(_) => "unknown".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_only_the_network() {
        assert_eq!(prefix("203.0.113.77"), "203.0.113.0/24");
        assert_eq!(prefix("::ffff:203.0.113.77"), "203.0.113.0/24");
        assert_eq!(prefix("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
        assert_eq!(prefix("not an address"), "unknown");
        assert_eq!(prefix(""), "unknown");
    }
}
