#!/usr/bin/env bash
# Makes a Debian package of an archive that scripts/release.sh made for Linux, into dist/.
#   scripts/debian.sh dist/swealog-0.1.0-x86_64-unknown-linux-musl.tar.gz
set -euo pipefail
cd "$(dirname "$0")/.."

archive=${1:?name an archive that release.sh made}
name=$(basename "$archive" .tar.gz)
version=$(echo "$name" | cut -d- -f2)
case $name in
  *x86_64*) architecture=amd64 ;;
  *aarch64*) architecture=arm64 ;;
  *) echo "no name of Debian's is known for $name" >&2; exit 1 ;;
esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tar -C "$work" -xzf "$archive"
from=$work/$name
root=$work/root

install -D -m 755 "$from/swealog" "$root/usr/bin/swealog"
for page in "$from"/man/man1/*; do
  install -D -m 644 "$page" "$root/usr/share/man/man1/$(basename "$page")"
done
gzip -9n "$root"/usr/share/man/man1/*
install -D -m 644 "$from/completions/swealog.bash" "$root/usr/share/bash-completion/completions/swealog"
install -D -m 644 "$from/completions/swealog.zsh" "$root/usr/share/zsh/vendor-completions/_swealog"
install -D -m 644 "$from/completions/swealog.fish" "$root/usr/share/fish/vendor_completions.d/swealog.fish"
install -D -m 644 "$from/systemd/system/swealog.service" "$root/usr/lib/systemd/system/swealog.service"
install -D -m 644 "$from/systemd/user/swealog.service" "$root/usr/lib/systemd/user/swealog.service"
install -D -m 644 "$from/systemd/system/swealog.socket" "$root/usr/lib/systemd/system/swealog.socket"
install -D -m 644 "$from/systemd/user/swealog.socket" "$root/usr/lib/systemd/user/swealog.socket"
docs=$root/usr/share/doc/swealog
install -D -m 644 "$from/README.md" "$docs/README.md"
install -D -m 644 "$from/CHANGELOG.md" "$docs/changelog"
gzip -9n "$docs/changelog"
{
  echo "Swealog may be used under the MIT licence or the Apache licence 2.0, as you like."
  echo "On Debian, the latter is in /usr/share/common-licenses/Apache-2.0. The former:"
  echo
  cat "$from/LICENSE-MIT"
  echo
  echo "The page holds htmx:"
  echo
  cat "$from/LICENSE-htmx"
} >"$docs/copyright"
chmod 644 "$docs/copyright"

# one that is linked to the C library says which it needs
depends=
if [ "${name%musl}" = "$name" ]; then
  needed=$(grep -aoE 'GLIBC_2\.[0-9]+' "$root/usr/bin/swealog" | sed 's/GLIBC_//' | sort -Vu | tail -n 1)
  depends="Depends: libc6 (>= $needed), libgcc-s1"
fi
mkdir -p "$root/DEBIAN"
{
  echo "Package: swealog"
  echo "Version: $version"
  echo "Architecture: $architecture"
  echo "Maintainer: the Quilto and Swealog authors <swealog@localhost>"
  echo "Installed-Size: $(du -sk "$root/usr" | cut -f1)"
  [ -z "$depends" ] || echo "$depends"
  echo "Section: utils"
  echo "Priority: optional"
  echo "Description: log that answers from your own notes"
  echo " Scribble your training, ask it anything: notes stay plain Markdown, answers are computed"
  echo " from them. In the terminal, in a browser, and for assistants by MCP."
} >"$root/DEBIAN/control"
package=dist/swealog_${version}_$architecture.deb
dpkg-deb --root-owner-group --build "$root" "$package" >/dev/null
(cd dist && sha256sum "$(basename "$package")" >"$(basename "$package").sha256")
echo "$package"
