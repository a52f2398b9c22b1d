//! The form of a name by which records are sorted.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

// One letter may unfold into eighteen, and an index takes no more than 2,700 bytes.
const LONGEST: usize = 300;

/// The name without capitals and accents.
pub fn sort_name(name: &str) -> String {
    let letters = name.nfkd().filter(|letter| !is_combining_mark(*letter));
    letters.flat_map(char::to_lowercase).take(LONGEST).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capitals_and_accents_do_not_count() {
        assert_eq!(sort_name("Élan ÄRGER"), "elan arger");
        assert_eq!(sort_name("ﬁ"), "fi");
    }
}
