//! The cursor: the end of a page, at which the next one begins without walking over earlier rows.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use proto::query::v1::Query;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::error::Fault;
use super::plan::{self, SortOrder};
use super::registry::Resource;

/// A cursor holds one value and one key; a longer one was not made here.
const LONGEST_PAGE_CURSOR: usize = 8192;

/// The last row of a page, and the counts known then. It names its query and is not signed: a forged one only reads
/// rows that the caller may read anyway.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Cursor {
    /// The hash of the query.
    digest: String,
    /// The sort value of the row; none among the rows without a value, which come last.
    pub order: Option<String>,
    pub key: String,
    /// The number of rows before the next page.
    pub before: u64,
    /// The number of all rows when the first page was read.
    pub count: u64,
}

impl Cursor {
    pub(super) fn new(
        digest: String,
        order: Option<String>,
        key: String,
        before: u64,
        count: u64,
    ) -> Self {
        Self { digest, order, key, before, count }
    }

    /// The text on the wire.
    pub(super) fn write(&self) -> String {
        let fields = (&self.digest, &self.order, &self.key, self.before, self.count);
        let json = serde_json::to_vec(&fields).expect("texts and numbers have a JSON form");
        URL_SAFE_NO_PAD.encode(json)
    }

    /// Parses the text that a caller sends with the same query.
    pub(super) fn read(text: &str, digest: &str) -> Result<Self, Fault> {
        if text.len() > LONGEST_PAGE_CURSOR {
            return Err(Fault::Cursor);
        }
        let json = URL_SAFE_NO_PAD.decode(text).map_err(|_| Fault::Cursor)?;
        let (made_for, order, key, before, count): (String, Option<String>, String, u64, u64) =
            serde_json::from_slice(&json).map_err(|_| Fault::Cursor)?;
        let texts = [order.as_deref().unwrap_or_default(), &key];
        // Larger than any real count, and small enough for the arithmetic of pages.
        let most = i32::MAX as u64;
        if before > most || count > most || texts.iter().any(|text| text.contains('\0')) {
            return Err(Fault::Cursor);
        }
        if made_for != digest {
            return Err(Fault::CursorElsewhere);
        }
        Ok(Self { digest: made_for, order, key, before, count })
    }
}

/// The hash of resource, filter and order, which a cursor must match.
pub(super) fn digest(resource: &Resource, query: &Query, by: SortOrder) -> String {
    let mut hash = Sha256::new();
    for name in [resource.name, by.field.name] {
        hash.update(name);
        hash.update([0]);
    }
    hash.update([u8::from(by.descending), u8::from(query.filter.is_some())]);
    hash.update(plan::chosen(resource, query));
    hex::encode(&hash.finalize()[..8])
}
