//! Makes the files of an export in the background.

use std::sync::Arc;

use kit::personal_data::EXPORT_FILES_KEPT;
use proto::personal_data::v1::Section;
use uuid::Uuid;

use super::archive::{Archive, ArchiveError, Files};
use super::limits::{MOST_BYTES, MOST_OWN_BYTES, SECTION_DEADLINE};
use super::sections::OWN_SECTIONS;
use crate::context::Context;
use crate::error::IdentityError;

#[derive(Debug, thiserror::Error)]
enum JobError {
    #[error(transparent)]
    Read(#[from] IdentityError),
    #[error(transparent)]
    Archive(#[from] ArchiveError),
}

/// How many sections an export has.
pub fn section_count(others: usize) -> i32 {
    (OWN_SECTIONS.len() + others).try_into().unwrap_or(i32::MAX)
}

/// Makes the files, and notes how it ended.
pub async fn run(ctx: Arc<Context>, id: Uuid, user: Uuid, others: Vec<Section>) {
    let cut = ctx.app.cut();
    let making = Box::pin(make(&ctx, id, user, others));
    let Some(outcome) = cut.run_until_cancelled(making).await else {
        // Nothing is noted: the export counts as failed once it was silent for a while.
        return;
    };
    if let Err(error) = outcome {
        tracing::error!(%error, export = %id, "an export failed");
        if let Err(error) = ctx.bounded(fail(&ctx, id)).await {
            tracing::warn!(%error, export = %id, "the end of an export was not noted");
        }
    }
}

async fn make(ctx: &Context, id: Uuid, user: Uuid, others: Vec<Section>) -> Result<(), JobError> {
    let mut archive = Archive::default();
    let mut done = 0;
    for own in &OWN_SECTIONS {
        let room = MOST_OWN_BYTES.saturating_sub(archive.size());
        archive.add(&ctx.db.within(SECTION_DEADLINE, own.read(ctx, user, room)).await?)?;
        done += 1;
        if !ctx.bounded(note(ctx, id, done)).await? {
            return Ok(());
        }
        check_size(archive.size())?;
    }
    for section in others {
        archive.add(&section)?;
        check_size(archive.size())?;
    }
    let files = archive.finish()?;
    check_size(files.json.len().max(files.csv.len()))?;
    ctx.db.within(SECTION_DEADLINE, finish(ctx, id, files)).await?;
    Ok(())
}

fn check_size(bytes: usize) -> Result<(), ArchiveError> {
    if bytes > MOST_BYTES { Err(ArchiveError::TooLarge) } else { Ok(()) }
}

/// Notes the progress; answers whether the export is still wanted.
async fn note(ctx: &Context, id: Uuid, done: i32) -> Result<bool, IdentityError> {
    let noted = sqlx::query(
        "UPDATE exports SET sections_done = $2, touched_at = $3 WHERE id = $1 AND state = 'running'",
    )
    .bind(id)
    .bind(done)
    .bind(ctx.now())
    .execute(&mut *ctx.db.conn().await?)
    .await?;
    Ok(noted.rows_affected() > 0)
}

async fn finish(ctx: &Context, id: Uuid, files: Files) -> Result<(), IdentityError> {
    sqlx::query(
        "UPDATE exports SET state = 'ready', sections_done = section_count, touched_at = $2,
                            expires_at = $3, json_file = $4, csv_file = $5
         WHERE id = $1 AND state = 'running'",
    )
    .bind(id)
    .bind(ctx.now())
    .bind(ctx.after(EXPORT_FILES_KEPT))
    .bind(files.json)
    .bind(files.csv)
    .execute(&mut *ctx.db.conn().await?)
    .await?;
    Ok(())
}

async fn fail(ctx: &Context, id: Uuid) -> Result<(), IdentityError> {
    sqlx::query("UPDATE exports SET state = 'failed' WHERE id = $1 AND state = 'running'")
        .bind(id)
        .execute(&mut *ctx.db.conn().await?)
        .await?;
    Ok(())
}
