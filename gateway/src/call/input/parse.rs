//! The text of an input as a value, within the limits of nesting.

use serde::Deserialize;

use crate::call::failure::Failure;

/// The deepest nesting of an input.
pub const MAX_DEPTH: usize = 100;
/// The most separators of values in an input, each of which takes ten times as many bytes once it is parsed.
const MAX_SEPARATORS: usize = 50_000;

/// Parses a text as a value. The list around the inputs of several calls adds `enclosing` levels to the nesting of each.
pub fn parse<'t, T: Deserialize<'t>>(
    bytes: &'t [u8],
    enclosing: usize,
) -> Result<Option<T>, Failure> {
    if bytes.is_empty() {
        return Ok(None);
    }
    // Few brackets cannot nest deeply, and counting them is quick.
    if brackets(bytes) > MAX_DEPTH && depth(bytes) > MAX_DEPTH + enclosing {
        return Err(Failure::bad_request(format!("The input is nested deeper than {MAX_DEPTH}")));
    }
    if separators(bytes.iter().copied()) > MAX_SEPARATORS
        && separators(outside_of_strings(bytes)) > MAX_SEPARATORS
    {
        return Err(Failure::bad_request(format!(
            "The input has more than {MAX_SEPARATORS} values"
        )));
    }
    let value = serde_json::from_slice(bytes).map_err(|error| {
        let (line, column) = (error.line(), error.column());
        let problem = if error.is_data() { "repeats a name in an object" } else { "is not JSON" };
        Failure::bad_request(format!("The input {problem}: line {line}, column {column}"))
    })?;
    Ok(Some(value))
}

/// How many open, within strings as well.
fn brackets(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| matches!(byte, b'[' | b'{')).count()
}

/// How deep brackets nest outside of strings, whether or not the text is valid JSON.
fn depth(bytes: &[u8]) -> usize {
    let (mut now, mut deepest) = (0_usize, 0_usize);
    for byte in outside_of_strings(bytes) {
        match byte {
            b'[' | b'{' => {
                now += 1;
                deepest = deepest.max(now);
            }
            b']' | b'}' => now = now.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

/// How many values begin, about.
fn separators(bytes: impl Iterator<Item = u8>) -> usize {
    bytes.filter(|byte| matches!(byte, b',' | b'[' | b'{')).count()
}

fn outside_of_strings(bytes: &[u8]) -> impl Iterator<Item = u8> {
    let (mut in_string, mut escaped) = (false, false);
    bytes.iter().copied().filter(move |byte| {
        if escaped {
            escaped = false;
            return false;
        }
        match (in_string, byte) {
            (true, b'\\') => escaped = true,
            (_, b'"') => in_string = !in_string,
            (is_within, _) => return !is_within,
        }
        false
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::call::input::Input;

    #[test]
    fn bounds_the_depth() {
        let is_read =
            |text: String, enclosing| parse::<Input<'_>>(text.as_bytes(), enclosing).is_ok();
        let nested = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);
        assert!(is_read(nested(MAX_DEPTH), 0));
        assert!(!is_read(nested(MAX_DEPTH + 1), 0));
        let batch = |levels| format!("{{\"0\":{}}}", nested(levels));
        assert!(is_read(batch(MAX_DEPTH), 1));
        assert!(!is_read(batch(MAX_DEPTH + 1), 1));
        assert!(!is_read("[".repeat(1 << 20), 0));
    }

    #[test]
    fn bounds_the_number_of_values() {
        let read = |text: String| parse::<Input<'_>>(text.as_bytes(), 0).map(drop);
        let list = |items: usize| format!("[{}0]", "0,".repeat(items));
        assert!(read(list(MAX_SEPARATORS - 1)).is_ok());
        let refused = read(list(MAX_SEPARATORS)).unwrap_err();
        assert_eq!(refused.message, "The input has more than 50000 values");
        assert!(read(format!("[{}[]]", "[],".repeat(MAX_SEPARATORS / 2))).is_err());
        assert!(read(format!("\"{}\"", ",[{".repeat(MAX_SEPARATORS))).is_ok(), "a text is one");
    }

    #[test]
    fn a_name_is_there_once() {
        let read = |text: &str| {
            parse::<Input<'_>>(text.as_bytes(), 0).map(drop).map_err(|one| one.message)
        };
        assert!(read(r#"{"a":{"b":1},"c":{"b":1}}"#).is_ok());
        let refused = read(r#"{"a":1,"\u0061":2}"#).unwrap_err();
        assert_eq!(refused, "The input repeats a name in an object: line 1, column 18");
    }

    #[test]
    fn brackets_in_strings_do_not_nest() {
        assert_eq!(depth(br#"{"a":"[[[\"[[["}"#), 1);
        assert_eq!(depth(br#"{"a\\":[]}"#), 2);
    }
}
