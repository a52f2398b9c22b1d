//! The rules for the name of a passkey.

use kit::text_lengths::LONGEST_PASSKEY_NAME;

use crate::error::IdentityError;

/// The name with normalized spaces, or a refusal.
pub fn parse(text: &str) -> Result<String, IdentityError> {
    let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let fits = !name.is_empty() && name.chars().count() <= LONGEST_PASSKEY_NAME;
    if fits && !name.chars().any(mail::is_hidden) {
        Ok(name)
    } else {
        Err(IdentityError::PasskeyNameRefused)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normalizes_spaces_and_refuses_what_nobody_could_read() {
        assert_eq!(parse("  Work \u{a0} laptop ").unwrap(), "Work laptop");
        assert!(parse(&"x".repeat(LONGEST_PASSKEY_NAME)).is_ok());
        let too_long = "x".repeat(LONGEST_PASSKEY_NAME + 1);
        for name in ["", "  ", "a\0b", "\u{202e}ksed", "\u{3164}", "Phone\u{fe0e}", &too_long] {
            assert!(parse(name).is_err(), "{name:?}");
        }
    }
}
