#!/usr/bin/env bash
# What is read of notes and answered to questions now, against what is kept in corpora/oracle/.
set -euo pipefail
cd "$(dirname "$0")/.."
# Together with quilto-train, so that both share one build of quilto.
cargo build -q -p quilto-oracle -p quilto-train
exec "${CARGO_TARGET_DIR:-target}/debug/quilto-oracle" "$@"
