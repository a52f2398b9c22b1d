//! The part of a file that a `Range` header requests.

use std::ops::Range;

use http::header::{IF_NONE_MATCH, IF_RANGE, RANGE};
use http::request::Parts;
use http::{HeaderMap, HeaderValue, Method};

/// The bytes of a file that a request is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RequestedRange {
    /// One part, never empty.
    Part(Range<usize>),
    /// One part beyond the end.
    Unsatisfiable,
    /// The whole file: without a range, or with one that is not supported (another unit, several parts).
    Whole,
}

impl RequestedRange {
    /// The range of a request; with `If-Range`, only if the client has the beginning of the same bytes.
    pub fn from_request(head: &Parts, etag: &HeaderValue, length: usize) -> Self {
        let mut ranges = head.headers.get_all(RANGE).iter();
        let (Some(range), None) = (ranges.next(), ranges.next()) else { return Self::Whole };
        let is_same = head.headers.get(IF_RANGE).is_none_or(|known| known == etag);
        match range.to_str() {
            Ok(range) if head.method == Method::GET && is_same => parse(range, length),
            _ => Self::Whole,
        }
    }

    /// The value of `Content-Range` for a file of this length.
    pub fn content_range(&self, length: usize) -> Option<HeaderValue> {
        let range = match self {
            Self::Whole => return None,
            Self::Part(part) => format!("bytes {}-{}/{length}", part.start, part.end - 1),
            Self::Unsatisfiable => format!("bytes */{length}"),
        };
        HeaderValue::try_from(range).ok()
    }
}

/// Parses the header for a file of this length.
fn parse(text: &str, length: usize) -> RequestedRange {
    let Some((unit, set)) = text.split_once('=') else { return RequestedRange::Whole };
    if !unit.trim().eq_ignore_ascii_case("bytes") {
        return RequestedRange::Whole;
    }
    // Empty members of a list count for nothing.
    let mut members = set.split(',').map(str::trim).filter(|member| !member.is_empty());
    let (Some(only), None) = (members.next(), members.next()) else { return RequestedRange::Whole };
    let Some((first, last)) = only.split_once('-') else { return RequestedRange::Whole };
    match (first, number(first), last, number(last)) {
        ("", _, _, Some(suffix)) => part(length.saturating_sub(suffix), length, length),
        (_, Some(first), "", _) => part(first, length, length),
        (_, Some(first), _, Some(last)) if first <= last => {
            part(first, last.saturating_add(1), length)
        }
        _ => RequestedRange::Whole,
    }
}

fn part(first: usize, end: usize, length: usize) -> RequestedRange {
    let end = end.min(length);
    if first < end { RequestedRange::Part(first..end) } else { RequestedRange::Unsatisfiable }
}

/// Digits alone; a number too large for any file counts as the largest.
fn number(text: &str) -> Option<usize> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().unwrap_or(usize::MAX))
}

/// Whether the browser has these bytes already. A weak tag is as good here.
pub fn is_known(headers: &HeaderMap, etag: &HeaderValue) -> bool {
    let Ok(own) = etag.to_str() else { return false };
    headers
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
    fn parses_one_range() {
        for (text, expected) in [
            ("bytes=0-4", RequestedRange::Part(0..5)),
            ("bytes=2-", RequestedRange::Part(2..10)),
            ("bytes=-3", RequestedRange::Part(7..10)),
            ("bytes=-30", RequestedRange::Part(0..10)),
            ("bytes=9-99999999999999999999999", RequestedRange::Part(9..10)),
            ("BYTES= 1-1 ", RequestedRange::Part(1..2)),
            ("bytes=,1-1,", RequestedRange::Part(1..2)),
            ("bytes=10-", RequestedRange::Unsatisfiable),
            ("bytes=99999999999999999999999-", RequestedRange::Unsatisfiable),
            ("bytes=-0", RequestedRange::Unsatisfiable),
            ("bytes=4-2", RequestedRange::Whole),
            ("bytes=0-1,3-4", RequestedRange::Whole),
            ("bytes=", RequestedRange::Whole),
            ("bytes=-", RequestedRange::Whole),
            ("bytes=a-b", RequestedRange::Whole),
            ("bytes=+1-2", RequestedRange::Whole),
            ("bytes=1 - 2", RequestedRange::Whole),
            ("lines=1-2", RequestedRange::Whole),
            ("1-2", RequestedRange::Whole),
        ] {
            assert_eq!(parse(text, 10), expected, "{text}");
        }
        assert_eq!(parse("bytes=0-", 0), RequestedRange::Unsatisfiable);
        assert_eq!(parse("bytes=-5", 0), RequestedRange::Unsatisfiable);
    }

    /// The bytes that a range names, found byte by byte.
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
            let answer = parse(&format!("bytes={}-{}", digits(first), digits(last)), length);
            let backwards = matches!((first, last), (Some(first), Some(last)) if first > last);
            if backwards || (first, last) == (None, None) {
                prop_assert_eq!(answer, RequestedRange::Whole);
            } else {
                let named = named(first, last, length);
                match answer {
                    RequestedRange::Part(part) => prop_assert_eq!(part.collect::<Vec<_>>(), named),
                    other => {
                        prop_assert_eq!(other, RequestedRange::Unsatisfiable);
                        prop_assert!(named.is_empty());
                    }
                }
            }
        }

        #[test]
        fn no_text_requests_bytes_beyond_the_end(text in "(bytes=)?[ -~]{0,30}", length in 0_usize..9) {
            if let RequestedRange::Part(part) = parse(&text, length) {
                prop_assert!(part.start < part.end && part.end <= length);
            }
        }
    }
}
