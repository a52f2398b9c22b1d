//! Settings: read from the environment, checked at start, printed with secrets hidden.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use proto::codec::Text;

use crate::replaceable_secret::ReplaceableSecret;

/// An invalid setting.
#[derive(Debug, thiserror::Error)]
#[error("setting {name} {problem}")]
pub struct ConfigError {
    name: String,
    problem: String,
}

impl ConfigError {
    /// A problem with the named setting.
    pub fn new(name: &str, problem: impl Into<String>) -> Self {
        Self { name: name.to_owned(), problem: problem.into() }
    }
}

/// A value that is never printed.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Wraps a value.
    pub fn new(value: impl Into<String>) -> Self {
        Self(value.into())
    }

    /// The value itself.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("[hidden]")
    }
}

/// The source of settings; its clones together record which settings were read, so that the effective values can be shown.
#[derive(Clone, Debug, Default)]
pub struct Env {
    values: BTreeMap<String, String>,
    effective: Arc<Mutex<BTreeMap<String, String>>>,
}

impl Env {
    /// The environment of the process.
    #[expect(clippy::disallowed_methods, reason = "this is the one reader of the environment")]
    pub fn process() -> Self {
        Self { values: std::env::vars().collect(), effective: Arc::default() }
    }

    /// Fixed values, for tests.
    pub fn fixed<const N: usize>(values: [(&str, &str); N]) -> Self {
        let values = values.map(|(name, value)| (name.to_owned(), value.to_owned()));
        Self { values: values.into(), effective: Arc::default() }
    }

    /// The same source with one more value, for tests.
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.values.insert(name.to_owned(), value.to_owned());
        self
    }

    /// A text that may be missing; empty counts as missing.
    pub fn text(&mut self, name: &str) -> Result<Option<String>, ConfigError> {
        let value = self.raw(name)?;
        self.show(name, value.as_deref().unwrap_or("(unset)"));
        Ok(value)
    }

    /// A text that must be there.
    pub fn required(&mut self, name: &str) -> Result<String, ConfigError> {
        self.text(name)?.ok_or_else(|| ConfigError::new(name, "is required"))
    }

    /// A value of any type with a default.
    pub fn parsed<T>(&mut self, name: &str, default: T) -> Result<T, ConfigError>
    where
        T: FromStr + fmt::Display,
        T::Err: fmt::Display,
    {
        let value = match self.raw(name)? {
            Some(text) => text
                .trim()
                .parse()
                .map_err(|problem| ConfigError::new(name, format!("is not valid: {problem}")))?,
            None => default,
        };
        self.show(name, &value.to_string());
        Ok(value)
    }

    /// One e-mail address without a name, if it is set.
    pub fn email(&mut self, name: &str) -> Result<Option<String>, ConfigError> {
        let Some(text) = self.text(name)? else { return Ok(None) };
        let text = text.trim();
        let is_odd = |letter: char| {
            letter.is_whitespace() || letter.is_control() || "<>,;:?\"".contains(letter)
        };
        match text.split_once('@') {
            Some((user, host))
                if !user.is_empty()
                    && !host.is_empty()
                    && !host.contains('@')
                    && !text.contains(is_odd) =>
            {
                Ok(Some(text.to_owned()))
            }
            _ => Err(ConfigError::new(name, "must be one e-mail address without a name")),
        }
    }

    /// A setting that is `on` or `off`.
    pub fn switch(&mut self, name: &str, default: bool) -> Result<bool, ConfigError> {
        let text = if default { "on" } else { "off" };
        match self.parsed(name, text.to_owned())?.as_str() {
            "on" => Ok(true),
            "off" => Ok(false),
            _ => Err(ConfigError::new(name, "must be on or off")),
        }
    }

    /// A whole number of seconds, at least one.
    pub fn seconds(&mut self, name: &str, default: u64) -> Result<Duration, ConfigError> {
        match self.parsed(name, default)? {
            0 => Err(ConfigError::new(name, "must be at least 1 second")),
            seconds => Ok(Duration::from_secs(seconds)),
        }
    }

    /// Values of an enumeration, separated by commas; each counts once.
    pub fn listed<T: Text>(&mut self, name: &str) -> Result<Vec<T>, ConfigError> {
        let text = self.text(name)?.unwrap_or_default();
        let mut values = Vec::new();
        for item in items(&text) {
            let value = T::from_text(item).ok_or_else(|| {
                ConfigError::new(name, format!("holds {item:?}, which is unknown"))
            })?;
            if !values.contains(&value) {
                values.push(value);
            }
        }
        Ok(values)
    }

    /// A secret that must be there.
    pub fn secret(&mut self, name: &str) -> Result<Secret, ConfigError> {
        self.optional_secret(name)?.ok_or_else(|| ConfigError::new(name, "is required"))
    }

    /// A secret that may be missing.
    pub fn optional_secret(&mut self, name: &str) -> Result<Option<Secret>, ConfigError> {
        let value = self.raw(name)?;
        self.show(name, if value.is_some() { "[hidden]" } else { "(unset)" });
        Ok(value.map(Secret))
    }

    /// A secret that must be there, and may be replaced while the process runs.
    pub fn replaceable_secret(&mut self, name: &str) -> Result<ReplaceableSecret, ConfigError> {
        self.optional_replaceable_secret(name)?.ok_or_else(|| ConfigError::new(name, "is required"))
    }

    /// A secret that may be missing, and may be replaced while the process runs.
    pub fn optional_replaceable_secret(
        &mut self,
        name: &str,
    ) -> Result<Option<ReplaceableSecret>, ConfigError> {
        let value = self.optional_secret(name)?;
        Ok(value.map(|value| self.kept_in_file(name, value.expose())))
    }

    /// A value that was read, with the file that it came from.
    pub(crate) fn kept_in_file(&self, name: &str, value: &str) -> ReplaceableSecret {
        match self.values.get(&format!("{name}_FILE")) {
            Some(file) => ReplaceableSecret::of_file(file.into(), value),
            None => ReplaceableSecret::from(value),
        }
    }

    /// Every setting that was read, with its effective value.
    pub fn effective(&self) -> BTreeMap<String, String> {
        self.shown().clone()
    }

    /// The names of all settings that were read.
    pub fn names(&self) -> Vec<String> {
        self.shown().keys().cloned().collect()
    }

    /// The names of the settings that were read and that the environment sets, `_FILE` variants included.
    pub fn names_in_environment(&self) -> Vec<String> {
        let shown = self.shown();
        let is_read = |name: &&String| {
            let plain = name.strip_suffix("_FILE").unwrap_or(name);
            shown.contains_key(name.as_str()) || shown.contains_key(plain)
        };
        self.values.keys().filter(is_read).cloned().collect()
    }

    fn show(&self, name: &str, value: &str) {
        self.shown().insert(name.to_owned(), without_password(value));
    }

    fn shown(&self) -> MutexGuard<'_, BTreeMap<String, String>> {
        self.effective.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn raw(&self, name: &str) -> Result<Option<String>, ConfigError> {
        let file = format!("{name}_FILE");
        let value = match (self.values.get(name), self.values.get(&file)) {
            (Some(_), Some(_)) => {
                return Err(ConfigError::new(name, format!("and {file} are both set")));
            }
            (None, Some(path)) => {
                let text = std::fs::read_to_string(path)
                    .map_err(|error| ConfigError::new(&file, format!("cannot be read: {error}")))?;
                Some(text.trim_end_matches(['\n', '\r']).to_owned())
            }
            (value, None) => value.cloned(),
        };
        Ok(value.filter(|value| !value.is_empty()))
    }
}

/// The parts of a list that is separated by commas.
pub fn items(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').map(str::trim).filter(|item| !item.is_empty())
}

/// Hides the password in `scheme://user:password@host`.
fn without_password(value: &str) -> String {
    let Some((scheme, rest)) = value.split_once("://") else {
        return value.to_owned();
    };
    let end = rest.find('/').unwrap_or(rest.len());
    match rest[..end].rsplit_once('@') {
        Some((user, host)) => {
            let user = user.split_once(':').map_or(user, |(user, _)| user);
            format!("{scheme}://{user}:[hidden]@{host}{}", &rest[end..])
        }
        None => value.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use proto::identity::v1::Feature;

    use super::*;

    #[test]
    fn names_the_variable_that_is_missing_or_wrong() {
        let mut env = Env::fixed([("POOL", "many"), ("EMPTY", "")]);
        assert_eq!(env.required("X_URL").unwrap_err().to_string(), "setting X_URL is required");
        assert_eq!(env.required("EMPTY").unwrap_err().to_string(), "setting EMPTY is required");
        let error = env.parsed("POOL", 8_u32).unwrap_err().to_string();
        assert!(error.starts_with("setting POOL is not valid"), "{error}");
    }

    #[test]
    fn reads_each_listed_value_once() {
        let mut env = Env::fixed([
            ("ON", "enable-api-keys, enable-api-keys,,enable-data-downloads"),
            ("WRONG", "enable-api-keys,enable-everything"),
        ]);
        let features: Vec<Feature> = env.listed("ON").unwrap();
        assert_eq!(features, [Feature::EnableApiKeys, Feature::EnableDataDownloads]);
        assert!(env.listed::<Feature>("UNSET").unwrap().is_empty());
        let error = env.listed::<Feature>("WRONG").unwrap_err().to_string();
        assert_eq!(error, "setting WRONG holds \"enable-everything\", which is unknown");
    }

    #[test]
    fn names_the_settings_that_it_reads_from_the_environment() {
        let mut env = Env::fixed([("POOL", "8"), ("KEY_FILE", "/dev/null"), ("HOME", "/root")]);
        env.parsed("POOL", 1_u32).unwrap();
        env.optional_secret("KEY").unwrap();
        env.text("UNSET").unwrap();
        assert_eq!(env.names_in_environment(), ["KEY_FILE", "POOL"]);
        assert_eq!(env.names(), ["KEY", "POOL", "UNSET"]);
    }

    #[test]
    fn a_switch_is_on_or_off() {
        let mut env = Env::fixed([("ON", "on"), ("OFF", "off"), ("WRONG", "maybe")]);
        assert!(env.switch("ON", false).unwrap() && !env.switch("OFF", true).unwrap());
        assert!(env.switch("UNSET", true).unwrap() && !env.switch("UNSET", false).unwrap());
        let error = env.switch("WRONG", true).unwrap_err().to_string();
        assert_eq!(error, "setting WRONG must be on or off");
    }

    #[test]
    fn shows_effective_values_without_secrets() {
        let mut env = Env::fixed([("URL", "postgres://me:hush@db:5432/x"), ("KEY", "hush")]);
        env.required("URL").unwrap();
        env.secret("KEY").unwrap();
        env.parsed("POOL", 8_u32).unwrap();
        let shown = format!("{:?}", env.effective());
        assert!(!shown.contains("hush"), "{shown}");
        assert!(shown.contains("me:[hidden]@db"), "{shown}");
        assert_eq!(env.effective()["POOL"], "8");
    }
}
