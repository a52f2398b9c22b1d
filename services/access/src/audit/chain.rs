//! The hash of an entry, over the entry before it and a canonical text of its own values.

use proto::access::v1::FieldChange;
use serde_json::json;
use sha2::{Digest, Sha256};
use sqlx::types::Json;
use time::{Date, OffsetDateTime};
use uuid::Uuid;

/// The hash before the first entry.
pub const BEGINNING: [u8; 32] = [0; 32];

/// The values of an entry that its hash covers.
#[derive(Debug, sqlx::FromRow)]
pub struct ChainedEntry {
    pub day: Date,
    pub number: i64,
    pub id: Uuid,
    pub made_at: OffsetDateTime,
    pub action: String,
    pub kind: String,
    pub record_id: Option<Uuid>,
    pub record_version: Option<i32>,
    pub organization_id: Option<Uuid>,
    pub changes: Json<Vec<FieldChange>>,
    pub refusal: Option<String>,
    pub trace_id: Option<String>,
    pub actor_digest: Option<Vec<u8>>,
    pub subject_digest: Option<Vec<u8>>,
}

impl ChainedEntry {
    /// The SHA-256 of the previous hash and a JSON list of the values, in this order.
    pub fn hash(&self, previous: &[u8]) -> Vec<u8> {
        let changes = self.changes.iter();
        let changes: Vec<_> =
            changes.map(|one| json!([one.field, one.before, one.after])).collect();
        let text = json!([
            self.day.to_julian_day(),
            self.number,
            self.id,
            kit::clock::milliseconds(self.made_at),
            self.action,
            self.kind,
            self.record_id,
            self.record_version,
            self.organization_id,
            changes,
            self.refusal,
            self.trace_id,
            self.actor_digest.as_ref().map(hex::encode),
            self.subject_digest.as_ref().map(hex::encode),
        ]);
        let hash = Sha256::new().chain_update(previous).chain_update(text.to_string());
        hash.finalize().to_vec()
    }
}

/// The digest that an entry has of its actor.
pub fn actor_digest(salt: &[u8], actor: Uuid) -> Vec<u8> {
    Sha256::new().chain_update(salt).chain_update(actor).finalize().to_vec()
}

/// The digest that an entry has of the user whose role it is, and of the reason.
pub fn subject_digest(salt: &[u8], user: Option<Uuid>, reason: Option<&str>) -> Vec<u8> {
    let text = json!([user, reason]).to_string();
    Sha256::new().chain_update(salt).chain_update(text).finalize().to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry() -> ChainedEntry {
        ChainedEntry {
            day: time::macros::date!(2026 - 11 - 30),
            number: 1,
            id: Uuid::from_u128(1),
            made_at: kit::clock::from_milliseconds(1),
            action: "role.created".to_owned(),
            kind: "role".to_owned(),
            record_id: Some(Uuid::from_u128(2)),
            record_version: Some(1),
            organization_id: None,
            changes: Json(vec![FieldChange {
                field: "name".to_owned(),
                before: vec![],
                after: vec!["analysts".to_owned()],
            }]),
            refusal: None,
            trace_id: None,
            actor_digest: Some(vec![1]),
            subject_digest: None,
        }
    }

    #[test]
    fn the_hash_depends_on_every_value_and_on_the_entry_before() {
        let first = entry().hash(&BEGINNING);
        assert_eq!(first, entry().hash(&BEGINNING));
        let mut others = vec![entry().hash(&first)];
        let changed = |change: fn(&mut ChainedEntry)| {
            let mut entry = entry();
            change(&mut entry);
            entry.hash(&BEGINNING)
        };
        others.push(changed(|entry| entry.number = 2));
        others.push(changed(|entry| entry.made_at += time::Duration::SECOND));
        others.push(changed(|entry| entry.action = "role.updated".to_owned()));
        others.push(changed(|entry| entry.record_id = None));
        others.push(changed(|entry| entry.record_version = None));
        others.push(changed(|entry| entry.organization_id = Some(Uuid::from_u128(2))));
        others.push(changed(|entry| entry.changes.0.clear()));
        others.push(changed(|entry| entry.refusal = Some(String::new())));
        others.push(changed(|entry| entry.trace_id = Some(String::new())));
        others.push(changed(|entry| entry.actor_digest = None));
        others.push(changed(|entry| entry.subject_digest = Some(vec![1])));
        others.push(first);
        let count = others.len();
        others.sort();
        others.dedup();
        assert_eq!(others.len(), count);
    }
}
