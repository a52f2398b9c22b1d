//! The answers from which files were written, remembered for when their service is away.

use std::any::Any;

use bytes::Bytes;
use prost::Message;

use super::entry::OVERHEAD;
use super::freshness::{DomainState, MadeOf, is_of};
use crate::call::domain::COUNT;
use crate::call::output::Output;

/// The largest answer that is remembered: a page of a list, or decades of a number.
const LARGEST: usize = 4 << 20;

/// An answer from which a file is written.
pub trait FileAnswer: Clone + Send + Sync + 'static {
    /// About how many bytes it holds.
    fn bytes(&self) -> usize;
}

impl FileAnswer for Output {
    fn bytes(&self) -> usize {
        // Its buffer may have room for twice as many.
        2 * self.as_ref().map_or(0, Bytes::len)
    }
}

/// About how many bytes a decoded message of numbers holds: its vectors may have room for twice as many.
pub fn bytes_of_numbers(message: &impl Message) -> usize {
    2 * message.encoded_len()
}

/// The same of a message of short texts, each of which is on the heap by itself.
pub fn bytes_of_texts(message: &impl Message) -> usize {
    3 * message.encoded_len()
}

/// An answer of any type with the states of the data that it was made of. Its store is not that of screens: licences may keep out
/// of a file what a screen shows.
pub struct RememberedAnswer {
    answer: Box<dyn Any + Send + Sync>,
    bytes: usize,
    made_of: MadeOf,
}

impl RememberedAnswer {
    /// A copy of an answer; none if it is too large.
    pub fn new(answer: &impl FileAnswer, made_of: MadeOf) -> Option<Self> {
        let bytes = answer.bytes();
        (bytes <= LARGEST).then(|| Self { answer: Box::new(answer.clone()), bytes, made_of })
    }

    /// The answer, if it was made from these states.
    pub fn get<T: FileAnswer>(&self, states: &[Option<DomainState>; COUNT]) -> Option<T> {
        if is_of(&self.made_of, states) { self.answer.downcast_ref::<T>().cloned() } else { None }
    }

    /// Its size in memory.
    pub fn weight(&self) -> u32 {
        u32::try_from(OVERHEAD + self.bytes).unwrap_or(u32::MAX)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[test]
    fn is_the_answer_of_its_states_and_type_alone() {
        let answer: Output = Some(Bytes::from_static(b"[1]"));
        let remembered = RememberedAnswer::new(&answer, [None, Some(Arc::from("7"))]).unwrap();
        let at = |generation: &str| {
            [None, Some(DomainState { moves: 9, generation: generation.into() })]
        };
        assert_eq!(remembered.get::<Output>(&at("7")), Some(answer));
        assert_eq!(remembered.get::<Output>(&at("8")), None);
        assert_eq!(remembered.get::<Output>(&[None, None]), None);
        assert_eq!(remembered.get::<Other>(&at("7")), None);
        assert_eq!(remembered.weight() as usize, OVERHEAD + 6);
    }

    #[test]
    fn a_large_answer_is_not_remembered() {
        let of = |length: usize| {
            let answer: Output = Some(Bytes::from(vec![b' '; length]));
            RememberedAnswer::new(&answer, [const { None }; COUNT]).is_some()
        };
        assert!(of(LARGEST / 2) && !of(LARGEST / 2 + 1));
    }

    #[derive(Clone, Debug, PartialEq)]
    struct Other;

    impl FileAnswer for Other {
        fn bytes(&self) -> usize {
            0
        }
    }
}
