//! The HTML pages that the gateway itself writes: an outage during sign-in, and the confirmations of a sign-in and
//! of a sign-out.

use crate::http_message::markup::escaped;

const STYLE: &str = "\
body{margin:0;min-height:100vh;display:grid;place-items:center;font:16px/1.5 system-ui,sans-serif;\
background:#f6f7f9;color:#15181e}\
main{max-width:26rem;padding:2rem;text-align:center;overflow-wrap:anywhere}\
button,a{display:inline-block;padding:.6rem 1.4rem;border:0;border-radius:.5rem;\
background:#15181e;color:#fff;font:inherit;text-decoration:none;cursor:pointer}\
@media(prefers-color-scheme:dark){body{background:#101216;color:#eceef2}\
button,a{background:#eceef2;color:#101216}}";

/// Admits nothing but the style of these pages, and their form to the own origin only.
pub const POLICY: &str = "default-src 'none'; \
    style-src 'sha256-7ox1IR7pgA+MKP5AKRsariXauatlqjLpq7+jed+Ty+M='; \
    form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/// The page for an outage, with a link that tries once more.
pub fn unavailable(again: &str) -> String {
    let again = escaped(again);
    page(
        "Unavailable",
        &format!(
            "<h1>Service unavailable</h1>\
             <p>The sign-in service cannot be reached. Try again in a minute.</p>\
             <p><a href=\"{again}\">Try again</a></p>"
        ),
    )
}

/// The form that confirms a sign-in by a link whose request cannot be matched to this browser. It is sent to the address of the
/// page, which holds the token of the link.
pub fn confirm_sign_in(email: &str, csrf_token: &str) -> String {
    let (email, token) = (escaped(email), escaped(csrf_token));
    page(
        "Confirm sign-in",
        &format!(
            "<h1>Confirm sign-in to Assay</h1>\
             <p>This browser cannot be matched to the request for this link. \
             Sign in only if you requested the link and the address is yours.</p>\
             <form method=\"POST\">\
             <input type=\"hidden\" name=\"csrfToken\" value=\"{token}\">\
             <button type=\"submit\">Sign in as {email}</button></form>\
             <p>Otherwise, close this page.</p>"
        ),
    )
}

/// The page for an address from which too many requests came.
pub fn too_many_requests() -> String {
    page(
        "Too many requests",
        "<h1>Too many requests</h1>\
         <p>Too many sign-in requests came from your network. Try again in a few minutes.</p>\
         <p><a href=\"/login\">Sign in</a></p>",
    )
}

/// The form that confirms a sign-out, since a link alone must not sign a user out.
pub fn sign_out(action: &str, csrf_token: &str) -> String {
    let (action, token) = (escaped(action), escaped(csrf_token));
    page(
        "Sign out",
        &format!(
            "<h1>Sign out</h1><p>Are you sure you want to sign out?</p>\
             <form action=\"{action}\" method=\"POST\">\
             <input type=\"hidden\" name=\"csrfToken\" value=\"{token}\">\
             <button id=\"submitButton\" type=\"submit\">Sign out</button></form>"
        ),
    )
}

/// A page with a heading and little else.
fn page(title: &str, content: &str) -> String {
    format!(
        "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <meta name=\"robots\" content=\"noindex\"><title>{title}</title><style>{STYLE}</style>\
         </head><body><main>{content}</main></body></html>"
    )
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use base64::engine::general_purpose::STANDARD;
    use sha2::{Digest, Sha256};

    use super::*;

    #[test]
    fn the_policy_allows_the_style_of_these_pages() {
        let hash = STANDARD.encode(Sha256::digest(STYLE));
        assert!(POLICY.contains(&format!("'sha256-{hash}'")), "sha256-{hash}");
    }

    #[test]
    fn shown_text_is_escaped() {
        let page = unavailable("/x?a=1&b=\"><script>");
        assert!(page.contains("href=\"/x?a=1&amp;b=&quot;&gt;&lt;script&gt;\""));
        let page = confirm_sign_in("<b>@example.com", "token");
        assert!(page.contains("<button type=\"submit\">Sign in as &lt;b&gt;@example.com</button>"));
    }

    #[test]
    fn a_confirmation_names_the_product_and_says_only_what_is_known() {
        let page = confirm_sign_in("ada@example.com", "token");
        assert!(page.contains("<h1>Confirm sign-in to Assay</h1>"));
        assert!(page.contains("This browser cannot be matched to the request for this link."));
        assert!(!page.contains("not requested"), "{page}");
    }
}
