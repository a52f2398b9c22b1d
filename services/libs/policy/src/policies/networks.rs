//! The networks of callers.

use std::net::IpAddr;

use ipnet::IpNet;

use super::field_error::{FieldError, FieldReason};

/// The most networks of a policy. Each is compared with the address of every call.
const MOST_NETWORKS: usize = 100;

/// A network in its usual form: without bits beyond its prefix, and IPv4 not written as IPv6.
pub fn parse(text: &str) -> Result<IpNet, String> {
    let Ok(network) = text.parse::<IpNet>() else {
        return Err("Write a network with its prefix length, such as 192.0.2.0/24.".into());
    };
    if network.network() != network.addr() {
        return Err(format!("The network is {}.", network.trunc()));
    }
    // Addresses of callers are compared in their IPv4 form, so that such a network would never match.
    match network {
        IpNet::V6(network) if network.addr().to_ipv4_mapped().is_some() => {
            Err("Write a network of IPv4 addresses in the form of IPv4.".into())
        }
        network => Ok(network),
    }
}

/// The networks of a valid policy, sorted.
pub fn new(texts: &[String]) -> Vec<IpNet> {
    let mut networks: Vec<IpNet> = texts.iter().filter_map(|text| parse(text).ok()).collect();
    networks.sort_unstable();
    networks
}

/// Whether an address belongs to one of the networks.
pub fn contain(networks: &[IpNet], address: IpAddr) -> bool {
    let address = address.to_canonical();
    networks.iter().any(|network| network.contains(&address))
}

/// Whether an address belongs to one of the networks of a valid policy or key.
pub fn is_within(texts: &[String], address: IpAddr) -> bool {
    contain(&new(texts), address)
}

/// The errors of the networks of a policy.
pub fn errors(texts: &[String]) -> Vec<FieldError> {
    if texts.len() > MOST_NETWORKS {
        let message = format!("A policy has at most {MOST_NETWORKS} networks.");
        return vec![FieldError::new("ip_cidrs", FieldReason::TooMany, message)];
    }
    let mut errors = Vec::new();
    for (place, text) in texts.iter().enumerate() {
        let path = format!("ip_cidrs[{place}]");
        if let Err(message) = parse(text) {
            errors.push(FieldError::new(path, FieldReason::NotANetwork, message));
        } else if texts[..place].contains(text) {
            let message = "The network is already in the list.";
            errors.push(FieldError::new(path, FieldReason::Duplicate, message));
        }
    }
    errors
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn networks_have_one_form() {
        assert!(
            ["10.0.0.0/8", "2001:db8::/32", "192.0.2.7/32"].iter().all(|text| parse(text).is_ok())
        );
        assert!(["10.0.0.0", "10.0.0.0/33", "a", ""].iter().all(|text| parse(text).is_err()));
        assert_eq!(parse("10.1.2.3/8").unwrap_err(), "The network is 10.0.0.0/8.");
        assert!(parse("::ffff:10.0.0.0/104").is_err());
    }

    #[test]
    fn an_ipv4_address_in_ipv6_form_belongs_to_its_network() {
        let networks = new(&["10.0.0.0/8".to_owned()]);
        assert!(contain(&networks, "10.1.2.3".parse().unwrap()));
        assert!(contain(&networks, "::ffff:10.1.2.3".parse().unwrap()));
        assert!(!contain(&networks, "11.0.0.0".parse().unwrap()));
    }
}
