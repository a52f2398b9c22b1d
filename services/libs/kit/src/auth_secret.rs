//! A secret that seals cookies or makes the codes of links and keys, and is replaced while its products live.

use std::sync::Arc;

use crate::config::{ConfigError, Secret};
use crate::replaceable_secret::{ParsedSecret, ReplaceableSecret};

/// In characters.
const SHORTEST: usize = 32;
/// Each costs a hash for each cookie and each link.
const MOST_SECRETS: usize = 4;

/// The present secret and its predecessors, one to a line; clones share them.
#[derive(Clone, Debug)]
pub struct AuthSecret(ParsedSecret<Vec<Secret>>);

impl AuthSecret {
    /// The secrets of the value of a setting.
    pub fn new(setting: &'static str, text: ReplaceableSecret) -> Result<Self, ConfigError> {
        ParsedSecret::new(text, move |text| secrets(setting, text)).map(Self)
    }

    /// The secret for everything that is sealed, signed or hashed now: the first.
    pub fn present(&self) -> Secret {
        // There is always one: see `secrets`.
        self.0.now()[0].clone()
    }

    /// The secrets with which anything that comes back may have been sealed, signed or hashed, the present one first.
    pub fn accepted(&self) -> Arc<Vec<Secret>> {
        self.0.now()
    }
}

fn secrets(setting: &str, text: &str) -> Result<Vec<Secret>, ConfigError> {
    let wrong = |problem: String| Err(ConfigError::new(setting, problem));
    let secrets: Vec<Secret> =
        text.lines().filter(|line| !line.is_empty()).map(Secret::new).collect();
    let is_short = |secret: &Secret| secret.expose().chars().count() < SHORTEST;
    if secrets.is_empty() || secrets.iter().any(is_short) {
        return wrong(format!("must have at least {SHORTEST} characters in each line"));
    }
    if secrets.len() > MOST_SECRETS {
        return wrong(format!("must have at most {MOST_SECRETS} lines"));
    }
    Ok(secrets)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: &str = "the first of the secrets, long enough";
    const SECOND: &str = "the second of the secrets, long enough";

    #[test]
    fn the_first_line_is_present_and_every_line_is_accepted() {
        let text = format!("{SECOND}\n\n{FIRST}\n");
        let secret = AuthSecret::new("AUTH_SECRET", ReplaceableSecret::from(&text)).unwrap();
        assert_eq!(secret.present().expose(), SECOND);
        let accepted = secret.accepted();
        let accepted: Vec<&str> = accepted.iter().map(Secret::expose).collect();
        assert_eq!(accepted, [SECOND, FIRST]);
        assert!(!format!("{secret:?}").contains("secrets"));
    }

    #[test]
    fn a_line_is_long_and_lines_are_few() {
        for text in [String::new(), "\n".into(), format!("{FIRST}\nshort"), [FIRST; 5].join("\n")] {
            let refused = AuthSecret::new("API_KEY_PEPPERS", ReplaceableSecret::from(&text));
            let refused = refused.unwrap_err().to_string();
            assert!(refused.starts_with("setting API_KEY_PEPPERS must have at "), "{refused}");
        }
        AuthSecret::new("AUTH_SECRET", ReplaceableSecret::from(&[FIRST; 4].join("\n"))).unwrap();
    }
}
