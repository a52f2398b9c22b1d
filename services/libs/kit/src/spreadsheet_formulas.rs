//! Texts that a spreadsheet would run as formulas: files put an apostrophe before them, imports refuse their first signs.

/// Spreadsheets run texts that begin with one of these, also in their full width.
pub const FORMULA_SIGNS: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// Whether a spreadsheet would run a text that somebody types.
pub fn is_formula(text: &str) -> bool {
    let is_visible = |letter: &char| {
        letter.is_ascii_graphic() || letter.is_alphanumeric() || FORMULA_SIGNS.contains(letter)
    };
    text.chars().find(is_visible).is_some_and(|letter| FORMULA_SIGNS.contains(&letter))
        || text.starts_with(['\t', '\r', '\n'])
}

/// Puts an apostrophe before a text that a spreadsheet would run, even behind invisible characters.
pub fn harmless(text: String) -> String {
    if is_formula(&text) { format!("'{text}") } else { text }
}
