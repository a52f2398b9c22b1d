//! A secret of the settings that may be replaced while the process runs.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

const LARGEST_SECRET_FILE: u64 = 256 << 10;
/// How long a value is used before its file is read again.
const FRESH: Duration = Duration::from_secs(1);

/// A value that is never printed. Where it comes from a file, the file is read again; clones share it.
#[derive(Clone)]
pub struct ReplaceableSecret {
    file: Option<Arc<Path>>,
    cached: Arc<Mutex<CachedText>>,
}

struct CachedText {
    value: Arc<str>,
    read_at: Instant,
}

impl ReplaceableSecret {
    /// The value that was just read from a file.
    pub(crate) fn of_file(file: PathBuf, value: &str) -> Self {
        Self { file: Some(file.into()), ..Self::from(value) }
    }

    /// The value of this moment. While its file is empty or cannot be read, the last one stays.
    pub fn now(&self) -> Arc<str> {
        let mut cached = self.cached.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(file) = &self.file
            && cached.read_at.elapsed() >= FRESH
        {
            cached.read_at = Instant::now();
            if let Some(value) = read(file).filter(|value| **value != *cached.value) {
                cached.value = value.into();
            }
        }
        Arc::clone(&cached.value)
    }

    /// Where it is read, if that is a file.
    #[cfg(feature = "bus")]
    pub(crate) fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }
}

/// A value made from a secret, made again once the secret was replaced; clones share it.
pub struct ParsedSecret<T> {
    source: ReplaceableSecret,
    make: Make<T>,
    cached: Arc<Mutex<CachedValue<T>>>,
}

type Make<T> = Arc<dyn Fn(&str) -> Result<T, String> + Send + Sync>;

struct CachedValue<T> {
    secret: Arc<str>,
    value: Arc<T>,
}

impl<T> ParsedSecret<T> {
    /// Makes the first; the error is that of the secret.
    pub fn new<E: fmt::Display>(
        source: ReplaceableSecret,
        make: impl Fn(&str) -> Result<T, E> + Send + Sync + 'static,
    ) -> Result<Self, E> {
        let secret = source.now();
        let value = Arc::new(make(&secret)?);
        let make = move |secret: &str| make(secret).map_err(|error| error.to_string());
        Ok(Self {
            source,
            make: Arc::new(make),
            cached: Arc::new(Mutex::new(CachedValue { secret, value })),
        })
    }

    /// The value of the present secret. While a replaced secret is wrong, the last good one stays.
    pub fn now(&self) -> Arc<T> {
        let source = self.source.now();
        let mut cached = self.cached.lock().unwrap_or_else(PoisonError::into_inner);
        if *cached.secret != *source {
            match (self.make)(&source) {
                Ok(value) => cached.value = Arc::new(value),
                Err(error) => tracing::error!("a replaced secret is refused: {error}"),
            }
            cached.secret = source;
        }
        Arc::clone(&cached.value)
    }
}

impl<T> Clone for ParsedSecret<T> {
    fn clone(&self) -> Self {
        Self {
            source: self.source.clone(),
            make: Arc::clone(&self.make),
            cached: Arc::clone(&self.cached),
        }
    }
}

impl<T> fmt::Debug for ParsedSecret<T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.source, out)
    }
}

fn read(file: &Path) -> Option<String> {
    if std::fs::metadata(file).ok()?.len() > LARGEST_SECRET_FILE {
        return None;
    }
    let text = std::fs::read_to_string(file).ok()?;
    let value = text.trim_end_matches(['\n', '\r']);
    (!value.is_empty()).then(|| value.to_owned())
}

/// One that stays as it is.
impl From<&str> for ReplaceableSecret {
    fn from(value: &str) -> Self {
        let cached = CachedText { value: value.into(), read_at: Instant::now() };
        Self { file: None, cached: Arc::new(Mutex::new(cached)) }
    }
}

impl From<&String> for ReplaceableSecret {
    fn from(value: &String) -> Self {
        Self::from(value.as_str())
    }
}

impl From<&Self> for ReplaceableSecret {
    fn from(value: &Self) -> Self {
        value.clone()
    }
}

impl fmt::Debug for ReplaceableSecret {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("[hidden]")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_wrong_replacement_leaves_what_was_made_before() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("number");
        std::fs::write(&file, "1").unwrap();
        let source = ReplaceableSecret::of_file(file.clone(), "1");
        let number = ParsedSecret::new(source, str::parse::<u8>).unwrap();
        for (content, expected) in [("2", 2), ("none", 2), ("300", 2), ("3\n", 3)] {
            std::fs::write(&file, content).unwrap();
            tokio::time::advance(FRESH).await;
            assert_eq!(*number.now(), expected, "{content}");
        }
        assert!(ParsedSecret::new(ReplaceableSecret::from("none"), str::parse::<u8>).is_err());
        assert_eq!(format!("{number:?}"), "[hidden]");
    }

    #[tokio::test(start_paused = true)]
    async fn a_file_is_read_again_and_a_missing_one_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("url");
        std::fs::write(&file, "first").unwrap();
        let value = ReplaceableSecret::of_file(file.clone(), "first");
        for (content, expected) in
            [(Some("second\n"), "second"), (Some(""), "second"), (None, "second")]
        {
            match content {
                Some(content) => std::fs::write(&file, content).unwrap(),
                None => std::fs::remove_file(&file).unwrap(),
            }
            tokio::time::advance(FRESH).await;
            assert_eq!(&*value.now(), expected);
        }
        std::fs::write(&file, "third").unwrap();
        assert_eq!(&*value.now(), "second", "it is not read at every call");
        assert!(!format!("{value:?}").contains("second"));
    }
}
