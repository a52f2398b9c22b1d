//! Published datasets: `GET /api/download/datasets/<sha256>/<file>`, whole or in parts, and the signed manifest that
//! lists them.

use std::borrow::Cow;
use std::ops::Range;

use axum::body::Body;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use futures::stream;
use http::header::{
    ACCEPT_RANGES, CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_RANGE, CONTENT_TYPE,
    ETAG,
};
use http::request::Parts;
use http::{HeaderMap, HeaderValue, Method, Response, StatusCode};
use http_body_util::Either;
use proto::access::v1::FileFormat;
use proto::timeseries::v1::{ReadDatasetRequest, ReadDatasetResponse};

use super::running_file::RunningFile;
use crate::call::admitted_caller::AdmittedCaller;
use crate::call::data_calls::DataUse;
use crate::call::failure::{Code, Failure};
use crate::call::input::Input;
use crate::call::refusal_texts::access_is_partial;
use crate::http_message::plain_response::Page;
use crate::http_message::range::RequestedRange;
use crate::http_message::range::is_known;
use crate::procedures::timeseries;

const MANIFEST: &str = "manifest.json";
const SIGNATURE: &str = "manifest.json.sig";
const PUBLIC_KEY: &str = "public_key.pem";

/// The use of a request below `/api/download/datasets/`: the manifest is what the list of datasets answers.
pub fn used_as(rest: &str) -> DataUse {
    let ends_with = |end| rest.ends_with(end);
    match rest {
        MANIFEST | SIGNATURE | PUBLIC_KEY => DataUse::Answer,
        _ if ends_with(".parquet") => DataUse::File(FileFormat::Parquet),
        _ if ends_with(".ndjson.gz") => DataUse::File(FileFormat::Ndjson),
        _ => DataUse::File(FileFormat::Csv),
    }
}

/// The input by which policies decide on a request: the name of its data set, whether there is such a file or not.
pub fn input(rest: &str) -> Input<'_> {
    match rest {
        MANIFEST | SIGNATURE | PUBLIC_KEY => Input::Null,
        _ => {
            let file = rest.split_once('/').map_or(rest, |(_, file)| file);
            let (name, _) = file.split_once('.').unwrap_or((file, ""));
            Input::Text(name.into())
        }
    }
}

/// The rows of a file.
pub async fn row_count(list: &AdmittedCaller, rest: &str) -> Result<u64, Failure> {
    let (sha256, name) = rest.split_once('/').ok_or_else(none)?;
    let request = ReadDatasetRequest { sha256: sha256.to_owned(), offset: i64::MAX };
    let file = list.answer(|context| timeseries::dataset_part(context, request)).await?;
    if file.file != name {
        return Err(none());
    }
    Ok(file.rows.unsigned_abs())
}

/// Answers a request below `/api/download/datasets/`.
pub async fn answer(
    file: RunningFile,
    head: &Parts,
    rest: &str,
) -> Result<Response<Page>, Failure> {
    match rest {
        MANIFEST | SIGNATURE | PUBLIC_KEY => manifest(file.reader(), rest).await,
        _ => {
            let (sha256, name) = rest.split_once('/').ok_or_else(none)?;
            dataset(file, head, (sha256, name)).await
        }
    }
}

/// The refusal of a file that does not exist, as timeseries writes it: nobody learns that its hash is that of another file.
fn none() -> Failure {
    let failure = Failure::new(Code::NotFound, "File not found");
    Failure { reason: Some("dataset_not_found".into()), ..failure }
}

/// The manifest, its signature and the key that verifies it: each with the bytes of its file. The manifest names all data sets.
async fn manifest(list: &AdmittedCaller, name: &str) -> Result<Response<Page>, Failure> {
    if let Some(narrowed) = list.narrowed().filter(|_| name != PUBLIC_KEY) {
        let refusal = Failure::logged(list.procedure().name, access_is_partial());
        return Err(Failure { plans: narrowed.plans.clone().into(), ..refusal });
    }
    let datasets = list.call_with(&Input::Null, timeseries::datasets).await?;
    if datasets.manifest.is_none() {
        return Err(none());
    }
    let (kind, bytes) = match name {
        MANIFEST => ("application/json", datasets.text.into_bytes()),
        PUBLIC_KEY => ("application/x-pem-file", datasets.public_key.into_bytes()),
        _ => ("application/octet-stream", STANDARD.decode(datasets.signature).unwrap_or_default()),
    };
    let mut response = Response::new(Either::Right(Body::from(bytes)));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    attach(headers, name);
    Ok(response)
}

/// A file by its hash. Its bytes never change, so an interrupted download can be resumed.
async fn dataset(
    file: RunningFile,
    head: &Parts,
    (sha256, name): (&str, &str),
) -> Result<Response<Page>, Failure> {
    let reader = Reader { file, sha256: sha256.to_owned() };
    // A read beyond the end returns no bytes, but the size of the file. One of another name is as unknown as one that there
    // is not.
    let dataset = match reader.read(i64::MAX).await {
        Ok(dataset) if dataset.file == name => dataset,
        Err(failure) if failure.code != Code::NotFound => return Err(failure),
        _ => return Err(none()),
    };
    let length = usize::try_from(dataset.size).unwrap_or_default();
    let etag = HeaderValue::try_from(format!("\"{sha256}\"")).map_err(|_| none())?;
    let requested = RequestedRange::from_request(head, &etag, length);
    let range = requested.content_range(length);
    let (status, part) = match requested {
        _ if is_known(&head.headers, &etag) => (StatusCode::NOT_MODIFIED, 0..0),
        RequestedRange::Whole => (StatusCode::OK, 0..length),
        RequestedRange::Part(part) => (StatusCode::PARTIAL_CONTENT, part),
        RequestedRange::Unsatisfiable => (StatusCode::RANGE_NOT_SATISFIABLE, 0..0),
    };
    let size = part.len();
    let body = if head.method == Method::HEAD { Body::empty() } else { reader.body(part) };
    let mut response = Response::new(Either::Right(body));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(ETAG, etag);
    // No proxy keeps for others what the plans of this reader include.
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("private, max-age=31536000, immutable"));
    if status == StatusCode::NOT_MODIFIED {
        return Ok(response);
    }
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(media_type(name)));
    headers.insert(CONTENT_LENGTH, size.into());
    headers.insert(ACCEPT_RANGES, HeaderValue::from_static("bytes"));
    attach(headers, name);
    if let Some(range) = range {
        headers.insert(CONTENT_RANGE, range);
    }
    Ok(response)
}

fn attach(headers: &mut HeaderMap, name: &str) {
    // Names come from the manifest or from the constants above; one that no header can hold is left out.
    if let Ok(value) = HeaderValue::try_from(format!("attachment; filename=\"{name}\"")) {
        headers.insert(CONTENT_DISPOSITION, value);
    }
}

fn media_type(name: &str) -> &'static str {
    if name.ends_with(".parquet") {
        sheet::Format::Parquet.media_type()
    } else {
        "application/gzip"
    }
}

/// Reads a dataset part by part.
struct Reader {
    file: RunningFile,
    sha256: String,
}

impl Reader {
    async fn read(&self, offset: i64) -> Result<ReadDatasetResponse, Failure> {
        let request = ReadDatasetRequest { sha256: self.sha256.clone(), offset };
        self.file.reader().answer(|context| timeseries::dataset_part(context, request)).await
    }

    /// The bytes of a part, each read when the client has taken those before.
    fn body(self, part: Range<usize>) -> Body {
        Body::from_stream(stream::try_unfold((self, part), |(mut reader, part)| async move {
            if part.is_empty() {
                return Ok(None);
            }
            reader.file.go_on().await.map_err(|failure| failure.message)?;
            let read = reader.read(part.start as i64).await;
            let read = read.map_err(|_| "the file could not be read")?;
            let mut bytes = Bytes::from(read.bytes);
            bytes.truncate(part.len());
            if bytes.is_empty() {
                return Err(Cow::Borrowed("the file was removed meanwhile"));
            }
            let rest = part.start + bytes.len()..part.end;
            Ok(Some((bytes, (reader, rest))))
        }))
    }
}
