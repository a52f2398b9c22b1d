//! One answer as it is kept: framed, and packed when somebody asks for it so.

use std::sync::{Arc, OnceLock};

use bytes::Bytes;

use super::freshness::{COUNT, Standing};
use super::key::Key;
use crate::http_message::coding::{Coding, Effort};
use crate::wires::trpc::envelope::{self, Answer};

/// What an answer takes beside its bytes.
const OVERHEAD: usize = 256;

/// An answer with the states of the data that it was made of.
pub struct Entry {
    /// The question.
    pub key: Key,
    /// The result as the only one of a batch; without the brackets, as the answer to a call alone.
    framed: Bytes,
    made_of: [Option<Arc<str>>; COUNT],
    /// By coding, alone and as the only one of a batch. None where it cannot be packed.
    packed: [OnceLock<Option<Bytes>>; 4],
}

impl Entry {
    /// Frames an answer.
    pub fn new(key: Key, answer: &Answer, made_of: [Option<Arc<str>>; COUNT]) -> Self {
        let mut framed = vec![b'['];
        envelope::write_result(&mut framed, answer);
        framed.push(b']');
        framed.shrink_to_fit();
        Self { key, framed: framed.into(), made_of, packed: Default::default() }
    }

    /// The result, framed.
    pub fn alone(&self) -> Bytes {
        self.framed.slice(1..self.framed.len() - 1)
    }

    /// The answer to a request that makes this one call.
    pub fn whole(&self, batch: bool) -> Bytes {
        if batch { self.framed.clone() } else { self.alone() }
    }

    /// The same in fewer bytes, and whether they were made just now.
    pub fn packed(&self, batch: bool, coding: Coding) -> (Option<Bytes>, bool) {
        let place = usize::from(batch) + 2 * usize::from(coding == Coding::Gzip);
        let mut made = false;
        let packed = self.packed[place].get_or_init(|| {
            made = true;
            coding.encode(&self.whole(batch), Effort::Live).ok().map(Bytes::from)
        });
        (packed.clone(), made)
    }

    /// Whether it was made of these states. What it was not made of does not count.
    pub fn is_of(&self, standings: &[Option<Standing>; COUNT]) -> bool {
        standings.iter().zip(&self.made_of).all(|(standing, made_of)| match made_of {
            Some(made_of) => standing.as_ref().is_some_and(|at| at.generation == *made_of),
            None => true,
        })
    }

    /// Whether a service has told what it was made of.
    pub fn is_of_something(&self) -> bool {
        self.made_of.iter().any(Option::is_some)
    }

    /// What it takes in memory.
    pub fn weight(&self) -> u32 {
        let packed = self.packed.iter().filter_map(|form| form.get()?.as_ref());
        let bytes = OVERHEAD + self.framed.len() + packed.map(Bytes::len).sum::<usize>();
        u32::try_from(bytes).unwrap_or(u32::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::super::key::Entitlement;
    use super::*;

    fn entry(made_of: [Option<&str>; COUNT]) -> Entry {
        let key = Key::of("a.b", &Entitlement::default(), 0, None);
        let answer = Some(Bytes::from(format!("[{}1]", "1,".repeat(1_000))));
        Entry::new(key, &answer, made_of.map(|one| one.map(Arc::from)))
    }

    #[test]
    fn is_of_the_states_it_was_made_of() {
        let at = |generation: &str| Some(Standing { moves: 9, generation: generation.into() });
        let entry = entry([None, Some("7")]);
        assert!(entry.is_of(&[None, at("7")]) && entry.is_of(&[at("1"), at("7")]));
        for wrong in [[None, at("8")], [at("7"), at("8")], [at("7"), None]] {
            assert!(!entry.is_of(&wrong), "{wrong:?}");
        }
    }

    #[test]
    fn is_packed_once_and_weighs_what_it_holds() {
        let entry = entry([None, None]);
        assert!(entry.alone().starts_with(b"{\"result\"") && entry.whole(true).starts_with(b"[{"));
        let before = entry.weight();
        let (first, made) = entry.packed(true, Coding::Zstd);
        let (again, made_again) = entry.packed(true, Coding::Zstd);
        assert_eq!((first.clone(), made, made_again), (again, true, false));
        assert_eq!(entry.weight() as usize, before as usize + first.unwrap().len());
        let (alone, _) = entry.packed(false, Coding::Zstd);
        let read = zstd::bulk::decompress(&alone.unwrap(), 1 << 16).unwrap();
        assert_eq!(read, entry.alone());
    }
}
