//! The address of a client, for rate limits and the list of sessions.

use std::net::IpAddr;

use axum::http::HeaderMap;

use crate::state::AppState;

/// The address at the other end of the connection; an extension of every request.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub IpAddr);

/// The address of the sender of a request with these headers, which came over a connection from this peer.
pub fn sender_address(state: &AppState, headers: &HeaderMap, peer: IpAddr) -> IpAddr {
    client_address(peer, headers, |address| state.config.trusts(address))
}

/// The address of the client. Each proxy appends the address of its peer, so the list is read from its end as long as
/// the proxies are trusted; earlier entries are claims of the client.
fn client_address(peer: IpAddr, headers: &HeaderMap, trusted: impl Fn(IpAddr) -> bool) -> IpAddr {
    let mut client = peer.to_canonical();
    // Foreign bytes are an entry that is no address; they must not hide what a proxy wrote behind them.
    let received = headers.get_all("x-forwarded-for").into_iter();
    let lines: Vec<_> = received.map(|line| String::from_utf8_lossy(line.as_bytes())).collect();
    let hops = lines.iter().flat_map(|line| line.split(',')).collect::<Vec<_>>();
    for hop in hops.into_iter().rev() {
        if !trusted(client) {
            break;
        }
        let Ok(next) = hop.trim().parse::<IpAddr>() else {
            break;
        };
        client = next.to_canonical();
    }
    client
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn seen(peer: &str, forwarded: &[&str]) -> String {
        let mut headers = HeaderMap::new();
        for line in forwarded {
            headers.append("x-forwarded-for", HeaderValue::from_bytes(line.as_bytes()).unwrap());
        }
        let trusted = |address: IpAddr| address.to_string().starts_with("10.");
        client_address(peer.parse().unwrap(), &headers, trusted).to_string()
    }

    #[test]
    fn trusts_the_entries_of_trusted_proxies_only() {
        assert_eq!(seen("198.51.100.1", &["203.0.113.9"]), "198.51.100.1");
        assert_eq!(seen("10.0.0.1", &["203.0.113.9"]), "203.0.113.9");
        assert_eq!(seen("10.0.0.1", &["1.1.1.1, 203.0.113.9, 10.0.0.2"]), "203.0.113.9");
        assert_eq!(seen("10.0.0.1", &["1.1.1.1", "203.0.113.9"]), "203.0.113.9");
        assert_eq!(seen("::ffff:10.0.0.1", &["203.0.113.9"]), "203.0.113.9");
    }

    #[test]
    fn stops_at_an_entry_that_is_no_address() {
        assert_eq!(seen("10.0.0.1", &["203.0.113.9, unknown"]), "10.0.0.1");
        assert_eq!(seen("10.0.0.1", &["\u{e9}, 203.0.113.9"]), "203.0.113.9");
        assert_eq!(seen("10.0.0.1", &[]), "10.0.0.1");
        assert_eq!(seen("10.0.0.1", &["10.0.0.3"]), "10.0.0.3");
    }
}
