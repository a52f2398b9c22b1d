//! Reads the names of the called procedures from the path of a request.

use percent_encoding::percent_decode_str;

use crate::call::failure::Failure;
use crate::call::limits::MAX_CALLS;
use crate::http_message::query::parameter;

#[derive(Debug, PartialEq, Eq)]
pub struct Calls {
    /// The decoded names, in order; any of them may be unknown.
    pub names: Vec<String>,
    /// Whether the answer is a list.
    pub batch: bool,
}

/// Reads the path below `/api/trpc/` and the query.
pub fn read(raw_path: &str, query: &str) -> Result<Calls, Failure> {
    let batch = parameter(query, "batch").as_deref() == Some("1");
    // Counted on the raw text, before anything is decoded, split or looked up.
    if batch && separators(raw_path) >= MAX_CALLS {
        return Err(Failure::bad_request(format!("A batch must not exceed {MAX_CALLS} calls")));
    }
    let path = decode(raw_path)?;
    let names = if batch { path.split(',').map(str::to_owned).collect() } else { vec![path] };
    Ok(Calls { names, batch })
}

fn separators(raw: &str) -> usize {
    let bytes = raw.as_bytes();
    let plain = raw.matches(',').count();
    let encoded = bytes.windows(3).filter(|part| part.eq_ignore_ascii_case(b"%2c")).count();
    plain + encoded
}

fn decode(raw: &str) -> Result<String, Failure> {
    let wrong = || Failure::bad_request("The path is not valid URL encoding");
    let bytes = raw.as_bytes();
    let complete = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'%').all(|(at, _)| {
        bytes.get(at + 1..at + 3).is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
    });
    if !complete {
        return Err(wrong());
    }
    let text = percent_decode_str(raw).decode_utf8().map_err(|_| wrong())?;
    Ok(text.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(path: &str, query: &str) -> Vec<String> {
        read(path, query).unwrap().names
    }

    #[test]
    fn splits_at_commas_only_in_a_batch() {
        assert_eq!(names("a.b,c.d", "batch=1"), ["a.b", "c.d"]);
        assert_eq!(names("a.b%2Cc.d", "batch=1"), ["a.b", "c.d"]);
        assert_eq!(names("a.b,c.d", ""), ["a.b,c.d"]);
        assert_eq!(names("a.b,c.d", "batch=true"), ["a.b,c.d"]);
        assert_eq!(names("a.b,c.d", "batch=01&batch=1"), ["a.b,c.d"]);
        assert_eq!(names("a.b,", "input=x&batch=1"), ["a.b", ""]);
        assert_eq!(names("", "batch=1"), [""]);
    }

    #[test]
    fn decodes_once() {
        assert_eq!(names("a%252Cb", "batch=1"), ["a%2Cb"]);
        assert_eq!(names("%75sers.getProfile", ""), ["users.getProfile"]);
    }

    #[test]
    fn refuses_a_path_that_cannot_be_decoded() {
        for path in ["%", "%2", "%zz", "a%ff", "%c3%28", "%ed%a0%80"] {
            assert!(read(path, "").is_err(), "{path}");
        }
    }

    #[test]
    fn counts_separators_before_names() {
        assert_eq!(names(&",".repeat(49), "batch=1").len(), 50);
        for path in [",".repeat(50), "%2C".repeat(50), "%2c,".repeat(25), "%2C".repeat(10_000)] {
            assert!(read(&path, "batch=1").is_err(), "{}", path.len());
        }
        assert!(read(&",".repeat(60), "").is_ok(), "without a batch a comma is part of the name");
    }
}
