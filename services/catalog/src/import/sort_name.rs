//! The form of a name by which records are sorted.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

use super::limits::LONGEST_SORT_NAME;

/// The name without capitals and accents.
pub fn sort_name(name: &str) -> String {
    let letters = name.nfkd().filter(|letter| !is_combining_mark(*letter));
    letters.flat_map(char::to_lowercase).take(LONGEST_SORT_NAME).collect()
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
