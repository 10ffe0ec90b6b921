.DEFAULT_GOAL := help
.PHONY: help fmt lint test litellm mcp test-model bench docs accuracy train oracle fuzz-api kill-trial package release deb ci

help: ## List what can be made
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/\1\t\2/' | expand -t 12

fmt: ## Format the code
	cargo fmt --all

lint: ## Check format and lints
	cargo fmt --all --check && cargo clippy --workspace --all-targets -- -D warnings

test: ## Run all tests
	cargo test --workspace

litellm: ## Run the tests of providers with litellm built in, a heavy build
	cargo test -p quilto-llm --features litellm --test llm_wire

mcp: ## Run the tests of assistants, with the Python SDK too where it is present
	cargo test -p swealog --features mcp --test e2e mcp && scripts/mcp-python.sh

test-model: ## Try the agents with a real model, where one is present
	scripts/test-model.sh

bench: ## Measure start-up, search, questions, steps and imports
	scripts/bench.sh

docs: ## Build the API docs and rewrite the generated pages
	UPDATE_DOCS=1 cargo test --workspace --quiet docs && cargo doc --workspace --no-deps

accuracy: ## Measure how often it is right, and write docs/accuracy.md
	scripts/accuracy.sh

train-doubt: ## Fit how likely a question is read as meant to corpora/asks/readings.tsv
	cargo run --release -p quilto-train -- doubt crates/quilto/src/engine/builtin/planner/doubt.weights

train: ## Fit the weights of acts, questions and notes to the texts of corpora/, into domains/
	cargo run --release -p quilto-train -- spacing domains/spacing.weights
	cargo run --release -p quilto-train -- fit domains/acts.weights
	cargo run --release -p quilto-train -- asks domains/asks.weights
	cargo run --release -p quilto-train -- marks domains/notes.weights
	cargo run --release -p quilto-train -- sayings domains/sayings.weights

oracle: ## Show what is read or answered otherwise than before
	scripts/oracle.sh --whole

fuzz-api: ## Send made-up requests to the server for five minutes, where schemathesis is present
	scripts/fuzz-api.sh

kill-trial: ## Kill the program before every system call and look what is left, where strace is present
	scripts/kill-trial.sh

package: ## Package every crate, and build from the packages alone
	scripts/package.sh

release: ## Build the archive that people download, for this machine
	scripts/release.sh $$(rustc -vV | sed -n 's/^host: //p')

deb: release ## Make a Debian package of it
	scripts/debian.sh dist/swealog-*-linux-*.tar.gz

ci: ## Run what a change must pass
	.ci/run
