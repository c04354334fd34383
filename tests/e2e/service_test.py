#!/usr/bin/env python3
"""The server as a service: what its manager is told and hands over, and which proxies it believes."""
import http.client
import os
import pathlib
import re
import signal
import socket
import ssl
import subprocess
import tempfile
import time

import harness


class Manager:
    """What systemd is to a service of Type=notify: a socket for its messages, and one that listens for it."""

    def __init__(self, *options, **variables):
        self.folder = tempfile.TemporaryDirectory(prefix="parlour-service-")
        path = str(pathlib.Path(self.folder.name, "notify"))
        self.told = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.told.bind(path)
        self.told.settimeout(30)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.host, self.port = self.listener.getsockname()
        # The process's number is not known before it starts, so a shell says it and becomes the server.
        self.process = subprocess.Popen(
            ["sh", "-c", 'exec env LISTEN_PID=$$ "$@"', "sh", harness.BINARY, "serve", "--qr", "0",
             "--data", self.folder.name + "/data", *options],
            env={**os.environ, "NOTIFY_SOCKET": path, **variables}, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, text=True, close_fds=False,
            preexec_fn=lambda: os.dup2(self.listener.fileno(), 3, inheritable=True))

    def hear(self):
        return self.told.recv(100).decode()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.communicate()
        self.told.close()
        self.listener.close()
        self.folder.cleanup()


def test_the_manager_hears_ready_alive_and_stopping():
    with Manager("--port", "0", WATCHDOG_USEC="200000") as manager:
        assert manager.hear() == "READY=1"
        assert [manager.hear() for _ in range(3)] == ["WATCHDOG=1"] * 3
        manager.process.send_signal(signal.SIGTERM)
        heard = manager.hear()
        while heard == "WATCHDOG=1":
            heard = manager.hear()
        assert heard == "STOPPING=1"
        assert manager.process.wait(15) == 0


def test_a_hanging_loop_feeds_no_watchdog():
    with Manager("--port", "0", WATCHDOG_USEC="200000") as manager:
        assert manager.hear() == "READY=1"
        assert manager.hear() == "WATCHDOG=1"
        manager.process.send_signal(signal.SIGSTOP)
        manager.told.settimeout(1)
        try:
            for _ in range(3):  # what was sent before it stopped
                manager.hear()
            raise AssertionError("a stopped process feeds its watchdog")
        except TimeoutError:
            pass


def test_a_socket_of_the_manager_is_served():
    with Manager("--port", "1", LISTEN_FDS="1") as manager:  # port 1 is not used
        assert manager.hear() == "READY=1"
        ana = harness.Session(manager, "Ana")
        made = ana.create("journeyman")
        with_socket = ana.socket(made["code"])
        assert with_socket.receive()["type"] == "welcome"
        with_socket.close()


def test_certificate_and_key_come_as_credentials():
    with tempfile.TemporaryDirectory(prefix="parlour-credentials-") as folder:
        certificate, key = pathlib.Path(folder, "tls_cert"), pathlib.Path(folder, "tls_key")
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key,
                        "-out", certificate, "-subj", "/CN=localhost",
                        "-addext", "subjectAltName=DNS:localhost"],
                       check=True, stderr=subprocess.DEVNULL)
        with Manager("--port", "1", LISTEN_FDS="1", CREDENTIALS_DIRECTORY=folder) as manager:
            assert manager.hear() == "READY=1"
            peer = http.client.HTTPSConnection("localhost", manager.port, timeout=30,
                                               context=ssl.create_default_context(cafile=certificate))
            peer.request("GET", "/health")
            assert peer.getresponse().status == 200
            peer.close()


def test_something_else_than_a_listening_socket_is_refused():
    with Manager("--port", "0", LISTEN_FDS="2") as manager:
        assert manager.process.wait(15) == 1
        assert "must hand over one listening TCP socket, not 2" in manager.process.stderr.read()
    with tempfile.TemporaryFile() as file:
        done = subprocess.run(
            ["sh", "-c", 'exec env LISTEN_PID=$$ LISTEN_FDS=1 "$@"', "sh", harness.BINARY, "serve",
             "--store", "memory", "--qr", "0"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
            close_fds=False, timeout=15, preexec_fn=lambda: os.dup2(file.fileno(), 3, inheritable=True))
    assert done.returncode == 1 and "listening TCP socket" in done.stderr, done


def test_only_proxies_of_the_given_networks_are_believed():
    """Sixty sessions a minute for one address: whoever is believed to be many may make more."""
    def sessions_through(options, source):
        made = 0
        with harness.Server("--sessions-per-minute", "3", *options) as server:
            server.source = (source, 0)
            for i in range(6):
                try:
                    harness.Session(server).request(
                        "POST", "/api/session", {"name": "Ana"}, {"X-Forwarded-For": f"203.0.113.{i}"})
                    made += 1
                except harness.Refused as refused:
                    assert refused.status == 429, refused
        return made

    trusted = ("--trust-proxy", "--trust-proxy=127.0.0.2", "--trust-proxy=127.0.0.0/30")
    for option in trusted:
        assert sessions_through((option,), "127.0.0.2") == 6, option
    assert sessions_through((), "127.0.0.2") == 3
    assert sessions_through(("--trust-proxy=127.0.0.2",), "127.0.0.3") == 3


def wait_for_line(server, pattern):
    """Ends when the line is there, or with the test's time."""
    while not re.search(pattern, server.log):
        time.sleep(0.01)


def test_a_line_of_the_log_names_the_request_that_its_reader_was_told():
    with harness.Server("--log-level", "debug") as server:
        ana = harness.Session(server, "Ana")
        answers = [ana.request("GET", "/health", raw=True)[0] for _ in range(2)]
        ids = [answer.getheader("X-Request-Id") for answer in answers]
        assert all(re.fullmatch("[0-9a-f]{16}", id) for id in ids) and ids[0] != ids[1], ids
        for id in ids:
            wait_for_line(server, f"message=answered status=200 request={id}\n")


def test_a_move_that_is_not_saved_is_in_the_log_with_its_request():
    """The line is written when the disk has answered, long after the request was read."""
    with harness.Server("--store", "sqlite") as server:
        ana = harness.Session(server, "Ana")
        made = ana.create("journeyman")
        os.rename(pathlib.Path(server.data, "parlour.db"), pathlib.Path(server.data, "elsewhere.db"))
        answer, _ = ana.request("POST", f"/api/games/{made['game_id']}/chat", {"text": "hello"}, raw=True)
        assert answer.status == 503, answer.status
        id = answer.getheader("X-Request-Id")
        wait_for_line(server, f"level=error .*request={id}\n")


if __name__ == "__main__":
    harness.main(harness.own_tests(globals()))
