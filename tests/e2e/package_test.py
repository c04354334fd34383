#!/usr/bin/env python3
"""The Debian package around the binary under test: it is what Debian expects, and what is in it serves.

tests/e2e/package_chroot.sh installs, upgrades and purges it in a fresh system; that takes minutes.
"""
import os
import pathlib
import shutil
import subprocess
import tempfile

import harness

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Whoever publishes a package gives it their address (DEBEMAIL).
SUPPRESSED = "bogus-mail-host,bogus-mail-host-in-debian-changelog"


def run(*command, **options):
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, **options)
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    return done.stdout


def build(folder):
    binary = pathlib.Path(harness.BINARY).resolve()
    run("tools/package", env={**os.environ, "PARLOUR_BINARY": str(binary), "PACKAGES": str(folder)})
    [package] = folder.glob("parlour_*.deb")
    return package


def test_the_package_is_clean_and_serves():
    folder = pathlib.Path(tempfile.mkdtemp(prefix="parlour-package-"))
    try:
        package = build(folder)
        [changes] = folder.glob("*.changes")
        run("lintian", "--fail-on", "error,warning", "--suppress-tags", SUPPRESSED, "--allow-root", changes)
        assert "/etc/parlour/parlour.conf" in run("dpkg-deb", "-I", package, "conffiles")
        inside = folder / "inside"
        run("dpkg-deb", "-x", package, inside)
        units = inside / "lib/systemd/system"
        run("systemd-analyze", "security", "--offline=true", "--threshold=15", units / "parlour.service")

        named = run("man", "--warnings", "-l", "-P", "cat", inside / "usr/share/man/man5/parlour.conf.5.gz")
        assert "trust_proxy" in named

        harness.BINARY = str(inside / "usr/bin/parlour")
        with harness.Server("--config", str(inside / "etc/parlour/parlour.conf")) as server:
            answer, page = harness.Session(server).request("GET", "/", raw=True)
            assert answer.status == 200 and b"<html" in page
            ana = server.session("Ana")
            ana.socket(ana.create("avalon")["code"]).receive()
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    harness.main([test_the_package_is_clean_and_serves], seconds=180)
