//! The terms of licences in their simplest form: tests compare every answer with it.

use crate::grpc::{Audience, Purpose, Reader};

/// The readers who may see rows, in the words of manifests.
pub const VISIBILITIES: [&str; 4] = ["everybody", "members", "administrators", "nobody"];

/// The terms of a licence: the place of a word among [`VISIBILITIES`], and whether rows may be part of files. Manifests
/// leave the first word out.
pub type LicenceTerms = (usize, bool);

/// The readers who may see rows, as a manifest states them.
pub fn stated((visibility, _): LicenceTerms) -> Option<&'static str> {
    (visibility > 0).then_some(VISIBILITIES[visibility])
}

/// Whether a reader may have rows of a licence.
pub fn may_have(reader: Reader, (visibility, is_redistributable): LicenceTerms) -> bool {
    let is_seen = match VISIBILITIES[visibility] {
        // Rows that may not be passed on are in no public answer.
        "everybody" => is_redistributable || reader.audience != Audience::Everybody,
        "members" => reader.audience != Audience::Everybody,
        "administrators" => reader.audience == Audience::Administrators,
        _ => false,
    };
    is_seen && (is_redistributable || reader.purpose == Purpose::Screen)
}
