//! Records as administrators enter, change and remove them.

use std::time::Duration;

use kit::error::Problem;
use kit::text_lengths::LONGEST_SLUG;
use proto::catalog::v1::{
    self, ListRecordChangesRequest, RecordAction, RemoveRecordRequest, RemoveRecordResponse,
    SaveRecordsRequest, SaveRecordsResponse,
};
use proto::codec;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use ts_rs::TS;

use super::fields;
use crate::call::access::Access;
use crate::call::context::CallContext;
use crate::call::domain::Domain;
use crate::call::registry::Registry;

const LONGEST_RESOURCE: usize = 60;
/// The longest cursor of a list of changes: the number of a change.
const LONGEST_CHANGES_CURSOR: usize = 20;
/// The largest JSON of records that an administrator saves at once, in bytes.
const MAX_RECORDS_BYTES: usize = 512 << 10;
/// For edits of records, which wait for each other and should not have to be repeated.
const EDIT_DEADLINE: Duration = Duration::from_secs(10);

type Record = Map<String, Value>;

/// Records of one kind to be written, all or none. The columns are those of import files; one that is left out
/// stays as it is, null empties it. `updated_at` is the state that a change was made on: another one is refused.
#[derive(Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct RecordsToSave {
    resource: String,
    #[ts(
        type = "{ slug: string; [column: string]: string | number | boolean | null | (string | number)[] }[]"
    )]
    records: Vec<Record>,
}

#[derive(Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct RecordToRemove {
    resource: String,
    slug: String,
}

/// One change of a record.
#[derive(Serialize, TS)]
pub struct RecordChangeEntry {
    #[ts(type = "number")]
    id: i64,
    resource: String,
    #[ts(type = "number")]
    record_id: i64,
    slug: String,
    action: RecordAction,
    /// The user who made it.
    changed_by: String,
    changed_at: String,
    /// The columns that differ.
    columns: Vec<String>,
    /// The record before by its columns; null if it was not there.
    #[ts(type = "Record<string, unknown> | null")]
    before: Option<Record>,
    /// The record after; null if it is gone.
    #[ts(type = "Record<string, unknown> | null")]
    after: Option<Record>,
}

/// The changes of a record, the newest first.
#[derive(Serialize, TS)]
pub struct RecordChanges {
    results: Vec<RecordChangeEntry>,
    next_cursor: Option<String>,
}

/// Adds the procedures of this domain.
pub fn add(registry: &mut Registry) {
    registry
        .mutation("catalog.save", Access::FRESH_ADMINISTRATORS)
        .changes(Domain::Catalog)
        .within(EDIT_DEADLINE)
        .answer(save);
    registry
        .mutation("catalog.remove", Access::FRESH_ADMINISTRATORS)
        .changes(Domain::Catalog)
        .within(EDIT_DEADLINE)
        .answer(remove);
    registry.query("catalog.changes", Access::ADMINISTRATORS).answer(changes);
}

async fn save(context: CallContext, input: RecordsToSave) -> Result<SaveRecordsResponse, Problem> {
    fields::line("resource", &input.resource, LONGEST_RESOURCE)?;
    let records_json = serde_json::to_string(&input.records).map_err(Problem::internal)?;
    if records_json.len() > MAX_RECORDS_BYTES {
        let message = format!("records must not exceed {} KiB", MAX_RECORDS_BYTES >> 10);
        return Err(Problem::invalid("records_too_large", message));
    }
    let request = SaveRecordsRequest { resource: input.resource, records_json };
    Ok(context.upstream.catalog.clone().save_records(request).await?.into_inner())
}

async fn remove(
    context: CallContext,
    input: RecordToRemove,
) -> Result<RemoveRecordResponse, Problem> {
    fields::line("resource", &input.resource, LONGEST_RESOURCE)?;
    fields::line("slug", &input.slug, LONGEST_SLUG)?;
    let request = RemoveRecordRequest { resource: input.resource, slug: input.slug };
    Ok(context.upstream.catalog.clone().remove_record(request).await?.into_inner())
}

async fn changes(
    context: CallContext,
    input: ListRecordChangesRequest,
) -> Result<RecordChanges, Problem> {
    fields::line("resource", &input.resource, LONGEST_RESOURCE)?;
    fields::line("slug", &input.slug, LONGEST_SLUG)?;
    fields::line("cursor", input.cursor.as_deref().unwrap_or_default(), LONGEST_CHANGES_CURSOR)?;
    let listed = context.upstream.catalog.clone().list_record_changes(input).await?.into_inner();
    let results = listed.results.into_iter().map(entry).collect::<Result<_, _>>()?;
    Ok(RecordChanges { results, next_cursor: listed.next_cursor })
}

fn entry(change: v1::RecordChange) -> Result<RecordChangeEntry, Problem> {
    let parsed = |text: Option<String>| -> Result<Option<Record>, Problem> {
        text.map(|text| serde_json::from_str(&text)).transpose().map_err(Problem::internal)
    };
    Ok(RecordChangeEntry {
        id: change.id,
        action: change.action(),
        resource: change.resource,
        record_id: change.record_id,
        slug: change.slug,
        changed_by: change.changed_by,
        changed_at: codec::instant(change.changed_at).map_err(Problem::internal)?,
        columns: change.columns,
        before: parsed(change.before_json)?,
        after: parsed(change.after_json)?,
    })
}
