#!/usr/bin/env python3
"""Games of days: people who are away are told that it is their move, by a push service on this machine that
reads the messages as a browser would; they find their games again; restarts and absent phones change
nothing."""
import contextlib
import json
import os
import pathlib
import queue
import shutil
import sqlite3
import subprocess
import tempfile
import threading

from api_helpers import unlimited
from harness import Server, main, own_tests, wait_for
from load import UNLIMITED
from players import refusal

HERE = pathlib.Path(__file__).resolve().parent
SECONDS = 30


class Service:
    """push_service.mjs with a certificate that servers started meanwhile believe."""

    def __enter__(self):
        self.folder = tempfile.mkdtemp(prefix="push-")
        certificate, key = (os.path.join(self.folder, name) for name in ("cert.pem", "key.pem"))
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
                        "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext",
                        "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate],
                       check=True, capture_output=True)
        self.process = subprocess.Popen(["node", HERE / "push_service.mjs", certificate, key],
                                        stdout=subprocess.PIPE, text=True)
        self.lines = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        self.about = self.lines.get(timeout=SECONDS)
        self.certificate = certificate
        os.environ["SSL_CERT_FILE"] = certificate
        return self

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(json.loads(line))

    def subscription(self, path, language="en"):
        return {"endpoint": self.about["endpoint"] + path, "keys": self.about["keys"], "language": language}

    def next(self):
        return self.lines.get(timeout=SECONDS)

    def __exit__(self, *_):
        os.environ.pop("SSL_CERT_FILE")
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.folder)


def server_for_tests(options):
    return Server(*UNLIMITED, "--push-loopback", "--away-ms", "50", *options)


def begin(ana, bob, game):
    bob.post(f"/api/games/{game}/join")
    for person, team in ((ana, "A"), (bob, "B")):
        person.act(game, "select_role", role=team)
        person.act(game, "ready")
    ana.post(f"/api/games/{game}/start")


class Days:
    """A game of one day a move, with Ana's move first and nobody connected."""

    def __init__(self, server, days=1):
        self.ana, self.bob = server.session("Ana"), server.session("Bob")
        made = self.ana.create("chess", options={"time_control": "days", "days_per_move": days})
        self.game, self.code = made["game_id"], made["code"]
        begin(self.ana, self.bob, self.game)
        self.moves = iter(["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5", "d2d3", "d7d6"])
        self.ply = 0

    def move(self):
        who = (self.ana, self.bob)[self.ply % 2]
        self.ply += 1
        return who.act(self.game, "move", uci=next(self.moves))


def metric(person, name):
    _, text = person.request("GET", "/metrics", raw=True)
    lines = text.decode().splitlines()
    return int(next(line.split()[1] for line in lines if line.startswith(f"parlour_{name} ")))


def subscribed(server):
    """Where the server would send to."""
    with contextlib.closing(sqlite3.connect(os.path.join(server.data, "parlour.db"))) as file:
        rows = file.execute("SELECT push_endpoint FROM sessions WHERE push_endpoint <> ''").fetchall()
    return sorted(endpoint.rsplit("/", 1)[1] for endpoint, in rows)


def who_is_away_is_told_that_it_is_their_move_also_after_a_restart():
    with Service() as service, server_for_tests(["--contact", "ana@example.org"]) as server:
        table = Days(server)
        key = table.bob.get("/api/me/push")["key"]
        assert table.bob.post("/api/me/push", service.subscription("bob", "fr")) == {"saved": True}
        assert table.bob.get("/api/me/export")["push"] == [service.subscription("bob")["endpoint"]]
        table.move()
        first = service.next()
        assert first == {"path": "/bob", "key": key, "sub": "mailto:ana@example.org",
                         "text": "C’est à vous de jouer.", "ttl": first["ttl"], "encoding": "aes128gcm",
                         "length": first["length"]}, first
        assert 86000 < first["ttl"] <= 86400, first
        table.move()  # Ana has no device that could be told

        server.restart()
        assert table.bob.get("/api/me/push")["key"] == key
        table.ana.post("/api/me/push", service.subscription("ana"))
        table.move()
        again = service.next()
        assert again["path"] == "/bob" and again["key"] == key and again["length"] == first["length"], again
        table.move()
        assert service.next()["text"] == "It is your move."
        wait_for(lambda: metric(table.ana, "pushes_sent_total") == 2)
        assert service.lines.empty()


def nobody_is_told_while_connected():
    with Service() as service, server_for_tests([]) as server:
        table = Days(server)
        table.bob.post("/api/me/push", service.subscription("bob"))
        socket = table.bob.socket(table.code).until(lambda one: one.state)
        table.move()
        socket.until(lambda one: one.state["game"]["available_actions"])
        table.move()
        socket.close()
        # The next message is for the next move.
        people = lambda: table.ana.get(f"/api/games/{table.game}")["state"]["people"]
        wait_for(lambda: next(one for one in people() if one["name"] == "Bob")["is_away"])
        table.move()
        assert service.next()["path"] == "/bob"
        wait_for(lambda: metric(table.ana, "pushes_sent_total") == 1)
        assert service.lines.empty()


def a_browser_that_is_gone_is_forgotten_and_no_redirect_is_followed():
    with Service() as service, server_for_tests([]) as server:
        table = Days(server)
        table.bob.post("/api/me/push", service.subscription("gone"))
        table.ana.post("/api/me/push", service.subscription("away"))
        table.move()
        assert service.next()["path"] == "/gone"
        wait_for(lambda: subscribed(server) == ["away"])
        table.move()
        assert service.next()["path"] == "/away"
        table.move()  # to Bob, whose browser has gone
        table.move()
        assert service.next()["path"] == "/away"
        wait_for(lambda: metric(table.ana, "pushes_failed_total") == 3)
        assert metric(table.ana, "pushes_sent_total") == 0 and service.lines.empty()
        # One that does not want it any more is not told.
        assert table.ana.request("DELETE", "/api/me/push") == {"saved": True}
        assert subscribed(server) == []


def short_clocks_send_nothing():
    with Service() as service, server_for_tests([]) as server:
        ana, bob = server.session("Ana"), server.session("Bob")
        made = ana.create("chess", options={"turn_seconds": 600})
        bob.post("/api/me/push", service.subscription("bob"))
        begin(ana, bob, made["game_id"])
        ana.act(made["game_id"], "move", uci="e2e4")
        mine = bob.get("/api/me/games")["games"]
        assert len(mine) == 1 and mine[0]["your_move"] and not mine[0]["is_long"], mine
        assert metric(ana, "pushes_sent_total") + metric(ana, "pushes_failed_total") == 0


def where_may_not_be_sent_to_is_refused():
    point = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    keys = {"p256dh": point, "auth": "BTBZMqHH6r4Tts7J_aSIgg"}
    with unlimited("--trust-proxy=127.0.0.1") as server:
        ana = server.session("Ana")
        fine = {"endpoint": "https://push.example.net/a", "keys": keys}
        # Without a secure address there is nothing.
        assert ana.get("/api/me/push") == {"key": None}
        assert refusal(ana.post, "/api/me/push", fine) == "not_found"
        assert not os.path.exists(os.path.join(server.data, "push-key.pem"))
        secure = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.1"}
        ana.get("/api/me/push", headers=secure)
        assert os.stat(os.path.join(server.data, "push-key.pem")).st_mode & 0o777 == 0o600
        assert ana.post("/api/me/push", fine, headers=secure) == {"saved": True}
        for endpoint in ("http://push.example.net/a", "https://localhost:9999/a", "https://127.0.0.1:80/",
                         "https://[::1]/", "https://a@b/", "https://" + "a" * 800, "", 7):
            assert refusal(ana.post, "/api/me/push", {**fine, "endpoint": endpoint},
                           headers=secure) == "bad_argument", endpoint
        for wrong in ({}, {"p256dh": point}, {**keys, "auth": "short"}, {**keys, "p256dh": "A" * 87}, 3):
            assert refusal(ana.post, "/api/me/push", {**fine, "keys": wrong},
                           headers=secure) == "bad_argument", wrong
    # A name that leads to this machine is found out when it is resolved; the game goes on.
    with Server(*UNLIMITED, "--trust-proxy=127.0.0.1") as server:
        table = Days(server)
        assert table.bob.post("/api/me/push", {"endpoint": "https://localhost/a", "keys": keys},
                              headers=secure) == {"saved": True}
        table.move()
        wait_for(lambda: metric(table.ana, "pushes_failed_total") == 1)
        wait_for(lambda: "is not on the public internet" in server.log)
        table.move()
    with Server(*UNLIMITED, "--push-loopback", "--push", "0") as server:
        assert server.session("Ana").get("/api/me/push") == {"key": None}


def people_find_their_games_and_nobody_elses():
    with unlimited() as server:
        table = Days(server, days=3)
        eve = server.session("Eve")
        assert eve.get("/api/me/games")["games"] == []
        assert eve.get("/api/me/games?player=" + table.ana.id)["games"] == []
        mine = table.ana.get("/api/me/games")
        deadline = mine["games"][0].pop("deadline_ms") - mine["server_time_ms"]
        assert 2.9 * 86400e3 < deadline <= 3 * 86400e3, mine
        assert mine["games"] == [{"code": table.code, "game": "chess", "is_long": True, "awaited": ["Ana"],
                                  "your_move": True}], mine
        table.move()
        for _ in range(2):
            (one,) = table.ana.get("/api/me/games")["games"]
            assert one["awaited"] == ["Bob"] and not one["your_move"], one
            assert table.bob.get("/api/me/games")["games"][0]["your_move"]
            server.restart()
        table.ana.act(table.game, "resign")
        assert table.ana.get("/api/me/games")["games"] == []


def a_game_of_days_is_looked_after_though_nobody_comes():
    with unlimited() as server:
        table = Days(server)
        server.kill()
        server.start()
        wait_for(lambda: metric(table.ana, "rooms_in_memory") == 1)  # nobody has asked for it
        assert table.ana.get("/api/me/games")["games"][0]["your_move"]


if __name__ == "__main__":
    main(own_tests(globals()))
