//! The headers that protect a visitor, on every answer.

use http::header::{
    CONTENT_SECURITY_POLICY, HeaderName, REFERRER_POLICY, STRICT_TRANSPORT_SECURITY,
    X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use http::{HeaderMap, HeaderValue};

/// For answers that are no pages of the site: they may load nothing.
const NOTHING: &str =
    "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

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

/// Adds what is missing.
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

/// The policy of a page, given the digests of the scripts written into it.
pub fn page_policy(script_digests: &[String]) -> String {
    let mut scripts = String::from("'self'");
    for digest in script_digests {
        scripts.push_str(" 'sha256-");
        scripts.push_str(digest);
        scripts.push('\'');
    }
    // Styles in attributes are how components place their layers; scripts never are.
    format!(
        "default-src 'self'; script-src {scripts}; style-src 'self' 'unsafe-inline'; \
         img-src 'self' data: https:; font-src 'self'; connect-src 'self'; object-src 'none'; \
         base-uri 'self'; form-action 'self'; frame-ancestors 'none'"
    )
}
