#!/usr/bin/env python3
"""Bridges: programs outside that wait for a table's public events. The host lets them, the table is told, and
they learn what the table view is told, no more."""
import http.client
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import threading

from api_helpers import unlimited
from harness import Refused, Session, main, own_tests
from players import Table, refusal

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs/bridge.md"


class Poll(threading.Thread):
    """A poll that waits in a thread of its own, on its own connection."""

    def __init__(self, server, code, after, wait=25):
        super().__init__(daemon=True)
        self.server, self.path = server, f"/api/rooms/{code}/bridge?after={after}&wait={wait}"
        self.status, self.answer = None, None
        self.start()

    def run(self):
        answer, body = Session(self.server).request("GET", self.path, raw=True)
        self.status, self.answer = answer.status, json.loads(body)

    def result(self):
        self.join(20)
        assert not self.is_alive(), "no answer"
        return self.answer


def waiting(server, count):
    """Waits until so many polls are waiting, as the metrics tell."""
    for _ in range(400):
        _, text = Session(server).request("GET", "/metrics", raw=True)
        if int(re.search(rb"^parlour_polls (\d+)", text, re.M)[1]) == count:
            return
    raise AssertionError(f"never {count} polls")


def avalon(server):
    """A running game of five, its bots and its host, with an open bridge."""
    ana = server.session("Ana")
    made = ana.create("avalon")
    for _ in range(4):
        ana.act(made["game_id"], "add_bot")
    ana.act(made["game_id"], "set_bridge", open=True)
    return ana, made


def chosen(offer):
    """The first of everything that an offer wants."""
    if isinstance(offer, list):
        return offer[0]
    count = offer["count"] if isinstance(offer["count"], int) else offer["count"]["max"]
    return offer["from"][:count]


def step(ana, game, state):
    """Does all that is offered and hurries the table along; a bot may be faster."""
    for offer in state["game"]["available_actions"] + [{"type": "skip"}]:
        arguments = {name: chosen(value) for name, value in offer.items() if name != "type"}
        try:
            ana.act(game, offer["type"], **arguments)
        except Refused:
            pass


def a_bridge_is_closed_until_the_host_opens_it_and_the_table_is_told():
    with unlimited() as server:
        table = Table(server)
        path = f"/api/rooms/{table.code}/bridge"
        stranger = Session(server)
        assert table.a.state["settings"]["bridge_is_open"] is False
        assert refusal(stranger.get, path) == "not_allowed"
        assert refusal(stranger.get, "/api/rooms/BCDFGH/bridge") == "no_room"
        assert refusal(table.b.send, "set_bridge", open=True) == "not_host"
        table.a.send("set_bridge", open=True)
        table.b.until(lambda s: s.state["settings"]["bridge_is_open"])
        told = [event for frame in table.b.frames for event in frame.get("events", [])]
        assert any(event["type"] == "bridge_set" and event["open"] for event in told)
        page = stranger.get(path)
        assert page["events"] and page["seq"] >= len(page["events"]) and page["more"] is False
        for bad in ("wait=26", "wait=-1", "wait=x", "after=-1", "limit=0"):
            assert refusal(stranger.get, f"{path}?{bad}") == "bad_argument", bad
        table.a.send("set_spectators", allowed=False)
        assert refusal(stranger.get, path) == "not_allowed", "who may not watch may not by a bridge"


def a_poll_waits_for_the_next_public_event_and_ends_when_the_bridge_does():
    with unlimited() as server:
        table = Table(server)
        table.a.send("set_bridge", open=True)
        seq = Session(server).get(f"/api/rooms/{table.code}/bridge")["seq"]
        assert Poll(server, table.code, seq, wait=1).result() == {"events": [], "seq": seq, "more": False}
        poll = Poll(server, table.code, seq)
        waiting(server, 1)
        table.turn()
        answer = poll.result()
        assert answer["events"] and answer["seq"] > seq and poll.status == 200, answer
        poll = Poll(server, table.code, Session(server).get(f"/api/rooms/{table.code}/bridge")["seq"])
        waiting(server, 1)
        table.a.send("set_bridge", open=False)
        assert poll.result()["code"] == "not_allowed"


def a_fifth_poll_of_an_address_ends_the_first_and_a_restart_ends_all():
    with unlimited() as server:
        table = Table(server)
        table.a.send("set_bridge", open=True)
        seq = Session(server).get(f"/api/rooms/{table.code}/bridge")["seq"]
        polls = []
        for number in range(4):
            polls.append(Poll(server, table.code, seq))
            waiting(server, number + 1)
        polls.append(Poll(server, table.code, seq))
        assert polls[0].result()["events"] == [], "the one that has waited longest"
        waiting(server, 4)
        server.process.terminate()
        assert {poll.result()["code"] for poll in polls[1:]} == {"restarting"}
        assert server.process.wait(10) == 0
        server.start()


def the_house_has_places_for_so_many_polls_and_tells_the_next_to_come_back():
    with unlimited("--trust-proxy=127.0.0.1", "--connections-per-address", "1000",
                   "--reads-per-minute", "0") as server:
        table = Table(server)
        table.a.send("set_bridge", open=True)
        seq = Session(server).get(f"/api/rooms/{table.code}/bridge")["seq"]

        def poll(number):
            """The addresses of people behind a proxy, four polls each."""
            connection = http.client.HTTPConnection("127.0.0.1", server.port)
            connection.request("GET", f"/api/rooms/{table.code}/bridge?after={seq}&wait=25",
                               headers={"X-Forwarded-For": f"10.0.{number // 4}.1"})
            return connection

        held = [poll(number) for number in range(256)]
        waiting(server, 256)
        assert json.loads(poll(256).getresponse().read())["code"] == "too_busy"
        table.turn()
        for connection in held:
            assert json.loads(connection.getresponse().read())["events"]


def a_bridge_learns_what_the_table_view_is_told_and_no_more():
    with unlimited("--reads-per-minute", "0") as server:
        ana, made = avalon(server)
        game, code = made["game_id"], made["code"]
        tv = Session(server).socket(code, table=True)
        tv.until(lambda s: s.state is not None)
        bridge, after, seen = Session(server), 0, []
        ana.act(game, "start")
        for _ in range(400):
            page = bridge.get(f"/api/rooms/{code}/bridge?after={after}")
            seen, after = seen + page["events"], page["seq"]
            state = ana.get(f"/api/games/{game}")["state"]
            if state["phase"] == "results":
                break
            step(ana, game, state)
        tv.until(lambda s: s.state["phase"] == "results")
        page = bridge.get(f"/api/rooms/{code}/bridge?after={after}")
        seen += page["events"]
        told = {event["seq"]: event for frame in tv.frames for event in frame.get("events", [])}
        assert len(told) > 50 and set(told) <= {one["event"]["seq"] for one in seen}
        for one in seen:
            event = one["event"]
            assert told.get(event["seq"], event) == event, (event, told[event["seq"]])
        before_the_end = [one["event"] for one in seen if one["event"]["seq"] < max(told) - 20]
        assert not any("role" in event and event["type"] == "role_assigned" for event in before_the_end)
        votes = [event for event in before_the_end if event["type"] == "team_vote_recorded"]
        assert all("approvals" not in event for event in votes)


def the_bridge_of_its_page_runs_as_it_stands():
    code, = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.S)
    with unlimited() as server, tempfile.TemporaryDirectory() as folder:
        table = Table(server, size=3)
        program = pathlib.Path(folder, "bridge.py")
        program.write_text(code)
        table.a.send("set_bridge", open=True)
        command = [sys.executable, program, f"http://{server.host}:{server.port}", table.code]
        process = subprocess.Popen(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        lines = iter(process.stdout.readline, "")
        assert any(line.startswith("player_joined") and "Bob" in line for line in lines)
        table.play_out()
        assert any(line.startswith("game_over") for line in lines)
        table.a.send("set_bridge", open=False)
        assert any(line == "refused: not_allowed\n" for line in lines) and process.wait(10) == 0


main(own_tests(globals()))
