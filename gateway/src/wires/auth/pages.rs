//! Where people are sent for the pages of the product, and the two pages the gateway has itself.

use super::answer::Answer;
use super::callback_url::encode_component;
use super::request::Field;
use super::visit::Visit;

/// Says where the mail went.
pub const VERIFY: &str = "/auth/verify";
const SIGN_IN: &str = "/login";
const ERROR: &str = "/auth/error";

const LONGEST_ERROR: usize = 200;

/// The errors that the sign-in page explains; all others have a page of their own.
const SIGN_IN_ERRORS: [&str; 10] = [
    "Signin",
    "OAuthSignin",
    "OAuthCallback",
    "OAuthCreateAccount",
    "EmailCreateAccount",
    "Callback",
    "OAuthAccountNotLinked",
    "EmailSignin",
    "CredentialsSignin",
    "SessionRequired",
];

const STYLE: &str = "\
body{margin:0;min-height:100vh;display:grid;place-items:center;font:16px/1.5 system-ui,sans-serif;\
background:#f6f7f9;color:#15181e}\
main{max-width:26rem;padding:2rem;text-align:center}\
button,a{display:inline-block;padding:.6rem 1.4rem;border:0;border-radius:.5rem;\
background:#15181e;color:#fff;font:inherit;text-decoration:none;cursor:pointer}\
@media(prefers-color-scheme:dark){body{background:#101216;color:#eceef2}\
button,a{background:#eceef2;color:#101216}}";

/// Lets nothing into these pages but their own style, and their form nowhere but home.
pub const POLICY: &str = "default-src 'none'; \
    style-src 'sha256-TnIHZUWet60+2Wbr1H7KSF5gyADqIdUejnTz2yZUNkQ='; \
    form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/// GET `signin`: the product's page, which starts nothing by itself.
pub fn sign_in(visit: &Visit<'_>) -> Answer {
    let mut target = format!("{SIGN_IN}?callbackUrl={}", encode_component(&visit.callback_url));
    if let Some(error) = visit.incoming.query.text("error") {
        target.push_str("&error=");
        target.push_str(&error_component(error));
    }
    Answer::redirect(target)
}

/// GET `error`: whichever page explains it.
pub fn error(visit: &Visit<'_>) -> Answer {
    let error = match visit.incoming.query.get("error") {
        Some(Field::Text(error)) => Some(error),
        _ => visit.incoming.provider.as_ref(),
    };
    let error = error.map_or("undefined", String::as_str);
    if SIGN_IN_ERRORS.contains(&error) {
        return Answer::redirect(visit.auth.url(&format!("signin?error={error}")));
    }
    Answer::redirect(format!("{ERROR}?error={}", error_component(error)))
}

fn error_component(error: &str) -> String {
    let end = error.char_indices().nth(LONGEST_ERROR).map_or(error.len(), |(end, _)| end);
    encode_component(&error[..end])
}

/// GET `signout`: asks first, since a link must not sign anybody out.
pub fn sign_out(visit: &Visit<'_>) -> Answer {
    let action = escaped(&visit.auth.url("signout"));
    let token = escaped(visit.csrf_token());
    Answer::html(page(
        "Sign out",
        &format!(
            "<h1>Sign out</h1><p>Are you sure you want to sign out?</p>\
             <form action=\"{action}\" method=\"POST\">\
             <input type=\"hidden\" name=\"csrfToken\" value=\"{token}\">\
             <button id=\"submitButton\" type=\"submit\">Sign out</button></form>"
        ),
    ))
}

/// For a person who met an outage: nothing is lost, the link tries once more.
pub fn unavailable(again: &str) -> String {
    let again = escaped(again);
    page(
        "Unavailable",
        &format!(
            "<h1>One moment, please</h1>\
             <p>The service is unavailable at the moment. Nothing is lost.</p>\
             <p><a href=\"{again}\">Try again</a></p>"
        ),
    )
}

fn page(title: &str, content: &str) -> String {
    format!(
        "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <meta name=\"robots\" content=\"noindex\"><title>{title}</title><style>{STYLE}</style>\
         </head><body><main>{content}</main></body></html>"
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;").replace('>', "&gt;")
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
    fn what_is_shown_is_escaped() {
        let page = unavailable("/x?a=1&b=\"><script>");
        assert!(page.contains("href=\"/x?a=1&amp;b=&quot;&gt;&lt;script&gt;\""));
    }
}
