//! Mutual TLS between services, with certificates that may be replaced while the process runs.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::Duration;

use futures::{Stream, StreamExt};
use rustls::crypto::CryptoProvider;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName};
use rustls::server::WebPkiClientVerifier;
use rustls::{CertificateError, ClientConfig, RootCertStore, ServerConfig};
use tokio::net::TcpStream;
use tokio_rustls::{TlsAcceptor, TlsConnector, client};

use super::connection::PeerConnection;
use crate::config::{ConfigError, Env};
use crate::security_log::{self, Entry, Event, Network};

/// The setting with the folder of `tls.crt`, `tls.key` and `ca.crt`.
const SETTING: &str = "SERVICE_TLS";
const HANDSHAKE_DEADLINE: Duration = Duration::from_secs(5);
/// Handshakes at one time; a caller that is slow holds up the others no longer than its deadline.
const MOST_HANDSHAKES: usize = 256;
/// Handshakes of one address at one time; further ones are refused, so that a silent caller holds up no other address.
const MOST_HANDSHAKES_PER_ADDRESS: usize = 32;
const LARGEST_CERTIFICATE_FILE: u64 = 256 << 10;

/// The certificate of a process and the authority that all of them trust. Clones share it.
#[derive(Clone)]
pub struct Tls(Arc<Inner>);

struct Inner {
    folder: PathBuf,
    state: RwLock<Arc<TlsState>>,
}

/// The handshakes under way on one port, by address.
#[derive(Default)]
struct Handshakes(Mutex<HashMap<IpAddr, usize>>);

/// A handshake under way, counted until it is dropped.
struct Handshake {
    all: Arc<Handshakes>,
    address: IpAddr,
}

/// The files of one moment, and what follows from them.
struct TlsState {
    files: Files,
    server: Arc<ServerConfig>,
    client: Arc<ClientConfig>,
}

#[derive(PartialEq, Eq)]
struct Files {
    certificate: Vec<u8>,
    key: Vec<u8>,
    authority: Vec<u8>,
}

impl Tls {
    /// Reads the folder in `SERVICE_TLS`, if it is set.
    pub(super) fn from_env(env: &mut Env) -> Result<Option<Self>, ConfigError> {
        let folder = env.text(SETTING)?.map(PathBuf::from);
        let read = |folder| {
            Self::read(folder)
                .map_err(|error| ConfigError::new(SETTING, format!("cannot be used: {error}")))
        };
        folder.map(read).transpose()
    }

    /// Reads `tls.crt`, `tls.key` and `ca.crt` in a folder.
    pub fn read(folder: PathBuf) -> io::Result<Self> {
        let state = RwLock::new(Arc::new(load(&folder)?));
        Ok(Self(Arc::new(Inner { folder, state })))
    }

    /// Reads the files again: new connections use what is there.
    pub(super) fn read_again(&self) {
        // While files change, they may not fit together: the known ones stay in use.
        let changed = Files::read(&self.0.folder).and_then(|files| {
            if files == self.state().files { Ok(None) } else { files.load().map(Some) }
        });
        match changed {
            Ok(Some(state)) => {
                *self.0.state.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(state);
                tracing::info!("the certificates have changed");
            }
            Ok(None) => {}
            Err(error) => tracing::warn!(%error, "the certificates cannot be read"),
        }
    }

    fn state(&self) -> Arc<TlsState> {
        Arc::clone(&self.0.state.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// The connections of callers with a certificate of the authority.
    pub(crate) fn accept<S>(
        &self,
        connections: S,
    ) -> impl Stream<Item = io::Result<PeerConnection>> + use<S>
    where
        S: Stream<Item = io::Result<TcpStream>>,
    {
        let (tls, begun) = (self.clone(), Arc::new(Handshakes::default()));
        let admitted = connections.filter_map(move |it| std::future::ready(begun.admit(it)));
        let handshakes = admitted.map(move |admitted| {
            let acceptor = TlsAcceptor::from(Arc::clone(&tls.state().server));
            async move {
                let (connection, handshake) = match admitted {
                    Ok(admitted) => admitted,
                    Err(error) => return Some(Err(error)),
                };
                let accepted = acceptor.accept(connection);
                match tokio::time::timeout(HANDSHAKE_DEADLINE, accepted).await {
                    Ok(Ok(stream)) => Some(Ok(PeerConnection::new(stream))),
                    Ok(Err(error)) => {
                        handshake.failed(&error);
                        None
                    }
                    Err(_) => None,
                }
            }
        });
        handshakes.buffer_unordered(MOST_HANDSHAKES).filter_map(std::future::ready)
    }

    /// A connection to a replica of a service, which proves that it is this service.
    pub(crate) async fn connect(
        &self,
        service: &str,
        address: SocketAddr,
    ) -> io::Result<client::TlsStream<TcpStream>> {
        let name = ServerName::try_from(service.to_owned()).map_err(io::Error::other)?;
        let connector = TlsConnector::from(Arc::clone(&self.state().client));
        let connected = async {
            let stream = TcpStream::connect(address).await?;
            stream.set_nodelay(true)?;
            connector.connect(name, stream).await
        };
        tokio::time::timeout(HANDSHAKE_DEADLINE, connected)
            .await
            .unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl Handshakes {
    /// The connection, which is closed if its address has too many handshakes under way.
    fn admit(
        self: &Arc<Self>,
        connection: io::Result<TcpStream>,
    ) -> Option<io::Result<(TcpStream, Handshake)>> {
        let connection = match connection {
            Ok(connection) => connection,
            Err(error) => return Some(Err(error)),
        };
        // A peer that has gone already has no address.
        let address = connection.peer_addr().ok()?.ip().to_canonical();
        let handshake = self.begin(address);
        if handshake.is_none() {
            let refused = Entry::refused(Event::LimitHit { operation: "handshake" }, "handshakes");
            security_log::write(refused.at(Some(Network::new(address))));
        }
        Some(Ok((connection, handshake?)))
    }

    fn begin(self: &Arc<Self>, address: IpAddr) -> Option<Handshake> {
        let mut by_address = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = by_address.entry(address).or_default();
        if *count >= MOST_HANDSHAKES_PER_ADDRESS {
            return None;
        }
        *count += 1;
        Some(Handshake { all: Arc::clone(self), address })
    }
}

impl Handshake {
    /// Writes that the caller was refused, if it was: not if it went away or refused this service, which it reports itself.
    fn failed(&self, error: &io::Error) {
        let Some(cause) = refusal(error) else { return };
        let entry = Entry::refused(Event::HandshakeRefused { cause }, "certificate_required");
        security_log::write(entry.at(Some(Network::new(self.address))));
    }
}

impl Drop for Handshake {
    fn drop(&mut self) {
        let mut by_address = self.all.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = by_address.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                by_address.remove(&self.address);
            }
        }
    }
}

/// Why a handshake was refused, in words of the code: what a caller sends does not reach the log.
fn refusal(error: &io::Error) -> Option<&'static str> {
    use CertificateError::{Expired, ExpiredContext, UnknownIssuer};
    Some(match error.get_ref()?.downcast_ref::<rustls::Error>()? {
        rustls::Error::AlertReceived(_) => return None,
        rustls::Error::NoCertificatesPresented => "it shows no certificate",
        rustls::Error::InvalidCertificate(UnknownIssuer) => "its certificate has another issuer",
        rustls::Error::InvalidCertificate(Expired | ExpiredContext { .. }) => {
            "its certificate has expired"
        }
        rustls::Error::InvalidCertificate(_) => "its certificate is not valid",
        _ => "it does not speak TLS as this service does",
    })
}

fn load(folder: &Path) -> io::Result<TlsState> {
    Files::read(folder)?.load()
}

impl Files {
    fn read(folder: &Path) -> io::Result<Self> {
        let read = |name: &str| {
            let path = folder.join(name);
            let named = |error| io::Error::other(format!("{}: {error}", path.display()));
            if fs::metadata(&path).map_err(named)?.len() > LARGEST_CERTIFICATE_FILE {
                return Err(io::Error::other(format!("{}: it is too large", path.display())));
            }
            fs::read(&path).map_err(named)
        };
        Ok(Self {
            certificate: read("tls.crt")?,
            key: read("tls.key")?,
            authority: read("ca.crt")?,
        })
    }

    fn load(self) -> io::Result<TlsState> {
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let server = self.server(&provider).map_err(io::Error::other)?;
        let client = self.client(provider).map_err(io::Error::other)?;
        Ok(TlsState { files: self, server: Arc::new(server), client: Arc::new(client) })
    }

    fn server(&self, provider: &Arc<CryptoProvider>) -> anyhow::Result<ServerConfig> {
        let roots = Arc::new(self.roots()?);
        let verifier =
            WebPkiClientVerifier::builder_with_provider(roots, Arc::clone(provider)).build()?;
        let (chain, key) = self.identity()?;
        let mut config = ServerConfig::builder_with_provider(Arc::clone(provider))
            .with_safe_default_protocol_versions()?
            .with_client_cert_verifier(verifier)
            .with_single_cert(chain, key)?;
        config.alpn_protocols = vec![b"h2".to_vec()];
        Ok(config)
    }

    fn client(&self, provider: Arc<CryptoProvider>) -> anyhow::Result<ClientConfig> {
        let (chain, key) = self.identity()?;
        let mut config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()?
            .with_root_certificates(self.roots()?)
            .with_client_auth_cert(chain, key)?;
        config.alpn_protocols = vec![b"h2".to_vec()];
        Ok(config)
    }

    fn identity(&self) -> anyhow::Result<(Vec<CertificateDer<'static>>, PrivateKeyDer<'static>)> {
        let chain = certificates(&self.certificate)?;
        Ok((chain, PrivateKeyDer::from_pem_slice(&self.key)?))
    }

    fn roots(&self) -> anyhow::Result<RootCertStore> {
        let mut roots = RootCertStore::empty();
        for authority in certificates(&self.authority)? {
            roots.add(authority)?;
        }
        anyhow::ensure!(!roots.is_empty(), "ca.crt holds no certificate");
        Ok(roots)
    }
}

fn certificates(pem: &[u8]) -> anyhow::Result<Vec<CertificateDer<'static>>> {
    Ok(CertificateDer::pem_slice_iter(pem).collect::<Result<_, _>>()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_a_share_of_the_handshakes() {
        let all = Arc::new(Handshakes::default());
        let (one, other) = (IpAddr::from([192, 0, 2, 1]), IpAddr::from([192, 0, 2, 2]));
        let held: Vec<_> = (0..MOST_HANDSHAKES).map_while(|_| all.begin(one)).collect();
        assert_eq!(held.len(), MOST_HANDSHAKES_PER_ADDRESS);
        assert!(all.begin(other).is_some());
        drop(held);
        assert!(all.begin(one).is_some());
        assert!(all.0.lock().unwrap().is_empty(), "what has ended is forgotten");
    }
}
