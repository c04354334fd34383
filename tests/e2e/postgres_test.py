#!/usr/bin/env python3
"""The real binary on a real PostgreSQL that goes away, dies and comes back: nothing acknowledged is lost."""
import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time

from harness import BINARY, Refused, Server, Session, main, own_tests
from load import UNLIMITED, Load
from players import Table
from postgres import Cluster, find_programs

CLUSTER = None  # one for all tests: to make one takes seconds


def serve_empty(store):
    """A server on an empty database, whatever the test before left."""
    if CLUSTER.server is None:
        CLUSTER.start()
    CLUSTER.sql("SET client_min_messages = warning; DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    return Server(*UNLIMITED, "--room-cleanup-minutes", "10000", "--store", store)


def parlour(command, *arguments, **environment):
    return subprocess.run([BINARY, command, *arguments], capture_output=True, text=True, timeout=30,
                          check=False, env={**os.environ, **environment})


def readiness(server):
    answer, body = Session(server).request("GET", "/ready", raw=True)
    return answer.status, body.decode()


def wait_for(condition, what):
    end = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < end, what
        time.sleep(0.05)


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


if __name__ == "__main__":
    if find_programs() is None:
        print("not run: no PostgreSQL on this machine (tools/setup test)")
        sys.exit(77)
    with Cluster() as CLUSTER:
        main(own_tests(globals()))
