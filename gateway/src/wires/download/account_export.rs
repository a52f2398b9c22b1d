//! The archive of everything about the caller: `GET /api/download/account/<id>.zip`.

use axum::body::Body;
use http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_TYPE};
use http::{HeaderValue, Method, Response};
use http_body_util::Either;
use kit::error::Problem;
use proto::identity::v1::ReadExportRequest;
use time::Date;
use uuid::Uuid;

use crate::call::failure::{Code, Failure};
use crate::call::pipeline::Admitted;
use crate::http_message::response::Page;

/// Answers with an export of the caller; to everybody else there is none.
pub async fn answer(
    exports: &Admitted,
    method: &Method,
    name: &str,
    day: Date,
) -> Result<Response<Page>, Failure> {
    let none = || Failure::new(Code::NotFound, "File not found");
    let id = name.strip_suffix(".zip").and_then(|id| Uuid::try_parse(id).ok()).ok_or_else(none)?;
    let mut service = exports.upstream().identity.clone();
    let request = ReadExportRequest { id: id.to_string() };
    let read = async move { Ok::<_, Problem>(service.read_export(request).await?.into_inner()) };
    let file = exports.answer(read).await?.file;
    let size = file.len();
    let body = if method == Method::HEAD { Body::empty() } else { Body::from(file) };
    let mut response = Response::new(Either::Right(body));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/zip"));
    headers.insert(CONTENT_LENGTH, size.into());
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    let disposition = format!("attachment; filename=\"assay-account-{day}.zip\"");
    if let Ok(disposition) = HeaderValue::try_from(disposition) {
        headers.insert(CONTENT_DISPOSITION, disposition);
    }
    Ok(response)
}
