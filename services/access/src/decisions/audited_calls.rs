//! Records the calls of finished minutes in the audit history, one entry for the refused calls of a caller in a minute and one
//! for the sampled calls that were allowed.

use std::collections::BTreeMap;

use proto::access::v1::{
    AccessAuditAction, ActionAtEndpoint, DecisionOutcome, FieldChange, RecordKind,
};
use proto::codec::Text;
use serde::Serialize;
use sqlx::types::Json;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use uuid::Uuid;

use crate::audit::{self, Entry};
use crate::context::Context;
use crate::error::AccessError;
use crate::limits::MOST_AUDITED_VALUES;
use crate::stamp;

/// The rows of a transaction: it keeps changes of administrators waiting.
const MOST_AT_ONCE: i64 = 200;
/// Until the reports of a minute have arrived from all gateways.
const WAIT: time::Duration = time::Duration::minutes(2);

#[derive(sqlx::FromRow)]
struct Row {
    id: Uuid,
    minute_at: OffsetDateTime,
    user_id: Option<Uuid>,
    organization_id: Option<Uuid>,
    /// The record of the key.
    key_record_id: Option<Uuid>,
    needs: Json<Vec<ActionAtEndpoint>>,
    export_format: Option<String>,
    outcome: String,
    refusal: Option<String>,
    calls: i64,
}

/// The calls of one caller in a minute that are an entry.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Group {
    minute_at: OffsetDateTime,
    user: Option<Uuid>,
    organization: Option<Uuid>,
    key: Option<Uuid>,
    is_refused: bool,
}

/// Equal calls, as a value of the entry.
#[derive(Serialize)]
struct EqualCalls<'a> {
    needs: &'a [ActionAtEndpoint],
    export_format: &'a Option<String>,
    refusal: &'a Option<String>,
    calls: i64,
}

/// Records what is due; `false` if there is more.
pub async fn record(ctx: &Context) -> Result<bool, AccessError> {
    let now = ctx.clock.now();
    let mut tx = ctx.db.tx().await?;
    stamp::wait_for_changes(&mut tx).await?;
    let rows: Vec<Row> = sqlx::query_as(
        "SELECT c.id, c.minute_at, c.user_id, c.organization_id, k.record_id AS key_record_id,
                c.needs, c.export_format, c.outcome, c.refusal, c.calls
         FROM decided_calls AS c LEFT JOIN api_keys AS k ON k.id = c.key_id
         WHERE NOT c.is_audited AND c.minute_at < $1 ORDER BY c.minute_at, c.id LIMIT $2",
    )
    .bind(now - WAIT)
    .bind(MOST_AT_ONCE)
    .fetch_all(&mut *tx)
    .await?;
    let ids: Vec<Uuid> = rows.iter().map(|row| row.id).collect();
    let is_done = (ids.len() as i64) < MOST_AT_ONCE;
    let mut groups = BTreeMap::<Group, Vec<Row>>::new();
    for row in rows {
        groups.entry(row.group()).or_default().push(row);
    }
    for (group, rows) in groups {
        let user = group.user;
        audit::record(&mut tx, user, now, group.entry(&rows)?).await?;
    }
    sqlx::query("UPDATE decided_calls SET is_audited = true WHERE id = ANY($1)")
        .bind(ids)
        .execute(&mut *tx)
        .await?;
    tx.commit().await?;
    Ok(is_done)
}

impl Row {
    fn group(&self) -> Group {
        Group {
            minute_at: self.minute_at,
            user: self.user_id,
            organization: self.organization_id,
            key: self.key_record_id,
            is_refused: self.outcome == DecisionOutcome::Refused.text(),
        }
    }
}

impl Group {
    fn entry<'a>(&self, rows: &'a [Row]) -> Result<Entry<'a>, AccessError> {
        let stored = |error: &dyn std::error::Error| AccessError::Stored(error.to_string());
        let minute = self.minute_at.format(&Rfc3339).map_err(|error| stored(&error))?;
        let mut calls = Vec::new();
        for Row { needs, export_format, refusal, calls: number, .. } in
            rows.iter().take(MOST_AUDITED_VALUES)
        {
            let equal = EqualCalls { needs, export_format, refusal, calls: *number };
            calls.push(serde_json::to_string(&equal).map_err(|error| stored(&error))?);
        }
        let most_frequent = rows.iter().max_by_key(|row| row.calls);
        Ok(Entry {
            action: if self.is_refused {
                AccessAuditAction::CallsRefused
            } else {
                AccessAuditAction::CallsAllowed
            },
            kind: if self.key.is_some() { RecordKind::ApiKey } else { RecordKind::Calls },
            record: self.key,
            version: None,
            user: None,
            organization: self.organization,
            changes: vec![value("minute", vec![minute]), value("calls", calls)],
            reason: None,
            refusal: most_frequent.and_then(|row| row.refusal.as_deref()),
        })
    }
}

fn value(field: &str, after: Vec<String>) -> FieldChange {
    FieldChange { field: field.to_owned(), before: Vec::new(), after }
}
