#!/usr/bin/env python3
"""The real binary on a real PostgreSQL that goes away, dies and comes back: nothing acknowledged is lost."""
import contextlib
import gzip
import json
import os
import pathlib
import sqlite3
import subprocess
import sys
import tempfile
import time

from harness import BINARY, Refused, Server, Session, main, own_tests, wait_for
from load import UNLIMITED, Load
from players import Table
from postgres import Cluster, find_programs

GOLDEN = pathlib.Path(__file__).resolve().parents[1] / "golden"
CLUSTER = None  # one for all tests: to make one takes seconds


def serve_empty(store):
    """A server on an empty database, whatever the test before left."""
    if CLUSTER.server is None:
        CLUSTER.start()
    empty(store)
    return Server(*UNLIMITED, "--room-cleanup-minutes", "10000", "--store", store)


def parlour(command, *arguments, **environment):
    return subprocess.run([BINARY, command, *arguments], capture_output=True, text=True, timeout=30,
                          check=False, env={**os.environ, **environment})


def readiness(server):
    answer, body = Session(server).request("GET", "/ready", raw=True)
    return answer.status, body.decode()


def assert_sound(store):
    """doctor finds every chain whole, and of this cluster says only that it does not sync."""
    checked = parlour("doctor", "--store", store)
    problems = [line for line in checked.stdout.splitlines() if line.startswith("problem:")]
    assert len(problems) == 1 and "fsync is off" in problems[0], checked.stdout + checked.stderr


def a_database_that_dies_loses_no_acknowledged_move():
    with serve_empty(CLUSTER.url()) as server:
        load = Load(server, 4)
        for end, play_on in ((CLUSTER.stop, 30), (CLUSTER.kill, 30), (CLUSTER.kill, 30)):
            load.progress(play_on)
            end()
            stuck = load.acknowledged
            wait_for(lambda: readiness(server)[0] == 503, "it is ready without a database")
            CLUSTER.start()
            load.progress(1)
            assert load.acknowledged > stuck
        load.progress(30)
        server.kill()
        server.start()
        load.progress(30)
        CLUSTER.kill()
        server.kill()
        CLUSTER.start()
        server.start()
        load.progress(30)
        print(f"{load.check()} acknowledged moves, none lost")
    assert_sound(CLUSTER.url())


def moves_are_refused_while_the_database_is_away_and_clocks_are_credited():
    with serve_empty(CLUSTER.url()) as server:
        table = Table(server, options={"turn_seconds": 60})
        left = table.a.state["clock"]["deadline_ms"] - table.a.frames[-1]["server_time_ms"]
        CLUSTER.stop()
        begin = time.monotonic()
        try:
            table.b.send("chat", text="is anybody there?")
            raise AssertionError("it was acknowledged")
        except Refused as refused:
            assert refused.code == "not_saved", refused.code
        status, body = readiness(server)
        assert status == 503 and "the database is away" in body, body
        assert CLUSTER.folder not in body, "the database's address is nobody's business"
        time.sleep(max(0, begin + 3 - time.monotonic()))
        CLUSTER.start()
        table.a.until(lambda s: s.state["clock"]["offset_ms"] >= 2000)
        clock = table.a.state["clock"]
        assert clock["deadline_ms"] - table.a.frames[-1]["server_time_ms"] > left - 2500, (left, clock)
        wait_for(lambda: readiness(server)[0] == 200, "it is not ready")
        table.b.send("chat", text="there they are")
        table.turn()


def a_server_waits_for_its_database():
    with serve_empty(CLUSTER.url()) as server:
        table = Table(server, options={"turn_seconds": 60})
        left = table.a.state["clock"]["deadline_ms"] - table.a.frames[-1]["server_time_ms"]
        server.stop()
        CLUSTER.stop()
        time.sleep(2)
        server.start()
        assert readiness(server)[0] == 503
        assert "the database cannot be reached" in server.log
        with contextlib.suppress(Refused):
            table.connect()
            raise AssertionError("a room without a database")
        CLUSTER.start()
        wait_for(lambda: readiness(server)[0] == 200, "it does not find its database")
        table.connect()
        table.a.until(lambda s: s.state["clock"]["offset_ms"] >= 1000)
        clock = table.a.state["clock"]
        assert clock["deadline_ms"] - table.a.frames[-1]["server_time_ms"] > left - 2500, (left, clock)
        table.turn()


def a_stop_while_the_database_is_away_ends():
    with serve_empty(CLUSTER.url()) as server:
        Table(server)
        CLUSTER.stop()
        assert server.stop(timeout=20) == 0
        CLUSTER.start()
        server.start()


def the_address_and_the_password_come_from_where_the_operator_likes():
    CLUSTER.sql("CREATE ROLE host LOGIN PASSWORD 'three quiet owls'")
    CLUSTER.sql("CREATE DATABASE house OWNER host")
    with open(f"{CLUSTER.data}/pg_hba.conf", encoding="utf-8") as file:
        trusting = file.read()
    with open(f"{CLUSTER.data}/pg_hba.conf", "w", encoding="utf-8") as file:
        file.write("local all host scram-sha-256\n" + trusting)
    CLUSTER.sql("SELECT pg_reload_conf()")
    url = f"postgres:///house?host={CLUSTER.folder}&user=host"
    with tempfile.TemporaryDirectory() as folder:
        password, settings = f"{folder}/password", f"{folder}/parlour.conf"
        with open(password, "w", encoding="utf-8") as file:
            file.write("three quiet owls\n")
        with open(settings, "w", encoding="utf-8") as file:
            file.write(f"store = {url}\nstore_password_file = {password}\n")
        wrong = parlour("migrate", "--store", url)
        assert wrong.returncode == 1 and "password" in wrong.stderr, wrong.stderr
        made = parlour("migrate", PARLOUR_STORE=url, PARLOUR_STORE_PASSWORD_FILE=password)
        assert made.returncode == 0 and "now has schema version" in made.stdout, made.stderr
        again = parlour("migrate", "--config", settings)
        assert again.returncode == 0 and "already" in again.stdout, again.stderr


def passwords_are_not_shown():
    for url in ("postgres://ana:sesame@db.example/parlour", "postgres:///parlour?password=sesame&host=db"):
        shown = parlour("serve", "--store", url, "--print-config")
        assert shown.returncode == 0 and "sesame" not in shown.stdout, shown.stdout
        assert "***" in json.loads(shown.stdout)["store"]


def a_wrong_database_ends_the_server_with_the_reason():
    CLUSTER.sql("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
    careless = CLUSTER.url(extra="&options=-csynchronous_commit%3Doff")
    for url, words in ((CLUSTER.url("latin"), "encoding is LATIN1"), (careless, "synchronous_commit is off")):
        with tempfile.TemporaryDirectory() as folder:
            ended = parlour("serve", "--port", "0", "--data", folder, "--store", url)
        assert ended.returncode == 1 and words in ended.stderr, ended.stderr
    for command in (("backup", "copy.db"), ("restore", "copy.db")):
        refused = parlour(*command, "--store", CLUSTER.url())
        assert refused.returncode == 2 and "pg_basebackup" in refused.stderr, refused.stderr


# --- moving house ---

TABLES = {"rooms": "room", "log": "room, seq", "snapshots": "room", "game_directory": "game_id",
          "people": "player", "sessions": "token_hash", "finished": "player, game_id",
          "past_points": "player, game_id, reason"}


def contents(path):
    """Every row of an SQLite file, and when its server was last alive."""
    with contextlib.closing(sqlite3.connect(path)) as file:
        alive = file.execute("SELECT value FROM meta WHERE key = 'alive_ms'").fetchall()
        columns = "room, id, code, game, created_ms, expires_ms, next_game_id"
        return [alive] + [file.execute(f"SELECT {columns if name == 'rooms' else '*'} FROM {name}"
                                       f" ORDER BY {order}").fetchall() for name, order in TABLES.items()]


class GoldenFile(tempfile.TemporaryDirectory):
    """A copy of a recorded house."""

    def __init__(self, version):
        super().__init__(prefix="parlour-copy-")
        self.path = pathlib.Path(self.name) / "parlour.db"
        self.path.write_bytes(gzip.decompress((GOLDEN / version / "parlour.db.gz").read_bytes()))

    def __enter__(self):
        return str(self.path)


def empty(store):
    CLUSTER.sql("SET client_min_messages = warning; DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    return store


def a_house_moves_to_postgres_and_back():
    for version in sorted(path.name for path in GOLDEN.iterdir() if (path / "parlour.db.gz").exists()):
        with GoldenFile(version) as path:
            moved = parlour("copy", "--from", path, "--to", empty(CLUSTER.url()))
            assert moved.returncode == 0 and "every log's chain is whole" in moved.stdout, moved.stderr
            assert_sound(CLUSTER.url())
            twice = parlour("copy", "--from", path, "--to", CLUSTER.url())
            assert twice.returncode == 1 and "already" in twice.stderr, twice.stderr
            back = parlour("copy", "--from", CLUSTER.url(), "--to", path + ".back")
            assert back.returncode == 0, back.stderr
            assert contents(path) == contents(path + ".back")
            assert len(contents(path)[2]) > 1000  # batches
            assert not [name for name in os.listdir(os.path.dirname(path)) if "copied" in name]
            over = parlour("copy", "--from", CLUSTER.url(), "--to", path + ".back")
            assert over.returncode == 1 and "is there already" in over.stderr, over.stderr


def games_go_on_where_they_moved():
    with Server(*UNLIMITED) as server:
        table = Table(server)
        table.turn()
        before = table.ana.get(f"/api/games/{table.game_id}")["state"]["game"]
        path = os.path.join(server.data, "parlour.db")
        used = parlour("copy", "--from", path, "--to", empty(CLUSTER.url()))
        assert used.returncode == 1 and "in use" in used.stderr, used.stderr
        server.stop()
        moved = parlour("copy", "--from", path, "--to", CLUSTER.url())
        assert moved.returncode == 0, moved.stderr
        server.options += ["--store", CLUSTER.url()]
        server.start()
        assert table.ana.get(f"/api/games/{table.game_id}")["state"]["game"] == before
        table.connect()
        table.turn()


def what_is_damaged_does_not_move():
    with GoldenFile("0.1.0") as path:
        assert parlour("copy", "--from", path, "--to", empty(CLUSTER.url())).returncode == 0
        with contextlib.closing(sqlite3.connect(path)) as file, file:
            file.execute("UPDATE shelf SET events = '[]' WHERE seq = 2")
        refused = parlour("copy", "--from", path, "--to", empty(CLUSTER.url()))
        assert refused.returncode == 1 and "problems" in refused.stderr, refused.stderr
        assert CLUSTER.sql("SELECT to_regclass('rooms') IS NULL") == "t"
    with GoldenFile("0.1.0") as path:
        assert parlour("copy", "--from", path, "--to", empty(CLUSTER.url())).returncode == 0
        CLUSTER.sql("DELETE FROM log WHERE seq = 3")
        refused = parlour("copy", "--from", CLUSTER.url(), "--to", path + ".back")
        assert refused.returncode == 1 and "problems" in refused.stderr, refused.stderr
        assert not os.path.exists(path + ".back")


if __name__ == "__main__":
    if find_programs() is None:
        print("not run: no PostgreSQL on this machine (tools/setup test)")
        sys.exit(77)
    with Cluster() as CLUSTER:
        main(own_tests(globals()))
