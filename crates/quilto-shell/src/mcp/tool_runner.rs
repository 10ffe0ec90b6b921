//! Where the work of tools is done: by the server that programs have too, on threads of its own.

use std::sync::Arc;

use quilto::machine::ApprovalPolicy;

use crate::context::Context;
use crate::error::CliError;
use crate::http::Server;
use crate::http::problem::{Kind, Problem};

/// What all calls share.
#[derive(Clone)]
pub struct ToolRunner {
    server: Arc<Server>,
}

impl ToolRunner {
    pub fn new(server: Arc<Server>) -> Self {
        Self { server }
    }

    /// What every call begins with.
    pub fn context(&self) -> Arc<Context<'static>> {
        self.server.context()
    }

    /// Does a job at this moment.
    pub async fn work<T: Send + 'static>(
        &self,
        job: impl FnOnce(&Server, &Context<'static>) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let server = Arc::clone(&self.server);
        // it goes on though the client may not wait for it
        let done = tokio::spawn(async move {
            let shared = Arc::clone(&server);
            let job = move |context: &Context<'static>| job(&shared, &for_assistants(context)?);
            server.work(job).await
        });
        done.await
            .unwrap_or_else(|_| Err(Problem::new(Kind::Failed, "the work on it broke off")))
    }

    /// Ready when nothing is at work any more.
    pub async fn at_rest(&self) {
        self.server.at_rest().await;
    }
}

/// The same where an assistant asks: it is the language model here, so no other is asked, and what
/// stands is never changed before its preview was approved.
pub fn for_assistants(context: &Context<'static>) -> Result<Context<'static>, CliError> {
    let mut context = context.anew()?;
    let settings = &mut context.settings.settings;
    settings.llm.offline = true;
    if settings.approval == ApprovalPolicy::Never {
        settings.approval = ApprovalPolicy::Corrections;
    }
    context.json = true;
    context.yes = false;
    Ok(context)
}
