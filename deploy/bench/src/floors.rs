//! The cost of serving the same bytes without the product.

use std::process::Stdio;

use anyhow::Context;
use axum::Router;
use axum::routing::get;
use axum::serve::ListenerExt;
use bytes::Bytes;
use http::uri::PathAndQuery;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::net::TcpListener;
use tokio::process::{Child, Command};
use tonic::server::{Grpc, UnaryService};
use tonic::transport::{Channel, Endpoint};
use tonic_prost::ProstCodec;

/// The floors of one answer; they end with this value.
pub struct Floors {
    /// A bare route that answers from memory.
    pub http: String,
    /// A bare route that asks another process by one call.
    pub hop: String,
    _processes: Vec<Child>,
}

/// Starts processes that answer these bytes.
pub async fn start(body: &[u8]) -> anyhow::Result<Floors> {
    let file = std::env::temp_dir().join(format!("bench-body-{}", std::process::id()));
    std::fs::write(&file, body)?;
    let file = file.to_string_lossy().into_owned();
    let (http, one) = child("floor-http", &file).await?;
    let (upstream, two) = child("floor-upstream", &file).await?;
    let (hop, three) = child("floor-hop", &upstream).await?;
    Ok(Floors { http, hop, _processes: vec![one, two, three] })
}

/// Starts this program again as a floor; its first line is its address.
async fn child(kind: &str, argument: &str) -> anyhow::Result<(String, Child)> {
    let mut child = Command::new(std::env::current_exe()?)
        .args([kind, argument])
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()?;
    let output = child.stdout.take().context("no output")?;
    let line = BufReader::new(output).lines().next_line().await?;
    Ok((line.with_context(|| format!("{kind} did not start"))?, child))
}

/// Serves a file's bytes by HTTP.
pub async fn http(file: &str) -> anyhow::Result<()> {
    let body = Bytes::from(std::fs::read(file)?);
    let route = get(move || {
        let body = body.clone();
        async move { ([("content-type", "application/json")], body) }
    });
    serve(Router::new().route("/", route)).await
}

/// Serves what the upstream answers by HTTP.
pub async fn hop(upstream: &str) -> anyhow::Result<()> {
    let channels = [connect(upstream).await?, connect(upstream).await?];
    let turn = std::sync::Arc::new(std::sync::atomic::AtomicUsize::new(0));
    let route = get(move || {
        let next = turn.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let channel = channels[next % channels.len()].clone();
        async move {
            match ask(channel).await {
                Ok(body) => Ok(([("content-type", "application/json")], body)),
                Err(_) => Err(axum::http::StatusCode::BAD_GATEWAY),
            }
        }
    });
    serve(Router::new().route("/", route)).await
}

async fn serve(router: Router) -> anyhow::Result<()> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("http://{}", listener.local_addr()?);
    axum::serve(
        listener.tap_io(|stream| {
            let _ = stream.set_nodelay(true);
        }),
        router,
    )
    .await?;
    Ok(())
}

async fn connect(upstream: &str) -> anyhow::Result<Channel> {
    Ok(Endpoint::from_shared(upstream.to_owned())?.tcp_nodelay(true).connect().await?)
}

async fn ask(channel: Channel) -> Result<Bytes, tonic::Status> {
    let mut client = tonic::client::Grpc::new(channel);
    client.ready().await.map_err(|error| tonic::Status::unavailable(error.to_string()))?;
    let path = PathAndQuery::from_static("/bench.Floor/Ask");
    let codec = ProstCodec::<Bytes, Bytes>::default();
    Ok(client.unary(tonic::Request::new(Bytes::new()), path, codec).await?.into_inner())
}

/// Answers every call with a file's bytes.
pub async fn upstream(file: &str) -> anyhow::Result<()> {
    let body = Bytes::from(std::fs::read(file)?);
    let router = Router::new().route(
        "/bench.Floor/Ask",
        axum::routing::post(move |request: axum::extract::Request| {
            let answer = Answer(body.clone());
            async move {
                let codec = ProstCodec::<Bytes, Bytes>::default();
                Grpc::new(codec).unary(answer, request).await
            }
        }),
    );
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("http://{}", listener.local_addr()?);
    let incoming = tonic::transport::server::TcpIncoming::from(listener).with_nodelay(Some(true));
    let routes = tonic::service::Routes::from(router);
    tonic::transport::Server::builder().add_routes(routes).serve_with_incoming(incoming).await?;
    Ok(())
}

/// Takes traces in and forgets them: exporting them is a cost of the product, keeping them is not.
pub async fn collector(address: &str) -> anyhow::Result<()> {
    let router = Router::new().route(
        "/opentelemetry.proto.collector.trace.v1.TraceService/Export",
        axum::routing::post(|request: axum::extract::Request| async move {
            let codec = ProstCodec::<Bytes, Bytes>::default();
            Grpc::new(codec).unary(Answer(Bytes::new()), request).await
        }),
    );
    let routes = tonic::service::Routes::from(router);
    tonic::transport::Server::builder().add_routes(routes).serve(address.parse()?).await?;
    Ok(())
}

#[derive(Clone)]
struct Answer(Bytes);

impl UnaryService<Bytes> for Answer {
    type Response = Bytes;
    type Future = std::future::Ready<Result<tonic::Response<Bytes>, tonic::Status>>;

    fn call(&mut self, _: tonic::Request<Bytes>) -> Self::Future {
        std::future::ready(Ok(tonic::Response::new(self.0.clone())))
    }
}
