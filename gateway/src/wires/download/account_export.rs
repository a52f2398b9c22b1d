//! The files of an export of the caller: `GET /api/download/account/<id>.json`, and `<id>.zip` with a CSV file for each
//! section.

use std::borrow::Cow;

use axum::body::Body;
use bytes::Bytes;
use futures::stream;
use http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_TYPE};
use http::{HeaderValue, Method, Response};
use http_body_util::Either;
use proto::identity::v1::{ExportFormat, ReadExportRequest, ReadExportResponse};
use time::Date;
use uuid::Uuid;

use super::running_file::RunningFile;
use crate::call::failure::{Code, Failure};
use crate::http_message::plain_response::Page;
use crate::procedures::account_data;

/// Answers with a file; to everybody but its person there is none.
pub async fn answer(
    file: RunningFile,
    method: &Method,
    name: &str,
    day: Date,
) -> Result<Response<Page>, Failure> {
    let (id, extension) = name.split_once('.').ok_or_else(none)?;
    let id = Uuid::try_parse(id).map_err(|_| none())?;
    let (format, media_type) = match extension {
        "json" => (ExportFormat::Json, "application/json"),
        "zip" => (ExportFormat::Csv, "application/zip"),
        _ => return Err(none()),
    };
    let reader = Reader { file, id, format };
    let first = reader.read(0).await?;
    let size = first.size;
    let body = if method == Method::HEAD { Body::empty() } else { reader.body(first) };
    let mut response = Response::new(Either::Right(body));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(media_type));
    headers.insert(CONTENT_LENGTH, size.into());
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    let disposition = format!("attachment; filename=\"assay-account-{day}.{extension}\"");
    if let Ok(disposition) = HeaderValue::try_from(disposition) {
        headers.insert(CONTENT_DISPOSITION, disposition);
    }
    Ok(response)
}

fn none() -> Failure {
    Failure::new(Code::NotFound, "File not found")
}

/// Reads a file part by part, as its person.
struct Reader {
    file: RunningFile,
    id: Uuid,
    format: ExportFormat,
}

impl Reader {
    async fn read(&self, offset: i64) -> Result<ReadExportResponse, Failure> {
        let request =
            ReadExportRequest { id: self.id.to_string(), format: self.format.into(), offset };
        self.file.reader().answer(|context| account_data::export_part(context, request)).await
    }

    /// The first part and those behind it, each read when the client has taken those before.
    fn body(self, first: ReadExportResponse) -> Body {
        let size = first.size;
        let start = (self, Some(first.bytes), 0);
        Body::from_stream(stream::try_unfold(start, move |(mut reader, part, offset)| async move {
            if offset >= size {
                return Ok(None);
            }
            let bytes = if let Some(bytes) = part {
                bytes
            } else {
                reader.file.go_on().await.map_err(|failure| failure.message)?;
                reader.read(offset).await.map_err(|_| "the file could not be read")?.bytes
            };
            if bytes.is_empty() {
                return Err(Cow::Borrowed("the file was deleted meanwhile"));
            }
            let next = offset + bytes.len() as i64;
            Ok(Some((Bytes::from(bytes), (reader, None, next))))
        }))
    }
}
