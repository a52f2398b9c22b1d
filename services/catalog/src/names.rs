//! Names as they are put in order.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

/// A name without regard to capitals and accents.
pub fn folded(name: &str) -> String {
    name.nfkd().filter(|letter| !is_combining_mark(*letter)).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capitals_and_accents_do_not_count() {
        assert_eq!(folded("Élan ÄRGER"), "elan arger");
        assert_eq!(folded("ﬁ"), "fi");
    }
}
