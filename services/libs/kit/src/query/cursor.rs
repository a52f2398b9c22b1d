//! Where an answer ended, so that the next one begins there however many rows lie before it.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use proto::query::v1::Query;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::error::Fault;
use super::plan::{self, By};
use super::registry::Resource;

/// A cursor holds one value of a field and one key; longer ones were not made here.
const LONGEST: usize = 8192;

/// The last row of an answer, and what the answer knew. It names the question it belongs to and is not
/// signed: whoever forges one reads what they may read anyway.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Cursor {
    /// The question, as a hash.
    question: String,
    /// The value that the row is put in order by; none at the end, where rows have none.
    pub order: Option<String>,
    /// The key of the row.
    pub key: String,
    /// How many rows lie before the next one.
    pub before: u64,
    /// How many rows there were on the first page.
    pub count: u64,
}

impl Cursor {
    pub(super) fn new(
        question: String,
        order: Option<String>,
        key: String,
        before: u64,
        count: u64,
    ) -> Self {
        Self { question, order, key, before, count }
    }

    /// As it travels.
    pub(super) fn write(&self) -> String {
        let fields = (&self.question, &self.order, &self.key, self.before, self.count);
        let json = serde_json::to_vec(&fields).expect("texts and numbers have a JSON form");
        URL_SAFE_NO_PAD.encode(json)
    }

    /// Reads what a caller gives back with the same question.
    pub(super) fn read(text: &str, question: &str) -> Result<Self, Fault> {
        if text.len() > LONGEST {
            return Err(Fault::Cursor);
        }
        let json = URL_SAFE_NO_PAD.decode(text).map_err(|_| Fault::Cursor)?;
        let (made_for, order, key, before, count): (String, Option<String>, String, u64, u64) =
            serde_json::from_slice(&json).map_err(|_| Fault::Cursor)?;
        let texts = [order.as_deref().unwrap_or_default(), &key];
        // No count of rows comes near, and the arithmetic of pages stays within its numbers.
        let most = i32::MAX as u64;
        if before > most || count > most || texts.iter().any(|text| text.contains('\0')) {
            return Err(Fault::Cursor);
        }
        if made_for != question {
            return Err(Fault::CursorElsewhere);
        }
        Ok(Self { question: made_for, order, key, before, count })
    }
}

/// What a cursor must fit: the resource, the rows asked for and the order.
pub(super) fn question(resource: &Resource, query: &Query, by: By) -> String {
    let mut hash = Sha256::new();
    for name in [resource.name, by.field.name] {
        hash.update(name);
        hash.update([0]);
    }
    hash.update([u8::from(by.descending), u8::from(query.filter.is_some())]);
    hash.update(plan::chosen(query));
    hex::encode(&hash.finalize()[..8])
}
