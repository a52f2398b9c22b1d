//! The protective headers of every answer.

use std::collections::BTreeSet;

use http::header::{
    CONTENT_SECURITY_POLICY, HeaderName, REFERRER_POLICY, STRICT_TRANSPORT_SECURITY,
    X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use http::{HeaderMap, HeaderValue};

use crate::third_party::AllowedSources;

/// For answers other than pages of the site: they may load nothing.
const NOTHING: &str =
    "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// For scripts of the site. One that runs as a worker has its own policy: it may load other scripts and fonts, and
/// may connect to nothing.
pub const SCRIPT: &str = "default-src 'none'; script-src 'self'; font-src 'self'; base-uri 'none'; \
     form-action 'self'; frame-ancestors 'none'";

const ALWAYS: [(HeaderName, &str); 6] = [
    (REFERRER_POLICY, "strict-origin-when-cross-origin"),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (X_FRAME_OPTIONS, "DENY"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(), geolocation=(), microphone=(), payment=()",
    ),
];

/// Adds the protective headers that an answer does not have.
pub fn protect(headers: &mut HeaderMap, secure: bool) {
    for (name, value) in ALWAYS {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    headers.entry(CONTENT_SECURITY_POLICY).or_insert(HeaderValue::from_static(NOTHING));
    if secure {
        let year = HeaderValue::from_static("max-age=31536000; includeSubDomains");
        headers.entry(STRICT_TRANSPORT_SECURITY).or_insert(year);
    }
}

/// The policy of a page with these digests of inline scripts and styles, and the third-party origins it admits.
pub fn page_policy(scripts: &[String], styles: &[String], allowed: &AllowedSources) -> String {
    let none = BTreeSet::new();
    let styles = if allowed.inline_styles {
        // A digest beside `unsafe-inline` would switch it off.
        format!("'self' 'unsafe-inline'{}", also(&allowed.styles))
    } else {
        format!("{}{}", sources(styles), also(&allowed.styles))
    };
    // Components place their layers by style attributes; everything else inline must be part of the export.
    let mut policy = format!(
        "default-src 'self'; script-src {}{}; style-src {styles}; style-src-attr 'unsafe-inline'; \
         img-src 'self' data: blob:{}; font-src 'self'{}; connect-src 'self'{}; object-src 'none'; \
         base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
        sources(scripts),
        also(&allowed.scripts),
        also(&allowed.images),
        also(&allowed.fonts),
        also(&allowed.connections),
    );
    for (directive, places, needed) in [
        ("frame-src 'self'", &allowed.frames, !allowed.frames.is_empty()),
        ("media-src 'self'", &allowed.media, !allowed.media.is_empty()),
        ("worker-src 'self' blob:", &none, allowed.workers),
    ] {
        if needed {
            policy.extend(["; ", directive, &also(places)]);
        }
    }
    policy
}

fn sources(digests: &[String]) -> String {
    let digests = digests.iter().map(|digest| format!(" 'sha256-{digest}'"));
    std::iter::once("'self'".to_owned()).chain(digests).collect()
}

fn also(places: &BTreeSet<String>) -> String {
    places.iter().flat_map(|place| [" ", place]).collect()
}

#[cfg(test)]
mod tests {
    use kit::config::Env;

    use super::*;
    use crate::third_party;

    const PLAIN: &str = "default-src 'self'; script-src 'self' 'sha256-a'; style-src 'self' 'sha256-b'; \
        style-src-attr 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; \
        object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

    fn policy(scripts: &str) -> String {
        let scripts = third_party::from_env(&mut Env::fixed([("THIRD_PARTY_SCRIPTS", scripts)]));
        page_policy(
            &["a".to_owned()],
            &["b".to_owned()],
            &AllowedSources::from_scripts(&scripts.unwrap()),
        )
    }

    #[test]
    fn pages_admit_no_third_party_by_default() {
        assert_eq!(policy(""), PLAIN);
        assert_eq!(policy("[]"), PLAIN);
    }

    #[test]
    fn a_script_is_admitted_to_the_directives_of_its_kind() {
        let visitors = r#"[{"kind":"visitors","src":"https://v.example/a.js?x=1","id":"x"}]"#;
        let expected = PLAIN
            .replace("'sha256-a'", "'sha256-a' https://v.example")
            .replace("blob:", "blob: https://v.example")
            .replace("connect-src 'self'", "connect-src 'self' https://v.example");
        assert_eq!(policy(visitors), expected);
        let recording = r#"[{"kind":"recording","src":"https://r.example/a.js","id":"x"}]"#;
        let policy_text = policy(recording);
        assert!(policy_text.ends_with("; worker-src 'self' blob:"), "{policy_text}");
        assert!(policy_text.contains("img-src 'self' data: blob:;"), "{policy_text}");
    }

    #[test]
    fn socket_origins_are_admitted_to_connections_alone() {
        let policy_text = policy(
            r#"[{"kind":"chat","src":"https://c.example/a.js","id":"x","origins":["wss://s.example"]}]"#,
        );
        assert_eq!(policy_text.matches("wss://s.example").count(), 1);
        assert!(
            policy_text.contains("connect-src 'self' https://c.example wss://s.example;"),
            "{policy_text}"
        );
        assert!(policy_text.contains("; frame-src 'self' https://c.example;"), "{policy_text}");
        assert!(
            policy_text.contains("style-src 'self' 'sha256-b' https://c.example;"),
            "{policy_text}"
        );
    }

    #[test]
    fn inline_styles_are_admitted_where_a_script_declares_them() {
        let policy_text = policy(
            r#"[{"kind":"chat","src":"https://c.example/a.js","id":"x","inlineStyles":true}]"#,
        );
        assert!(
            policy_text.contains("style-src 'self' 'unsafe-inline' https://c.example;"),
            "{policy_text}"
        );
        assert!(
            policy_text.contains("script-src 'self' 'sha256-a' https://c.example;"),
            "{policy_text}"
        );
    }
}
