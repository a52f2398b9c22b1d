//! Names in mails: as text that no mail program turns into a link.

use unicode_normalization::UnicodeNormalization;

/// The name without anything that reads as a link or an address: the words stay, and none can be pressed.
///
/// Owners choose the names of teams, and the mail goes to people who do not know them.
pub fn inert(name: &str) -> String {
    // Compatible forms first: mail programs read a full-width "．" or "＠" as the plain one.
    let seen = name.nfkc().filter(|letter| letter.is_whitespace() || !is_hidden(*letter));
    let mut text = String::with_capacity(name.len());
    for letter in seen {
        match letter {
            '@' => text.push_str(" (at) "),
            // Part of a domain, a scheme or a path only while the next letter follows at once.
            '.' | '。' | ':' => text.extend([letter, ' ']),
            '\\' => text.push('/'),
            _ => text.push(letter),
        }
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Control characters, and those that are not seen or turn the direction of the text around them.
pub fn is_hidden(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{2069}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
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
            || text.contains("://")
            || letters.iter().any(|letter| is_hidden(*letter))
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
        ] {
            assert_eq!(inert(name), name);
        }
    }

    #[test]
    fn links_and_addresses_become_words() {
        for (name, expected) in [
            ("Yearn.finance", "Yearn. finance"),
            ("J.P. Morgan", "J. P. Morgan"),
            ("ada@example.com", "ada (at) example. com"),
            ("see https://evil.example/login", "see https: //evil. example/login"),
            ("www.evil.example", "www. evil. example"),
            ("mailto:a@b.example", "mailto: a (at) b. example"),
            ("203.0.113.7", "203. 0. 113. 7"),
            ("evil．example", "evil. example"),
            ("evil。example", "evil。 example"),
            ("ada＠evil․example", "ada (at) evil. example"),
            ("ev\u{200b}il.\u{2060}example", "evil. example"),
            ("\u{202e}elpmaxe.live", "elpmaxe. live"),
            ("\\\\server\\share", "//server/share"),
            ("two\r\nlines", "two lines"),
        ] {
            assert_eq!(inert(name), expected, "{name:?}");
        }
    }

    const PIECES: &[&str] = &[
        "https", "http", ":", "/", "//", "\\", ".", "．", "｡", "。", "․", "@", "＠", "www", "evil",
        "example", "com", " ", "\u{200b}", "\u{ad}", "\u{202e}", "1",
    ];

    proptest! {
        #![proptest_config(ProptestConfig {
            cases: ProptestConfig::default().cases * 40,
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
