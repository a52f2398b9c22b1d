//! Validates and normalizes e-mail addresses.

use kit::text_lengths::LONGEST_EMAIL;
use lettre::Address;
use unicode_normalization::UnicodeNormalization;

/// The normalized address, or none if it cannot be used.
pub fn normalise(text: &str) -> Option<String> {
    if text.len() > 4 * LONGEST_EMAIL {
        return None;
    }
    let composed: String = text.nfkc().collect();
    let address: String = composed.trim().to_lowercase().nfkc().collect();
    let (local, domain) = address.split_once('@')?;
    let plain = !address.chars().any(|letter| {
        letter.is_control() || letter.is_whitespace() || "\",;:<>()[]\\".contains(letter)
    });
    let labels = domain.split('.').count() > 1 && domain.split('.').all(|label| !label.is_empty());
    let usable = plain && labels && !local.is_empty() && !domain.contains('@');
    (usable && address.len() <= LONGEST_EMAIL && address.parse::<Address>().is_ok())
        .then_some(address)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normalizes_spelling() {
        for (text, expected) in [
            ("  User@Example.com ", "user@example.com"),
            ("ｕｓｅｒ＠example.com", "user@example.com"),
            ("a.b+c@mail.example.co.uk", "a.b+c@mail.example.co.uk"),
            ("ÄRGER@BÜCHER.example", "ärger@bücher.example"),
        ] {
            assert_eq!(normalise(text).as_deref(), Some(expected));
            assert_eq!(normalise(expected).as_deref(), Some(expected));
        }
    }

    #[test]
    fn refuses_invalid_and_ambiguous_addresses() {
        for text in [
            "",
            " ",
            "@",
            "user",
            "user@",
            "@example.com",
            "user@example",
            "user@.com",
            "user@example.",
            "user@example..com",
            "a@b.test,victim@c.test",
            "a@b.test;victim@c.test",
            "attacker@b.test victim@c.test",
            "a@b@c.test",
            "\"a@b.test\"@c.test",
            "a@b.test\r\nBcc: victim@c.test",
            "a@b.test\0",
            "<a@b.test>",
            "a b@c.test",
            "a@[127.0.0.1]",
            "a@b.test\u{ff0c}victim@c.test",
        ] {
            assert_eq!(normalise(text), None, "{text:?}");
        }
        assert_eq!(normalise(&format!("{}@example.com", "a".repeat(300))), None);
        assert_eq!(normalise(&"a@b.test ".repeat(100_000)), None);
    }
}
