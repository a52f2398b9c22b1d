//! The bytes of a file, written as fast as the client takes them.

use std::sync::Arc;

use axum::body::Body;
use futures::stream;
use kit::low_priority::LowPriorityThreads;
use sheet::{Sheet, SheetError};

use super::failures::unwritten;
use super::running_file::RunningFile;
use super::table::Rows;
use crate::call::failure::Failure;

struct Writing {
    sheet: Sheet,
    rows: Rows,
    file: RunningFile,
}

/// Writes part after part. A failure breaks the answer off, so that a part is never mistaken for the whole.
pub fn stream(
    sheet: Sheet,
    rows: Rows,
    file: RunningFile,
    threads: Arc<LowPriorityThreads>,
) -> Body {
    let start = Some(Writing { sheet, rows, file });
    Body::from_stream(stream::try_unfold(start, move |writing| {
        let threads = Arc::clone(&threads);
        async move {
            let Some(writing) = writing else { return Ok(None) };
            part(writing, &threads).await.map(Some).map_err(|failure| failure.message.into_owned())
        }
    }))
}

/// The next bytes: Parquet writes only when it has many rows.
async fn part(
    mut writing: Writing,
    threads: &LowPriorityThreads,
) -> Result<(Vec<u8>, Option<Writing>), Failure> {
    loop {
        writing.file.go_on().await?;
        writing.rows.fetch().await?;
        let (bytes, rest) =
            threads.run(move || written(writing)).await.map_err(unwritten)?.map_err(unwritten)?;
        match rest {
            Some(rest) if bytes.is_empty() => writing = rest,
            rest => return Ok((bytes, rest)),
        }
    }
}

/// The bytes of the loaded rows, or of the end of the file.
fn written(mut writing: Writing) -> Result<(Vec<u8>, Option<Writing>), SheetError> {
    let Some(rows) = writing.rows.take() else { return Ok((writing.sheet.finish()?, None)) };
    for row in rows {
        writing.sheet.row(row)?;
    }
    Ok((writing.sheet.take(), Some(writing)))
}
