//! Starts the export of everything about the caller: one at a time, and a few in a day.

use std::collections::HashSet;
use std::sync::Arc;

use kit::clock::DAY;
use kit::peers::Person;
use kit::personal_data::{MOST_ADDED_EXPORT_BYTES, MOST_DAILY_EXPORTS};
use proto::identity::v1::{AccountExport, ExportState, StartExportRequest, StartExportResponse};
use proto::personal_data::v1::Section;
use uuid::Uuid;

use super::job;
use super::limits::{LONGEST_SILENCE, MOST_OTHER_SECTIONS};
use crate::caller;
use crate::context::Context;
use crate::error::IdentityError;
use crate::teams::access;

/// Notes the export and begins to make its files: one at a time, and a few in a day.
pub async fn start(
    ctx: &Arc<Context>,
    person: Arc<Person>,
    request: StartExportRequest,
) -> Result<StartExportResponse, IdentityError> {
    let user = caller::id(&person.user_id)?;
    check_sections(&request.sections)?;
    let id = kit::id::new();
    let section_count = job::section_count(request.sections.len());
    note(ctx, id, user, section_count).await?;
    ctx.app.spawn("export", job::run(Arc::clone(ctx), id, user, request.sections));
    let export = AccountExport {
        id: id.to_string(),
        state: ExportState::Running.into(),
        sections_done: 0,
        section_count,
        requested_at: kit::clock::milliseconds(ctx.now()),
        expires_at: None,
        json_bytes: None,
        csv_bytes: None,
    };
    Ok(StartExportResponse { export: Some(export) })
}

async fn note(
    ctx: &Context,
    id: Uuid,
    user: Uuid,
    section_count: i32,
) -> Result<(), IdentityError> {
    let mut tx = ctx.db.tx().await?;
    // Of two starts at once, the second finds the first.
    access::user(&mut tx, user).await?;
    sqlx::query(
        "UPDATE exports SET state = 'failed'
         WHERE user_id = $1 AND state = 'running' AND touched_at <= $2",
    )
    .bind(user)
    .bind(ctx.now() - LONGEST_SILENCE)
    .execute(&mut *tx)
    .await?;
    let (started, is_running): (i64, bool) = sqlx::query_as(
        "SELECT count(*) FILTER (WHERE requested_at > $2),
                coalesce(bool_or(state = 'running'), false)
         FROM exports WHERE user_id = $1",
    )
    .bind(user)
    .bind(ctx.now() - DAY)
    .fetch_one(&mut *tx)
    .await?;
    if is_running {
        return Err(IdentityError::ExportRunning);
    }
    if started >= i64::from(MOST_DAILY_EXPORTS) {
        return Err(IdentityError::TooManyExports);
    }
    sqlx::query(
        "INSERT INTO exports (id, user_id, state, section_count, requested_at, touched_at)
         VALUES ($1, $2, 'running', $3, $4, $4)",
    )
    .bind(id)
    .bind(user)
    .bind(section_count)
    .bind(ctx.now())
    .execute(&mut *tx)
    .await?;
    tx.commit().await?;
    Ok(())
}

/// Sections of other services become files of their names.
fn check_sections(sections: &[Section]) -> Result<(), IdentityError> {
    let is_plain = |name: &str| {
        let mut letters = name.chars();
        (1..=40).contains(&name.len())
            && letters.all(|letter| letter.is_ascii_lowercase() || letter == '_')
    };
    let names: HashSet<&str> = sections.iter().map(|section| section.name.as_str()).collect();
    let is_valid = sections.len() <= MOST_OTHER_SECTIONS
        && names.len() == sections.len()
        && sections.iter().all(|section| is_plain(&section.name))
        && sections.iter().map(|section| section.rows_json.len()).sum::<usize>()
            <= MOST_ADDED_EXPORT_BYTES;
    if is_valid { Ok(()) } else { Err(IdentityError::Invalid("sections")) }
}
