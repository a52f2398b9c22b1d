//! The text of API keys, `ak_live_<id>_<secret><checksum>`: what programs send, and what scanners for leaked secrets look for.

/// The pattern by which scanners find keys; a match is a key only if its checksum is right.
pub const PATTERN: &str = "ak_(live|test)_[0-9A-Za-z]{8}_[0-9A-Za-z]{49}";
/// The beginning of every key.
pub const PREFIX: &str = "ak_";
/// The letters of an id, a secret and a checksum.
const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/// The length of an id.
pub const ID: usize = 8;
/// 256 bits.
const SECRET: usize = 43;
/// 32 bits.
const CHECKSUM: usize = 6;
/// The length of every key: its purposes have prefixes of one length.
const LENGTH: usize = "ak_live_".len() + ID + "_".len() + SECRET + CHECKSUM;

/// The purpose of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    Live,
    /// For tries, so that such a key in a program is seen at once.
    Test,
}

/// A text whose checksum is right. Whether there is such a key, only the service access knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ApiKey<'t> {
    pub purpose: Purpose,
    pub id: &'t str,
    /// The last four letters of the secret, by which a person recognizes the key.
    pub last_four: &'t str,
}

impl Purpose {
    fn prefix(self) -> &'static str {
        match self {
            Self::Live => "ak_live_",
            Self::Test => "ak_test_",
        }
    }
}

/// The text of a key with random bytes for its id and its secret.
pub fn compose(purpose: Purpose, id: [u8; 8], secret: [u8; 32]) -> String {
    let mut text = purpose.prefix().to_owned();
    // The remainder of 64 bits by 62^8 is even enough for an id that is no secret.
    text.push_str(&digits(&id, ID));
    text.push('_');
    text.push_str(&digits(&secret, SECRET));
    let checksum = digits(&crc32fast::hash(text.as_bytes()).to_be_bytes(), CHECKSUM);
    text + &checksum
}

/// The key in a text; `None` for everything that no installation ever issued.
pub fn parse(text: &str) -> Option<ApiKey<'_>> {
    let purposes = [Purpose::Live, Purpose::Test];
    let (purpose, rest) = purposes
        .into_iter()
        .find_map(|purpose| Some((purpose, text.strip_prefix(purpose.prefix())?)))?;
    let (id, secret) = rest.split_once('_')?;
    let is_word = |word: &str, length| {
        word.len() == length && word.bytes().all(|letter| letter.is_ascii_alphanumeric())
    };
    if !is_word(id, ID) || !is_word(secret, SECRET + CHECKSUM) {
        return None;
    }
    let (before, checksum) = text.split_at(text.len() - CHECKSUM);
    let right = digits(&crc32fast::hash(before.as_bytes()).to_be_bytes(), CHECKSUM);
    (checksum == right).then(|| ApiKey { purpose, id, last_four: &secret[SECRET - 4..SECRET] })
}

/// The first key in a text.
pub fn find(text: &str) -> Option<&str> {
    let candidates = text.match_indices(PREFIX);
    let mut candidates = candidates.filter_map(|(at, _)| text.get(at..at + LENGTH));
    candidates.find(|text| parse(text).is_some())
}

/// The last digits of a number, which is written with the most significant byte first.
fn digits(number: &[u8], count: usize) -> String {
    let mut number = number.to_vec();
    let mut found = vec![DIGITS[0]; count];
    for digit in found.iter_mut().rev() {
        let mut rest = 0_u32;
        for byte in &mut number {
            let whole = (rest << 8) | u32::from(*byte);
            *byte = (whole / 62) as u8;
            rest = whole % 62;
        }
        *digit = DIGITS[rest as usize];
    }
    found.iter().map(|digit| char::from(*digit)).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn numbers_are_written_with_all_their_digits() {
        assert_eq!(digits(&[0, 0], 3), "000");
        assert_eq!(digits(&[61], 2), "0z");
        assert_eq!(digits(&[62], 2), "10");
        assert_eq!(digits(&[0x0f, 0x03], 2), "zz", "62 * 62 - 1");
        assert_eq!(digits(&u32::MAX.to_be_bytes(), CHECKSUM).len(), CHECKSUM);
        // 62^43 is larger than 2^256: no bit of a secret is lost.
        assert_eq!(digits(&[0xff; 32], SECRET + 1).chars().next(), Some('0'));
    }

    #[test]
    fn a_key_is_found_wherever_it_stands() {
        for purpose in [Purpose::Live, Purpose::Test] {
            let key = compose(purpose, [7; 8], [9; 32]);
            assert_eq!(key.len(), LENGTH);
            for text in [
                key.clone(),
                format!("api_key={key}"),
                format!("input=%7B%22search%22%3A%22{key}%22%7D"),
                format!("a=ak_live_&b=ak_{key}&c"),
            ] {
                assert_eq!(find(&text), Some(&*key), "{text}");
            }
            let (cut, wrong) = (&key[..LENGTH - 1], key.replace('_', "-"));
            for text in ["", "ak_", "ak_live_", "aé_ak_é", cut, &wrong] {
                assert_eq!(find(text), None, "{text}");
            }
        }
    }

    proptest! {
        #[test]
        fn a_composed_key_is_parsed_and_a_changed_one_is_not(
            id: [u8; 8], secret: [u8; 32], is_test: bool, place in 0_usize..66, letter in 0_usize..62,
        ) {
            let purpose = if is_test { Purpose::Test } else { Purpose::Live };
            let text = compose(purpose, id, secret);
            let key = parse(&text).unwrap();
            prop_assert_eq!((key.purpose, key.id.len(), key.last_four.len()), (purpose, ID, 4));
            let secret = &text[..text.len() - CHECKSUM];
            prop_assert!(secret.ends_with(&key.last_four), "{}", text);
            let mut letters = text.clone().into_bytes();
            letters[place] = DIGITS[letter];
            let changed = String::from_utf8(letters).unwrap();
            prop_assert_eq!(parse(&changed).is_some(), changed == text, "{}", changed);
        }

        #[test]
        fn no_other_text_is_a_key(text in "\\PC{0,80}") {
            prop_assert!(parse(&text).is_none());
        }
    }
}
