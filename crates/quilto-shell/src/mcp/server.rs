//! What a client asks by the protocol, put to the tools and the resources.

use rmcp::ErrorData;
use rmcp::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, Implementation, ListResourcesResult,
    ListToolsResult, PaginatedRequestParams, ReadResourceRequestParams, ReadResourceResponse,
    ReadResourceResult, ServerCapabilities, ServerConfig,
};
use rmcp::service::{RequestContext, RoleServer};

use super::tool_runner::ToolRunner;
use super::tools::ToolRow;
use super::{instructions, refusal, resources, tools};

/// The server of one client.
pub struct Server {
    runner: ToolRunner,
}

impl Server {
    pub fn new(runner: ToolRunner) -> Self {
        Self { runner }
    }
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let context = self.runner.context();
        let app = context.app;
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_resources()
            .build();
        ServerConfig::new(capabilities)
            .with_server_info(
                Implementation::new(app.name, app.version).with_description(app.about),
            )
            .with_instructions(instructions::of(&context))
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let context = self.runner.context();
        let listed = tools::ALL.iter().map(|tool| tool.tool(&context));
        Ok(ListToolsResult::with_all_items(listed.collect()))
    }

    async fn call_tool(
        &self,
        asked: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(tool) = ToolRow::named(&asked.name) else {
            let names: Vec<&str> = tools::ALL.iter().map(|tool| tool.name).collect();
            let says = format!(
                "there is no tool {:?}, only {}",
                asked.name,
                names.join(", ")
            );
            return Err(ErrorData::invalid_params(says, None));
        };
        let given = asked.arguments.unwrap_or_default();
        let done = self
            .runner
            .work(move |server, context| Ok(tool.call(server, context, given)));
        let result = done
            .await
            .unwrap_or_else(|problem| CallToolResult::structured_error(refusal::value(&problem)));
        let went = if result.is_error == Some(true) {
            "refused"
        } else {
            "done"
        };
        tracing::info!("{} {went}", tool.name);
        Ok(result.into())
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let listed = resources::all(&self.runner.context());
        Ok(ListResourcesResult::with_all_items(listed))
    }

    async fn read_resource(
        &self,
        asked: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        match resources::read(&self.runner.context(), &asked.uri) {
            Some(content) => Ok(ReadResourceResult::new(vec![content]).into()),
            None => {
                let says = format!("there is no resource {:?}", asked.uri);
                Err(ErrorData::resource_not_found(says, None))
            }
        }
    }
}
