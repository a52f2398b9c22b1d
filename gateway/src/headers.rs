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

/// The policy of a page, given the digests of the scripts and styles written into it.
pub fn page_policy(scripts: &[String], styles: &[String]) -> String {
    // Styles in attributes are how components place their layers; nothing else is taken from the page
    // itself that was not there when it was exported.
    format!(
        "default-src 'self'; script-src {}; style-src {}; style-src-attr 'unsafe-inline'; \
         img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; object-src 'none'; \
         base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
        sources(scripts),
        sources(styles),
    )
}

fn sources(digests: &[String]) -> String {
    let digests = digests.iter().map(|digest| format!(" 'sha256-{digest}'"));
    std::iter::once("'self'".to_owned()).chain(digests).collect()
}
