//! The comparison of the version that a change is based on with the present one.

use std::collections::BTreeMap;

use kit::clock::milliseconds;
use kit::db::Tx;
use kit::error::Violation;
use proto::access::v1::{FieldChange, RecordKind};
use sqlx::types::Json;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::error::AccessError;

#[derive(sqlx::FromRow)]
struct LaterChange {
    made_at: OffsetDateTime,
    actor_id: Option<Uuid>,
    changes: Json<Vec<FieldChange>>,
}

/// Refuses a change that is based on another version than the present one, and says for each field that has changed since its
/// present value, by whom it was changed and when.
pub async fn check(
    tx: &mut Tx,
    (kind, id): (RecordKind, Uuid),
    present: i32,
    based_on: i32,
) -> Result<(), AccessError> {
    if present == based_on {
        return Ok(());
    }
    let later: Vec<LaterChange> = sqlx::query_as(
        "SELECT a.made_at, p.actor_id, a.changes
         FROM audit_entries AS a JOIN audit_persons AS p ON p.entry_id = a.id
         WHERE a.record_id = $1 AND a.record_version > $2 AND a.refusal IS NULL
         ORDER BY a.day DESC, a.number DESC LIMIT 100",
    )
    .bind(id)
    .bind(based_on)
    .fetch_all(&mut **tx)
    .await?;
    Err(AccessError::Changed { kind, version: present, changes: explained(later)? })
}

/// The last change of each field.
fn explained(newest_first: Vec<LaterChange>) -> Result<Vec<Violation>, AccessError> {
    let mut by_field = BTreeMap::new();
    for change in newest_first {
        let at = proto::codec::instant(milliseconds(change.made_at));
        let at = at.map_err(|error| AccessError::Stored(error.to_string()))?;
        let by = change.actor_id.map_or("the installation".to_owned(), |id| id.to_string());
        for field in change.changes.0 {
            let message = if field.after.is_empty() {
                format!("was emptied on {at} by {by}")
            } else {
                format!("was changed on {at} by {by} to {}", field.after.join(", "))
            };
            by_field.entry(field.field).or_insert(message);
        }
    }
    Ok(by_field.into_iter().map(|(path, message)| Violation { path, message }).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_change_of_each_field_is_named() {
        let change = |second: i64, changes: Vec<FieldChange>| LaterChange {
            made_at: kit::clock::from_milliseconds(second * 1_000),
            actor_id: (second > 1).then(|| Uuid::from_u128(2)),
            changes: Json(changes),
        };
        let field = |name: &str, after: &[&str]| FieldChange {
            field: name.to_owned(),
            before: vec!["x".to_owned()],
            after: after.iter().map(|text| (*text).to_owned()).collect(),
        };
        let later = vec![
            change(2, vec![field("tags", &[]), field("actions", &["list", "read"])]),
            change(1, vec![field("name", &["Ann"]), field("tags", &["one"])]),
        ];
        let found = explained(later).unwrap();
        let found: Vec<(&str, &str)> =
            found.iter().map(|one| (one.path.as_str(), one.message.as_str())).collect();
        let by = Uuid::from_u128(2);
        assert_eq!(
            found,
            [
                (
                    "actions",
                    &*format!("was changed on 1970-01-01T00:00:02.000Z by {by} to list, read")
                ),
                ("name", "was changed on 1970-01-01T00:00:01.000Z by the installation to Ann"),
                ("tags", &*format!("was emptied on 1970-01-01T00:00:02.000Z by {by}")),
            ]
        );
    }
}
