#!/usr/bin/env python3
"""Several servers on one PostgreSQL: each room has one owner, and goes on with another when that dies."""
import os
import signal
import sys
import time

from api_helpers import operator
from harness import Closed, Refused, Server, Session, main, own_tests, wait_for
from load import UNLIMITED, Load
from players import Table, refusal
from postgres import Cluster, find_programs
from proxy_test import DEPLOY, replaced, running, write_nginx

CLUSTER = None  # one for all tests: to make one takes seconds


class House:
    """Servers by name on one database, which is empty at first."""

    clock = None  # of a server whose clock can be set
    wrappers = {}  # by name: what a server is started under

    def __init__(self, *names, router="none"):
        CLUSTER.sql("SET client_min_messages = warning; DROP SCHEMA public CASCADE; CREATE SCHEMA public")
        self.router = router
        self.servers = []
        for name in names:
            self.add(name)

    def add(self, name):
        """The newest of a name is the one that is found."""
        store = ("--store", CLUSTER.url_for(name), "--node", name)
        self.servers.append(Server(*UNLIMITED, "--room-cleanup-minutes", "10000", "--router", self.router,
                                   "--trust-proxy=127.0.0.1", *store, wrapper=self.wrappers.get(name, ())))

    def __getitem__(self, name):
        return next(server for server in reversed(self.servers) if server.options[-1] == name)

    def wait_for_grace(self):
        """Until every server may take rooms over: who has just come takes nothing."""
        since = "SELECT count(*) FROM nodes WHERE until > clock_timestamp()"
        wait_for(lambda: CLUSTER.sql(since) == str(len(self.servers)), "not all have joined")
        time.sleep(4)

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        for server in self.servers:
            if kind is not None:
                print(f"--- {server.options[-1]}'s last lines\n" + "".join(server.lines[-20:]))
            server.close()


def owner_of(table):
    """Whose the table is, of which there is one."""
    return CLUSTER.sql(f"SELECT owner FROM rooms JOIN game_directory USING (room)"
                       f" WHERE game_directory.id = '{table.game_id}'")


def move_to(table, server):
    """What a router does: both people ask another server from now on."""
    for person in (table.ana, table.bob):
        person.server = server


def connects(table):
    try:
        table.connect()
        return True
    except (Refused, Closed, OSError):
        return False


def a_room_is_served_by_its_owner_alone():
    with House("n1", "n2") as house:
        table = Table(house["n1"])
        stranger = Session(house["n2"], token=table.ana.token)
        answer, body = stranger.request("GET", f"/api/games/{table.game_id}", raw=True)
        assert answer.status == 503 and b'"elsewhere"' in body, "two servers serve one room"
        table.turn()
        house["n1"].stop()  # gives its rooms back
        move_to(table, house["n2"])
        table.connect()
        table.turn()
        assert owner_of(table) == "n2"


def a_killed_server_loses_nothing_and_its_rooms_go_on():
    with House("n1", "n2") as house:
        house.wait_for_grace()
        loads = [Load(house["n1"], 2), Load(house["n2"], 2)]
        for load in loads:
            load.progress(30)
        house["n1"].kill()
        house["n1"].port = house["n2"].port  # a router sends them on
        begin = time.monotonic()
        loads[0].progress(30)
        print(f"everybody plays {time.monotonic() - begin:.1f} s after the kill")
        loads[1].progress(10)
        count = sum(load.check() for load in loads)
        print(f"{count} acknowledged moves, none lost")


def clocks_run_on_without_their_owner_and_nobody_connected():
    with House("n1", "n2") as house:
        house.wait_for_grace()
        table = Table(house["n1"], options={"turn_seconds": 30})
        seq = "SELECT count(*) FROM log"
        for socket in (table.a, table.b):
            socket.close()
        before = int(CLUSTER.sql(seq))
        CLUSTER.sql("UPDATE rooms SET due_ms = 1")
        house["n1"].kill()
        wait_for(lambda: owner_of(table) == "n2", "nobody adopts the room")
        wait_for(lambda: int(CLUSTER.sql(seq)) > before, "nothing happens in it")
        credited = CLUSTER.sql("SELECT count(*) FROM log WHERE events LIKE '%clock_credited%'")
        assert credited == "1", credited


def a_server_that_stood_still_is_fenced_and_comes_back():
    with House("n1", "n2") as house:
        house.wait_for_grace()
        table = Table(house["n1"])
        os.kill(house["n1"].process.pid, signal.SIGSTOP)
        try:
            move_to(table, house["n2"])
            wait_for(lambda: connects(table), "the room does not move")
            table.turn()
        finally:
            os.kill(house["n1"].process.pid, signal.SIGCONT)
        wait_for(lambda: "another server has taken over" in house["n1"].log, "it does not notice")
        table.turn()
        wait_for(lambda: Session(house["n1"]).request("GET", "/ready", raw=True)[0].status == 200,
                 "it does not come back")


def of_two_with_one_name_the_older_ends():
    with House("n1") as house:
        table = Table(house["n1"])
        older = house["n1"]
        house.add("n1")
        wait_for(lambda: "another server has taken over from n1" in older.log, "nobody is fenced")
        status = Session(older).request("GET", "/ready", raw=True)[0].status
        assert status == 503, status
        move_to(table, house["n1"])
        table.connect()
        table.turn()


def the_house_is_one_on_all_servers():
    with House("n1", "n2") as house:
        boss = operator(house["n1"])
        table = Table(house["n2"])
        boss.post("/api/admin/bans", {"player": table.bob.id, "reason": "spam"})
        wait_for(lambda: closes_with(table.b) == 4003, "the ban does not reach the other server")
        assert refusal(table.bob.create, "journeyman") == "banned"
        # Both servers write: none overwrites the other, whichever was first.
        second = operator(house["n2"])
        ban, = second.get("/api/admin/bans")["bans"]
        second.request("DELETE", f"/api/admin/bans/{ban['id']}")
        wait_for(lambda: boss.get("/api/admin/bans")["bans"] == [], "the ban does not end")
        boss.post("/api/admin/read-only", {"on": True})
        wait_for(lambda: house_of(second)["read_only"], "the other server goes on")
        boss.post("/api/admin/read-only", {"on": False})
        wait_for(lambda: not house_of(second)["read_only"], "the other server does not go on")


def whoever_is_forgotten_is_so_on_all_servers():
    with House("n1", "n2") as house:
        table = Table(house["n2"])
        # Asked at the server that does not have the table.
        Session(house["n1"], token=table.bob.token).request("DELETE", "/api/me")
        wait_for(lambda: closes_with(table.b) == 4002, "the socket stays open")
        path = f"/api/games/{table.game_id}/players"
        names = lambda: [one["name"] for one in table.ana.get(path)["players"]]
        wait_for(lambda: "Bob" not in names(), "the name is still there")
        assert "Ana" in names()


def a_session_that_ended_on_one_server_ends_its_sockets_on_all():
    with House("n1", "n2") as house:
        table = Table(house["n2"])
        Session(house["n1"], token=table.bob.token).request("DELETE", "/api/session")
        wait_for(lambda: closes_with(table.b) == 4002, "the socket stays open")
        assert closes_with(table.a) is None, "somebody else's socket is closed"


def house_of(boss):
    return boss.get("/api/admin/house")


def closes_with(socket):
    """The code that the socket was closed with; None: it is open."""
    try:
        socket.drain(0.05)
    except Closed as closed:
        return closed.code
    return None


# --- routers ---

def others_are_refused_or_redirected_as_the_operator_likes():
    CLUSTER.sql("SET client_min_messages = warning; DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    store = [*UNLIMITED, "--store", CLUSTER.url()]
    with Server(*store, "--node", "n1", "--route", "http://n1.example") as owner:
        table = Table(owner)
        path = f"/api/games/{table.game_id}"
        with Server(*store, "--node", "n2", "--router", "redirect") as other:
            answer, _ = Session(other, token=table.ana.token).request("GET", path + "?after=1", raw=True)
            assert (answer.status, answer.headers["Location"]) == (307, f"http://n1.example{path}?after=1")
            assert closing(other, table) == "4012 http://n1.example"
            # The page, too: the one there speaks to its own server.
            for page in (f"/game/{table.code}", f"/game/{table.code}/tv"):
                answer, _ = Session(other).request("GET", page, raw=True)
                assert (answer.status, answer.headers["Location"]) == (307, f"http://n1.example{page}")
            assert Session(other).request("GET", "/game/NOBODY", raw=True)[0].status == 200
            assert Session(owner).request("GET", f"/game/{table.code}", raw=True)[0].status == 200
        with Server(*store, "--node", "n3") as other:
            answer, body = Session(other, token=table.ana.token).request("GET", path, raw=True)
            assert answer.status == 503 and b'"elsewhere"' in body, body
            assert closing(other, table).startswith("1012 ")


def closing(server, table):
    """The code and the reason with which a socket for the table is closed."""
    try:
        Session(server, token=table.ana.token).socket(table.code).until(lambda s: s.state is not None)
    except Closed as closed:
        return str(closed)
    raise AssertionError("another's table was opened")


def nginx_sends_everybody_to_the_owner():
    with House("n1", "n2", router="accel") as house:
        house.wait_for_grace()

        def make(folder, web, secure, _):
            ports = [("127.0.0.1:8001", f"127.0.0.1:{house['n1'].port}"),
                     ("127.0.0.1:8002", f"127.0.0.1:{house['n2'].port}"),
                     ("127.0.0.1:8003", f"127.0.0.1:{house['n2'].port}")]
            site = (DEPLOY / "nginx-cluster.conf").read_text()
            return write_nginx(folder, web, secure, replaced(site, ports))

        with running(make, house["n1"]) as proxy:
            proxy.session = lambda name: Session(proxy, name)
            # nginx guesses the server of a new table by chance: there are tables until both servers own one.
            host = Session(proxy, "Host")
            owners = lambda: CLUSTER.sql("SELECT count(DISTINCT owner) FROM rooms")
            for _ in range(40):
                if owners() == "2":
                    break
                host.create("journeyman")
            assert owners() == "2", owners()
            load = Load(proxy, 6)
            load.progress(60)
            house["n1"].kill()
            over = "SELECT until < clock_timestamp() FROM nodes WHERE node = 'n1'"
            wait_for(lambda: CLUSTER.sql(over) == "t", "its lease is not over")
            load.progress(60)
            print(f"{load.check()} acknowledged moves, none lost")


if __name__ == "__main__":
    if find_programs() is None:
        print("not run: no PostgreSQL on this machine (tools/setup test)")
        sys.exit(77)
    with Cluster() as CLUSTER:
        main(own_tests(globals()))
