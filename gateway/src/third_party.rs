//! The third-party scripts of an installation, and the sources that its pages may load for them.

use std::collections::{BTreeSet, HashSet};

use kit::config::{ConfigError, Env};
use kit::loopback::is_loopback;
use serde::{Deserialize, Serialize};
use url::{Host, Url};

const NAME: &str = "THIRD_PARTY_SCRIPTS";
const SHAPE: &str = "a JSON list of {kind, src, id, origins, names, inlineStyles}";
const LONGEST_ID: usize = 200;
/// How the names of the site's own cookies and stored entries begin.
const OWN_NAMES: [&str; 4] = ["assay", "next", "__Host-next", "__Secure-next"];

/// The purpose of a script.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Hash, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Loads further measuring scripts.
    TagManager,
    Chat,
    /// Records what happens on the pages.
    Recording,
    /// Forms of the marketing.
    Forms,
    /// Identifies visiting companies.
    Visitors,
    /// Switches features.
    Flags,
}

#[derive(Clone, Debug, Serialize)]
pub struct Script {
    kind: Kind,
    src: String,
    /// The account of the installation with that service.
    id: String,
    /// How the names of its cookies and stored entries begin, beyond those known of its kind.
    names: Vec<String>,
    /// Its own origin, and those it loads from and connects to.
    #[serde(skip)]
    origins: BTreeSet<String>,
    /// Whether it writes style sheets into the page.
    #[serde(skip)]
    inline_styles: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ScriptSetting {
    kind: Kind,
    src: String,
    id: String,
    #[serde(default)]
    origins: Vec<String>,
    #[serde(default)]
    names: Vec<String>,
    #[serde(default)]
    inline_styles: bool,
}

/// Reads `THIRD_PARTY_SCRIPTS`; without it there are none.
pub fn from_env(env: &mut Env) -> Result<Vec<Script>, ConfigError> {
    let wrong = |problem: String| ConfigError::new(NAME, problem);
    let Some(text) = env.text(NAME)? else { return Ok(Vec::new()) };
    let written: Vec<ScriptSetting> = serde_json::from_str(&text)
        .map_err(|error| wrong(format!("is not {SHAPE}: {}", one_line(&error))))?;
    let mut kinds = HashSet::new();
    written
        .into_iter()
        .map(|one| {
            if !kinds.insert(one.kind) {
                return Err(wrong(format!(
                    "has more than one script of the kind {}",
                    kind_text(one.kind)
                )));
            }
            let kind = one.kind;
            checked(one).map_err(|problem| wrong(format!("has {problem} for {}", kind_text(kind))))
        })
        .collect()
}

fn one_line(error: &serde_json::Error) -> String {
    error.to_string().replace(char::is_control, " ")
}

fn kind_text(kind: Kind) -> String {
    serde_json::to_string(&kind).unwrap_or_default().trim_matches('"').to_owned()
}

fn checked(one: ScriptSetting) -> Result<Script, String> {
    let src = Url::parse(&one.src).ok().filter(|url| is_safe(url, &["https"], &["http"]));
    let Some(src) = src.filter(|url| url.fragment().is_none()) else {
        return Err("a src that is not an https address".to_owned());
    };
    let visible = |text: &str| text.chars().all(|letter| letter.is_ascii_graphic());
    if one.id.is_empty() || one.id.len() > LONGEST_ID || !visible(&one.id) {
        return Err("an id that is empty, too long or contains spaces".to_owned());
    }
    let origins = one.origins.iter().map(|text| {
        origin(text).ok_or_else(|| {
            format!("the invalid origin {text:?} (expected https://host or https://*.host)")
        })
    });
    let own = src.origin().ascii_serialization();
    let origins = origins.chain([Ok(own)]).collect::<Result<_, _>>()?;
    for name in &one.names {
        let own = OWN_NAMES.iter().any(|own| name.starts_with(own) || own.starts_with(&**name));
        if name.is_empty() || !visible(name) || own {
            return Err(format!("the name {name:?}, which is reserved, empty or contains spaces"));
        }
    }
    Ok(Script {
        kind: one.kind,
        id: one.id,
        origins,
        names: one.names,
        inline_styles: one.inline_styles,
        src: src.into(),
    })
}

/// Whether an address is encrypted or local, and holds no credentials.
fn is_safe(url: &Url, anywhere: &[&str], here: &[&str]) -> bool {
    let scheme = url.scheme();
    let reached = anywhere.contains(&scheme) || (here.contains(&scheme) && is_loopback(url));
    // Addresses may hold letters that end a source or a directive of a policy; names of hosts need none.
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.:[]".contains(letter);
    let host = url.host_str().is_some_and(|host| !host.is_empty() && host.chars().all(plain));
    reached && host && url.username().is_empty() && url.password().is_none()
}

/// An origin as a policy names it; the first label of its host may be a star.
fn origin(text: &str) -> Option<String> {
    let (scheme, rest) = text.split_once("://")?;
    let host = rest.strip_prefix("*.");
    let url = Url::parse(&format!("{scheme}://{}", host.unwrap_or(rest))).ok()?;
    let bare = matches!(url.path(), "" | "/") && url.query().is_none() && url.fragment().is_none();
    if !bare || !is_safe(&url, &["https", "wss"], &["http", "ws"]) {
        return None;
    }
    let named = url.origin().ascii_serialization();
    // A star may stand for the names of one owner, never for a whole top level.
    match (host, url.host()) {
        (None, _) => Some(named),
        (Some(_), Some(Host::Domain(domain))) if domain.contains('.') => {
            Some(named.replacen("://", "://*.", 1))
        }
        _ => None,
    }
}

/// The sources beyond the site itself that the policy of pages admits, by directive.
#[derive(Debug, Default)]
pub struct AllowedSources {
    pub scripts: BTreeSet<String>,
    pub connections: BTreeSet<String>,
    pub images: BTreeSet<String>,
    pub frames: BTreeSet<String>,
    pub styles: BTreeSet<String>,
    pub fonts: BTreeSet<String>,
    pub media: BTreeSet<String>,
    /// Workers that a script starts from its own text.
    pub workers: bool,
    /// Style sheets that a script writes into the page.
    pub inline_styles: bool,
}

impl AllowedSources {
    /// The sources that scripts need, by their kinds.
    pub fn from_scripts(scripts: &[Script]) -> Self {
        let mut all = Self::default();
        for script in scripts {
            all.admit(script);
        }
        all
    }

    fn admit(&mut self, script: &Script) {
        // Sockets are connected to; nothing else is loaded from them.
        let loaded: BTreeSet<_> =
            script.origins.iter().filter(|source| source.starts_with("http")).cloned().collect();
        let frames = matches!(script.kind, Kind::TagManager | Kind::Chat | Kind::Forms);
        let images = frames || script.kind == Kind::Visitors;
        let looks = script.kind == Kind::Chat;
        self.connections.extend(script.origins.iter().cloned());
        for (set, needed) in [
            (&mut self.images, images),
            (&mut self.frames, frames),
            (&mut self.styles, looks),
            (&mut self.fonts, looks),
            (&mut self.media, looks),
        ] {
            if needed {
                set.extend(loaded.iter().cloned());
            }
        }
        self.scripts.extend(loaded);
        self.workers |= script.kind == Kind::Recording;
        self.inline_styles |= script.inline_styles;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<Script>, String> {
        from_env(&mut Env::fixed([(NAME, text)])).map_err(|error| error.to_string())
    }

    fn one(part: &str) -> String {
        format!(r#"[{{"kind":"chat","src":"https://widget.example/a.js","id":"x"{part}}}]"#)
    }

    #[test]
    fn reads_what_is_switched_on() {
        assert!(from_env(&mut Env::fixed([])).unwrap().is_empty());
        assert!(read("[]").unwrap().is_empty());
        let scripts = read(&one(
            r#","origins":["https://*.widget.example","wss://Live.widget.example:8443/"]"#,
        ));
        let script = &scripts.unwrap()[0];
        let origins: Vec<_> = script.origins.iter().collect();
        let expected = [
            "https://*.widget.example",
            "https://widget.example",
            "wss://live.widget.example:8443",
        ];
        assert_eq!(origins, expected);
        let json = serde_json::to_value(script).unwrap();
        let expected = serde_json::json!({
            "kind": "chat", "src": "https://widget.example/a.js", "id": "x", "names": [],
        });
        assert_eq!(json, expected, "browsers receive no more than they need");
    }

    #[test]
    fn names_what_is_wrong_in_one_line() {
        let twice = one("").replace(']', ",") + &one("")[1..];
        let src = |src: &str| one("").replace("https://widget.example/a.js", src);
        for (text, problem) in [
            ("{}", "is not a JSON list"),
            ("[{\n]", "is not a JSON list"),
            (&one("").replace("chat", "spy"), "is not a JSON list"),
            (&one(r#","integrity":"x""#), "is not a JSON list"),
            (&twice, "has more than one script of the kind chat"),
            (&src("http://widget.example/a.js"), "src that is not an https address"),
            (&src("https://me:hush@widget.example/a.js"), "src that is not an https address"),
            (&src("https://widget.example/a.js#x"), "src that is not an https address"),
            (&src("javascript:alert(1)"), "src that is not an https address"),
            (&src("/a.js"), "src that is not an https address"),
            (&src("https://widget.example;x/a.js"), "src that is not an https address"),
            (&one("").replace("\"x\"", "\"\""), "an id that is empty"),
            (&one("").replace("\"x\"", "\"a b\""), "an id that is empty"),
            (&one(r#","names":["next-auth"]"#), "which is reserved"),
            (&one(r#","names":["a"]"#), "which is reserved"),
            (&one(r#","names":["ab c"]"#), "which is reserved"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.starts_with("setting THIRD_PARTY_SCRIPTS "), "{error}");
            assert!(error.contains(problem), "{error}");
            assert_eq!(error.lines().count(), 1, "{error}");
            assert!(!error.contains("hush"), "{error}");
        }
    }

    #[test]
    fn takes_nothing_for_an_origin_that_a_policy_could_read_otherwise() {
        for text in [
            "https://a.example; script-src *",
            "https://a.example b.example",
            "https://a.example,b",
            "https://a.example;b",
            "https://a.example'b'",
            "https://*",
            "https://*.com",
            "https://*.*.example.com",
            "https://a.*.example.com",
            "https://*.127.0.0.1",
            "https://a.example/path",
            "https://a.example?x",
            "https://me@a.example",
            "http://a.example",
            "ws://a.example",
            "data:",
            "'unsafe-inline'",
            "*",
            "a.example",
            "",
        ] {
            let taken = origin(text);
            assert_eq!(taken, None, "{text}");
        }
        assert_eq!(origin("http://127.0.0.1:4000/").as_deref(), Some("http://127.0.0.1:4000"));
        assert_eq!(origin("ws://localhost:1").as_deref(), Some("ws://localhost:1"));
    }
}
