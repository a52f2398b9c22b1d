//! Whether a file was loaded before, by the hash of its bytes and of what its manifest says.

use std::io::Read as _;

use anyhow::Context as _;
use kit::db::{DbError, Tx};
use sha2::{Digest as _, Sha256};

use crate::import::files::source::Input;
use crate::import::manifests::manifest::{Column, Origin};

/// Whether this very file was the last one loaded under its name.
pub async fn is_known(tx: &mut Tx, file: &str, hash: &str, method: &str) -> Result<bool, DbError> {
    let last: Option<(String, String)> = sqlx::query_as(
        "SELECT hash, method_version FROM loads WHERE file = $1 ORDER BY id DESC LIMIT 1",
    )
    .bind(file)
    .fetch_optional(&mut **tx)
    .await?;
    Ok(last.is_some_and(|(last, version)| last == hash && version == method))
}

/// SHA-256 of a file and of its description.
pub fn hash(file: &Input, origin: &Origin, columns: Option<&[Column]>) -> anyhow::Result<String> {
    let mut hash = Sha256::new();
    hash.update(serde_json::to_vec(&(origin, columns))?);
    let mut reader = file.open().with_context(|| format!("cannot read {}", file.name))?;
    let mut buffer = vec![0; 1 << 16];
    loop {
        match reader.read(&mut buffer)? {
            0 => return Ok(hex::encode(hash.finalize())),
            count => hash.update(&buffer[..count]),
        }
    }
}
