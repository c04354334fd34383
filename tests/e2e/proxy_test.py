#!/usr/bin/env python3
"""The proxies of deploy/, real ones: https and WebSockets go through, callers keep their own addresses."""
import contextlib
import getpass
import http.client
import pathlib
import re
import shutil
import socket
import ssl
import subprocess
import tempfile
import time
import types

import harness

DEPLOY = pathlib.Path(__file__).resolve().parents[2] / "deploy"


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return taken.getsockname()[1]


def make_certificate(folder):
    subprocess.run(["openssl", "req", "-x509", "-nodes", "-newkey", "ec",
                    "-pkeyopt", "ec_paramgen_curve:P-256", "-days", "2",
                    "-keyout", folder / "privkey.pem", "-out", folder / "fullchain.pem",
                    "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"],
                   check=True, stderr=subprocess.DEVNULL)
    both = (folder / "fullchain.pem").read_text() + (folder / "privkey.pem").read_text()
    (folder / "both.pem").write_text(both)


def replaced(text, pairs):
    """The shipped file with this test's ports and paths; each must have been there."""
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new)
    return text


def nginx(folder, web, secure, behind):
    site = (DEPLOY / "nginx.conf").read_text()
    return write_nginx(folder, web, secure, replaced(site, [("127.0.0.1:8000", f"127.0.0.1:{behind}")]))


def write_nginx(folder, web, secure, site):
    site = replaced(site, [
        ("listen 80;", f"listen 127.0.0.1:{web};"), ("    listen [::]:80;\n", ""),
        ("listen 443 ", f"listen 127.0.0.1:{secure} "), ("    listen [::]:443 ssl http2;\n", ""),
        ("example.org;", "localhost;"), ("/etc/letsencrypt/live/example.org", str(folder))])
    (folder / "nginx.conf").write_text(
        f"user {getpass.getuser()}; daemon off; pid {folder}/nginx.pid; error_log {folder}/nginx.log;\n"
        "events {}\n"
        f"http {{ client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;\n"
        f"fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;\n{site} }}\n")
    return ["nginx", "-e", f"{folder}/nginx.log", "-c", str(folder / "nginx.conf")]


def haproxy(folder, web, secure, behind):
    (folder / "haproxy.cfg").write_text(replaced((DEPLOY / "haproxy.cfg").read_text(), [
        (":::80 v4v6", f"127.0.0.1:{web}"), (":::443 v4v6", f"127.0.0.1:{secure}"),
        ("127.0.0.1:8000", f"127.0.0.1:{behind}"),
        ("/etc/haproxy/example.org.pem", str(folder / "both.pem"))]))
    return ["haproxy", "-db", "-f", str(folder / "haproxy.cfg")]


def caddy(folder, web, secure, behind):
    site = replaced((DEPLOY / "Caddyfile").read_text(), [
        ("example.org {", f"localhost {{\n\ttls {folder}/fullchain.pem {folder}/privkey.pem"),
        ("127.0.0.1:8000", f"127.0.0.1:{behind}")])
    head = f"{{\n\tadmin off\n\thttp_port {web}\n\thttps_port {secure}\n\tdefault_bind 127.0.0.1\n}}\n"
    (folder / "Caddyfile").write_text(head + site)
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


@contextlib.contextmanager
def running(make, server):
    """The proxy before the server, as something that the client can talk to."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="parlour-proxy-"))
    make_certificate(folder)
    web, secure = free_port(), free_port()
    command = make(folder, web, secure, server.port)
    if not shutil.which(command[0]):
        command[0] = "/usr/sbin/" + command[0]
    with open(folder / "out.log", "wb") as out:
        process = subprocess.Popen(command, stdout=out, stderr=out, stdin=subprocess.DEVNULL,
                                   env={"HOME": str(folder), "PATH": "/usr/sbin:/usr/bin:/bin"})
    try:
        until = time.monotonic() + 30
        while not is_open(secure):
            assert process.poll() is None and time.monotonic() < until, (folder / "out.log").read_text()
            time.sleep(0.05)
        yield types.SimpleNamespace(host="localhost", port=secure, web=web, sockets=[],
                                    tls=ssl.create_default_context(cafile=folder / "fullchain.pem"))
    finally:
        process.terminate()
        process.wait(20)
        shutil.rmtree(folder)


def is_open(port):
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False


def a_proxy_serves(make):
    with harness.Server("--trust-proxy=127.0.0.1", "--sessions-per-minute", "4") as server:
        with running(make, server) as proxy:
            plain = http.client.HTTPConnection("localhost", proxy.web, timeout=20)
            plain.request("GET", "/rules/avalon", headers={"Host": "localhost"})
            moved = plain.getresponse()
            assert moved.status in (301, 308), moved.status
            assert moved.getheader("Location").startswith("https://localhost"), moved.getheader("Location")
            plain.close()

            ana, ben = harness.Session(proxy, "Ana"), harness.Session(proxy, "Ben")
            answer, _ = ana.request("POST", "/api/session", {"name": "Cleo"}, raw=True)
            assert "Secure" in answer.getheader("Set-Cookie"), "the server knows that it is https"
            made = ana.create("journeyman")
            first, second = ana.socket(made["code"]), ben.socket(made["code"])
            assert first.receive()["type"] == "welcome" and second.receive()["type"] == "welcome"
            first.send("chat", text="x" * 200)
            second.until(lambda s: any(frame.get("text") == "x" * 200 for frame in s.frames))

            answer, _ = ana.request("POST", f"/api/games/{made['game_id']}/chat", b"y" * 60_000, raw=True)
            assert answer.status == 400, "what is large but allowed reaches the server"

            # An address that the caller invents is not believed: all are one, with four sessions a minute.
            refused = 0
            for i in range(4):
                try:
                    harness.Session(proxy).request("POST", "/api/session", {"name": "Eve"},
                                                   {"X-Forwarded-For": f"203.0.113.{i}"})
                except harness.Refused as problem:
                    refused += problem.status == 429
            assert refused == 3, refused
            for one in (first, second):
                one.close()


def under_a_path(make, old, new):
    """The shipped file with a site of its own around the house, which is below /parlour."""
    def made(folder, *ports):
        command = make(folder, *ports)
        config = pathlib.Path(command[-1])
        config.write_text(replaced(config.read_text(), [(old, new)]))
        return command
    return made


def a_path_of_another_site_serves(make):
    with harness.Server("--trust-proxy=127.0.0.1", "--base-path", "/parlour/") as server:
        with running(make, server) as proxy:
            stranger = harness.Session(proxy)
            assert stranger.request("GET", "/", raw=True)[1] == b"another site"
            moved, _ = stranger.request("GET", "/parlour", raw=True)
            assert moved.status in (301, 302, 307, 308), moved.status
            assert moved.getheader("Location").endswith("/parlour/"), moved.getheader("Location")

            proxy.base = "/parlour"
            page, text = stranger.request("GET", "/game/BCDFGH", raw=True)
            assert page.status == 200 and b'<base href="/parlour/"' in text, text
            files = re.findall(rb'(?:src|href)="\./([^"]+)"', text)
            assert len(files) > 3, text
            for name in files:
                answer, _ = stranger.request("GET", "/" + name.decode(), raw=True)
                assert answer.status == 200, name
            assert stranger.get("/api/openapi.json")["servers"][0]["url"] == "/parlour"

            ana, ben = harness.Session(proxy, "Ana"), harness.Session(proxy, "Ben")
            answer, _ = ana.request("POST", "/api/session", {"name": "Cleo"}, raw=True)
            assert "; Path=/parlour;" in answer.getheader("Set-Cookie"), answer.getheader("Set-Cookie")
            made = ana.create("journeyman")
            assert made["url"] == f"/parlour/game/{made['code']}", made
            moved, _ = stranger.request("GET", f"/game/{made['game_set_id']}", raw=True)
            assert moved.status == 302 and moved.getheader("Location") == made["url"], moved.status
            people = ana.get(f"/api/games/{made['game_id']}/players")["players"]
            assert people[0]["avatar_url"].startswith("/parlour/api/avatars/"), people
            first, second = ana.socket(made["code"]), ben.socket(made["code"])
            assert first.receive()["type"] == "welcome" and second.receive()["type"] == "welcome"
            first.send("chat", text="x" * 200)
            second.until(lambda s: any(frame.get("text") == "x" * 200 for frame in s.frames))
            answer, _ = ana.request("POST", f"/api/games/{made['game_id']}/chat", b"y" * 60_000, raw=True)
            assert answer.status == 400, "what is large but allowed reaches the server"
            for one in (first, second):
                one.close()

        # On its own port: nothing but what programs on this machine ask is beside the path.
        alone = harness.Session(server)
        assert alone.request("GET", "/health", raw=True)[0].status == 200
        assert alone.request("GET", "/parlour/health", raw=True)[0].status == 200
        for path in ("/", "/api/catalog", "/parlourish/", "/about", "/assets/"):
            assert alone.request("GET", path, raw=True)[0].status == 404, path


def test_a_path_of_another_site_behind_nginx():
    a_path_of_another_site_serves(under_a_path(
        nginx, "location / {", 'location / { return 200 "another site"; }\n    location /parlour/ {'))


def test_a_path_of_another_site_behind_caddy():
    a_path_of_another_site_serves(under_a_path(
        caddy, "\treverse_proxy ", '\trespond / "another site"\n\treverse_proxy /parlour* '))


def test_a_bad_path_is_refused_at_the_start():
    for bad in ("parlour", "/a b", "/a//b", "/../a", "/a/.", "/é", '/"', "/" + "a" * 64):
        ended = subprocess.run([harness.BINARY, "serve", "--base-path", bad, "--check-config"],
                               capture_output=True, text=True, timeout=60)
        assert ended.returncode == 2 and "base_path: '" in ended.stderr, (bad, ended)
    for good in ("/", "/parlour", "/games/parlour-2.0/"):
        ended = subprocess.run([harness.BINARY, "serve", "--base-path", good, "--check-config"],
                               capture_output=True, text=True, timeout=60)
        assert ended.returncode == 0, (good, ended)


def test_nginx():
    a_proxy_serves(nginx)


def test_haproxy():
    a_proxy_serves(haproxy)


def test_caddy():
    a_proxy_serves(caddy)


if __name__ == "__main__":
    harness.main([test_nginx, test_haproxy, test_caddy, test_a_path_of_another_site_behind_nginx,
                  test_a_path_of_another_site_behind_caddy, test_a_bad_path_is_refused_at_the_start])
