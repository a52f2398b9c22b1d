//! Checks of single fields that several procedures apply before they call a service: one line, an id.

use kit::error::Problem;

/// The longest text of a field whose service trims it and has a rule of its own.
pub const LONGEST_LINE: usize = 200;

/// Refuses a text that is too long or spans lines.
pub fn line(field: &'static str, text: &str, longest: usize) -> Result<(), Problem> {
    if text.chars().count() > longest {
        let message = format!("{field} must not exceed {longest} characters");
        return Err(Problem::invalid("text_too_long", message));
    }
    if text.chars().any(char::is_control) {
        let message = format!("{field} contains a control character");
        return Err(Problem::invalid("text_invalid", message));
    }
    Ok(())
}

/// Refuses a text that is not an id.
pub fn id(field: &'static str, text: &str) -> Result<(), Problem> {
    match uuid::Uuid::try_parse(text) {
        Ok(_) => Ok(()),
        Err(_) => Err(Problem::invalid("id_invalid", format!("{field} is not an id"))),
    }
}

/// The id of what an administrator changes.
pub fn subject(id: String) -> Result<String, Problem> {
    self::id("id", &id)?;
    Ok(id)
}
