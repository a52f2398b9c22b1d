//! A receiver of traces, in place of a collector.

use std::sync::{Arc, Mutex};

use opentelemetry_proto::tonic::collector::trace::v1::trace_service_server::{
    TraceService, TraceServiceServer,
};
use opentelemetry_proto::tonic::collector::trace::v1::{
    ExportTraceServiceRequest, ExportTraceServiceResponse,
};
use opentelemetry_proto::tonic::common::v1::any_value::Value;
use tokio::net::TcpListener;
use tokio::task::AbortHandle;
use tonic::transport::server::TcpIncoming;
use tonic::transport::{Identity, Server, ServerTlsConfig};
use tonic::{Request, Response, Status};

#[derive(Clone, Debug)]
pub struct Span {
    /// The service that sent it.
    pub service: String,
    /// The name of the operation.
    pub name: String,
    /// The trace it belongs to, in hex.
    pub trace_id: String,
    /// Its own id, in hex.
    pub span_id: String,
    /// The id of the span above, in hex; empty at the top.
    pub parent_id: String,
    /// The traces it follows from, in hex.
    pub links: Vec<String>,
    /// All of its text, for searching.
    pub text: String,
}

/// Listens for OTLP over gRPC.
pub struct Receiver {
    address: String,
    spans: Arc<Mutex<Vec<Span>>>,
    serving: AbortHandle,
}

impl Receiver {
    /// Starts to listen.
    pub async fn start() -> Self {
        Self::listen("http", Server::builder()).await
    }

    /// Starts to listen for TLS, with a certificate and its key in PEM.
    pub async fn start_secure(certificate: &str, key: &str) -> Self {
        let tls = ServerTlsConfig::new().identity(Identity::from_pem(certificate, key));
        Self::listen("https", Server::builder().tls_config(tls).unwrap()).await
    }

    #[expect(clippy::disallowed_methods, reason = "the receiver belongs to the test")]
    async fn listen(scheme: &str, mut server: Server) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("{scheme}://{}", listener.local_addr().unwrap());
        let spans = Arc::new(Mutex::new(Vec::new()));
        let server = server
            .add_service(TraceServiceServer::new(Collector { spans: spans.clone() }))
            .serve_with_incoming(TcpIncoming::from(listener));
        let serving = tokio::spawn(async move { server.await.unwrap() }).abort_handle();
        Self { address, spans, serving }
    }

    /// The address for traces.
    pub fn url(&self) -> &str {
        &self.address
    }

    /// The spans received so far.
    pub fn spans(&self) -> Vec<Span> {
        self.spans.lock().unwrap().clone()
    }
}

impl Drop for Receiver {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

struct Collector {
    spans: Arc<Mutex<Vec<Span>>>,
}

#[tonic::async_trait]
impl TraceService for Collector {
    async fn export(
        &self,
        request: Request<ExportTraceServiceRequest>,
    ) -> Result<Response<ExportTraceServiceResponse>, Status> {
        for resource in request.into_inner().resource_spans {
            let service = resource
                .resource
                .iter()
                .flat_map(|resource| &resource.attributes)
                .find(|attribute| attribute.key == "service.name")
                .and_then(|attribute| attribute.value.as_ref()?.value.clone())
                .map_or_else(String::new, |value| match value {
                    Value::StringValue(text) => text,
                    _ => String::new(),
                });
            let spans = resource.scope_spans.into_iter().flat_map(|scope| scope.spans);
            let mut known = self.spans.lock().unwrap();
            known.extend(spans.map(|span| Span {
                service: service.clone(),
                text: format!("{span:?}"),
                trace_id: hex::encode(&span.trace_id),
                span_id: hex::encode(&span.span_id),
                parent_id: hex::encode(&span.parent_span_id),
                links: span.links.iter().map(|link| hex::encode(&link.trace_id)).collect(),
                name: span.name,
            }));
        }
        Ok(Response::new(ExportTraceServiceResponse::default()))
    }
}
