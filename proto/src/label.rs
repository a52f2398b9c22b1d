//! The labels of words, for the build script, too.

/// The label of a word for people, unless it has one of its own: `asset_backed_credit` → `Asset backed credit`.
pub fn label(word: &str) -> String {
    let words = word.replace('_', " ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().collect::<String>() + letters.as_str()
    })
}
