//! Negotiation, example by example and against a slow and simple judge; each coding read back.

use std::io::Read;

use http::HeaderValue;
use proptest::prelude::*;

use super::*;

fn accepted(text: &str) -> AcceptEncoding {
    let mut headers = HeaderMap::new();
    headers.insert(ACCEPT_ENCODING, HeaderValue::from_str(text).unwrap());
    AcceptEncoding::from_headers(&headers)
}

fn chosen(text: &str) -> &'static str {
    accepted(text).choose(|_| true).map_or("identity", Coding::name)
}

#[test]
fn sends_what_is_liked_best() {
    for (header, sent) in [
        ("gzip, deflate, br, zstd", "br"),
        ("gzip, deflate", "gzip"),
        ("zstd, gzip", "zstd"),
        ("gzip;q=1.0, br;q=0.5", "gzip"),
        ("br;q=0.5, zstd;q=0.501", "zstd"),
        ("GZIP ; Q=0.8", "gzip"),
        ("x-gzip", "gzip"),
        ("*", "br"),
        ("*;q=0.1, gzip", "gzip"),
        ("br;q=0, *", "zstd"),
        ("br;q=0, gzip;q=0.0", "identity"),
        ("identity", "identity"),
        ("identity;q=1, gzip;q=0.5", "identity"),
        ("identity;q=0.5, gzip;q=0.5", "gzip"),
        ("identity;q=0, gzip;q=0.001", "gzip"),
        ("identity;q=0", "identity"),
        ("*;q=0", "identity"),
        ("deflate", "identity"),
        ("", "identity"),
        (",,", "identity"),
        ("br;q=2, gzip", "gzip"),
        ("br;q=x, gzip", "gzip"),
        ("br;q=0.0001, gzip", "gzip"),
        ("br;level=3, gzip", "gzip"),
        ("gzip;q=0.5, gzip;q=0, br;q=0.4", "gzip"),
    ] {
        assert_eq!(chosen(header), sent, "{header:?}");
    }
}

#[test]
fn requests_without_accept_encoding_get_plain_bytes() {
    let silent = AcceptEncoding::from_headers(&HeaderMap::new());
    assert_eq!(silent.choose(|_| true), None);
    assert!(silent.takes_plain());
    assert!(!accepted("identity;q=0").takes_plain() && !accepted("*;q=0").takes_plain());
    assert!(accepted("br").takes_plain() && accepted("*;q=0, identity;q=0.1").takes_plain());
}

#[test]
fn several_lines_are_one_list() {
    let mut headers = HeaderMap::new();
    headers.append(ACCEPT_ENCODING, HeaderValue::from_static("gzip;q=0.2"));
    headers.append(ACCEPT_ENCODING, HeaderValue::from_static("zstd;q=0.3"));
    assert_eq!(AcceptEncoding::from_headers(&headers).choose(|_| true), Some(Coding::Zstd));
}

#[test]
fn only_codings_at_hand_are_sent() {
    assert_eq!(accepted("br, gzip;q=0.1").choose(|one| one == Coding::Gzip), Some(Coding::Gzip));
    assert_eq!(accepted("br, gzip").choose(|_| false), None);
}

fn decoded(coding: Coding, bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    match coding {
        Coding::Brotli => brotli::BrotliDecompress(&mut &bytes[..], &mut out).unwrap(),
        Coding::Zstd => out = zstd::decode_all(bytes).unwrap(),
        Coding::Gzip => {
            flate2::read::GzDecoder::new(bytes).read_to_end(&mut out).unwrap();
        }
    }
    out
}

const NAMES: [&str; 6] = ["br", "zstd", "gzip", "identity", "*", "deflate"];

/// The rules of RFC 9110, said slowly: the weight of a name is its own, else the star's, else none; plain
/// bytes are taken unless they are refused, as the last resort unless they are named.
fn judge(list: &[(usize, u16)], at_hand: [bool; 3]) -> Option<Coding> {
    let own = |name: &str| list.iter().find(|(index, _)| NAMES[*index] == name).map(|item| item.1);
    let weight = |name: &str| own(name).or_else(|| own("*")).unwrap_or(0);
    let plain = match (own("identity"), own("*")) {
        (Some(weight), _) => f64::from(weight),
        (None, Some(0)) => 0.0,
        (None, _) => 0.5,
    };
    let mut best: Option<(Coding, u16)> = None;
    for (coding, there) in Coding::ALL.into_iter().zip(at_hand) {
        let weight = weight(coding.name());
        if there && weight > 0 && best.is_none_or(|(_, most)| weight > most) {
            best = Some((coding, weight));
        }
    }
    best.filter(|(_, weight)| f64::from(*weight) >= plain).map(|(coding, _)| coding)
}

proptest! {
    #[test]
    fn the_choice_is_what_the_judge_says(
        list in prop::collection::vec((0..NAMES.len(), 0_u16..=1000), 1..7),
        at_hand: [bool; 3],
    ) {
        let text: Vec<String> = list
            .iter()
            .map(|(index, weight)| match weight {
                1000 => NAMES[*index].to_owned(),
                weight => format!("{};q=0.{weight:03}", NAMES[*index]),
            })
            .collect();
        let index = |one: Coding| Coding::ALL.iter().position(|known| *known == one).unwrap();
        let choice = accepted(&text.join(", ")).choose(|one| at_hand[index(one)]);
        prop_assert_eq!(choice, judge(&list, at_hand), "{}", text.join(", "));
    }

    #[test]
    fn no_text_is_too_strange(text in "[ -~]{0,60}") {
        let _ = accepted(&text).choose(|_| true);
    }

    #[test]
    fn every_coding_gives_the_bytes_back(
        bytes in prop::collection::vec(any::<u8>(), 0..2000),
        effort in prop::sample::select(vec![Effort::Live, Effort::Quick, Effort::Thorough]),
    ) {
        for coding in Coding::ALL {
            prop_assert_eq!(&decoded(coding, &coding.encode(&bytes, effort).unwrap()), &bytes);
        }
    }
}
