//! The transport of mails: a mail server, or a private directory.

use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{fmt, io};

use kit::config::{ConfigError, Env};
use kit::loopback::is_loopback_host;
use kit::plain_links;
use kit::replaceable_secret::ParsedSecret;
use lettre::transport::smtp::client::{Certificate, CertificateStore, Tls, TlsParameters};
use lettre::transport::smtp::{self, AsyncSmtpTransportBuilder};
use lettre::{AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use url::Url;

/// Long enough for a slow mail server, short enough for a person who waits in front of a form.
const SEND_DEADLINE: Duration = Duration::from_secs(4);
/// The part of the caller's time that is left for storing the outcome and answering.
const TIME_TO_ANSWER: Duration = Duration::from_millis(300);

/// The delivery of mails to the address that is set now.
#[derive(Clone)]
pub struct Delivery(ParsedSecret<Transport>);

enum Transport {
    Server(AsyncSmtpTransport<Tokio1Executor>),
    Directory(PathBuf),
}

/// The failure of a delivery; contains no address.
#[derive(Debug)]
pub struct DeliveryError(String);

impl fmt::Display for DeliveryError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl fmt::Debug for Delivery {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match &*self.0.now() {
            Transport::Server(_) => "mail server",
            Transport::Directory(_) => "mail directory",
        })
    }
}

impl Delivery {
    /// Reads `SMTP_URL` and `SMTP_CA`. The server is not contacted yet: it may be unreachable at the start. An address that
    /// was replaced, with another password, is used for the next mail. A server beyond this machine needs TLS, unless
    /// `PLAIN_LINKS` allows it to do without.
    pub fn from_env(env: &mut Env) -> Result<Self, ConfigError> {
        let authority = env.text("SMTP_CA")?.map(|text| authority(&text)).transpose()?;
        let may_be_plain = plain_links::are_allowed(env)?;
        ParsedSecret::new(env.replaceable_address("SMTP_URL")?, move |url| {
            transport(url, authority.clone(), may_be_plain)
        })
        .map(Self)
    }

    /// Delivers a mail within the caller's remaining time.
    pub async fn send(&self, mail: Message) -> Result<(), DeliveryError> {
        let deadline = kit::grpc::remaining().saturating_sub(TIME_TO_ANSWER).min(SEND_DEADLINE);
        let sending = async {
            match &*self.0.now() {
                Transport::Server(server) => {
                    server.send(mail).await.map(drop).map_err(|error| described(&error))
                }
                Transport::Directory(directory) => write(directory, &mail)
                    .await
                    .map_err(|_| DeliveryError("the directory fails".into())),
            }
        };
        tokio::time::timeout(deadline, sending)
            .await
            .unwrap_or_else(|_| Err(DeliveryError("the mail server is too slow".into())))
    }
}

fn transport(
    url: &str,
    authority: Option<Certificate>,
    may_be_plain: bool,
) -> Result<Transport, ConfigError> {
    let wrong = |problem: &str| ConfigError::new("SMTP_URL", problem);
    let parsed = Url::parse(url).map_err(|_| wrong("is not an address"))?;
    if parsed.scheme() == "file" {
        let path = parsed.to_file_path().map_err(|()| wrong("must name an absolute path"))?;
        std::fs::create_dir_all(&path)
            .map_err(|error| wrong(&format!("names a directory that cannot be used: {error}")))?;
        return Ok(Transport::Directory(path));
    }
    let builder = AsyncSmtpTransport::<Tokio1Executor>::from_url(url).map_err(|_| {
        wrong("must be smtp:// or smtps:// with a host (?tls=required|opportunistic), or file:///")
    })?;
    let host = parsed.host_str().unwrap_or_default();
    if !may_be_plain && !insists_on_tls(&parsed) && !is_loopback_host(host) {
        return Err(plain_links::refusal("SMTP_URL", host, "smtps:// or ?tls=required"));
    }
    let builder = match authority {
        Some(certificate) => trusting(builder, &parsed, certificate)?,
        None => builder,
    };
    Ok(Transport::Server(builder.build()))
}

/// Writes a mail to a file of its own. The names of files are in the order of the mails, which their times are not: a
/// file system gives one time to all that it writes within some milliseconds. A reader finds whole mails alone.
async fn write(directory: &Path, mail: &Message) -> io::Result<()> {
    let name = kit::id::new();
    let part = directory.join(format!("{name}.part"));
    tokio::fs::write(&part, mail.formatted()).await?;
    tokio::fs::rename(&part, directory.join(format!("{name}.eml"))).await
}

/// Whether mails go over TLS or not at all: `opportunistic` sends them in any case.
fn insists_on_tls(url: &Url) -> bool {
    let tls = url.query_pairs().find(|(key, _)| key == "tls");
    url.scheme() == "smtps" || tls.is_some_and(|(_, value)| value == "required")
}

/// The certificate from PEM text, or from the file at a path.
fn authority(text: &str) -> Result<Certificate, ConfigError> {
    let wrong = |problem: String| ConfigError::new("SMTP_CA", problem);
    let pem = if text.contains("-----BEGIN") {
        text.to_owned()
    } else {
        std::fs::read_to_string(text.trim()).map_err(|error| {
            wrong(format!("is neither PEM text nor the path of a file that can be read: {error}"))
        })?
    };
    if !pem.contains("-----BEGIN CERTIFICATE-----") {
        return Err(wrong("contains no PEM certificate".to_owned()));
    }
    let certificate = Certificate::from_pem(pem.as_bytes()).map_err(not_a_certificate)?;
    trusted_by("localhost", certificate.clone())?;
    Ok(certificate)
}

fn not_a_certificate(_: smtp::Error) -> ConfigError {
    ConfigError::new("SMTP_CA", "contains an invalid certificate")
}

fn trusted_by(host: &str, certificate: Certificate) -> Result<TlsParameters, ConfigError> {
    TlsParameters::builder(host.to_owned())
        .certificate_store(CertificateStore::Default)
        .add_root_certificate(certificate)
        .build_rustls()
        .map_err(not_a_certificate)
}

fn trusting(
    builder: AsyncSmtpTransportBuilder,
    url: &Url,
    certificate: Certificate,
) -> Result<AsyncSmtpTransportBuilder, ConfigError> {
    let parameters = trusted_by(url.host_str().unwrap_or_default(), certificate)?;
    let required = url.query_pairs().any(|(key, value)| key == "tls" && value == "required");
    let has_tls = url.query_pairs().any(|(key, _)| key == "tls");
    Ok(match (url.scheme(), has_tls, required) {
        ("smtps", ..) => builder.tls(Tls::Wrapper(parameters)),
        (_, _, true) => builder.tls(Tls::Required(parameters)),
        (_, true, false) => builder.tls(Tls::Opportunistic(parameters)),
        _ => builder,
    })
}

// The server's message may contain the address, so only the kind and the code are used.
fn described(error: &smtp::Error) -> DeliveryError {
    let kind = match () {
        () if error.is_timeout() => "timeout",
        () if error.is_permanent() => "refused for good",
        () if error.is_transient() => "refused for now",
        () if error.is_tls() => "no TLS",
        () if error.is_client() => "not supported by the server",
        () => "no connection",
    };
    match error.status() {
        Some(code) => DeliveryError(format!("{kind} ({code})")),
        None => DeliveryError(kind.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mail() -> Message {
        let mail = Message::builder().from("site@example.org".parse().unwrap());
        mail.to("reader@example.org".parse().unwrap()).body("Hello".to_owned()).unwrap()
    }

    fn outcome(address: &str, plain: &str) -> Result<Delivery, String> {
        let mut env = Env::fixed([("SMTP_URL", address), ("PLAIN_LINKS", plain)]);
        Delivery::from_env(&mut env).map_err(|error| error.to_string())
    }

    // The pool of mail connections needs a runtime.
    #[tokio::test]
    async fn a_mail_server_beyond_this_machine_needs_tls() {
        for address in [
            "smtp://site:secret@mail.example:587",
            "smtp://10.0.0.1:25",
            "smtp://mail.example?tls=opportunistic",
        ] {
            let refused = outcome(address, "").unwrap_err();
            assert!(refused.starts_with("setting SMTP_URL reaches "), "{refused}");
            assert!(refused.contains("use smtps:// or ?tls=required, or set PLAIN_LINKS"));
            assert!(!refused.contains("secret"), "{refused}");
            outcome(address, "allowed").unwrap();
        }
        for address in [
            "smtps://site:secret@mail.example",
            "smtp://mail.example:587?tls=required",
            "smtp://127.0.0.1:25",
            "smtp://localhost?tls=opportunistic",
            "smtp://[::1]:25",
        ] {
            outcome(address, "").unwrap();
        }
    }

    #[tokio::test]
    async fn the_next_mail_goes_where_the_replaced_address_says() {
        let folder = tempfile::tempdir().unwrap();
        let [setting, first, second] =
            ["setting", "first", "second"].map(|name| folder.path().join(name));
        std::fs::write(&setting, format!("file://{}", first.display())).unwrap();
        let mut env = Env::default().with("SMTP_URL_FILE", &setting.display().to_string());
        let delivery = Delivery::from_env(&mut env).unwrap();
        delivery.send(mail()).await.unwrap();
        for address in ["nonsense".to_owned(), format!("file://{}", second.display())] {
            std::fs::write(&setting, address).unwrap();
            // An address is used for a second before it is read again.
            tokio::time::sleep(Duration::from_millis(1_200)).await;
            delivery.send(mail()).await.unwrap();
        }
        for (place, mails) in [(first, 2), (second, 1)] {
            assert_eq!(std::fs::read_dir(&place).unwrap().count(), mails, "{place:?}");
        }
    }
}
