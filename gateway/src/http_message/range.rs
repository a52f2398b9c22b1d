//! A part of a file, as `Range` asks for it.

use std::ops::Range;

use http::header::{IF_NONE_MATCH, IF_RANGE, RANGE};
use http::request::Parts;
use http::{HeaderMap, HeaderValue, Method};

/// What a `Range` header asks of so many bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// One part that is there, never empty.
    Part(Range<usize>),
    /// One part that is not.
    Beyond,
    /// Nothing that is served in parts: another unit, several parts, or no range at all.
    Everything,
}

impl Asked {
    /// What a request asks of a file: a part only of the bytes that the client began with.
    pub fn of(head: &Parts, etag: &HeaderValue, length: usize) -> Self {
        let mut ranges = head.headers.get_all(RANGE).iter();
        let (Some(range), None) = (ranges.next(), ranges.next()) else { return Self::Everything };
        let is_same = head.headers.get(IF_RANGE).is_none_or(|known| known == etag);
        match range.to_str() {
            Ok(range) if head.method == Method::GET && is_same => asked(range, length),
            _ => Self::Everything,
        }
    }

    /// Which bytes of so many the answer holds.
    pub fn content_range(&self, length: usize) -> Option<HeaderValue> {
        let range = match self {
            Self::Everything => return None,
            Self::Part(part) => format!("bytes {}-{}/{length}", part.start, part.end - 1),
            Self::Beyond => format!("bytes */{length}"),
        };
        HeaderValue::try_from(range).ok()
    }
}

/// Reads the header for a file of this length.
fn asked(text: &str, length: usize) -> Asked {
    let Some((unit, set)) = text.split_once('=') else { return Asked::Everything };
    if !unit.trim().eq_ignore_ascii_case("bytes") {
        return Asked::Everything;
    }
    // Empty members of a list count for nothing.
    let mut members = set.split(',').map(str::trim).filter(|member| !member.is_empty());
    let (Some(only), None) = (members.next(), members.next()) else { return Asked::Everything };
    let Some((first, last)) = only.split_once('-') else { return Asked::Everything };
    match (first, number(first), last, number(last)) {
        ("", _, _, Some(suffix)) => part(length.saturating_sub(suffix), length, length),
        (_, Some(first), "", _) => part(first, length, length),
        (_, Some(first), _, Some(last)) if first <= last => {
            part(first, last.saturating_add(1), length)
        }
        _ => Asked::Everything,
    }
}

fn part(first: usize, end: usize, length: usize) -> Asked {
    let end = end.min(length);
    if first < end { Asked::Part(first..end) } else { Asked::Beyond }
}

/// Digits alone; a number beyond all files is as good as the largest.
fn number(text: &str) -> Option<usize> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().unwrap_or(usize::MAX))
}

/// Whether the browser has these bytes already. A weak name is as good here.
pub fn is_known(asked: &HeaderMap, etag: &HeaderValue) -> bool {
    let Ok(own) = etag.to_str() else { return false };
    asked
        .get_all(IF_NONE_MATCH)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(str::trim)
        .any(|tag| tag == "*" || tag.strip_prefix("W/").unwrap_or(tag) == own)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn reads_one_range() {
        for (text, expected) in [
            ("bytes=0-4", Asked::Part(0..5)),
            ("bytes=2-", Asked::Part(2..10)),
            ("bytes=-3", Asked::Part(7..10)),
            ("bytes=-30", Asked::Part(0..10)),
            ("bytes=9-99999999999999999999999", Asked::Part(9..10)),
            ("BYTES= 1-1 ", Asked::Part(1..2)),
            ("bytes=,1-1,", Asked::Part(1..2)),
            ("bytes=10-", Asked::Beyond),
            ("bytes=99999999999999999999999-", Asked::Beyond),
            ("bytes=-0", Asked::Beyond),
            ("bytes=4-2", Asked::Everything),
            ("bytes=0-1,3-4", Asked::Everything),
            ("bytes=", Asked::Everything),
            ("bytes=-", Asked::Everything),
            ("bytes=a-b", Asked::Everything),
            ("bytes=+1-2", Asked::Everything),
            ("bytes=1 - 2", Asked::Everything),
            ("lines=1-2", Asked::Everything),
            ("1-2", Asked::Everything),
        ] {
            assert_eq!(asked(text, 10), expected, "{text}");
        }
        assert_eq!(asked("bytes=0-", 0), Asked::Beyond);
        assert_eq!(asked("bytes=-5", 0), Asked::Beyond);
    }

    /// Byte by byte: which of them a range names.
    fn named(first: Option<usize>, last: Option<usize>, length: usize) -> Vec<usize> {
        (0..length)
            .filter(|at| match (first, last) {
                (Some(first), Some(last)) => *at >= first && *at <= last,
                (Some(first), None) => *at >= first,
                (None, Some(suffix)) => *at + suffix >= length,
                (None, None) => false,
            })
            .collect()
    }

    proptest! {
        #[test]
        fn a_part_holds_exactly_the_bytes_that_are_named(
            first in prop::option::of(0_usize..40),
            last in prop::option::of(0_usize..40),
            length in 0_usize..30,
        ) {
            let digits = |number: Option<usize>| number.map_or(String::new(), |n| n.to_string());
            let answer = asked(&format!("bytes={}-{}", digits(first), digits(last)), length);
            let backwards = matches!((first, last), (Some(first), Some(last)) if first > last);
            if backwards || (first, last) == (None, None) {
                prop_assert_eq!(answer, Asked::Everything);
            } else {
                let named = named(first, last, length);
                match answer {
                    Asked::Part(part) => prop_assert_eq!(part.collect::<Vec<_>>(), named),
                    other => {
                        prop_assert_eq!(other, Asked::Beyond);
                        prop_assert!(named.is_empty());
                    }
                }
            }
        }

        #[test]
        fn no_text_asks_for_what_is_not_there(text in "(bytes=)?[ -~]{0,30}", length in 0_usize..9) {
            if let Asked::Part(part) = asked(&text, length) {
                prop_assert!(part.start < part.end && part.end <= length);
            }
        }
    }
}
