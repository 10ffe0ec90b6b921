#!/usr/bin/env bash
# Builds what people download, for one target: an archive with the program, its manual, completions, units and
# licences, and its checksum, into dist/. The target must be able to run here: the program writes its own manual.
# FEATURES names what is built in (mcp,postgres); BIN takes a program that is built already.
#   scripts/release.sh x86_64-unknown-linux-musl
set -euo pipefail
cd "$(dirname "$0")/.."

target=${1:?name a target, as rustc names it}
features=${FEATURES:-mcp,postgres}
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
ending=
case $target in *windows*) ending=.exe ;; esac
if [ -z "${BIN:-}" ]; then
  cargo build --release --locked -p swealog --features "$features" --target "$target"
  BIN=${CARGO_TARGET_DIR:-target}/$target/release/swealog$ending
fi

name=swealog-$version-$target
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
folder=$work/$name
mkdir -p "$folder/completions" dist
cp "$BIN" "$folder/swealog$ending"
cp -R README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE "$folder/"
cp crates/quilto-shell/LICENSE-htmx "$folder/"
# nothing of the person's who runs this is seen or touched
export HOME=$work SWEALOG_HOME=$work/home
"$BIN" man --dir "$folder/man/man1" >/dev/null 2>&1
for shell in bash zsh fish; do "$BIN" completions $shell >"$folder/completions/swealog.$shell"; done
case $target in *linux*) cp -R packaging/systemd "$folder/" ;; esac

case $target in
  *windows*)
    (cd "$work" && 7z a -bso0 "$name.zip" "$name")
    archive=$name.zip
    ;;
  *)
    tar -C "$work" --owner=0 --group=0 -czf "$work/$name.tar.gz" "$name" 2>/dev/null ||
      tar -C "$work" -czf "$work/$name.tar.gz" "$name"
    archive=$name.tar.gz
    ;;
esac
mv "$work/$archive" dist/
cd dist
if command -v sha256sum >/dev/null; then sha256sum "$archive" >"$archive.sha256"; else shasum -a 256 "$archive" >"$archive.sha256"; fi
echo "dist/$archive"
