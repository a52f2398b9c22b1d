//! The mailer of a service, with its settings.

use std::sync::Arc;

use kit::config::{ConfigError, Env};
use lettre::Message;
use lettre::message::Mailbox;
use url::{Host, Url};

use crate::CompositionError;
use crate::delivery::{Delivery, DeliveryError};
use crate::message::{self, Parts};

/// Composes mails from one sender and delivers them.
#[derive(Clone, Debug)]
pub struct Mailer {
    delivery: Delivery,
    sender: Mailbox,
    /// The host that browsers see.
    site: Arc<str>,
}

impl Mailer {
    /// Reads `MAIL_FROM`, the sender, by default no-reply at the host of the public address; `SMTP_URL`: `smtp://`, `smtps://`,
    /// `smtp://…?tls=required` or `file:///directory`; and `SMTP_CA`, an authority to trust beside the public ones, as PEM text
    /// or the path of a PEM file.
    pub fn from_env(env: &mut Env, public_url: &Url) -> Result<Self, ConfigError> {
        let site = public_url.origin().ascii_serialization();
        Ok(Self {
            sender: sender(env, public_url)?,
            delivery: Delivery::from_env(env)?,
            site: site.split("://").last().unwrap_or_default().into(),
        })
    }

    /// The name of the site in mails: its host, and its port if it has one of its own.
    pub fn site(&self) -> &str {
        &self.site
    }

    /// A mail with a text part and an HTML part.
    pub fn compose(
        &self,
        to: &str,
        subject: String,
        text: String,
        html: String,
    ) -> Result<Message, CompositionError> {
        message::build(&self.sender, to, Parts { subject, text, html })
    }

    /// Delivers a mail within the caller's remaining time.
    pub async fn send(&self, mail: Message) -> Result<(), DeliveryError> {
        self.delivery.send(mail).await
    }
}

fn sender(env: &mut Env, public_url: &Url) -> Result<Mailbox, ConfigError> {
    let host = match public_url.host() {
        Some(Host::Domain(domain)) => domain.to_owned(),
        _ => "localhost".to_owned(),
    };
    let text = env.text("MAIL_FROM")?.unwrap_or_else(|| format!("no-reply@{host}"));
    text.parse()
        .map_err(|problem| ConfigError::new("MAIL_FROM", format!("is not valid: {problem}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mailer(public_url: &str, from: &str) -> Result<Mailer, ConfigError> {
        let mut env = Env::fixed([("SMTP_URL", "smtp://127.0.0.1:2525"), ("MAIL_FROM", from)]);
        Mailer::from_env(&mut env, &Url::parse(public_url).unwrap())
    }

    // The pool of mail connections needs a runtime.
    #[tokio::test]
    async fn the_sender_is_at_the_host_of_the_site_unless_it_is_set() {
        for (public_url, site, sender) in [
            ("http://127.0.0.1:8080", "127.0.0.1:8080", "no-reply@localhost"),
            ("https://app.example", "app.example", "no-reply@app.example"),
        ] {
            let mailer = mailer(public_url, "").unwrap();
            assert_eq!((mailer.site(), mailer.sender.email.to_string()), (site, sender.to_owned()));
        }
        let named = mailer("https://app.example", "Assay <mail@example.org>").unwrap();
        assert_eq!(named.sender.email.to_string(), "mail@example.org");
        let refused = mailer("https://app.example", "nobody").unwrap_err().to_string();
        assert!(refused.starts_with("setting MAIL_FROM is not valid"), "{refused}");
    }

    #[tokio::test]
    async fn a_mail_has_both_parts_and_names_no_machine() {
        let mailer = mailer("https://app.example", "").unwrap();
        let [subject, text, html] = ["Hello", "A link", "<p>A link</p>"].map(str::to_owned);
        let mail = mailer.compose("ada@example.org", subject, text, html).unwrap();
        let source = String::from_utf8(mail.formatted()).unwrap();
        assert!(source.contains("From: no-reply@app.example") && source.contains("@app.example>"));
        assert!(source.contains("text/plain") && source.contains("<p>A link</p>"));
        let nobody = mailer.compose("nobody", String::new(), String::new(), String::new());
        assert!(nobody.is_err());
    }
}
