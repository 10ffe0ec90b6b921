//! The application for assistants that speak the Model Context Protocol (MCP): the same runs and
//! lists as over HTTP, as tools; of one client on standard input and output, or of many over HTTP.
//!
//! - `server`: what the protocol asks, put to the tools and resources; `instructions` what it says first
//! - `streamable_http`: the path for those that come over HTTP
//! - `tools`: one file for each, each with its row in `tools::ALL`; `schema` what their arguments may be
//! - `tool_runner`: where the work is done; `keys` so that nothing is done twice
//! - `resources`: what there is to know of the domains
//! - `outcome`, `notes`, `quoted`: what an assistant gets of a run, and of the person's notes
//! - `refusal`: what it is told when something is wrong

use std::net::Ipv4Addr;
use std::time::Duration;

use rmcp::ServiceExt;
use rmcp::service::{QuitReason, ServerInitializeError};

use crate::context::Context;
use crate::error::CliError;
use crate::http::{self, Endpoint, Limits, Watch};

mod instructions;
mod keys;
mod notes;
mod outcome;
mod quoted;
mod refusal;
mod resources;
mod schema;
mod server;
mod streamable_http;
mod tool_runner;
mod tools;

use server::Server;
use tool_runner::{ToolRunner, for_assistants};

pub use streamable_http::routes;

/// What is done at once. An assistant asks for few things together.
const AT_ONCE: usize = 4;

/// How long work that was begun may take to finish when the client is gone.
const FAREWELL: Duration = Duration::from_secs(30);

/// Serves the one client at standard input and output, until it goes or `stop` is ready.
pub async fn serve(
    context: &Context<'static>,
    stop: impl Future<Output = ()>,
) -> Result<(), CliError> {
    let limits = Limits {
        runs: AT_ONCE,
        ..Limits::default()
    };
    let endpoint = Endpoint::open(Ipv4Addr::LOCALHOST.into(), Vec::new());
    let shared = http::Server::new(for_assistants(context)?, endpoint, limits, Watch::default());
    let runner = ToolRunner::new(shared);
    let server = Server::new(runner.clone());
    let served = async {
        match server
            .serve((tokio::io::stdin(), tokio::io::stdout()))
            .await
        {
            Ok(service) => match service.waiting().await {
                Ok(QuitReason::JoinError(error)) | Err(error) => Err(broken_off(error)),
                Ok(_) => Ok(()),
            },
            // a client that only looked whether somebody is there
            Err(ServerInitializeError::ConnectionClosed(_)) => Ok(()),
            Err(error) => Err(CliError::failed("the client does not speak MCP as it must")
                .cause(error)
                .hint("let an assistant start this command; docs/mcp.md shows how")),
        }
    };
    let ended = tokio::select! {
        ended = served => ended,
        () = stop => Ok(()),
    };
    // what was begun is finished: a note that somebody said is written
    tokio::time::timeout(FAREWELL, runner.at_rest()).await.ok();
    ended
}

fn broken_off(error: tokio::task::JoinError) -> CliError {
    CliError::failed("the conversation with the client broke off")
        .cause(error)
        .hint("what was logged before is in the log; `doctor` checks it")
}
