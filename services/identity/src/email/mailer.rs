//! Hands mails over: to a mail server, or to a private directory.

use std::fmt;
use std::time::Duration;

use kit::config::{ConfigError, Env};
use lettre::transport::smtp::client::{Certificate, CertificateStore, Tls, TlsParameters};
use lettre::transport::smtp::{self, AsyncSmtpTransportBuilder};
use lettre::{AsyncFileTransport, AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use url::Url;

/// The way out for mails.
#[derive(Clone)]
pub struct Mailer(Way);

#[derive(Clone)]
enum Way {
    Server(AsyncSmtpTransport<Tokio1Executor>),
    Directory(AsyncFileTransport<Tokio1Executor>),
}

/// Why a mail was not handed over; says nothing about people.
#[derive(Debug)]
pub struct NotSent(String);

impl fmt::Display for NotSent {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl fmt::Debug for Mailer {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self.0 {
            Way::Server(_) => "mail server",
            Way::Directory(_) => "mail directory",
        })
    }
}

impl Mailer {
    /// Reads `SMTP_URL` and `SMTP_CA`. The server is not asked yet: it may be away at the start.
    pub fn from_env(env: &mut Env) -> Result<Self, ConfigError> {
        let authority = env.text("SMTP_CA")?;
        let url = env.required("SMTP_URL")?;
        let wrong = |problem: &str| ConfigError::new("SMTP_URL", problem);
        let parsed = Url::parse(&url).map_err(|_| wrong("is not an address"))?;
        if parsed.scheme() == "file" {
            let path = parsed.to_file_path().map_err(|()| wrong("must name an absolute path"))?;
            std::fs::create_dir_all(&path)
                .map_err(|error| wrong(&format!("names a directory that fails: {error}")))?;
            return Ok(Self(Way::Directory(AsyncFileTransport::new(path))));
        }
        let builder = AsyncSmtpTransport::<Tokio1Executor>::from_url(&url).map_err(|_| {
            wrong("must be smtp:// or smtps:// with a host (?tls=required|opportunistic), or file:///")
        })?;
        let builder = match authority {
            Some(pem) => trusting(builder, &parsed, &pem)?,
            None => builder,
        };
        Ok(Self(Way::Server(builder.build())))
    }

    /// Hands a mail over within the deadline.
    pub async fn send(&self, mail: Message, deadline: Duration) -> Result<(), NotSent> {
        let sending = async {
            match &self.0 {
                Way::Server(server) => {
                    server.send(mail).await.map(drop).map_err(|error| described(&error))
                }
                Way::Directory(directory) => directory
                    .send(mail)
                    .await
                    .map(drop)
                    .map_err(|_| NotSent("the directory fails".into())),
            }
        };
        tokio::time::timeout(deadline, sending)
            .await
            .unwrap_or_else(|_| Err(NotSent("the mail server is too slow".into())))
    }
}

fn trusting(
    builder: AsyncSmtpTransportBuilder,
    url: &Url,
    pem: &str,
) -> Result<AsyncSmtpTransportBuilder, ConfigError> {
    let wrong = |_| ConfigError::new("SMTP_CA", "is not a certificate in PEM form");
    let host = url.host_str().unwrap_or_default().to_owned();
    let parameters = TlsParameters::builder(host)
        .certificate_store(CertificateStore::Default)
        .add_root_certificate(Certificate::from_pem(pem.as_bytes()).map_err(wrong)?)
        .build_rustls()
        .map_err(wrong)?;
    let required = url.query_pairs().any(|(key, value)| key == "tls" && value == "required");
    let asked = url.query_pairs().any(|(key, _)| key == "tls");
    Ok(match (url.scheme(), asked, required) {
        ("smtps", ..) => builder.tls(Tls::Wrapper(parameters)),
        (_, _, true) => builder.tls(Tls::Required(parameters)),
        (_, true, false) => builder.tls(Tls::Opportunistic(parameters)),
        _ => builder,
    })
}

// The server's own words may repeat the address, so only the kind and the code are kept.
fn described(error: &smtp::Error) -> NotSent {
    let kind = match () {
        () if error.is_timeout() => "timeout",
        () if error.is_permanent() => "refused for good",
        () if error.is_transient() => "refused for now",
        () if error.is_tls() => "no TLS",
        () if error.is_client() => "not supported by the server",
        () => "no connection",
    };
    match error.status() {
        Some(code) => NotSent(format!("{kind} ({code})")),
        None => NotSent(kind.to_owned()),
    }
}
