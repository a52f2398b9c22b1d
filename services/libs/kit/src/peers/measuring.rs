//! The cost of the proof of a call for its two sides, for the bench (`deploy/bench`).

use std::path::Path;

use http::{Request, Uri};
use tonic::body::Body;

use super::Peers;
use crate::clock::Clock;
use crate::config::ConfigError;

/// A program that calls another.
pub struct Proof {
    sender: Peers,
    receiver: Peers,
}

impl Proof {
    /// Between two programs with the keys in a folder.
    pub fn between(sender: &str, receiver: &str, keys: &Path) -> Result<Self, ConfigError> {
        let peers = |program: &str| {
            let peers = Peers::in_folder(program, keys.to_owned(), Clock::system());
            peers.start().map(|_| peers)
        };
        Ok(Self { sender: peers(sender)?, receiver: peers(receiver)? })
    }

    /// Proves a call on behalf of the present person, as the sender does; whether the receiver admits it.
    pub fn is_admitted(&self, path: &'static str) -> bool {
        let mut request = Request::new(Body::empty());
        *request.uri_mut() = Uri::from_static(path);
        self.sender.write(request.headers_mut(), path);
        self.receiver.admit(&request).is_ok()
    }
}
