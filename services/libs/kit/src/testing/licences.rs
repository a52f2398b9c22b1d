//! What a licence allows whom, said the simple way: tests hold every answer against it.

use crate::grpc::{Audience, Purpose, Reader};

/// Who may see rows, in the words of manifests.
pub const VISIBILITIES: [&str; 4] = ["everybody", "members", "administrators", "nobody"];

/// What a licence allows: the place of a word among [`VISIBILITIES`], and whether rows may be part of files. Manifests do not
/// state the first word, which they leave out.
pub type LicenceTerms = (usize, bool);

/// Who may see rows, as a manifest states it.
pub fn stated((visibility, _): LicenceTerms) -> Option<&'static str> {
    (visibility > 0).then_some(VISIBILITIES[visibility])
}

/// Whether a reader may have rows of a licence.
pub fn may_have(reader: Reader, (visibility, is_redistributable): LicenceTerms) -> bool {
    let is_seen = match VISIBILITIES[visibility] {
        // What may not be passed on is in no public answer.
        "everybody" => is_redistributable || reader.audience != Audience::Everybody,
        "members" => reader.audience != Audience::Everybody,
        "administrators" => reader.audience == Audience::Administrators,
        _ => false,
    };
    is_seen && (is_redistributable || reader.purpose == Purpose::Screen)
}
