//! The sign-in mail and the link in it.

use std::time::Duration;

use kit::return_address;
use mail::{CompositionError, Message, escape};
use url::form_urlencoded::Serializer;

use crate::config::Config;

/// The address that signs its visitor in.
pub fn link(config: &Config, callback_url: &str, token: &str, email: &str) -> String {
    let query = Serializer::new(String::new())
        .append_pair("callbackUrl", &return_address::resolve(callback_url, &config.public_url))
        .append_pair("token", token)
        .append_pair("email", email)
        .finish();
    format!("{}/api/auth/callback/email?{query}", config.public_url)
}

/// The mail with the link, as text and as HTML.
pub fn compose(config: &Config, to: &str, link: &str) -> Result<Message, CompositionError> {
    let host = config.mailer.site();
    let validity = in_words(config.email_token_max_age);
    let text = format!(
        "Sign in to Assay at {host} with this link:\n\n{link}\n\n\
         The link works once, within {validity}. In a browser other than the one that requested it, \
         you confirm the sign-in first.\n\n\
         You receive this e-mail because your address was entered on the sign-in page of Assay at {host}. \
         If you did not enter it, you can ignore this e-mail.\n"
    );
    let html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<body>\n\
         <p>Sign in to <strong>Assay</strong> at {host}.</p>\n\
         <p>\n<a href=\"{href}\">\nSign in\n</a>\n</p>\n\
         <p>The link works once, within {validity}. In a browser other than the one that requested it, \
         you confirm the sign-in first.</p>\n\
         <p>You receive this e-mail because your address was entered on the sign-in page of Assay at {host}. \
         If you did not enter it, you can ignore this e-mail.</p>\n\
         </body>\n</html>\n",
        host = escape(host),
        href = escape(link),
    );
    config.mailer.compose(to, format!("Sign in to Assay at {host}"), text, html)
}

// In the largest unit that is exact.
fn in_words(validity: Duration) -> String {
    let seconds = validity.as_secs();
    let (count, unit) = if seconds.is_multiple_of(3600) {
        (seconds / 3600, "hour")
    } else if seconds.is_multiple_of(60) {
        (seconds / 60, "minute")
    } else {
        (seconds, "second")
    };
    if count == 1 { format!("{count} {unit}") } else { format!("{count} {unit}s") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_validity_reads_as_people_say_it() {
        for (seconds, expected) in [
            (600, "10 minutes"),
            (60, "1 minute"),
            (90, "90 seconds"),
            (3600, "1 hour"),
            (86_400, "24 hours"),
        ] {
            assert_eq!(in_words(Duration::from_secs(seconds)), expected);
        }
    }
}
