//! A text about a series, kept for the day on which it holds.

use std::sync::{Mutex, PoisonError};

use crate::day::Day;

/// The text, once it was asked for. It belongs to the series that it was written of: another one begins without.
#[derive(Debug, Default)]
pub struct CachedText(Mutex<Option<(Day, Box<[u8]>)>>);

impl CachedText {
    /// Bytes that a text may take, for what a series is counted with before anybody asks.
    pub const USUAL: usize = 640;

    /// Appends the text of a day, which is written where it is not there yet.
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

    fn told(text: &CachedText, day: Day, words: &str) -> String {
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
        assert_eq!(told(&text, 1, "first"), "> first");
        assert_eq!(told(&text, 1, "second"), "> first");
        assert_eq!(told(&text, 2, "third"), "> third");
        assert_eq!(told(&text, 1, "fourth"), "> fourth");
        assert_eq!(told(&text.clone(), 1, "fifth"), "> fifth");
    }

    #[test]
    fn what_could_not_be_written_is_not_kept() {
        let text = CachedText::default();
        assert_eq!(text.append(&mut Vec::new(), 1, |_| Err("no room")), Err("no room"));
        assert_eq!(told(&text, 1, "first"), "> first");
    }
}
