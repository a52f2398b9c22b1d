//! One cached answer, and the forms in which wires send it.

use std::ops::Range;
use std::sync::OnceLock;

use bytes::Bytes;
use tokio::time::Instant;

use super::freshness::{ANSWER_LIFETIME, DomainState, MadeOf, is_of};
use super::key::Key;
use crate::call::domain::COUNT;
use crate::call::output::Output;

/// The memory of an answer beside its bytes.
pub(super) const OVERHEAD: usize = 256;
/// The most encoded forms of an answer that are cached beside its text.
const FORMS: usize = 4;

/// The envelope that a wire writes around every answer. A cached answer stands between them, so that it is sent without a copy.
#[derive(Clone, Copy)]
pub struct Frame {
    /// Before the JSON.
    pub before: &'static [u8],
    /// After the JSON.
    pub after: &'static [u8],
    /// In place of all three where a procedure returns nothing.
    pub nothing: &'static [u8],
}

/// The number of a form of cached answers, such as one that is packed. Wires give each of theirs one of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form(usize);

impl Form {
    /// The form of a number below four.
    pub const fn new(number: usize) -> Self {
        assert!(number < FORMS, "an answer has at most four forms");
        Self(number)
    }
}

/// An answer with the states of the data that it was made of.
pub struct CachedAnswer {
    pub(super) key: Key,
    framed: Bytes,
    /// Where the JSON stands within the frame.
    json: Option<Range<usize>>,
    made_of: MadeOf,
    made_at: Instant,
    /// The bytes of each form once they are needed; `None` within a form that cannot be made.
    forms: [OnceLock<Option<Bytes>>; FORMS],
}

impl CachedAnswer {
    /// An answer within its frame.
    pub fn new(key: Key, frame: Frame, output: &Output, made_of: MadeOf) -> Self {
        let (framed, json) = match output {
            Some(json) => {
                let begin = frame.before.len();
                let framed = [frame.before, json, frame.after].concat();
                (Bytes::from(framed), Some(begin..begin + json.len()))
            }
            None => (Bytes::from_static(frame.nothing), None),
        };
        Self { key, framed, json, made_of, made_at: Instant::now(), forms: Default::default() }
    }

    /// The answer within its frame.
    pub fn framed(&self) -> Bytes {
        self.framed.clone()
    }

    /// Whether it still says when its data were last found current.
    pub(super) fn is_fresh(&self) -> bool {
        self.made_at.elapsed() < ANSWER_LIFETIME
    }

    /// The JSON alone.
    pub fn output(&self) -> Output {
        self.json.clone().map(|json| self.framed.slice(json))
    }

    /// A form of the answer, and whether it was made just now.
    pub(super) fn form(
        &self,
        form: Form,
        make: impl FnOnce() -> Option<Bytes>,
    ) -> (Option<Bytes>, bool) {
        let mut is_new = false;
        let made = self.forms[form.0].get_or_init(|| {
            is_new = true;
            make()
        });
        (made.clone(), is_new)
    }

    /// Whether it was made from these states.
    pub(super) fn is_of(&self, states: &[Option<DomainState>; COUNT]) -> bool {
        is_of(&self.made_of, states)
    }

    /// Its size in memory.
    pub(super) fn weight(&self) -> u32 {
        let forms = self.forms.iter().filter_map(|form| form.get()?.as_ref());
        let bytes = OVERHEAD + self.framed.len() + forms.map(Bytes::len).sum::<usize>();
        u32::try_from(bytes).unwrap_or(u32::MAX)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::call::access::Entitlement;

    const FRAME: Frame = Frame { before: b"<<", after: b">", nothing: b"<<>" };

    fn entry(made_of: [Option<&str>; COUNT]) -> CachedAnswer {
        let key = Key::new("a.b", &Entitlement::default(), 0, None);
        let output = Some(Bytes::from(format!("[{}1]", "1,".repeat(1_000))));
        CachedAnswer::new(key, FRAME, &output, made_of.map(|one| one.map(Arc::from)))
    }

    #[test]
    fn is_of_the_states_it_was_made_of() {
        let at = |generation: &str| Some(DomainState { moves: 9, generation: generation.into() });
        let entry = entry([None, Some("7")]);
        assert!(entry.is_of(&[None, at("7")]) && entry.is_of(&[at("1"), at("7")]));
        for wrong in [[None, at("8")], [at("7"), at("8")], [at("7"), None]] {
            assert!(!entry.is_of(&wrong), "{wrong:?}");
        }
    }

    #[test]
    fn a_form_is_made_once_and_weighs_what_it_holds() {
        let entry = entry([None, None]);
        let before = entry.weight();
        let make = || Some(Bytes::from_static(b"packed"));
        let (first, is_new) = entry.form(Form::new(1), make);
        let (again, is_new_again) = entry.form(Form::new(1), || unreachable!());
        assert_eq!((&first, is_new, is_new_again), (&again, true, false));
        assert_eq!(entry.weight() as usize, before as usize + first.unwrap().len());
    }

    #[test]
    fn the_json_stands_within_the_frame() {
        let key = Key::new("a.b", &Entitlement::default(), 0, None);
        let of = |output: Output| CachedAnswer::new(key, FRAME, &output, [const { None }; COUNT]);
        let some = of(Some(Bytes::from_static(b"[1]")));
        assert_eq!((&some.framed()[..], some.output()), (&b"<<[1]>"[..], Some("[1]".into())));
        let nothing = of(None);
        assert_eq!((&nothing.framed()[..], nothing.output()), (&b"<<>"[..], None));
    }
}
