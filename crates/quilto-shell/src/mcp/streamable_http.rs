//! The same tools over HTTP. Each message is a request of its own, and nothing is kept between them: what
//! a client knows of the server outlives a restart.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::response::Response;
use axum::routing::post;
use quilto::storage::Scope;
use rmcp::model::{ClientJsonRpcMessage, ClientRequest};
use rmcp::transport::StreamableHttpServerConfig;
use rmcp::transport::StreamableHttpService;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;

use super::server::Server;
use super::tool_runner::ToolRunner;
use super::tools::ToolRow;
use crate::http;
use crate::http::admission::{self, Admission};
use crate::http::body;
use crate::http::connections;
use crate::http::problem::{Kind, Problem};

/// What speaks the protocol.
type Service = StreamableHttpService<Server, NeverSessionManager>;

/// The path for assistants, to stand behind the checks of the server.
pub fn routes(server: &Arc<http::Server>) -> Router<Arc<http::Server>> {
    let runner = ToolRunner::new(Arc::clone(server));
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        // the server has looked at it, and knows its names
        .disable_allowed_hosts();
    let service = Service::new(
        move || Ok(Server::new(runner.clone())),
        Arc::default(),
        config,
    );
    let take = move |State(server), request| message(server, service, request);
    Router::new().route("/mcp", post(take))
}

/// Whether a message calls a tool that does more than look; what is not known does.
fn writes(message: &ClientJsonRpcMessage) -> bool {
    let ClientJsonRpcMessage::Request(sent) = message else {
        return false;
    };
    let ClientRequest::CallToolRequest(call) = &sent.request else {
        return false;
    };
    let tool = ToolRow::named(&call.params.name);
    !tool.is_some_and(ToolRow::only_reads)
}

/// Answers a message.
async fn message(
    server: Arc<http::Server>,
    service: Service,
    request: Request,
) -> Result<Response, Problem> {
    let (parts, body) = request.into_parts();
    let admission = parts.extensions.get::<Admission>();
    let may_write = admission.is_none_or(|a| a.0.as_ref().is_ok_and(|s| *s == Scope::Write));
    let bytes = body::of_json(&parts.headers, body, server.limits()).await?;
    let message: ClientJsonRpcMessage = serde_json::from_slice(&bytes).map_err(|error| {
        let kind = match error.is_data() {
            true => Kind::Unfit,
            false => Kind::BadJson,
        };
        Problem::new(kind, error.to_string())
            .hint("send a message of the Model Context Protocol, one in a request")
    })?;
    if !may_write && writes(&message) {
        return Err(admission::read_only());
    }
    let _active_request = connections::active_request();
    let request = Request::from_parts(parts, Body::from(bytes));
    Ok(service.handle(request).await.map(Body::new))
}
