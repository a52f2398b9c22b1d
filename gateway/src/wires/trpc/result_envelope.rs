//! The JSON envelope in which tRPC clients expect the result of a call.

use crate::call::cache::Frame;
use crate::call::output::Output;

/// The envelope around the JSON of a result.
const RESULT: [&[u8]; 2] = [b"{\"result\":{\"data\":", b"}}"];
/// The envelope of a procedure that returns nothing.
const NOTHING: &[u8] = b"{\"result\":{}}";

/// The frame of cached answers: the only result of a batch. Without the brackets it is the answer to a single call.
pub const FRAME: Frame =
    Frame { before: b"[{\"result\":{\"data\":", after: b"}}]", nothing: b"[{\"result\":{}}]" };

/// Appends the envelope of a result.
pub fn write(out: &mut Vec<u8>, output: &Output) {
    match output {
        Some(json) => {
            out.reserve(json.len() + 22);
            out.extend_from_slice(RESULT[0]);
            out.extend_from_slice(json);
            out.extend_from_slice(RESULT[1]);
        }
        None => out.extend_from_slice(NOTHING),
    }
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;

    use super::*;

    #[test]
    fn writes_the_envelope_of_the_protocol() {
        let mut out = Vec::new();
        write(&mut out, &Some(Bytes::from_static(b"[1]")));
        write(&mut out, &None);
        assert_eq!(out, br#"{"result":{"data":[1]}}{"result":{}}"#);
    }

    #[test]
    fn the_frame_of_cached_answers_is_the_envelope_in_brackets() {
        assert_eq!(FRAME.before, [b"[", RESULT[0]].concat());
        assert_eq!(FRAME.after, [RESULT[1], b"]"].concat());
        assert_eq!(FRAME.nothing, [b"[", NOTHING, b"]"].concat());
    }
}
