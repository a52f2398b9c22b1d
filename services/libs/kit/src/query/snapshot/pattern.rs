//! Patterns of SQL, matched letter by letter without going back further than the last `%`.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Letter(char),
    Any,
    Many,
}

/// A pattern that was read once and is matched with many texts.
#[derive(Debug)]
pub enum Pattern {
    /// These letters stand somewhere in the text.
    Within(String),
    /// Any other.
    Parts(PartList),
}

/// The parts of a pattern, in order.
#[derive(Debug)]
pub struct PartList(Vec<Part>);

impl Pattern {
    pub fn read(pattern: &str) -> Self {
        let mut letters = pattern.chars();
        let mut parts = Vec::with_capacity(pattern.len());
        while let Some(letter) = letters.next() {
            parts.push(match letter {
                '%' => Part::Many,
                '_' => Part::Any,
                '\\' => letters.next().map_or(Part::Letter('\\'), Part::Letter),
                letter => Part::Letter(letter),
            });
        }
        if let [Part::Many, inner @ .., Part::Many] = parts.as_slice()
            && let Some(word) = word(inner)
        {
            return Self::Within(word);
        }
        Self::Parts(PartList(parts))
    }

    /// How many times each letter of a text may be looked at.
    pub fn effort(&self) -> usize {
        match self {
            Self::Parts(list) if list.0.contains(&Part::Many) => list.0.len(),
            Self::Within(_) | Self::Parts(_) => 1,
        }
    }

    /// Whether a text fits, whole.
    pub fn fits(&self, text: &str) -> bool {
        match self {
            Self::Within(word) => text.contains(word.as_str()),
            Self::Parts(list) => list.fits(text),
        }
    }
}

/// The letters of parts that are nothing else.
fn word(parts: &[Part]) -> Option<String> {
    let letter = |part: &Part| match part {
        Part::Letter(letter) => Some(*letter),
        _ => None,
    };
    parts.iter().map(letter).collect()
}

impl PartList {
    fn fits(&self, text: &str) -> bool {
        let parts = &self.0;
        let (mut rest, mut at) = (text.chars(), 0);
        let mut again = None;
        loop {
            if parts.get(at) == Some(&Part::Many) {
                at += 1;
                again = Some((rest.clone(), at));
                continue;
            }
            match (rest.next(), parts.get(at)) {
                (None, None) => return true,
                (Some(_), Some(Part::Any)) => at += 1,
                (Some(letter), Some(Part::Letter(expected))) if letter == *expected => at += 1,
                (None, _) => return false,
                _ => {
                    // The last % takes one letter more.
                    let Some((mut from, after)) = again.take() else { return false };
                    if from.next().is_none() {
                        return false;
                    }
                    rest = from.clone();
                    at = after;
                    again = Some((from, after));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fits_as_the_database_says() {
        for (pattern, text, fits) in [
            ("", "", true),
            ("", "a", false),
            ("%", "", true),
            ("%%", "", true),
            ("%b%", "abc", true),
            ("%\\%%", "a%", true),
            ("%\\%%", "a", false),
            ("%bc%", "abd", false),
            ("a%c", "abbc", true),
            ("a%c", "abbcd", false),
            ("%ab%ab", "xabab", true),
            ("%ab%ab", "xab", false),
            ("_é_", "aéb", true),
            ("\\%", "%", true),
            ("\\%", "a", false),
            ("a\\_", "ab", false),
            ("%a%a%a%b", "aaaaaaaaaaaaaaaaaaaaaaaaaaaa", false),
        ] {
            assert_eq!(Pattern::read(pattern).fits(text), fits, "{pattern} {text}");
        }
    }
}
