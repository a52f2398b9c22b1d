//! The sign-in mail and the link in it.

use std::time::Duration;

use kit::return_address;
use lettre::Message;
use url::form_urlencoded::Serializer;

use crate::config::Config;
use crate::mail::message::{self, escape};

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
pub fn compose(config: &Config, to: &str, link: &str) -> Result<Message, lettre::error::Error> {
    let host = message::host(config);
    let validity = words(config.email_token_max_age);
    let text = format!(
        "Sign in to Assay at {host} with this link:\n\n{link}\n\n\
         The link works once, within {validity}.\n\n\
         You receive this e-mail because your address was entered on the sign-in page of Assay at {host}. \
         If you did not enter it, you can ignore this e-mail.\n"
    );
    let html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<body>\n\
         <p>Sign in to <strong>Assay</strong> at {host}.</p>\n\
         <p>\n<a href=\"{href}\">\nSign in\n</a>\n</p>\n\
         <p>The link works once, within {validity}.</p>\n\
         <p>You receive this e-mail because your address was entered on the sign-in page of Assay at {host}. \
         If you did not enter it, you can ignore this e-mail.</p>\n\
         </body>\n</html>\n",
        host = escape(host),
        href = escape(link),
    );
    message::build(config, to, format!("Sign in to Assay at {host}"), text, html)
}

/// A validity in words: "10 minutes".
fn words(validity: Duration) -> String {
    let minutes = validity.as_secs().div_ceil(60);
    match (minutes / 60, minutes % 60) {
        (hours @ 2.., 0) => format!("{hours} hours"),
        _ if minutes == 1 => "1 minute".to_owned(),
        _ => format!("{minutes} minutes"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_validity_is_said_in_minutes_or_whole_hours() {
        let said = |seconds| words(Duration::from_secs(seconds));
        assert_eq!([said(600), said(60), said(1)], ["10 minutes", "1 minute", "1 minute"]);
        assert_eq!(
            [said(3_600), said(5_400), said(86_400)],
            ["60 minutes", "90 minutes", "24 hours"]
        );
    }
}
