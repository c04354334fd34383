#!/usr/bin/env bash
# The Debian package in a fresh system, in a folder: install, serve, upgrade with data, remove, purge. Needs root,
# mmdebstrap and a mirror; takes minutes, so it is a part of ./test --long only.
# Usage: tests/e2e/package_chroot.sh [BINARY]
set -eu
cd "$(dirname "$0")/../.."
binary=$(realpath "${1:-build-test/parlour}")
work=$(mktemp -d)
server=
finish() {
    [ -z "$server" ] || kill "$server" 2>/dev/null || true
    rm -rf "$work"
}
trap finish EXIT
fail() { echo "FAILED: $*" >&2; exit 1; }

root=$work/root
PARLOUR_BINARY=$binary PACKAGES=$work/old PACKAGE_VERSION=0.1.9 tools/package >/dev/null
PARLOUR_BINARY=$binary PACKAGES=$work/new PACKAGE_VERSION=0.2.1 tools/package >/dev/null
# What the package depends on comes with the system, from this machine's sources.
needed=$(dpkg-deb -f "$work"/new/parlour_*.deb Depends | sed 's/([^)]*)//g; s/ //g')
shopt -s nullglob
sources=(/etc/apt/sources.list /etc/apt/sources.list.d/*.sources /etc/apt/sources.list.d/*.list)
for file in "${sources[@]}"; do [ ! -s "$file" ] || usable+=("$file"); done
mmdebstrap --quiet --variant=minbase --include="$needed" \
    "$(. /etc/os-release && echo "$VERSION_CODENAME")" "$root" "${usable[@]}"
cp "$work"/old/parlour_*.deb "$root/old.deb"
cp "$work"/new/parlour_*.deb "$root/new.deb"
inside() { DEBIAN_FRONTEND=noninteractive chroot "$root" "$@"; }

serve() {
    chroot "$root" /usr/bin/parlour serve --config /etc/parlour/parlour.conf --data /var/lib/parlour --qr 0 \
        --address 127.0.0.1 --port 18499 >"$work/log" 2>&1 &
    server=$!
    for _ in $(seq 100); do
        python3 -c 'import urllib.request as u; u.urlopen("http://127.0.0.1:18499/ready")' 2>/dev/null && return
        sleep 0.1
    done
    cat "$work/log" >&2
    fail "it does not serve"
}
stop() { kill "$server"; wait "$server" || fail "it does not stop well"; server=; }
ask() { # METHOD PATH BODY [TOKEN]
    python3 - "$@" <<'END'
import sys, urllib.request
method, path, body, *token = sys.argv[1:]
request = urllib.request.Request("http://127.0.0.1:18499" + path, body.encode() or None, method=method)
request.add_header("Content-Type", "application/json")
if token:
    request.add_header("Authorization", "Bearer " + token[0])
print(urllib.request.urlopen(request).read().decode())
END
}

inside dpkg -i old.deb >/dev/null
inside dpkg --verify parlour || fail "files differ from the package's"
serve
token=$(ask POST /api/session '{"name":"Ana"}' | python3 -c 'import json,sys; print(json.load(sys.stdin)["token"])')
code=$(ask POST /api/games '{"game":"avalon"}' "$token" |
    python3 -c 'import json,sys; print(json.load(sys.stdin)["code"])')
stop

echo "bot_delay_ms = 5" >>"$root/etc/parlour/parlour.conf"
inside dpkg --force-confdef --force-confold -i new.deb >/dev/null
grep -q "bot_delay_ms = 5" "$root/etc/parlour/parlour.conf" || fail "the upgrade forgets settings"
serve
ask GET "/api/rooms/$code" "" "$token" | grep -q "\"$code\"" || fail "the upgrade forgets tables"
stop

inside dpkg --remove parlour >/dev/null
[ -f "$root/var/lib/parlour/parlour.db" ] || fail "removing the package removes the tables"
inside dpkg --purge parlour >/dev/null
[ ! -e "$root/var/lib/parlour" ] && [ ! -e "$root/etc/parlour" ] || fail "purge leaves something behind"
echo "1 passed, 0 failed"
