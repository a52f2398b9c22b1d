//! The sign-in mail, and the form that all mails have.

use lettre::Message;
use lettre::message::header::ContentTransferEncoding;
use lettre::message::{Body, Mailbox, MultiPart, SinglePart, header};
use url::form_urlencoded::Serializer;

use crate::config::Config;

// RFC 5322, 2.1.1: a line of a mail holds at most 998 bytes.
const LONGEST_LINE: usize = 990;

/// The address that signs in whoever visits it.
pub fn link(config: &Config, callback_url: &str, token: &str, email: &str) -> String {
    let query = Serializer::new(String::new())
        .append_pair("callbackUrl", within(&config.public_url, callback_url))
        .append_pair("token", token)
        .append_pair("email", email)
        .finish();
    format!("{}/api/auth/callback/email?{query}", config.public_url)
}

/// The mail with the link, as text and as HTML.
pub fn compose(config: &Config, to: &str, link: &str) -> Result<Message, lettre::error::Error> {
    let host = host(config);
    let text = format!(
        "Sign in to Assay at {host} with this link:\n\n{link}\n\n\
         The link works once. If you did not request it, you can ignore this e-mail.\n"
    );
    let html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<body>\n\
         <p>Sign in to <strong>Assay</strong> at {host}.</p>\n\
         <p>\n<a href=\"{href}\">\nSign in\n</a>\n</p>\n\
         <p>The link works once. If you did not request it, you can ignore this e-mail.</p>\n\
         </body>\n</html>\n",
        host = escape(host),
        href = escape(link),
    );
    write(config, to, format!("Sign in to Assay at {host}"), text, html)
}

/// The site as mails name it.
pub fn host(config: &Config) -> &str {
    config.public_url.split("://").last().unwrap_or_default()
}

/// A mail of a text and an HTML part.
pub fn write(
    config: &Config,
    to: &str,
    subject: String,
    text: String,
    html: String,
) -> Result<Message, lettre::error::Error> {
    let address = to.parse().map_err(|_| lettre::error::Error::MissingTo)?;
    Message::builder()
        .from(config.mail_from.clone())
        .to(Mailbox::new(None, address))
        .subject(subject)
        // Not the name of the machine, which is nobody's business.
        .message_id(Some(format!("<{}@{}>", kit::id::new(), config.mail_from.email.domain())))
        .multipart(
            MultiPart::alternative()
                .singlepart(part(header::ContentType::TEXT_PLAIN, text))
                .singlepart(part(header::ContentType::TEXT_HTML, html)),
        )
}

// Unencoded where that is possible: the link stays one piece for people who read the source.
fn part(kind: header::ContentType, text: String) -> SinglePart {
    let builder = SinglePart::builder().header(kind);
    if text.is_ascii() && text.lines().all(|line| line.len() <= LONGEST_LINE) {
        let bytes = text.replace('\n', "\r\n").into_bytes();
        builder.body(Body::dangerous_pre_encoded(bytes, ContentTransferEncoding::SevenBit))
    } else {
        builder.body(text)
    }
}

fn within<'a>(origin: &'a str, callback_url: &'a str) -> &'a str {
    match callback_url.strip_prefix(origin) {
        Some(rest) if rest.is_empty() || rest.starts_with(['/', '?', '#']) => callback_url,
        _ => origin,
    }
}

/// The text with nothing in it that HTML would read as its own.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\'', "&#39;")
}
