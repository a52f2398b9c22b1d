//! The cursor of a page, which anybody may write.

use kit::query::fuzzing::{CursorContent, read_cursor, write_cursor};

use crate::target::Target;

pub const TARGET: Target = Target {
    name: "cursors",
    run,
    tokens: &["W", "==", "-", "_", "IiI", "null", "\"", "\\u0000", "\u{0}", "\n", "2147483647"],
    rounds: 4000,
};

/// The digest of the query for which the cursors of the corpus are made.
const DIGEST: &str = "0011223344556677";
/// Larger numbers of rows are refused.
const MOST_ROWS: u64 = i32::MAX as u64;

fn run(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else { return };
    if let Some(content) = read_cursor(text, DIGEST) {
        assert!(content.before <= MOST_ROWS && content.count <= MOST_ROWS);
        assert!(
            !content.key.contains('\0') && !content.order.iter().any(|order| order.contains('\0'))
        );
        round_trip(&content);
    }
    // The same text as the values of a row.
    let (order, key) =
        text.split_once('\n').map_or((None, text), |(order, key)| (Some(order), key));
    let number = input.len() as u64;
    let order = order.map(str::to_owned);
    let content = CursorContent { order, key: key.to_owned(), before: number, count: 2 * number };
    if !text.contains('\0') && text.len() < 900 {
        round_trip(&content);
    }
}

fn round_trip(content: &CursorContent) {
    let written = write_cursor(DIGEST, content);
    assert_eq!(read_cursor(&written, DIGEST).as_ref(), Some(content), "{written}");
    assert_eq!(read_cursor(&written, "0011223344556678"), None);
}
