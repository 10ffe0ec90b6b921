#!/usr/bin/env bash
# Packages every crate, and builds the application from what was packaged alone: none may need a file
# outside its folder.
set -euo pipefail
cd "$(dirname "$0")/.."

target=${CARGO_TARGET_DIR:-$PWD/target}
rm -f "$target"/package/*.crate
cargo package --workspace --no-verify --allow-dirty --exclude-lockfile --quiet
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# packages carry no times, by which cargo would know what is new
for crate in "$target"/package/*.crate; do
  tar -xmzf "$crate" -C "$work"
done
cp Cargo.lock "$work/"
{
  printf '[workspace]\nresolver = "3"\nmembers = ["*-[0-9]*"]\n\n[patch.crates-io]\n'
  for folder in "$work"/*/; do
    folder=$(basename "$folder")
    printf '%s = { path = "%s" }\n' "${folder%-*}" "$folder"
  done
} >"$work/Cargo.toml"
CARGO_TARGET_DIR=$target cargo check --manifest-path "$work/Cargo.toml" -p swealog
