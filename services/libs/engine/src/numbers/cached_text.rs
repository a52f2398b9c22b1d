//! The text of a series' newest value, cached for one day: it changes with the date.

use std::sync::{Mutex, PoisonError};

use crate::calendar::day::Day;

/// The text, once it was written. A copy of the series begins without one.
#[derive(Debug, Default)]
pub struct CachedText(Mutex<Option<(Day, Box<[u8]>)>>);

impl CachedText {
    /// Bytes that most texts take; the memory of a series is estimated with it before its text is written.
    pub const USUAL: usize = 704;

    /// Appends the text of a day, writing it first if it is not cached.
    pub fn append<E>(
        &self,
        out: &mut Vec<u8>,
        today: Day,
        write: impl FnOnce(&mut Vec<u8>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, text)) = kept.as_ref().filter(|(day, _)| *day == today) {
            out.extend_from_slice(text);
            return Ok(());
        }
        let begin = out.len();
        write(out)?;
        *kept = Some((today, out[begin..].into()));
        Ok(())
    }
}

impl Clone for CachedText {
    fn clone(&self) -> Self {
        Self::default()
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    fn append(text: &CachedText, day: Day, words: &str) -> String {
        let mut out = b"> ".to_vec();
        let written: Result<(), Infallible> = text.append(&mut out, day, |out| {
            out.extend_from_slice(words.as_bytes());
            Ok(())
        });
        assert_eq!(written, Ok(()));
        String::from_utf8_lossy(&out).into_owned()
    }

    #[test]
    fn a_text_holds_for_its_day_and_its_series() {
        let text = CachedText::default();
        assert_eq!(append(&text, 1, "first"), "> first");
        assert_eq!(append(&text, 1, "second"), "> first");
        assert_eq!(append(&text, 2, "third"), "> third");
        assert_eq!(append(&text, 1, "fourth"), "> fourth");
        assert_eq!(append(&text.clone(), 1, "fifth"), "> fifth");
    }

    #[test]
    fn a_text_that_could_not_be_written_is_not_cached() {
        let text = CachedText::default();
        assert_eq!(text.append(&mut Vec::new(), 1, |_| Err("no room")), Err("no room"));
        assert_eq!(append(&text, 1, "first"), "> first");
    }
}
