//! The keys of a process: its own private keys, and the public keys of all programs.

use std::collections::{BTreeMap, HashMap};

use ring::signature::{ED25519, Ed25519KeyPair, UnparsedPublicKey};

/// A key is signed with once it is this old: by then every process has read its public part.
const USED_AFTER_SECONDS: i64 = 5 * 60;
/// A key is accepted and kept until its successor is this old: what it signed has expired by then.
pub(super) const SUPERSEDED_AFTER_SECONDS: i64 = 10 * 60;
pub(super) const PUBLIC_LENGTH: usize = 32;

/// Public keys by program and by the second in which they were made.
pub(super) type PublicKeys = HashMap<(String, i64), [u8; PUBLIC_LENGTH]>;

/// The keys that a process knows.
#[derive(Default)]
pub(super) struct Keys {
    /// Its own, by the second in which they were made.
    pub own: BTreeMap<i64, Ed25519KeyPair>,
    pub public: PublicKeys,
}

impl Keys {
    /// The key to sign with: the newest that everybody knows, or else the oldest.
    pub fn signing(&self, now: i64) -> Option<(i64, &Ed25519KeyPair)> {
        let known = self.own.range(..=now - USED_AFTER_SECONDS).next_back();
        known.or_else(|| self.own.first_key_value()).map(|(made, key)| (*made, key))
    }

    /// The same without keys that are no longer signed with: a replaced key that has leaked ends by itself.
    pub fn accepted(mut self, now: i64) -> Self {
        let mut newest = HashMap::<String, i64>::new();
        for (program, made) in self.public.keys() {
            if now - made >= SUPERSEDED_AFTER_SECONDS {
                let known = newest.entry(program.clone()).or_insert(*made);
                *known = (*known).max(*made);
            }
        }
        let is_accepted =
            |program: &str, made: i64| newest.get(program).is_none_or(|it| made >= *it);
        self.public.retain(|(program, made), _| is_accepted(program, *made));
        self
    }

    /// Whether a program has signed the message with the key that it made in this second.
    pub fn has_signed(&self, program: &str, made: i64, message: &[u8], signature: &[u8]) -> bool {
        self.public.get(&(program.to_owned(), made)).is_some_and(|key| {
            UnparsedPublicKey::new(&ED25519, key).verify(message, signature).is_ok()
        })
    }

    /// The keys of a program among keys of all programs that follow from the names.
    #[cfg(feature = "testing")]
    pub fn for_tests(program: &str) -> Self {
        use ring::signature::KeyPair as _;
        use sha2::{Digest as _, Sha256};

        let pair = |name: &str| {
            let seed: [u8; 32] = Sha256::digest(format!("the test key of {name}")).into();
            Ed25519KeyPair::from_seed_unchecked(&seed).expect("a digest is as long as a seed")
        };
        let public = proto::rpcs::PROGRAMS.iter().filter_map(|name| {
            let key = pair(name).public_key().as_ref().try_into().ok()?;
            Some((((*name).to_owned(), 1), key))
        });
        Self { own: BTreeMap::from([(1, pair(program))]), public: public.collect() }
    }
}

/// Two folders hold the same keys if their public ones are the same, and the same private ones are there.
impl PartialEq for Keys {
    fn eq(&self, other: &Self) -> bool {
        self.public == other.public && self.own.keys().eq(other.own.keys())
    }
}
