//! What a licence allows whom, said the simple way: tests hold every answer against it.

use crate::grpc::{Audience, Purpose, Reader};

/// Who may see rows, in the words of manifests.
pub const VISIBILITIES: [&str; 4] = ["everybody", "members", "administrators", "nobody"];

/// What a licence allows: the place of a word among [`VISIBILITIES`], and whether rows may be part of files.
pub type LicenceTerms = (usize, bool);

/// Whether a reader may have rows of a licence.
pub fn may_have(reader: Reader, (visibility, is_redistributable): LicenceTerms) -> bool {
    let is_seen = match VISIBILITIES[visibility] {
        "everybody" => true,
        "members" => reader.audience != Audience::Everybody,
        "administrators" => reader.audience == Audience::Administrators,
        _ => false,
    };
    is_seen && (is_redistributable || reader.purpose == Purpose::Screen)
}
