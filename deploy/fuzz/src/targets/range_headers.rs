//! The part of a file that a `Range` header requests; the first byte of an input is the length of the file.

use gateway::fuzzing::RequestedRange;
use http::header::{IF_RANGE, RANGE};
use http::request::Parts;
use http::{HeaderValue, Method, Request};

use crate::target::Target;

pub const TARGET: Target = Target {
    name: "range_headers",
    run,
    tokens: &[
        "bytes",
        "=",
        "-",
        ",",
        "0",
        "9",
        "18446744073709551615",
        "99999999999999999999",
        " ",
        "+",
    ],
    rounds: 4000,
};

fn head(method: Method, range: &HeaderValue) -> Parts {
    let mut request = Request::new(());
    *request.method_mut() = method;
    request.headers_mut().insert(RANGE, range.clone());
    request.into_parts().0
}

fn run(input: &[u8]) {
    let Some((length, range)) = input.split_first() else { return };
    let (Ok(range), length) = (HeaderValue::from_bytes(range), usize::from(*length)) else {
        return;
    };
    let etag = HeaderValue::from_static("\"one\"");
    let mut request = head(Method::GET, &range);
    let requested = RequestedRange::from_request(&request, &etag, length);
    let described = requested.content_range(length);
    match &requested {
        RequestedRange::Part(part) => {
            assert!(part.start < part.end && part.end <= length, "{part:?} of {length}");
            let same = format!("bytes={}-{}", part.start, part.end - 1);
            let same = head(Method::GET, &HeaderValue::try_from(same).expect("digits"));
            assert_eq!(RequestedRange::from_request(&same, &etag, length), requested);
            let expected = format!("bytes {}-{}/{length}", part.start, part.end - 1);
            assert_eq!(described.as_ref().map(HeaderValue::as_bytes), Some(expected.as_bytes()));
        }
        RequestedRange::Unsatisfiable => assert!(described.is_some()),
        RequestedRange::Whole => assert_eq!(described, None),
    }
    let head = head(Method::HEAD, &range);
    assert_eq!(RequestedRange::from_request(&head, &etag, length), RequestedRange::Whole);
    request.headers.insert(IF_RANGE, HeaderValue::from_static("\"another\""));
    assert_eq!(RequestedRange::from_request(&request, &etag, length), RequestedRange::Whole);
}
