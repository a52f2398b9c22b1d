//! Builds a mail: sender, text part, HTML part.

use lettre::Message;
use lettre::message::header::ContentTransferEncoding;
use lettre::message::{Body, Mailbox, MultiPart, SinglePart, header};

use crate::config::Config;

// RFC 5322, 2.1.1: a line of a mail holds at most 998 bytes.
const LONGEST_LINE: usize = 990;

/// The name of the site in mails.
pub fn host(config: &Config) -> &str {
    config.public_url.split("://").last().unwrap_or_default()
}

/// A mail with a text part and an HTML part.
pub fn build(
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
        // The default would reveal the name of the machine.
        .message_id(Some(format!("<{}@{}>", kit::id::new(), config.mail_from.email.domain())))
        .multipart(
            MultiPart::alternative()
                .singlepart(part(header::ContentType::TEXT_PLAIN, text))
                .singlepart(part(header::ContentType::TEXT_HTML, html)),
        )
}

// Unencoded if possible, so that the link stays in one piece in the source.
fn part(kind: header::ContentType, text: String) -> SinglePart {
    let builder = SinglePart::builder().header(kind);
    if text.is_ascii() && text.lines().all(|line| line.len() <= LONGEST_LINE) {
        let bytes = text.replace('\n', "\r\n").into_bytes();
        builder.body(Body::dangerous_pre_encoded(bytes, ContentTransferEncoding::SevenBit))
    } else {
        builder.body(text)
    }
}

/// The text with the special characters of HTML escaped.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\'', "&#39;")
}
