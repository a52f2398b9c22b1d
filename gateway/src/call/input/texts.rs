//! Checks on all texts of an input, whatever the procedure.

use super::value::Input;
use crate::call::failure::Failure;

/// The longest text within an input, in characters; procedures bound their own fields more tightly.
const MAX_TEXT: usize = 65_536;

/// Refuses control characters and over-long texts anywhere in an input.
pub fn check_texts(input: &Input<'_>) -> Result<(), Failure> {
    match input {
        Input::Text(text) => one(text),
        Input::List(items) => items.iter().try_for_each(check_texts),
        Input::Object(fields) => fields.iter().try_for_each(|(key, value)| {
            one(key)?;
            check_texts(value)
        }),
        Input::Null | Input::Bool(_) | Input::Number(_) => Ok(()),
    }
}

fn one(text: &str) -> Result<(), Failure> {
    if text.len() <= MAX_TEXT && text.bytes().all(|byte| (b' '..=b'~').contains(&byte)) {
        return Ok(());
    }
    let line_break = |letter: char| matches!(letter, '\n' | '\r' | '\t');
    if text.chars().any(|letter| letter.is_control() && !line_break(letter)) {
        return Err(Failure::bad_request("A string contains a control character"));
    }
    if text.len() > MAX_TEXT && text.chars().count() > MAX_TEXT {
        return Err(Failure::bad_request(format!("A string is longer than {MAX_TEXT} characters")));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn finds_control_characters_wherever_they_are() {
        for bad in [json!("\0"), json!([{"a": "\u{7}"}]), json!({"\u{1b}": 1}), json!("\u{85}")] {
            assert!(check_texts(&bad.clone().into()).is_err(), "{bad}");
        }
        assert!(check_texts(&json!({"a": ["two\nlines\tand more", 1, null]}).into()).is_ok());
    }

    #[test]
    fn bounds_the_length_in_characters() {
        assert!(check_texts(&json!("é".repeat(MAX_TEXT)).into()).is_ok());
        assert!(check_texts(&json!("é".repeat(MAX_TEXT + 1)).into()).is_err());
    }
}
