//! Builds a mail: sender, text part, HTML part.

use lettre::Message;
use lettre::message::header::ContentTransferEncoding;
use lettre::message::{Body, Mailbox, MultiPart, SinglePart, header};

use crate::CompositionError;

// RFC 5322, 2.1.1: a line of a mail holds at most 998 bytes.
const LONGEST_LINE: usize = 990;

/// The contents of a mail, its text once more as HTML.
pub struct Parts {
    pub subject: String,
    pub text: String,
    pub html: String,
}

/// A mail with a text part and an HTML part.
pub fn build(sender: &Mailbox, to: &str, parts: Parts) -> Result<Message, CompositionError> {
    let address = to.parse().map_err(|_| CompositionError::MissingTo)?;
    Message::builder()
        .from(sender.clone())
        .to(Mailbox::new(None, address))
        .subject(parts.subject)
        // The default would reveal the name of the machine.
        .message_id(Some(format!("<{}@{}>", kit::id::new(), sender.email.domain())))
        .multipart(
            MultiPart::alternative()
                .singlepart(part(header::ContentType::TEXT_PLAIN, parts.text))
                .singlepart(part(header::ContentType::TEXT_HTML, parts.html)),
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
