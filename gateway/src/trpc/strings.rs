//! What no text in an input may hold, whatever the procedure.

use serde_json::Value;

use super::envelope::Failure;

/// The longest text, in characters; procedures bound their own fields more tightly.
const LONGEST: usize = 65_536;

/// Refuses control characters and over-long texts anywhere in an input.
pub fn check(value: &Value) -> Result<(), Failure> {
    match value {
        Value::String(text) => one(text),
        Value::Array(items) => items.iter().try_for_each(check),
        Value::Object(fields) => fields.iter().try_for_each(|(key, value)| {
            one(key)?;
            check(value)
        }),
        Value::Null | Value::Bool(_) | Value::Number(_) => Ok(()),
    }
}

fn one(text: &str) -> Result<(), Failure> {
    if text.len() <= LONGEST && text.bytes().all(|byte| (b' '..=b'~').contains(&byte)) {
        return Ok(());
    }
    let line_break = |letter: char| matches!(letter, '\n' | '\r' | '\t');
    if text.chars().any(|letter| letter.is_control() && !line_break(letter)) {
        return Err(Failure::bad_request("A text holds a control character"));
    }
    if text.len() > LONGEST && text.chars().count() > LONGEST {
        return Err(Failure::bad_request(format!("A text is longer than {LONGEST} characters")));
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
            assert!(check(&bad).is_err(), "{bad}");
        }
        assert!(check(&json!({"a": ["two\nlines\tand more", 1, null]})).is_ok());
    }

    #[test]
    fn bounds_the_length_in_characters() {
        assert!(check(&json!("é".repeat(LONGEST))).is_ok());
        assert!(check(&json!("é".repeat(LONGEST + 1))).is_err());
    }
}
