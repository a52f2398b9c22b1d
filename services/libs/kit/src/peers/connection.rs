//! A connection of a caller whose certificate is read once for all calls on it.

use std::io::{self, IoSlice};
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll};

use rustls::client::verify_server_name;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::server::ParsedCertificate;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio_rustls::server::TlsStream;
use tonic::transport::server::Connected;

/// A connection after its handshake.
pub(crate) struct PeerConnection(TlsStream<TcpStream>);

/// The certificate of a caller, which each call on the connection carries.
#[derive(Debug)]
pub(crate) struct PeerCertificate {
    /// From where the caller connected; none if it has gone already.
    pub(super) address: Option<IpAddr>,
    certificate: Option<CertificateDer<'static>>,
    /// The program that the certificate was last found to name: reading it takes longer than all other checks of a call.
    program: OnceLock<String>,
}

impl PeerConnection {
    pub(super) fn new(stream: TlsStream<TcpStream>) -> Self {
        Self(stream)
    }
}

impl PeerCertificate {
    /// Whether the certificate is that of a program.
    pub(super) fn is_of(&self, program: &str) -> bool {
        if self.program.get().is_some_and(|known| known == program) {
            return true;
        }
        let certificate = self.certificate.as_ref();
        let is_of = certificate.is_some_and(|it| is_certificate_of(it, program));
        if is_of {
            self.program.get_or_init(|| program.to_owned());
        }
        is_of
    }
}

/// Whether a certificate is that of a program: one of its names is the program's.
fn is_certificate_of(certificate: &CertificateDer<'_>, program: &str) -> bool {
    let name = ServerName::try_from(program.to_owned());
    let parsed = ParsedCertificate::try_from(certificate);
    matches!((name, parsed), (Ok(name), Ok(parsed)) if verify_server_name(&parsed, &name).is_ok())
}

impl Connected for PeerConnection {
    type ConnectInfo = Arc<PeerCertificate>;

    fn connect_info(&self) -> Self::ConnectInfo {
        let (stream, session) = self.0.get_ref();
        let address = stream.peer_addr().ok().map(|address| address.ip());
        let chain = session.peer_certificates();
        let certificate = chain.and_then(|chain| chain.first()).cloned();
        Arc::new(PeerCertificate { address, certificate, program: OnceLock::new() })
    }
}

impl AsyncRead for PeerConnection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(context, buffer)
    }
}

impl AsyncWrite for PeerConnection {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write_vectored(context, parts)
    }

    fn is_write_vectored(&self) -> bool {
        self.0.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }
}
