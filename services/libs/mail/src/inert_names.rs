//! Names in mails: as text that no mail program turns into a link.

use unicode_normalization::UnicodeNormalization;

/// The schemes that begin a link even without slashes behind them.
const SCHEMES: [&str; 6] = ["http", "https", "ftp", "ftps", "mailto", "javascript"];

/// The fewest consecutive digits that may be a phone number, whatever stands between them.
const SHORTEST_PHONE_NUMBER: usize = 7;
/// The most digits that may stand together: longer numbers are written in groups.
const LARGEST_GROUP: usize = 4;

/// The name without anything that reads as a link, an address or a phone number: the words stay, without what links begin with, and none
/// can be pressed.
///
/// Owners choose the names of teams, and the mail goes to people who do not know them.
pub fn inert(name: &str) -> String {
    let text = spaced(name);
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut text = String::with_capacity(text.len());
    for (at, word) in words.iter().enumerate() {
        let has_path = words.get(at + 1).is_some_and(|next| next.starts_with("//"));
        text.extend([without_beginning(word, has_path), " "]);
    }
    let mut text = text.replace("//", " ");
    // Brackets may stand in brackets.
    while let Some(fewer) = without_bracketed_at(&text) {
        text = fewer;
    }
    in_groups(&text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// The name in plain letters, with a space behind each that joins the parts of a link.
fn spaced(name: &str) -> String {
    // Compatible forms first: mail programs read a full-width "．" or "＠" as the plain one.
    let seen = name.nfkc().filter(|letter| letter.is_whitespace() || !is_hidden(*letter));
    let mut text = String::with_capacity(name.len());
    for letter in seen {
        match letter {
            '@' => text.push_str(" at "),
            // Part of a domain, a scheme or a path only while the next letter follows at once.
            '.' | '。' | ':' => text.extend([letter, ' ']),
            '\\' => text.push('/'),
            _ => text.push(letter),
        }
    }
    text
}

/// A word without the "https:" or "www." at its end, where one is there; `has_path` makes a scheme of every word with a colon.
fn without_beginning(word: &str, has_path: bool) -> &str {
    let Some(body) = word.strip_suffix([':', '.', '。']) else { return word };
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '+' | '-');
    let before = body.trim_end_matches(is_part);
    let last = body[before.len()..].to_ascii_lowercase();
    let is_beginning = if word.ends_with(':') {
        has_path || SCHEMES.contains(&last.as_str())
    } else {
        last.strip_prefix("www").is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()))
    };
    if is_beginning { before } else { word }
}

/// The text without the brackets around the first "(at)" of any kind, if there is one.
fn without_bracketed_at(text: &str) -> Option<String> {
    text.match_indices(['(', '[', '{', '<']).find_map(|(start, _)| {
        let inside = text[start + 1..].trim_start();
        let behind = inside.get(2..)?;
        if !inside[..2].eq_ignore_ascii_case("at") {
            return None;
        }
        let rest = behind.trim_start().strip_prefix([')', ']', '}', '>'])?;
        Some(format!("{} at {rest}", &text[..start]))
    })
}

/// The text with a line between the groups of long numbers. What is not seen would not do: programs that look for phone
/// numbers read past it.
fn in_groups(text: &str) -> String {
    let mut grouped = String::with_capacity(text.len());
    // Each part ends with a letter that no phone number contains.
    for part in text.split_inclusive(|letter| !is_dialled(letter)) {
        if part.chars().filter(|letter| letter.is_numeric()).count() < SHORTEST_PHONE_NUMBER {
            grouped.push_str(part);
            continue;
        }
        let mut digits = 0;
        for letter in part.chars() {
            if letter.is_numeric() {
                if digits == LARGEST_GROUP {
                    grouped.truncate(grouped.trim_end_matches(|it: char| !it.is_numeric()).len());
                    grouped.push_str(" | ");
                    digits = 0;
                }
                digits += 1;
            }
            grouped.push(letter);
        }
    }
    grouped
}

/// Digits, and what stands between those of a phone number.
fn is_dialled(letter: char) -> bool {
    letter.is_numeric()
        || letter.is_whitespace()
        || matches!(letter, '+' | '-' | '.' | '。' | '/' | '(' | ')' | '[' | ']' | '~' | '*' | '#')
        || matches!(
            letter,
            '\u{2010}'..='\u{2015}' | '\u{2043}' | '\u{2212}' | '\u{223c}' | '\u{30fc}'
        )
}

/// Control characters, and those that are not seen or turn the direction of the text around them: joiners, fillers of Hangul,
/// and selectors of variants but for U+FE0F, which keyboards write behind a sign that is to be a picture.
pub fn is_hidden(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{3164}' | '\u{fe00}'..='\u{fe0e}' | '\u{feff}' | '\u{ffa0}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::select;

    use super::*;

    /// Whether a mail program may see a link or an address in the text.
    fn is_link_like(text: &str) -> bool {
        let letters: Vec<char> = text.nfkc().collect();
        let joined = letters.windows(3).any(|near| {
            matches!(near[1], '.' | '。' | ':')
                && !near[0].is_whitespace()
                && !near[2].is_whitespace()
        });
        joined
            || text.contains(['@', '\\'])
            || text.contains("//")
            || letters.iter().any(|letter| is_hidden(*letter))
            || begins_link(text)
            || has_phone_number(text)
            || has_bracketed_at(text)
    }

    /// Whether a word is what links begin with, alone or behind a sign.
    fn begins_link(text: &str) -> bool {
        let lower = text.to_lowercase();
        let is_part = |letter: char| letter.is_ascii_alphanumeric() || "+-".contains(letter);
        let begins = |word: &str, beginning: &str| {
            word.strip_suffix(beginning).is_some_and(|before| !before.ends_with(is_part))
        };
        let beginnings = ["http:", "https:", "mailto:", "www.", "www。", "www1."];
        lower.split_whitespace().any(|word| beginnings.iter().any(|one| begins(word, one)))
    }

    /// Whether seven digits follow each other with nothing between them but spaces and signs of phone numbers.
    fn has_phone_number(text: &str) -> bool {
        let is_between = |letter: &char| letter.is_whitespace() || "+-–—./()[]~".contains(*letter);
        let squeezed: Vec<char> = text.chars().filter(|letter| !is_between(letter)).collect();
        squeezed.windows(7).any(|near| near.iter().all(|letter| letter.is_numeric()))
    }

    fn has_bracketed_at(text: &str) -> bool {
        let squeezed: String = text.to_lowercase().split_whitespace().collect();
        ["(at)", "[at]", "{at}", "<at>", "(at]", "[at)"].iter().any(|at| squeezed.contains(at))
    }

    #[test]
    fn usual_names_stay_as_they_are() {
        for name in [
            "Harbour & <Desk>",
            "مكتب الميناء",
            "Fund 24/7",
            "Crédit d'Été",
            "St. Gallen",
            "R&D, Ltd.",
            "Data: Science",
            "Desk (Atlantic)",
            "Fund 1,000,000",
            "Desk 2024 & 2025",
            "Series 202611",
        ] {
            assert_eq!(inert(name), name);
        }
    }

    #[test]
    fn links_and_addresses_become_words() {
        for (name, expected) in [
            ("Yearn.finance", "Yearn. finance"),
            ("J.P. Morgan", "J. P. Morgan"),
            ("ada@example.com", "ada at example. com"),
            ("see https://evil.example/login", "see evil. example/login"),
            ("www.evil.example", "evil. example"),
            ("WWW2. evil.example", "evil. example"),
            ("\"https: //evil.example\"", "\" evil. example\""),
            ("evil://example", "example"),
            ("ada (at) example.com", "ada at example. com"),
            ("ada [ AT ] example.com", "ada at example. com"),
            ("ada((at))example.com", "ada at example. com"),
            ("mailto:a@b.example", "a at b. example"),
            ("203.0.113.7", "203. 0 | 113. 7"),
            ("call +1 555 0100", "call +1 555 | 0100"),
            ("555-0100 now", "555-0 | 100 now"),
            ("(555) 010 (0199)", "(555) 0 | 10 (01 | 99)"),
            ("15550100199", "1555 | 0100 | 199"),
            ("５５５—０１００", "555—0 | 100"),
            ("٥٥٥ ٠١٠٠", "٥٥٥ ٠ | ١٠٠"),
            ("evil．example", "evil. example"),
            ("evil。example", "evil。 example"),
            ("ada＠evil․example", "ada at evil. example"),
            ("ev\u{200b}il.\u{2060}example", "evil. example"),
            ("\u{202e}elpmaxe.live", "elpmaxe. live"),
            ("ev\u{34f}il\u{3164}.example\u{fe0e}", "evil. example"),
            ("\\\\server\\share", "server/share"),
            ("two\r\nlines", "two lines"),
        ] {
            assert_eq!(inert(name), expected, "{name:?}");
        }
    }

    #[test]
    fn what_is_not_seen_is_hidden() {
        for letter in [
            '\0',
            '\u{ad}',
            '\u{34f}',
            '\u{115f}',
            '\u{1160}',
            '\u{180f}',
            '\u{200b}',
            '\u{200d}',
            '\u{2064}',
            '\u{3164}',
            '\u{fe00}',
            '\u{fe0e}',
            '\u{ffa0}',
            '\u{e0001}',
            '\u{e0100}',
            '\u{e01ef}',
        ] {
            assert!(is_hidden(letter), "{letter:?}");
        }
        for letter in [
            'a', ' ', '\u{a0}', 'é', '\u{301}', 'م', '한', '\u{1100}', '株', '\u{3165}', '\u{fe0f}',
        ] {
            assert!(!is_hidden(letter), "{letter:?}");
        }
    }

    const PIECES: &[&str] = &[
        "https", "http", ":", "/", "//", "\\", ".", "．", "｡", "。", "․", "@", "＠", "www", "evil",
        "example", "com", " ", "\u{200b}", "\u{ad}", "\u{202e}", "\u{3164}", "\u{fe0e}", "1",
        "WWW", "mailto", "(", ")", "[", "]", "at", "AT", "\"", "555", "5550100", "５５", "+", "-",
        "—",
    ];

    proptest! {
        #![proptest_config(ProptestConfig {
            cases: kit::testing::cases(10_240),
            failure_persistence: None,
            ..ProptestConfig::default()
        })]

        #[test]
        fn no_mixture_of_pieces_reads_as_a_link(pieces in vec(select(PIECES), 1..=10)) {
            let name = pieces.concat();
            let text = inert(&name);
            prop_assert!(!is_link_like(&text), "{:?} gave {:?}", name, text);
            prop_assert_eq!(inert(&text), &*text, "{:?}", name);
        }
    }
}
