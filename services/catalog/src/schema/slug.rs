//! The forms of slugs, and whether a text is a slug of a form.

use kit::spreadsheet_formulas::FORMULA_SIGNS;
use kit::text_lengths::LONGEST_SLUG;
use serde_json::Value;

use super::ExpectedForm;

/// The longest slug of words; those of tokens, a network and an address, may be longer.
const LONGEST_WORDS: usize = 120;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slug {
    /// Words of small letters and digits, joined by hyphens.
    Plain,
    /// The same without these words, which are the addresses of other pages.
    PlainBut(&'static [&'static str]),
    /// The same, joined by underscores.
    Underscore,
    /// A network and an address, as the network writes it.
    Address,
}

/// A slug of the given shape.
pub fn slug(shape: Slug, text: &str) -> Result<Value, ExpectedForm> {
    let joined_by = match shape {
        Slug::PlainBut(pages) if pages.contains(&text) => {
            return Err(format!("another slug: {} are pages of their own", pages.join(" and ")));
        }
        Slug::Plain | Slug::PlainBut(_) => '-',
        Slug::Underscore => '_',
        Slug::Address => {
            let odd = |letter: char| letter.is_whitespace() || letter.is_control();
            let runs = text.starts_with(FORMULA_SIGNS);
            let fits = !text.is_empty() && text.len() <= LONGEST_SLUG && !text.contains(odd);
            return (fits && !runs).then(|| text.into()).ok_or_else(|| {
                format!(
                    "a network and an address without spaces and without a sign at their beginning, of at most {LONGEST_SLUG} bytes"
                )
            });
        }
    };
    let fits = text.len() <= LONGEST_WORDS
        && text.split(joined_by).all(|word| {
            !word.is_empty()
                && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
        });
    fits.then(|| text.into()).ok_or_else(|| {
        format!(
            "words of a-z and 0-9, joined by {joined_by:?}, of at most {LONGEST_WORDS} characters"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slugs_are_words() {
        for good in ["a", "usd-coin-2", "0x"] {
            assert!(slug(Slug::Plain, good).is_ok(), "{good}");
        }
        for bad in ["", "-a", "a--b", "A", "a_b", "ä", &"a".repeat(121)] {
            assert!(slug(Slug::Plain, bad).is_err(), "{bad}");
        }
        let pages = Slug::PlainBut(&["aggregates", "timeseries"]);
        assert!(slug(pages, "aggregate").is_ok() && slug(pages, "A").is_err());
        assert_eq!(
            slug(pages, "timeseries"),
            Err("another slug: aggregates and timeseries are pages of their own".to_owned())
        );
        assert!(slug(Slug::Underscore, "daily_mints_dollar").is_ok());
        assert!(slug(Slug::Address, "stellar:USDC-GA5Z").is_ok());
        for bad in ["a b", "=1+1", "@sum", "-a", "＋a"] {
            assert!(slug(Slug::Address, bad).is_err(), "{bad}");
        }
    }
}
