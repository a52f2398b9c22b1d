//! Opens the ports of the programs, with a queue of waiting connections as long as the kernel allows.

use std::net::SocketAddr;

use anyhow::Context as _;
use tokio::net::TcpListener;

/// How many connections wait in the kernel until they are accepted, as many as it allows: neither a restart of many clients
/// at once nor a process that pauses may refuse any.
const MAX_WAITING: i32 = 4096;

/// Opens a port.
pub async fn bind(address: SocketAddr) -> anyhow::Result<TcpListener> {
    let cause = || format!("cannot listen on {address}");
    let listener = TcpListener::bind(address).await.with_context(cause)?;
    // Binding sets a smaller number of waiting connections; the kernel uses that of the last call.
    rustix::net::listen(&listener, MAX_WAITING).with_context(cause)?;
    Ok(listener)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::net::TcpStream;

    use super::*;

    /// Far longer than a connection takes on a busy machine; one for which there is no room waits for ever.
    const LONGEST: Duration = Duration::from_secs(20);

    #[tokio::test]
    async fn many_connections_wait_until_they_are_accepted() {
        let listener = bind("127.0.0.1:0".parse().unwrap()).await.unwrap();
        let address = listener.local_addr().unwrap();
        for number in 1..=1_024 {
            // It waits in the kernel although its client leaves, which spares the files of this process.
            let connection = tokio::time::timeout(LONGEST, TcpStream::connect(address)).await;
            connection.unwrap_or_else(|_| panic!("no room for connection {number}")).unwrap();
        }
        for _ in 0..1_024 {
            tokio::time::timeout(LONGEST, listener.accept()).await.unwrap().unwrap();
        }
    }

    #[tokio::test]
    async fn a_port_that_is_taken_is_named() {
        let listener = bind("127.0.0.1:0".parse().unwrap()).await.unwrap();
        let address = listener.local_addr().unwrap();
        let refused = bind(address).await.unwrap_err().to_string();
        assert_eq!(refused, format!("cannot listen on {address}"));
    }
}
