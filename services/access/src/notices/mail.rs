//! The form of the mails: paragraphs, one link, and why the reader has the mail.

use mail::{CompositionError, Mailer, Message, escape};

/// The mailer, the origin that browsers see, without a slash at the end, and the address of the operator.
#[derive(Clone, Debug)]
pub struct Mails {
    pub mailer: Mailer,
    pub public_url: String,
    /// The reader of requests for plans; none where the installation takes none.
    pub plan_requests_to: Option<String>,
}

/// The addresses of a mail and its text.
#[derive(Clone, Debug)]
pub struct Letter {
    pub to: Vec<String>,
    pub subject: String,
    pub paragraphs: Vec<String>,
    /// The words of the link, and its path at the origin.
    pub link: (&'static str, String),
    pub reason: &'static str,
}

/// Sends a mail to each of its readers; the failure names no address.
pub async fn send(mails: &Mails, letter: &Letter) -> Result<(), String> {
    let mut failure = None;
    for to in &letter.to {
        let sent = match compose(mails, to, letter) {
            Ok(mail) => mails.mailer.send(mail).await.map_err(|cause| cause.to_string()),
            Err(cause) => Err(cause.to_string()),
        };
        failure = sent.err().or(failure);
    }
    failure.map_or(Ok(()), Err)
}

fn compose(mails: &Mails, to: &str, letter: &Letter) -> Result<Message, CompositionError> {
    let Letter { subject, paragraphs, link: (words, path), reason, .. } = letter;
    let link = format!("{}{path}", mails.public_url);
    let plain = format!("{}\n\n{link}\n\n{reason}\n", paragraphs.join("\n\n"));
    let body: Vec<String> =
        paragraphs.iter().map(|paragraph| format!("<p>{}</p>\n", escape(paragraph))).collect();
    let html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<body>\n{body}<p>\n<a href=\"{href}\">\n{words}\n</a>\n</p>\n\
         <p>{reason}</p>\n</body>\n</html>\n",
        body = body.concat(),
        href = escape(&link),
    );
    mails.mailer.compose(to, subject.clone(), plain, html)
}
