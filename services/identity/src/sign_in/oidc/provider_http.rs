//! Requests to one provider: no redirects, short deadlines, small responses, https only.

use std::pin::Pin;
use std::time::Duration;

use kit::loopback::is_loopback;
use openidconnect::{AsyncHttpClient, HttpRequest, HttpResponse};
use url::Url;

const CONNECT: Duration = Duration::from_millis(1500);
const REQUEST_DEADLINE: Duration = Duration::from_secs(3);
const LARGEST_ANSWER: usize = 1 << 20;

#[derive(Debug, thiserror::Error)]
pub enum HttpFailure {
    #[error("the request failed")]
    Request(#[from] reqwest::Error),
    #[error("the answer cannot be read")]
    Answer(#[from] http::Error),
    #[error("the answer is too large")]
    TooLarge,
    #[error("the provider names an address that is not https")]
    Insecure,
}

/// The HTTP client for one provider.
#[derive(Clone)]
pub struct Http {
    client: reqwest::Client,
    local: bool,
}

impl Http {
    /// A provider on this machine may use plain http.
    pub fn new(issuer: &Url) -> Result<Self, HttpFailure> {
        // Fails only if the same provider is already installed.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = reqwest::Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .connect_timeout(CONNECT)
            .timeout(REQUEST_DEADLINE)
            .no_proxy()
            .user_agent("assay")
            .build()?;
        Ok(Self { client, local: issuer.scheme() == "http" })
    }

    async fn send(&self, request: HttpRequest) -> Result<HttpResponse, HttpFailure> {
        let request = reqwest::Request::try_from(request)?;
        let url = request.url();
        if url.scheme() != "https" && !(self.local && url.scheme() == "http" && is_loopback(url)) {
            return Err(HttpFailure::Insecure);
        }
        let mut answer = self.client.execute(request).await?;
        let mut response = http::Response::builder().status(answer.status());
        for (name, value) in answer.headers() {
            response = response.header(name, value);
        }
        let mut body = Vec::new();
        while let Some(chunk) = answer.chunk().await? {
            if body.len() + chunk.len() > LARGEST_ANSWER {
                return Err(HttpFailure::TooLarge);
            }
            body.extend_from_slice(&chunk);
        }
        Ok(response.body(body)?)
    }
}

impl<'c> AsyncHttpClient<'c> for Http {
    type Error = HttpFailure;
    type Future = Pin<Box<dyn Future<Output = Result<HttpResponse, HttpFailure>> + Send + 'c>>;

    fn call(&'c self, request: HttpRequest) -> Self::Future {
        Box::pin(self.send(request))
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    use super::*;

    #[tokio::test]
    async fn a_redirect_is_the_answer_and_is_not_followed() {
        let provider = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let issuer = format!("http://{}/", provider.local_addr().unwrap());
        let client = Http::new(&Url::parse(&issuer).unwrap()).unwrap();
        for status in [301, 302, 303, 307, 308] {
            // A second request would wait for an answer, and fail.
            let serve = async {
                let (mut connection, _) = provider.accept().await.unwrap();
                let mut request = [0; 4096];
                assert!(connection.read(&mut request).await.unwrap() > 0);
                let answer = format!(
                    "HTTP/1.1 {status} Elsewhere\r\nlocation: {issuer}elsewhere\r\n\
                     connection: close\r\ncontent-length: 0\r\n\r\n"
                );
                connection.write_all(answer.as_bytes()).await.unwrap();
            };
            let request = http::Request::get(&issuer).body(Vec::new()).unwrap();
            let (answer, ()) = tokio::join!(client.call(request), serve);
            assert_eq!(answer.unwrap().status().as_u16(), status);
        }
    }
}
